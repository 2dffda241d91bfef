"""What commands tell people: where, how many, what is left out, and which command does it."""

from collections.abc import Callable
from pathlib import Path

import click
import pikepdf
import pytest

from generator.cli.border import counted
from generator.cli.commands import COMMANDS, cli
from generator.cli.page_options import without_backs
from layouts.loader import GAMES

BOARD = 'board = { text = "OPB YVW" }\n'
RECORD = (
    'game = "dice"\nkind = "record"\nrounds = ["O1 P2 B1 Y1 V1"]\n'
    'picks = [["O1: A1", "P2: B1 C1"]]\n' + BOARD
)
POSITION = 'game = "dice"\nrounds = ["O1 P1 B1 Y1 V1"]\n' + BOARD


def write(text: str, name: str = "mine.toml") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def pages(name: str) -> int:
    with pikepdf.open(name) as pdf:
        return len(pdf.pages)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("g.toml: moves[2]: no", "g.toml: moves[2] (the 3rd): no"),
        ("moves[0].at: no", "moves[0].at (the 1st): no"),
        ("g.toml: picks[1][0]: no", "g.toml: picks[1][0] (the 2nd, its 1st): no"),
        ("rounds[10].moves[21]: no", "rounds[10].moves[21] (the 11th, its 22nd): no"),
        ("g.toml: ticks: [3]: no", "g.toml: ticks: [3]: no"),
        ("g.toml: board: no moves[2] here", "g.toml: board: no moves[2] here"),
    ],
)
def test_places_are_counted_from_one_in_words(fault: str, told: str) -> None:
    assert counted(fault) == told


def test_score_shows_the_ticks_of_every_pick(run: Callable) -> None:
    lines = run("score", write(RECORD)).out.splitlines()
    assert [line.split() for line in lines[-2:]] == [
        ["1", "solo", "orange", "A1", "0"],
        ["1", "solo", "pink", "B1", "C1", "1"],
    ]


def test_score_says_that_a_broken_rule_may_lead_to_others(run: Callable) -> None:
    ran = run("score", write(RECORD.replace("O1: A1", "O1: A1 F1")))
    assert ran.code == 3
    assert "picks[0][0] (the 1st, its 1st)" in ran.err
    assert "mend the first" in ran.err
    assert "A1 F1" in ran.out  # the picks as they were read, to be compared


@pytest.mark.parametrize("word", COMMANDS)
def test_help_tells_a_stranger_what_to_type_and_what_options_do(run: Callable, word: str) -> None:
    ran = run(word, "--help")
    assert f"Examples:\n    bloomprint {word}" in ran.out
    command = cli.get_command(click.Context(cli), word)
    assert command is not None
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.opts


def test_rows_of_tiles_are_numbered_from_one_as_they_are_drawn(run: Callable) -> None:
    text = (
        'game = "tiles"\nkind = "turn"\nhand = [99]\ntable = [[1, 2, 3], [96, 97, 98]]\n'
        'tokens = [5]\nobjective = "tiles"\n'
    )
    head, move = run("solve", write(text), "--print", "a.svg").out.splitlines()[-2:]
    assert head.split()[:3] == ["action", "onto", "row"]
    assert move.split()[:2] == ["extend", "2"]
    drawn = Path("a.svg").read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    assert "row 2: add 99" in drawn


def test_best_shows_the_dice_of_a_round_on_a_line(run: Callable) -> None:
    text = 'extends = "dice/sheet"\n[board]\ntext = "OPB YVW"\n'
    lines = run("best", "dice", write(text)).out.splitlines()
    rounds = [line for line in lines if line.startswith("round ")]
    assert len(rounds) == 8
    assert all(len(line.split(": ")[1].split()) == 5 for line in rounds)


@pytest.mark.parametrize("text", [RECORD, POSITION], ids=["record", "position"])
def test_best_sends_games_and_positions_elsewhere(run: Callable, text: str) -> None:
    ran = run("best", "dice", write(text))
    assert ran.code == 3
    assert "bloomprint solve or score" in ran.err


@pytest.mark.parametrize("game", ["dice", "field", "garden"])
def test_design_says_what_it_made_and_what_comes_next(run: Callable, game: str) -> None:
    ran = run("design", game, "--seed", "2", "-o", "new.toml")
    assert ran.out == "new.toml\n"
    assert "all conditions met: " in ran.err
    assert "bloomprint print new.toml" in ran.err
    assert run("design", game, "-o", "new.toml").code == 2


@pytest.mark.parametrize("game", [None, *GAMES])
def test_the_list_fits_a_terminal(run: Callable, game: str | None) -> None:
    lines = run("list", *([game] if game else [])).out.splitlines()
    assert max(map(len, lines)) <= 80
    assert len([line for line in lines if not line.startswith(" ")]) > 3


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("dice/shets", "did you mean 'dice/sheets'?"),
        ("zzz", "`bloomprint list` shows everything"),
        ("mine", "did you mean the file 'mine.toml'?"),
    ],
)
def test_a_wrong_word_is_answered_briefly(run: Callable, word: str, says: str) -> None:
    write("")
    ran = run("print", word)
    assert ran.code == 3
    assert says in ran.err
    assert len(ran.err) < 250


@pytest.mark.parametrize("paper", ["A4", "a4", "Letter", "LETTER", "letter"])
def test_a_paper_is_named_in_any_case(run: Callable, paper: str) -> None:
    ran = run("print", "dice/chart", "--paper", paper, "-o", "a.pdf")
    assert ran.code == 0
    assert ran.err.startswith(paper.lower())


@pytest.mark.parametrize(
    ("arguments", "left_out"),
    [
        (["print", "field/cards"], "field/cards"),
        (["print", "field/cards", "field/start-cards"], "field/cards and field/start-cards"),
        (["print", "field/cards", "--duplex", "long"], None),
        (["print", "field/cards", "--fold"], None),
        (["print", "dice/sheets"], None),
        (["print", "dice/chart"], None),
        (["kit", "field"], "field/cards and field/start-cards"),
        (["kit", "dice"], None),  # its backs are aids: pages of their own
        (["kit", "dice", "--duplex", "short"], None),
    ],
    ids=str,
)
def test_backs_are_never_left_out_without_being_named(
    run: Callable, arguments: list[str], left_out: str | None
) -> None:
    ran = run(*arguments)
    assert ran.code == 0
    if left_out is None:
        assert "left out" not in ran.err
    else:
        assert f"the backs of {left_out} are left out: add --duplex long" in ran.err


def test_of_very_many_left_out_backs_the_first_are_named() -> None:
    (told,) = without_backs([f"card-{number}" for number in range(9)])
    assert told.startswith("the backs of card-0, card-1, card-2, card-3, card-4, card-5 and others")


@pytest.mark.parametrize("mode", [["--duplex", "long"], ["--fold"]], ids=str)
def test_a_file_of_one_side_does_not_say_two(run: Callable, mode: list[str]) -> None:
    ran = run("print", "dice/sheet-a", "--paper", "a3", *mode)
    assert ran.out == "printed/dice-sheet-a-a3.pdf\n"
    assert "nothing here is printed on the back" in ran.err
    assert "two-sided" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "pieces"),
    [
        pytest.param(["dice/sheet-a", "--up", "2"], 2, id="one fills two places"),
        pytest.param(["dice/sheet-a", "--up", "2", "--copies", "1"], 1, id="unless one is wanted"),
        pytest.param(["dice/sheet-a", "dice/sheet-b", "--up", "2"], 2, id="two fill two"),
        pytest.param(["dice/sheet-a"], 1, id="without a wish as it is"),
    ],
)
def test_few_pieces_fill_the_page_that_is_asked_for(
    run: Callable, arguments: list[str], pieces: int
) -> None:
    assert run("print", *arguments, "-o", "a.pdf").code == 0
    with pikepdf.open("a.pdf") as pdf:
        assert len(pdf.pages) == 1
        content = pdf.pages[0].Contents.read_bytes()
    assert content.count(b"/H1 <<") == pieces


@pytest.mark.parametrize(
    "words, said",
    [
        pytest.param(["prnt"], "Did you mean 'print'?", id="a command"),
        pytest.param(["print", "x", "--low-ink"], "--edition low-ink", id="a value as option"),
        pytest.param(["print", "x", "--formt"], "--format", id="an option"),
    ],
)
def test_a_slip_of_the_pen_is_told_what_is_near(run: Callable, words, said) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert said in ran.err


def test_an_option_that_is_only_a_little_alike_is_not_offered(run: Callable) -> None:
    assert "--delete" not in run("printer", "--duplex").err


def test_capitals_lead_to_the_very_layout(run: Callable) -> None:
    assert "did you mean 'dice/sheet-a'?" in run("print", "dice/Sheet-A").err
