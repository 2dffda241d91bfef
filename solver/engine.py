"""A CP-SAT model goes in; an answer that can be trusted comes out: the one wrapper of the engines.

CP-SAT gives zeros for values without a solution, calls a gap limit "optimal" and ignores its memory
limit; several workers differ from run to run. So here: one worker, a fixed seed, limits of work
that are counted and not timed, values only where there are some.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from ortools.sat.python import cp_model

from solver import allowance
from solver.variants import HIGHS, NO_PRESOLVE

Status = Literal["optimal", "feasible", "infeasible", "unknown"]


@dataclass(frozen=True, slots=True)
class Effort:
    """How an engine is asked.

    Attributes:
        seconds: clock limit, the deadline of the whole search.
        work: limit in deterministic seconds; the same on every run.
        seed: of the engine.
        variant: "" or one of VARIANTS.
        parameters: of CP-SAT, as protobuf text.
    """

    seconds: float = math.inf
    work: float = math.inf
    seed: int = 0
    variant: str = ""
    parameters: str = ""


@dataclass(frozen=True, slots=True)
class Solved:
    """What an engine says; without an objective, any solution is "optimal".

    Attributes:
        status: optimal and infeasible are proved; feasible and unknown end at a limit.
        values: of all variables in the order of the model; empty without a solution.
        bound: on the objective; None where there is none.
    """

    status: Status
    values: tuple[int, ...] = ()
    bound: float | None = None

    def value(self, variable: cp_model.IntVar) -> int:
        """Return the value of a variable.

        Raises:
            IndexError: there is no solution.
        """
        return self.values[variable.index]


def ask(model: cp_model.CpModel, effort: Effort) -> Solved:
    """Solve a model to the end or to a limit.

    Raises:
        Spent: the allowance of work is used up.
    """
    if effort.variant == HIGHS:
        from solver.highs import solve_with_highs  # noqa: PLC0415  # loads only where it is asked

        return solve_with_highs(model, min(effort.seconds, effort.work), effort.seed)
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    if not parameters.merge_text_format(effort.parameters):
        raise ValueError(f"parameters: {effort.parameters}")
    parameters.num_workers = 1
    parameters.random_seed = effort.seed
    parameters.catch_sigint_signal = False  # its handler stays away after the first search
    if effort.variant == NO_PRESOLVE:
        parameters.cp_model_presolve = False
    parameters.max_deterministic_time = min(effort.work, allowance.left())
    parameters.max_time_in_seconds = max(0.0, effort.seconds)
    bounds: list[float] = []
    solver.best_bound_callback = bounds.append
    status = solver.solve(model)
    allowance.spend(solver.response_proto.deterministic_time)
    if status == cp_model.MODEL_INVALID:
        raise ValueError(model.validate())
    if status == cp_model.INFEASIBLE:
        return Solved("infeasible")
    # Without a solution the response's bound may be a zero that nobody proved: only news count.
    heard = bounds[-1] if bounds else None
    if status == cp_model.UNKNOWN:
        return Solved("unknown", bound=heard)
    values = tuple(solver.response_proto.solution)
    if status == cp_model.OPTIMAL:
        bound = solver.best_objective_bound if model.has_objective() else None
        return Solved("optimal", values, bound)
    return Solved("feasible", values, heard)
