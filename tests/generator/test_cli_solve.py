"""Score, solve, best and doctor on the command line: answers, codes, drawings, interruptions."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from generator.cli import solve_command
from layouts.loader import EDITIONS, GAMES

SMALL = """game = "dice"
rounds = ["O2 P1 B1 Y1 V1", "O1 P2 B1 Y1 V2"]
board = { text = "OOP VPB" }
"""
HARD = 'game = "dice"\nsheet = "A"\nrounds = [' + '"O4 P3 B5 Y4 V6", ' * 8 + "]\n"
THROUGH = HARD + "[readings]\nthrough_circled = true\n"
BROKEN = """game = "dice"
kind = "record"
rounds = ["O2 P1 B1 Y1 V1"]
picks = [["O2: A1 C1", "O2: B1"]]
board = { text = "OPO" }
"""


def write(text: str, name: str = "game.toml") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_solve_prints_the_result_as_json(run: Callable) -> None:
    ran = run("solve", write(SMALL), "--json")
    result = json.loads(ran.out)
    assert ran.code == 0
    assert result["status"] == "proved"
    assert result["score"] == result["bound"]
    assert result["verified"]
    assert len(result["moves"]) == 4


def test_solve_tells_a_person_score_proof_and_moves(run: Callable) -> None:
    ran = run("solve", write(SMALL))
    assert "proved: no play does better" in ran.out
    assert "orange" in ran.out


def test_solve_draws_the_answer_with_a_figure_for_every_loop(run: Callable) -> None:
    ran = run("solve", write(SMALL), "--print", "solved.pdf", "--json")
    moves = json.loads(ran.out)["moves"]
    with pikepdf.open("solved.pdf") as pdf:
        assert len(pdf.pages) == 1
        assert str(pdf.docinfo["/Title"]).startswith("Bloom dice, solved")
    assert any(move["cells"] for move in moves)
    again = run("solve", "game.toml", "--print", "solved.pdf")
    assert again.code == 2
    assert "--force" in again.err


def test_no_legal_play_is_exit_4(run: Callable) -> None:
    text = (
        'game = "dice"\nrounds = ["O1 P1 B1 Y1 V1"]\ncircled = ["A1"]\nboard = { text = "O" }\n'
        "[readings]\nmay_circle_none = false\n"
    )
    ran = run("solve", write(text), "--json")
    result = json.loads(ran.out)
    assert ran.code == 4
    assert (result["status"], result["score"], result["moves"]) == ("infeasible", None, [])


def test_a_limit_gives_the_best_found_or_nothing_but_never_a_proof_without_one(
    run: Callable,
) -> None:
    ran = run("solve", write(THROUGH), "--json", "--time-limit", "0.5")
    result = json.loads(ran.out)
    assert ran.code == (5 if result["status"] == "none" else 0)
    if result["status"] == "best-found":
        assert result["score"] <= result["bound"]
    assert result["status"] != "proved" or result["score"] == result["bound"]


def test_bad_input_lists_every_fault_and_writes_nothing(run: Callable) -> None:
    text = 'game = "dice"\nsheet = "A"\nrounds = ["O7 P1 B1 Y1 V1"]\nticks = -1\ncolour = 3\n'
    ran = run("solve", write(text), "--print", "solved.pdf")
    assert ran.code == 3
    for part in ("rounds[0]", "ticks", "colour"):
        assert part in ran.err
    assert not Path("solved.pdf").exists()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("word", GAMES)
def test_a_paper_that_is_too_small_is_refused_before_the_search(
    run: Callable, monkeypatch: pytest.MonkeyPatch, word: str, edition: str
) -> None:
    searched: list[object] = []
    monkeypatch.setattr(solve_command, "solve", lambda *given, **_: searched.append(given))
    position = write(f'game = "{word}"\n')
    ran = run("solve", position, "--print", "x.pdf", "--paper", "a5", "--edition", edition)
    assert (ran.code, searched) == (2, [])
    assert "do not fit on a5" in ran.err


def test_an_instance_comes_from_stdin_too(
    run: Callable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "in.toml"
    path.write_text(SMALL, encoding="utf-8")
    with path.open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert run("solve", "-", "--json").code == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda n: n.name)
def test_a_signal_keeps_the_best_so_far_and_leaves_nothing_running(
    number: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "game.toml").write_text(THROUGH, encoding="utf-8")
    code = "from generator.cli.main import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "solve", "game.toml", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    time.sleep(5)
    if process.poll() is None:
        process.send_signal(number)
    out, err = process.communicate(timeout=60)
    result = json.loads(out)
    assert process.returncode in (0, 128 + number)
    assert b"Traceback" not in err
    assert result["status"] in ("best-found", "none", "proved")


def test_score_lists_every_broken_rule(run: Callable) -> None:
    ran = run("score", write(BROKEN), "--json")
    assert ran.code == 3
    assert len(json.loads(ran.out)["faults"]) == 2
    assert "not one connected group" in ran.err


def test_best_proves_a_sheet_and_shows_its_dice(run: Callable) -> None:
    Path("mine.toml").write_text(
        'extends = "dice/sheet"\n[board]\ntext = "OPB YVW\\nWVY BPO"\n', encoding="utf-8"
    )
    ran = run("best", "dice", "mine.toml", "--json")
    result = json.loads(ran.out)
    assert ran.code == 0
    assert result["status"] == "proved"
    assert len(result["breakdown"]["rounds"]) == 8


@pytest.mark.parametrize("sheet", ["Q", "no-such.toml"])
def test_best_of_an_unknown_sheet_says_so(run: Callable, sheet: str) -> None:
    ran = run("best", "dice", sheet)
    assert ran.code in (3, 6)
    assert sheet in ran.err


def test_doctor_finds_this_installation_well(run: Callable) -> None:
    ran = run("doctor")
    assert ran.code == 0
    assert "ILL" not in ran.out


def test_what_a_person_reads_adds_up_to_the_score(run: Callable) -> None:
    board = 'board = { text = "OO PP" }\n'
    ran = run("solve", write('game = "dice"\nticks = 3\nrounds = ["O1 P1 B1 Y1 V1"]\n' + board))
    score, parts = re.search(r"score (-?\d+).*\n(.*)", ran.out).groups()
    assert "ticks -" in parts
    assert sum(int(part.split()[-1]) for part in parts.split(", ")) == int(score)


def test_a_play_without_a_move_is_called_best(run: Callable) -> None:
    position = 'game = "field"\nfield = [[0, 0, "25s"]]\ncards = [28]\n'
    ran = run("solve", write(position), "--print", "x.svg")
    assert "doing nothing is best" in ran.out
    assert "nothing is best." in Path("x.svg").read_text("utf-8")
