"""A turn or harvest goes in; what people of growing foresight play comes out.

In a single turn there is nothing to foresee but the turn itself: everybody sees rows of numbers
from the hand, and each tile stolen, joker laid and tile swapped in is one thing more to think of.
In a harvest a player looks some turns ahead, at the likeliest ones only, plays the first of the
best line and looks anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from solver.tiles.rules import JOKER, Instance, Move, Play, Position, apply, flowers, start
from solver.tiles.turn import Hold, actions, swapped, worth

WIDTH = {1: 1, 2: 30, 3: 20, 4: 12}
"""How many turns a player who looks so many turns ahead weighs at each step, the best first."""


class Turn(NamedTuple):
    """A turn and what it gains: swaps, then one play or extension."""

    gain: int
    moves: tuple[Move, ...]


def play(instance: Instance, level: int) -> list[Move]:
    """Return the moves of a player of a level, 1 to 4."""
    if instance.kind == "turn":
        return _turn(instance, level - 1)
    return _harvest(instance, level)


def _turn(instance: Instance, most: int) -> list[Move]:
    """Play the best turn with at most so many things to think of."""
    simple = [turn for turn in turns(instance, start(instance)) if _things(turn.moves) <= most]
    return list(max(simple, key=lambda turn: turn.gain).moves) if simple else []


def _things(moves: tuple[Move, ...]) -> int:
    *swaps, last = moves
    stolen = len(last.stolen) if isinstance(last, Play) else 0
    return len(swaps) + stolen + last.from_hand.count(JOKER)


def turns(instance: Instance, position: Position) -> Iterator[Turn]:
    """Yield the turns that can be best, each with most tiles of its kind."""
    now = replace(
        instance,
        kind="turn",
        hand=position.hand,
        table=position.table,
        tokens=position.tokens,
        jokers_left=position.jokers_left,
        objective=instance.objective or "net",
    )
    lost = -flowers(now.hand)
    for hold in swapped(now):
        for action in actions(now, hold):
            yield Turn(_gain(now, hold, action, lost), (*hold.swaps, action))


def _gain(now: Instance, hold: Hold, action: Move, lost: int) -> int:
    before = lost if now.objective == "net" else 0
    return worth(now, hold, action, lost) - before


def _harvest(instance: Instance, ahead: int) -> list[Move]:
    position, moves = start(instance), list[Move]()
    while line := _best_line(instance, position, ahead, WIDTH[ahead])[1]:
        for move in line[0].moves:
            position = apply(position, move)
        moves += line[0].moves
    return moves


def _best_line(
    instance: Instance, position: Position, ahead: int, width: int
) -> tuple[int, tuple[Turn, ...]]:
    """Return the most that so many turns gain, and the turns; none where nothing gains."""
    best: tuple[int, tuple[Turn, ...]] = (0, ())
    if not position.hand or not ahead:
        return best
    likely = sorted(turns(instance, position), key=lambda turn: -turn.gain)
    for turn in likely[: width if ahead > 1 else 1]:
        after = position
        for move in turn.moves:
            after = apply(after, move)
        gain, line = _best_line(instance, after, ahead - 1, width)
        if turn.gain + gain > best[0]:
            best = turn.gain + gain, (turn, *line)
    return best
