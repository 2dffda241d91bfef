"""The referee of a whole round: the players' moves go in, rule breaks and points come out.

What one player may lay is for ``rules`` to say; here stand turns, drawing, passing and the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from layouts.faults import Fault
from solver.tiles.listing import legal_moves
from solver.tiles.rules import (
    DEFAULTS,
    FACTS,
    JOKER,
    JOKERS,
    MOST,
    TOKENS,
    Move,
    Play,
    Position,
    Readings,
    Row,
    Swap,
    apply,
    faults_of,
    flowers,
    joker_refused,
    shown,
    token_for,
)

MOST_DRAWN: int = FACTS["draw"]["most"]


@dataclass(frozen=True, slots=True)
class Draw:
    """Tiles drawn: from the floor and blind; ``blind`` and ``refill`` show jokers turned up.

    ``floor_known``: the record follows the floor; without it ``blind`` holds all drawn tiles.
    """

    floor: Row = ()
    blind: Row = ()
    refill: Row = ()
    floor_known: bool = True


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is done, which is legal only where nothing can be done."""


Action = Move | Draw | Pass


@dataclass(frozen=True, slots=True)
class Round:
    """A round under way; players are counted from 0. ``floor`` is None where nobody noted it."""

    hands: tuple[Row, ...]
    jokers_left: int
    player: int
    floor: Row | None = None
    readings: Readings = DEFAULTS
    table: tuple[Row, ...] = ()
    tokens: tuple[int, ...] = tuple(sorted(TOKENS))
    won: tuple[int, ...] = ()
    swapped: bool = False
    passes: int = 0

    @property
    def over(self) -> bool:
        """Whether a hand is empty or everybody has passed."""
        return not all(self.hands) or self.passes == len(self.hands)

    def position(self, player: int) -> Position:
        """Return what a player sees."""
        return Position(
            tuple(sorted(self.hands[player])),
            self.table,
            self.tokens,
            self.jokers_left,
            self.readings,
            swapped=self.swapped,
        )


def unseen(state: Round) -> set[int]:
    """Return the numbers that lie in no hand, in no row and not on the floor."""
    lying = (*state.hands, *state.table, state.floor or ())
    return set(range(1, MOST + 1)).difference(*lying)


def can_draw(state: Round) -> bool:
    """Tell whether a number is left to draw."""
    return bool(state.floor or unseen(state))


def can_lay(position: Position) -> bool:
    """Tell whether a play or an extension is possible, perhaps after swaps."""
    for move in legal_moves(position):
        if not isinstance(move, Swap) or can_lay(apply(position, move)):
            return True
    return False


def round_faults(state: Round, player: int, action: Action) -> list[Fault]:
    """Return every reason why an action is illegal."""
    if state.over:
        return [Fault("", "the round is over", "leave out what comes after the end")]
    found = [*_turn_faults(state, player, action)]
    if isinstance(action, Draw):
        return [*found, *_draw_faults(state, action)]
    if isinstance(action, Pass):
        return [*found, *_pass_faults(state, player)]
    return found + faults_of(state.position(player), action)


def _turn_faults(state: Round, player: int, action: Action) -> Iterator[Fault]:
    if player != state.player:
        yield Fault("", "it is another player's turn", "turns go clockwise, one action each")
    if state.swapped and isinstance(action, Draw | Pass):
        yield Fault("", "a swap was made", "a play or an extension follows it in the same turn")


def _draw_faults(state: Round, draw: Draw) -> Iterator[Fault]:
    if draw.floor_known != (state.floor is not None):
        mend = "with a floor: floor, supply, refill; without one: tiles, jokers"
        yield Fault("", "the drawing does not fit the record's floor", mend)
    blind = [tile for tile in draw.blind if tile != JOKER]
    taken = len(draw.floor) + len(blind)
    if not 1 <= taken <= MOST_DRAWN:
        yield Fault("", f"{taken} tiles drawn", f"1 to {MOST_DRAWN}")
    floor = state.floor or ()
    if missing := [tile for tile in draw.floor if tile not in floor]:
        yield Fault("", f"{shown(missing)} is not on the floor", f"there: {shown(floor)}")
    new = [*blind, *(tile for tile in draw.refill if tile != JOKER)]
    if gone := [tile for tile in new if tile not in unseen(state)]:
        yield Fault("", f"{shown(gone)} lies elsewhere already", "each tile once")
    if len({*draw.floor, *new}) < len(draw.floor) + len(new):
        yield Fault("", "a tile is drawn twice", "each tile once")
    yield from _refill_faults(state, draw)
    turned = (draw.blind + draw.refill).count(JOKER)
    if turned + jokers_seen(state) > JOKERS:
        yield Fault("", f"joker number {turned + jokers_seen(state)} is drawn", f"{JOKERS} in all")


def _refill_faults(state: Round, draw: Draw) -> Iterator[Fault]:
    numbers = [tile for tile in draw.refill if tile != JOKER]
    supply = len(unseen(state) - {*draw.blind})
    due = min(len(draw.floor), supply)
    if len(numbers) != due:
        yield Fault("", f"the floor is refilled with {len(numbers)} numbers", f"{due} wanted")


def jokers_seen(state: Round) -> int:
    """Return how many jokers lie on the board, in hands and in rows."""
    return state.jokers_left + sum(row.count(JOKER) for row in (*state.hands, *state.table))


def _pass_faults(state: Round, player: int) -> Iterator[Fault]:
    if can_draw(state):
        yield Fault("", "a pass though tiles can be drawn", "passing is forced, never chosen")
    elif can_lay(state.position(player)):
        yield Fault("", "a pass though tiles can be laid", "passing is forced, never chosen")


def act(state: Round, player: int, action: Action) -> Round:
    """Return the round after a legal action."""
    after = replace(state, player=(player + 1) % len(state.hands), swapped=False, passes=0)
    if isinstance(action, Pass):
        return replace(after, passes=state.passes + 1)
    if isinstance(action, Draw):
        return _drawn(after, player, action)
    position = apply(state.position(player), action)
    won = state.won or (0,) * len(state.hands)
    return replace(
        after,
        player=player if position.swapped else after.player,
        hands=_with(state.hands, player, position.hand),
        won=(*won[:player], won[player] + position.won, *won[player + 1 :]),
        table=position.table,
        tokens=position.tokens,
        jokers_left=position.jokers_left,
        swapped=position.swapped,
    )


def _drawn(state: Round, player: int, draw: Draw) -> Round:
    refill = tuple(tile for tile in draw.refill if tile != JOKER)
    floor = state.floor
    if floor is not None:
        floor = tuple(tile for tile in floor if tile not in draw.floor) + refill
    taken = draw.floor + tuple(tile for tile in draw.blind if tile != JOKER)
    return replace(
        state,
        hands=_with(state.hands, player, state.hands[player] + taken),
        jokers_left=state.jokers_left + (draw.blind + draw.refill).count(JOKER),
        floor=floor,
    )


def _with(hands: tuple[Row, ...], player: int, hand: Row) -> tuple[Row, ...]:
    return (*hands[:player], hand, *hands[player + 1 :])


def forced(state: Round, player: int, action: Action) -> Round:
    """Return the round after an illegal action: with the due token and joker, else undone."""
    if isinstance(action, Play):
        token = token_for(flowers(action.sequence), state.tokens)
        action = replace(action, token=token)
        if joker_refused(state.position(player), action):
            action = replace(action, joker=False)
    if not isinstance(action, Draw | Pass) and not faults_of(state.position(player), action):
        return act(state, player, action)
    return replace(state, player=(player + 1) % len(state.hands), swapped=False)


def points(state: Round, player: int) -> dict[str, int]:
    """Return a player's tokens, flowers left in hand (negative) and points."""
    tokens = state.won[player] if state.won else 0
    lost = -flowers(state.hands[player])
    return {"tokens": tokens, "flowers": lost, "points": tokens + lost}
