"""A small deck with a back, and its files as each service wants them, made once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.preflight import preflight
from generator.profiles import export, target_of
from layouts.faults import Fault
from layouts.profiles import load_profile
from layouts.tables import papers

DECK = """
title = "Test deck"
kind = "card"
size = "poker"
bleed = 4
safe = 3
fill = "{tint}.light"
item = "petal-{number}"
back = "back.toml"
copies = "copies"
rows = [
  { number = 1, tint = "pink", copies = 1 },
  { number = 2, tint = "leaf", copies = 2 },
  { number = 3, tint = "wood", copies = 1 },
  { number = 4, tint = "sun", copies = 1 },
  { number = 5, tint = "blue", copies = 1 },
]
[[elements]]
type = "text"
text = "Petal {number}"
box = [0, 0, 50, 20]
at = "centre"
size = 20
align = "centre"
role = "H1"
"""

BACK = """
title = "Test deck, back"
kind = "card"
size = "poker"
bleed = 4
fill = "leaf"
[[elements]]
type = "shape"
shape = "rose"
colour = "rose"
box = [0, 0, 40, 40]
at = "centre"
alt = "a rose"
"""

Change = tuple[str, str]

COPIES = {"kdp": 4}  # a book has at least 24 pages


@dataclass(frozen=True)
class Studio:
    """A folder with the deck, where files are made and checked."""

    folder: Path

    def write(self, deck: Change = ("", ""), back: Change = ("", "")) -> None:
        """Write the deck and its back, a text in each replaced by another."""
        for name, text, (old, new) in (("deck", DECK, deck), ("back", BACK, back)):
            assert old in text
            changed = text.replace(old, new) if old else text
            (self.folder / f"{name}.toml").write_text(changed, encoding="utf-8")

    def make(self, name: str, **options: object) -> list[Path]:
        """Write what a service wants and return the files."""
        profile = load_profile(name)
        wishes = {"paper": papers()["a4"], "copies": COPIES.get(name, 1), "force": True}
        target = self.folder / target_of(f"deck-{name}", profile)
        return export([str(self.folder / "deck.toml")], profile, target, **(wishes | options))

    def faults(self, paths: list[Path], name: str) -> list[Fault]:
        """Return what the profile's preflight finds."""
        return preflight(paths, load_profile(name))


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    """Return a folder with the deck in it."""
    made = Studio(tmp_path)
    made.write()
    return made


@pytest.fixture
def faults(studio: Studio) -> Callable[..., str]:
    """Return a function that makes a service's files, breaks them and says what is found."""

    def run(name: str, damage: Callable[[list[Path]], list[Path] | None]) -> str:
        paths = studio.make(name)
        changed = damage(paths)
        return "\n".join(map(str, studio.faults(paths if changed is None else changed, name)))

    return run
