"""A board goes in; the best score that any dice could give comes out, proved."""

from __future__ import annotations

import math

from solver.dice.best import Best
from solver.dice.columns import columns_of
from solver.dice.game import move_to_json
from solver.dice.model import search_tree
from solver.dice.plays import Play, deal, picks_of
from solver.dice.rules import Instance
from solver.dice.task import best_task
from solver.finding import Finding, Report
from solver.variants import VARIANTS

__all__ = ["VARIANTS", "search"]


def search(
    best: Best,
    report: Report,
    *,
    seed: int = 0,
    deadline: float = math.inf,
    variant: str = "",
) -> Finding:
    """Find the best score that any dice could give (the contract is in ``solver/run.py``)."""
    columns, task = columns_of(best.board), best_task(best.board)
    instance = Instance(best.board, ())

    def write(play: Play) -> Finding:
        picks = deal(picks_of(columns, task, play))
        return Finding(play.score, moves=tuple(move_to_json(instance, pick) for pick in picks))

    return search_tree(columns, task, write, report, seed, deadline, variant)
