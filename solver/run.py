"""An instance goes in; a verified result comes out, whatever limit, signal or crash came between.

The search runs in a child process (``solver/child.py``) that streams better plays and bounds, so
that a limit, Ctrl-C, SIGTERM or the death of the child keeps the best so far. Before a result
leaves, the game's referee has replayed its moves to the same score.

A game offers ``solver/<word>/model.py`` with::

    VARIANTS: tuple[str, ...]        # other ways to prove the same, for --certify (maybe empty)

    def search(instance, report, *, seed: int, deadline: float, variant: str = "") -> bool:
        '''Search until done or ``time.monotonic() >= deadline``; True if it was complete.

        Calls ``report(score=..., moves=[...])`` for every better play (moves as in FORMATS) and
        ``report(bound=...)`` for every better bound. Complete without any play: infeasible.
        '''
"""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from layouts.faults import BadInput
from layouts.sources import Source
from solver.games import game, game_of
from solver.result import Result, Status

GRACE = 0.4  # seconds past the limit before a child that does not stop is killed
START = 120.0  # seconds a child may need to load its engine
Progress = Callable[[int | None, int | None, float], None]


class Disagreement(Exception):
    """Model and referee differ, or a search failed: a bug of ours, never a result."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A result, and the signal that cut the search short, if one did."""

    result: Result
    stopped: int | None = None


@dataclass(slots=True)
class _Heard:
    """What the child has told so far."""

    score: int | None = None
    moves: list[dict[str, Any]] = field(default_factory=list)
    bound: int | None = None
    started: float | None = None
    seconds: float = 0.0
    complete: bool = False
    engine: dict[str, str] = field(default_factory=dict)

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take in one message."""
        if "error" in message:
            raise Disagreement(f"the search failed:\n{message['error']}")
        self.seconds = message.get("seconds", self.seconds)
        if "engine" in message:
            self.engine, self.started = message["engine"], time.monotonic()
        if "score" in message and (self.score is None or message["score"] > self.score):
            self.score, self.moves = message["score"], message["moves"]
        if "bound" in message:
            bound = message["bound"]
            self.bound = bound if self.bound is None else min(bound, self.bound)
        self.complete = message.get("complete", self.complete)

    @property
    def status(self) -> Status:
        """``proved`` only for a complete search whose best play reaches its bound."""
        if self.score is None:
            return "infeasible" if self.complete else "none"
        return "proved" if self.complete and self.score == self.bound else "best-found"


def solve(
    source: Source,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    variant: str = "",
    progress: Progress | None = None,
) -> Answer:
    """Find and prove the best play of an instance.

    Args:
        source: the instance's table.
        seed: seed of the engine.
        time_limit: seconds of solving, without loading the engine.
        variant: one of the model's VARIANTS.
        progress: is told best, bound and seconds now and then.

    Raises:
        BadInput: the instance is faulty.
        Unreadable: a file that it names is missing.
        Disagreement: a bug of ours.
    """
    word = game_of(source)
    rules = game(word)
    instance = rules.read(source)
    request = {
        "table": source.table,
        "name": source.name,
        "folder": str(source.folder),
        "game": word,
        "seed": seed,
        "time_limit": time_limit,
        "variant": variant,
    }
    heard, stopped = _run(request, progress)
    breakdown: Mapping[str, Any] = {}
    if heard.score is not None:
        breakdown = _verified(rules, instance, heard)
    return Answer(_result(rules.describe(instance), heard, breakdown, seed), stopped)


def _verified(rules: Any, instance: Any, heard: _Heard) -> Mapping[str, Any]:
    """Replay the best play; return its breakdown."""
    try:
        score, breakdown = rules.replay(instance, heard.moves)
    except BadInput as error:
        raise Disagreement(f"the referee refuses the play: {error}; {heard.moves}") from error
    if score != heard.score or (heard.bound is not None and score > heard.bound):
        raise Disagreement(
            f"model {heard.score} (bound {heard.bound}), referee {score}: {heard.moves}"
        )
    found: Mapping[str, Any] = breakdown
    return found


def _result(
    said: Mapping[str, Any], heard: _Heard, breakdown: Mapping[str, Any], seed: int
) -> Result:
    status = heard.status
    return Result(
        game=said["game"],
        kind=said["kind"],
        status=status,
        score=heard.score,
        bound=None if status == "infeasible" else heard.bound,
        objective=said.get("objective"),
        readings=said.get("readings", {}),
        breakdown=breakdown,
        moves=heard.moves,
        seconds=round(heard.seconds, 3),
        seed=seed,
        verified=heard.score is not None,
        engine=heard.engine,
    )


# ---------------------------------------------------------------- the child


def _run(request: Mapping[str, Any], progress: Progress | None) -> tuple[_Heard, int | None]:
    """Run a request in a child until it ends, its limit comes or a signal does."""
    heard = _Heard()
    with _signals() as caught, _child(request) as messages:
        while not caught:
            try:
                message = messages.get(timeout=0.05)
            except queue.Empty:
                message = {}
            if message is None:
                break
            heard.hear(message)
            if progress is not None and heard.started is not None:
                progress(heard.score, heard.bound, time.monotonic() - heard.started)
            if _late(heard, request["time_limit"]):
                break
    if heard.started is not None and not heard.complete:
        heard.seconds = max(heard.seconds, time.monotonic() - heard.started)
    return heard, caught[0] if caught else None


def _late(heard: _Heard, limit: float | None) -> bool:
    if heard.started is None or limit is None:
        return False
    return time.monotonic() > heard.started + limit + GRACE


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Note SIGINT and SIGTERM instead of dying of them, where that is ours to do."""
    caught: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        caught.append(number)

    ours = threading.current_thread() is threading.main_thread()
    wanted = (signal.SIGINT, signal.SIGTERM) if ours else ()
    before = {number: signal.signal(number, note) for number in wanted}
    try:
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _child(request: Mapping[str, Any]) -> Iterator[queue.Queue[dict[str, Any] | None]]:
    """Start a child on a request; yield its messages, None at the end; never leave it behind.

    The child ends by itself when its standard input closes: so it does if we are killed.
    """
    child = subprocess.Popen(
        [sys.executable, "-m", "solver.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert child.stdin and child.stdout
    messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
    reader = threading.Thread(target=_read, args=(child.stdout, messages), daemon=True)
    reader.start()
    try:
        with suppress(BrokenPipeError):
            child.stdin.write(json.dumps(request).encode() + b"\n")
            child.stdin.flush()
        yield messages
    finally:
        child.kill()
        child.wait()
        reader.join()
        with suppress(BrokenPipeError):
            child.stdin.close()
        child.stdout.close()


def _read(stream: Any, messages: queue.Queue[dict[str, Any] | None]) -> None:
    for line in stream:
        with suppress(ValueError):  # a line cut off by a kill
            messages.put(json.loads(line))
    messages.put(None)
