"""A game's word goes in; what its rulebook fixes and how its flowers look come out."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from layouts import HOME


@cache
def facts(game: str) -> dict[str, Any]:
    """Return the table of ``layouts/<game>/facts.toml``."""
    return _table(game, "facts.toml")


@cache
def flowers(game: str) -> tuple[dict[str, str], ...]:
    """Return the rows of ``layouts/<game>/flowers.toml``: letter, says, shape, colour."""
    return tuple(_table(game, "flowers.toml")["flowers"])


def _table(game: str, name: str) -> dict[str, Any]:
    return tomllib.loads((HOME / game / name).read_text("utf-8"))
