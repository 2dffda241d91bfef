"""Options that several commands share, so that they read and mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from layouts.loader import EDITIONS
from layouts.tables import papers

F = TypeVar("F", bound=Callable[..., Any])


def paper(function: F) -> F:
    """Add ``--paper``."""
    return click.option(
        "--paper",
        type=click.Choice(list(papers())),
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


def as_json(function: F) -> F:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON to stdout.")(function)
