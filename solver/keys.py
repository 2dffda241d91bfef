"""A table goes in; values of exactly the wanted type come out, and the faults are noted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from layouts.faults import Faults, did_you_mean, key_shown, shown, unknown_keys

__all__ = ["KINDS", "Keys", "of_kind", "shown"]

MOST_ENTRIES = 300  # of a list; no game, however long, comes near

TOP = {
    "board", "cards", "circled", "coins", "deck", "dummy", "field", "finished", "game", "hand",
    "hands", "jokers_left", "kind", "large", "me", "moves", "objective", "order", "patterns",
    "pawns", "picks", "players", "reroll_used", "rerolls", "round", "rounds", "seats", "sheet",
    "small", "start", "table", "ticks", "tokens", "version", "virtual", "wheelbarrow",
    "wheelbarrows",
}  # fmt: skip
"""The keys of instances and records themselves, which below a header end up in its table."""

T = TypeVar("T")

KINDS: dict[type, str] = {
    str: "text in quotes",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


@dataclass(slots=True)
class Keys:
    """One table being read: ask for every key that may stand there, then ``close`` it."""

    table: dict[str, Any]
    faults: Faults
    where: str = ""
    asked: set[str] = field(default_factory=set)

    def path(self, key: str) -> str:
        """Return the key path of a key of this table."""
        return f"{self.where}.{key_shown(key)}" if self.where else key_shown(key)

    def has(self, key: str) -> bool:
        """Tell whether a key stands in the table; it may."""
        self.asked.add(key)
        return key in self.table

    def get(self, key: str, kind: type[T], default: T | None = None, mend: str = "") -> T:
        """Return the value of a key; without a default it must be there.

        A fault is noted for a wrong type, and the default (or an empty value) returned.
        """
        fallback = kind() if default is None else default
        if not self.has(key):
            if default is None:
                self.faults.add(self.path(key), "is missing", mend or KINDS[kind])
            return fallback
        value = of_kind(self.table[key], kind, self.faults, self.path(key), mend)
        return fallback if value is None else value

    def word(self, key: str, words: Iterable[str], default: str | None = None) -> str:
        """Return a key's value that must be one of a few words; one of them in any case."""
        words = tuple(words)
        value = self.get(key, str, default, "one of: " + ", ".join(words))
        if value in words:
            return value
        if isinstance(self.table.get(key), str):
            self.faults.add(
                self.path(key), f"{shown(value)} is unknown", did_you_mean(value, words)
            )
        return default or words[0]

    def close(self) -> None:
        """Note every key that nobody asked for."""
        prefix = f"{self.where}." if self.where else ""
        above = TOP if self.where else ()
        unknown = self.table.keys() - self.asked
        self.faults.extend(unknown_keys(unknown, self.asked, self.faults.file, prefix, above))


def of_kind(value: object, kind: type[T], faults: Faults, where: str, mend: str = "") -> T | None:
    """Return the value if its type is exactly the wanted one (true is no number), else None."""
    if isinstance(value, list) and len(value) > MOST_ENTRIES:
        faults.add(where, f"a list of {len(value)} entries", f"at most {MOST_ENTRIES}")
        return None
    if type(value) is kind:
        return value
    faults.add(where, f"{shown(value)} is not {KINDS[kind]}", mend)
    return None
