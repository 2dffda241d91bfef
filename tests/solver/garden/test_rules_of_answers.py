"""Answers replayed: what a turn and a plan score, and what makes them no answer."""

import pytest

from layouts.faults import BadInput
from solver.garden.replay import replay
from solver.garden.rules import Card, Instance, Laid, Move, Pawns, Readings, Table, lay_all

ROWS = {1: ("F..", "...", "..."), 2: ("FF.", "...", "..."), 9: ("FFF", "FFF", "FFF")}
TULIPS = Laid(Card("tulip", 9, ROWS[9]), (0, 0))
ROSE_1, ROSE_2 = (Card("rose", beds, ROWS[beds]) for beds in (1, 2))
ONE = Move(Laid(ROSE_1, (2, 2)))  # covers a tulip
TWO = Move(Laid(ROSE_2, (2, -2)))  # covers another one


def instance(kind="turn", hand=(ROSE_1,), barrow=(), coins=0, pawns=None, garden=None, **more):
    table = Table(
        garden or lay_all([TULIPS]),
        {"rose": pawns or Pawns()},
        {"rose": barrow},
        {"rose": coins},
    )
    return Instance(kind, more.pop("players", 3), "rose", hand, (TULIPS,), table, **more)


def wheres(asked, *moves):
    with pytest.raises(BadInput) as refused:
        replay(asked, moves)
    return [fault.where for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("objective", "score"),
    [
        pytest.param("flowers", 1, id="flowers picked"),
        pytest.param("sale", 3, id="coins of the sale"),
        pytest.param("points", 1, id="beds and lawn"),
        pytest.param(None, 1, id="points where nothing is said"),
    ],
)
def test_a_turn_is_worth_what_was_asked_for(objective, score):
    asked = instance(objective=objective, barrow=("rose", "arum", "rose"), coins=50)
    move = Move(ONE.laid, sold=(("rose", "arum", "tulip"),))
    assert replay(asked, [move]) == (score, {"beds": 1, "lawn": 0, "sales": 3, "flowers": 1})


def test_the_points_of_a_turn_are_those_of_beds_and_of_the_ornaments_lawn():
    garden = lay_all([TULIPS]) | {(9, 9): "rose"} | {(9, y): "" for y in range(5, 9)}
    asked = instance(garden=garden, pawns=Pawns(ornament=((9, 9), (9, 8))), barrow=("rose",))
    assert replay(asked, [ONE]) == (2 + 2, {"beds": 2, "lawn": 2, "sales": 0, "flowers": 1})


def test_a_plan_ends_with_the_best_sale_of_what_is_left():
    asked = instance("plan", (ROSE_1, ROSE_2), barrow=("rose",), coins=50)
    assert replay(asked, [ONE, TWO]) == (3 + 1, {"beds": 3, "lawn": 0, "sales": 1})


def test_a_turn_has_no_sale_of_what_is_left():
    asked = instance(barrow=("rose",), objective="sale")
    assert replay(asked, [ONE])[0] == 0


FULL = ("rose", "arum", "hyacinth", "daffodil")


def test_a_family_plan_sells_when_the_wheelbarrow_is_full_but_for_its_last_card():
    asked = instance("plan", (ROSE_1, ROSE_2), barrow=FULL[:3])
    assert wheres(asked, ONE, TWO) == ["moves[0]"]
    sale = Move(ONE.laid, sold=(("rose", "arum"),))
    assert replay(asked, [sale, TWO])[1]["sales"] == 1 + 1
    full_at_last = instance("plan", (ROSE_1, ROSE_2), barrow=FULL[:2])
    assert replay(full_at_last, [ONE, TWO])[1]["sales"] == 3


def test_a_tactical_plan_may_put_off_its_sales():
    asked = instance("plan", (ROSE_1, ROSE_2), barrow=FULL, version="tactical")
    assert replay(asked, [ONE, TWO])[1]["sales"] == 10


def test_a_turn_sells_when_the_wheelbarrow_is_full_in_every_version():
    for version in ("family", "tactical"):
        assert wheres(instance(barrow=FULL[:3], version=version), ONE) == ["moves[0]"]


def test_a_sale_before_the_wheelbarrow_is_full_needs_the_reading():
    early = Move(ONE.laid, sold=(("rose", "tulip"),))
    assert wheres(instance(barrow=("rose",)), early) == ["moves[0]"]
    allowed = instance(barrow=("rose",), readings=Readings(sell_early=True), objective="sale")
    assert replay(allowed, [early])[0] == 1


@pytest.mark.parametrize(
    ("asked", "moves"),
    [
        pytest.param(instance(), [], id="no move"),
        pytest.param(instance(hand=(ROSE_1, ROSE_2)), [ONE, TWO], id="two moves in a turn"),
        pytest.param(instance("plan", (ROSE_1, ROSE_2)), [ONE], id="one card of a plan of two"),
        pytest.param(instance("plan", (ROSE_1, ROSE_1)), [ONE], id="one move of two"),
    ],
)
def test_an_answer_has_as_many_moves_as_were_asked_for(asked, moves):
    assert wheres(asked, *moves) == ["moves"]


def test_a_turn_may_lay_any_card_of_the_hand_but_no_other():
    assert replay(instance(hand=(ROSE_1, ROSE_2)), [TWO])[1]["beds"] == 2
    assert wheres(instance(), TWO) == ["moves"]


def test_a_plan_lays_each_card_once():
    again = Move(Laid(ROSE_1, (2, -2)))
    assert wheres(instance("plan", (ROSE_1, ROSE_2)), ONE, again) == ["moves"]


def test_a_fault_names_the_move_and_what_of_it_is_wrong():
    asked = instance("plan", (ROSE_1, ROSE_2))
    wrong = Move(TWO.laid, flowers=("rose",), pawns={"rose": Pawns(animal=(-1, 0))})
    assert wheres(asked, ONE, wrong) == ["moves[1].flowers", "moves[1].pawns.rose.animal"]
    assert wheres(asked, ONE, Move(Laid(ROSE_2, (9, 9)))) == ["moves[1]"]


def test_pawns_of_others_are_not_stood_in_an_answer():
    wrong = Move(ONE.laid, pawns={"arum": Pawns(gardener=(0, 0))})
    assert wheres(instance(), wrong) == ["moves[0].pawns.arum"]
