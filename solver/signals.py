"""Signals that come at a bad moment: noted, and acted upon when the moment is over."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FrameType
from typing import Any


@contextmanager
def noted() -> Iterator[list[int]]:
    """Note SIGINT and SIGTERM instead of dying of them (Python allows it in the main thread)."""
    caught: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        caught.append(number)

    main = threading.current_thread() is threading.main_thread()
    wanted = (signal.SIGINT, signal.SIGTERM) if main else ()
    before = {number: signal.signal(number, note) for number in wanted}
    try:
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def undivided() -> Iterator[None]:
    """Do something to its end; a signal that comes meanwhile acts afterwards."""
    with noted() as caught:
        yield
    for number in caught[:1]:
        signal.raise_signal(number)


def load(module: str) -> Any:
    """Import a module that may load an engine; a signal that comes meanwhile acts afterwards.

    An interrupt within an engine's own start would come out as a failure to load it.
    """
    with undivided():
        return import_module(module)


@contextmanager
def kept_from_children() -> Iterator[None]:
    """Start processes that Ctrl-C in a terminal does not reach: their engine has its own handler.

    They still stop and go on with us (Ctrl-Z), which a process group of their own would not.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
