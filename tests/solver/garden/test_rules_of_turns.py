"""Whose turn it is: cards laid out of turn, cards of nobody, sales that wait for the next card."""

import pytest

from solver.garden.match import Match, State, next_colour, next_performer, over, play, points
from solver.garden.rules import Card, Laid, Move, Table, lay_all

ROWS = {1: ("F..", "...", "..."), 2: ("FF.", "...", "..."), 9: ("FFF", "FFF", "FFF")}
GROUND = lay_all([Laid(Card("daffodil", 9, ROWS[9]), (0, 0))])
THREE = ("rose", "arum", "hyacinth")


def cards(colour, *beds):
    return tuple(Card(colour, bed, ROWS[bed]) for bed in beds)


def state_of(seats, beds, version="family", virtual="", barrows=None, garden=GROUND, **more):
    """A position in the middle of a game; ``beds`` are the cards that each colour still has."""
    hands = {colour: cards(colour, *beds.get(colour, ())) for colour in (*seats, virtual)}
    match = Match(seats, hands, version, virtual=virtual)
    table = Table(garden, barrows=barrows or {})
    return State(match, table, hands, **{"moves": 9, "due": seats[0]} | more)


def move_of(colour, beds, by="", **more):
    """A card that covers one space, a daffodil."""
    return Move(Laid(*cards(colour, beds), (2, 2)), by=by, **more)


def whats(faults):
    return [fault.what for fault in faults]


TWO = {"rose": (1, 2), "arum": (1, 2), "tulip": (1, 2)}


def test_a_card_of_nobody_laid_out_of_turn_is_picked_by_the_one_who_is_due():
    state = state_of(("rose", "arum"), TWO, virtual="tulip", active="tulip", due="arum")
    after, faults = play(state, move_of("tulip", 1))
    assert whats(faults) == ["tulip-1 is laid, but it is the turn of rose"]
    assert after.table.barrows == {"arum": ("daffodil",)}


def test_a_card_laid_out_of_turn_is_picked_by_its_owner():
    state = state_of(("rose", "arum"), TWO, virtual="tulip", active="tulip", due="rose")
    after, faults = play(state, move_of("arum", 1))
    assert whats(faults) == ["arum-1 is laid, but it is the turn of rose"]
    assert after.table.barrows == {"arum": ("daffodil",)}


def test_who_lays_a_card_of_nobody_though_not_due_has_its_flowers():
    state = state_of(("rose", "arum"), TWO, virtual="tulip", active="arum", due="rose")
    after, faults = play(state, move_of("tulip", 1, by="arum"))
    assert whats(faults) == ["arum lays the card, but rose is due"]
    assert after.table.barrows == {"arum": ("daffodil",)}


def test_an_own_card_said_to_be_laid_by_another_gives_its_flowers_to_its_owner():
    state = state_of(("rose", "arum"), TWO, virtual="tulip", active="tulip")
    after, faults = play(state, move_of("rose", 1, by="arum"))
    assert whats(faults) == ["arum lays the card, but rose is due"]
    assert after.table.barrows == {"rose": ("daffodil",)}


def test_the_cards_of_nobody_are_laid_by_the_players_in_turn():
    state = state_of(("rose", "arum"), TWO, virtual="tulip", active="arum", due="rose")
    assert (next_colour(state), next_performer(state)) == ("tulip", "rose")
    after, faults = play(state, move_of("tulip", 1, by="rose"))
    assert (faults, after.due) == ([], "arum")


def test_a_player_without_cards_lays_no_card_of_nobody():
    beds = {"arum": (1,), "tulip": (1,)}
    state = state_of(("rose", "arum"), beds, virtual="tulip", active="arum", due="rose")
    assert (next_colour(state), next_performer(state)) == ("tulip", "arum")


FULL = {"rose": ("arum", "rose", "tulip"), "arum": ("arum", "rose", "tulip")}


@pytest.mark.parametrize(
    ("due", "waits"),
    [
        pytest.param("rose", True, id="an own card is next"),
        pytest.param("arum", False, id="the other one is next"),
    ],
)
def test_of_two_a_sale_waits_while_one_player_goes_on(due, waits):
    state = state_of(("rose", "arum"), TWO, virtual="tulip", active="arum", due=due, barrows=FULL)
    _, faults = play(state, move_of("tulip", 1, by=due))
    assert whats(faults) == ([] if waits else ["4 flowers stay in the wheelbarrow"])


def test_in_the_family_version_a_sale_never_waits_though_nobody_else_has_cards():
    beds = {"rose": (1, 2)}
    state = state_of(THREE, beds, active="hyacinth", barrows=FULL)
    _, faults = play(state, move_of("rose", 1))
    assert whats(faults) == ["4 flowers stay in the wheelbarrow"]


def test_in_the_tactical_version_a_sale_waits_for_the_next_card_of_the_same_player():
    beds = dict.fromkeys(THREE, (1, 2))
    table = {"active": "hyacinth", "barrows": FULL, "version": "tactical"}
    after, faults = play(state_of(THREE, beds, **table), move_of("rose", 1))
    assert (next_colour(after), whats(faults)) == ("arum", ["4 flowers stay in the wheelbarrow"])
    others = dict.fromkeys(((9, 9), (9, 8)), "arum") | dict.fromkeys(((9, 7), (9, 6)), "hyacinth")
    fewest = state_of(THREE, beds, garden=GROUND | others, **table)
    after, faults = play(fewest, move_of("rose", 1))
    assert (next_colour(after), whats(faults)) == ("rose", [])


def test_nothing_need_be_sold_with_the_last_card_of_a_hand():
    state = state_of(THREE, {"rose": (1,), "arum": (1,)}, active="hyacinth", barrows=FULL)
    after, faults = play(state, move_of("rose", 1))
    assert faults == []
    assert after.table.barrows["rose"] == ()
    assert points(after)["rose"]["sales"] == 6


def test_a_game_is_over_though_nobodys_cards_are_left():
    assert over(state_of(("rose", "arum"), {"tulip": (1, 2)}, virtual="tulip"))
    assert not over(state_of(("rose", "arum"), {"arum": (1,), "tulip": (1,)}, virtual="tulip"))


def test_who_has_sold_nothing_and_shows_nothing_has_no_points():
    state = state_of(THREE, dict.fromkeys(THREE, (1, 2)))
    assert {sum(own.values()) for own in points(state).values()} == {0}
