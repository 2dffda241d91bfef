"""A model for tests of the child: what it does is written in the instance."""

import errno
import math
import os
import signal
import time
from collections.abc import Callable
from typing import Any

from solver.finding import Finding, Report

VARIANTS = ("other", "wrong", "slow")

FIRST = Finding(5, 9, ({"points": 5, "process": os.getpid()},))
BETTER = Finding(7, 8, ({"points": 7},))
BEST = Finding(8, 8, ({"points": 8},), complete=True)


def search(
    instance: Any, report: Report, *, seed: int = 0, deadline: float = math.inf, variant: str = ""
) -> Finding:
    if instance.word == "finds nothing":
        return Finding(complete=variant != "slow")
    if instance.word == "finds nothing in time":
        return Finding(bound=9)
    report(FIRST)
    report(BETTER)
    ways: dict[str, Callable[[float], Finding]] = {
        "proves": lambda _: BEST,
        "finds": lambda _: Finding(),
        "cheats": lambda _: Finding(9, 9, ({"points": 8},), complete=True),
        "breaks a rule": lambda _: Finding(9, 9, ({"points": -1},), complete=True),
        "stops in time": _stops_in_time,
        "hangs": lambda _: _sleep(),
        "meets Ctrl-C": lambda _: _meet_ctrl_c(),
        "dies": lambda _: _kill_itself(),
        "runs out of memory": lambda _: _raise(MemoryError()),
        "has no memory to read a file": lambda _: _raise(OSError(errno.ENOMEM, "no memory")),
        "is wrong": lambda _: _raise(RuntimeError("a fault in the model")),
        "prints": _prints,
    }
    word = {"": instance.word, "wrong": "loses", "slow": "finds"}.get(variant, instance.word)
    if word == "loses":
        return Finding(7, 7, ({"points": 7},), complete=True)
    return ways[word](deadline)


def _stops_in_time(deadline: float) -> Finding:
    time.sleep(max(0.0, deadline - time.monotonic()))
    return Finding()


def _sleep() -> Finding:
    time.sleep(600)
    return Finding()


def _kill_itself() -> Finding:
    os.kill(os.getpid(), signal.SIGKILL)
    return Finding()


def _meet_ctrl_c() -> Finding:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # as an engine's own handler leaves it
    os.kill(os.getpid(), signal.SIGINT)
    return BEST


def _raise(error: BaseException) -> Finding:
    raise error


def _prints(_: float) -> Finding:
    print("chatter that is no message")
    os.write(1, b"{}\nmore chatter\n")
    return BEST
