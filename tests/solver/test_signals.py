"""Signals that come while an engine is loaded or searches."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from solver.engine import Effort, ask
from solver.signals import load, noted

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

MODULE = """
import os, signal
os.kill(os.getpid(), signal.{number})
for _ in range(1000):
    pass
whole = True
"""


class Told(Exception):
    """What a handler raises."""


@pytest.fixture(params=[signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def number(request: pytest.FixtureRequest) -> signal.Signals:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def handled(number: signal.Signals):
    def tell(number: int, _: FrameType | None) -> None:
        raise Told(number)

    before = signal.signal(number, tell)
    yield tell
    signal.signal(number, before)


def test_a_signal_while_an_engine_is_loaded_acts_when_it_stands(
    number: signal.Signals,
    handled: Callable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = f"an_engine_{number.name}"
    (tmp_path / f"{name}.py").write_text(MODULE.format(number=number.name), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(Told):
        load(name)
    assert sys.modules[name].whole
    assert signal.getsignal(number) is handled


def test_signals_are_noted_in_their_order_and_handlers_come_back(
    number: signal.Signals, handled: Callable
) -> None:
    with noted() as caught:
        os.kill(os.getpid(), number)
        os.kill(os.getpid(), signal.SIGINT)
    assert caught == [number, signal.SIGINT]
    assert signal.getsignal(number) is handled


def test_a_search_leaves_the_handler_of_ctrl_c(handled: Callable, number: signal.Signals) -> None:
    from ortools.sat.python import cp_model

    assert ask(cp_model.CpModel(), Effort()).status == "optimal"
    with pytest.raises(Told):
        os.kill(os.getpid(), number)
