"""A seed goes in; a deck comes out that meets the published counts and layouts/field/design.toml.

The counts are those of three overlapping ranges: a game with fewer players leaves out the highest
cards and the number of its starting card.
"""

from __future__ import annotations

import tomllib
from functools import cache
from random import Random
from typing import Any

from ortools.sat.python import cp_model

from layouts import HOME
from solver.field.rules import FACTS, SETUPS, Flower, setup_cards

LETTERS: dict[Flower, str] = {flower["name"]: flower["letter"] for flower in FACTS["flowers"]}
LAST: int = max(setup["last"] for setup in SETUPS.values())


@cache
def conditions() -> dict[str, Any]:
    """Return the table of layouts/field/design.toml."""
    path = HOME / "field" / "design.toml"
    return tomllib.loads(path.read_text("utf-8"))


def design(seed: int) -> dict[int, Flower]:
    """Return the flower of every number, for a seed.

    Raises:
        RuntimeError: no deck meets the conditions (they contradict each other).
    """
    model, is_flower = _model()
    rng = Random(seed)
    for literal in is_flower.values():
        model.add_hint(literal, rng.random() < 1 / len(LETTERS))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % 2**31
    solver.parameters.randomize_search = True
    solver.parameters.catch_sigint_signal = False  # stopped, it would claim that there is no deck
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise RuntimeError("no deck meets the conditions of layouts/field/design.toml")
    return {number: name for (number, name), x in is_flower.items() if solver.boolean_value(x)}


def _model() -> tuple[cp_model.CpModel, dict[tuple[int, Flower], cp_model.IntVar]]:
    model, wanted = cp_model.CpModel(), conditions()
    numbers = range(1, LAST + 1)
    is_flower = {
        (number, name): model.new_bool_var(f"{name} {number}")
        for number in numbers
        for name in LETTERS
    }
    for number in numbers:
        model.add_exactly_one(is_flower[number, name] for name in LETTERS)
    for flower in FACTS["flowers"]:
        name = flower["name"]
        for start, count in zip(SETUPS, flower["counts"], strict=True):
            model.add(sum(is_flower[number, name] for number in setup_cards(start)) == count)
        for length, least, most in (
            (wanted["run"] + 1, 0, wanted["run"]),
            (wanted["few"]["numbers"], wanted["few"]["least"], LAST),
            (wanted["many"]["numbers"], 0, wanted["many"]["most"]),
        ):
            for first in range(1, LAST - length + 2):
                shown = sum(is_flower[n, name] for n in range(first, first + length))
                model.add_linear_constraint(shown, least, most)
    return model, is_flower


def summary(seed: int) -> str:
    """Say which conditions a new deck meets."""
    want = conditions()
    return (
        f"deck {seed}: {LAST} cards, the published counts of flowers, "
        f"at most {want['run']} neighbours alike, "
        f"all flowers in any {want['few']['numbers']} numbers"
    )


def layout(seed: int) -> str:
    """Return the layout of a new deck as TOML text."""
    return as_toml(design(seed), seed, 'extends = "field/cards"\n')


def as_toml(deck: dict[int, Flower], seed: int, head: str = "") -> str:
    """Return a deck as the TOML text of its rows; ``head`` comes before them."""
    rows = "".join(
        f'  {{ number = {number}, letter = "{LETTERS[name]}" }},\n'
        for number, name in sorted(deck.items())
    )
    about = f"# A deck of ours: bloomprint design field --seed {seed}\n"
    return f"{about}{head}seed = {seed}\nrows = [\n{rows}]\n"
