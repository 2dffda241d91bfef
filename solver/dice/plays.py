"""A play of the model goes in; picks in turn order come out, as the referee takes them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from solver.dice.columns import LETTERS, Columns
from solver.dice.rules import Pick
from solver.dice.task import ROUNDS, Die, Task


@dataclass(frozen=True, slots=True)
class Play:
    """A solution of the model: its score, the dice taken, the groups as (set, kind)."""

    score: int
    scenario: int
    dice: tuple[int, ...]
    groups: tuple[tuple[int, int], ...]


def scored(
    columns: Columns,
    task: Task,
    scenario: int,
    dice: tuple[int, ...],
    groups: tuple[tuple[int, int], ...],
) -> Play:
    """Return a play with its score: all that its groups complete counts, wanted or not."""
    covered = 0
    for index, _ in groups:
        covered |= columns.sets[index]
    complete = sum(1 << p for p, part in enumerate(task.parts) if not part & ~covered)
    gains = sum(int(columns.gain[index, kind % len(LETTERS)]) for index, kind in groups)
    cost = sum(task.dice[index].value for index in dice)
    points = task.points + task.scenarios[scenario].points + task.bonus(complete)
    return Play(points + gains - cost, scenario, dice, groups)


def picks_of(columns: Columns, task: Task, play: Play) -> list[Pick]:
    """Return a play as picks in turn order.

    Of one kind the largest group goes to the highest die; where equal, the group whose cells come
    first to the first round.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for index, kind in play.groups:
        groups[kind].append(columns.sets[index])
    for some in groups.values():
        some.sort(key=lambda cells: (-cells.bit_count(), reading_order(cells)))
    dice = sorted((task.dice[i] for i in play.dice), key=lambda die: (-die.value, die.round))
    taken = [(die, groups[die.kind].pop(0) if groups[die.kind] else 0) for die in dice]
    taken.sort(key=lambda pair: (pair[0].round, pair[0].pick or 0, pair[0].colour))
    return [_pick(die, cells, taken[:place]) for place, (die, cells) in enumerate(taken)]


def reading_order(cells: int) -> str:
    """Return a key that puts sets in the order of their cells, row by row."""
    return f"{cells:b}"[::-1].translate(str.maketrans("01", "10"))


def _pick(die: Die, cells: int, before: list[tuple[Die, int]]) -> Pick:
    """Return a pick; the re-roll is noted at the first pick after it."""
    noted = any(other.rerolled for other, _ in before)
    return Pick(die.round + 1, LETTERS[die.colour], die.value, cells, die.rerolled and not noted)


def deal(picks: list[Pick]) -> list[Pick]:
    """Deal picks to eight rounds; no colour has more than eight, so none comes twice in a round."""
    by_colour = sorted(picks, key=lambda pick: LETTERS.index(pick.die))
    dealt = [replace(pick, round=place % ROUNDS + 1) for place, pick in enumerate(by_colour)]
    return sorted(dealt, key=lambda pick: pick.round)
