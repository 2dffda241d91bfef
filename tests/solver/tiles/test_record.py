"""Records of the tile game: a short game for two, and what breaks in it when one word changes."""

import copy
from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.sources import Source
from solver.games import check
from solver.tiles import game
from solver.tiles.record import winners as record_winners

ANN = [14, 16, 17, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57]
BEN = [1, 2, 4, 5, 7, 8, 10, 11, 13, 15, 18, 19, 23]
PLAYS = [
    {"action": "play", "player": "Ann", "sequence": [14, 16, 17], "from_hand": [14, 16, 17],
     "token": 3, "joker": True},
    {"action": "extend", "player": "Ben", "onto": 0, "from_hand": [15, 18, 19],
     "sequence": [14, 15, 16, 17, 18, 19]},
    {"action": "draw", "player": "Ann", "tiles": [31, 90], "jokers": 1},
    {"action": "play", "player": "Ben", "from_hand": [13], "stolen": [14, 15], "stolen_from": 0,
     "left": [16, 17, 18, 19], "sequence": [13, 14, 15], "token": 4},
    {"action": "play", "player": "Ann", "sequence": [30, 31, 33], "from_hand": [30, 31, 33],
     "token": 9, "joker": True},
    {"action": "play", "player": "Ben", "token": 15,
     "sequence": [1, 2, 4, 5, 7, 8, 10, 11], "from_hand": [1, 2, 4, 5, 7, 8, 10, 11]},
    {"action": "play", "player": "Ann", "sequence": [36, "J", 39], "from_hand": [36, "J", 39],
     "token": 2},
    {"action": "extend", "player": "Ben", "onto": 0, "from_hand": [23],
     "sequence": [16, 17, 18, 19, 23]},
]  # fmt: skip


def record():
    one = {
        "first": "Ann",
        "jokers_left": 1,
        "hands": {"Ann": list(ANN), "Ben": list(BEN)},
        "moves": copy.deepcopy(PLAYS),
    }
    one["moves"][-1:] = [
        {"action": "draw", "player": "Ben", "tiles": [21]},
        {"action": "draw", "player": "Ann", "tiles": [92]},
        {"action": "extend", "player": "Ben", "onto": 0, "from_hand": [21, 23],
         "sequence": [16, 17, 18, 19, 21, 23]},
    ]  # fmt: skip
    return {"game": "tiles", "kind": "record", "players": ["Ann", "Ben"], "rounds": [one]}


def result(table):
    return game.score(game.read(Source(table, "r.toml", Path())))


def test_a_round_is_scored_by_tokens_and_flowers_left():
    found = result(record())
    assert found["faults"] == []
    assert found["rounds"] == [
        {
            "Ann": {"tokens": 14, "flowers": -11, "points": 3},
            "Ben": {"tokens": 19, "flowers": 0, "points": 19},
        }
    ]
    assert (found["totals"], found["winner"]) == ({"Ann": 3, "Ben": 19}, ["Ben"])


def test_two_rounds_add_up_and_the_second_decides_a_tie():
    assert record_winners([[3, 5], [5, 3]]) == [0]
    assert record_winners([[3, 3], [2, 2]]) == [0, 1]


def change(number, **more):
    def made(table):
        table["rounds"][0]["moves"][number].update(more)

    return made


def drop(number):
    def made(table):
        del table["rounds"][0]["moves"][number]

    return made


def insert(number, **move):
    def made(table):
        table["rounds"][0]["moves"].insert(number, move)

    return made


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        pytest.param(change(0, token=4), "3 flowers win token 3", id="token"),
        pytest.param(change(3, joker=True), "without theft", id="joker after a theft"),
        pytest.param(change(2, tiles=[31, 90, 91]), "3 tiles drawn", id="three drawn"),
        pytest.param(change(2, tiles=[]), "0 tiles drawn", id="none drawn"),
        pytest.param(change(2, tiles=[31, 1]), "lies elsewhere already", id="drawn from a hand"),
        pytest.param(change(2, tiles=[31, 31]), "drawn twice", id="drawn twice"),
        pytest.param(change(2, jokers=4), "joker number 5", id="five jokers"),
        pytest.param(change(1, player="Ann"), "another player's turn", id="wrong turn"),
        pytest.param(insert(2, player="Ann", action="pass"), "passing is forced", id="pass"),
        pytest.param(drop(-1), "stops before the round ends", id="not over"),
        pytest.param(
            insert(99, player="Ann", action="draw", tiles=[93]), "the round is over", id="after"
        ),
        pytest.param(
            insert(2, player="Ann", action="draw", supply=[93]), "does not fit", id="no floor"
        ),
    ],
)
def test_a_broken_rule_is_reported(wrong, reason):
    table = record()
    wrong(table)
    found = result(table)
    assert any(reason in fault for fault in found["faults"]), found["faults"]
    assert found["winner"] == []


def floor_record():
    """The same game, with the floor written down: nothing is drawn but the shown tiles."""
    table = record()
    table["rounds"][0]["floor"] = [31, 90, 21, 92, 61, 63, 67, 71]
    moves = table["rounds"][0]["moves"]
    for move in moves:
        if move["action"] == "draw":
            move["floor"] = move.pop("tiles")
            move["refill"] = []
            move.pop("jokers", None)
    draws = [move for move in moves if move["action"] == "draw"]
    draws[0]["refill"] = [73, "J", 77]
    draws[1]["refill"] = [79]
    draws[2]["refill"] = [80]
    return table


def test_a_floor_is_followed():
    assert result(floor_record())["faults"] == []


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("floor", [60, 90], "is not on the floor"),
        ("refill", [73], "refilled with 1 numbers"),
        ("refill", [73, 31], "lies elsewhere already"),
        ("supply", [99], "3 tiles drawn"),
    ],
)
def test_a_floor_that_is_not_followed_is_reported(key, value, reason):
    table = floor_record()
    table["rounds"][0]["moves"][2][key] = value
    assert any(reason in fault for fault in result(table)["faults"])


def test_the_one_with_the_fewest_points_starts_the_second_round():
    table = record()
    table["rounds"].append(copy.deepcopy(table["rounds"][0]))
    assert result(table)["faults"] == []
    table["rounds"][1]["first"] = "Ben"
    assert any("fewest points" in fault for fault in result(table)["faults"])


@pytest.mark.parametrize(
    ("change_it", "where"),
    [
        pytest.param(lambda t: t.update(players=["Ann"]), "players", id="one player"),
        pytest.param(lambda t: t.update(players=["Ann", "Ann"]), "players[1]", id="name twice"),
        pytest.param(lambda t: t["rounds"][0].update(first="Cem"), "rounds[0].first", id="first"),
        pytest.param(
            lambda t: t["rounds"][0]["hands"]["Ann"].pop(), "rounds[0].hands.Ann", id="12 tiles"
        ),
        pytest.param(
            lambda t: t["rounds"][0]["hands"].update(Ben=list(ANN)),
            "rounds[0].hands.Ben",
            id="in two hands",
        ),
        pytest.param(lambda t: t.update(rounds=[]), "rounds", id="no round"),
        pytest.param(
            lambda t: t["rounds"][0].update(floor=[60]), "rounds[0].floor", id="short floor"
        ),
        pytest.param(
            lambda t: t["rounds"][0]["moves"][0].update(action="steal"),
            "rounds[0].moves[0].action",
            id="unknown action",
        ),
    ],
)
def test_an_unreadable_record_is_refused_with_its_place(change_it, where):
    table = record()
    change_it(table)
    with pytest.raises(BadInput) as caught:
        result(table)
    assert where in {fault.where for fault in caught.value.faults}


def test_players_have_their_points_of_each_round_and_in_all():
    found = result(two_rounds())
    assert found["finished"] is True
    assert found["players"] == [
        {"name": "Ann", "score": 6, "breakdown": {"round 1": 3, "round 2": 3}},
        {"name": "Ben", "score": 38, "breakdown": {"round 1": 19, "round 2": 19}},
    ]
    assert (found["totals"], found["winner"]) == ({"Ann": 6, "Ben": 38}, ["Ben"])


def test_the_score_sheet_has_tokens_and_flowers_of_each_round():
    read = game.read(Source(two_rounds(), "r.toml", Path()))
    lines = game.score_sheet(read, game.score(read))
    assert lines["Ann"] == {
        "round 1 tokens": 14, "round 1 flowers": -11,
        "round 2 tokens": 14, "round 2 flowers": -11, "total": 6,
    }  # fmt: skip
    assert lines["Ben"]["total"] == 38


def two_rounds():
    table = record()
    table["rounds"].append(copy.deepcopy(table["rounds"][0]))
    return table


def test_a_round_that_stops_early_is_not_finished():
    table = record()
    del table["rounds"][0]["moves"][3:]
    found = result(table)
    assert (found["finished"], found["winner"]) == (False, [])
    assert found["faults"] == [
        "r.toml: rounds[0]: the record stops before the round ends (an empty hand, or all pass)"
    ]


def test_a_round_that_stops_with_a_swap_says_so():
    table = record()
    moves = table["rounds"][0]["moves"]
    place = next(n for n, move in enumerate(moves) if "J" in move.get("sequence", []))
    moves[place + 1 :] = [
        {"action": "draw", "player": "Ben", "tiles": [38]},
        {"action": "draw", "player": "Ann", "tiles": [37]},
        {"action": "draw", "player": "Ben", "tiles": [91]},
        {"action": "swap", "player": "Ann", "onto": 4, "from_hand": [37], "sequence": [36, 37, 39]},
    ]
    assert any("a swap is the last move" in fault for fault in result(table)["faults"])


def test_the_place_of_a_rule_break_is_its_round_and_move():
    table = two_rounds()
    table["rounds"][1]["moves"][0]["token"] = 4
    table["rounds"][1]["first"] = "Ben"
    places = [fault.split(": ")[1] for fault in result(table)["faults"]]
    assert places[:3] == ["rounds[1].first", "rounds[1].moves[0]", "rounds[1].moves[0]"]


@pytest.mark.parametrize("first", ["Ann", "Ben"])
def test_anyone_with_the_fewest_points_may_start(first):
    table = two_rounds()
    table["rounds"][0]["moves"] = []
    single = [tile for tile in range(1, 40) if tile % 5 and tile % 11]  # with one flower
    table["rounds"][0]["hands"] = {"Ann": single[:13], "Ben": single[13:26]}
    table["rounds"][1]["first"] = first
    assert not any("fewest" in fault for fault in result(table)["faults"])


@pytest.mark.parametrize(
    ("players", "where"),
    [
        pytest.param(["Ann", "A" * 60], None, id="sixty letters"),
        pytest.param(["Ann", "A" * 61], "players[1]", id="sixty-one letters"),
        pytest.param(["Ann", " "], "players[1]", id="a blank"),
        pytest.param(["Ann", 3], "players[1]", id="a number"),
        pytest.param(list("ABCDE"), None, id="five"),
        pytest.param(list("ABCDEF"), "players", id="six"),
        pytest.param(["Ann"], "players", id="one"),
    ],
)
def test_two_to_five_players_have_names(players, where):
    hands = {str(name): [13 * n + m for m in range(1, 14)] for n, name in enumerate(players)}
    one = {"first": str(players[0]), "jokers_left": 0, "hands": hands, "moves": []}
    table = {"game": "tiles", "kind": "record", "players": players, "rounds": [one]}
    places = {fault.where for fault in check(game, Source(table, "r.toml", Path()))}
    assert where in places if where else places == {"rounds[0]"}


@pytest.mark.parametrize(("many", "legal"), [(0, False), (1, True), (2, True), (3, False)])
def test_a_game_has_one_or_two_rounds(many, legal):
    table = record() | {"rounds": [record()["rounds"][0]] * many}
    places = {fault.where for fault in check(game, Source(table, "r.toml", Path()))}
    assert ("rounds" in places) is not legal


@pytest.mark.parametrize(
    ("change_it", "where"),
    [
        pytest.param(lambda r: r["hands"].pop("Ann"), "rounds[0].hands.Ann", id="no hand"),
        pytest.param(lambda r: r["hands"].update(Cem=[1]), "rounds[0].hands.Cem", id="whose"),
        pytest.param(lambda r: r["hands"]["Ann"].append(99), "rounds[0].hands.Ann", id="14 tiles"),
        pytest.param(lambda r: r["hands"].update(Ann=["J", *ANN[1:]]), "rounds[0].hands.Ann[0]",
                     id="a joker dealt"),
        pytest.param(lambda r: r.update(floor=[*range(60, 67), 14]), "rounds[0].floor",
                     id="on the floor and in a hand"),
        pytest.param(lambda r: r.update(jokers_left=5), "rounds[0].jokers_left", id="five jokers"),
        pytest.param(lambda r: r["moves"][2].update(jokers=5), "rounds[0].moves[2].jokers",
                     id="five drawn"),
        pytest.param(lambda r: r["moves"][2].update(jokers=-1), "rounds[0].moves[2].jokers",
                     id="less than none"),
        pytest.param(lambda r: r["moves"].append(3), "rounds[0].moves[10]", id="no move"),
        pytest.param(lambda r: r["moves"][2].update(floor=[1]), "rounds[0].moves[2].floor",
                     id="two ways at once"),
    ],
)  # fmt: skip
def test_a_round_that_cannot_be_is_refused_with_its_place(change_it, where):
    table = record()
    change_it(table["rounds"][0])
    places = {fault.where for fault in check(game, Source(table, "r.toml", Path()))}
    assert where in places


@pytest.mark.parametrize("jokers", [{}, {"jokers": 0}], ids=["not written", "none"])
def test_the_board_gets_the_jokers_turned_up_and_no_other(jokers):
    table = record()
    draw = table["rounds"][0]["moves"][2]
    assert (draw.pop("jokers"), result(record())["faults"]) == (1, [])
    draw.update(jokers)
    found = result(table)["faults"]
    assert any("the board has none left" in fault for fault in found)
    assert not any("does not fit" in fault for fault in found)


def test_a_draw_of_jokers_alone_draws_nothing():
    table = record()
    table["rounds"][0]["moves"][2] = {"action": "draw", "player": "Ann", "jokers": 4}
    found = result(table)["faults"]
    assert any("0 tiles drawn" in fault for fault in found)
    assert any("joker number" in fault for fault in found)


@pytest.mark.parametrize(("make", "key"), [(record, "tiles"), (floor_record, "floor")])
def test_a_joker_is_turned_up_but_never_drawn_to_a_hand(make, key):
    table = make()
    table["rounds"][0]["moves"][2][key] = ["J", 90]
    places = {fault.where for fault in check(game, Source(table, "r.toml", Path()))}
    assert places == {f"rounds[0].moves[2].{key}[0]"}
