"""`proved` means proved: solved again in other ways, under limits, signals and crashes."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from solver.finding import Finding
from solver.games import instance as instance_of
from solver.run import solve
from solver.variants import HIGHS
from tests.bench.bench_garden import position as garden_position
from tests.trust.positions import hard, small

ROOT = Path(__file__).parents[2]
MAIN = (sys.executable, "-c", "from generator.cli.main import main; main()")
GAMES = ("dice", "field", "tiles", "garden")
HARD = ("dice", "field", "tiles")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [3, pytest.param(50, marks=pytest.mark.full)])
def test_what_is_proved_is_proved_again_in_every_other_way(game: str, count: int) -> None:
    model = import_module(f"solver.{game}.model")
    for seed in range(9000, 9000 + count):
        position = small(game, seed)
        first = model.search(position, lambda finding: None)
        assert first.complete
        for variant in ("", *model.VARIANTS):
            again = model.search(position, lambda finding: None, seed=seed, variant=variant)
            assert again.complete
            assert (again.score, again.bound) == (first.score, first.bound), (seed, variant)


def test_one_of_the_other_ways_is_another_engine() -> None:
    assert any(HIGHS in import_module(f"solver.{game}.model").VARIANTS for game in GAMES)


@pytest.mark.parametrize(
    "number", [0, 1, 2, *(pytest.param(n, marks=pytest.mark.full) for n in range(3, 200))]
)
def test_within_a_random_limit_nothing_is_proved_that_is_not(number: int) -> None:
    rng = random.Random(number)
    limit = 0.3 * number if number < 3 else rng.uniform(0, 5)
    result = solve(hard(HARD[number % 3], number), seed=number, time_limit_s=limit).result
    assert (result.status == "proved") == (
        result.score is not None and result.score == result.bound
    )
    assert result.score is None or result.bound is None or result.score <= result.bound
    assert result.verified == (result.score is not None)
    assert result.seconds <= limit + 1  # a limit is kept: the child is killed soon after it


@pytest.mark.parametrize(
    "number", [*range(4), *(pytest.param(n, marks=pytest.mark.full) for n in range(4, 100))]
)
def test_every_play_told_on_the_way_is_worth_what_is_told(number: int) -> None:
    name = GAMES[number % 4]
    game = import_module(f"solver.{name}.game")
    model = import_module(f"solver.{name}.model")
    asked = name == "garden" and garden_position(number, "plan", 4)
    instance = asked or instance_of(game, hard(name, 1000 + number))
    told: list[Finding] = []
    model.search(instance, told.append, seed=number, deadline=time.monotonic() + 1)
    plays = [finding for finding in told if finding.score is not None]
    assert plays
    for play in plays:
        assert game.replay(instance, play.moves)[0] == play.score


def harm(process: subprocess.Popen, way: str, rng: random.Random) -> None:
    """Stop a search in some way, at some moment of its work."""
    child = child_of(process.pid)
    time.sleep(rng.uniform(0, 2))
    with suppress(ProcessLookupError):  # a quick search may have come to its end
        if way == "memory":
            size = rng.randrange(1, 400) << 20
            resource.prlimit(child, resource.RLIMIT_AS, (size, size))
        else:
            target = child if way == "kill" else process.pid
            os.kill(target, {"int": signal.SIGINT, "term": signal.SIGTERM}.get(way, signal.SIGKILL))


def child_of(parent: int) -> int:
    """Wait for the child of a process and return it."""
    path = Path(f"/proc/{parent}/task/{parent}/children")
    for _ in range(2000):
        if found := path.read_text().split():
            return int(found[0])
        time.sleep(0.01)
    raise AssertionError("no search was started")


def alive(process: int) -> bool:
    state = Path(f"/proc/{process}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


CODES = {"int": {130}, "term": {143}, "kill": {5}, "memory": {5}}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for children in /proc")
@pytest.mark.parametrize("way", CODES)
@pytest.mark.parametrize(
    "number", [0, *(pytest.param(n, marks=pytest.mark.full) for n in range(1, 25))]
)
def test_whatever_ends_a_search_the_best_so_far_is_kept(
    way: str, number: int, tmp_path: Path
) -> None:
    rng = random.Random(f"{way} {number}")
    source = hard(HARD[number % 3], number)
    (tmp_path / "temporary").mkdir()
    (tmp_path / "game.json").write_text(json.dumps(source.table))
    process = subprocess.Popen(
        [*MAIN, "solve", "game.json", "--json", "--time-limit", "20"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "temporary")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    child = child_of(process.pid)
    harm(process, way, rng)
    out, err = process.communicate(timeout=30 if way == "memory" else 5)
    assert out, err
    result = json.loads(out)
    finished = result["status"] == "proved" or (way == "memory" and "died" not in err)
    # A signal that comes after the search, while Python shuts down, ends the process by itself.
    ended = {0, -signal.SIGTERM, -signal.SIGINT} if finished else set()
    assert process.returncode in CODES[way] | ended, err
    assert "Traceback" not in err
    check_replays(source, result)
    assert not alive(child)
    assert list((tmp_path / "temporary").iterdir()) == []


def check_replays(source, result: dict) -> None:
    if result["score"] is None:
        assert result["status"] == "none"
        return
    rules = import_module(f"solver.{result['game']}.game")
    total, _ = rules.replay(instance_of(rules, source), result["moves"])
    assert total == result["score"]
    assert result["bound"] is None or total <= result["bound"]
    assert result["status"] == "best-found" or total == result["bound"]
