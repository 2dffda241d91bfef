"""What comes out of a search that ends well, late, badly or not at all."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from layouts.sources import Source
from solver.finding import Finding, merged
from solver.run import Answer, Disagreement, solve, status_of

pytestmark = pytest.mark.usefixtures("fakes")


def answer(word: str, **options: object) -> Answer:
    source = Source({"game": "dice", "word": word}, "test", Path())
    return solve(source, rules="fake_rules", model="fake_model", **options)  # type: ignore[arg-type]


def gone(process: int) -> bool:
    """Wait until a process is gone (or only waits to be buried), ten seconds at most."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{process}/stat")
        if state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("word", "status", "score", "bound"),
    [
        ("proves", "proved", 8, 8),
        ("finds", "best-found", 7, 8),
        ("finds nothing", "infeasible", None, None),
        ("finds nothing in time", "none", None, None),
        ("prints", "proved", 8, 8),
    ],
)
def test_a_search_that_ends_has_the_status_that_its_bound_allows(
    word: str, status: str, score: int | None, bound: int | None
) -> None:
    result = answer(word).result
    assert (result.status, result.score, result.bound) == (status, score, bound)
    assert result.verified == (score is not None)


@pytest.mark.parametrize("word", ["hangs", "stops in time"])
def test_a_limit_keeps_the_best_so_far(word: str) -> None:
    found = answer(word, time_limit_s=0.2)
    assert (found.result.status, found.result.score, found.result.bound) == ("best-found", 7, 8)
    assert (found.signal, found.failure) == (None, "")


@pytest.mark.parametrize(
    ("word", "failure"),
    [
        ("dies", "died"),
        ("runs out of memory", "out of memory"),
        ("has no memory to read a file", "out of memory"),
    ],
)
def test_the_death_of_the_search_keeps_the_best_so_far(word: str, failure: str) -> None:
    found = answer(word)
    assert (found.result.status, found.result.score) == ("best-found", 7)
    assert failure in found.failure


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_of_a_terminal_reaches_no_search() -> None:
    found = answer("meets Ctrl-C")
    assert (found.result.status, found.failure) == ("proved", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_the_best_so_far_and_leaves_no_child(number: int) -> None:
    children = []

    def interrupt(finding: Finding, _: float) -> None:
        children.extend(move["process"] for move in finding.moves if "process" in move)
        if finding.score == 7:
            os.kill(os.getpid(), number)

    before = signal.getsignal(number)
    found = answer("hangs", progress=interrupt)
    assert (found.signal, found.result.status, found.result.score) == (number, "best-found", 7)
    assert signal.getsignal(number) is before
    assert gone(children[0])


def test_a_killed_parent_leaves_no_child(fakes: Path) -> None:
    script = f"""
import sys
sys.path.insert(0, {str(fakes)!r})
from pathlib import Path
from layouts.sources import Source
from solver.run import solve

def tell(finding, _):
    for move in finding.moves:
        if "process" in move:
            print(move["process"], flush=True)

source = Source({{"game": "dice", "word": "hangs"}}, "test", Path())
solve(source, rules="fake_rules", model="fake_model", progress=tell)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        parent.kill()
    assert gone(child)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("cheats", "model 9 (bound 8), referee 8"),
        ("breaks a rule", "illegal"),
        ("is wrong", "a fault in the model"),
    ],
)
def test_what_the_referee_does_not_confirm_is_no_result(word: str, message: str) -> None:
    with pytest.raises(Disagreement) as error:
        answer(word)
    assert message in str(error.value)


def test_news_are_told_with_the_best_and_the_lowest_bound() -> None:
    told = []
    answer("proves", progress=lambda finding, _: told.append((finding.score, finding.bound)))
    assert told == [(5, 9), (7, 8), (8, 8)]


def test_merging_keeps_the_better_play_and_the_lower_bound() -> None:
    old, new = Finding(5, 8, ({"points": 5},)), Finding(4, 9, ({"points": 4},), complete=True)
    assert merged(old, new) == Finding(5, 8, ({"points": 5},), complete=True)
    assert merged(new, old) == Finding(5, 8, ({"points": 5},))
    again = Finding(5, 8, ({"points": 5, "least": True},), complete=True)
    assert merged(old, again) == again


@pytest.mark.parametrize(
    ("finding", "status"),
    [
        (Finding(3, 3, complete=True), "proved"),
        (Finding(3, 3), "proved"),
        (Finding(3, 4), "best-found"),
        (Finding(3, 4, complete=True), "best-found"),
        (Finding(3), "best-found"),
        (Finding(bound=3), "none"),
        (Finding(complete=True), "infeasible"),
    ],
)
def test_only_a_play_that_reaches_its_bound_is_proved(finding: Finding, status: str) -> None:
    assert status_of(finding) == status
