"""The engines say the same of the same model, and nothing that they do not know."""

import random

import pytest
from ortools.sat.python import cp_model

from solver.engine import Effort, ask
from solver.variants import HIGHS, NO_PRESOLVE


def random_model(seed: int) -> cp_model.CpModel:
    rng = random.Random(seed)
    model = cp_model.CpModel()
    bools = [model.new_bool_var("") for _ in range(6)]
    numbers = [model.new_int_var(rng.randint(-3, 0), rng.randint(1, 4), "") for _ in range(3)]
    literals = [*bools, *(variable.negated() for variable in bools)]
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(6)
        some = rng.sample(literals, 3)
        total = sum(rng.randint(-3, 3) * v for v in [*bools, *numbers])
        if kind == 0:
            model.add_bool_or(some)
        elif kind == 1:
            model.add_at_most_one(some)
        elif kind == 2:
            model.add_exactly_one(some)
        elif kind == 3:
            model.add_implication(some[0], some[1])
        elif kind == 4:
            model.add_linear_constraint(total, -2, rng.randint(-2, 5))
        else:
            model.add(total <= rng.randint(-6, 3)).only_enforce_if(some[0], some[1])
    goal = sum(rng.randint(-5, 5) * v for v in [*bools, *numbers]) + rng.randint(-3, 3)
    if rng.random() < 0.5:
        model.maximize(goal)
    else:
        model.minimize(goal)
    return model


@pytest.mark.parametrize("seed", range(60))
def test_every_engine_finds_the_same_optimum(seed: int) -> None:
    model = random_model(seed)
    plain = ask(model, Effort())
    for variant in (HIGHS, NO_PRESOLVE):
        other = ask(model, Effort(variant=variant))
        assert (other.status, other.bound) == (plain.status, plain.bound)


def test_both_optima_and_contradictions_are_among_the_models() -> None:
    found = {ask(random_model(seed), Effort()).status for seed in range(60)}
    assert found == {"optimal", "infeasible"}


def test_a_model_without_an_objective_is_solved_by_any_solution() -> None:
    model = cp_model.CpModel()
    one, other = model.new_bool_var(""), model.new_bool_var("")
    model.add_exactly_one(one, other)
    for variant in ("", HIGHS):
        solved = ask(model, Effort(variant=variant))
        assert solved.status == "optimal"
        assert solved.value(one) + solved.value(other) == 1


def test_values_without_a_solution_are_an_error_not_zeros() -> None:
    model = cp_model.CpModel()
    variable = model.new_bool_var("")
    model.add(variable >= 2)
    with pytest.raises(IndexError):
        ask(model, Effort()).value(variable)


def test_a_constraint_that_no_program_says_is_refused() -> None:
    model = cp_model.CpModel()
    some = [model.new_int_var(0, 3, "") for _ in range(3)]
    model.add_all_different(some)
    with pytest.raises(NotImplementedError):
        ask(model, Effort(variant=HIGHS))


@pytest.mark.parametrize("variant", ["", HIGHS, NO_PRESOLVE])
def test_a_search_without_time_claims_no_bound(variant: str) -> None:
    rng = random.Random(1)
    model = cp_model.CpModel()
    some = [model.new_bool_var("") for _ in range(300)]
    for _ in range(300):
        model.add_bool_or(rng.sample(some, 3))
    model.maximize(-sum(rng.randint(1, 9) * v for v in some) - 100)
    solved = ask(model, Effort(seconds=0, variant=variant))
    assert solved.status in ("unknown", "feasible")
    best = ask(model, Effort(seconds=5)).bound
    assert best is not None
    assert solved.bound is None or solved.bound >= best
