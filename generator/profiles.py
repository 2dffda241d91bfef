"""Cards and a service's profile go in; the files that it wants are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from generator.exports.cards import Card, Order, gather
from layouts.profiles import Book, Cut, Deck, Singles, Tabletop
from output.files import check_targets, save

Profile = Singles | Deck | Book | Tabletop | Cut

PRINTED = Path("printed")
ONE_FILE = ("deck", "book")


def export(
    names: Sequence[str],
    profile: Profile,
    target: Path,
    *,
    paper: tuple[float, float],
    edition: str = "colour",
    copies: int = 1,
    radius: float | None = None,
    force: bool = False,
) -> list[Path]:
    """Compose layouts, write what the service wants and return the paths.

    Args:
        names: built-in layouts or files.
        profile: what the service wants.
        target: a PDF, or a folder for services that take many files.
        paper: in mm, for cutting machines.
        edition: colour, low-ink, large or laminate.
        copies: how often everything is wanted.
        radius: corners of cut pieces in mm; None is the profile's own.
        force: replace files that exist.

    Raises:
        BadInput: the service cannot take these pieces, and why; all faults.
        OutputError: a target may not be written, or writing failed.
    """
    if profile.kind in ONE_FILE:
        check_targets([target], force=force)
    cards = gather(names, edition, copies)
    files = writer(profile)(cards, profile, Order(target, paper, radius))
    check_targets((path for path, _ in files), force=force)
    return save(files, force=force)


def writer(
    profile: Profile,
) -> Callable[[Sequence[Card], Any, Order], list[tuple[Path, bytes]]]:
    """Return ``files`` of the module for a kind of profile: only that one is imported."""
    found: Callable[[Sequence[Card], Any, Order], list[tuple[Path, bytes]]]
    found = import_module(f"generator.exports.{profile.kind}").files
    return found


def target_of(stem: str, profile: Profile) -> Path:
    """Return where files go without a wish: a PDF or a folder in ``printed/``."""
    return PRINTED / (f"{stem}.pdf" if profile.kind in ONE_FILE else stem)
