"""Cards go in; a picture of every face and a list of them come out, each card once.

Files are numbered in the order of the cards; ``cards.csv`` says how often each one is wanted, so
that no copy is sent twice. A back that many cards share is one file.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator.exports.cards import Card, Order, Sheet, document, place, sheets
from layouts.profiles import Singles
from output import png
from output.files import safe_name
from output.formats import Options
from output.scene import Page

COLUMNS = ("name", "front", "back", "copies")
LIST = "cards.csv"


def files(cards: Sequence[Card], profile: Singles, order: Order) -> list[tuple[Path, bytes]]:
    """Return a PNG a face and the list.

    Raises:
        BadInput: the service cuts no such size, or a bleed is too small; all faults.
        TargetRefused: an item's name cannot name a file.
    """
    chosen = sheets(cards, profile)
    digits = len(str(len(cards)))
    names = [f"{number:0{digits}}-{card.front.name}" for number, card in enumerate(cards, 1)]
    fronts = [
        place(card.front, sheet, name)
        for card, sheet, name in zip(cards, chosen, names, strict=True)
    ]
    backs = _backs(cards, chosen, names)
    rows = [
        (card.front.name, f"{front.name}.png", f"{back.name}.png" if back else "", card.count)
        for card, front, back in zip(cards, fronts, backs, strict=True)
    ]
    pages = [*fronts, *{back.name: back for back in backs if back}.values()]
    pictures = png.render(document(cards, pages), Options(dpi=profile.dpi))
    made = [
        (order.target / safe_name(f"{page.name}.png"), data)
        for page, data in zip(pages, pictures, strict=True)
    ]
    return [*made, (order.target / LIST, _table(rows))]


def _backs(
    cards: Sequence[Card], chosen: Sequence[Sheet], names: Sequence[str]
) -> list[Page | None]:
    """Return the page of every card's back; equal ones are one page."""
    distinct: list[Page] = []
    backs: list[Page | None] = []
    for card, sheet, name in zip(cards, chosen, names, strict=True):
        if card.back is None:
            backs.append(None)
            continue
        page = place(card.back, sheet, f"{name}-back", is_back=True)
        known = next((other for other in distinct if other.items == page.items), page)
        distinct += [known] * (known is page)
        backs.append(known)
    if len(distinct) == 1:
        common = replace(distinct[0], name="back")
        return [common if back else None for back in backs]
    return backs


def _table(rows: Sequence[tuple[str, str, str, int]]) -> bytes:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return file.getvalue().encode()
