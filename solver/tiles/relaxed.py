"""A harvest goes in; a bound on its points comes out, from a model that forgets the order of moves.

A play is a path through the numbers of its row as it is laid, and every row of the last table is a
path as well. What the model knows of the rules between: a play steals at most two tiles and all
from one row, every row ends as a sequence, each number of the hand is laid once, and jokers come
from the hand, the board and swaps. New rows are not told apart. Every plan is a solution, so the
best solution bounds all plans (docs/tiles-order.md). The linear relaxation puts prices on the tiles
in hand, which guide a beam search (beam_harvest.py).
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

from ortools.math_opt import model_pb2
from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from solver.tiles.chains import bridge
from solver.tiles.ends import By, Coming, Paths, Rows, Sum, Variable, by_number, tie
from solver.tiles.losses import NO_BOUND, Losses
from solver.tiles.network import ANY, HAND, NEW, Arc, Columns, Node, Tiles, first_node, next_node
from solver.tiles.program import Program
from solver.tiles.rules import EARNS, JOKER, LEAST, MOST, STOLEN, Instance, flowers_on

ROUND_OFF = 1e-6
FAR = 1 << 60  # beyond it a number stands for no limit


class Relaxed(NamedTuple):
    """A bound on every plan; ``prices``: what one more of each tile in hand adds to it, if known.

    The price of number n stands at n, that of a joker at 0. ``losses``: what each step takes off
    the bound at least, if known.
    """

    bound: int = NO_BOUND
    prices: tuple[float, ...] = ()
    losses: Losses | None = None


def _program(model: cp_model.CpModel) -> Program:
    """Return a model of sums only."""
    domains = [variable.domain for variable in model.proto.variables]
    sums = [constraint.linear for constraint in model.proto.constraints]
    goal = model.proto.objective  # to be made least; its factor turns it round
    gains = [0.0] * len(domains)
    for variable, weight in zip(goal.vars, goal.coeffs, strict=True):
        gains[variable] = goal.scaling_factor * weight
    starts, columns, weights = [0], list[int](), list[int]()
    for terms in sums:
        columns.extend(terms.vars)
        weights.extend(terms.coeffs)
        starts.append(len(columns))
    return Program(
        gains=gains,
        offset=goal.scaling_factor * goal.offset,
        lower=[float(min(domain)) for domain in domains],
        upper=[float(max(domain)) for domain in domains],
        least=[_limit(min(terms.domain)) for terms in sums],
        most=[_limit(max(terms.domain)) for terms in sums],
        starts=starts,
        columns=columns,
        weights=weights,
    )


def _limit(number: int) -> float:
    """Return a bound of a sum, as far as there is one."""
    return math.copysign(math.inf, number) if abs(number) > FAR else float(number)


def _linear_program(program: Program) -> mathopt.Model:
    """Return a program for an engine.

    Put together as one message: term by term it would take longer to build than to solve.
    """
    message = model_pb2.ModelProto()
    message.variables.ids.extend(range(len(program.gains)))
    message.variables.lower_bounds.extend(program.lower)
    message.variables.upper_bounds.extend(program.upper)
    message.variables.integers.extend(False for _ in program.gains)
    message.linear_constraints.ids.extend(range(len(program.least)))
    message.linear_constraints.lower_bounds.extend(program.least)
    message.linear_constraints.upper_bounds.extend(program.most)
    matrix = message.linear_constraint_matrix
    entries = list(zip(program.columns, program.weights, strict=True))
    for row, (start, stop) in enumerate(pairwise(program.starts)):
        for column, weight in sorted(entries[start:stop]):
            matrix.row_ids.append(row)
            matrix.column_ids.append(column)
            matrix.coefficients.append(weight)
    message.objective.maximize = True
    message.objective.offset = program.offset
    message.objective.linear_coefficients.ids.extend(range(len(program.gains)))
    message.objective.linear_coefficients.values.extend(program.gains)
    return mathopt.Model.from_model_proto(message)


def _summed(parts: By, numbers: Iterable[int]) -> dict[int, Sum]:
    return {number: sum(parts[number]) for number in numbers}


class Relaxation:
    """The model, built part by part; a list holds what its equations sum up."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.tiles = Tiles.of(instance)
        self.model = cp_model.CpModel()
        self.top = max(instance.tokens, default=0)
        self.rows = range(len(instance.table))
        self.may_hold = [set(self.tiles.holds(row)) for row in self.rows]
        self.columns = Columns()
        self.taken: dict[tuple[int, int], list[Variable]] = defaultdict(list)  # number, origin
        self.robbed: dict[int, list[Sum]] = defaultdict(list)  # jokers by source
        self.begun: By = by_number()  # plays, by their lowest number
        self.ended: By = by_number()  # plays, by their highest number
        self.right: By = by_number()  # jokers of plays to the right of a number
        self.short: By = by_number()  # those that they need anywhere, by the highest number
        self.spare: By = by_number()  # stolen ones that they do not need
        self.reaching: dict[int, list[Variable]] = defaultdict(list)  # plays, by flowers
        self.earning: list[Variable] = []  # plays
        self.earning_bare: list[Variable] = []  # plays without jokers
        self.played: list[Sum] = []  # jokers from the hand
        self.added: list[Sum] = []  # jokers from the hand to rows
        self.swaps: dict[int, Sum] = {}  # by row
        self.laid: dict[int, list[Sum]] = {}  # how each number leaves the hand
        self._plays()
        self._new_rows()
        for row in self.rows:
            self._laid_row(row)
        # The constraints that say that there is no more than one of each tile, by tile.
        self.supplies = {n: self.model.add(sum(ways) <= 1).index for n, ways in self.laid.items()}
        self._supply()
        self._points()
        self.program = _program(self.model)

    def linear(self, deadline: float) -> Relaxed:
        """Return the bound, the prices and the losses of the linear relaxation."""
        program = _linear_program(self.program)
        seconds = max(0.0, deadline - time.monotonic())
        limit = None if seconds == math.inf else timedelta(seconds=seconds)
        parameters = mathopt.SolveParameters(time_limit=limit)
        result = mathopt.solve(program, mathopt.SolverType.HIGHS, params=parameters)
        if result.termination.reason != mathopt.TerminationReason.OPTIMAL:
            return Relaxed()
        duals = result.dual_values(list(program.linear_constraints()))
        places = map(self.supplies.get, range(MOST + 1))
        prices = tuple(0.0 if at is None else float(duals[at]) for at in places)
        reduced = map(float, result.reduced_costs(list(program.variables())))
        value = float(result.objective_value())
        losses = Losses(self.instance, self.tiles, self.columns, value, reduced)
        return Relaxed(math.floor(value + ROUND_OFF), prices, losses)

    def _count(self, most: int) -> Variable:
        return self.model.new_int_var(0, most, "")

    def _jokers(self, most: int) -> Variable:
        """Return a count of something with jokers: none where there are none."""
        return self._count(most if self.tiles.jokers else 0)

    def _bare(self, most: int) -> Variable:
        """Return a count of rows of jokers only."""
        return self._count(most if self.tiles.jokers >= LEAST else 0)

    # ---------------------------------------------------------------- plays

    def _plays(self) -> None:
        """Build the network of the plays: number by number, each from the hand or stolen."""
        into: dict[Node, list[Variable]] = defaultdict(list)
        nodes: dict[int, set[Node]] = defaultdict(set)

        def arrive(node: Node, arc: Arc) -> Variable:
            """Return how often an arc is used that leads on from a node."""
            used, there = self._used(arc), next_node(node, arc, self.top)
            self.columns.arcs[node, arc] = used.index
            self.right[node.number].append(arc.jokers * used)
            into[there].append(used)
            nodes[there.number].add(there)
            return used

        start = first_node(self.instance)
        for number in self.tiles.numbers:
            for origin, source in self._origins(number, ANY, 0):
                arc = Arc(number, origin, 0, 0, source)
                self.begun[number].append(arrive(start, arc))
        for number in self.tiles.numbers:
            for node in sorted(nodes[number]):
                out = [arrive(node, arc) for arc in self._steps(node)]
                out += [self._ended(node, arc) for arc in self._last(node)]
                self.model.add(sum(into[node]) == sum(out))

    def _origins(self, number: int, source: int, stolen: int) -> Iterator[tuple[int, int]]:
        """Yield where the next number may be from, and the row that is robbed from then on."""
        if number in self.tiles.hand:
            yield HAND, source
        if stolen < STOLEN:
            for row in self._sources(source):
                if row == NEW or number in self.may_hold[row]:
                    yield row, row

    def _sources(self, source: int) -> Iterator[int]:
        """Yield the rows that a play may rob, by what it has robbed before."""
        if source == ANY:
            yield from range(NEW, len(self.instance.table))
        else:
            yield source

    def _steps(self, node: Node) -> Iterator[Arc]:
        for number in self.tiles.numbers:
            if number <= node.number:
                continue
            jokers = bridge(number - node.number)
            if jokers > self.tiles.jokers - node.jokers:
                return
            for origin, source in self._origins(number, node.source, node.stolen):
                stolen = node.stolen + (origin != HAND)
                for robbed, count in self._stolen_jokers(source, jokers, stolen):
                    yield Arc(number, origin, jokers, count, robbed)

    def _last(self, node: Node) -> Iterator[Arc]:
        """Yield the ends of a play: jokers up to a sequence, or some more that are stolen."""
        short = max(0, LEAST - node.tiles)
        most = self.tiles.jokers - node.jokers
        if short <= most:
            for source, count in self._stolen_jokers(node.source, most, node.stolen):
                yield Arc(0, HAND, max(short, count), count, source)

    def _stolen_jokers(self, source: int, most: int, stolen: int) -> Iterator[tuple[int, int]]:
        """Yield the row that is robbed and how many jokers, at most so many."""
        yield source, 0
        if self.instance.readings.steal_jokers:
            for count in range(1, min(most, STOLEN - stolen) + 1):
                for row in self._sources(source):
                    yield row, count

    def _used(self, arc: Arc) -> Variable:
        """Return how often an arc is used, and note what it takes."""
        used = self._count(self.tiles.plays)
        if arc.number:
            self.taken[arc.number, arc.origin].append(used)
        if arc.stolen:
            self.robbed[arc.source].append(arc.stolen * used)
        if arc.jokers > arc.stolen:
            self.played.append((arc.jokers - arc.stolen) * used)
        return used

    def _ended(self, node: Node, arc: Arc) -> Variable:
        used = self._used(arc)
        self.columns.arcs[node, arc] = used.index
        self.reaching[node.flowers].append(used)
        self.ended[node.number].append(used)
        short = max(0, LEAST - node.tiles)
        self.short[node.number].append(short * used)
        self.spare[node.number].append((arc.jokers - short) * used)
        bare = node.bare and not arc.jokers
        if bare and node.tiles == EARNS:
            self.earning_bare.append(used)
        if node.tiles + arc.jokers == EARNS and not node.stolen and not arc.stolen:
            self.earning.append(used)
        return used

    # ---------------------------------------------------------------- the last table

    def _new_rows(self) -> None:
        """Say what becomes of the new rows: as many as plays, each a sequence at last."""
        only = self._bare(self.tiles.plays)  # plays of jokers only
        self.played.append(LEAST * only)
        self.earning.append(only)
        if self.instance.readings.steal_jokers:
            self._steal_for(only)
        held: dict[int, Sum] = {}
        coming: dict[int, Coming] = {}
        for number in self.tiles.numbers:
            here: list[Sum] = [taken for row in self.rows for taken in self.taken[number, row]]
            if number in self.tiles.hand:
                coming[number] = self._comes(number, NEW)
                ways = [*self.taken[number, HAND], *coming[number]]
                self.laid[number] = list(ways)
                here += ways
            held[number] = sum(here)
            self.model.add(sum(self.taken[number, NEW]) <= self.tiles.plays * held[number])
        paths = self._paths(self.tiles.numbers, held)
        bare: Sum = 0
        for group in set(self.tiles.groups.values()):
            own = [number for number in self.tiles.numbers if self.tiles.groups[number] == group]
            more = self._bare(self.tiles.plays)
            begun = sum(sum(self.begun[number]) for number in own)
            ended = sum(paths.begin[number] for number in own)
            self.model.add(ended + more == begun + only)
            bare += more
        added = self._adding(NEW)
        came = sum(self.played) + sum(sum(self.robbed[row]) for row in self.rows) + added
        swaps = sum(swap for _, swap in coming.values())
        self._jokers_of_rows(NEW, came, swaps, paths.needed + LEAST * bare)
        tie(
            self.model,
            Rows(
                numbers=self.tiles.numbers,
                low=_summed(self.begun, self.tiles.numbers),
                high=_summed(self.ended, self.tiles.numbers),
                held=held,
                stolen={number: sum(self.taken[number, NEW]) for number in self.tiles.numbers},
                once=False,
                coming=coming,
                paths=paths,
                bare=(only, bare),
                lying=_summed(self.right, self.tiles.numbers),
                short=_summed(self.short, self.tiles.numbers),
                spare=_summed(self.spare, self.tiles.numbers),
                added=added,
                robbed=sum(self.robbed[NEW]),
            ),
            self.tiles.jokers,
            self.tiles.plays,
        )

    def _steal_for(self, only: Variable) -> None:
        """Let plays of jokers only steal some of them instead of taking them from the hand."""
        stolen = {row: self._bare(STOLEN * self.tiles.plays) for row in (NEW, *self.rows)}
        self.model.add(sum(stolen.values()) <= STOLEN * only)
        for row, jokers in stolen.items():
            self.robbed[row].append(jokers)
            self.played.append(-jokers)

    def _laid_row(self, row: int) -> None:
        """Say what becomes of a laid row: tiles come and go, and a sequence is left."""
        own = self.tiles.rows[row]
        held: dict[int, Sum] = dict.fromkeys(own, 1)
        coming: dict[int, Coming] = {}
        for number in self.tiles.holds(row):
            if number not in held:
                coming[number] = self._comes(number, row)
                self.laid[number] += coming[number]
                held[number] = sum(coming[number])
        numbers = tuple(sorted(held))
        stolen = {number: sum(self.taken[number, row]) for number in numbers}
        left = {number: held[number] - stolen[number] for number in numbers}
        paths = self._paths(numbers, left)
        bare, added = self._bare(1), self._adding(row)
        self.model.add(sum(paths.begin.values()) + bare == 1)
        tiles = self.instance.table[row]
        came, robbed = tiles.count(JOKER) + added, sum(self.robbed[row])
        swaps = sum(swap for _, swap in coming.values())
        self._jokers_of_rows(row, came, swaps, paths.needed + LEAST * bare + robbed)
        self.model.add(sum(left.values()) + came - swaps - robbed >= LEAST)
        if not own:
            return
        places = [place for place, tile in enumerate(tiles) if tile == JOKER]
        lying = Counter(max(tiles[:place], default=0) or -own[0] for place in places)
        tie(
            self.model,
            Rows(
                numbers=numbers,
                low={number: int(number == own[0]) for number in numbers},
                high={number: int(number == own[-1]) for number in numbers},
                held=held,
                stolen=stolen,
                once=True,
                coming=coming,
                paths=paths,
                bare=(0, bare),
                lying=lying,
                short={},
                spare={},
                added=added,
                robbed=robbed,
            ),
            self.tiles.jokers,
            self.tiles.plays,
        )

    def _comes(self, number: int, row: int) -> Coming:
        """Return how a number of the hand comes to a row that lies: by extension or swap."""
        extended, swapped = self._count(1), self._jokers(1)
        self.columns.coming[number, row, "extend"] = extended.index
        self.columns.coming[number, row, "swap"] = swapped.index
        return extended, swapped

    def _adding(self, row: int) -> Variable:
        """Return how many jokers of the hand are added to a row that lies."""
        added = self._jokers(self.tiles.laid)
        self.columns.adding[row] = added.index
        self.added.append(added)
        return added

    def _jokers_of_rows(self, row: int, came: Sum, swaps: Sum, needed: Sum) -> None:
        """Say that of the jokers that came to rows, some are swapped out, and enough stay."""
        self.model.add(came - swaps >= needed)
        self.swaps[row] = swaps

    def _paths(self, numbers: tuple[int, ...], held: Mapping[int, Sum]) -> Paths:
        """Lay the held numbers in sequences."""
        into: dict[tuple[int, int], list[Variable]] = defaultdict(list)  # by number and tiles
        paths = Paths({number: self._count(1) for number in numbers})
        for number in numbers:
            into[number, 1].append(paths.begin[number])
        for place, number in enumerate(numbers):
            here = [(tiles, into[number, tiles]) for tiles in range(1, LEAST + 1)]
            self.model.add(sum(sum(arcs) for _, arcs in here) == held[number])
            for tiles, arcs in here:
                if not arcs:
                    continue
                out = [self._count(1)]  # the end of a row
                paths.end[number].append(out[0])
                if tiles < LEAST:
                    paths.short[number].append((LEAST - tiles) * out[0])
                for after in numbers[place + 1 :]:
                    jokers = bridge(after - number)
                    if jokers > self.tiles.jokers:
                        break
                    arc = self._count(1)
                    if jokers:
                        paths.gaps[number].append(jokers * arc)
                    into[after, min(LEAST, tiles + jokers + 1)].append(arc)
                    out.append(arc)
                self.model.add(sum(arcs) == sum(out))
        return paths

    # ---------------------------------------------------------------- jokers and points

    def _supply(self) -> None:
        """Say where the jokers that are laid come from: hand, board, swaps; none from nothing."""
        held, board = self.instance.hand.count(JOKER), self.instance.jokers_left
        earned = self._count(board)
        laid, swaps = sum(self.played) + sum(self.added), sum(self.swaps.values())
        self.model.add(earned <= sum(self.earning))
        self.supplies[JOKER] = self.model.add(laid <= held + earned + swaps).index
        if not held:  # the first joker comes by a play without jokers, or out of a laid row
            first = self._count(1)
            rows = [row for row in self.rows if JOKER in self.instance.table[row]]
            out = sum(self.swaps[row] + sum(self.robbed[row]) for row in rows)
            self.model.add(first <= sum(self.earning_bare) + out)
            most = self.tiles.laid + LEAST * self.tiles.plays
            self.model.add(laid <= most * first)

    def _points(self) -> None:
        """Maximize tokens less the flowers left: as many tokens as rows with so many flowers."""
        tokens = self.instance.tokens
        taken = {token: self._count(tokens.count(token)) for token in sorted(set(tokens))}
        for token in taken:
            reaching = [x for count, ends in self.reaching.items() if count >= token for x in ends]
            self.model.add(sum(n for t, n in taken.items() if t >= token) <= sum(reaching))
        left = [flowers_on(n) * (1 - sum(ways)) for n, ways in self.laid.items()]
        self.model.maximize(sum(token * n for token, n in taken.items()) - sum(left))
