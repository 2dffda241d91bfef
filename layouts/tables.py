"""Shared tables come out: papers and component sizes in mm, the names of service profiles."""

from __future__ import annotations

import tomllib
from functools import cache

from layouts import HOME

PROFILES = HOME / "shared" / "profiles"


@cache
def papers() -> dict[str, tuple[float, float]]:
    """Return width and height of every paper, upright, in mm."""
    return _sizes("papers")


@cache
def sizes() -> dict[str, tuple[float, float]]:
    """Return width and height of every component size in mm."""
    return _sizes("sizes")


@cache
def profile_names() -> tuple[str, ...]:
    """Return the names of all service profiles."""
    return tuple(sorted(path.stem for path in PROFILES.glob("*.toml")))


def _sizes(name: str) -> dict[str, tuple[float, float]]:
    path = HOME / "shared" / f"{name}.toml"
    table = tomllib.loads(path.read_text("utf-8"))
    return {key: (float(width), float(height)) for key, (width, height) in table.items()}
