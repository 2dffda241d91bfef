"""Changes the rules in one place after the other and runs their tests: which change goes unseen?

    python -m tests.trust.mutants dice            every change of the rules of the dice game
    python -m tests.trust.mutants tiles --every 4 a quarter of them

A change is killed if a test fails, or runs for ``LIMIT_S`` seconds of the processor. Every mutant
runs in a process forked from one that has imported the libraries already. Needs fork, so Linux or
macOS.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import os
import resource
import sys
import types
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import hypothesis  # noqa: F401 - imported once, for all forks
import pytest
from ortools.sat.python import cp_model  # noqa: F401 - imported once, for all forks

ROOT = Path(__file__).parents[2]
LIMIT_S = 30
SUITES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "dice": (
        ("solver/dice/rules.py",),
        (
            "test_rules.py",
            "test_rules_wrong_plays.py",
            "test_rules_enumeration.py",
            "test_record.py",
        ),
    ),
    "field": (
        ("solver/field/rules.py",),
        ("test_rules.py", "test_rules_wrong_plays.py", "test_rules_enumeration.py"),
    ),
    "tiles": (
        ("solver/tiles/rules.py", "solver/tiles/round.py"),
        (
            "test_rules.py",
            "test_rules_wrong_plays.py",
            "test_rules_enumeration.py",
            "test_record.py",
        ),
    ),
    "garden": (
        ("solver/garden/rules.py", "solver/garden/match.py"),
        ("test_rules.py", "test_record.py"),
    ),
}
"""The files of a game that are changed, and the tests that must see it."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def sites(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield what can be changed: nodes that run, not annotations, decorators or words."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST):
                yield from _here(node)
                yield from sites(node)


def _here(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        yield node, "compare"
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPS:
        yield node, "operator"
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node, "condition"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, "not"
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node, "constant"


def changed(node: ast.AST, kind: str) -> None:
    """Change a node in place."""
    if kind == "compare" and isinstance(node, ast.Compare):
        node.ops[0] = SWAPS[type(node.ops[0])]()  # type: ignore[call-overload]
    elif kind == "operator":
        node.op = SWAPS[type(node.op)]()  # type: ignore[attr-defined]
    elif kind == "condition":
        node.test = ast.UnaryOp(ast.Not(), node.test)  # type: ignore[attr-defined]
    elif kind == "not" and isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1


def mutants(path: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield every mutant of a file with words for its change."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    for number, (node, kind) in enumerate(sites(tree)):
        other = copy.deepcopy(tree)
        found = next(here for at, (here, _) in enumerate(sites(other)) if at == number)
        before = ast.unparse(found).split("\n")[0]
        changed(found, kind)
        ast.fix_missing_locations(other)
        line = getattr(node, "lineno", 0)
        yield f"{path}:{line}: {before}  ->  {ast.unparse(found).split(chr(10))[0]}", other


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Lets one module be another one."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self.name = path.removesuffix(".py").replace("/", ".")
        self.code = compile(tree, str(ROOT / path), "exec")

    def find_spec(self, name: str, *_: object) -> object:
        """Find the module that is changed."""
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the changed code."""
        exec(self.code, module.__dict__)


def survives(path: str, tree: ast.Module, tests: Sequence[str]) -> bool:
    """Run the tests of a mutant in a fork; tell whether all of them passed."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S + 1))
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        sys.meta_path.insert(0, Mutated(path, tree))
        options = ["-x", "-q", "-m", "not full", "-p", "no:cacheprovider", "-p", "no:xdist"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        os._exit(int(pytest.main([*options, *tests])))
    _, status = os.waitpid(child, 0)
    return status == 0


def main() -> None:
    """Try the mutants of a game and list those that survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=SUITES)
    parser.add_argument("--every", type=int, default=1, help="try one of so many")
    wishes = parser.parse_args()
    files, names = SUITES[wishes.game]
    tests = [str(ROOT / "tests" / "solver" / wishes.game / name) for name in names]
    for path in files:
        if not survives(path, ast.parse((ROOT / path).read_text(encoding="utf-8")), tests):
            sys.exit("the tests fail without any change")
    every = [(path, *mutant) for path in files for mutant in mutants(path)]
    tried = survived = 0
    with suppress(KeyboardInterrupt):  # what is known so far is worth telling
        for path, words, tree in every[:: wishes.every]:
            if survives(path, tree, tests):
                survived += 1
                print(words, flush=True)
            tried += 1
    share = 100 * (tried - survived) / max(1, tried)
    print(f"{wishes.game}: {tried - survived} of {tried} killed ({share:.1f} %), of {len(every)}")


if __name__ == "__main__":
    main()
