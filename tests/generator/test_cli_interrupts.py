"""Ctrl-C at every moment of a command: one word, its exit code, never a traceback."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli import puzzle_command
from generator.cli.commands import COMMANDS
from generator.cli.solve_command import exit_code
from solver.result import Result
from solver.run import Answer

MAIN = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from generator.cli.main import main
main()
"""
SMALL = 'game = "dice"\nrounds = ["O1 P1 B1 Y1 V1"]\nboard = { text = "OP" }\n'


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("solver.signals", "list"),
        ("click", "list"),
        ("layouts.faults", "list"),
        ("generator.cli.border", "--help"),
        ("generator.cli.print_command", "print dice/aid"),
        ("pydantic_core", "print dice/aid"),
        ("reportlab", "print dice/aid"),
        ("pikepdf", "print dice/aid"),
        ("generator.answers", "solve game.toml"),
        ("ortools.sat.python.cp_model_helper", "design field"),
        ("ortools.sat.python.cp_model_helper", "solve game.toml --certify"),
        ("ortools.sat.python.cp_model_helper", "puzzle dice --count 2"),
        ("numpy", "puzzle --code DF-HYJCC-1B"),
    ],
)
def test_ctrl_c_while_modules_are_loaded_stops(module: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(SMALL, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", MAIN.format(module=module), *words.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
    )
    assert done.returncode == 130, done.stderr
    assert done.stderr.splitlines()[-1].startswith("stopped")
    assert "Traceback" not in done.stderr
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".pdf", ".part")]


STARTS = """
import os, signal, time
from multiprocessing import util

start, starts = util.spawnv_passfds, []

def interrupting(*given):
    started = start(*given)
    starts.append(started)
    if len(starts) == 1 + {worker}:  # the first keeps the books of the others
        time.sleep({delay})
        os.{kill}, signal.{name})
    return started

util.spawnv_passfds = interrupting
from generator.cli.main import main
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="process groups are those of POSIX")
@pytest.mark.parametrize("delay", [0, 0.05, 0.15, 0.4])
@pytest.mark.parametrize("worker", [1, 2])
def test_ctrl_c_while_workers_start_reaches_no_worker(
    worker: int, delay: float, tmp_path: Path
) -> None:
    code = STARTS.format(worker=worker, delay=delay, kill="killpg(0", name="SIGINT")
    assert stopped_while_starting(code, tmp_path) == (130, "stopped\n")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_worker_whose_start_is_interrupted_starts_whole(name: str, tmp_path: Path) -> None:
    code = STARTS.format(worker=2, delay=0, kill="kill(os.getpid()", name=name)
    wanted = 128 + signal.Signals[name]
    assert stopped_while_starting(code, tmp_path) == (wanted, "stopped\n")


def stopped_while_starting(code: str, folder: Path) -> tuple[int, str]:
    """Return exit code and words of a search for puzzles that is stopped while it starts."""
    done = subprocess.run(
        [sys.executable, "-c", code, "puzzle", "tiles", "--count", "9"],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        start_new_session=True,
        check=False,
    )
    return done.returncode, done.stderr


def test_no_command_loads_an_engine_before_it_has_read_what_is_asked() -> None:
    code = f"""
import sys, json
from importlib import import_module
loaded = []
for word in {list(COMMANDS)!r}:
    import_module(f"generator.cli.{{word}}_command")
    loaded += [word] * ("ortools" in sys.modules or "numpy" in sys.modules)
print(json.dumps(loaded))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert json.loads(found.stdout) == []


@pytest.mark.parametrize(
    ("status", "score", "said"),
    [
        ("proved", 8, "stopped, but the best is proved already"),
        ("best-found", 7, "stopped; this is the best so far"),
        ("infeasible", None, "stopped, but it is proved already that no play exists"),
        ("none", None, "stopped before any play was found"),
    ],
)
def test_a_stopped_search_says_what_its_result_says(
    status: str, score: int | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    result = Result("dice", "solo", status, score, 8)  # type: ignore[arg-type]
    assert exit_code(Answer(result, signal=2)) == 130
    assert capsys.readouterr().err == f"{said}\n"


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_second_ctrl_c_does_not_disturb_the_cleaning_up() -> None:
    before, cleaned = signal.getsignal(signal.SIGINT), False
    with pytest.raises(puzzle_command._Terminated) as stop, puzzle_command._terminable():
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            signal.raise_signal(signal.SIGINT)
            cleaned = True
    assert (stop.value.code, cleaned) == (130, True)
    assert signal.getsignal(signal.SIGINT) is before
