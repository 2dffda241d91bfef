"""What the tests of the command line share."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.cli.border import guarded
from generator.cli.main import cli


@dataclass(frozen=True)
class Ran:
    """What a command left: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Return a function that runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Ran:
        code = guarded(lambda: cli.main(list(arguments), "bloomprint", standalone_mode=False), [])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return call
