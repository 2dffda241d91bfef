"""A turn or a plan goes in; the best play comes out, with a bound that is proven."""

from __future__ import annotations

import math

from solver.finding import Finding, Report
from solver.garden.plan import PlanSearch
from solver.garden.rules import Instance
from solver.garden.turn import TurnSearch

VARIANTS = ("loose-caps",)


def search(
    instance: Instance,
    report: Report,
    *,
    seed: int = 0,
    deadline: float = math.inf,
    variant: str = "",
) -> Finding:
    """Find the best play of a turn or plan (the contract is in ``solver/run.py``).

    The search draws no lots: ``seed`` changes nothing. Variant ``loose-caps`` proves without the
    caps on pairs of cards, in more time.
    """
    kind = TurnSearch if instance.kind == "turn" else PlanSearch
    return kind(instance, report, deadline, variant).run()
