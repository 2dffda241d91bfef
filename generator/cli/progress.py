"""A long job goes in; a line on stderr tells how it stands, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from solver.finding import Finding


@contextmanager
def working(what: str) -> Iterator[Callable[[str], None]]:
    """Show what is done and how long it has taken; the function yielded says what is done now."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what)
        yield lambda now: bar.update(task, description=now)


@contextmanager
def watching(what: str) -> Iterator[Callable[[Finding, float], None]]:
    """Show best, bound and gap of a search while it runs."""
    with working(what) as say:
        yield lambda finding, _: say(f"{what}: {_standing(finding)}")


def _standing(finding: Finding) -> str:
    parts = []
    if finding.score is not None:
        parts.append(f"best {finding.score}")
    if finding.bound is not None:
        parts.append(f"bound {finding.bound}")
    if finding.score is not None and finding.bound is not None:
        parts.append(f"gap {finding.bound - finding.score}")
    return ", ".join(parts) or "looking for a first play"
