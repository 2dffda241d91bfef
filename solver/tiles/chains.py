"""Numbers and jokers go in; sequences of the model come out (it shares no code with the referee).

Between two neighbouring numbers of a sequence d apart the least number of jokers is
``bridge(d)``; any number that lies in between and is at hand could stand there instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from solver.tiles.rules import JOKER, LEAST, MOST, STEP, Play, Row, flowers_on


def bridge(distance: int) -> int:
    """Return the least number of jokers between two numbers of a sequence."""
    return (distance + STEP - 1) // STEP - 1


def length(numbers: Sequence[int]) -> int:
    """Return the tiles of the shortest sequence through some rising numbers."""
    between = sum(bridge(b - a) for a, b in pairwise(numbers))
    return max(LEAST, len(numbers) + between)


def lay(numbers: Sequence[int], jokers: int) -> Row | None:
    """Return a sequence of rising numbers and exactly so many jokers; None if they do not fit."""
    if not numbers:
        return (JOKER,) * jokers if LEAST <= jokers <= MOST else None
    row, spare = [numbers[0]], []
    for low, high in pairwise(numbers):
        least = bridge(high - low)
        spare.append((len(row) + least, high - low - 1 - least))
        row += [JOKER] * least + [high]
        jokers -= least
    spare += [(len(row), MOST - numbers[-1]), (0, numbers[0] - 1)]
    if jokers < 0:
        return None
    for place, room in sorted(spare, reverse=True):
        row[place:place] = [JOKER] * min(room, jokers)
        jokers -= min(room, jokers)
    return tuple(row) if not jokers and len(row) >= LEAST else None


def top_up(numbers: Sequence[int]) -> Row:
    """Return the shortest sequence through some rising numbers."""
    row = lay(numbers, length(numbers) - len(numbers))
    assert row
    return row


class Purse:
    """The tokens on the board: what rows of some flowers win, whatever their order."""

    def __init__(self, tokens: Iterable[int]) -> None:
        self.left = sorted(tokens)

    def take(self, count: int) -> int:
        """Take the token for so many flowers; 0 if there is none."""
        for place in range(len(self.left) - 1, -1, -1):
            if self.left[place] <= count:
                return self.left.pop(place)
        return 0


def plays(rows: Iterable[Row], tokens: Iterable[int]) -> list[Play]:
    """Return plays that lay whole rows from the hand, with the tokens that they win."""
    purse = Purse(tokens)
    made = [(row, purse.take(sum(map(flowers_on, row)))) for row in rows]
    return [Play(row, tuple(sorted(row)), token=token or None) for row, token in made]
