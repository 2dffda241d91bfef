"""The model against brute force on small boards: every switch, re-rolls, half-played positions."""

import random
from functools import cache

import pytest

from layouts.board import Board
from solver.dice import game, model
from solver.dice.rules import Instance, Readings
from solver.run import status_of, verified

COLOURS = "OPBYV"
BEDS = (3, 4, 5, 6)
SHAPES = [  # bed width, bed height, beds across, beds down
    (1, 1, 5, 1),
    (2, 1, 2, 2),
    (1, 2, 3, 1),
    (2, 2, 2, 1),
    (3, 1, 1, 3),
    (1, 1, 3, 3),
    (3, 2, 1, 1),
    (2, 3, 1, 1),
    (1, 1, 8, 1),
]


def random_instance(seed: int) -> Instance:
    """Return a small instance; every switch is on now and then, alone and with others."""
    rng = random.Random(seed)
    width, height, across, down = rng.choice(SHAPES)
    letters = rng.choice(["OPBYVW", "OPBW", "OPBYV", "OW", "OPBYVWWW"])
    rows = tuple(
        "".join(rng.choice(letters) for _ in range(width * across)) for _ in range(height * down)
    )
    board = Board(rows, width, height)
    highest = rng.choice([2, 3, 4, 6])
    reroll_used = rng.random() < 0.2
    length = rng.choice([1, 1, 2, 2, 3])

    def roll() -> dict[str, int]:
        return {colour: rng.randint(1, highest) for colour in COLOURS}

    rerolls = tuple(
        (roll() if rng.random() < 0.5 else None, roll() if rng.random() < 0.5 else None)
        for _ in range(length)
    )
    return Instance(
        board,
        tuple(roll() for _ in range(length)),
        rerolls if rng.random() < 0.5 and not reroll_used else (),
        sum(1 << cell for cell in range(board.size) if rng.random() < rng.choice([0, 0.2, 0.5])),
        rng.randint(0, 3),
        reroll_used,
        Readings(
            "basic" if rng.random() < 0.4 else "rounds",
            rng.random() < 0.3,
            rng.random() < 0.7,
            rng.random() < 0.3,
        ),
    )


def brute_force(instance: Instance) -> int | None:
    """Return the best score by trying every play; None where there is no play."""
    board, readings = instance.board, instance.readings
    width = len(board.rows[0])
    text = "".join(board.rows)
    size = len(text)
    everything = (1 << size) - 1

    def beside(cell: int) -> list[int]:
        y, x = divmod(cell, width)
        around = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
        return [b * width + a for b, a in around if 0 <= a < width and 0 <= b < len(board.rows)]

    def connected(cells: int, ground: int) -> bool:
        todo = [cell for cell in range(size) if cells >> cell & 1][:1]
        seen = set(todo)
        while todo:
            for cell in beside(todo.pop()):
                if ground >> cell & 1 and cell not in seen:
                    seen.add(cell)
                    todo.append(cell)
        return all(cell in seen for cell in range(size) if cells >> cell & 1)

    @cache
    def groups(circled: int) -> list[int]:
        bridge = circled if readings.through_circled else 0
        free = everything & ~circled
        found = [0] if readings.may_circle_none else []
        cells = free
        while cells:
            if cells.bit_count() <= 6 and connected(cells, cells | bridge):
                found.append(cells)
            cells = (cells - 1) & free
        return found

    def colours_done(circled: int) -> int:
        needed = []
        for colour in COLOURS:
            cells = {i for i in range(size) if text[i] == colour}
            if cells and readings.white_needed:
                cells |= {i for i in range(size) if text[i] == "W"}
            needed.append(bool(cells) and all(circled >> i & 1 for i in cells))
        return sum(needed)

    def beds_done(circled: int) -> int:
        beds: dict[tuple[int, int], bool] = {}
        for i in range(size):
            y, x = divmod(i, width)
            key = y // board.bed_height, x // board.bed_width
            beds[key] = beds.get(key, True) and bool(circled >> i & 1)
        return sum(beds.values())

    def final(circled: int, reroll_left: bool) -> int:
        return 4 * colours_done(circled) + sum(BEDS[: beds_done(circled)]) + reroll_left

    def over(circled: int) -> bool:
        ends = colours_done(circled) >= 3 or beds_done(circled) >= 4
        return readings.solo_end == "basic" and ends

    @cache
    def rest(r: int, circled: int, reroll_left: bool) -> int | None:
        if r == len(instance.rounds) or over(circled):
            return final(circled, reroll_left)
        offer = tuple(instance.rounds[r].items())
        return pick(r, 0, circled, reroll_left, offer)

    @cache
    def pick(
        r: int, turn: int, circled: int, reroll_left: bool, offer: tuple[tuple[str, int], ...]
    ) -> int | None:
        results = take(r, turn, circled, reroll_left, offer)
        table = instance.rerolls[r][turn] if instance.rerolls else None
        if table is not None and reroll_left:
            again = tuple((die, table[die]) for die, _ in offer)
            results += take(r, turn, circled, False, again)
        return max((result for result in results if result is not None), default=None)

    def take(
        r: int, turn: int, circled: int, reroll_left: bool, offer: tuple[tuple[str, int], ...]
    ) -> list[int | None]:
        results: list[int | None] = []
        for die, value in offer:
            left = tuple(other for other in offer if other[0] != die)
            for cells in groups(circled):
                if cells.bit_count() > value:
                    continue
                right = sum(cells >> i & 1 and text[i] in (die, "W") for i in range(size))
                after = circled | cells
                if turn == 0:
                    future = pick(r, 1, after, reroll_left, left)
                else:
                    future = rest(r + 1, after, reroll_left)
                results.append(None if future is None else future - (value - right))
        return results

    best = rest(0, instance.circled, not instance.reroll_used)
    return None if best is None else best - instance.ticks


def check(seed: int) -> None:
    instance = random_instance(seed)
    finding = model.search(instance, lambda _: None)
    expected = brute_force(instance)
    assert finding.score == expected, instance
    assert status_of(finding) == ("infeasible" if expected is None else "proved"), instance
    verified(game.replay, instance, finding)


@pytest.mark.parametrize("block", range(20))
def test_small_instances_score_what_brute_force_finds(block: int) -> None:
    for seed in range(10 * block, 10 * block + 10):
        check(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(2, 42))
def test_two_thousand_small_instances_score_what_brute_force_finds(block: int) -> None:
    for seed in range(50 * block + 100, 50 * block + 150):
        check(seed)


def test_the_small_instances_use_every_switch_and_both_re_rolls() -> None:
    instances = [random_instance(seed) for seed in range(200)]
    assert {i.readings.solo_end for i in instances} == {"rounds", "basic"}
    for switch in ("through_circled", "may_circle_none", "white_needed"):
        assert {getattr(i.readings, switch) for i in instances} == {True, False}
    for pick in (0, 1):
        assert any(pair[pick] for i in instances for pair in i.rerolls)
