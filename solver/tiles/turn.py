"""A position goes in; the best single turn comes out, and it is certain.

After every set of swaps all plays are weighed by their stolen tiles: with these fixed, a sequence
takes all numbers at hand between its ends (one that comes in between never breaks a sequence and
never loses), so only its two ends are tried. An extension is a path through the values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from solver.tiles.chains import lay, length
from solver.tiles.plans import GAIN, exchanges, extended, legal, set_of
from solver.tiles.rules import (
    EARNS,
    JOKER,
    STOLEN,
    Extend,
    Instance,
    Move,
    Play,
    Readings,
    Row,
    Swap,
    flowers_on,
    token_for,
)


@dataclass(frozen=True, slots=True)
class Hold:
    """A position within the turn: numbers and jokers in hand, the table, the swaps so far."""

    numbers: tuple[int, ...]
    jokers: int
    table: tuple[Row, ...]
    swaps: tuple[Swap, ...] = ()


def best_turn(instance: Instance) -> tuple[int, list[Move]]:
    """Return the best score of a turn and its moves; no moves where no action is possible."""
    lost = -sum(map(flowers_on, instance.hand))
    best: tuple[int, list[Move]] = (lost if instance.objective == "net" else 0, [])
    acted = False
    for hold in swapped(instance):
        for action in actions(instance, hold):
            points = worth(instance, hold, action, lost)
            if not acted or points > best[0]:
                best, acted = (points, [*hold.swaps, action]), True
    return best


def worth(instance: Instance, hold: Hold, action: Move, lost: int) -> int:
    """Return what a turn scores; ``lost``: minus the flowers in hand before it."""
    token = action.token or 0 if isinstance(action, Play) else 0
    if instance.objective == "reward":
        return token
    if instance.objective == "tiles":
        return len(action.from_hand)
    laid = (*action.from_hand, *(tile for swap in hold.swaps for tile in swap.from_hand))
    return lost + token + sum(map(flowers_on, laid))


def swapped(instance: Instance) -> list[Hold]:
    """Return the position before and after every set of swaps."""
    numbers = tuple(sorted(tile for tile in instance.hand if tile != JOKER))
    first = Hold(numbers, instance.hand.count(JOKER), instance.table)
    seen, todo = {(first.numbers, first.table): first}, [first]
    while todo:
        hold = todo.pop()
        for onto, row in enumerate(hold.table):
            for tile, new in exchanges(row, set_of(hold.numbers)) if JOKER in row else ():
                left = tuple(n for n in hold.numbers if n != tile)
                table = (*hold.table[:onto], new, *hold.table[onto + 1 :])
                swaps = (*hold.swaps, Swap(onto, (tile,), new))
                after = Hold(left, hold.jokers + 1, table, swaps)
                if (left, table) not in seen:
                    seen[left, table] = after
                    todo.append(after)
    return list(seen.values())


def actions(instance: Instance, hold: Hold) -> Iterator[Move]:
    """Yield the extensions and plays that can be best: with most tiles for their kind."""
    for onto, row in enumerate(hold.table):
        for jokers in {0, hold.jokers}:
            longer = extended(row, set_of(hold.numbers), jokers, instance.objective == "tiles")
            if longer != row:
                yield Extend(onto, _minus(longer, row), longer)
    yield from _plays(instance, hold, (), None, None)
    for stolen, onto, left in robberies(hold.table, instance.readings):
        yield from _plays(instance, hold, stolen, onto, left)


def robberies(table: tuple[Row, ...], readings: Readings) -> Iterator[tuple[Row, int, Row]]:
    """Yield every theft: the stolen tiles, the row's number, what is left of it."""
    for onto, row in enumerate(table):
        seen = set()
        for size in range(1, STOLEN + 1):
            for places in combinations(range(len(row)), size):
                stolen = tuple(row[place] for place in places)
                left = tuple(tile for place, tile in enumerate(row) if place not in places)
                allowed = readings.steal_jokers or JOKER not in stolen
                if allowed and (stolen, left) not in seen and legal(left):
                    seen.add((stolen, left))
                    yield stolen, onto, left


def _plays(
    instance: Instance, hold: Hold, stolen: Row, onto: int | None, left: Row | None
) -> Iterator[Play]:
    taken = [tile for tile in stolen if tile != JOKER]
    spare = len(stolen) - len(taken)
    numbers = sorted((*hold.numbers, *taken))
    firsts = numbers[: numbers.index(taken[0]) + 1] if taken else numbers
    most = hold.jokers + spare
    for first in range(len(firsts)):
        for last in _lasts(numbers, first, taken, most):
            made = _made(instance, numbers[first : last + 1], most, spare)
            if made:
                yield _play(instance, hold, made, stolen, onto, left)
    if not taken and hold.jokers and (made := _made(instance, [], most, spare)):
        yield _play(instance, hold, made, stolen, onto, left)


def _lasts(numbers: list[int], first: int, taken: list[int], most: int) -> Iterator[int]:
    """Yield the places of the last number: as far as the jokers reach, behind stolen ones."""
    for last in range(first, len(numbers)):
        row = numbers[first : last + 1]
        if length(row) - len(row) > most and len(row) > 1 and last > first + 1:
            return
        if not taken or numbers[last] >= taken[-1]:
            yield last


def _made(instance: Instance, numbers: list[int], most: int, spare: int) -> Row | None:
    """Return the sequence through some numbers, with all jokers if tiles count, else with few."""
    least = max(length(numbers) - len(numbers), spare)
    if least > most:
        return None
    return lay(numbers, most if instance.objective == "tiles" else least)


def _play(
    instance: Instance, hold: Hold, row: Row, stolen: Row, onto: int | None, left: Row | None
) -> Play:
    from_hand = _minus(row, stolen)
    token = token_for(sum(GAIN[tile] for tile in row), instance.tokens)
    return Play(row, from_hand, stolen, onto, left, token, _earns(instance, hold, row, stolen))


def _earns(instance: Instance, hold: Hold, row: Row, stolen: Row) -> bool:
    allowed = instance.readings.joker_in_three_earns_joker or JOKER not in row
    left = len(hold.numbers) + hold.jokers - len(row)
    return len(row) == EARNS and not stolen and instance.jokers_left > 0 and left > 0 and allowed


def _minus(row: Row, tiles: Row) -> Row:
    left = list(row)
    for tile in tiles:
        left.remove(tile)
    return tuple(sorted(left))
