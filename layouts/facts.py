"""A game's word goes in; the facts of its rulebook come out, as the layouts print them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def facts(game: str) -> dict[str, Any]:
    """Return the table of ``layouts/<game>/facts.toml``."""
    return tomllib.loads((resources.files("layouts") / game / "facts.toml").read_text("utf-8"))
