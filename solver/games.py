"""A game's word or a table goes in; the functions that this game offers come out.

Every game has ``solver/<word>/game.py`` with the same functions: ``read``, ``breaks``, ``score``,
``score_sheet``, ``replay``; and ``solver/<word>/model.py`` for proofs (see solver/run.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Protocol, cast

from layouts.faults import BadInput, Fault, did_you_mean, shown
from layouts.loader import GAMES, is_layout
from layouts.sources import Source

ScoreSheet = Mapping[str, Mapping[str, int | None]]
"""Of every player the points by section, top to bottom, ``total`` among them; None counts not."""


class Game(Protocol):
    """What ``solver/<word>/game.py`` offers."""

    def read(self, source: Source) -> Any:
        """Return the instance or record of a table."""

    def breaks(self, record: Any) -> list[Fault]:
        """Return every break of a rule in a record."""

    def score(self, record: Any) -> dict[str, Any]:
        """Return the points of a record, with its rule breaks under ``faults``."""

    def score_sheet(self, record: Any, result: Mapping[str, Any]) -> ScoreSheet:
        """Return the points of a result as people write them down."""

    def replay(
        self, instance: Any, moves: Iterable[Mapping[str, Any]]
    ) -> tuple[int, Mapping[str, Any]]:
        """Return total and breakdown of a play, or raise BadInput."""


def game(word: str) -> Game:
    """Return a game's functions."""
    return cast(Game, import_module(f"solver.{word}.game"))


def game_of(source: Source) -> str:
    """Return the word of the game that an instance or record is of.

    Raises:
        BadInput: ``game`` is missing or unknown, or the file is a layout.
    """
    if is_layout(source):
        mend = "use bloomprint print; a position has game and kind"
        raise BadInput(Fault("", "this is a layout, not a file of a game", mend, source.name))
    word = source.table.get("game")
    if isinstance(word, str) and word in GAMES:
        return word
    what = "is missing" if word is None else f"{shown(word)} is no game"
    mend = did_you_mean(word, GAMES) if isinstance(word, str) else "known: " + ", ".join(GAMES)
    if word is None and (near := [key for key in source.table if key.lower() == "game"]):
        mend = f"the key {shown(near[0])} is written game, in small letters"
    raise BadInput(Fault("game", what, mend, source.name))


def check(rules: Game, source: Source) -> list[Fault]:
    """Return every fault of an instance or a record; of a record also the breaks of rules.

    Raises:
        Unreadable: a file named inside does not exist.
    """
    try:
        found = rules.read(source)
    except BadInput as error:
        return list(error.faults)
    return [] if _asks(found) else rules.breaks(found)


def instance(rules: Any, source: Source) -> Any:
    """Read a position to be solved; what was played already is no question.

    Raises:
        BadInput: the table has faults, or is a record of a played game.
    """
    found = rules.read(source)
    if not _asks(found):
        mend = "use bloomprint score; to solve it, leave out what was played"
        raise BadInput(Fault("", "this is the record of a game", mend, source.name))
    return found


def record(rules: Any, source: Source) -> Any:
    """Read a played game to be scored.

    Raises:
        BadInput: the table has faults, or nothing was played in it.
    """
    found = rules.read(source)
    if _asks(found):
        mend = "use bloomprint solve; to score a game, write down what was played"
        raise BadInput(Fault("", "nothing was played in this file", mend, source.name))
    return found


def _asks(found: Any) -> bool:
    """Tell an instance, which has an objective (or None of several), from a record."""
    return hasattr(found, "objective")
