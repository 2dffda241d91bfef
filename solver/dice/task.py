"""An instance goes in; what the model optimises comes out: dice to take, parts to complete, points.

Order and time vanish here: what is left are the dice that a play may take (with the scenarios that
say which of them), the colours and beds still open, and the points that stand already.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from layouts.board import Board
from layouts.facts import facts
from solver.dice.columns import FACES, LETTERS, WHITE
from solver.dice.rules import Dice, Instance

_FACTS = facts("dice")
PICKS: int = _FACTS["solo"]["picks"]
ROUNDS: int = _FACTS["solo"]["rounds"]
COLOUR_POINTS: int = _FACTS["scoring"]["solo_colour"]
BED_POINTS: tuple[int, ...] = tuple(_FACTS["scoring"]["beds"])
EARLY, LATE = 0, 1  # before the last round, in it: only ``solo_end = "basic"`` tells them apart


@dataclass(frozen=True, slots=True)
class Die:
    """A die that may be taken: at most ``most`` times, by a group of phase ``phase``."""

    round: int
    colour: int
    value: int
    pick: int | None = None  # the pick it must be, where only one is possible
    rerolled: bool = False
    phase: int = EARLY
    most: int = 1

    @property
    def kind(self) -> int:
        """Number of the pair (phase, colour)."""
        return self.phase * len(LETTERS) + self.colour


@dataclass(frozen=True, slots=True)
class Take:
    """From the dice numbered ``dice`` take at least ``low`` and at most ``high``."""

    dice: tuple[int, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way the game may go: which dice are taken, what has to be complete, points of its own.

    ``ends``: so many of these parts (by number) have to be complete, all of them.
    """

    takes: tuple[Take, ...]
    points: int = 0
    ends: tuple[tuple[tuple[int, ...], int], ...] = ()

    @property
    def dice(self) -> set[int]:
        """The dice that can be taken at all."""
        return set(chain.from_iterable(take.dice for take in self.takes))


@dataclass(frozen=True, slots=True)
class Task:
    """What the model optimises.

    Attributes:
        parts: the uncircled cells of each colour and bed that is not complete, colours first.
        colours: how many of the parts are colours.
        bed_points: what the next beds score, in order.
        points: what stands already.
        dice: every die of every scenario.
        scenarios: the ways the game may go; a play belongs to one of them.
        must_circle: whether each die has to circle a flower.
        early: of these parts at most so many may be complete before the last round.
    """

    board: Board
    parts: tuple[int, ...]
    colours: int
    bed_points: tuple[int, ...]
    points: int
    dice: tuple[Die, ...]
    scenarios: tuple[Scenario, ...]
    must_circle: bool = False
    early: tuple[tuple[tuple[int, ...], int], ...] = ()

    @property
    def phases(self) -> int:
        """How many phases groups are told apart by."""
        return 1 + max((die.phase for die in self.dice), default=EARLY)

    def bonus(self, complete: int) -> int:
        """Return the points for a set of complete parts (one bit a part)."""
        beds = (complete >> self.colours).bit_count()
        return self.points_of(complete.bit_count() - beds, beds)

    def points_of(self, colours: int, beds: int) -> int:
        """Return the points for so many more complete colours and beds."""
        return COLOUR_POINTS * colours + sum(self.bed_points[:beds])


@dataclass(frozen=True, slots=True)
class Position:
    """The colours and beds of a board, split into what is complete and what is open."""

    colours: tuple[int, ...]
    beds: tuple[int, ...]
    colours_done: int
    beds_done: int

    @property
    def points(self) -> int:
        """What complete colours and beds score."""
        return COLOUR_POINTS * self.colours_done + sum(BED_POINTS[: self.beds_done])

    @property
    def over(self) -> bool:
        """Whether the rulebook's basic game is over."""
        end: dict[str, int] = _FACTS["end"]
        return self.colours_done >= end["colours"] or self.beds_done >= end["beds"]


def position_of(board: Board, circled: int, white_needed: bool) -> Position:
    """Split the colours and beds of a board by what is circled."""
    white = board.where(WHITE) if white_needed else 0
    colours = [board.where(letter) | white for letter in LETTERS if board.where(letter)]
    left = [cells & ~circled for cells in colours]
    beds = [cells & ~circled for cells in board.beds]
    return Position(
        tuple(cells for cells in left if cells),
        tuple(cells for cells in beds if cells),
        left.count(0),
        beds.count(0),
    )


def over_already(instance: Instance) -> int | None:
    """Return the score of a basic game that is over before its first round, None if it goes on."""
    readings = instance.readings
    position = position_of(instance.board, instance.circled, readings.white_needed)
    if readings.solo_end != "basic" or not position.over:
        return None
    return position.points - instance.ticks + reroll_points(instance)


def reroll_points(instance: Instance) -> int:
    """Return what the re-roll scores if it is not used from here on."""
    return 0 if instance.reroll_used else int(_FACTS["scoring"]["reroll"])


def task_of(instance: Instance) -> Task:
    """Return the task of an instance without ``through_circled``, whose game is not over yet."""
    readings = instance.readings
    position = position_of(instance.board, instance.circled, readings.white_needed)
    dice: list[Die] = []
    scenarios: list[Scenario] = []
    early: tuple[tuple[tuple[int, ...], int], ...] = ()
    parts = len(position.colours) + len(position.beds)
    colours = tuple(range(len(position.colours)))
    beds = tuple(range(len(position.colours), parts))
    ends: list[tuple[tuple[tuple[int, ...], int], ...]] = [()]
    if readings.solo_end == "basic":
        end = _FACTS["end"]
        to_end = (
            (colours, end["colours"] - position.colours_done),
            (beds, end["beds"] - position.beds_done),
        )
        early = tuple((some, most - 1) for some, most in to_end if most <= len(some))
        ends = [(end,) for end in to_end if end[1] <= len(end[0])]
    last = len(instance.rounds)
    for rounds in range(1 if readings.solo_end == "basic" else last, last + 1):
        ways = ends if rounds < last else [()]
        for takes, used in _ways_to_take(instance, rounds, early != (), dice):
            scenarios += [
                Scenario(takes, 0 if used else reroll_points(instance), way) for way in ways
            ]
    return Task(
        instance.board,
        position.colours + position.beds,
        len(position.colours),
        BED_POINTS[position.beds_done :],
        position.points - instance.ticks,
        tuple(dice),
        tuple(scenarios),
        not readings.may_circle_none,
        early,
    )


def _ways_to_take(
    instance: Instance, rounds: int, phased: bool, dice: list[Die]
) -> Iterator[tuple[tuple[Take, ...], bool]]:
    """Yield the takes of the first ``rounds`` rounds, without the re-roll and with each use of it.

    The dice they need are appended to ``dice``, or found there.
    """
    number = {die: index for index, die in enumerate(dice)}

    def add(die: Die) -> int:
        if die not in number:
            number[die] = len(dice)
            dice.append(die)
        return number[die]

    def offer(r: int, table: Dice, pick: int | None = None, rerolled: bool = False) -> list[int]:
        phase = LATE if phased and r == rounds - 1 else EARLY
        return [
            add(Die(r, LETTERS.index(letter), value, pick, rerolled, phase))
            for letter, value in sorted(table.items(), key=lambda item: LETTERS.index(item[0]))
        ]

    plain = [Take(tuple(offer(r, instance.rounds[r])), PICKS, PICKS) for r in range(rounds)]
    yield tuple(plain), False
    if instance.reroll_used:
        return
    for r, (first, second) in enumerate(instance.rerolls[:rounds]):
        if first is not None:
            again = Take(tuple(offer(r, first, None, True)), PICKS, PICKS)
            yield (*plain[:r], again, *plain[r + 1 :]), True
        if second is not None:
            kept = offer(r, instance.rounds[r], 0)
            rolled = offer(r, second, 1, True)
            pairs = [
                Take((one, other), 0, 1)
                for one in kept
                for other in rolled
                if dice[one].colour == dice[other].colour
            ]
            split = (Take(tuple(kept), 1, 1), Take(tuple(rolled), 1, 1), *pairs)
            yield (*plain[:r], *split, *plain[r + 1 :]), True


def best_task(board: Board) -> Task:
    """Return the task of the best score that any dice could give: values free, re-roll kept."""
    position = position_of(board, 0, False)
    dice = tuple(
        Die(0, colour, value, most=ROUNDS)
        for colour in range(len(LETTERS))
        for value in range(1, FACES + 1)
    )
    takes = [Take(tuple(range(len(dice))), PICKS * ROUNDS, PICKS * ROUNDS)]
    for colour in range(len(LETTERS)):
        takes.append(Take(tuple(range(colour * FACES, (colour + 1) * FACES)), 0, ROUNDS))
    return Task(
        board,
        position.colours + position.beds,
        len(position.colours),
        BED_POINTS,
        position.points,
        dice,
        (Scenario(tuple(takes), int(_FACTS["scoring"]["reroll"])),),
    )


def ceiling(task: Task) -> int:
    """Return what a play would score that costs nothing and completes all."""
    every = (1 << len(task.parts)) - 1
    return task.points + task.bonus(every) + max(way.points for way in task.scenarios)


def lowest(task: Task) -> int:
    """Return a score that no play falls below: the highest dice, and nothing circled."""
    cost = FACES * PICKS * ROUNDS
    return task.points + min(way.points for way in task.scenarios) - cost
