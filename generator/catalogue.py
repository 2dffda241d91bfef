"""A word such as ``dice/sheets``, ``all`` or a file goes in; layouts' names come out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from layouts import HOME
from layouts.faults import BadInput, Fault, nearest
from layouts.loader import GAMES, builtin_names, load


@dataclass(frozen=True, slots=True)
class Product:
    """Something to print: a game's word, its own name, its layouts, what to do with them."""

    game: str
    name: str
    layouts: tuple[str, ...]
    make: str = ""

    @property
    def word(self) -> str:
        """What is typed to print it."""
        return f"{self.game}/{self.name}"


@cache
def products(game: str) -> tuple[Product, ...]:
    """Return what there is to print for a game, in the order of its kit."""
    table = tomllib.loads((HOME / game / "kit.toml").read_text("utf-8"))
    return tuple(
        Product(game, row["name"], tuple(row["layouts"]), row.get("make", ""))
        for row in table["products"]
    )


def layouts_of(words: Iterable[str]) -> list[str]:
    """Return the names or files of the layouts that the words mean, in order.

    Raises:
        BadInput: a word means nothing; says what is near.
    """
    found: list[str] = []
    faults: list[Fault] = []
    for word in words:
        try:
            found += _meant(word)
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(faults)
    return found


def stem_of(words: Iterable[str]) -> str:
    """Return what a file is called that holds what the words mean."""
    return "-".join(
        Path(word).stem if word.endswith(".toml") else word.replace("/", "-") for word in words
    )


def _meant(word: str) -> list[str]:
    if word.endswith(".toml"):
        return [word]
    everything = [product for game in GAMES for product in products(game)]
    chosen = [p for p in everything if word in ("all", p.game, p.word)]
    if chosen:
        return [name for product in chosen for name in product.layouts]
    if word in builtin_names():
        if not load(word).layout.abstract:
            return [word]
        raise BadInput(
            Fault("", f"'{word}' is a base for layouts that extend it", "print one of those")
        )
    raise BadInput(Fault("", f"there is no '{word}' to print", _mend(word, everything)))


def _mend(word: str, everything: Iterable[Product]) -> str:
    """Say what is near: a file without its ending, a word, or else where all words stand."""
    if Path(f"{word}.toml").exists():
        return f"did you mean the file '{word}.toml'?"
    known = ["all", *GAMES, *(p.word for p in everything), *builtin_names()]
    near = nearest(word, known)
    guess = f"did you mean '{near}'? " if near else ""
    return f"{guess}`bloomprint list` shows everything; a layout of your own ends in .toml"
