"""Streams that fail, searches that die: one line, the right code, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli.solve_command import exit_code
from solver.result import Result
from solver.run import Answer

MAIN = [sys.executable, "-c", "from generator.cli.main import main; main()"]
SMALL = 'game = "dice"\nrounds = ["O1 P1 B1 Y1 V1"]\nboard = { text = "OP" }\n'
RECORD = SMALL + 'kind = "record"\npicks = [["O1: A1", "P1: B1"]]\n'
WRITING = [
    ["--help"],
    ["--version"],
    ["print", "--help"],
    ["list", "dice"],
    ["print", "dice/aid", "-o", "-"],
    ["print", "dice/aid"],
    ["check", "game.toml"],
    ["score", "record.toml"],
    ["solve", "game.toml"],
    ["solve", "game.toml", "--json"],
    ["schema"],
    ["design", "field"],
]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="streams of Unix")


def ran(
    arguments: list[str], folder: Path, out: str, err: int | None = subprocess.PIPE
) -> tuple[int, str]:
    """Run a command with a shell's redirection of stdout; return exit code and stderr."""
    (folder / "game.toml").write_text(SMALL, encoding="utf-8")
    (folder / "record.toml").write_text(RECORD, encoding="utf-8")
    process = subprocess.run(
        ["bash", "-c", f'set -o pipefail; "$@" {out}', "-", *MAIN, *arguments],
        check=False,
        cwd=folder,
        stderr=err,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    return process.returncode, process.stderr or ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_full_disk_behind_stdout_is_one_line_and_exit_6(
    arguments: list[str], tmp_path: Path
) -> None:
    code, err = ran(arguments, tmp_path, "> /dev/full")
    assert code == 6
    assert err.count("cannot write the standard output") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_closed_stdout_is_one_line_and_exit_6(arguments: list[str], tmp_path: Path) -> None:
    code, err = ran(arguments, tmp_path, ">&-")
    assert code == 6
    assert err.count("cannot write the standard output") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", WRITING, ids=" ".join)
def test_a_reader_that_went_away_is_told_nothing(arguments: list[str], tmp_path: Path) -> None:
    code, err = ran(arguments, tmp_path, "| true")
    assert code == 6
    for word in ("cannot", "Traceback", "rror", "bug"):
        assert word not in err


@pytest.mark.parametrize("closed", ["2>&-", "<&-", "2>/dev/full"])
def test_closed_streams_that_are_not_needed_do_not_matter(closed: str, tmp_path: Path) -> None:
    if "full" in closed and not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    code, _ = ran(["print", "dice/aid", "-o", "aid.pdf"], tmp_path, f"> out {closed}")
    assert code == 0
    assert (tmp_path / "aid.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "out").read_text() == "aid.pdf\n"


def test_a_fault_is_exit_3_even_if_nobody_can_be_told(tmp_path: Path) -> None:
    assert ran(["print", "dise"], tmp_path, "> /dev/null 2>&-")[0] == 3


def answer(status: str, score: int | None, failure: str) -> Answer:
    result = Result("dice", "solo", status, score, score, None, {}, {}, (), 0.0, 0, True, {})  # type: ignore[arg-type]
    return Answer(result, failure=failure)


@pytest.mark.parametrize(
    ("status", "score", "failure", "code"),
    [
        ("best-found", 7, "", 0),
        ("best-found", 7, "the search died before its end", 5),
        ("none", None, "the search died before its end", 5),
        ("none", None, "", 5),
        ("proved", 7, "the search died before its end", 0),
        ("infeasible", None, "", 4),
    ],
)
def test_a_search_that_died_never_ends_well_unless_it_had_proved(
    capsys: pytest.CaptureFixture[str], status: str, score: int | None, failure: str, code: int
) -> None:
    assert exit_code(answer(status, score, failure)) == code
    assert failure in capsys.readouterr().err


def test_an_answer_drawn_to_stdout_is_all_that_stands_there(tmp_path: Path) -> None:
    code, err = ran(["solve", "game.toml", "--print", "-"], tmp_path, "> drawn.pdf")
    drawn = (tmp_path / "drawn.pdf").read_bytes()
    assert (code, drawn[:5], drawn.rstrip()[-5:]) == (0, b"%PDF-", b"%%EOF")
    assert err.startswith("score ")
    assert not (tmp_path / "-").exists()


def test_json_and_a_drawing_do_not_share_stdout(tmp_path: Path) -> None:
    code, err = ran(["solve", "game.toml", "--json", "--print", "-"], tmp_path, "> mix")
    assert (code, (tmp_path / "mix").read_bytes()) == (2, b"")
    assert err.endswith("--json and --print - both write to stdout: print into a file\n")


@pytest.mark.parametrize(
    "words",
    ["puzzle dice", "kit dice", "demo", "preview dice/aid", "design field"],
)
def test_what_is_not_written_to_stdout_says_so(words: str, tmp_path: Path) -> None:
    code, err = ran([*words.split(), "-o", "-"], tmp_path, "> out")
    assert (code, (tmp_path / "out").read_bytes()) == (2, b"")
    assert "this is not written to stdout; name a file or folder" in err
    assert not list(tmp_path.glob("-*"))
