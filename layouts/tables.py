"""Shared tables come out: papers and component sizes in mm."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources


@cache
def papers() -> dict[str, tuple[float, float]]:
    """Return width and height of every paper, upright, in mm."""
    return _sizes("papers")


@cache
def sizes() -> dict[str, tuple[float, float]]:
    """Return width and height of every component size in mm."""
    return _sizes("sizes")


def _sizes(name: str) -> dict[str, tuple[float, float]]:
    path = resources.files("layouts") / "shared" / f"{name}.toml"
    table = tomllib.loads(path.read_text("utf-8"))
    return {key: (float(width), float(height)) for key, (width, height) in table.items()}
