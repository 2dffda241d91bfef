"""A sweep without jokers goes in; its best family of rows comes out, part by part.

Without jokers numbers more than 2 apart never share a row, so each part is listed for itself: all
lists of token thresholds that its rows can reach, none of them nowhere higher than another one.
CP-SAT then takes one list of each part and the tokens.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from ortools.sat.python import cp_model

from solver.tiles.rules import LEAST, MOST, STEP, flowers_on

Reached = tuple[int, ...]  # thresholds, falling
Rows = tuple[tuple[int, ...], ...]
Open = tuple[tuple[int, int, int], ...]  # last number, tiles up to LEAST, flowers of open rows
CAP = 5000  # lists kept at a time; more are not worth the time
FAR = 3 * MOST


def split(numbers: Sequence[int]) -> list[list[int]]:
    """Cut rising numbers into parts that never share a row."""
    parts: list[list[int]] = [[]]
    for number in numbers:
        if parts[-1] and number - parts[-1][-1] > STEP:
            parts.append([])
        parts[-1].append(number)
    return parts


def shares(numbers: Sequence[int], tokens: Sequence[int], deadline: float) -> dict[Reached, Rows]:
    """Return the lists that the rows of one part can reach, with such rows.

    Empty where there are too many or the time is up.
    """
    top = max(tokens)
    threshold = [max((t for t in tokens if t <= count), default=0) for count in range(top + 1)]
    states: dict[Open, dict[Reached, tuple[Rows, Rows]]] = {(): {(): ((), ())}}
    for place, number in enumerate(numbers):
        ahead = numbers[place + 1] if place + 1 < len(numbers) else FAR
        after: dict[Open, dict[Reached, tuple[Rows, Rows]]] = {}
        for found in states.values():
            for reached, (rows, done) in found.items():
                for longer in _laid(rows, number):
                    _put(after, reached, longer, done, ahead, threshold)
        states = {key: _best(found) for key, found in after.items()}
        if sum(map(len, states.values())) > CAP or time.monotonic() > deadline:
            return {}
    return {reached: done for reached, (_, done) in states[()].items()}


def _laid(rows: Rows, number: int) -> list[Rows]:
    """Return the open rows after a number: skipped, at the head of a new row, behind a row."""
    ways = [rows, (*rows, (number,))]
    for place, row in enumerate(rows):
        ways.append((*rows[:place], *rows[place + 1 :], (*row, number)))
    return ways


def _put(
    states: dict[Open, dict[Reached, tuple[Rows, Rows]]],
    reached: Reached,
    rows: Rows,
    done: Rows,
    ahead: int,
    threshold: list[int],
) -> None:
    """Note a state, with those rows finished that the next number cannot reach."""
    top = len(threshold) - 1
    still = tuple(sorted(row for row in rows if ahead - row[-1] <= STEP))
    for row in rows:
        if row in still:
            continue
        won = threshold[min(top, sum(map(flowers_on, row)))]
        if len(row) < LEAST or not won:
            return  # skipping these numbers is as good
        reached, done = tuple(sorted((*reached, won), reverse=True)), (*done, row)
    key = tuple(
        (row[-1], min(LEAST, len(row)), min(top, sum(map(flowers_on, row)))) for row in still
    )
    states.setdefault(key, {}).setdefault(reached, (still, done))


def _best(found: dict[Reached, tuple[Rows, Rows]]) -> dict[Reached, tuple[Rows, Rows]]:
    """Leave out lists that are nowhere higher than another one."""
    kept: list[Reached] = []
    for reached in sorted(found, key=lambda one: (-sum(one), one)):
        count = len(reached)
        if not any(
            len(other) >= count and all(a <= b for a, b in zip(reached, other, strict=False))
            for other in kept
        ):
            kept.append(reached)
    return {reached: found[reached] for reached in kept}


def best_shares(
    numbers: Sequence[int], tokens: Sequence[int], seed: int, deadline: float
) -> list[list[int]] | None:
    """Return the rows of the best family, None if the parts are too big or time runs out."""
    listed = []
    for part in split(numbers):
        found = shares(part, tokens, deadline)
        if not found:
            return None
        listed.append(found)
    model = cp_model.CpModel()
    taken = {t: model.new_int_var(0, list(tokens).count(t), "") for t in set(tokens)}
    chosen = [{reached: model.new_bool_var("") for reached in found} for found in listed]
    for choice in chosen:
        model.add_exactly_one(choice.values())
    for token in taken:
        higher = sum(y for t, y in taken.items() if t >= token)
        rows = sum(
            sum(count >= token for count in reached) * x
            for choice in chosen
            for reached, x in choice.items()
        )
        model.add(higher <= rows)
    model.maximize(sum(t * y for t, y in taken.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.max_time_in_seconds = max(0.01, deadline - time.monotonic())
    if solver.solve(model) != cp_model.OPTIMAL:
        return None
    return [
        list(row)
        for found, choice in zip(listed, chosen, strict=True)
        for reached, x in choice.items()
        if solver.boolean_value(x)
        for row in found[reached]
    ]
