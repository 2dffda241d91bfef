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

from solver.field.order import Step, fits
from solver.field.points import group_points, line_points
from solver.field.rules import Card, Cell, Flower
from solver.field.task import HEIGHT, WIDTH, Task
from solver.field.window import neighbours

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
        nodes = [_scored(node, task, last) for node in nodes]
    return max(nodes, key=lambda node: node.points)


def _scored(node: Node, task: Task, last: bool) -> Node:
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
    pile = task.piles[task.turns[turn]]
    found: dict[object, tuple[float, int, Node]] = {}
    for node in nodes:
        for lying, step, laid in _steps(node, pile.cards):
            flowers = flowers_of(lying, task)
            key = frozenset(lying.items())
            if key in found:
                continue
            rank = _rank(flowers, groups, hope) + node.points + rng.random() * 0.5
            found[key] = (rank, len(found), Node(lying, (*node.steps, step), laid, node.points))
    return [entry[2] for entry in heapq.nlargest(width, found.values())]


def _steps(
    node: Node, cards: tuple[int, ...]
) -> Iterator[tuple[dict[Cell, Card], Step, frozenset[int]]]:
    lying = node.lying
    xs, ys = zip(*lying, strict=True)
    lefts = range(max(xs) - WIDTH + 1, min(xs) + WIDTH)
    lows = range(max(ys) - HEIGHT + 1, min(ys) + HEIGHT)
    near = {n for cell in lying for n in neighbours(cell) if n[0] in lefts and n[1] in lows}
    yield lying, (None, None), node.laid
    for card in cards:
        if card not in node.laid:
            for cell in near:
                if fits(lying, card, cell):
                    yield {**lying, cell: card}, (card, cell), node.laid | {card}


def _rank(flowers: dict[Cell, Flower], groups: bool, hope: float) -> float:
    lines: dict[tuple[int, int], set[Flower]] = {}
    for cell, flower in flowers.items():
        lines.setdefault((0, cell[0]), set()).add(flower)
        lines.setdefault((1, cell[1]), set()).add(flower)
    rank = sum(LINE_HOPE[len(line)] for line in lines.values())
    return rank + hope * _group_hope(flowers) if groups else rank


def _group_hope(flowers: dict[Cell, Flower]) -> float:
    biggest: dict[Flower, int] = {}
    left = dict(flowers)
    while left:
        cell, flower = left.popitem()
        edge, size = [cell], 1
        while edge:
            for near in neighbours(edge.pop()):
                if left.get(near) == flower:
                    del left[near]
                    edge.append(near)
                    size += 1
        biggest[flower] = max(size, biggest.get(flower, 0))
    return sum(GROUP_HOPE[min(size, len(GROUP_HOPE) - 1)] for size in biggest.values())
