"""Written-down games: turns of a solo game, a bare field, the fields of several players."""

from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.sources import Source, parse_source, read_source
from solver.field import game
from solver.games import check

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
FLOWERS = ("iris", "lily", "tulip", "calla", "anemone", "narcissus")
COLUMN = ", ".join(f"[0, {n}, {25 + n}]" for n in range(1, 6))
ALL_SIX = "[flowers]\n" + "".join(f'{26 + n} = "{name}"\n' for n, name in enumerate(FLOWERS))
IRISES = "[flowers]\n" + "".join(f'{card} = "iris"\n' for card in range(1, 51) if card != 25)
START = '[0, 0, "25s"]'
THREE = '{round = 3, deck = "large", card = 26, at = [0, 1], dummy = 4},'
FOUR = '{round = 3, deck = "small", card = 27, at = [0, 2], dummy = 6},'
FIVE = '{round = 3, deck = "large", card = 28, at = [0, 3], dummy = 5},'


def source(text):
    return parse_source('game = "field"\n' + text, "game.toml", Path())


def result(text):
    return game.score(game.read(source(text)))


def sheet(text):
    record = game.read(source(text))
    return game.score_sheet(record, game.score(record))


def faults(text):
    return [str(fault) for fault in check(game, source(text))]


def player(name, *fields):
    """A player whose field after each round is named, without the starting card."""
    return f'[[players]]\nname = "{name}"\nfields = [{", ".join(f"[{f}]" for f in fields)}]\n'


def solo(moves, more=""):
    return (
        f"round = 3\nlarge = [26, 4, 28, 5]\nsmall = [27, 6, 7]\nmoves = [{moves}]\n{more}{IRISES}"
    )


# ------------------------------------------------------------------------------------- solo games


def test_a_played_round_is_scored_with_the_dummys_cards_and_the_margin():
    found = result(solo(THREE + FOUR + FIVE))
    assert found == {
        "game": "field",
        "kind": "round",
        "finished": True,
        "rounds": [0],
        "rows": 0,
        "columns": 0,
        "groups": 4,
        "flowers": {"iris": 4} | dict.fromkeys(FLOWERS[1:], 0),
        "total": 4,
        "dummy": 4,
        "margin": 0,
        "faults": [],
    }


def test_a_round_that_stops_early_is_not_finished_and_has_no_groups():
    found = result(solo(THREE))
    assert (found["finished"], found["groups"], found["flowers"]) == (False, 0, {})


def test_the_sheet_of_a_solo_round_has_round_flowers_total_margin_and_the_dummy():
    assert sheet(solo(THREE + FOUR + FIVE)) == {
        "you": {"round 3": 0, "iris": 4}
        | dict.fromkeys(FLOWERS[1:], 0)
        | {"total": 4, "margin": 0},
        "dummy": {"total": 4},
    }


def test_a_record_without_decks_needs_a_flower_for_every_card_taken():
    moves = f'kind = "round"\nround = 3\nmoves = [{THREE}]\n'
    assert faults(moves + IRISES) == []
    with pytest.raises(BadInput, match="no flower for 4"):
        game.read(source(moves + '[flowers]\n26 = "iris"\n'))


def test_a_rule_break_of_a_round_names_file_and_move():
    (found,) = faults(solo(THREE + FOUR.replace("[0, 2]", "[0, 3]")))
    assert found.startswith("game.toml: moves[1]: 27 at [0, 3] lies beside no card")


def test_a_placement_has_rows_and_columns_and_no_dummy():
    text = f"field = [{START}, {COLUMN}]\ncards = [31]\nmoves = []\n{ALL_SIX}"
    found = result(text)
    assert [found[key] for key in ("finished", "total", "columns", "rows")] == [True, 6, 6, 0]
    assert [found[key] for key in ("dummy", "margin", "flowers")] == [None, None, {}]
    assert sheet(text) == {"you": {"rows": 0, "columns": 6, "total": 6}}


@pytest.mark.parametrize(
    "taken, rounds",
    [
        pytest.param(1, [], id="inside the first round"),
        pytest.param(8, ["round 1"], id="after the first round"),
        pytest.param(10, ["round 1"], id="inside the second round"),
        pytest.param(15, ["round 1", "round 2"], id="after the second round"),
        pytest.param(21, ["round 1", "round 2", "round 3"], id="to the end"),
    ],
)
def test_a_game_that_is_broken_off_names_the_rounds_that_were_played(taken, rounds):
    whole = read_source(str(EXAMPLES / "field-solo.toml"))
    part = {**whole.table, "moves": whole.table["moves"][:taken]}
    record = game.read(Source(part, whole.name, whole.folder))
    points = game.score_sheet(record, game.score(record))["you"]
    assert [line for line in points if line.startswith("round")] == rounds


def test_a_game_of_the_last_two_rounds_counts_from_the_second():
    whole = read_source(str(EXAMPLES / "field-solo.toml")).table
    part = {**whole, "rounds": whole["rounds"][1:], "moves": whole["moves"][8:15]}
    record = game.read(Source(part, "game.toml", Path()))
    assert next(iter(game.score_sheet(record, game.score(record))["you"])) == "round 2"


# ------------------------------------------------------------------------------------ bare fields


def test_a_bare_field_counts_groups_only_after_the_last_round():
    text = f"field = [{START}, {COLUMN}]\n"
    early, late = result(text + IRISES), result(text + "round = 3\n" + IRISES)
    assert [early[key] for key in ("rounds", "groups", "total")] == [[0], 0, 0]
    assert [late[key] for key in ("rounds", "groups", "total")] == [[0], 18, 18]
    assert sheet(text + "round = 3\n" + IRISES)["you"]["iris"] == 18
    assert faults(text + IRISES) == []


def test_a_bare_field_of_a_larger_game_may_start_from_its_own_card():
    assert faults('field = [[0, 0, "37s"], [0, 1, 60]]\n') == []
    assert "card 76 is not in this game" in faults('field = [[0, 0, "37s"], [0, 1, 76]]\n')[0]


def test_a_bare_field_is_never_left_out():
    (found,) = faults('kind = "field"\n')
    assert found.startswith("game.toml: field: is missing")


def test_a_card_of_a_bare_field_needs_a_flower():
    (found,) = faults(f'field = [{START}, [0, 1, 40]]\n[flowers]\n26 = "iris"\n')
    assert "no flower for 40" in found


# -------------------------------------------------------------------------------- several players


def test_players_score_their_lines_each_round_and_their_groups_at_the_end():
    ann = player("Ann", START, f"{START}, {COLUMN}", f"{START}, {COLUMN}")
    ben = player("Ben", START, START, f"{START}, [0, 1, 31]")
    found = result(ann + ben + ALL_SIX)
    first, second = found["players"]
    assert (first["score"], first["breakdown"]["rounds"]) == (12, [0, 6, 6])
    assert (first["breakdown"]["columns"], first["breakdown"]["rows"]) == (6, 0)
    assert second["breakdown"] == {
        "rounds": [0, 0, 0],
        "rows": 0,
        "columns": 0,
        "groups": 0,
        "flowers": dict.fromkeys(FLOWERS, 0),
    }
    assert (found["finished"], found["winner"], found["faults"]) == (True, ["Ann"], [])


def test_groups_count_after_the_third_round_and_not_before():
    ann = player("Ann", f"{START}, {COLUMN}", f"{START}, {COLUMN}", f"{START}, {COLUMN}")
    ben = player("Ben", START, START)
    first, second = result(ann + ben + IRISES)["players"]
    assert (first["breakdown"]["groups"], first["score"]) == (18, 18)
    assert (second["breakdown"]["groups"], second["breakdown"]["flowers"]) == (0, {})


def test_nobody_wins_before_everybody_has_played_three_rounds():
    found = result(player("Ann", START, START, START) + player("Ben", START, START))
    assert (found["finished"], found["winner"]) == (False, [])


def test_equal_totals_share_the_win():
    found = result(player("Ann", START, START, START) + player("Ben", START, START, START))
    assert (found["finished"], found["winner"]) == (True, ["Ann", "Ben"])


def test_nobody_wins_a_game_with_a_broken_rule():
    both = player("Ann", START, START, START) + player("Ben", START, START, f"{START}, [0, 1, 60]")
    found = result(both)
    assert found["winner"] == []
    assert [line.split(": ")[1] for line in found["faults"]] == ["players[1].fields[2]"]


def test_the_sheet_of_players_has_a_line_a_round():
    ann = player("Ann", START, f"{START}, {COLUMN}", f"{START}, {COLUMN}")
    assert sheet(ann + ALL_SIX) == {
        "Ann": {"round 1": 0, "round 2": 6, "round 3": 6, **dict.fromkeys(FLOWERS, 0), "total": 12}
    }
    assert sheet(player("Ann", START)) == {"Ann": {"round 1": 0, "total": 0}}


@pytest.mark.parametrize(
    ("players", "start", "last"),
    [
        pytest.param(1, "25s", 50, id="alone"),
        pytest.param(2, "25s", 50, id="two"),
        pytest.param(3, "37s", 75, id="three"),
        pytest.param(4, "50s", 100, id="four"),
    ],
)
def test_the_number_of_players_says_which_cards_are_in_play(players, start, last):
    others = "".join(player(f"P{n}", f'[0, 0, "{start}"]') for n in range(1, players))
    fits = player("Ann", f'[0, 0, "{start}"], [0, 1, {last}]') + others
    assert faults(fits) == []
    (found,) = faults(fits.replace(f", {last}]", ", 101]" if last == 100 else f", {last + 1}]"))
    assert "101" in found or f"is not in this game (1 to {last} without {start[:-1]})" in found
    other = "50s" if start != "50s" else "25s"
    (found,) = faults(player("Ann", f'[0, 0, "{other}"]') + others)
    assert f"starting card {other} ({players} players use {start})" in found


@pytest.mark.parametrize(("number", "dealt"), [(0, 9), (1, 8), (2, 7)])
def test_a_round_lays_at_most_one_card_less_than_is_dealt(number, dealt):
    row = [f"[{x}, {y}, {26 + x + 6 * y}]" for y in (0, 1) for x in range(1, 6)]
    before = [START] * number
    fits = player("Ann", *before, ", ".join([START, *row[: dealt - 1]]))
    many = player("Ann", *before, ", ".join([START, *row[:dealt]]))
    assert faults(fits) == []
    (found,) = faults(many)
    assert f"{dealt} new cards in round {number + 1} (at most {dealt - 1})" in found
    assert f"players[0].fields[{number}]" in found


def test_a_covered_card_is_replaced_by_one_new_card():
    assert faults(player("Ann", f"{START}, [0, 1, 30]", f"{START}, [0, 1, 31]")) == []
    assert faults(player("Ann", f"{START}, [0, 1, 30]", "[0, 0, 24], [0, 1, 30]")) == []


def test_two_players_never_lay_one_card_even_if_it_is_covered_later():
    ann = player("Ann", f"{START}, [0, 1, 30]", f"{START}, [0, 1, 31]")
    ben = player("Ben", START, f"{START}, [0, 1, 30]")
    (found,) = faults(ann + ben)
    assert "players[1]: Ann has laid card 30 too" in found
    assert faults(ann + ben.replace("30", "32")) == []


@pytest.mark.parametrize(
    ("text", "where"),
    [
        pytest.param("players = []\n", "players: 0 players", id="nobody"),
        pytest.param(
            "".join(player(f"P{n}", '[0, 0, "50s"]') for n in range(5)),
            "players: 5 players (1 to 4)",
            id="five",
        ),
        pytest.param(player("", START), "players[0].name: the name is empty", id="no name"),
        pytest.param(player("A" * 61, START), "players[0].name: 61 letters", id="a long name"),
        pytest.param(
            player("Ann", START) + player("Ann", START), "players[1].name: 'Ann' plays", id="twice"
        ),
        pytest.param(player("Ann"), "players[0].fields: 0 fields", id="no field"),
        pytest.param(player("Ann", *[START] * 4), "players[0].fields: 4 fields", id="four rounds"),
        pytest.param(
            '[[players]]\nname = "Ann"\nfields = [3]\n', "players[0].fields[0]", id="no list"
        ),
        pytest.param("players = 3\n", "players: ", id="a number"),
        pytest.param("players = [3]\n", "players[0]: ", id="a player as a number"),
        pytest.param('players = [{name = 3, fields = []}]\n', "players[0].name: ", id="3"),
    ],
)  # fmt: skip
def test_faulty_players_are_named(text, where):
    assert any(where in fault for fault in faults(text))


def test_a_name_may_have_sixty_letters_and_one_player_is_enough():
    assert faults(player("A" * 60, START)) == []
    assert faults(player("Ann", START, START, START)) == []


def test_nothing_but_the_fault_itself_is_told_of_players_that_are_no_list():
    assert len(faults("players = 3\n")) == 1
    assert len(faults('[[players]]\nname = "Ann"\nfields = 3\n')) == 1
