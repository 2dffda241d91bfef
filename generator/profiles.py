"""Cards and a service's profile go in; the files that it wants are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from generator.coarse import blurred
from generator.exports.cards import Card, Order, gather
from layouts.profiles import Book, Cut, Deck, Singles, Tabletop
from output.errors import TargetRefused
from output.files import check_targets, names_a_folder, save
from output.formats import FORMATS

Profile = Singles | Deck | Book | Tabletop | Cut

PRINTED = Path("printed")
ONE_FILE = ("deck", "book")
KNOWN = tuple(form.suffix for form in FORMATS.values())


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
    tell: Callable[[str], None] | None = None,
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
        tell: hears of pictures that are coarser than the service wants.

    Raises:
        BadInput: the service cannot take these pieces, and why; all faults.
        OutputError: a target may not be written, or writing failed.
    """
    if profile.kind in ONE_FILE:
        check_targets([target], force=force)
    cards = gather(names, edition, copies)
    files = writer(profile)(cards, profile, Order(target, paper, radius))
    check_targets((path for path, _ in files), force=force)
    if tell and profile.kind not in ONE_FILE:  # a PDF is looked at when it is written
        pieces = [piece for card in cards for piece in card.faces]
        for line in blurred((found for piece in pieces for found in piece.pictures), profile.dpi):
            tell(line)
    return save(files, force=force)


def writer(
    profile: Profile,
) -> Callable[[Sequence[Card], Any, Order], list[tuple[Path, bytes]]]:
    """Return ``files`` of the module for a kind of profile: only that one is imported."""
    found: Callable[[Sequence[Card], Any, Order], list[tuple[Path, bytes]]]
    found = import_module(f"generator.exports.{profile.kind}").files
    return found


def target_of(stem: str, profile: Profile, wish: str | None = None) -> Path:
    """Return where files go: the PDF or the folder wished for; without a wish in ``printed/``.

    A PDF that is wished into a folder is named after what it shows.

    Raises:
        TargetRefused: a file is wished where a folder is needed, or the other way round.
    """
    one = profile.kind in ONE_FILE
    name = f"{stem}.pdf" if one else stem
    if wish is None:
        return PRINTED / name
    if one and names_a_folder(wish):
        return Path(wish) / name
    if one and Path(wish).suffix.lower() != ".pdf":
        raise TargetRefused(f"{wish}: {profile.title} takes one PDF; give its name the ending .pdf")
    if not one and not Path(wish).is_dir() and (wish == "-" or Path(wish).suffix.lower() in KNOWN):
        raise TargetRefused(f"{wish}: {profile.title} takes several files; name a folder")
    return Path(wish)
