"""The search as machine code: it goes where the one in Python goes, and room is made as needed."""

import random
from collections import defaultdict

import pytest

from solver.tiles import translated
from solver.tiles.gather import LOADING_S, TRANSLATION_S, _sooner
from solver.tiles.native import TRANSLATION
from solver.tiles.native.search import FULL
from solver.tiles.outcomes import Outcome
from solver.tiles.pruning import Pruned
from solver.tiles.rules import TOKENS, Instance, Readings
from solver.tiles.translated import Translated, fits, prepare, words
from solver.translation import Translation
from tests.bench.bench_tiles import deal
from tests.solver.tiles.oracle import joker_instance
from tests.solver.tiles.test_pruning import POOR, search_of, searched

MANY = 1000
READINGS = [
    Readings(),
    Readings(steal_jokers=False),
    Readings(joker_in_three_earns_joker=False),
]


def positions(size, rows, jokers, seed):
    return deal(random.Random(f"native {seed}"), "harvest", size, rows, jokers)


def noted(search):
    """The places that a search has noted, by their tiles."""
    found = defaultdict(list)
    for place in range(int(search.places.count[0])):
        state = search.state(place)
        found[state.hand, state.rows, state.board].append((state, search.tokens(place)))
    return found


def rules_out(one, two):
    (mine, tokens), (its, others) = one, two
    longer = len(tokens) >= len(others) and all(map(int.__ge__, tokens, others))
    return mine.lock in (0, its.lock) and mine.open >= its.open and longer


@pytest.mark.parametrize("readings", READINGS)
@pytest.mark.parametrize("seed", range(4))
def test_it_notes_all_moves_of_a_place_and_no_others(readings, seed):
    given = joker_instance(random.Random(f"translated {seed}"))
    instance = Instance(
        "harvest", given.hand, given.table, TOKENS, given.jokers_left, None, readings
    )
    search, _ = search_of(Translated, instance)
    search.losses.value += MANY  # so that no place is left out as hopeless
    search.search(lambda *_: None, POOR, 2 * MANY)
    assert search.ended
    found, harvest = noted(search), search.harvest
    for place in range(int(search.places.count[0])):
        lost = sum(map(search.losses.of, search.way(place)))  # all of them moves of harvest.py
        assert search.places.places[place]["loss"] >= lost - 1e-6
        state, won = search.state(place), Outcome(search.tokens(place))
        for step, there in harvest.onward(state):
            tokens = won.with_token(harvest.threshold(step)).tokens
            known = found[there.hand, there.rows, there.board]
            assert any(rules_out(one, (there, tokens)) for one in known), (step, there)


@pytest.mark.parametrize(("size", "rows", "jokers"), [(7, 3, 2), (6, 2, 4), (8, 3, 1)])
@pytest.mark.parametrize("seed", range(4))
def test_a_move_loses_what_its_step_loses(size, rows, jokers, seed):
    instance = positions(size, rows, jokers, seed)
    best = searched(Pruned, instance)
    search, _ = search_of(Translated, instance)
    search.losses.value += MANY
    while search._run(best, 1) == FULL:
        search._enlarge()
    start, cents = search.state(0), lambda loss: round(100 * loss)
    known = {}
    for step, there in search.harvest.onward(start):
        won = Outcome().with_token(search.harvest.threshold(step)).tokens
        known.setdefault((there, won), set()).add(cents(search.losses.of(step)))
    places = range(1, int(search.places.count[0]))
    assert bool(places) == bool(known)
    for place in places:
        lost = cents(float(search.places.places[place]["loss"]))
        assert lost in known[search.state(place), search.tokens(place)]


@pytest.mark.parametrize(
    ("size", "rows", "jokers"), [(9, 2, 1), (12, 3, 1), (14, 3, 2), (16, 0, 1)]
)
@pytest.mark.parametrize("seed", range(3))
def test_a_part_wins_without_joker_moves_what_it_wins_in_python(size, rows, jokers, seed):
    instance = positions(size, rows, jokers, seed)
    search, patience = search_of(Translated, instance)
    patience.steps = 2
    search.search(lambda *_: None, POOR, 2 * MANY)
    parts, patience.steps = search.parts, 1 << 40
    assert parts.count[0]
    for part, rows_of in zip(parts.parts[: parts.count[0]], parts.rows, strict=False):
        state = search.position(part["hand"], rows_of[: part["many"]])
        found = set()
        for *thresholds, left in parts.outcomes[part["first"] : part["first"] + part["size"]]:
            counted = enumerate(map(int, thresholds))
            tokens = tuple(token for token, many in counted for _ in range(many) if token)
            found.add((tokens[::-1], int(left)))
        known = search.harvest.jokerless(state)
        assert found == {(outcome.tokens, outcome.left) for outcome in known}, state


@pytest.mark.parametrize(
    ("size", "rows", "jokers", "seed"), [(9, 3, 2, 0), (10, 2, 3, 1), (10, 0, 4, 2), (13, 3, 1, 3)]
)
def test_it_comes_to_the_end_that_the_search_in_python_comes_to(size, rows, jokers, seed):
    instance = positions(size, rows, jokers, seed)
    best = searched(Pruned, instance)
    assert searched(Translated, instance) == best
    assert searched(Translated, instance, best - 3) == best


@pytest.mark.parametrize("room", [16, 64])
def test_arrays_become_wider_when_they_are_full(room):
    instance = positions(10, 2, 3, 1)
    assert searched(Translated, instance, room=room, places=room) == searched(Translated, instance)


def test_a_search_without_room_for_more_places_has_a_true_bound(monkeypatch):
    monkeypatch.setattr(translated, "MOST_BYTES", 1 << 17)
    instance = positions(10, 2, 3, 1)
    best = searched(Pruned, instance)
    search, _ = search_of(Translated, instance, room=64, places=64)
    points, bound = search.search(lambda *_: None, POOR, 2 * MANY)
    assert search.is_full and not search.ended
    assert points <= best <= bound <= search.losses.value
    assert search.search(lambda *_: None, points, bound) == (points, bound)


def test_words_of_a_set():
    assert words(1 << 63 | 1 << 64 | 1 << 100) == (1 << 63, 1 | 1 << 36)


def test_rows_that_could_be_too_long_are_left_to_the_search_in_python():
    assert fits(Instance("harvest", tuple(range(1, 58)), ((90, 91, 92),), TOKENS))
    assert not fits(Instance("harvest", tuple(range(1, 58)), ((90, 91, 92, 93),), TOKENS))


def test_what_is_kept_is_not_translated_again():
    prepare()
    assert (prepare() == "translated before") == TRANSLATION.is_kept


@pytest.mark.parametrize(
    ("kept", "left", "translate", "kind"),
    [
        (True, LOADING_S - 1, False, Pruned),
        (True, LOADING_S + 1, False, Translated),
        (False, TRANSLATION_S + 1, False, Pruned),
        (False, TRANSLATION_S - 1, True, Pruned),
        (False, TRANSLATION_S + 1, True, Translated),
    ],
)
def test_machine_code_is_used_where_there_is_time_for_it(kept, left, translate, kind, monkeypatch):
    monkeypatch.setattr(Translation, "is_kept", kept)
    search, _ = search_of(Pruned, positions(9, 2, 1, 0))
    assert type(_sooner(search, left, translate=translate)) is kind
