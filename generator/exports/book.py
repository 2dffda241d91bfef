"""Pieces go in; the pages of a book come out as one PDF, each piece clear of the gutter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.compose import Component
from generator.exports.cards import Card, Order, document
from layouts.faults import BadInput, Fault
from layouts.profiles import Book
from output import pdf
from output.formats import Options
from output.scene import Box, Group, Page


def files(cards: Sequence[Card], profile: Book, order: Order) -> list[tuple[Path, bytes]]:
    """Return the PDF: a page a piece, on the smallest trim size that holds them all.

    Raises:
        BadInput: no trim size holds a piece, or there are too few or too many pages.
    """
    pieces = [card.front for card in cards for _ in range(card.count)]
    if len(pieces) < profile.least:
        mend = f"at least {profile.least}: add pieces or --copies"
        raise BadInput(Fault("", f"a book of {len(pieces)} pages", mend))
    inside = profile.gutter(len(pieces))
    trim = _trim(pieces, profile, inside)
    pages = [_page(piece, trim, inside, profile, at) for at, piece in enumerate(pieces)]
    [data] = pdf.render(document(cards, pages), Options(metadata=False))
    return [(order.target, data)]


def _trim(pieces: Sequence[Component], profile: Book, inside: float) -> tuple[float, float]:
    wide = max(piece.width for piece in pieces) + inside + profile.outside
    high = max(piece.height for piece in pieces) + 2 * profile.outside
    holding = [trim for trim in profile.trims if trim[0] >= wide and trim[1] >= high]
    if not holding:
        largest = max(profile.trims, key=lambda trim: trim[0] * trim[1])
        what = f"the pieces and their margins need {wide:g} x {high:g} mm"
        raise BadInput(Fault("", what, f"the largest page is {largest[0]:g} x {largest[1]:g} mm"))
    return min(holding, key=lambda trim: trim[0] * trim[1])


def _page(
    piece: Component, trim: tuple[float, float], inside: float, profile: Book, at: int
) -> Page:
    """Put a piece into the middle of the free part: pages 1, 3, 5 have the gutter at the left."""
    left, right = (inside, profile.outside) if at % 2 == 0 else (profile.outside, inside)
    x = left + (trim[0] - left - right - piece.width) / 2
    items = (Group(piece.clipped(0), matrix=(1, 0, 0, 1, x, (trim[1] - piece.height) / 2)),)
    return Page(*trim, items, f"page-{at + 1}", piece.title, Box(0, 0, *trim))
