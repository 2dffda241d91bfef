"""Tasks that follow each other go in; good legal plays come out quickly, without any proof.

A beam search turn by turn over whole games. States are ranked by the points so far and by what the
lines and groups begun may become; of fields that look alike only the best goes on.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from solver.field.order import Step, between
from solver.field.points import group_points, line_points
from solver.field.rules import Card, Cell, Flower
from solver.field.task import HEIGHT, WIDTH, Task, neighbours

# What a line with so many different flowers, a flower with a biggest group of so many may become.
LINE_HOPE = (0.0, 0.3, 1.0, 2.2, 4.6, 8.4, 13.0)
GROUP_HOPE = (0.0, 0.2, 1.6, 5.0, 10.5, 18.5, 28.0)


@dataclass(frozen=True, slots=True)
class Node:
    """A position of the beam: what lies, what was laid turn by turn, points of rounds past."""

    lying: dict[Cell, Card]
    steps: tuple[Step, ...]
    laid: frozenset[int]
    points: int = 0


def beam(
    tasks: Sequence[Task],
    width: int,
    start: Node,
    rng: Random,
    hope: float = 1.0,
    deadline: float = math.inf,
) -> Node:
    """Return the best play that a beam of this width finds; ``points`` counts all rounds.

    Each task scores at its end; ``hope`` weighs what is begun against points won, and is drawn
    around anew for every rank, so that several beams differ. After the deadline it goes on with a
    beam of one.
    """
    nodes = [start]
    for number, task in enumerate(tasks):
        last = number == len(tasks) - 1
        groups = tasks[-1].groups
        for turn in range(len(task.turns)):
            late = time.monotonic() >= deadline
            nodes = _turn(nodes[: 1 if late else None], task, turn, width, rng, hope, groups)
        nodes = [scored(node, task, last) for node in nodes]
    return max(nodes, key=lambda node: node.points)


def scored(node: Node, task: Task, last: bool) -> Node:
    """Return a position at the end of a round with the points of it."""
    flowers = flowers_of(node.lying, task)
    points = node.points + line_points(flowers)
    if last and task.groups:
        points += group_points(flowers)
    return Node(node.lying, node.steps, node.laid, points)


def flowers_of(lying: dict[Cell, Card], task: Task) -> dict[Cell, Flower]:
    """Return the flower that is seen on each cell."""
    return {cell: task.flowers[card] for cell, card in lying.items() if card in task.flowers}


def _turn(
    nodes: list[Node],
    task: Task,
    turn: int,
    width: int,
    rng: Random,
    hope: float,
    groups: bool,
) -> list[Node]:
    """Rank all steps by what they change, and take only the best ones."""
    cards = task.piles[task.turns[turn]].cards
    found: dict[int, tuple[float, int, Node, Step]] = {}
    for node in nodes:
        promise = Promise(flowers_of(node.lying, task), hope if groups else 0.0)
        looks = sum(map(hash, node.lying.items()))
        for card, cell in steps_from(node, cards):
            change, rank = 0, promise.rank
            if card is not None and cell is not None:
                change = hash((cell, card))
                if cell in node.lying:
                    change -= hash((cell, node.lying[cell]))
                rank = promise.after(cell, task.flowers[card])
            rank += node.points + rng.random() * 0.5
            found.setdefault(looks + change, (rank, -len(found), node, (card, cell)))
    return [after_step(node, step) for _, _, node, step in heapq.nlargest(width, found.values())]


def after_step(node: Node, step: Step) -> Node:
    """Return the position after a step."""
    card, cell = step
    if card is None or cell is None:
        return Node(node.lying, (*node.steps, step), node.laid, node.points)
    lying = {**node.lying, cell: card}
    return Node(lying, (*node.steps, step), node.laid | {card}, node.points)


def steps_from(node: Node, cards: tuple[int, ...]) -> Iterator[Step]:
    """Yield every step with one of the cards: none, and each card wherever it may go."""
    lying = node.lying
    xs, ys = zip(*lying, strict=True)
    lefts = range(max(xs) - WIDTH + 1, min(xs) + WIDTH)
    lows = range(max(ys) - HEIGHT + 1, min(ys) + HEIGHT)
    near = {n for cell in lying for n in neighbours(cell) if n[0] in lefts and n[1] in lows}
    yield None, None
    left = [card for card in cards if card not in node.laid]
    for cell in near:
        low, high = between(lying, cell)
        for card in left:
            if low < card < high:
                yield card, cell


class Promise:
    """What a field may become; lines and groups are counted once, for all steps from there."""

    def __init__(self, flowers: dict[Cell, Flower], hope: float) -> None:
        self.flowers, self.hope = flowers, hope
        self.lines: dict[tuple[int, int], set[Flower]] = {}
        for cell, flower in flowers.items():
            for line in ((0, cell[0]), (1, cell[1])):
                self.lines.setdefault(line, set()).add(flower)
        self.group: dict[Cell, frozenset[Cell]] = {}
        for cell in flowers:
            if cell not in self.group:
                group = self._group(cell)
                self.group |= dict.fromkeys(group, group)
        self.biggest: dict[Flower, int] = {}
        for cell, group in self.group.items():
            flower = flowers[cell]
            self.biggest[flower] = max(len(group), self.biggest.get(flower, 0))
        self.rank = sum(LINE_HOPE[len(line)] for line in self.lines.values())
        self.rank += hope * sum(map(_group_hope, self.biggest.values()))

    def _group(self, seed: Cell) -> frozenset[Cell]:
        flower, group, edge = self.flowers[seed], {seed}, [seed]
        while edge:
            for near in neighbours(edge.pop()):
                if self.flowers.get(near) == flower and near not in group:
                    group.add(near)
                    edge.append(near)
        return frozenset(group)

    def after(self, cell: Cell, flower: Flower) -> float:
        """Return the rank when a flower comes to a cell."""
        if cell in self.flowers:
            return Promise({**self.flowers, cell: flower}, self.hope).rank
        rank = self.rank
        for line in ((0, cell[0]), (1, cell[1])):
            there = self.lines.get(line, set())
            if flower not in there:
                rank += LINE_HOPE[len(there) + 1] - LINE_HOPE[len(there)]
        if self.hope:
            size, before = self.joined(cell, flower), self.biggest.get(flower, 0)
            rank += self.hope * (_group_hope(max(size, before)) - _group_hope(before))
        return rank

    def joined(self, cell: Cell, flower: Flower) -> int:
        """Return the size of the group that a flower joins when it comes to a free cell."""
        beside = (n for n in neighbours(cell) if self.flowers.get(n) == flower)
        return 1 + sum(map(len, {self.group[near] for near in beside}))


def _group_hope(size: int) -> float:
    return GROUP_HOPE[min(size, len(GROUP_HOPE) - 1)]
