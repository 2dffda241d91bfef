"""Two independent enumerators count the same legal picks; a legal pick can always be applied."""

import random
from itertools import combinations

import pytest

from layouts.board import Board
from solver.dice.rules import (
    COLOURS,
    Game,
    Instance,
    Pick,
    Readings,
    apply,
    faults_of,
    legal_picks,
    over,
    score,
    start,
    start_game,
)


def roll(rng, dice=tuple(COLOURS)):
    return {die: rng.randint(1, 6) for die in dice}


def random_board(rng):
    width, height, wide = rng.choice([(2, 2, 2), (3, 2, 3), (4, 2, 2), (3, 3, 3), (1, 6, 1)])
    rows = tuple("".join(rng.choices("OPBYVW", k=width)) for _ in range(height))
    return Board(rows, wide, 1 if width == 1 else height)


def random_state(rng):
    board, readings = (
        random_board(rng),
        Readings(
            rng.choice(["rounds", "basic"]),
            through_circled=rng.random() < 0.5,
            may_circle_none=rng.random() < 0.5,
            white_needed=rng.random() < 0.5,
        ),
    )
    if rng.random() < 0.2:
        table = tuple(roll(rng, (*COLOURS, "W")) for _ in range(3))
        return start_game(Game((board,) * 3, (table[0],), (table,), readings))
    pair = rng.choice([(None, None), (roll(rng), None), (None, roll(rng)), (roll(rng), roll(rng))])
    circled = rng.getrandbits(board.size) & rng.getrandbits(board.size)
    return start(
        Instance(board, (roll(rng),), (pair,), circled, reroll_used=False, readings=readings)
    )


def picks_by_trial(state):
    """Every thinkable pick that the referee finds no fault with; shares no code with the growth."""
    size = state.board.size
    for rerolled in (False, True):
        for die in (*COLOURS, "W"):
            for wish in COLOURS if die == "W" else ("",):
                for value in range(1, 7):
                    probe = Pick(state.round + 1, die, value, 0, rerolled, wish)
                    if any("circled" not in fault.what for fault in faults_of(state, probe)):
                        continue
                    for count in range(min(value, size) + 1):
                        for cells in combinations(range(size), count):
                            group = sum(1 << cell for cell in cells)
                            if joined(state, cells) and not state.sheet.circled & group:
                                yield Pick(state.round + 1, die, value, group, rerolled, wish)


def joined(state, cells):
    """Connected, by merging neighbours until nothing merges (also through circled cells)."""
    if not cells:
        return state.game.readings.may_circle_none
    board, ground = state.board, set(cells)
    if state.game.readings.through_circled:
        ground |= {cell for cell in range(board.size) if state.sheet.circled >> cell & 1}
    label = {cell: cell for cell in ground}
    for _ in ground:
        for a, b in combinations(sorted(ground), 2):
            dy, dx = abs(a // board.width - b // board.width), abs(a - b) % board.width
            beside = (dy == 0 and abs(a - b) == 1) or (dy == 1 and dx == 0)
            if beside:
                label[a] = label[b] = min(label[a], label[b])
    return len({label[cell] for cell in cells}) == 1


def compare(seeds):
    counted = 0
    for seed in seeds:
        state = random_state(random.Random(seed))
        while not over(state):
            grown = list(legal_picks(state))
            assert len(grown) == len(set(grown))
            assert set(grown) == set(picks_by_trial(state)), seed
            counted += 1
            if not grown:
                break
            state = apply(state, random.Random(seed).choice(sorted(grown, key=repr)))
    return counted


def test_two_enumerators_find_the_same_picks():
    assert compare(range(40)) >= 60


@pytest.mark.full
def test_two_enumerators_find_the_same_picks_in_a_thousand_positions():
    assert compare(range(40, 700)) >= 1000


@pytest.mark.parametrize(
    ("rows", "readings", "count"),
    [
        # 1 + 4 + 4 + 4 + 1 groups of a 2 x 2 square, for dice that show 1, 2, 3, 4, 5
        pytest.param(("OP", "BW"), Readings(), 5 + 9 + 13 + 14 + 14, id="square"),
        pytest.param(("OP", "BW"), Readings(may_circle_none=False), 50, id="square, at least one"),
        pytest.param(("OPBY",), Readings(), 5 + 8 + 10 + 11 + 11, id="row"),
    ],
)
def test_the_number_of_legal_picks_is_known(rows, readings, count):
    dice = {"O": 1, "P": 2, "B": 3, "Y": 4, "V": 5}
    board = Board(rows, len(rows[0]), len(rows))
    assert len(list(legal_picks(start(Instance(board, (dice,), readings=readings))))) == count


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_circled_twice_and_no_points_appear(seed):
    rng = random.Random(seed)
    state = random_state(rng)
    while choice := list(legal_picks(state)):
        pick = rng.choice(choice)
        player, before = state.player, state.sheet
        after = apply(state, pick)
        sheet = after.sheets[player]
        assert sheet.circled.bit_count() == before.circled.bit_count() + pick.cells.bit_count()
        assert 0 <= sheet.ticks - before.ticks <= pick.value
        total, parts = score(after, player)
        assert total == parts["colours"] + parts["beds"] + parts["reroll"] - parts["ticks"]
        state = after
