"""An instance with ``through_circled`` goes in; its best play comes out, or the best found.

Here order matters: a group may connect through flowers circled earlier, so any scattered cells can
be one group. The model has a boolean for each cell and pick, in turn order, and learns about
connection lazily: where a play breaks it, *separators* are added (two cells of one group need a
circled cell in what parts them), until a best play breaks none. Its bound is true at any time.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model

from layouts.board import Board
from layouts.facts import facts
from solver.dice.columns import LETTERS, WHITE, cells_of
from solver.dice.rules import Dice, Instance, Pick
from solver.dice.task import BED_POINTS, COLOUR_POINTS, PICKS, position_of, reroll_points
from solver.engine import Effort, Solved, ask

_END: dict[str, int] = facts("dice")["end"]
_PARAMETERS = "linearization_level: 2"
_TICK: int = facts("dice")["scoring"]["tick"]
Tell = Callable[["Ordered"], None]


@dataclass(frozen=True, slots=True)
class Ordered:
    """What is known: the best picks with their score, a bound, whether the search is complete."""

    bound: int
    score: int | None = None
    picks: tuple[Pick, ...] = ()
    complete: bool = False

    def better(self, score: int, picks: list[Pick]) -> Ordered:
        """Return the same with this play, if it is better."""
        if self.score is not None and self.score >= score:
            return self
        return replace(self, score=score, picks=tuple(picks))


@dataclass(frozen=True, slots=True)
class _Separator:
    """One group holds ``one`` and ``other`` only if a cell of ``between`` is circled by then."""

    one: int
    other: int
    between: int


@dataclass(frozen=True, slots=True)
class _Option:
    """A die for a slot; ``rerolled``: before which pick of the round it was, None for never."""

    colour: int
    value: int
    rerolled: int | None


def search_ordered(
    instance: Instance, known: Ordered, tell: Tell, deadline: float, effort: Effort
) -> Ordered:
    """Search from what is known until a best play is connected, or the deadline has come."""
    model = SlotModel(instance)
    while known.score is None or known.score < known.bound:
        if known.score is not None:
            model.ask_for(known.score + 1)
        limited = replace(effort, seconds=deadline - time.monotonic(), parameters=_PARAMETERS)
        solved = ask(model.model, limited)
        if solved.status == "infeasible":
            bound = known.bound if known.score is None else known.score
            return replace(known, bound=bound, complete=True)
        if solved.bound is not None and math.isfinite(solved.bound):
            known = replace(known, bound=min(known.bound, math.floor(solved.bound + 1e-6)))
        if not solved.values:
            return known
        picks = model.picks(solved)
        broken = list(_separators(instance, picks))
        model.learn(broken)
        if broken:
            picks = _repaired(instance, picks)
        if picks:
            known = known.better(_score(instance, picks), picks)
        tell(known)
        if time.monotonic() >= deadline:
            return known
    return replace(known, complete=True)


class SlotModel:
    """The booleans: cell in slot (as right or wrong flower), die in slot, complete after round."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self.board = instance, instance.board
        self.model = cp_model.CpModel()
        self.free = cells_of(((1 << self.board.size) - 1) & ~instance.circled)
        self.rounds = range(len(instance.rounds))
        self.slots = range(PICKS * len(instance.rounds))
        self.terms: list[tuple[cp_model.IntVar, int]] = []
        self._add_rerolls()
        self._add_dice()
        self._add_cells()
        self._add_parts()
        self._add_neighbours()
        self.score = (
            cp_model.LinearExpr.weighted_sum(
                [variable for variable, _ in self.terms], [weight for _, weight in self.terms]
            )
            + reroll_points(instance)
            - instance.ticks
        )
        self.model.maximize(self.score)

    def ask_for(self, score: int) -> None:
        """Accept only plays of so many points from now on."""
        self.model.add(self.score >= score)

    def picks(self, solved: Solved) -> list[Pick]:
        """Return the play of a solution."""
        picks = []
        for slot in self.slots:
            for option, die in self.dice[slot]:
                if solved.value(die):
                    cells = sum(
                        1 << cell for cell in self.free if solved.value(self.at[cell, slot])
                    )
                    r, pick = divmod(slot, PICKS)
                    again = option.rerolled == pick
                    letter = LETTERS[option.colour]
                    picks.append(Pick(r + 1, letter, option.value, cells, again))
        return picks

    def learn(self, separators: list[_Separator]) -> None:
        """Add separators, for every slot: they say something of the board, not of one play."""
        for separator in separators:
            between = cells_of(separator.between)
            for slot in self.slots:
                self.model.add_bool_or(
                    self.at[separator.one, slot].negated(),
                    self.at[separator.other, slot].negated(),
                    *(self.by[cell, slot] for cell in between),
                )

    def _bool(self, points: int = 0) -> cp_model.IntVar:
        variable = self.model.new_bool_var("")
        if points:
            self.terms.append((variable, points))
        return variable

    def _add_rerolls(self) -> None:
        """The re-roll may be used once, where its dice are known; it costs its point."""
        instance = self.instance
        self.used: dict[tuple[int, int], cp_model.IntVar] = {}
        for r, tables in enumerate(() if instance.reroll_used else instance.rerolls):
            for pick, table in enumerate(tables):
                if table is not None:
                    self.used[r, pick] = self._bool(-reroll_points(instance))
        self.model.add_at_most_one(self.used.values())

    def _add_dice(self) -> None:
        """Every pick of a round that is played takes one die; the two of a round differ."""
        self.alive = [self.model.new_constant(1)] + [self._bool() for _ in self.rounds]
        self.dice: dict[int, list[tuple[_Option, cp_model.IntVar]]] = defaultdict(list)
        for slot in self.slots:
            r, pick = divmod(slot, PICKS)
            for option in self._options(r, pick):
                die = self._bool(_TICK * option.value)
                self.dice[slot].append((option, die))
                for when in range(pick + 1):
                    used = self.used.get((r, when))
                    if used is not None:
                        shown = used if option.rerolled == when else used.negated()
                        self.model.add_implication(die, shown)
            self.model.add(sum(die for _, die in self.dice[slot]) == self.alive[r])
        for r in self.rounds:
            for colour in range(len(LETTERS)):
                taken = [
                    die
                    for slot in range(PICKS * r, PICKS * (r + 1))
                    for option, die in self.dice[slot]
                    if option.colour == colour
                ]
                self.model.add_at_most_one(taken)

    def _options(self, r: int, pick: int) -> Iterator[_Option]:
        yield from _dice(self.instance.rounds[r], None)
        for when in range(pick + 1):
            if (r, when) in self.used:
                table = self.instance.rerolls[r][when]
                assert table is not None
                yield from _dice(table, when)

    def _add_cells(self) -> None:
        """A cell is circled once; a right one scores back what its die costs."""
        self.at: dict[tuple[int, int], cp_model.IntVar] = {}  # cell circled in slot
        self.by: dict[tuple[int, int], cp_model.IntVar] = {}  # cell circled in slot or before
        for slot in self.slots:
            for cell in self.free:
                at = self.at[cell, slot] = self._bool(-_TICK)
                self.by[cell, slot] = self._bool()
                before = self.by[cell, slot - 1] if slot else 0
                self.model.add(self.by[cell, slot] == before + at)
                if self.board.letters[cell] != WHITE:
                    self._price_wrong(cell, slot)
            dice = self.dice[slot]
            size = sum(self.at[cell, slot] for cell in self.free)
            self.model.add(size <= sum(option.value * die for option, die in dice))
            if not self.instance.readings.may_circle_none:
                self.model.add(size >= self.alive[slot // PICKS])

    def _price_wrong(self, cell: int, slot: int) -> None:
        """A cell circled as a wrong flower scores nothing."""
        wrong = self._bool(_TICK)
        letter = self.board.letters[cell]
        fitting = sum(die for o, die in self.dice[slot] if LETTERS[o.colour] == letter)
        self.model.add(self.at[cell, slot] <= wrong + fitting)

    def _add_parts(self) -> None:
        """Complete colours and beds score; in the basic game they also end it."""
        instance = self.instance
        position = position_of(self.board, instance.circled, instance.readings.white_needed)
        self.terms.append((self.model.new_constant(1), position.points))
        colours = [self._complete(part) for part in position.colours]
        beds = [self._complete(part) for part in position.beds]
        self.terms += [(done[-1], COLOUR_POINTS) for done in colours]
        counted = [self._bool(points) for points in BED_POINTS[position.beds_done :][: len(beds)]]
        self.model.add(sum(counted) <= sum(done[-1] for done in beds))
        for more, fewer in zip(counted[1:], counted, strict=False):
            self.model.add_implication(more, fewer)
        for r in self.rounds:
            if instance.readings.solo_end == "rounds":
                self.model.add(self.alive[r + 1] == 1)
                continue
            ends = [
                self._reached(colours, r, _END["colours"] - position.colours_done),
                self._reached(beds, r, _END["beds"] - position.beds_done),
            ]
            self.model.add_bool_or(self.alive[r + 1], self.alive[r].negated(), *ends)
            self.model.add_implication(self.alive[r + 1], self.alive[r])
            for end in ends:
                self.model.add_implication(end, self.alive[r + 1].negated())

    def _complete(self, part: int) -> list[cp_model.IntVar]:
        """Return for each round whether a part is complete after it."""
        after = []
        for r in self.rounds:
            done = self._bool()
            circled = [self.by[cell, PICKS * r + PICKS - 1] for cell in cells_of(part)]
            for cell in circled:
                self.model.add_implication(done, cell)
            self.model.add_bool_or(done, *(cell.negated() for cell in circled))
            after.append(done)
        return after

    def _reached(self, parts: list[list[cp_model.IntVar]], r: int, least: int) -> cp_model.IntVar:
        """Return whether so many of the parts are complete after a round."""
        reached = self._bool()
        count = sum(done[r] for done in parts)
        self.model.add(count >= least).only_enforce_if(reached)
        self.model.add(count <= least - 1).only_enforce_if(reached.negated())
        return reached

    def _add_neighbours(self) -> None:
        """A cell is alone in its group or has a neighbour that is circled by then."""
        free = sum(1 << cell for cell in self.free)
        for slot in self.slots:
            alone = self._bool()
            self.model.add(sum(self.at[cell, slot] for cell in self.free) <= 1).only_enforce_if(
                alone
            )
            for cell in self.free:
                around = self.board.neighbours[cell]
                if not around & ~free:
                    beside = [self.by[other, slot] for other in cells_of(around)]
                    self.model.add_bool_or(self.at[cell, slot].negated(), alone, *beside)


def _dice(table: Dice, rerolled: int | None) -> Iterator[_Option]:
    for letter, value in table.items():
        yield _Option(LETTERS.index(letter), value, rerolled)


def _flood(board: Board, seed: int, ground: int) -> tuple[int, int]:
    """Return the cells of ``ground`` reached from the seed, and the cells around them."""
    reached, border = 0, seed & ground
    around = 0
    while border:
        reached |= border
        around = 0
        for cell in cells_of(reached):
            around |= board.neighbours[cell]
        border = around & ground & ~reached
    return reached, around & ~reached


def _separators(instance: Instance, picks: list[Pick]) -> Iterator[_Separator]:
    """Yield what a play breaks: cells of one group that nothing circled connects."""
    circled = instance.circled
    for pick in picks:
        circled |= pick.cells
        left = pick.cells
        while left:
            reached, around = _flood(instance.board, left & -left, circled)
            for one in cells_of(reached & pick.cells):
                for other in cells_of(pick.cells & ~reached):
                    yield _Separator(one, other, around)
            left &= ~reached


def _repaired(instance: Instance, picks: list[Pick]) -> list[Pick]:
    """Return the play with the best connected piece of each group; none where the end may move."""
    if instance.readings.solo_end == "basic":
        return []
    circled, repaired = instance.circled, []
    for pick in picks:
        pieces, left = [0], pick.cells
        while left:
            reached, _ = _flood(instance.board, left & -left, circled | pick.cells)
            pieces.append(reached & pick.cells)
            left &= ~reached
        cells = max(pieces, key=lambda piece: (_right(instance.board, pick.die, piece), piece))
        repaired.append(replace(pick, cells=cells))
        circled |= cells
    return repaired


def _right(board: Board, die: str, cells: int) -> int:
    return sum(board.letters[cell] in (die, WHITE) for cell in cells_of(cells))


def _score(instance: Instance, picks: list[Pick]) -> int:
    circled = instance.circled
    for pick in picks:
        circled |= pick.cells
    position = position_of(instance.board, circled, instance.readings.white_needed)
    ticks = sum(pick.value - _right(instance.board, pick.die, pick.cells) for pick in picks)
    used = any(pick.rerolled for pick in picks)
    reroll = 0 if used else reroll_points(instance)
    return position.points + reroll + _TICK * (ticks + instance.ticks)
