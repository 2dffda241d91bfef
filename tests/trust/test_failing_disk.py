"""Whichever call into the system fails: earlier files whole, nothing half-written, one line."""

import errno
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from generator.cli import kit_command
from tests.output.test_files import ERRORS, Saboteur

KIT = kit_command.kit_files
PRINT = ["print", "dice/aid", "field/aid", "-o", "out/aids.pdf", "--force"]
SVG = ["print", "dice/sheets", "--format", "svg", "-o", "out/", "--force"]
DICE = ["kit", "dice", "-o", "out", "--force"]


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kit is drawn once and written as often as calls fail."""
    once = cache(KIT)
    monkeypatch.setattr(kit_command, "kit_files", once)


def fail_at_every_call(
    run: Callable, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, step: int
) -> int:
    """Run a command again and again, a later call failing each time; return how many failed."""
    assert run(*arguments).code == 0
    whole = {path: path.read_bytes() for path in Path("out").rglob("*")}
    kept = Path("out/kept.txt")
    kept.write_bytes(b"precious")
    failures, at = 0, 1
    while True:
        for path in whole:
            path.write_bytes(b"earlier")
        with monkeypatch.context() as patched:
            saboteur = Saboteur(patched, at, code)
            ran = run(*arguments)
        found = {path: path.read_bytes() for path in Path("out").rglob("*")}
        assert found.pop(kept) == b"precious"
        assert found.keys() == whole.keys()  # no file of ours is gone, no temporary is left
        if ran.code == 0:  # nothing failed, or a library had another way
            assert found == whole
        else:
            assert ran.code == 6, ran.err
            assert ran.err.strip() and "\n" not in ran.err.strip()
            assert all(data in (b"earlier", whole[path]) for path, data in found.items())
            failures += 1
        if saboteur.calls < at:
            return failures
        at += step


@pytest.mark.parametrize("code", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("arguments", [PRINT, SVG, DICE], ids=["pdf", "svg", "kit"])
def test_whichever_call_fails_a_command_leaves_whole_files_and_says_one_line(
    run: Callable, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, step: int
) -> None:
    failed = fail_at_every_call(run, monkeypatch, arguments, code, step)
    assert failed >= (8 if step == 1 else 1)


@pytest.fixture(params=[7, pytest.param(1, marks=pytest.mark.full)], ids=["some", "every"])
def step(request: pytest.FixtureRequest) -> int:
    """Every seventh call fails, or every one."""
    found: int = request.param
    return found
