"""Options that several commands share, so that they read and mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isfinite
from os.path import realpath
from pathlib import Path
from typing import Any, TypeVar

import click

from layouts.loader import EDITIONS
from layouts.tables import papers
from output import FORMATS
from output.files import check_path

STDOUT = "-"


def keep_inputs(target: str | Path | None, inputs: Iterable[str | Path]) -> None:
    """Refuse a target that is one of the files that are read, even with ``--force``."""
    if target is None or str(target) == STDOUT:
        return
    place = realpath(target)  # which a loop of links does not stop
    if any(realpath(name) == place for name in inputs):
        raise click.UsageError(f"{target} is the file that is read: name another one to write")


def format_of(kind: str | None, target: str | Path | None) -> str:
    """Return the format that is wished, or the one that the target's ending names.

    Raises:
        UsageError: the ending says another format than ``--format``, or none that we write.
    """
    suffix = Path(target).suffix.lower() if target is not None else ""
    named = next((name for name, form in FORMATS.items() if form.suffix == suffix), None)
    if kind is not None and named not in (None, kind):
        raise click.UsageError(f"{target} would be {kind}: give the name that ending, or none")
    if named is None and suffix and target is not None and not Path(target).is_dir():
        endings = ", ".join(form.suffix for form in FORMATS.values())
        raise click.UsageError(f"{target}: the endings of files are {endings}")
    return kind or named or "pdf"


class Target(click.ParamType[Any]):
    """A file or folder to write; its name is looked at before any work is done."""

    name = "path"

    def __init__(self, kind: Callable[[str], Any] = Path, *, stdout: bool = False) -> None:
        self.kind, self.stdout = kind, stdout

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path, or the name as it was typed where a slash at its end says something."""
        typed = str(value)
        if not typed:
            self.fail("an empty name; leave the option out, or name a file or folder", param, ctx)
        if typed == STDOUT and not self.stdout:
            self.fail("this is not written to stdout; name a file or folder", param, ctx)
        check_path(Path(typed.rstrip("/\\") or typed))
        return self.kind(typed)


class FiniteRange(click.FloatRange):
    """A range of numbers without ``nan``, which compares with no limit."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or fail as for a number out of range."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is no number", param, ctx)
        return number


F = TypeVar("F", bound=Callable[..., Any])


def paper(function: F) -> F:
    """Add ``--paper``."""
    return click.option(
        "--paper",
        type=click.Choice(list(papers()), case_sensitive=False),
        default="a4",
        show_default=True,
        help="Paper to print on.",
    )(function)


def edition(function: F) -> F:
    """Add ``--edition``."""
    return click.option(
        "--edition",
        type=click.Choice(EDITIONS),
        default="colour",
        show_default=True,
        help="low-ink: line art; large: big print; laminate: for dry-wipe pens.",
    )(function)


def force(function: F) -> F:
    """Add ``--force``."""
    return click.option("--force", is_flag=True, help="Replace files that exist.")(function)


def file_format(function: F) -> F:
    """Add ``--format`` as ``form``."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(list(FORMATS)),
        default="pdf",
        show_default=True,
        help="svg and png: a file a page.",
    )(function)


def time_limit(function: F) -> F:
    """Add ``--time-limit``."""
    return click.option(
        "--time-limit",
        type=FiniteRange(0, 86400),
        help="Seconds; afterwards the best found and a bound on every play are told.",
    )(function)


def seed(function: F) -> F:
    """Add ``--seed`` of a search."""
    return click.option(
        "--seed",
        type=click.IntRange(0, 2**31 - 1),
        default=0,
        show_default=True,
        help="Another order of search; the same best score.",
    )(function)


def as_json(function: F) -> F:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON to stdout.")(function)
