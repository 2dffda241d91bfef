"""An instance goes in; a verified result comes out, whatever limit, signal or crash came between.

The search runs in a child process (``solver/child.py``) that streams better plays and bounds, so a
limit, Ctrl-C, SIGTERM or the death of the child keep the best so far. Nothing is believed: the
parent replays every play with the game's referee before a result leaves.

A game offers two modules. ``solver/<word>/game.py`` (which imports no engine) has ``read(source)``
and ``replay(instance, moves)``; its instances have ``kind``, ``objective`` (or None) and
``readings``. ``solver/<word>/model.py`` has::

    VARIANTS: tuple[str, ...]     # other ways to prove the same, for --certify; maybe empty

    def search(instance, report, *, seed=0, deadline=math.inf, variant="") -> Finding:
        '''Search until done or ``time.monotonic() >= deadline``.

        Calls ``report(Finding(...))`` with every better play or bound; returns the last word:
        ``complete`` only if the search went to its end.
        '''
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from importlib import import_module
from typing import Any

from layouts.faults import BadInput
from layouts.sources import Source
from solver.finding import Finding, merged
from solver.games import game_of
from solver.games import instance as instance_of
from solver.result import Result, Status
from solver.signals import noted
from solver.spawning import spawned

GRACE_S = 0.4  # past its deadline a child that does not stop is killed
_LOOK_S = 0.05  # how often limits and signals are looked at

Progress = Callable[[Finding, float], None]


class Disagreement(Exception):
    """Model and referee differ, or the search failed: a bug of ours, never a result."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A verified result, and what cut the search short: a signal, or a failure in words."""

    result: Result
    signal: int | None = None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is asked; ``rules`` and ``model`` are names of modules (see above)."""

    source: Source
    rules: str
    model: str
    seed: int = 0
    time_limit_s: float | None = None
    variant: str = ""

    def request(self) -> dict[str, Any]:
        """Return what the child is told."""
        words = {name: getattr(self, name) for name in ("rules", "model", "seed", "variant")}
        source = {"table": self.source.table, "name": self.source.name}
        return words | source | {"folder": str(self.source.folder), "limit": self.time_limit_s}


@dataclass(slots=True)
class _Heard:
    """What the child has told so far."""

    finding: Finding = field(default_factory=Finding)
    engine: dict[str, str] = field(default_factory=dict)
    started: float | None = None
    seconds: float = 0.0
    ended: bool = False
    failure: str = ""

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take in one message."""
        if "bug" in message:
            raise Disagreement(f"the search failed:\n{message['bug']}")
        if "engine" in message:
            self.engine, self.started = message["engine"], time.monotonic()
        if "finding" in message:
            self.finding = merged(self.finding, Finding(**message["finding"]))
        self.seconds = message.get("seconds", self.seconds)
        self.ended = message.get("ended", False)
        self.failure = message.get("failure", self.failure)

    @property
    def running_s(self) -> float:
        """Seconds since the engine was loaded."""
        return 0.0 if self.started is None else time.monotonic() - self.started


def solve(
    source: Source,
    *,
    seed: int = 0,
    time_limit_s: float | None = None,
    variant: str = "",
    progress: Progress | None = None,
    rules: str = "",
    model: str = "",
) -> Answer:
    """Find the best play of an instance and prove it, if the limit allows.

    Args:
        source: the instance's table.
        seed: seed of the engine.
        time_limit_s: seconds of solving, without loading the engine; None: no limit.
        variant: one of the model's VARIANTS.
        progress: is told the best so far, with the seconds, at every news.
        rules: name of the module with ``read`` and ``replay``; default: that of the game.
        model: name of the module with ``search``; default: that of the game.

    Raises:
        BadInput: the instance is faulty.
        Unreadable: a file that it names is missing.
        Disagreement: a bug of ours.
    """
    word = game_of(source)
    rules, model = rules or f"solver.{word}.game", model or f"solver.{word}.model"
    referee = import_module(rules)
    instance = instance_of(referee, source)
    problem = Problem(source, rules, model, seed, time_limit_s, variant)
    heard, stopped = _run(problem, progress)
    breakdown = verified(referee.replay, instance, heard.finding)
    result = _result(word, instance, heard, breakdown, seed)
    return Answer(result, stopped, heard.failure)


def verified(
    replay: Callable[[Any, Any], tuple[int, Mapping[str, Any]]], instance: Any, finding: Finding
) -> Mapping[str, Any]:
    """Replay a finding with the referee and return the breakdown of its score.

    Raises:
        Disagreement: the referee finds another score, or a rule broken.
    """
    if finding.score is None:
        return {}
    try:
        total, breakdown = replay(instance, finding.moves)
    except BadInput as error:
        raise _disagreement(f"the referee refuses the play: {error}", instance, finding) from error
    if total != finding.score or (finding.bound is not None and total > finding.bound):
        what = f"model {finding.score} (bound {finding.bound}), referee {total}"
        raise _disagreement(what, instance, finding)
    return breakdown


def _disagreement(what: str, instance: object, finding: Finding) -> Disagreement:
    error = Disagreement(what)
    error.add_note(f"instance: {instance!r}")
    error.add_note(f"finding: {finding!r}")
    return error


def status_of(finding: Finding) -> Status:
    """Return the status a result may claim."""
    if finding.score is None:
        return "infeasible" if finding.complete else "none"
    return "proved" if finding.proved else "best-found"


def _result(
    word: str, instance: Any, heard: _Heard, breakdown: Mapping[str, Any], seed: int
) -> Result:
    finding, readings = heard.finding, instance.readings
    plain = dict(readings) if isinstance(readings, Mapping) else asdict(readings)
    return Result(
        game=word,
        kind=instance.kind,
        status=status_of(finding),
        score=finding.score,
        bound=None if finding.score is None else finding.bound,
        objective=instance.objective,
        readings=plain,
        breakdown=breakdown,
        moves=finding.moves,
        seconds=round(heard.seconds, 3),
        seed=seed,
        verified=finding.score is not None,
        engine=heard.engine,
    )


def _run(problem: Problem, progress: Progress | None) -> tuple[_Heard, int | None]:
    """Listen to a child until it ends, its limit comes or a signal does."""
    heard = _Heard()
    with noted() as caught, spawned("solver.child", problem.request()) as messages:
        while not caught and not _late(heard, problem.time_limit_s):
            try:
                message = messages.get(timeout=_LOOK_S)
            except queue.Empty:
                continue
            if message is None:
                heard.failure = heard.failure or "the search died before its end"
                break
            heard.hear(message)
            if progress is not None and "finding" in message:
                progress(heard.finding, heard.running_s)
            if heard.ended:
                break
        if not heard.ended:
            heard.seconds = heard.running_s
    return heard, caught[0] if caught else None


def _late(heard: _Heard, limit_s: float | None) -> bool:
    return limit_s is not None and heard.running_s > limit_s + GRACE_S
