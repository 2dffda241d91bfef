"""What dice can complete: the limits hold for every set of flowers, and few rounds are proved."""

import math
import random
import time
from dataclasses import replace

import pytest

from layouts.board import Board
from solver.dice import game, model
from solver.dice.capacity import Capacity
from solver.dice.design import built_in
from solver.dice.rules import COLOURS, Instance, Readings
from solver.dice.task import task_of
from solver.run import verified


def position(seed: int) -> tuple[Instance, int]:
    """Return a position on 24 flowers, and how many flowers its dice circle at most."""
    rng = random.Random(seed)
    rows = tuple("".join(rng.choice("OPBYVW") for _ in range(6)) for _ in range(4))
    rounds = tuple({c: rng.randint(1, 6) for c in COLOURS} for _ in range(rng.randint(1, 3)))
    circled = sum(1 << cell for cell in range(24) if rng.random() < 0.3)
    readings = Readings(white_needed=rng.random() < 0.5)
    most = sum(sum(sorted(dice.values())[-2:]) for dice in rounds)
    return Instance(Board(rows, 3, 2), rounds, circled=circled, readings=readings), most


@pytest.mark.parametrize("seed", range(60))
def test_no_set_of_flowers_completes_more_than_the_limits(seed: int) -> None:
    instance, most = position(seed)
    task, rng = task_of(instance), random.Random(seed)
    capacity = Capacity(task)
    free = [cell for cell in range(24) if not instance.circled >> cell & 1]
    for _ in range(40):
        order = rng.sample(task.parts, len(task.parts))  # parts one after the other, cut short
        wish = [cell for part in order for cell in free if part >> cell & 1]
        cells = sum(1 << cell for cell in dict.fromkeys(wish).keys() & set(wish[: 2 * most]))
        while cells.bit_count() > most:
            cells &= cells - 1
        done = sum(1 << n for n, part in enumerate(task.parts) if not part & ~cells)
        beds = (done >> task.colours).bit_count()
        colours = done.bit_count() - beds
        decided = rng.getrandbits(len(task.parts))
        limits = capacity.limits(0, done & decided, ~done & decided)
        assert limits is not None
        assert colours <= limits.colours
        assert beds <= limits.beds
        assert colours + beds <= limits.parts
        assert task.bonus(done) <= limits.points


def test_nothing_is_left_where_more_is_wanted_than_the_dice_show() -> None:
    task = task_of(Instance(built_in()[0], (dict.fromkeys(COLOURS, 6),)))
    assert Capacity(task).limits(0, 0b1, 0) is not None
    assert Capacity(task).limits(0, 0b11, 0) is None


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_few_rounds_on_an_empty_sheet_are_proved(rounds: int) -> None:
    rng = random.Random(rounds)
    dice = tuple({c: rng.randint(1, 6) for c in COLOURS} for _ in range(rounds))
    instance = Instance(built_in()[rounds], dice)
    finding = model.search(instance, lambda _: None, deadline=time.monotonic() + 240)
    assert finding.proved
    verified(game.replay, instance, finding)
    other = model.search(replace(instance), lambda _: None, seed=7, deadline=math.inf)
    assert other.score == finding.score
