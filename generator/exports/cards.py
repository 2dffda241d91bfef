"""Layouts' names go in; cards with backs and counts come out, and their place on a service's page.

Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.compose import Component
from generator.jobs import faces_of, subject
from generator.pages import Face, titled
from layouts.faults import BadInput, Fault
from layouts.profiles import CardSize, Deck, Singles, Wanted
from output.scene import Box, Document, Group, Matrix, Page

TOLERANCE = 1.0
"""A trim this near to a service's is put in its middle: the cut shows that much more of the bleed,
or cuts that much more away."""

SLACK = 0.01


@dataclass(frozen=True, slots=True)
class Card:
    """A piece, its back, and how often it is wanted."""

    front: Component
    back: Component | None = None
    count: int = 1

    @property
    def faces(self) -> tuple[Component, ...]:
        """The front, and the back if there is one."""
        return (self.front, self.back) if self.back else (self.front,)


@dataclass(frozen=True, slots=True)
class Order:
    """Where files go, and the wishes that a profile leaves open.

    ``target`` is a folder, or for services that take one file that file; ``paper`` in mm and
    ``radius`` of the corners in mm are for cutting machines.
    """

    target: Path
    paper: tuple[float, float]
    radius: float | None = None


def gather(names: Sequence[str], edition: str, copies: int = 1) -> list[Card]:
    """Compose layouts; a piece that follows itself is one card wanted several times.

    Raises:
        BadInput: the faults of all layouts.
        Unreadable: a file is missing.
    """
    cards: list[Card] = []
    for face in faces_of(names, edition, two_sided=True):
        if cards and (cards[-1].front, cards[-1].back) == (face.front, face.back):
            cards[-1] = replace(cards[-1], count=cards[-1].count + 1)
        else:
            cards.append(Card(face.front, face.back))
    return [replace(card, count=card.count * copies) for card in cards]


def document(cards: Sequence[Card], pages: Iterable[Page]) -> Document:
    """Return pages as a document that says what it is made of."""
    faces = [Face(card.front, card.back) for card in cards]
    title = titled(card.front for card in cards)
    return Document(tuple(pages), title, subject(faces))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A service's page: the size that it cuts and what lies round it on every side."""

    name: str
    trim: tuple[float, float]
    bleed: tuple[float, float]

    @property
    def page(self) -> tuple[float, float]:
        """Width and height with bleed."""
        (width, height), (x, y) = self.trim, self.bleed
        return width + 2 * x, height + 2 * y

    def fits(self, piece: Component) -> bool:
        """Tell whether the trim is that of a piece, upright or lying."""
        return any(_near(side, self.trim) for side in _ways(piece))


def sheet_of(size: CardSize, profile: Singles | Deck) -> Sheet:
    """Return the page of a size: of so many pixels, or with so much bleed."""
    if size.pixels is None:
        bleed = profile.bleed if isinstance(profile, Deck) else 0.0
        return Sheet(size.name, size.trim, (bleed, bleed))
    width, height = (pixels * 25.4 / profile.dpi for pixels in size.pixels)
    return Sheet(size.name, size.trim, ((width - size.trim[0]) / 2, (height - size.trim[1]) / 2))


def sheets(cards: Sequence[Card], profile: Singles | Deck) -> list[Sheet]:
    """Choose the page of every card, the nearest that the service cuts.

    Raises:
        BadInput: it cuts no such size, a bleed is too small or a back is missing; all faults.
    """
    known = [sheet_of(size, profile) for size in profile.sizes]
    chosen: list[Sheet] = []
    faults = dict.fromkeys(backless(cards, profile))
    for card in cards:
        sheet = _nearest(card.front, known, profile)
        if sheet is None:
            faults[_no_size(card.front, known, profile)] = None
            continue
        chosen.append(sheet)
        faults |= dict.fromkeys(_too_little(card, sheet, profile))
    if faults:
        raise BadInput(faults)
    return chosen


def backless(cards: Sequence[Card], profile: Wanted) -> list[Fault]:
    """Return a fault for every layout that names no back where one is needed."""
    if profile.backs != "needed":
        return []
    mend = "name the layout of the back: back = ..."
    names = dict.fromkeys(card.front.layout for card in cards if card.back is None)
    return [Fault("back", f"{profile.title} prints backs, here is none", mend, n) for n in names]


def place(piece: Component, sheet: Sheet, name: str, *, is_back: bool = False) -> Page:
    """Return a service's page with a piece in its middle; a lying piece is turned upright.

    Fronts are turned clockwise and backs the other way, so that both read upright when the card is
    turned over like a page.
    """
    width, height = sheet.page
    lying = not _near((piece.width, piece.height), sheet.trim)
    matrix = _turned(piece, sheet, is_back) if lying else _middle(piece, sheet)
    trim = Box(*sheet.bleed, *sheet.trim)
    everything = Box(0, 0, width, height)
    items = (Group(piece.items, matrix=matrix),)
    return Page(width, height, items, name, piece.title, trim, everything)


def _middle(piece: Component, sheet: Sheet) -> Matrix:
    width, height = sheet.page
    return (1, 0, 0, 1, (width - piece.width) / 2, (height - piece.height) / 2)


def _turned(piece: Component, sheet: Sheet, is_back: bool) -> Matrix:
    width, height = sheet.page
    x, y = (width - piece.height) / 2, (height - piece.width) / 2
    if is_back:
        return (0, -1, 1, 0, x, y + piece.width)
    return (0, 1, -1, 0, x + piece.height, y)


def _ways(piece: Component) -> tuple[tuple[float, float], tuple[float, float]]:
    return (piece.width, piece.height), (piece.height, piece.width)


def _near(found: tuple[float, float], trim: tuple[float, float]) -> bool:
    return all(abs(a - b) <= TOLERANCE for a, b in zip(found, trim, strict=True))


def _nearest(piece: Component, known: list[Sheet], profile: Singles | Deck) -> Sheet | None:
    if not profile.sizes:
        own = CardSize(name=f"{piece.width:g} x {piece.height:g}", trim=(piece.width, piece.height))
        return sheet_of(own, profile)

    def apart(sheet: Sheet) -> float:
        return min(
            max(abs(a - b) for a, b in zip(side, sheet.trim, strict=True)) for side in _ways(piece)
        )

    return min((sheet for sheet in known if sheet.fits(piece)), key=apart, default=None)


def _no_size(piece: Component, known: list[Sheet], profile: Wanted) -> Fault:
    sizes = ", ".join(f"{s.name} {s.trim[0]:g} x {s.trim[1]:g}" for s in known)
    what = f"{profile.title} cuts no {piece.width:g} x {piece.height:g} mm"
    return Fault("size", what, f"it cuts {sizes} mm", piece.layout)


def _too_little(card: Card, sheet: Sheet, profile: Wanted) -> list[Fault]:
    """Return a fault for each face whose bleed does not reach the edge of the page."""
    wanted = max(
        (page - trim) / 2
        for page, trim in zip(sorted(sheet.page), sorted(_ways(card.front)[0]), strict=True)
    )
    what = f"{profile.title} wants {wanted:.4g} mm of bleed, here are"
    mend = f"set bleed = {wanted + 0.05:.1f} or more and let the background reach it"
    return [
        Fault("bleed", f"{what} {face.bleed:g} mm", mend, face.layout)
        for face in card.faces
        if face.bleed < wanted - SLACK
    ]
