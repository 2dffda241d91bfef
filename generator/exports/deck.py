"""Cards go in; one PDF comes out, a page a face with bleed, fronts and backs in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.exports.cards import Card, Order, Sheet, document, place, sheets
from layouts.profiles import Deck
from output import pdf
from output.formats import Options
from output.scene import Page


def files(cards: Sequence[Card], profile: Deck, order: Order) -> list[tuple[Path, bytes]]:
    """Return the PDF; a card wanted several times has its pages several times.

    Raises:
        BadInput: the service cuts no such size, a bleed is too small, a back is missing.
    """
    chosen = sheets(cards, profile)
    pages = [
        page
        for card, sheet in zip(cards, chosen, strict=True)
        for page in [*_sides(card, sheet, profile.first)] * card.count
    ]
    [data] = pdf.render(document(cards, pages), Options(colour=profile.colour))
    return [(order.target, data)]


def _sides(card: Card, sheet: Sheet, first: str) -> Iterator[Page]:
    sides = [place(card.front, sheet, card.front.name)]
    if card.back is not None:
        sides.append(place(card.back, sheet, card.back.name, is_back=True))
    yield from sides if first == "front" else reversed(sides)
