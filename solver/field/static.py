"""A window goes in; a CP-SAT model comes out whose solutions are fields to be seen in the end.

Without time: which card lies where, in order, in one piece, within the caps of the piles. That the
field can be reached turn by turn is checked afterwards (``order.py``), and what cannot is excluded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from ortools.sat.python import cp_model

from solver.engine import Solved
from solver.field.order import Step, build, number_of
from solver.field.points import points_of
from solver.field.rules import Card, Cell, Flower
from solver.field.task import DIFFERENT, LEAST, LEAST_GROUP, Pile, neighbours, same
from solver.field.window import Line, Window

Literal = cp_model.IntVar
Terms = Any  # what a linear expression is built of: literals, numbers, expressions
LEVELS = tuple(range(LEAST, len(DIFFERENT)))
MOST_PROFILES = 600  # measured: more of them cost more than they save
GAINS = tuple(DIFFERENT[n] - DIFFERENT[n - 1] for n in LEVELS)


@dataclass(frozen=True, slots=True)
class Ending:
    """A field to be seen in the end: its new cards; what one takes and gives the dummy."""

    target: dict[Cell, int]
    taken: frozenset[int]
    given: tuple[int, ...]

    def given_of(self, pile: Pile) -> tuple[int, ...]:
        """Return what the dummy gets of a pile; nothing where it does not matter."""
        return tuple(card for card in self.given if card in pile.cards)


class Static:
    """The model of one window: the fields that score at least ``target``.

    ``laid[card, cell]`` is a new card that is seen in the end.
    """

    def __init__(self, window: Window, target: int) -> None:
        self.window, self.task, self.target = window, window.task, target
        self.model = cp_model.CpModel()
        task, model = self.task, self.model
        self.laid = {
            (card, cell): model.new_bool_var(f"{card}@{cell}")
            for card in task.cards
            for cell in window.cells
        }
        self.old = {
            (card, cell): model.new_bool_var(f"{card}@{cell} stays")
            for cell, card in task.field.items()
        }
        self.shown: dict[Cell, list[tuple[Card, Literal]]] = {cell: [] for cell in window.cells}
        for (card, cell), literal in (*self.old.items(), *self.laid.items()):
            self.shown[cell].append((card, literal))
        self.blooms: dict[Flower, dict[Cell, list[Literal]]] = {}  # where each flower is seen
        self.seen: dict[Flower, list[Literal]] = {}  # a flower on a line, for all lines
        self.reached: tuple[list[list[Literal]], list[list[Literal]]] = ([], [])
        self.grown: dict[Flower, list[Literal]] = {}  # its biggest group, size by size
        self.taken: dict[int, Literal] = {}
        self.given: dict[int, Literal] = {}
        self._cells()
        self._blooms()
        self._caps()
        self._order()
        self._one_piece()
        self._edges()
        self.points = sum(self._lines())
        if task.groups:
            self.points += sum(self._groups())
            self._scarce()
        if task.margin:
            self.points -= sum(self._dummy())
        model.add(self.points >= target)
        self._profiles()

    def _cells(self) -> None:
        """At most one card is seen on a cell; a cell with a card never becomes empty."""
        self.filled: dict[Cell, Literal] = {}
        for cell in self.window.cells:
            literals = [literal for _, literal in self.shown[cell]]
            if cell in self.task.field:
                self.model.add_exactly_one(literals)
            else:
                self.filled[cell] = self.model.new_bool_var(f"{cell} filled")
                self.model.add_exactly_one([*literals, ~self.filled[cell]])

    def _blooms(self) -> None:
        """A flower is seen on a cell if a card with it is.

        Measured: one literal for it pays where groups ask for it again and again, else not.
        """
        flowers = self.task.flowers
        for cell, cards in self.shown.items():
            for flower in sorted({flowers[card] for card, _ in cards if card in flowers}):
                here = [literal for card, literal in cards if flowers.get(card) == flower]
                if self.task.groups:
                    blooms = self.model.new_bool_var(f"{flower}@{cell}")
                    self.model.add(sum(here) == blooms)
                    here = [blooms]
                self.blooms.setdefault(flower, {})[cell] = here

    def _caps(self) -> None:
        """Each card is laid once; of each pile only so many."""
        for pile in self.task.piles:
            for card in pile.cards:
                self.model.add_at_most_one(self.laid[card, cell] for cell in self.window.cells)
            if pile.most < len(pile.cards):
                laid = sum(self.laid[c, cell] for c in pile.cards for cell in self.window.cells)
                self.model.add(laid <= pile.most)

    def _order(self) -> None:
        """Numbers rise to the right and upwards: for any number t, not both >= t and <= t."""
        for cell in self.window.cells:
            for beyond in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)):
                if beyond not in self.shown:
                    continue
                first = [(number_of(card), b) for card, b in self.shown[cell]]
                second = [(number_of(card), b) for card, b in self.shown[beyond]]
                for t in sorted({number for number, _ in first}):
                    high = [b for number, b in first if number >= t]
                    low = [b for number, b in second if number <= t]
                    if low:
                        self.model.add_at_most_one(high + low)

    def _one_piece(self) -> None:
        """Each filled cell leans on one nearer to the field that lay there before."""
        model, most = self.model, self.task.most
        rank = {cell: model.new_int_var(1, max(most, 1), "") for cell in self.filled}
        for cell, filled in self.filled.items():
            if any(near in self.task.field for near in neighbours(cell)):
                continue
            leans = []
            for near in neighbours(cell):
                if near in self.filled:
                    lean = model.new_bool_var("")
                    model.add_implication(lean, self.filled[near])
                    model.add(rank[cell] >= rank[near] + 1).only_enforce_if(lean)
                    leans.append(lean)
            model.add_bool_or([*leans, ~filled])

    def _edges(self) -> None:
        """The field touches the left and the lower edge of the window."""
        for line in (self.window.columns[0], self.window.rows[0]):
            if not any(cell in self.task.field for cell in line):
                self.model.add_bool_or(self.filled[cell] for cell in line)

    def _lines(self) -> Iterator[Terms]:
        """Yield the points of rows and columns: one literal for each level from the least."""
        need: list[Terms] = []
        window = self.window
        for lines, needs, both in zip(
            (window.rows, window.columns), window.needs, self.reached, strict=True
        ):
            for line, fewest in zip(lines, needs, strict=True):
                reached = self._line(line, [need.cards for need in fewest]) if fewest else []
                both.append(reached)
                if reached:
                    need += [LEAST * reached[0], *reached[1:]]
                    yield sum(g * b for g, b in zip(GAINS, reached, strict=False))
        rows, columns = ([reached[0] for reached in both if reached] for both in self.reached)
        self._crossings(need, (rows, columns))

    def _line(self, line: Line, fewest: Sequence[int]) -> list[Literal]:
        model = self.model
        reached = [model.new_bool_var(f"{line[0]}-{line[-1]}: {need} new") for need in fewest]
        seen = []
        for flower, places in self.blooms.items():
            there = model.new_bool_var("")
            here = [b for cell in line for b in places.get(cell, ())]
            model.add_bool_or([*here, ~there])
            seen.append(there)
            self.seen.setdefault(flower, []).append(there)
            if len(fewest) == len(LEVELS):  # all different
                model.add(sum(here) <= 1).only_enforce_if(reached[-1])
        for higher, lower in zip(reached[1:], reached, strict=False):
            model.add_implication(higher, lower)
        extra = sum(reached[1:])
        model.add(sum(seen) >= LEAST * reached[0] + extra)
        lying = sum(cell in self.task.field for cell in line)
        filled = [self.filled[cell] for cell in line if cell in self.filled]
        model.add(sum(filled) + lying >= LEAST * reached[0] + extra)
        new = sum(self.laid[card, cell] for card in self.task.cards for cell in line)
        steps = [after - before for before, after in zip((0, *fewest), fewest, strict=False)]
        model.add(new >= sum(step * b for step, b in zip(steps, reached, strict=True)))
        return reached

    def _crossings(self, need: list[Terms], counts: tuple[list[Literal], list[Literal]]) -> None:
        """A card counts twice only where two lines that score cross."""
        flowered = sum(card in self.task.flowers for card in self.task.field.values())
        most, (rows, columns) = flowered + self.task.most, counts
        if not rows or not columns:
            return
        many = [self.model.new_bool_var("") for _ in range(len(rows) + 1)]
        self.model.add_exactly_one(many)
        self.model.add(sum(rows) == sum(n * b for n, b in enumerate(many)))
        for n, literal in enumerate(many):
            self.model.add(sum(need) <= most + n * sum(columns)).only_enforce_if(literal)

    def _scarce(self) -> None:
        """Groups share the new cards; lines share with them the flowers that those bring."""
        cards, lines = cp_model.LinearExpr.sum([]), cp_model.LinearExpr.sum([])
        for flower, reached in self.grown.items():
            needs = self.window.group_needs(flower)
            cards += sum(_steps(reached, [need for need, _ in needs]))
            lines += sum(_steps(reached, [lost for _, lost in needs]))
        for all_needs, both in zip(self.window.needs, self.reached, strict=True):
            for line, reached in zip(all_needs, both, strict=True):
                lines += sum(_steps(reached, [need.flowers for need in line]))
        self.model.add(cards <= self.task.most)
        self.model.add(lines <= 2 * self.task.most)

    def _profiles(self) -> None:
        """The lines reach one of the least profiles that score enough, if those are not many."""
        model = self.model
        listed = set(islice(self.window.profiles(self.target), MOST_PROFILES + 1))
        if len(listed) > MOST_PROFILES:
            return
        chosen = []
        for profile in sorted(listed):
            literal = model.new_bool_var("")
            chosen.append(literal)
            for levels, both in zip(profile, self.reached, strict=True):
                for level, reached in zip(levels, both, strict=True):
                    if level:
                        model.add_implication(literal, reached[level - 1])
        model.add_bool_or(chosen)

    def _groups(self) -> Iterator[Terms]:
        """Yield the points of the biggest groups: one literal for each size from the least."""
        model = self.model
        for flower, places in self.blooms.items():
            shapes: dict[int, list[Literal]] = {}
            for cells, _ in self.window.groups(flower):
                literal = model.new_bool_var("")
                shapes.setdefault(len(cells), []).append(literal)
                for cell in cells:
                    model.add_bool_or([~literal, *places[cell]])
            reached = [model.new_bool_var(f"{flower}: {size}") for size in shapes]
            for literal, choice in zip(reached, shapes.values(), strict=True):
                model.add_bool_or([*choice, ~literal])
            for higher, lower in zip(reached[1:], reached, strict=False):
                model.add_implication(higher, lower)
            self.grown[flower] = reached
            if reached:
                yield sum((same(n) - same(n - 1)) * b for n, b in zip(shapes, reached, strict=True))
            # a card is on a row and a column; a connected set of n is on at most n + 1 lines
            joined = (LEAST_GROUP - 1) * sum(reached[:1]) + sum(reached[1:])
            model.add(
                sum(self.seen.get(flower, [])) + joined
                <= 2 * sum(chain.from_iterable(places.values()))
            )

    def _dummy(self) -> Iterator[Terms]:
        """Yield what the dummy scores: one takes as many cards of a deck as one gives away."""
        model, task = self.model, self.task
        for pile in task.piles:
            for card in pile.cards:
                taken, given = model.new_bool_var(""), model.new_bool_var("")
                model.add_at_most_one(taken, given)
                for cell in self.window.cells:
                    model.add_implication(self.laid[card, cell], taken)
                self.taken[card], self.given[card] = taken, given
            model.add(sum(self.taken[card] for card in pile.cards) == pile.most)
            model.add(sum(self.given[card] for card in pile.cards) == pile.given)
        for flower in sorted(set(task.flowers.values())):
            held = sum(task.flowers[card] == flower for card in task.dummy)
            cards = [self.given[c] for c in task.cards if task.flowers[c] == flower]
            steps = [model.new_bool_var("") for _ in range(len(cards))]
            model.add(sum(cards) == sum(steps))
            for higher, lower in zip(steps[1:], steps, strict=False):
                model.add_implication(higher, lower)
            yield same(held)
            for n, step in enumerate(steps, held + 1):
                yield (same(n) - same(n - 1)) * step

    def ending(self, solved: Solved) -> Ending:
        """Return the field of a solution."""
        target = {cell: card for (card, cell), b in self.laid.items() if solved.value(b)}
        if self.task.margin:
            taken = frozenset(card for card, b in self.taken.items() if solved.value(b))
            given = tuple(card for card, b in self.given.items() if solved.value(b))
            return Ending(target, taken, given)
        return Ending(target, frozenset(self.task.cards), ())

    def steps(self, ending: Ending, solved: Solved) -> list[Step] | None:
        """Return steps that lead to an ending, or None if there are none."""
        seen = ending.target.values()
        own = tuple(
            tuple(c for c in pile.cards if c in ending.taken and c not in seen)
            for pile in self.task.piles
        )
        return build(self.task, ending.target, own)

    def score(self, ending: Ending) -> int:
        """Return the points of an ending."""
        return points_of(self.task, {**self.task.field, **ending.target}, ending.given)

    def exclude(self, ending: Ending) -> None:
        """Forbid a field that cannot be reached; with all turns used also all that contain it."""
        there = [~self.laid[card, cell] for cell, card in ending.target.items()]
        if len(ending.target) < self.task.most:
            there += [b for (card, c), b in self.laid.items() if ending.target.get(c) != card]
            if self.task.margin:
                there += [~self.taken[card] for card in ending.taken]
        self.model.add_bool_or(there)


def _steps(reached: Sequence[Literal], needs: Sequence[int]) -> Iterator[Terms]:
    """Yield the terms of what the highest level reached needs."""
    for literal, before, need in zip(reached, (0, *needs), needs, strict=False):
        yield (need - before) * literal
