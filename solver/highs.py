"""A CP-SAT model goes in; what HiGHS says of it comes out: a second engine for the same problem.

Only what a mixed-integer program can say is translated: linear constraints with one interval (also
half-reified, by big M), clauses, implications, at-most-ones and exactly-ones. HiGHS (MIT licence)
comes with OR-Tools; MathOpt passes the model on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from solver.engine import Solved

_FAR = 1 << 62  # bounds beyond it stand for no bound
_TOLERANCE = 1e-4


def solve_with_highs(model: cp_model.CpModel, seconds: float, seed: int = 0) -> Solved:
    """Solve a model to the end or the limit.

    Raises:
        NotImplementedError: the model has a constraint that no mixed-integer program says simply.
    """
    program, variables = translated(model)
    parameters = mathopt.SolveParameters(
        time_limit=None if math.isinf(seconds) else timedelta(seconds=max(0.0, seconds)),
        random_seed=seed,
        relative_gap_tolerance=0,
        absolute_gap_tolerance=0,
    )
    result = mathopt.solve(program, mathopt.SolverType.HIGHS, params=parameters)
    reason = result.termination.reason
    if reason == mathopt.TerminationReason.INFEASIBLE:
        return Solved("infeasible")
    bound = _outward(model, result.termination.objective_bounds.dual_bound)
    if not result.has_primal_feasible_solution():
        return Solved("unknown", bound=bound)
    found = result.variable_values()
    values = tuple(round(found[variable]) for variable in variables)
    if reason == mathopt.TerminationReason.OPTIMAL:
        return Solved("optimal", values, _objective(model, values))
    return Solved("feasible", values, bound)


def _objective(model: cp_model.CpModel, values: Sequence[int]) -> float | None:
    """Return the objective at whole values, where no rounding can blur it."""
    if not model.has_objective():
        return None
    objective = model.proto.objective
    total = sum(c * values[v] for v, c in zip(objective.vars, objective.coeffs, strict=True))
    return float((total + objective.offset) * (objective.scaling_factor or 1))


def _outward(model: cp_model.CpModel, bound: float) -> float | None:
    """Move a bound away from the solutions by more than the tolerance of HiGHS."""
    if not model.has_objective():
        return None
    return bound + _TOLERANCE if model.proto.objective.scaling_factor < 0 else bound - _TOLERANCE


def translated(model: cp_model.CpModel) -> tuple[mathopt.Model, list[mathopt.Variable]]:
    """Return the mixed-integer program of a model, and its variables in the model's order."""
    translation = _Translation(model.proto)
    return translation.program, translation.variables


class _Translation:
    def __init__(self, proto: Any) -> None:
        self.program = mathopt.Model()
        self.variables = [
            self.program.add_integer_variable(lb=min(domain), ub=max(domain))
            for domain in (list(variable.domain) for variable in proto.variables)
        ]
        for constraint in proto.constraints:
            self._add(constraint)
        sign = proto.objective.scaling_factor or 1
        weights = [sign * weight for weight in proto.objective.coeffs]
        objective = self._sum(list(proto.objective.vars), weights) + sign * proto.objective.offset
        if sign < 0:
            self.program.maximize(objective)
        else:
            self.program.minimize(objective)

    def _add(self, constraint: Any) -> None:
        enforced = list(constraint.enforcement_literal)
        if constraint.has_linear():
            self._add_linear(constraint.linear, enforced)
        elif constraint.has_bool_or():
            off = [~literal for literal in enforced]
            self._count([*constraint.bool_or.literals, *off], low=1)
        elif constraint.has_bool_and():
            for literal in constraint.bool_and.literals:
                self._count([literal, *(~other for other in enforced)], low=1)
        elif constraint.has_at_most_one() and not enforced:
            self._count(constraint.at_most_one.literals, high=1)
        elif constraint.has_exactly_one() and not enforced:
            self._count(constraint.exactly_one.literals, low=1, high=1)
        else:
            raise NotImplementedError(f"no mixed-integer program for {constraint}")

    def _count(
        self, literals: Iterable[int], low: float = -math.inf, high: float = math.inf
    ) -> None:
        """Between ``low`` and ``high`` literals are true; ~v is the negation of variable v."""
        terms: list[int] = []
        weights: list[int] = []
        negated = 0
        for literal in literals:
            terms.append(literal if literal >= 0 else ~literal)
            weights.append(1 if literal >= 0 else -1)
            negated += literal < 0
        self.program.add_linear_constraint(
            expr=self._sum(terms, weights), lb=low - negated, ub=high - negated
        )

    def _add_linear(self, linear: Any, enforced: Sequence[int]) -> None:
        domain = list(linear.domain)
        if len(domain) != 2:
            raise NotImplementedError("a linear constraint with holes")
        terms, weights = list(linear.vars), list(linear.coeffs)
        low, high = domain
        least, most = self._reach(terms, weights)
        if high < _FAR:
            self._at_most(terms, weights, high, most - high, enforced)
        if low > -_FAR:
            self._at_most(terms, [-weight for weight in weights], -low, low - least, enforced)

    def _at_most(
        self,
        terms: list[int],
        weights: list[int],
        high: int,
        beyond: float,
        enforced: Sequence[int],
    ) -> None:
        """Add sum <= high; each enforcing literal that is false lets it grow as far as it can."""
        if beyond <= 0:
            return
        total = self._sum(terms, weights)
        for literal in enforced:
            variable = self.variables[literal if literal >= 0 else ~literal]
            off = 1 - variable if literal >= 0 else variable
            total -= beyond * off
        self.program.add_linear_constraint(total <= high)

    def _reach(self, terms: list[int], weights: list[int]) -> tuple[float, float]:
        ends = [
            sorted(
                (
                    weight * self.variables[term].lower_bound,
                    weight * self.variables[term].upper_bound,
                )
            )
            for term, weight in zip(terms, weights, strict=True)
        ]
        return sum(end[0] for end in ends), sum(end[1] for end in ends)

    def _sum(self, terms: Sequence[int], weights: Sequence[float]) -> mathopt.LinearExpression:
        return mathopt.LinearExpression(
            mathopt.fast_sum(
                weight * self.variables[term] for term, weight in zip(terms, weights, strict=True)
            )
        )
