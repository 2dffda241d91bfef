"""The inner loop of annealing as machine code: a plan and a heat go in, a better plan comes out.

It takes some four seconds to translate, once. A plan names for every turn a card and a cell; what
is not legal when its turn comes is left out. Cells are numbered row by row in a board with a free
margin, so that a neighbour is always a cell.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.translation import Translation

MADE_GOOD = 4.0  # what groups and later rounds may still make good of lines lost
Array = NDArray[Any]
TRANSLATION = Translation("field", [Path(__file__)], nogil=True)


class Game(NamedTuple):
    """What stays: the board, the cards of each turn, what lines and groups are worth.

    Attributes:
        width: of the board, with its margin.
        window: columns and rows within which all cards lie.
        inner: whether a cell is none of the margin.
        pools: turns x cards, the cards of the pile of a turn; ``sizes`` how many.
        mates: turns x turns, the turns of the same pile and round; ``many`` how many.
        rounds: the round of each turn, from 0; ``ends`` where the rounds begin and end.
        bits: by number of a card, a bit for its flower.
        lines: by the bits of a line, its worth and its points (2 x 2 ** flowers).
        groups: by the size of a group, its worth and its points (2 x sizes); noughts where groups
            do not count.
    """

    width: int
    window: tuple[int, int]
    inner: Array
    pools: Array
    sizes: Array
    mates: Array
    many: Array
    rounds: Array
    ends: Array
    bits: Array
    lines: Array
    groups: Array


class Stages(NamedTuple):
    """A plan and the board before the first round and after each: rounds + 1 of all but the plan.

    Attributes:
        cards: of the plan, by turn; ``cells`` likewise; ``laid`` whether that was legal.
        numbers: the card on each cell, 0 where there is none.
        blooms: the bit of its flower, 0 where there is none.
        box: least and greatest column, least and greatest row that hold a card.
        worth: of the lines of the rounds so far, of the groups at the end; and the points.
    """

    cards: Array
    cells: Array
    laid: Array
    numbers: Array
    blooms: Array
    box: Array
    worth: Array


@TRANSLATION.inner
def play(game: Game, stages: Stages, number: int) -> None:
    """Play one round of the plan from the stage before it."""
    numbers, blooms = stages.numbers[number + 1], stages.blooms[number + 1]
    for at in range(len(numbers)):
        numbers[at], blooms[at] = stages.numbers[number, at], stages.blooms[number, at]
    width = game.width
    left, right, low, high = stages.box[number]
    for turn in range(game.ends[number], game.ends[number + 1]):
        card, at = stages.cards[turn], stages.cells[turn]
        stages.laid[turn] = False
        east, north = numbers[at + 1], numbers[at + width]
        west, south = numbers[at - 1], numbers[at - width]
        if 0 < east <= card or 0 < north <= card or west >= card or south >= card:
            continue
        if east + north + west + south == 0:
            continue
        y, x = at // width, at % width
        if max(right, x) - min(left, x) >= game.window[0]:
            continue
        if max(high, y) - min(low, y) >= game.window[1]:
            continue
        left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
        stages.laid[turn] = True
        numbers[at] = card
        blooms[at] = game.bits[card]
    box = stages.box[number + 1]
    box[0], box[1], box[2], box[3] = left, right, low, high
    worth = points = 0.0
    for y in range(low, high + 1):
        line = 0
        for at in range(y * width + left, y * width + right + 1):
            line |= blooms[at]
        worth += game.lines[0, line]
        points += game.lines[1, line]
    for x in range(left, right + 1):
        line = 0
        for at in range(low * width + x, high * width + x + 1, width):
            line |= blooms[at]
        worth += game.lines[0, line]
        points += game.lines[1, line]
    stages.worth[number + 1, 0] = stages.worth[number, 0] + worth
    stages.worth[number + 1, 1] = stages.worth[number, 1] + points


@TRANSLATION.inner
def add_groups(game: Game, stages: Stages, left: Array, stack: Array) -> None:
    """Add what the biggest group of each flower is worth at the end; two scratch arrays."""
    width, most = game.width, game.groups.shape[1] - 1
    for at in range(len(left)):
        left[at] = stages.blooms[-1, at]
    biggest = np.zeros(game.lines.shape[1], np.int64)
    box = stages.box[-1]
    for y in range(box[2], box[3] + 1):
        for seed in range(y * width + box[0], y * width + box[1] + 1):
            flower = left[seed]
            if flower == 0:
                continue
            left[seed] = 0
            stack[0] = seed
            done, size = 0, 1
            while done < size:
                at = stack[done]
                done += 1
                for near in (at + 1, at - 1, at + width, at - width):
                    if left[near] == flower:
                        left[near] = 0
                        stack[size] = near
                        size += 1
            biggest[flower] = max(size, biggest[flower])
    for flower in range(len(biggest)):
        size = min(biggest[flower], most)
        stages.worth[-1, 0] += game.groups[0, size]
        stages.worth[-1, 1] += game.groups[1, size]


@TRANSLATION.inner
def change(game: Game, stages: Stages, draw: Any) -> int:
    """Change a cell or a card, or let two turns swap theirs; return the first turn that differs."""
    cards, cells = stages.cards, stages.cells
    turns = len(cards)
    turn = first = int(draw.random() * turns)
    kind = draw.random()
    if kind < 0.35:
        cells[turn] = beside(game, cells, cells[turn], draw)
    elif kind < 0.7:
        wanted = game.pools[turn, int(draw.random() * game.sizes[turn])]
        for mate in game.mates[turn, : game.many[turn]]:
            if cards[mate] == wanted:
                cards[mate] = cards[turn]
                first = min(turn, mate)
        cards[turn] = wanted
        if draw.random() < 0.5:
            cells[turn] = beside(game, cells, cells[turn], draw)
    elif kind < 0.85:
        other = int(draw.random() * turns)
        cells[turn], cells[other] = cells[other], cells[turn]
        first = min(turn, other)
    else:
        other = game.mates[turn, int(draw.random() * game.many[turn])]
        cells[turn], cells[other] = cells[other], cells[turn]
        cards[turn], cards[other] = cards[other], cards[turn]
        first = min(turn, other)
    return first


@TRANSLATION.inner
def beside(game: Game, cells: Array, at: int, draw: Any) -> int:
    """Return a cell that a turn of the plan has, or one beside it; the old one at the margin."""
    near = cells[int(draw.random() * len(cells))]
    side = int(draw.random() * 5)
    if side < 2:
        near += 1 - 2 * side
    elif side < 4:
        near += game.width * (5 - 2 * side)
    return near if game.inner[near] else at


@TRANSLATION.inner
def copy(source: Stages, to: Stages, begin: int) -> None:
    """Copy a plan and the stages after the rounds from ``begin`` on."""
    for turn in range(len(source.cards)):
        to.cards[turn] = source.cards[turn]
        to.cells[turn] = source.cells[turn]
        to.laid[turn] = source.laid[turn]
    for number in range(begin + 1, len(source.worth)):
        for at in range(source.numbers.shape[1]):
            to.numbers[number, at] = source.numbers[number, at]
            to.blooms[number, at] = source.blooms[number, at]
        for n in range(4):
            to.box[number, n] = source.box[number, n]
        for n in range(2):
            to.worth[number, n] = source.worth[number, n]


@TRANSLATION.entry
def play_all(game: Game, stages: Stages) -> None:
    """Play all rounds of the plan."""
    for number in range(len(game.ends) - 1):
        play(game, stages, number)
    size = game.inner.size
    add_groups(game, stages, np.zeros(size, stages.blooms.dtype), np.zeros(size, np.int64))


@TRANSLATION.entry
def improve(
    game: Game, now: Stages, new: Stages, best: Stages, plans: int, heat: float, draw: Any
) -> None:
    """Try so many changed plans at a heat; taken are those that Metropolis takes.

    ``now`` and ``new`` are alike before and after; ``best`` keeps the plan with most points.
    """
    rounds, size = len(game.ends) - 1, game.inner.size
    left, stack = np.zeros(size, now.blooms.dtype), np.zeros(size, np.int64)
    for _ in range(plans):
        loss = -heat * np.log(1.0 - draw.random())
        begin = game.rounds[change(game, new, draw)]
        good = True
        for number in range(begin, rounds):
            play(game, new, number)
            if new.worth[number + 1, 0] < now.worth[number + 1, 0] - loss - MADE_GOOD:
                good = number == rounds - 1
                break
        if good:
            add_groups(game, new, left, stack)
            good = new.worth[rounds, 0] >= now.worth[rounds, 0] - loss
        if good:
            copy(new, now, begin)
            if now.worth[rounds, 1] > best.worth[rounds, 1]:
                copy(now, best, 0)
        else:
            copy(now, new, begin)
