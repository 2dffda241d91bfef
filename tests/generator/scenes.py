"""What a drawn piece or page holds, groups opened: items with their scale, texts, words."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from generator.compose import Component
from output.scene import Group, Item, Page, Text


def walk(items: tuple[Item, ...], scale: float = 1.0) -> Iterator[tuple[Item, float]]:
    """Yield the items of groups at any depth, with their scale."""
    for item in items:
        if isinstance(item, Group):
            a, b, *_ = item.matrix or (1.0, 0.0)
            yield from walk(item.items, scale * hypot(a, b))
        else:
            yield item, scale


def texts(piece: Component | Page) -> list[Text]:
    """Return the texts of a piece or page."""
    return [item for item, _ in walk(piece.items) if isinstance(item, Text)]


def words(piece: Component) -> list[str]:
    """Return the words of a piece, text by text."""
    return [item.text for item in texts(piece)]
