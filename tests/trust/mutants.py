"""Changes the rules in one place after the other and runs their tests: which change goes unseen?

    python -m tests.trust.mutants dice             every change of the rules of the dice game
    python -m tests.trust.mutants tiles --every 4  a quarter of them
    python -m tests.trust.mutants field --at solver/field/rules.py:120

A change is killed if a test fails, or computes for ``LIMIT_S`` seconds. The tests are collected
once; a change within a function is tried in a fork, which puts the changed code into the function
and runs the tests until one fails. A change outside of functions needs the modules imported anew.
Needs fork, so Linux or macOS.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import importlib.abc
import importlib.util
import os
import signal
import sys
import time
import types
from collections.abc import Callable, Container, Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import RawArray
from pathlib import Path

import hypothesis  # noqa: F401 - imported once, for all forks
import pytest
from ortools.sat.python import cp_model  # noqa: F401 - imported once, for all forks

from tests.trust.changes import changed, sites

ROOT = Path(__file__).parents[2]
LIMIT_S = 5  # of computing, a test; without a change the slowest takes half of it
FILES = {
    "dice": ("rules", "record"),
    "field": ("rules", "record"),
    "tiles": ("rules", "listing", "round", "record", "replay"),
    "garden": ("rules", "match", "record", "replay"),
}
"""What is changed: the files of a game that decide what is legal and what it scores."""
TESTS = ("test_rules.py", "test_record*.py", "test_rules_*.py")
"""What must see it."""


@dataclass(frozen=True)
class Mutant:
    """A changed file: where, in words, and its code; ``inside``: the change is in a function."""

    path: str
    line: int
    words: str
    inside: bool
    code: types.CodeType = field(repr=False)

    @property
    def module(self) -> str:
        """The name by which the file is imported."""
        return self.path.removesuffix(".py").replace("/", ".")


def mutants(path: str, at: Container[str] = ()) -> Iterator[Mutant]:
    """Yield every mutant of a file; with ``at`` those of some places, such as FILE:LINE."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for number, place in enumerate([f"{path}:{site.line}" for site in sites(ast.parse(text))]):
        if at and place not in at:
            continue
        tree = ast.parse(text)
        site = next(found for at, found in enumerate(sites(tree)) if at == number)
        before = _shown(site.node)
        changed(site)
        words = f"{before}  ->  {_shown(site.node)}"
        code = compile(ast.fix_missing_locations(tree), str(ROOT / path), "exec")
        yield Mutant(path, site.line, words, site.inside, code)


def _shown(node: ast.AST) -> str:
    return ast.unparse(node).split("\n")[0]


class Importer(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Lets one module be another one."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, *_: object) -> object:
        """Find the module that is changed."""
        return importlib.util.spec_from_loader(name, self) if name == self.mutant.module else None

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the changed code."""
        exec(self.mutant.code, module.__dict__)


def put_in(mutant: Mutant) -> None:
    """Give the functions of a module that is imported already the code of the mutant."""
    codes = dict(_codes(mutant.code))
    caches = type(functools.cache(len))
    for found in gc.get_objects():
        if isinstance(found, types.FunctionType) and found.__module__ == mutant.module:
            found.__code__ = codes.get(found.__qualname__, found.__code__)
        elif isinstance(found, caches) and found.__module__.startswith(("solver", "tests")):
            found.cache_clear()


def _codes(code: types.CodeType) -> Iterator[tuple[str, types.CodeType]]:
    """Yield the functions of a module with their names, methods of classes too."""
    for found in code.co_consts:
        if isinstance(found, types.CodeType) and "<" not in found.co_qualname:
            yield found.co_qualname, found
            yield from _codes(found)


def passes(work: Callable[[], bool]) -> bool:
    """Do something in a quiet fork; tell whether it went well."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        try:
            os._exit(0 if work() else 1)
        finally:  # whatever was raised
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


class Trial:
    """A pytest plugin: collected tests are run for every mutant, each time in a fork."""

    def __init__(self, found: Sequence[Mutant]) -> None:
        self.found = found
        self.survivors: list[Mutant] = []

    def pytest_runtest_setup(self) -> None:
        """Limit what a test may compute: the signal ends the process."""
        signal.setitimer(signal.ITIMER_PROF, LIMIT_S)

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run the tests of every mutant; without mutants, run the tests as ever."""
        if not self.found:
            return None
        costs = RawArray("d", len(session.items))
        if not passes(lambda: run(session, costs)):
            raise session.Failed("the tests fail without any change")
        ranks = sorted(range(len(costs)), key=costs.__getitem__)
        session.items = [session.items[rank] for rank in ranks]  # the quickest first
        for mutant in self.found:
            if passes(functools.partial(tried, mutant, session, costs)):
                self.survivors.append(mutant)
                tell(mutant)
        return True


def tried(mutant: Mutant, session: pytest.Session, costs: MutableSequence[float]) -> bool:
    """Put a mutant into the modules that the tests use, and run them."""
    put_in(mutant)
    return run(session, costs)


def run(session: pytest.Session, costs: MutableSequence[float]) -> bool:
    """Run collected tests until one fails, and note the seconds that each computes."""
    for number, item in enumerate(session.items):
        started = time.process_time()
        later = session.items[number + 1] if number + 1 < len(session.items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=later)
        costs[number] = time.process_time() - started
        if session.testsfailed:
            return False
    return True


def tell(mutant: Mutant) -> None:
    """Print a mutant that lives."""
    print(f"{mutant.path}:{mutant.line}: {mutant.words}", flush=True)


def tests_of(game: str) -> list[str]:
    """Return the tests of a game's rules."""
    folder = ROOT / "tests" / "solver" / game
    found = [path for name in TESTS for path in sorted(folder.glob(name))]
    return [str(path) for path in dict.fromkeys(found)]


def pytest_runs(tests: Sequence[str], trial: Trial) -> bool:
    """Collect tests, let a plugin run them; tell whether all is well."""
    options = ["-x", "-s", "-m", "not full", "-o", "addopts=", "--import-mode=importlib"]
    options += ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:terminal"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    return pytest.main([*options, *tests], plugins=[trial]) == 0


def survivors(found: Sequence[Mutant], tests: Sequence[str]) -> int:
    """Try mutants, print those that live and return how many they are."""
    living = 0
    for mutant in found:
        if not mutant.inside and passes(functools.partial(_anew, mutant, tests)):
            tell(mutant)
            living += 1
    trial = Trial([mutant for mutant in found if mutant.inside])
    if not pytest_runs(tests, trial):
        sys.exit("the tests fail without any change")
    return living + len(trial.survivors)


def _anew(mutant: Mutant, tests: Sequence[str]) -> bool:
    sys.meta_path.insert(0, Importer(mutant))
    return pytest_runs(tests, Trial([]))


def main() -> None:
    """Try the mutants of a game and list those that survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=FILES)
    parser.add_argument("--every", type=int, default=1, help="try one of so many")
    parser.add_argument("--at", nargs="*", default=[], help="only these, such as FILE:LINE")
    wishes = parser.parse_args()
    paths = [f"solver/{wishes.game}/{name}.py" for name in FILES[wishes.game]]
    found = [mutant for path in paths for mutant in mutants(path, wishes.at)]
    tried = found[:: wishes.every]
    living = survivors(tried, tests_of(wishes.game))
    share = 100 * (len(tried) - living) / max(1, len(tried))
    killed = f"{len(tried) - living} of {len(tried)} killed ({share:.1f} %)"
    print(f"{wishes.game}: {killed}, of {len(found)}")


if __name__ == "__main__":
    main()
