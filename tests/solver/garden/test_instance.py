import time
from itertools import pairwise
from pathlib import Path

import pytest

from layouts.faults import BadInput, Faults
from layouts.sources import Source
from solver.finding import Finding
from solver.games import check
from solver.garden import game, model
from solver.garden.notation import garden_code, our_cards, read_garden_code
from solver.garden.positions import random_position
from solver.garden.rules import Pawns, Readings

TURN = {
    "game": "garden", "kind": "turn", "players": 3, "me": "rose", "hand": ["rose-2", "rose-5"],
    "cards": [["arum-5", 0, 0, 0], ["tulip-4", 2, 1, 90], ["rose-6", 1, -2, 180]],
    "patterns": {
        "arum-5": ["F.F", ".F.", "F.F"], "tulip-4": ["FF.", "F..", "..F"],
        "rose-6": ["FFF", "FF.", "..F"], "rose-2": ["F..", ".F.", "..."],
        "rose-5": ["FF.", "F.F", "F.."],
    },
}  # fmt: skip
ARUM = ["arum-5", 0, 0, 0]
PLAN = TURN | {"kind": "plan"}


def source(table):
    return Source(table, "garden", Path())


def read(**more):
    return game.read(source(TURN | more))


def solve(instance, **more):
    return model.search(instance, lambda finding: None, **more)


def test_the_least_turn_has_defaults():
    found = read()
    assert (found.version, found.objective, found.readings) == ("family", "points", Readings())
    assert (found.capacity, found.virtual, found.table.pawns) == (4, "", {})
    assert [card.name for card in found.hand] == ["rose-2", "rose-5"]


def test_every_key_is_read():
    found = read(
        players=2, version="tactical", virtual="tulip", wheelbarrow=["tulip", "rose"] * 2,
        pawns={"arum": {"gardener": [0, 2], "animal": [-1, 0]}}, objective="sale",
        readings={"final_scoring": "game_end", "sell_early": True},
    )  # fmt: skip
    assert found.table.barrows == {"rose": ("rose", "rose", "tulip", "tulip")}
    assert found.table.pawns == {"arum": Pawns((0, 2), (-1, 0))}
    assert (found.objective, found.readings) == ("sale", Readings("game_end", True))


def test_without_patterns_the_cards_are_ours():
    table = {key: value for key, value in TURN.items() if key != "patterns"}
    assert game.read(source(table)).hand[0] == our_cards()["rose-2"]


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        pytest.param(TURN | {"hand": ["rose-2"]}, "turn", id="one card is a turn"),
        pytest.param(TURN | {"objective": "sale"}, "turn", id="an objective is a turn's"),
    ],
)
def test_the_kind_may_be_left_out_where_one_remains(table, kind):
    table = {key: value for key, value in table.items() if key != "kind"}
    assert game.read(source(table)).kind == kind


@pytest.mark.parametrize(
    ("more", "where"),
    [
        pytest.param({"kind": "best"}, "kind", id="no kind"),
        pytest.param({"players": 1}, "players", id="one player"),
        pytest.param({"players": True}, "players", id="true players"),
        pytest.param({"version": "both"}, "version", id="no version"),
        pytest.param({"me": "lilac"}, "me", id="no colour"),
        pytest.param({"me": 1}, "me", id="me is a number"),
        pytest.param({"players": 2, "virtual": "rose"}, "me", id="me is nobody"),
        pytest.param({"virtual": "tulip"}, "virtual", id="virtual at three"),
        pytest.param({"hand": []}, "hand", id="empty hand"),
        pytest.param({"hand": ["rose-2"], "kind": "plan"}, "hand", id="plan of one"),
        pytest.param({"hand": ["rose-2"] * 2}, "hand[1]", id="card twice in hand"),
        pytest.param({"hand": ["rose-6"]}, "hand[0]", id="card lies already"),
        pytest.param({"hand": ["arum-5"]}, "hand[0]", id="another's card"),
        pytest.param({"hand": ["rose-10"]}, "hand[0]", id="no such card"),
        pytest.param({"hand": ["rose-3"]}, "hand[0]", id="card without pattern"),
        pytest.param({"hand": [3]}, "hand[0]", id="hand of numbers"),
        pytest.param({"objective": "beds"}, "objective", id="no objective"),
        pytest.param({"kind": "plan", "objective": "points"}, "objective", id="plan's objective"),
        pytest.param({"wheelbarrow": ["lilac"]}, "wheelbarrow[0]", id="no flower"),
        pytest.param({"wheelbarrow": ["rose"] * 4}, "wheelbarrow", id="full wheelbarrow"),
        pytest.param({"wheelbarrow": ["daffodil"]}, "", id="a fourth colour at three"),
        pytest.param({"cards": []}, "cards", id="empty garden"),
        pytest.param({"cards": [["arum-5", 0, 0]]}, "cards[0]", id="three values"),
        pytest.param({"cards": [["arum-5", 0, 0.5, 0]]}, "cards[0]", id="half a space"),
        pytest.param({"cards": [["arum-5", 0, 0, 45]]}, "cards[0]", id="turned by 45"),
        pytest.param({"cards": [["arum-5", 0, 0, 0]] * 2}, "cards[1]", id="laid twice"),
        pytest.param({"cards": [ARUM, ["tulip-4", 3, 0, 0]]}, "cards[1]", id="floats"),
        pytest.param({"cards": [ARUM, ["tulip-4", 0, 0, 0]]}, "cards[1]", id="nine"),
        pytest.param({"pawns": {"arum": {"gardener": [9, 9]}}}, "pawns.arum.gardener", id="off"),
        pytest.param({"pawns": {"arum": {"animal": [-1, 3]}}}, "pawns.arum.animal", id="corner"),
        pytest.param({"pawns": {"arum": {"animal": [0, 0]}}}, "pawns.arum.animal", id="inside"),
        pytest.param({"pawns": {"rose": {"ornament": [[1, -2], [2, -2]]}}}, "pawns.rose.ornament",
                     id="two beds"),
        pytest.param({"pawns": {"rose": {"ornament": [[1, -2]]}}}, "pawns.rose.ornament", id="1"),
        pytest.param({"pawns": {"rose": {"dog": [0, 0]}}}, "pawns.rose.dog", id="no such pawn"),
        pytest.param({"pawns": {"lilac": {}}}, "pawns.lilac", id="nobody's pawns"),
        pytest.param({"pawns": {"arum": {"animal": [-1, 0]}, "tulip": {"animal": [-1, 0]}}},
                     "pawns.tulip.animal", id="two on a space"),
        pytest.param({"players": 2, "virtual": "arum", "pawns": {"arum": {"ornament":
                     [[0, 2], [0, 1]]}}}, "pawns.arum.ornament", id="nobody's ornament"),
        pytest.param({"readings": {"sell_early": 1}}, "readings.sell_early", id="1 is not true"),
        pytest.param({"patterns": {"rose-0": []}}, "patterns.rose-0", id="pattern of no card"),
        pytest.param({"patterns": {"rose-2": ["F..", ".F."]}}, "patterns.rose-2", id="two rows"),
        pytest.param({"patterns": {"rose-2": ["F..", ".F.", "..X"]}}, "patterns.rose-2", id="X"),
        pytest.param({"patterns": {"rose-2": ["FFF"] * 3}}, "patterns.rose-2", id="nine beds"),
        pytest.param({"colour": "rose"}, "colour", id="unknown key"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_with_its_place(more, where):
    assert where in {fault.where for fault in check(game, source(TURN | more))}


def test_one_fault_is_told_once():
    cards = [*TURN["cards"][:2], ["rose-6", 0.5, 0, 0]]
    table = TURN | {"cards": cards, "pawns": {"rose": {"gardener": [1, -2]}}}
    assert len(check(game, source(table))) == 1


def test_one_bed_cards_stay_in_the_box_with_five_players():
    table = TURN | {"hand": ["rose-1"]}
    patterns = TURN["patterns"] | {"rose-1": ["F..", "...", "..."]}
    assert check(game, source(table | {"patterns": patterns})) == []
    assert check(game, source(table | {"patterns": patterns, "players": 5})) != []


@pytest.mark.parametrize("more", [{"version": "tactical"}, {"players": 2}])
def test_a_full_wheelbarrow_is_good_input_where_a_sale_may_wait(more):
    assert check(game, source(TURN | {"wheelbarrow": ["rose"] * 4} | more)) == []


def test_moves_round_trip_and_replay():
    found = solve(read())
    moves = game.moves_from_json(read(), found.moves)
    assert tuple(game.move_to_json(read(), move) for move in moves) == tuple(found.moves)
    assert game.replay(read(), found.moves)[0] == found.score


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"card": "rose-9"}, "lacks rose-9"),
        ({"card": "arum-5"}, "lacks arum-5"),
        ({"at": [50, 50]}, "covers no space"),
        ({"flowers": ["tulip"] * 9}, "flowers are"),
        ({"pawns": {"arum": {"gardener": [0, 2]}}}, "not rose's to stand"),
        ({"place": 1}, "unknown key"),
    ],
)
def test_an_illegal_move_is_refused(change, message):
    (move,) = solve(read()).moves
    with pytest.raises(BadInput, match=message):
        game.replay(read(), [dict(move) | change])


def test_a_play_has_as_many_moves_as_asked():
    (move,) = solve(read()).moves
    for moves in ([], [move, move]):
        with pytest.raises(BadInput, match="is asked for"):
            game.replay(read(), moves)


def test_garden_codes_round_trip():
    laid = read().laid
    code = garden_code(laid)
    assert code == "arum-5@0,0/0 tulip-4@2,1/90 rose-6@1,-2/180"
    cards = {card.card.name: card.card for card in laid}
    assert read_garden_code(code, cards, Faults()) == laid


@pytest.mark.parametrize("code", ["rose-6", "rose-6@1,1/45", "rose-6@a,1/0", "lilac-1@0,0/0"])
def test_a_faulty_garden_code_is_noted(code):
    faults = Faults()
    read_garden_code(code, our_cards(), faults)
    assert len(faults.found) == 1


# What must not change the optimum -----------------------------------------------------------------


def moved(table, by):
    x, y = by
    cards = [[name, cx + x, cy + y, turn] for name, cx, cy, turn in table["cards"]]
    return table | {"cards": cards}


def quarter(table):
    """The whole garden turned clockwise: a card at (x, y) goes to (y, -x - 2)."""
    cards = [[name, y, -x - 2, (turn + 90) % 360] for name, x, y, turn in table["cards"]]
    return table | {"cards": cards}


def mirrored(table):
    """The whole garden in a mirror, patterns too: turns go the other way round."""
    patterns = {name: [row[::-1] for row in rows] for name, rows in table["patterns"].items()}
    cards = [[name, -x - 2, y, -turn % 360] for name, x, y, turn in table["cards"]]
    return table | {"cards": cards, "patterns": patterns}


def renamed(table):
    """The other colours change places."""
    swap = {"arum": "tulip", "tulip": "arum"}

    def name(card):
        colour, beds = card.split("-")
        return f"{swap.get(colour, colour)}-{beds}"

    cards = [[name(card), *rest] for card, *rest in table["cards"]]
    patterns = {name(card): rows for card, rows in table["patterns"].items()}
    barrow = [swap.get(flower, flower) for flower in table["wheelbarrow"]]
    return table | {"cards": cards, "patterns": patterns, "wheelbarrow": barrow}


@pytest.mark.parametrize("objective", ["points", "sale", "flowers", None])
@pytest.mark.parametrize(
    "change",
    [lambda table: moved(table, (-40, 7)), quarter, mirrored, renamed],
    ids=["moved", "turned", "mirrored", "renamed"],
)
def test_the_optimum_does_not_change(change, objective):
    table = (TURN | {"objective": objective}) if objective else PLAN
    table = table | {"wheelbarrow": ["tulip", "arum", "arum"]}
    before, after = (solve(game.read(source(t))).score for t in (table, change(table)))
    assert before == after


def test_a_card_more_never_lowers_the_best_turn():
    names = [f"rose-{beds}" for beds in range(1, 10) if beds != 6]
    table = {key: value for key, value in TURN.items() if key != "patterns"}
    scores = [
        solve(game.read(source(table | {"hand": names[:most]}))).score
        for most in range(1, len(names) + 1)
    ]
    assert all(less <= more for less, more in pairwise(scores))


def test_waiting_with_the_sale_is_never_worse():
    for seed in range(6):
        family = random_position(seed, 3, 6, 2, "plan")
        table = {"version": "tactical"}
        scores = [
            solve(instance).score
            for instance in (family, type(family)(**{**fields(family), **table}))
        ]
        assert scores[0] <= scores[1]


def fields(instance):
    return {name: getattr(instance, name) for name in type(instance).__slots__}


@pytest.mark.parametrize("limit", [0.0, 0.3])
def test_a_search_cut_short_has_a_true_bound(limit):
    instance = random_position(1, 3, 8, 3, "plan")
    whole = solve(random_position(1, 3, 8, 2, "plan"))
    found = solve(instance, deadline=time.monotonic() + limit)
    assert not found.complete or found.bound == found.score
    if found.score is not None:
        assert found.score <= found.bound
        assert whole.score <= found.bound


@pytest.mark.parametrize("hand", [["rose-9"], ["rose-9", "rose-8"], ["rose-9", "rose-8", "rose-7"]])
def test_where_pawns_guard_every_way_in_no_play_exists(hand):
    table = {
        "game": "garden", "kind": "turn" if len(hand) == 1 else "plan", "players": 3, "me": "rose",
        "hand": hand,
        "cards": [["arum-8", 0, 0, 0], ["tulip-8", 1, 0, 0]],
        "patterns": {
            "arum-8": ["FFF", ".FF", "FFF"], "tulip-8": ["FFF", "FF.", "FFF"],
            "rose-9": ["FFF"] * 3, "rose-8": ["FFF", "F.F", "FFF"], "rose-7": ["FFF", "F.F", "F.F"],
        },
        "pawns": {
            "arum": {"gardener": [0, 0], "ornament": [[0, 2], [0, 1]]},
            "tulip": {"gardener": [3, 0], "ornament": [[3, 2], [3, 1]]},
        },
    }  # fmt: skip
    assert solve(game.read(source(table))) == Finding(complete=True)
    del table["pawns"]["tulip"]["gardener"]
    assert solve(game.read(source(table))).score is not None


def test_an_ornament_between_two_cards_can_be_the_only_optimum():
    """After the second card fewer than fifteen beds are left: then it would be too late."""
    table = {
        "game": "garden", "kind": "plan", "players": 2, "me": "arum", "hand": ["arum-2", "arum-1"],
        "cards": [["hyacinth-8", 0, 0, 180], ["arum-9", 0, 2, 270], ["arum-8", 1, 3, 270]],
        "patterns": {
            "hyacinth-8": ["FFF", "FFF", "FF."], "arum-9": ["FFF"] * 3,
            "arum-8": ["FFF", "F.F", "FFF"], "arum-2": [".F.", "...", ".F."],
            "arum-1": ["F..", "...", "..."],
        },
        "wheelbarrow": ["arum"],
        "pawns": {
            "arum": {"gardener": [2, 5]}, "hyacinth": {"gardener": [2, 0], "animal": [4, 4]},
        },
    }  # fmt: skip
    for variant in ("", *model.VARIANTS):
        found = solve(game.read(source(table)), variant=variant)
        assert (found.score, found.proved) == (25, True)
        assert "ornament" in found.moves[0]["pawns"]["arum"]
