"""A board and a play with its dice go in; its total comes out: the referee of ``best``.

The dice are free, so a play names them: each pick says what its die shows, all other dice show 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from layouts.board import Board
from layouts.faults import Faults
from layouts.sources import Source
from solver.dice import rules
from solver.dice.game import moves_from_json
from solver.dice.instance import read_board, read_head
from solver.dice.rules import COLOURS, FACTS, Instance, Pick, Readings
from solver.keys import Keys


@dataclass(frozen=True, slots=True)
class Best:
    """A board of which the best score is asked: default readings, eight rounds, re-roll kept."""

    kind: ClassVar[str] = "best"
    objective: ClassVar[str | None] = None

    readings: ClassVar[Readings] = Readings()

    board: Board


def read(source: Source) -> Best:
    """Read ``game``, ``kind`` and one of ``sheet`` and ``board``.

    Raises:
        BadInput: every fault, with its key path.
        Unreadable: the file of ``board`` does not exist.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    read_head(keys, "best")
    board, _ = read_board(keys, source)
    keys.close()
    faults.raise_if_any()
    assert board
    return Best(board)


def replay(best: Best, moves: Iterable[dict[str, Any]]) -> tuple[int, Mapping[str, Any]]:
    """Play the moves of a result; return the total and its breakdown, with the dice rolled.

    Raises:
        BadInput: a move is unreadable or illegal; every fault is listed.
    """
    free = Instance(best.board, ())
    picks = moves_from_json(free, moves)
    rounds = dice_of(picks)
    total, breakdown = rules.replay(replace(free, rounds=rounds), picks)
    shown = [" ".join(f"{die}{value}" for die, value in dice.items()) for dice in rounds]
    return total, {**breakdown, "rounds": shown}


def dice_of(picks: Iterable[Pick]) -> tuple[rules.Dice, ...]:
    """Return dice of eight rounds that allow these picks."""
    rounds = [dict.fromkeys(COLOURS, 1) for _ in range(FACTS["solo"]["rounds"])]
    for pick in picks:
        if 1 <= pick.round <= len(rounds):
            rounds[pick.round - 1][pick.die] = pick.value
    return tuple(rounds)
