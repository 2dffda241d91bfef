"""``bloomprint doctor``: says whether everything that is needed is there and works."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

from generator.cli.border import FAILED, say
from generator.jobs import Job, faces_of, print_faces
from generator.pages import Wishes
from generator.self_test import self_test
from layouts.tables import papers
from output import FORMATS

HELP = """Check this installation: Python, packages, fonts, printing in every format, proving.

The first time it also makes the machine code of the longest searches, which takes half a minute.

\b
Examples:
  bloomprint doctor
"""


@click.command("doctor", help=HELP)
def command() -> int:
    """Examine."""
    checks: dict[str, Callable[[], str]] = {
        "python": lambda: sys.version.split()[0],
        "packages": _packages,
        **{f"print {kind}": partial(_prints, kind) for kind in FORMATS},
        "prove": self_test,
        "machine code": _translates,
    }
    ill = 0
    for name, check in checks.items():
        try:
            click.echo(f"ok    {name}: {check()}")
        except Exception as error:
            ill += 1
            click.echo(f"ILL   {name}: {type(error).__name__}: {error}")
    if ill:
        say(f"{ill} of {len(checks)} checks failed; reinstall bloomprint in a fresh environment")
    return FAILED if ill else 0


def _translates() -> str:
    from solver.tiles.translated import prepare  # noqa: PLC0415 - loads numba

    return prepare()


def _packages() -> str:
    names = [line.split(">")[0] for line in requires("bloomprint") or [] if ";" not in line]
    missing = []
    for name in names:
        try:
            version(name)
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        raise RuntimeError("missing " + ", ".join(missing))
    return ", ".join(f"{name} {version(name)}" for name in ("reportlab", "ortools", "pikepdf"))


def _prints(kind: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        target = str(Path(folder) / f"sheet{FORMATS[kind].suffix}")
        job = Job(faces_of(["dice/sheet-a"], "colour"), Wishes(papers()["a4"]), "", kind, target)
        (path,), _ = print_faces(job)
        return f"{path.stat().st_size // 1024} KB"
