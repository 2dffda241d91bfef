"""A wish for puzzles goes in; as many proven ones come out, the same for a seed whoever computes.

Each kind has its own stream of candidates, and what becomes of them is looked at in the order of
that stream, however many workers evaluate ahead of it. What has been evaluated is kept in a ledger
file, so that nothing is lost when a long run is stopped.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from layouts import __version__
from layouts.faults import BadInput, Fault, did_you_mean
from solver.puzzle import (
    LEVELS,
    Candidate,
    Puzzle,
    Rejected,
    evaluate,
    games,
    kind_of,
    puzzles,
    stream,
)
from solver.signals import kept_from_children, undivided

LOOKS, MOST_LOOKS = 8, 200
"""Candidates looked at for each puzzle wanted of a kind, before other levels of the wish will do;
before it is given up."""
AHEAD = 2  # candidates for each worker that wait or are evaluated

Outcome = Puzzle | Rejected
Line = tuple[str, str]  # game and kind
Progress = Callable[[int, int], None]  # evaluated so far, puzzles found so far


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted: kinds of games, levels, how many puzzles; ``seed`` decides which."""

    lines: tuple[Line, ...]
    levels: tuple[int, ...]
    count: int
    seed: int


def wish_for(
    game: str, kind: str | None, levels: tuple[int, ...] | None, count: int, seed: int
) -> Wish:
    """Return a wish for a game or ``all``; no levels: all that there are.

    Raises:
        BadInput: no kind has that name, or none of the kinds has one of the levels.
    """
    words = games() if game == "all" else (game,)
    lines = tuple((word, one.word) for word in words for one in puzzles(word).KINDS)
    if kind is not None:
        known = list(dict.fromkeys(one for _, one in lines))
        lines = tuple(line for line in lines if line[1] == kind)
        if not lines:
            raise BadInput(Fault("--kind", f"no puzzles '{kind}' here", did_you_mean(kind, known)))
    possible = sorted({level for line in lines for level in kind_of(*line).levels})
    for level in levels or ():
        if level not in possible:
            raise BadInput(Fault("--level", f"no puzzles of level {level} here", _offer(lines)))
    return Wish(lines, levels or tuple(possible), count, seed)


def _offer(lines: tuple[Line, ...]) -> str:
    said = [f"{word} {kind}: {_run(kind_of(word, kind).levels)}" for word, kind in lines]
    return "; ".join(said)


def _run(levels: tuple[int, ...]) -> str:
    return " ".join(map(str, levels))


# ------------------------------------------------------------------------------- the ledger


class Ledger:
    """What has been evaluated, by code; with a file, also beyond the end of the process."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.known: dict[str, Outcome] = {}
        self._head = {"bloomprint": __version__, "ortools": version("ortools")}
        if path is not None and path.exists():
            self._load(path)

    def _load(self, path: Path) -> None:
        """Read what an earlier run of the same versions left; a line cut off by a kill is lost."""
        lines = path.read_text("utf-8").splitlines()
        if not lines or _table(lines[0]) != self._head:
            path.unlink()
            return
        for table in filter(None, map(_table, lines[1:])):
            found = Rejected(**table) if "reason" in table else Puzzle(**table)
            self.known[found.code] = found

    def add(self, found: Outcome) -> None:
        """Keep an outcome."""
        self.known[found.code] = found
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = not self.path.exists()
        with self.path.open("a", encoding="utf-8") as file:
            for table in ([self._head] if new else []) + [asdict(found)]:
                file.write(json.dumps(table) + "\n")

    def close(self) -> None:
        """Remove the file: all is done."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def _table(line: str) -> dict[str, Any] | None:
    try:
        table = json.loads(line)
    except ValueError:
        return None
    return table if isinstance(table, dict) else None


# ------------------------------------------------------------------------------- workers


@contextmanager
def workers(count: int, cluster: str = "") -> Iterator[tuple[Executor, int]]:
    """Start worker processes, or reach a Dask scheduler; yield them and how many they are.

    Raises:
        BadInput: the cluster cannot be reached, or its library is not installed.
    """
    if cluster:
        with _cluster(cluster) as found:
            yield found
        return
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    pool = _Pool(count, context, initializer=_obey)
    try:
        yield pool, count
    finally:  # what is under way is not waited for, but all that the pool holds is given back
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        pool.shutdown(cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """A pool whose workers no Ctrl-C reaches, not even while they start."""

    def submit(self, *given: Any, **named: Any) -> Future[Any]:
        """Submit a call, which may start one more worker: whole, or it complains on stderr."""
        with undivided(), kept_from_children():
            return super().submit(*given, **named)


def _obey() -> None:
    """Leave Ctrl-C to the parent, and leave with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError:
        what, mend = "the library 'distributed' is missing", "pip install 'bloomprint[cluster]'"
        raise BadInput(Fault("--cluster", what, mend)) from None
    try:
        client = distributed.Client(address, timeout=10)
    except (OSError, ValueError) as error:
        mend = "the address of a running scheduler, such as tcp://host:8786"
        raise BadInput(Fault("--cluster", f"{address} cannot be reached: {error}", mend)) from None
    with client:
        yield client.get_executor(pure=False), max(1, sum(client.nthreads().values()))


# ------------------------------------------------------------------------------- the search


@dataclass(slots=True)
class Found:
    """Puzzles by rising level, and what became of the candidates looked at, by kind."""

    puzzles: list[Puzzle] = field(default_factory=list)
    counts: dict[Line, Counter[str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Search:
    """The candidates of one kind: those under way in their order, what is wanted and found."""

    line: Line
    levels: tuple[int, ...]
    wanted: Counter[int]
    total: int
    candidates: Iterator[Candidate]
    running: deque[Candidate] = field(default_factory=deque)
    chosen: list[Puzzle] = field(default_factory=list)
    spare: list[Puzzle] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def over(self) -> bool:
        """Whether nothing more is looked at."""
        if not self.wanted.total():
            return True
        enough = len(self.chosen) + len(self.spare) >= self.total
        return self.looks_left <= (self.total * (MOST_LOOKS - LOOKS) if enough else 0)

    @property
    def looks_left(self) -> int:
        """How many more candidates are looked at at most."""
        return self.total * MOST_LOOKS - self.counts.total()

    def take(self, found: Outcome) -> None:
        """Look at the next outcome of the stream."""
        if isinstance(found, Rejected):
            self.counts[found.reason] += 1
        elif found.canonical in self.seen:
            self.counts["there already"] += 1
        else:
            self.seen.add(found.canonical)
            self.counts[f"level {found.level}"] += 1
            if self.wanted[found.level] > 0:
                self.wanted[found.level] -= 1
                self.chosen.append(found)
            elif found.level in self.levels:
                self.spare.append(found)


def find(
    wish: Wish, pool: Executor, busy: int, ledger: Ledger, progress: Progress = lambda *_: None
) -> Found:
    """Evaluate candidates until the wish is met.

    Args:
        wish: what is wanted.
        pool: who evaluates.
        busy: how many evaluations it runs at a time.
        ledger: what is known already, and where what is found is kept.
        progress: is told after each evaluation.

    Raises:
        BadInput: there are too few puzzles of a level.
    """
    searches = _searches(wish)
    futures: dict[Future[Outcome], Candidate] = {}
    while not all(search.over for search in searches):
        _submit(searches, pool, busy * AHEAD, ledger, futures)
        if futures:
            for done in wait(futures, return_when=FIRST_COMPLETED).done:
                ledger.add(done.result())
                del futures[done]
        for search in searches:
            while not search.over and search.running and search.running[0].code in ledger.known:
                search.take(ledger.known[search.running.popleft().code])
        progress(len(ledger.known), sum(len(search.chosen) for search in searches))
    _mix(searches, wish)
    chosen = [puzzle for search in searches for puzzle in search.chosen]
    order = {line: at for at, line in enumerate(wish.lines)}
    chosen.sort(key=lambda puzzle: (puzzle.level, order[puzzle.game, puzzle.kind]))
    return Found(chosen, {search.line: search.counts for search in searches})


def _searches(wish: Wish) -> list[_Search]:
    quotas = shares(wish)
    searches = []
    for line in wish.lines:
        wanted = Counter({level: n for (at, level), n in quotas.items() if at == line})
        candidates = stream(*line, wish.seed)
        searches.append(_Search(line, wish.levels, wanted, wanted.total(), candidates))
    return searches


def shares(wish: Wish) -> dict[tuple[Line, int], int]:
    """Return how many puzzles are wanted of each kind and level, as evenly as they can be shared.

    The seed says who gets one more.
    """
    random = Random(f"shares {wish.seed}")
    having = {
        level: [line for line in wish.lines if level in kind_of(*line).levels]
        for level in wish.levels
    }
    quotas: Counter[tuple[Line, int]] = Counter()
    by_line: Counter[Line] = Counter()
    for level, part in _even(wish.count, [n for n in LEVELS if having.get(n)], random):
        for _ in range(part):
            line = min(
                having[level], key=lambda one: (by_line[one], quotas[one, level], random.random())
            )
            quotas[line, level] += 1
            by_line[line] += 1
    return quotas


def _even(total: int, names: list[int], random: Random) -> Iterator[tuple[int, int]]:
    """Share a number out; those that get one more are drawn."""
    more = set(random.sample(names, total % len(names)))
    for name in names:
        yield name, total // len(names) + (name in more)


def _submit(
    searches: list[_Search],
    pool: Executor,
    most: int,
    ledger: Ledger,
    futures: dict[Future[Outcome], Candidate],
) -> None:
    """Keep the pool busy with the next candidates, first of the kind that waits with fewest."""
    while len(futures) < most:
        open_ = [s for s in searches if not s.over and len(s.running) < s.looks_left]
        if not open_:
            return
        search = min(open_, key=lambda one: len(one.running))
        if len(search.running) >= most:
            return
        candidate = next(search.candidates)
        search.running.append(candidate)
        if candidate.code not in ledger.known:
            futures[pool.submit(evaluate, candidate)] = candidate


def _mix(searches: list[_Search], wish: Wish) -> None:
    """Fill what is missing with other puzzles that were found, of the nearest levels.

    Raises:
        BadInput: there are not enough.
    """
    for search in searches:
        for level in sorted(search.wanted.elements()):
            spare = [
                (abs(puzzle.level - level), other is not search, at, other, puzzle)
                for at, other in enumerate(searches)
                for puzzle in other.spare
            ]
            if not spare:
                _raise_short(searches, wish)
            *_, other, puzzle = min(spare, key=lambda one: one[:3])
            other.spare.remove(puzzle)
            other.chosen.append(puzzle)


def _raise_short(searches: list[_Search], wish: Wish) -> None:
    found = sum(len(search.chosen) for search in searches)
    looked = sum(search.counts.total() for search in searches)
    what = f"{found} of {wish.count} puzzles found among {looked} candidates"
    mend = "ask for more levels, or with another --seed"
    if found:
        mend = f"ask for --count {found}, for more levels, or with another --seed"
    raise BadInput(Fault("", what, mend))
