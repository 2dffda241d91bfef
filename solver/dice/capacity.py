"""A node goes in; how much its dice can complete at all comes out, by counting flowers.

The relaxation completes a little of everything; few dice complete one or two parts whole, or none.
Beds share no flower, so that for a set of colours the beds with the fewest flowers outside them
are the cheapest: every set of colours is tried with every number of beds.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from solver.dice.task import Scenario, Task


@dataclass(frozen=True, slots=True)
class Limits:
    """What no play of a node exceeds: colours, beds and parts complete, and their points."""

    colours: int
    beds: int
    parts: int
    points: int


class Capacity:
    """The counts of a task."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._flowers = [_flowers(task, scenario) for scenario in task.scenarios]

    def limits(self, scenario: int, ones: int, zeros: int) -> Limits | None:
        """Return the limits of plays that complete ``ones`` and score nothing for ``zeros``.

        Returns None if there is no such play.
        """
        task = self.task
        beds = range(task.colours, len(task.parts))
        sure = sum(task.parts[bed] for bed in beds if ones >> bed & 1)  # disjoint: a union
        free = [task.parts[bed] for bed in beds if not (ones | zeros) >> bed & 1]
        base = (ones >> task.colours).bit_count()
        found: list[tuple[int, int, int, int]] = []
        for colours in self._sets_of_colours(ones, zeros):
            cells = 0
            for number in range(task.colours):
                cells |= task.parts[number] if colours >> number & 1 else 0
            more = accumulate(sorted((bed & ~cells).bit_count() for bed in free), initial=0)
            count, needed = colours.bit_count(), (cells | sure).bit_count()
            for extra, rest in enumerate(more):
                if needed + rest > self._flowers[scenario]:
                    break
                number_of_beds = base + extra
                points = task.points_of(count, number_of_beds)
                found.append((count, number_of_beds, count + number_of_beds, points))
        return Limits(*map(max, zip(*found, strict=True))) if found else None

    def _sets_of_colours(self, ones: int, zeros: int) -> list[int]:
        every = (1 << self.task.colours) - 1
        return [s for s in range(every + 1) if not ones & every & ~s and not zeros & s]


def _flowers(task: Task, scenario: Scenario) -> int:
    """Return how many flowers the dice of a scenario circle at most."""
    total = 0
    for take in scenario.takes:
        if take.low:  # the others only forbid pairs
            dice = (task.dice[index] for index in take.dice)
            values = sorted((die.value for die in dice for _ in range(die.most)), reverse=True)
            total += sum(values[: take.high])
    return total
