"""Cards go in; sheets of faces, backs and a saved object for a virtual table come out.

The saved object names the pictures where they lie on this machine; upload them from inside the
game to play with others. The last cell of every sheet shows the back: others see it in a hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from generator.compose import Component
from generator.exports.cards import Card, Order, backless, document
from layouts.faults import BadInput
from layouts.profiles import Tabletop
from output import png
from output.formats import Options
from output.scene import Group, Item, Page, Paint, Rect

IDS = 100
"""A card's number is 100 times that of its sheet and its cell."""

Key = tuple[float, float]


def files(cards: Sequence[Card], profile: Tabletop, order: Order) -> list[tuple[Path, bytes]]:
    """Return the pictures and the JSON of the saved object, a deck for every size of card.

    Raises:
        BadInput: a card has no back; all of them.
    """
    faults = backless(cards, profile)
    if faults:
        raise BadInput(dict.fromkeys(faults))
    made: list[tuple[Path, bytes]] = []
    states: list[dict[str, Any]] = []
    folder = order.target
    for _, run in groupby(sorted(cards, key=_size), key=_size):
        deck = list(run)
        sheets: dict[str, dict[str, Any]] = {}
        for start in range(0, len(deck), profile.most):
            number = len(made) // 2 + 1  # a picture of faces and one of backs each
            part = deck[start : start + profile.most]
            pictures, entry = _sheet(part, profile, folder, number)
            made += pictures
            sheets[str(number)] = entry
        states.append(_object(deck, sheets, profile))
    saved = {"SaveName": cards[0].front.title, "ObjectStates": states}
    text = json.dumps(saved, indent=2, ensure_ascii=False) + "\n"
    return [*made, (folder / "saved-object.json", text.encode())]


def _size(card: Card) -> Key:
    return card.front.width, card.front.height


def _sheet(
    cards: Sequence[Card], profile: Tabletop, folder: Path, number: int
) -> tuple[list[tuple[Path, bytes]], dict[str, Any]]:
    """Return the pictures of one sheet and what the saved object says of them."""
    backs = [card.back for card in cards if card.back is not None]
    unique = any(back != backs[0] for back in backs)
    dpi = _dpi(_size(cards[0]), profile)
    fronts = _grid([card.front for card in cards], backs[0], profile, f"sheet-{number}-faces")
    behind = (
        _grid(backs, backs[0], profile, f"sheet-{number}-backs")
        if unique
        else Page(*_size(cards[0]), backs[0].clipped(0), f"sheet-{number}-back", backs[0].title)
    )
    pages = (fronts, behind)
    pictures = png.render(document(cards, pages), Options(dpi=dpi))
    paths = [folder / f"{page.name}.png" for page in pages]
    entry = {
        "FaceURL": paths[0].resolve().as_uri(),
        "BackURL": paths[1].resolve().as_uri(),
        "NumWidth": profile.columns,
        "NumHeight": profile.rows,
        "BackIsHidden": False,
        "UniqueBack": unique,
        "Type": 0,
    }
    return list(zip(paths, pictures, strict=True)), entry


def _dpi(size: Key, profile: Tabletop) -> float:
    """Return the resolution at which a sheet is as large as it may be, cells whole pixels wide."""
    width, height = size
    cell = min(profile.pixels / profile.columns, profile.pixels / profile.rows * width / height)
    return int(cell) * 25.4 / width


def _grid(pieces: Sequence[Component], hidden: Component, profile: Tabletop, name: str) -> Page:
    width, height = pieces[0].width, pieces[0].height
    items = [_cell(piece, at, profile) for at, piece in enumerate(pieces)]
    items.append(_cell(hidden, profile.most, profile))
    size = (width * profile.columns, height * profile.rows)
    return Page(*size, tuple(items), name, pieces[0].title)


def _cell(piece: Component, at: int, profile: Tabletop) -> Item:
    row, column = divmod(at, profile.columns)
    edge = Rect(0, 0, piece.width, piece.height, Paint())
    matrix = (1, 0, 0, 1, column * piece.width, row * piece.height)
    return Group(piece.items, matrix=matrix, clip=edge)


# ---------------------------------------------------------------- the saved object


def _object(
    cards: Sequence[Card], sheets: dict[str, dict[str, Any]], profile: Tabletop
) -> dict[str, Any]:
    """Return a deck, or the card itself where there is but one."""
    contained = list(_contained(cards, sheets, profile))
    if len(contained) == 1:
        return contained[0]
    return {
        **_common("DeckCustom", cards[0].front.title, "deck"),
        "DeckIDs": [card["CardID"] for card in contained],
        "CustomDeck": sheets,
        "ContainedObjects": contained,
    }


def _contained(
    cards: Sequence[Card], sheets: dict[str, dict[str, Any]], profile: Tabletop
) -> Iterator[dict[str, Any]]:
    numbers = list(sheets)
    for at, card in enumerate(cards):
        sheet, cell = divmod(at, profile.most)
        number = numbers[sheet]
        for copy in range(card.count):
            yield {
                **_common("CardCustom", card.front.name, f"{number} {cell} {copy}"),
                "CardID": int(number) * IDS + cell,
                "CustomDeck": {number: sheets[number]},
            }


def _common(name: str, nickname: str, key: str) -> dict[str, Any]:
    """Return what every object says; its identifier is made from what it is, not by chance."""
    turned = {"rotX": 0, "rotY": 180, "rotZ": 180 if name == "DeckCustom" else 0}
    return {
        "GUID": sha256(f"{nickname} {key}".encode()).hexdigest()[:6],
        "Name": name,
        "Nickname": nickname,
        "Transform": {
            "posX": 0,
            "posY": 1,
            "posZ": 0,
            **turned,
            "scaleX": 1,
            "scaleY": 1,
            "scaleZ": 1,
        },
    }
