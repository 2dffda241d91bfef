"""Reading: defaults, every fault with its place, records of all kinds."""

from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.sources import parse_source
from solver.field import game
from solver.field.rules import Instance
from solver.games import check

PLACEMENT = 'field = [[0, 0, "25s"], [0, 1, 28]]\ncards = [33, 12]\n'
ROUND = "round = 3\nlarge = [1, 2, 3]\nsmall = [4, 5]\n"
DEAL = "rounds = [{large = [1, 2, 3], small = [4, 5]}]\n"
TABLE = """
[[players]]
name = "Ann"
fields = [[[0, 0, "25s"], [0, 1, 28]], [[0, 0, "25s"], [0, 1, 28], [1, 0, 30]]]
"""


def source(text, folder=Path()):
    return parse_source('game = "field"\n' + text, "game.toml", folder)


def test_the_least_instances_have_defaults():
    placement = game.read(source(PLACEMENT))
    assert (placement.kind, placement.round, placement.order) == ("placement", 1, "any")
    assert placement.flowers[1] == "iris"
    deal = game.read(source(DEAL))
    assert (deal.kind, deal.round, deal.objective) == ("deal", 3, "total")
    assert dict(deal.field) == {(0, 0): "25s"}
    assert isinstance(game.read(source(ROUND)), Instance)


def test_a_reading_gives_start_cards_a_flower():
    found = game.read(source(PLACEMENT + '[readings]\nstart_flower = "lily"\n'))
    assert found.flowers["25s"] == "lily"
    assert found.readings == {"start_flower": "lily"}


def test_a_deck_file_may_be_a_table_or_the_rows_of_a_layout(tmp_path):
    rows = "".join(f'{{number = {n}, letter = "T"}}, ' for n in range(1, 51))
    (tmp_path / "rows.toml").write_text(f"rows = [{rows}]\n")
    table = "".join(f'{n} = "tulip"\n' for n in range(1, 51))
    (tmp_path / "table.toml").write_text(f"[flowers]\n{table}")
    for name in ("rows.toml", "table.toml"):
        found = game.read(source(PLACEMENT + f'deck = "{name}"\n', tmp_path))
        assert found.flowers[33] == "tulip"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param('kind = "field"\n', "field: is missing", id="no field"),
        pytest.param(PLACEMENT + "cardz = []\n", "did you mean 'cards'", id="unknown key"),
        pytest.param(PLACEMENT + "round = 4\n", "there is no round 4", id="round 4"),
        pytest.param(PLACEMENT + "large = [1]\n", "large: unknown key", id="key of another kind"),
        pytest.param('field = [[0, 0, "25s"]]\ncards = [true]\n', "true is no card", id="true"),
        pytest.param('field = [[0, 0, "25S"]]\ncards = [28]\n', "did you mean '25s'?", id="25S"),
        pytest.param('field = [[0, 0, "25s"]]\ncards = [25]\n', "25 is not in this", id="25"),
        pytest.param('field = [[0, 0, "25s"]]\ncards = [51]\n', "1 to 50 without 25", id="51"),
        pytest.param('field = [[0, 0, "25s"]]\ncards = [7, 7]\n', "stands twice", id="twice"),
        pytest.param('field = [[0, 0, "25s"], [0, 1, "37s"]]\ncards = [7]\n', "starting card at",
                     id="two start cards"),
        pytest.param("field = [[0, 0, 30], [0, 1, 20]]\ncards = [7]\n", "not higher", id="order"),
        pytest.param("field = [[0, 0, 30], [1, 1, 40]]\ncards = [7]\n", "not joined", id="apart"),
        pytest.param("field = [[0, 0.5, 30]]\ncards = [7]\n", "is no cell", id="half a cell"),
        pytest.param(ROUND.replace("round = 3\n", ""), "round: is missing", id="which round"),
        pytest.param(ROUND + "dummy = [4]\n", "card 4 stands twice", id="dummy and deck"),
        pytest.param(ROUND.replace("5]", "5, 6]"), "decks of 3 and 3", id="equal decks"),
        pytest.param(ROUND.replace("[1, 2, 3]", "[1]").replace("[4, 5]", "[]"),
                     "decks of 1 and 0", id="no turn"),
        pytest.param(ROUND.replace("= 3\n", "= 2\n", 1) + 'objective = "margin"\n',
                     "only in round 3",
                     id="early"),
        pytest.param(ROUND + 'field = [[0, 0, "50s"]]\n', "starts from 50s", id="solo from 50s"),
        pytest.param("rounds = []\n", "0 rounds", id="no rounds"),
        pytest.param(PLACEMENT + '[flowers]\n28 = "rose"\n', "'rose' is no flower", id="rose"),
        pytest.param(PLACEMENT + '[flowers]\n28 = "iris"\n', "no flower for 12 33", id="lacking"),
        pytest.param(PLACEMENT + 'deck = "standard"\n[flowers]\n28 = "iris"\n', "beside",
                     id="both"),
        pytest.param('kind = "puzzle"\n', "is no kind", id="kind"),
    ],
)  # fmt: skip
def test_every_fault_is_named(text, fault):
    with pytest.raises(BadInput) as refused:
        game.read(source(text))
    assert fault in str(refused.value)


def test_a_field_left_out_of_a_round_is_the_starting_card():
    rest = 'kind = "round"\nround = 3\nlarge = [3, 7]\nsmall = [9]\n'
    table = "[flowers]\n" + "".join(f'{card} = "iris"\n' for card in (3, 7, 9, 28, 36))
    given = game.read(source(rest + table))
    assert given.field == {(0, 0): "25s"}
    assert given == game.read(source('field = [[0, 0, "25s"]]\n' + rest + table))


def test_all_faults_are_listed():
    faults = check(game, source("field = [[0, 0, 30], [0, 1, 20]]\ncards = [7, 7]\nround = 9\n"))
    assert len(faults) == 3


def test_a_record_is_scored_with_its_breaks():
    moves = "moves = [{card = 33, at = [1, 0]}, {card = 12, at = [1, 0]}]\n"
    result = game.score(game.read(source(PLACEMENT + moves)))
    assert result["total"] == 0
    assert len(result["faults"]) == 1 and "moves[1]" in result["faults"][0]


def test_a_bare_field_is_scored():
    row = ", ".join(f"[{n}, 0, {30 + n}]" for n in range(6))
    table = "[flowers]\n" + "".join(
        f'{30 + n} = "{f}"\n'
        for n, f in enumerate(("iris", "lily", "tulip", "calla", "anemone", "narcissus"))
    )
    result = game.score(game.read(source(f"field = [{row}]\nround = 2\n{table}")))
    assert (result["total"], result["rows"], result["columns"]) == (12, 12, 0)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        pytest.param("", "", None, id="as it was"),
        pytest.param(', [1, 0, 30]]]', "]]", None, id="nothing laid in round two"),
        pytest.param("[0, 1, 28], [1, 0", "[1, 0", "no card at [0, 1] any more", id="removed"),
        pytest.param("[0, 1, 28], [1, 0, 30]", "[1, 0, 28], [0, 1, 26]", "lies elsewhere",
                     id="moved"),
        pytest.param("[1, 0, 30]", "[1, 0, 60]", "card 60 is not in this game", id="60 alone"),
    ],
)  # fmt: skip
def test_fields_of_several_players_are_checked(old, new, fault):
    faults = check(game, source(TABLE.replace(old, new) if old else TABLE))
    assert [fault in str(found) for found in faults] == ([True] * len(faults) if fault else [])
    assert bool(faults) == bool(fault)


def test_two_players_never_lay_the_same_card():
    other = TABLE.replace("Ann", "Ben")
    assert any("has laid card 28 too" in str(fault) for fault in check(game, source(TABLE + other)))


def test_the_winner_has_most_points():
    rounds = '[[0, 0, "25s"]], ' * 2 + '[[0, 0, "25s"]]'
    text = f'[[players]]\nname = "Ann"\nfields = [{rounds}]\n'
    result = game.score(game.read(source(text)))
    assert (result["finished"], result["winner"]) == (True, ["Ann"])
