"""Two rows go in, one before and one after an action; the moves of ends and jokers come out.

They are named as in the equations of ``ends.py``: what happens, the row of the model, from where
and to where. A joker lies right of the number before it, or left (below 0) of the lowest one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise

from solver.tiles.chains import bridge
from solver.tiles.network import NEW
from solver.tiles.rules import JOKER, LEAST, STEP, Row

Move = tuple[str, int, int, int]
KINDS = (
    *("joker", "added", "robbed", "freed", "short", "spare", "last"),
    *("theft", "bridged theft", "extend", "bridged", "swap", "first", "first swap"),
)


def places(row: Iterable[int]) -> list[int]:
    """Return where each joker of a row lies, in their order."""
    numbers = [tile for tile in row if tile != JOKER]
    found, last = [], -numbers[0] if numbers else 0
    for tile in row:
        if tile == JOKER:
            found.append(last)
        else:
            last = tile
    return found


def added(row: int, before: Row, new: Row) -> Iterator[Move]:
    """Yield the moves where one tile is added to a row."""
    place = next((at for at, tile in enumerate(before) if tile != new[at]), len(before))
    if new[place] == JOKER:
        yield "added", row, 0, places(new)[new[:place].count(JOKER)]
    else:
        yield from _comes(row, "extend", before, new, place, places(before))


def swapped(row: int, before: Row, new: Row) -> Iterator[Move]:
    """Yield the moves where a number takes the place of a joker."""
    place = next(at for at, tile in enumerate(before) if tile != new[at])
    lying = places(before)
    yield "freed", row, lying.pop(before[:place].count(JOKER)), new[place]
    yield from _comes(row, "swap", before, new, place, lying)


def _comes(
    row: int, what: str, before: Row, new: Row, place: int, lying: list[int]
) -> Iterator[Move]:
    """Yield the moves of a number of the hand; ``lying``: where the jokers lay that stay."""
    number, behind = new[place], new[place + 1 :]
    lower = [tile for tile in new[:place] if tile != JOKER]
    higher = [tile for tile in behind if tile != JOKER]
    if lower and higher:
        bare = what == "extend" and JOKER not in (new[place - 1], behind[0])
        yield "bridged" if what == "extend" and not bare else what, row, number, number
    elif lower or higher:
        yield what, row, lower[-1] if lower else higher[0], number
    else:
        yield "first" if what == "extend" else "first swap", row, 0, number
    yield from _jokers(row, lying, places(new))


def _jokers(row: int, before: list[int], after: list[int]) -> Iterator[Move]:
    for start, to in zip(before, after, strict=True):
        if start != to:
            yield "joker", row, start, to


def filled(row: int, before: Row, ready: Row) -> Iterator[Move]:
    """Yield the moves where numbers are added to a row without jokers, one after the other."""
    now, rest = list(before), [tile for tile in ready if tile not in before]
    while rest:
        near = (n for n in rest if now[0] - STEP <= n <= now[-1] + STEP)
        number = next(near)
        rest.remove(number)
        then = sorted((*now, number))
        yield from added(row, tuple(now), tuple(then))
        now = then


def robbed(row: int, ready: Row, stolen: Row, left: Row) -> Iterator[Move]:
    """Yield the moves of a theft: numbers from the ends, then other numbers, then jokers."""
    kept, taken = list(ready), [tile for tile in stolen if tile != JOKER]
    while taken:
        numbers = [tile for tile in kept if tile != JOKER]
        ends = [end for end in (numbers[0], numbers[-1]) if end in taken]
        number = ends[0] if ends else max(taken, key=lambda n: _beside_joker(kept, n))
        taken.remove(number)
        yield _stolen(row, kept, numbers, number)
        before = places(kept)
        kept.remove(number)
        yield from _jokers(row, before, places(kept))
    for gone in combinations(range(len(kept)), stolen.count(JOKER)):
        rest = [tile for place, tile in enumerate(kept) if place not in gone]
        if rest == list(left) and not any(kept[place] for place in gone):
            lying = places(kept)
            for place in gone:
                yield "robbed", row, lying[kept[:place].count(JOKER)], 0
            return


def _stolen(row: int, tiles: list[int], numbers: list[int], number: int) -> Move:
    if len(numbers) == 1:
        return "theft", row, number, 0
    if number == numbers[0]:
        return "theft", row, number, numbers[1]
    if number == numbers[-1]:
        return "theft", row, number, numbers[-2]
    return "bridged theft" if _beside_joker(tiles, number) else "theft", row, number, number


def _beside_joker(tiles: list[int], number: int) -> bool:
    place = tiles.index(number)
    return JOKER in (tiles[place - 1], tiles[place + 1])


def laid(new: Row, stolen: int) -> Iterator[Move]:
    """Yield where the jokers of a new row lie that are not between numbers that need them.

    ``stolen``: how many of all its jokers are.
    """
    numbers = [tile for tile in new if tile != JOKER]
    if not numbers:
        return
    lying, tiles = places(new), len(numbers)
    for low, high in pairwise(numbers):
        for _ in range(bridge(high - low)):
            lying.remove(low)
            stolen -= stolen > 0
            tiles += 1
    short = max(0, LEAST - tiles)
    for at, place in enumerate(lying):
        if at < short:
            yield "short", NEW, numbers[-1], place
        elif at < stolen:
            yield "spare", NEW, numbers[-1], place
        else:
            yield "added", NEW, 0, place
