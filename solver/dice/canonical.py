"""A complete search goes in; the least of all its optimal plays comes out, whichever it had found.

Thousands of plays may share the best score, and which of them an engine finds first may change with
its version. So one of them is named by an order. Of two plays the lesser is the one that is first

1. by the way the game goes: fewer rounds (of a basic game that ends), then the re-roll kept, then
   used earlier, then an end by colours before one by beds;
2. by what is complete: part by part, the colours in the rulebook's order, then the beds in reading
   order; complete comes before not complete;
3. by the dice taken: round by round, and colour by colour in the rulebook's order; taken comes
   before left. Where dice are free (``best``), die by die; more often comes before less often;
4. by the groups: flower by flower in reading order, by the group that holds it: first by its die's
   colour (in a basic game that can end early, groups of the last round after all others), then by
   its flowers, as words are sorted by letters; a flower left uncircled comes last.

Dice of one colour are told apart by ``picks_of``, in an order of its own. Steps 1 and 2 walk the
open nodes of the search; 3 and 4 are digits of one number in mixed radix, made least from its head
on by a few small programs. Every program is solved to its end: the answer depends on no engine.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ortools.sat.python import cp_model

from solver.dice.columns import cells_of
from solver.dice.leaf import PARAMETERS, Leaf
from solver.dice.plays import Play, reading_order
from solver.dice.relax import Bound, Node
from solver.dice.tree import Tree, chosen_columns
from solver.engine import Effort, Solved, ask
from solver.variants import HIGHS

_RADIX = 1 << 40  # of one objective: CP-SAT counts in whole numbers of 64 bits
_BLURRED_RADIX = 1 << 20  # beyond it the tolerances of HiGHS would blur the last digits
_PARTS = 20  # that one objective orders
_SHARP = 1.0  # a gap below which the relaxation excludes most of what cannot be complete
_TOUCH = 1e-6
_Column = tuple[int, int]
_Key = int | _Column  # a die or a group
_Entry = tuple[int, list[int], int, int]


class _Late(Exception):
    """The deadline has come before the end."""


def least_play(tree: Tree) -> Play | None:
    """Return the least optimal play of a complete search; None without one or at the deadline."""
    if tree.best is None:
        return None
    try:
        plays = (_Least(tree, node, bound).play() for node, bound in _leaves(tree))
        return next((play for play in plays if play is not None), None)
    except _Late:
        return None


def _leaves(tree: Tree) -> Iterator[tuple[Node, Bound]]:
    """Yield the nodes that may hold optimal plays and decide every part, in the order."""
    assert tree.best is not None
    parts = range(len(tree.task.parts))

    def entry(node: Node) -> _Entry:
        return node.scenario, [node.zeros >> part & 1 for part in parts], node.ones, node.zeros

    heap = [entry(node) for node in tree.optimal_nodes()]
    heapq.heapify(heap)
    while heap:
        scenario, _, ones, zeros = heapq.heappop(heap)
        node = Node(scenario, ones, zeros)
        if tree.late():
            raise _Late
        bound = tree.tighten(node, tree.relaxation.bound(node), tree.best.score)
        if bound.value + _TOUCH < tree.best.score:
            continue
        undecided = [part for part in parts if not (ones | zeros) >> part & 1]
        if not undecided:
            yield node, bound
            continue
        for child in _children(tree, node, bound, undecided):
            if entry(child) not in heap:
                heapq.heappush(heap, entry(child))


def _children(tree: Tree, node: Node, bound: Bound, undecided: list[int]) -> Iterator[Node]:
    """Yield nodes that decide more parts; one of them holds the least optimal play of the node."""
    assert tree.best is not None
    if bound.value < tree.best.score + _SHARP:
        yield replace(node, ones=node.ones | 1 << undecided[0])
        yield replace(node, zeros=node.zeros | 1 << undecided[0])
        return
    # The relaxation says too little here; a program says at once what can be complete.
    some = undecided[:_PARTS]
    leaf = _leaf(tree, node, chosen_columns(bound, bound.value - tree.best.score))
    weights = [-1 << place for place in reversed(range(len(some)))]
    goal = cp_model.LinearExpr.weighted_sum([leaf.done[part] for part in some], weights)
    solved = _solved(tree, leaf, goal)
    if solved is not None:
        ones = sum(1 << part for part in some if solved.value(leaf.done[part]))
        zeros = sum(1 << part for part in some) & ~ones
        yield replace(node, ones=node.ones | ones, zeros=node.zeros | zeros)


def _leaf(tree: Tree, node: Node, columns: Sequence[_Column]) -> Leaf:
    """Return the model of the optimal plays of a node, on the columns given."""
    assert tree.best is not None
    leaf = Leaf(tree.columns, tree.task, node, columns)
    leaf.model.add(leaf.score() >= tree.best.score)
    return leaf


def _solved(tree: Tree, leaf: Leaf, goal: cp_model.LinearExprT) -> Solved | None:
    """Return the solution with the least goal; None if there is no solution.

    Raises:
        _Late: the deadline has come.
    """
    leaf.model.minimize(goal)
    left = tree.deadline - time.monotonic()
    effort = Effort(left, seed=tree.seed, variant=tree.variant, parameters=PARAMETERS)
    solved = ask(leaf.model, effort)
    if solved.status in ("feasible", "unknown"):
        raise _Late
    return solved if solved.values else None


@dataclass(frozen=True, slots=True)
class _Digit:
    """One digit of the number to be made least: 0, and what a die or group adds if it is taken.

    Its values are from 1 - ``base`` to 0.
    """

    base: int
    adds: Mapping[_Key, int]

    def of(self, play: Play) -> int:
        """Return the digit of a play."""
        keys: tuple[_Key, ...] = (*play.dice, *play.groups)
        return sum(self.adds.get(key, 0) for key in keys)


class _Least:
    """The least play of a node: what is decided so far, and a play that agrees with it."""

    def __init__(self, tree: Tree, node: Node, bound: Bound) -> None:
        assert tree.best is not None
        self.tree, self.node = tree, node
        self.sets = tree.columns.sets
        self.dice: dict[int, int] = {}  # how often each die is taken, where decided
        self.held: set[_Column] = set()  # groups that are decided
        self.radix = _BLURRED_RADIX if tree.variant == HIGHS else _RADIX
        # A play that uses any other column loses more than the gap between bound and score.
        columns = chosen_columns(bound, bound.value - tree.best.score)
        self.columns = sorted(columns, key=lambda c: (c[1], reading_order(self.sets[c[0]])))

    def play(self) -> Play | None:
        """Return the least optimal play of the node; None if it has none.

        Raises:
            _Late: the deadline has come.
        """
        takes = self.tree.task.scenarios[self.node.scenario].takes
        dice = dict.fromkeys(chain.from_iterable(take.dice for take in takes))
        play = self._settle(None, list(dice), self._die_digit, self._settle_die)
        if play is None:
            return None
        self._drop_unserved(play)
        return self._settle(
            play, cells_of(self.tree.columns.free), self._cell_digit, self._settle_cell
        )

    def _settle(
        self,
        play: Play | None,
        items: Sequence[int],
        digit: Callable[[int], _Digit],
        settle: Callable[[int, Play], None],
    ) -> Play | None:
        """Make the digits of the items least, the first first, from a play that is known on."""
        place = 0
        while play is None or place < len(items):
            digits = list(_head(map(digit, items[place:]), self.radix))
            if play is not None and digits[0].of(play) == 1 - digits[0].base:
                del digits[1:]  # the play that is known is proof enough
            else:
                play = self._ask(digits)
                if play is None:
                    return None
            for item in items[place : place + len(digits)]:
                settle(item, play)
            place += len(digits)
        return play

    def _die_digit(self, die: int) -> _Digit:
        return _Digit(self.tree.task.dice[die].most + 1, {die: -1})

    def _settle_die(self, die: int, play: Play) -> None:
        self.dice[die] = play.dice.count(die)

    def _cell_digit(self, cell: int) -> _Digit:
        holding = [column for column in self.columns if self.sets[column[0]] >> cell & 1]
        base = len(holding) + 1
        return _Digit(base, {column: rank + 1 - base for rank, column in enumerate(holding)})

    def _settle_cell(self, cell: int, play: Play) -> None:
        here = [column for column in play.groups if self.sets[column[0]] >> cell & 1]
        taken = self.sets[here[0][0]] if here else 1 << cell
        self.held.update(here)
        self.columns = [c for c in self.columns if c in here or not self.sets[c[0]] & taken]

    def _drop_unserved(self, play: Play) -> None:
        """Drop the groups for which no die is taken."""
        served: dict[int, int] = {}
        for die in (self.tree.task.dice[index] for index in play.dice):
            served[die.kind] = max(served.get(die.kind, 0), die.value)
        size = self.tree.columns.size
        self.columns = [c for c in self.columns if size[c[0]] <= served.get(c[1], 0)]

    def _ask(self, digits: Sequence[_Digit]) -> Play | None:
        """Return the optimal play that agrees with what is decided and has the least digits."""
        leaf = _leaf(self.tree, self.node, self.columns)
        for die, count in self.dice.items():
            leaf.model.add(leaf.dice[die] == count)
        variables: dict[_Key, cp_model.IntVar] = dict(leaf.dice.items())
        variables.update(zip(self.columns, leaf.groups, strict=True))
        for column in self.held:
            leaf.model.add(variables[column] == 1)
        weights, place = Counter[_Key](), 1
        for digit in reversed(digits):
            for key, points in digit.adds.items():
                weights[key] += place * points
            place *= digit.base
        goal = cp_model.LinearExpr.weighted_sum(
            [variables[key] for key in weights], list(weights.values())
        )
        solved = _solved(self.tree, leaf, goal)
        return None if solved is None else leaf.play(solved)


def _head(digits: Iterable[_Digit], most: int) -> Iterator[_Digit]:
    """Yield the first digit, and those after it while their radixes multiply to no more."""
    radix = 1
    for place, digit in enumerate(digits):
        radix *= digit.base
        if place and radix > most:
            return
        yield digit
