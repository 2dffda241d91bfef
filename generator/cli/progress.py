"""A long job goes in; a line on stderr tells how it stands, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from solver.finding import Finding


@contextmanager
def watching(what: str) -> Iterator[Callable[[Finding, float], None]]:
    """Show best, bound and gap of a search while it runs."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what)

        def tell(finding: Finding, _: float) -> None:
            bar.update(task, description=f"{what}: {_standing(finding)}")

        yield tell


def _standing(finding: Finding) -> str:
    parts = []
    if finding.score is not None:
        parts.append(f"best {finding.score}")
    if finding.bound is not None:
        parts.append(f"bound {finding.bound}")
    if finding.score is not None and finding.bound is not None:
        parts.append(f"gap {finding.bound - finding.score}")
    return ", ".join(parts) or "looking for a first play"
