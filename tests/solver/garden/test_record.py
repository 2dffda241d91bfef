"""Random games replayed, and broken in one place: each wrong play has its reason."""

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.sources import Source
from solver.games import check
from solver.garden import game
from solver.garden.match import over, play, points
from solver.garden.positions import random_game
from solver.garden.rules import COLOURS, Laid, Pawns, beds_of


def played(seed, players=3, version="family"):
    return list(random_game(random.Random(seed), players, version))


def whole_game(players, version, seed=0):
    """The first random game from a seed that goes to its end."""
    for number in range(seed, seed + 200):
        steps = played(number, players, version)
        if over(steps[-1][0]):
            return steps
    raise AssertionError("no random game ends")


def record_of(steps, **more):
    match = steps[0][0].match
    moves = [
        {
            "card": move.laid.card.name, "at": list(move.laid.at), "turn": move.laid.turn,
            "by": move.by, "flowers": list(move.flowers), "discarded": list(move.discarded),
            "sold": [list(bouquet) for bouquet in move.sold],
            "pawns": {c: game.move_to_json(None, move)["pawns"][c] for c in move.pawns},
        }
        for _, move, _ in steps[1:]
    ]  # fmt: skip
    table = {
        "game": "garden", "kind": "score", "players": len(match.seats), "version": match.version,
        "seats": list(match.seats), "moves": moves,
    }  # fmt: skip
    return table | ({"virtual": match.virtual} if match.virtual else {}) | more


def score(table):
    return game.score(game.read(Source(table, "record", Path())))


@pytest.mark.parametrize("version", ["family", "tactical"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_random_game_is_replayed_from_its_record(players, version):
    steps = whole_game(players, version)
    found = score(record_of(steps))
    assert (found["faults"], found["complete"]) == ([], True)
    assert found["breakdown"] == points(steps[-1][0])
    assert found["totals"] == {c: sum(p.values()) for c, p in found["breakdown"].items()}
    assert found["score"] == max(found["totals"].values())
    assert all(found["totals"][winner] == found["score"] for winner in found["winners"])


def test_players_are_scored_after_their_own_last_card_or_at_the_end():
    steps = whole_game(3, "family")
    late = score(record_of(steps, readings={"final_scoring": "game_end"}))["breakdown"]
    soon = score(record_of(steps))["breakdown"]
    garden, last = steps[-1][0].table.garden, steps[-1][1].laid.card.colour
    assert all(late[c]["beds"] == len(beds_of(garden, c)) for c in late)
    assert soon[last] == late[last]
    assert soon != late


def test_a_record_that_stops_early_is_not_complete():
    found = score(record_of(played(0)[:8]))
    assert (found["complete"], found["winners"], found["faults"]) == (False, [], [])


def test_bonuses_come_when_a_player_or_the_game_is_finished():
    parts = score(record_of(played(0)[:8]))["breakdown"].values()
    assert [(own["yield"], own["freshness"]) for own in parts] == [(0, 0)] * 3


@pytest.mark.parametrize(
    ("key", "wrong", "reason"),
    [("flowers", ["tulip"] * 9, "the card picks"), ("by", "tulip", "lays the card, but")],
)
def test_what_a_record_says_of_a_move_is_checked_and_may_be_left_out(key, wrong, reason):
    table = record_of(played(0)[:4])
    table["moves"][0][key] = wrong
    (fault,) = score(table)["faults"]
    assert fault.startswith(f"record: moves[0].{key}: ")
    assert reason in fault
    del table["moves"][0][key]
    assert score(table)["faults"] == []


def test_a_card_lies_unturned_where_no_turn_is_written():
    table = record_of(played(0)[:3])
    for move in table["moves"]:
        move["turn"] = 0
    unturned = game.read(Source(table, "record", Path()))
    for move in table["moves"]:
        del move["turn"]
    assert game.read(Source(table, "record", Path())) == unturned


def test_a_short_game_is_played_with_the_hands_given():
    steps = played(0)[:4]
    hands = {move.laid.card.colour: [move.laid.card.name] for _, move, _ in steps[1:]}
    found = score(record_of(steps, hands=hands))
    assert (found["complete"], found["faults"]) == (True, [])
    assert sorted(parts["freshness"] for parts in found["breakdown"].values()) == [0, 1, 2]


def test_pawns_need_not_be_written_down():
    table = record_of(played(0)[:3])
    for move in table["moves"]:
        del move["pawns"]
    assert score(table)["faults"] == []


def test_a_move_after_the_end_is_a_fault():
    table = record_of(whole_game(3, "family"))
    table["moves"].append(table["moves"][0])
    assert "after the end" in score(table)["faults"][-1]


@pytest.mark.parametrize("version", ["family", "tactical"])
def test_the_virtual_player_is_moved_by_turns(version):
    steps = whole_game(2, version)
    match = steps[0][0].match
    by = [move.by for _, move, _ in steps[1:] if move.laid.card.colour == match.virtual]
    assert by[0] == match.seats[0]
    for (before, after), (state, _, _) in zip(pairwise(by), virtual_steps(steps)[1:], strict=True):
        assert after != before or not state.hands[other(match, before)]


def virtual_steps(steps):
    """The positions before each of the virtual player's moves, with it."""
    virtual = steps[0][0].match.virtual
    pairs = pairwise(steps)
    return [(s[0], m[1], m[2]) for s, m in pairs if m[1].laid.card.colour == virtual]


def other(match, seat):
    return match.seats[1 - match.seats.index(seat)]


def test_in_family_the_last_virtual_card_is_never_laid():
    steps = whole_game(2, "family")
    state = steps[-1][0]
    assert len(state.hands[state.match.virtual]) == 1


def test_fewest_beds_move_next_and_ties_go_clockwise():
    steps = whole_game(4, "tactical")
    for (state, _, _), (_, move, _) in pairwise(steps[4:]):
        order = state.match.order
        after = order.index(state.active) + 1
        ranks = [
            (len(beds_of(state.table.garden, colour)), place, colour)
            for place, colour in enumerate((*order[after:], *order[:after]))
            if state.hands[colour]
        ]
        assert move.laid.card.colour == min(ranks)[2]


# One rule broken ----------------------------------------------------------------------------------


def far(state, move, chance):
    return replace(move, laid=replace(move.laid, at=(90, 90)), flowers=(), sold=(), discarded=())


def on_a_pawn(state, move, chance):
    spots = [
        own.gardener for c, own in sorted(state.table.pawns.items())
        if own.gardener and c != move.laid.card.colour
    ]  # fmt: skip
    return spots and replace(move, laid=replace(move.laid, at=chance.choice(spots)))


def nine(state, move, chance):
    garden = state.table.garden
    full = [
        (x, y)
        for x, y in sorted(garden)
        if all((x + dx, y + dy) in garden for dx in range(3) for dy in range(3))
    ]
    return full and replace(move, laid=replace(move.laid, at=chance.choice(full)))


def not_his_turn(state, move, chance):
    others = [c for c in state.match.seats if c != move.laid.card.colour]
    card = chance.choice(state.hands[chance.choice(others)])
    return replace(move, laid=Laid(card, move.laid.at, move.laid.turn), pawns={}, by="")


def laid_before(state, move, chance):
    own = move.laid.card.colour
    gone = [card for card in state.match.hands[own] if card not in state.hands[own]]
    return gone and replace(move, laid=replace(move.laid, card=gone[0]), pawns={})


def other_flowers(state, move, chance):
    return replace(move, flowers=(*move.flowers, chance.choice(COLOURS)))


def a_bouquet_of_one(state, move, chance):
    return move.sold and replace(move, sold=(*move.sold, move.sold[0][:1]))


def a_bouquet_of_equals(state, move, chance):
    return move.sold and replace(move, sold=((move.sold[0][0],) * 2, *move.sold))


def flowers_not_there(state, move, chance):
    return move.sold and replace(move, discarded=(move.sold[0][0],) * 9)


def no_sale(state, move, chance):
    return (move.sold or move.discarded) and replace(move, sold=(), discarded=())


def a_sale_too_early(state, move, chance):
    enough = len(set(move.flowers)) > 1 and not (move.sold or move.discarded)
    enough = enough and len(state.hands[move.laid.card.colour]) > 1
    return enough and replace(move, sold=(tuple(set(move.flowers)),))


def a_discard_too_early(state, move, chance):
    light = move.flowers and not (move.sold or move.discarded)
    return light and replace(move, discarded=move.flowers[:1])


def stood(move, **pawns):
    colour = move.laid.card.colour
    return replace(move, pawns={colour: replace(Pawns(), **pawns)})


def gardener_on_the_table(state, move, chance):
    return stood(move, gardener=(90, 90))


def gardener_on_other_ground(state, move, chance):
    own = move.laid.card.colour
    new = move.laid.spaces()
    spaces = [s for s, shows in state.table.garden.items() if shows != own and s not in new]
    return spaces and stood(move, gardener=chance.choice(sorted(spaces)))


def animal_too_soon(state, move, chance):
    x, y = max(state.table.garden)
    few = (
        move.laid.card.colour not in state.table.animals
        and not move.pawns[move.laid.card.colour].animal
    )
    return few and stood(move, animal=(x + 1, y))


def animal_in_the_garden(state, move, chance):
    return stood(move, animal=chance.choice(sorted(state.table.garden)))


def ornament_too_soon(state, move, chance):
    own = move.laid.card.colour
    most = len(beds_of(state.table.garden, own)) + move.laid.card.beds
    few = most < 15 and not state.table.pawns.get(own, Pawns()).ornament
    return few and stood(move, ornament=((0, 0), (0, 1)))


def pawns_of_another(state, move, chance):
    others = [c for c in state.match.seats if c != move.laid.card.colour]
    return replace(move, pawns={chance.choice(others): Pawns(gardener=(0, 0))})


def laid_by_another(state, move, chance):
    others = [c for c in state.match.seats if c != move.laid.card.colour]
    return replace(move, by=chance.choice(others))


BROKEN = {
    far: "covers no space",
    on_a_pawn: "gardener stands",
    nine: "covers 9 spaces",
    not_his_turn: "it is the turn of",
    laid_before: "is not in hand",
    other_flowers: "flowers are",
    a_bouquet_of_one: "is no bouquet",
    a_bouquet_of_equals: "is no bouquet",
    flowers_not_there: "not in the wheelbarrow",
    no_sale: "stay in the wheelbarrow",
    a_sale_too_early: "a sale with",
    a_discard_too_early: "are discarded though",
    gardener_on_the_table: "flower bed",
    gardener_on_other_ground: "flower bed",
    animal_too_soon: "has not ended a turn",
    animal_in_the_garden: "a space of the garden",
    ornament_too_soon: "it takes 15",
    pawns_of_another: "not",
    laid_by_another: "is due",
}


def moves_of_some_games(chance, first):
    """Positions with the move made in them: none of the first cards and none of the last."""
    for seed in range(first, first + 5):
        middle = list(pairwise(played(seed)[5:-3]))
        chance.shuffle(middle)
        yield from ((state, move) for (state, _, _), (_, move, _) in middle)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rule", BROKEN, ids=lambda rule: rule.__name__)
def test_a_broken_rule_is_named(rule, seed):
    chance = random.Random(seed)
    for state, move in moves_of_some_games(chance, 10 * seed):
        wrong = rule(state, move, chance)
        if wrong:
            assert play(state, move)[1] == []
            assert any(BROKEN[rule] in str(fault) for fault in play(state, wrong)[1])
            return
    pytest.fail("no move of these games can be broken so")


# Bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"players": 6}, "players"),
        ({"players": "three"}, "players"),
        ({"version": "quick"}, "version"),
        ({"seats": ["rose"]}, "seats"),
        ({"seats": ["rose", "rose", "arum"]}, "seats"),
        ({"seats": ["rose", "lilac", "arum"]}, "seats[1]"),
        ({"virtual": "tulip"}, "virtual"),
        ({"hands": {"lilac": []}}, "hands.lilac"),
        ({"hands": {"rose": []}}, "hands.rose"),
        ({"moves": [{"at": [0, 0]}]}, "moves[0].card"),
        ({"moves": [{"card": "rose-1"}]}, "moves[0].at"),
        ({"moves": [{"card": "rose-0", "at": [0, 0]}]}, "moves[0].card"),
        ({"moves": [{"card": "rose-1", "at": [0, 0], "turn": 45}]}, "moves[0].turn"),
        ({"moves": [{"card": "rose-1", "at": [0.5, 0]}]}, "moves[0].at"),
        ({"moves": 3}, "moves"),
        ({"moves": [{"card": "rose-1", "at": [0, 0], "sold": ["rose"]}]}, "moves[0].sold[0]"),
        ({"moves": [{"card": "rose-1", "at": [0, 0], "when": 1}]}, "moves[0].when"),
        ({"readings": {"final": 1}}, "readings.final"),
        ({"patterns": {"rose-1": ["FF.", "...", "..."]}}, "patterns.rose-1"),
        ({"coin": {}}, "coin"),
    ],
)
def test_a_faulty_record_is_refused_with_its_place(more, where):
    table = {"game": "garden", "kind": "score", "players": 3, "moves": [],
             "seats": ["rose", "arum", "tulip"]} | more  # fmt: skip
    assert where in {fault.where for fault in check(game, Source(table, "record", Path()))}


PICTURE = {
    "game": "garden", "players": 2, "seats": ["rose", "arum"], "virtual": "tulip",
    "cards": [["rose-9", 0, 0, 0], ["arum-9", 2, 0, 0]], "finished": ["arum", "rose"],
    "coins": {"rose": 4}, "wheelbarrows": {"rose": ["rose", "arum"]},
}  # fmt: skip


@pytest.mark.parametrize(
    ("more", "said"),
    [
        pytest.param({}, "is missing", id="missing"),
        pytest.param({"players": "two"}, "'two' is not a whole number", id="a text"),
        pytest.param({"players": 7}, "7 players", id="too many"),
    ],
)
@pytest.mark.parametrize(
    "table",
    [
        pytest.param(
            {
                "kind": "score", "seats": ["rose", "arum"], "virtual": "tulip",
                "moves": [{"card": "rose-1", "at": [0, 0]}],
            },
            id="record",
        ),
        pytest.param(
            {
                "kind": "turn", "me": "rose", "hand": ["rose-1"], "virtual": "tulip",
                "cards": [[f"{colour}-2", 0, 0, 0] for colour in COLOURS[:1]],
                "pawns": {colour: {} for colour in COLOURS}, "wheelbarrow": ["arum"] * 4,
            },
            id="turn",
        ),
    ],
)  # fmt: skip
def test_without_the_number_of_players_nothing_is_said_of_what_hangs_on_it(table, more, said):
    with pytest.raises(BadInput) as caught:
        game.read(Source({"game": "garden", **table, **more}, "record", Path()))
    [fault] = caught.value.faults
    assert fault.where == "players"
    assert said in fault.what


def test_a_final_picture_is_scored():
    found = score(PICTURE | {"coins": {"rose": 4, "arum": 0}})
    assert found["totals"] == {"rose": 11, "arum": 13}
    assert found["winners"] == ["arum"]


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"finished": ["rose"]}, "finished"),
        ({"coins": {"rose": -1}}, "coins.rose"),
        ({"coins": {"tulip": 1}}, "coins.tulip"),
        ({"coins": {"rose": "four"}}, "coins.rose"),
        ({"wheelbarrows": {"rose": ["lilac"]}}, "wheelbarrows.rose[0]"),
        ({"cards": []}, "cards"),
        ({"pawns": {"tulip": {"ornament": [[2, 0], [3, 0]]}}}, "pawns.tulip.ornament"),
    ],
)
def test_a_faulty_picture_is_refused(more, where):
    with pytest.raises(BadInput) as caught:
        game.read(Source(PICTURE | more, "picture", Path()))
    assert where in {fault.where for fault in caught.value.faults}
