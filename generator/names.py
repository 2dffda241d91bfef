"""Sizes, colours, drawings and flowers go in; the names that a layout may use come out to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from layouts.facts import flowers
from layouts.loader import GAMES
from layouts.palette import palette
from layouts.shapes import shape, shape_names
from layouts.tables import sizes

_ROLES = ("main", "light", "dark")
_COLOURS = (
    "`pink` is its main colour, `pink.light` and `pink.dark` are its shades. A colour of your own "
    "is `#RRGGBB`; it has shades as well, half way to white and half way to black. Where a "
    "drawing is painted, in `shape` and in `flowers`, a colour stands without a shade: the drawing "
    "uses all of them. `none` is nothing."
)
_FLOWERS = "What a layout of the `game` knows; `flowers` adds others and changes these."


def names() -> Iterator[str]:
    """Yield a section of Markdown for every kind of name."""
    wide = ((f"`{name}`", f"{width:g} x {height:g}") for name, (width, height) in sizes().items())
    yield _section("Sizes", tabled(("size", "width x height in mm"), wide))
    shades = ((f"`{name}`", *(row[role] for role in _ROLES)) for name, row in palette().items())
    yield _section("Colours", _COLOURS, tabled(("colour", *_ROLES), shades))
    shown = ((f"`{name}`", shape(name).title) for name in shape_names())
    yield _section("Drawings", tabled(("shape", "shows"), shown))
    known = ((f"`{game}`", _letters(game)) for game in GAMES)
    yield _section("Flowers", _FLOWERS, tabled(("game", "letters and names"), known))


def tabled(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of Markdown."""
    lines = (f"| {' | '.join(row)} |" for row in (head, *rows))
    first, *others = lines
    return "\n".join([first, "|---" * len(head) + "|", *others])


def _section(head: str, *parts: str) -> str:
    return "\n\n".join([f"### {head}", *parts])


def _letters(game: str) -> str:
    return ", ".join(f"`{row['letter']}` {row['says']}" for row in flowers(game))
