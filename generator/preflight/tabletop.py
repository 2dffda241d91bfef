"""A saved object and its sheets go in; what a virtual table would not show right comes out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from PIL import Image, UnidentifiedImageError

from generator.exports.tabletop import IDS
from generator.preflight.found import fault, of_kind
from layouts.faults import Fault
from layouts.profiles import Tabletop

MOST_JSON = 20_000_000


def check(paths: Sequence[Path], profile: Tabletop) -> Iterator[Fault]:
    """Yield all faults."""
    for path, wrong in of_kind(paths, ("json", "png", "jpg", "jpeg"), profile.title):
        if wrong:
            yield wrong
        elif path.suffix.lower() == ".json":
            yield from _saved(path, profile)
        else:
            yield from _picture(path, path, profile)


def _picture(path: Path, said_by: Path, profile: Tabletop) -> Iterator[Fault]:
    try:
        with Image.open(path, formats=("PNG", "JPEG")) as picture:
            width, height = picture.size
    except OSError as error:
        broken = isinstance(error, UnidentifiedImageError)
        what = "no readable PNG or JPEG" if broken else f"{error.strerror or error}"
        yield Fault("", f"{path.name}: {what}", "put the picture there", str(said_by))
        return
    if max(width, height) > profile.pixels:
        wanted = f"at most {profile.pixels} a side"
        yield fault(path, None, "size", f"{width} x {height} pixels", wanted, "make it smaller")


def _saved(path: Path, profile: Tabletop) -> Iterator[Fault]:
    try:
        if path.stat().st_size > MOST_JSON:
            raise ValueError(f"more than {MOST_JSON:,} bytes")
        saved = json.loads(path.read_text("utf-8"))
        states = saved["ObjectStates"]
        objects = [state for state in states if isinstance(state, dict)]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        yield fault(path, None, "saved object", f"{error}", "JSON with ObjectStates")
        return
    decks = [
        state for state in objects if state.get("Name") in ("DeckCustom", "CardCustom", "Card")
    ]
    if not decks:
        yield fault(path, None, "objects", f"{len(states)} others", "a DeckCustom or a CardCustom")
    for deck in decks:
        yield from _deck(path, deck, profile)


def _deck(path: Path, deck: dict[str, Any], profile: Tabletop) -> Iterator[Fault]:
    name = str(deck.get("Nickname") or deck.get("Name"))
    sheets = deck.get("CustomDeck")
    if not isinstance(sheets, dict) or not sheets:
        yield fault(path, None, name, "no CustomDeck", "a sheet or more")
        return
    cards = deck.get("ContainedObjects", [deck])
    found = [card.get("CardID") for card in cards if isinstance(card, dict)]
    if "DeckIDs" in deck and deck["DeckIDs"] != found:
        yield fault(path, None, name, "DeckIDs differ from the cards", "the same in order")
    yield from _numbers(path, name, found, sheets, profile)
    for number, sheet in sheets.items():
        yield from _sheet(path, f"{name}, sheet {number}", sheet, profile)


def _numbers(
    path: Path, name: str, found: list[Any], sheets: dict[str, Any], profile: Tabletop
) -> Iterator[Fault]:
    for card in found:
        if not isinstance(card, int) or str(card // IDS) not in sheets:
            yield fault(path, None, name, f"card {card!r}", "100 times a sheet's number and a cell")
        elif card % IDS >= profile.most:
            wanted = f"below {profile.most}: the last cell is hidden"
            yield fault(path, None, name, f"cell {card % IDS}", wanted, "start another sheet")


def _sheet(path: Path, name: str, sheet: Any, profile: Tabletop) -> Iterator[Fault]:
    if not isinstance(sheet, dict):
        yield fault(path, None, name, f"{sheet!r}", "a table")
        return
    grid = (sheet.get("NumWidth"), sheet.get("NumHeight"))
    if grid != (profile.columns, profile.rows):
        wanted = f"{profile.columns} x {profile.rows}"
        yield fault(path, None, f"{name}, cells", f"{grid[0]} x {grid[1]}", wanted)
    for key in ("FaceURL", "BackURL"):
        address = str(sheet.get(key, ""))
        parts = urlsplit(address)
        if parts.scheme == "file" and not parts.netloc:
            yield from _picture(Path(url2pathname(parts.path)), path, profile)
        elif parts.scheme not in ("http", "https"):
            yield fault(
                path, None, f"{name}, {key}", repr(address), "a file:/// or https:// address"
            )
