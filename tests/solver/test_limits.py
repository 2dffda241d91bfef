"""Instances and records far larger than any game are refused at once, in a few words."""

from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.sources import parse_source
from solver.games import check, game, game_of

GARDEN = 'game = "garden"\nkind = "turn"\nplayers = 3\nme = "rose"\nhand = ["rose-4"]\n'
SCORE = 'game = "garden"\nkind = "score"\nplayers = 3\nseats = ["rose", "arum", "tulip"]\n'
TILES = 'game = "tiles"\nkind = "turn"\nhand = [1]\n'
DICE = 'game = "dice"\nsheet = "A"\n'
CARD = '["arum-5", 0, 0, 0], '


def faults(text: str) -> list[str]:
    source = parse_source(text, "file", Path())
    try:
        return [str(fault) for fault in check(game(game_of(source)), source)]
    except BadInput as error:
        return [str(fault) for fault in error.faults]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(f"{GARDEN}cards = [{CARD * 46}]", "cards: 46 cards (there", id="cards"),
        pytest.param(
            f"{GARDEN}cards = [{CARD * 40_000}]", "cards: a list of 40000 entries", id="more cards"
        ),
        pytest.param(
            f"{SCORE}moves = [{'{ card = 1 }, ' * 9_000}]", "moves: a list of 9000", id="moves"
        ),
        pytest.param(f"{TILES}table = [{'[5, 6, 7], ' * 80_000}]", "a list of 80000", id="table"),
        pytest.param(f"{TILES}table = [{'[5, 6, 7], ' * 200}]", "table: 600 tiles", id="tiles"),
        pytest.param(f"{TILES}table = [[{'5, ' * 200_000}]]", "table: 200000 tiles", id="a row"),
        pytest.param(f'{DICE}rounds = ["{"O5 " * 300_000}"]', "900000 letters", id="dice"),
        pytest.param(f"{DICE}rounds = [{'1, ' * 301}]", "a list of 301 entries", id="rounds"),
        pytest.param(
            f'game = "field"\nkind = "field"\nfield = [{"[0, 0, 1], " * 50_000}]',
            "field: a list of 50000",
            id="field",
        ),
    ],
)
def test_what_no_game_holds_is_told_briefly(text, said) -> None:
    found = faults(text)
    assert any(said in fault for fault in found)
    assert len(found) < 5


def test_of_very_many_unknown_keys_few_are_told_in_order() -> None:
    found = [f for f in faults(DICE + "".join(f"k{n:05} = 1\n" for n in range(9_000))) if "k0" in f]
    assert [fault.split(": ")[1] for fault in found] == [f"k{n:05}" for n in range(20)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(
            'game = "dice"\n[board]\ntext = "O"\nrounds = ["O1"]',
            "board.rounds: unknown key 'rounds' (a key of the file itself stands above",
            id="below a header",
        ),
        pytest.param('{"game": "dice", "sheet": null}', "sheet: null is not text", id="null"),
        pytest.param('title = "T"\nsize = "poker"', "this is a layout, not a file", id="layout"),
        pytest.param(
            'game = "dice"\nboard = "none.toml"\nrounds = []',
            "file: board: 'none.toml' cannot be read",
            id="missing board",
        ),
    ],
)
def test_common_mistakes_are_told_with_their_mend(text, said) -> None:
    source = parse_source(text, "file", Path())
    with pytest.raises(Exception, match="file: ") as error:
        game(game_of(source)).read(source)
    assert said in str(error.value)
