"""The referee of the tile game: a position and moves go in, legality and points come out.

Written from the rulebook; shares no code with the model. A joker is the number 0 in here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from layouts.facts import facts
from layouts.faults import Fault

Tile = int  # 1 to MOST, or JOKER
Row = tuple[Tile, ...]
Kind = Literal["turn", "harvest", "sweep"]

FACTS: dict[str, Any] = facts("tiles")
JOKER: Tile = 0
MOST: int = FACTS["tiles"]["most"]
JOKERS: int = FACTS["tiles"]["jokers"]
TOKENS: tuple[int, ...] = tuple(FACTS["tokens"])
LEAST: int = FACTS["sequence"]["least"]
STEP: int = FACTS["sequence"]["step"]
STOLEN: int = FACTS["sequence"]["stolen"]
EARNS: int = FACTS["sequence"]["earns_joker"]


@dataclass(frozen=True, slots=True)
class Readings:
    """How open rules are read (GAMES: tiles); ``steal_whole`` can never have an effect."""

    steal_jokers: bool = True
    joker_in_three_earns_joker: bool = True
    steal_whole: bool = False


DEFAULTS = Readings()


@dataclass(frozen=True, slots=True)
class Play:
    """A new sequence; ``left`` is what a theft leaves of row ``stolen_from``."""

    sequence: Row
    from_hand: Row
    stolen: Row = ()
    stolen_from: int | None = None
    left: Row | None = None
    token: int | None = None
    joker: bool = False


@dataclass(frozen=True, slots=True)
class Extend:
    """Hand tiles added to row ``onto``; ``sequence`` is the row after it."""

    onto: int
    from_hand: Row
    sequence: Row


@dataclass(frozen=True, slots=True)
class Swap:
    """A number of the hand for a joker of row ``onto``; ``sequence`` is the row after it."""

    onto: int
    from_hand: Row
    sequence: Row


Move = Play | Extend | Swap


@dataclass(frozen=True, slots=True)
class Instance:
    """What ``solve`` is asked."""

    kind: Kind
    hand: Row
    table: tuple[Row, ...] = ()
    tokens: tuple[int, ...] = TOKENS
    jokers_left: int = 0
    objective: str | None = None
    readings: Readings = DEFAULTS


@dataclass(frozen=True, slots=True)
class Position:
    """What the player to move sees: the own hand, the table, the board; ``won`` token points.

    ``swapped``: a swap of this turn waits for its play or extension.
    """

    hand: Row
    table: tuple[Row, ...]
    tokens: tuple[int, ...]
    jokers_left: int
    readings: Readings = DEFAULTS
    won: int = 0
    swapped: bool = False


def start(instance: Instance) -> Position:
    """Return the position an instance begins with."""
    return Position(
        tuple(sorted(instance.hand)),
        instance.table,
        tuple(sorted(instance.tokens)),
        instance.jokers_left,
        instance.readings,
    )


@cache
def flowers_on(tile: Tile) -> int:
    """Return the flowers of one tile; a joker has none."""
    if tile == JOKER:
        return 0
    return next(int(f["count"]) for f in FACTS["flowers"] if tile % f["multiple_of"] == 0)


def flowers(tiles: Iterable[Tile]) -> int:
    """Return the flowers of some tiles together."""
    return sum(map(flowers_on, tiles))


def token_for(count: int, tokens: Iterable[int]) -> int | None:
    """Return the token that so many flowers win: their own number or the next lower one left."""
    return max((token for token in tokens if token <= count), default=None)


def follow(values: frozenset[int], tile: Tile) -> frozenset[int]:
    """Return what a tile can stand for behind one that can stand for ``values``."""
    after = {value + step for value in values for step in range(1, STEP + 1)}
    return frozenset(v for v in after if v <= MOST and tile in (JOKER, v))


@cache
def lead(tile: Tile) -> frozenset[int]:
    """Return what a tile can stand for at the head of a row."""
    return frozenset(range(1, MOST + 1)) if tile == JOKER else frozenset({tile})


def row_faults(row: Sequence[Tile]) -> list[str]:
    """Return every reason why tiles are no sequence; an empty list means that they are one."""
    if len(row) < LEAST:
        return [f"{shown(row)} is no sequence: {len(row)} tiles, at least {LEAST}"]
    values, faults = lead(row[0]), []
    for number, tile in enumerate(row[1:], 1):
        after = follow(values, tile)
        if not after:
            faults.append(_gap(row, number))
        values = after or lead(tile)
    return faults


def _gap(row: Sequence[Tile], number: int) -> str:
    numbers = [tile for tile in row[: number + 1] if tile != JOKER]
    what = f"{shown(row)} is no sequence: "
    if row[number] == JOKER or len(numbers) < 2:
        return what + f"a joker would stand below 1 or above {MOST}"
    if numbers[-1] <= numbers[-2]:
        return what + f"{numbers[-1]} after {numbers[-2]} does not rise"
    between = "with the jokers between " if JOKER in row[row.index(numbers[-2]) : number] else ""
    return what + f"from {numbers[-2]} to {numbers[-1]} {between}a step is not 1 or {STEP}"


def shown(tiles: Iterable[Tile]) -> str:
    """Return tiles as messages quote them."""
    return " ".join("J" if tile == JOKER else str(tile) for tile in tiles) or "nothing"


def takes_apart(tiles: Row, whole: Row) -> Row | None:
    """Return a row without some tiles (its jokers: the first ones); None if they are not in it."""
    left = list(whole)
    for tile in tiles:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)


def keeps_order(part: Row, whole: Row) -> bool:
    """Tell whether the tiles of a row stand in another one in the same order."""
    rest = iter(whole)
    return all(tile in rest for tile in part)


def faults_of(position: Position, move: Move) -> list[Fault]:
    """Return every reason why a move is illegal; an empty list means that it is legal."""
    hand = [*_hand_faults(position, move)]
    if isinstance(move, Play):
        found = [*_theft_faults(position, move), *_play_faults(position, move)]
    elif not 0 <= move.onto < len(position.table):
        found = [Fault("", f"row {move.onto} is not on the table", _rows(position))]
    elif isinstance(move, Extend):
        found = [*_extend_faults(position, move)]
    else:
        found = [*_swap_faults(position, move)]
    return hand + found


def _rows(position: Position) -> str:
    return f"rows 0 to {len(position.table) - 1}" if position.table else "the table is empty"


def _hand_faults(position: Position, move: Move) -> Iterator[Fault]:
    if not move.from_hand:
        yield Fault("", "no tile comes from the hand", "at least one")
    if missing := Counter(move.from_hand) - Counter(position.hand):
        lacks = shown(missing.elements())
        yield Fault("", f"the hand does not hold {lacks}", f"it holds {shown(position.hand)}")


def _theft_faults(position: Position, move: Play) -> Iterator[Fault]:
    if not move.stolen:
        if move.stolen_from is not None or move.left is not None:
            yield Fault("", "a row is named but nothing is stolen", "leave out the row")
        return
    if len(move.stolen) > STOLEN:
        yield Fault("", f"{len(move.stolen)} tiles stolen", f"1 to {STOLEN}")
    if JOKER in move.stolen and not position.readings.steal_jokers:
        yield Fault("", "a joker is stolen", "steal_jokers is false")
    if move.stolen_from is None or not 0 <= move.stolen_from < len(position.table):
        yield Fault("", f"row {move.stolen_from} is not on the table", _rows(position))
        return
    yield from _left_faults(position.table[move.stolen_from], move)


def _left_faults(robbed: Row, move: Play) -> Iterator[Fault]:
    rest = takes_apart(move.stolen, robbed)
    if rest is None:
        yield Fault("", f"{shown(move.stolen)} is not in {shown(robbed)}", "steal from one row")
        return
    if move.left is None and JOKER in robbed:
        yield Fault("", f"'left' is missing: {shown(robbed)} holds a joker", "say what is left")
        return
    left = rest if move.left is None else move.left
    if Counter(left) != Counter(rest) or not keeps_order(left, robbed):
        what = f"{shown(left)} is not what is left of {shown(robbed)}"
        yield Fault("", what, f"it is without {shown(move.stolen)}, in the same order")
    for fault in row_faults(left):
        yield Fault("", f"the theft leaves too little: {fault}")


def _play_faults(position: Position, move: Play) -> Iterator[Fault]:
    for fault in row_faults(move.sequence):
        yield Fault("", fault)
    if Counter(move.sequence) != Counter(move.from_hand + move.stolen):
        what = f"{shown(move.sequence)} is not made of {shown(move.from_hand + move.stolen)}"
        yield Fault("", what, "hand tiles and stolen ones, each once")
    count = flowers(move.sequence)
    due = token_for(count, position.tokens)
    if move.token != due:
        right = f"token {due}" if due else "no token, for none so low is left"
        wrong = f"token {move.token}" if move.token else "no token"
        yield Fault("", f"{wrong} is taken", f"{count} flowers win {right}")
    if move.joker and (why := joker_refused(position, move)):
        yield Fault("", "a joker is taken from the board", why)


def joker_refused(position: Position, move: Play) -> str:
    """Return why a play earns no joker; nothing where it does."""
    if len(move.sequence) != EARNS or move.stolen:
        return f"only exactly {EARNS} tiles without theft earn one"
    if JOKER in move.sequence and not position.readings.joker_in_three_earns_joker:
        return "the sequence holds a joker: joker_in_three_earns_joker is false"
    if not position.jokers_left:
        return "the board has none left"
    if takes_apart(position.hand, move.from_hand) is not None:
        return "the hand is empty: the round is over"
    return ""


def _extend_faults(position: Position, move: Extend) -> Iterator[Fault]:
    row = position.table[move.onto]
    for fault in row_faults(move.sequence):
        yield Fault("", fault)
    made = Counter(move.sequence) == Counter(row + move.from_hand)
    if not made or not keeps_order(row, move.sequence):
        what = f"{shown(move.sequence)} is not {shown(row)} with {shown(move.from_hand)} added"
        yield Fault("", what, "every laid tile keeps its place in the row")


def _swap_faults(position: Position, move: Swap) -> Iterator[Fault]:
    row = position.table[move.onto]
    if len(move.from_hand) != 1 or JOKER in move.from_hand:
        yield Fault("", f"{shown(move.from_hand)} is swapped in", "one number for one joker")
        return
    if move.sequence not in swaps(row, move.from_hand[0]):
        what = f"{shown(move.sequence)} is not {shown(row)} with {shown(move.from_hand)}"
        yield Fault("", what, "in a joker's place, all else as it lies")
    for fault in row_faults(move.sequence):
        yield Fault("", fault)


def swaps(row: Row, tile: Tile) -> list[Row]:
    """Return a row with a tile in the place of each of its jokers, legal or not."""
    return [(*row[:n], tile, *row[n + 1 :]) for n, laid in enumerate(row) if laid == JOKER]


def apply(position: Position, move: Move) -> Position:
    """Return the position after a legal move."""
    hand = takes_apart(move.from_hand, position.hand)
    assert hand is not None
    if isinstance(move, Play):
        return _played(replace(position, hand=hand, swapped=False), move)
    table = _with_row(position.table, move.onto, move.sequence)
    if isinstance(move, Swap):
        return replace(position, hand=(JOKER, *hand), table=table, swapped=True)
    return replace(position, hand=hand, table=table, swapped=False)


def _with_row(table: tuple[Row, ...], number: int, row: Row) -> tuple[Row, ...]:
    return (*table[:number], row, *table[number + 1 :])


def _played(position: Position, move: Play) -> Position:
    table, tokens = position.table, list(position.tokens)
    if move.stolen_from is not None:
        left = move.left or takes_apart(move.stolen, table[move.stolen_from])
        assert left
        table = _with_row(table, move.stolen_from, left)
    if move.token:
        tokens.remove(move.token)
    return replace(
        position,
        hand=(JOKER,) * move.joker + position.hand,
        table=(*table, move.sequence),
        tokens=tuple(tokens),
        jokers_left=position.jokers_left - move.joker,
        won=position.won + (move.token or 0),
    )
