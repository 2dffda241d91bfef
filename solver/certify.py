"""A proved result goes in; other ways to prove it are tried; what agreed comes out.

Every way is a whole new search in a new child: another seed, and each of the model's ``VARIANTS``
(presolve off, a second engine, ...). A way that ends at its limit says nothing for or against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from layouts.sources import Source
from solver.games import game_of
from solver.result import Result
from solver.run import Disagreement, solve
from solver.signals import load
from solver.variants import HIGHS, NO_PRESOLVE

WAYS = {
    "": "another seed",
    NO_PRESOLVE: "presolve off",
    HIGHS: "HiGHS in place of CP-SAT",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One other way: what it says of the result, its own score and bound."""

    way: str
    outcome: Literal["agrees", "disagrees", "undecided"]
    score: int | None = None
    bound: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """All checks of a result."""

    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether some way agrees and none disagrees."""
        outcomes = {check.outcome for check in self.checks}
        return "agrees" in outcomes and "disagrees" not in outcomes


def certify(
    source: Source,
    result: Result,
    *,
    time_limit_s: float | None = None,
    heard: Callable[[Check], None] = lambda check: None,
    rules: str = "",
    model: str = "",
) -> Certificate:
    """Prove a result in other ways.

    Args:
        source: the instance that was solved.
        result: what was found.
        time_limit_s: solving time of each way.
        heard: told every check as it is done.
        rules: as for ``solve``.
        model: as for ``solve``.
    """
    checks = []
    for variant in ("", *_variants(model or f"solver.{game_of(source)}.model")):
        check = _checked(source, result, variant, time_limit_s, rules, model)
        heard(check)
        checks.append(check)
        if check.reason == "stopped":
            break
    return Certificate(tuple(checks))


def _variants(model: str) -> Iterator[str]:
    yield from load(model).VARIANTS


def _checked(
    source: Source, result: Result, variant: str, limit_s: float | None, rules: str, model: str
) -> Check:
    way = WAYS.get(variant, variant)
    seed = result.seed if variant else result.seed + 1
    try:
        answer = solve(
            source, seed=seed, time_limit_s=limit_s, variant=variant, rules=rules, model=model
        )
    except Disagreement as error:
        return Check(way, "disagrees", reason=str(error))
    other = answer.result
    reason = "stopped" if answer.signal is not None else answer.failure
    return Check(way, _compared(result, other), other.score, other.bound, reason)


def _compared(one: Result, other: Result) -> Literal["agrees", "disagrees", "undecided"]:
    """Compare what two searches say of the best score."""
    if {one.status, other.status} <= {"proved", "infeasible"}:
        return "agrees" if (one.status, one.score) == (other.status, other.score) else "disagrees"
    for this, that in ((one, other), (other, one)):
        if this.score is not None and that.status == "infeasible":
            return "disagrees"
        if this.score is not None and that.bound is not None and this.score > that.bound:
            return "disagrees"
    return "undecided"
