"""A module at work in a process of its own: a request goes in, messages come out as lines of JSON.

Who asks uses ``spawned``, and the module ``requested``. It ends by itself when its standard input
closes, as it does if who asked is gone; Ctrl-C is left to the latter.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO, Any

from solver.signals import kept_from_children

Messages = queue.Queue[dict[str, Any] | None]
Tell = Callable[[Mapping[str, Any]], None]


@contextmanager
def spawned(module: str, request: Mapping[str, Any]) -> Iterator[Messages]:
    """Start a module on a request; yield its messages, None at the end; never leave it behind.

    It imports from where we do, but never (-P) from the folder it happens to stand in.
    """
    with kept_from_children():
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    assert child.stdin and child.stdout
    messages: Messages = queue.Queue()
    reader = threading.Thread(target=_read, args=(child.stdout, messages), daemon=True)
    reader.start()
    try:
        with suppress(BrokenPipeError):
            child.stdin.write(json.dumps(request).encode() + b"\n")
            child.stdin.flush()
        yield messages
    finally:
        child.kill()
        child.wait()
        reader.join()
        with suppress(BrokenPipeError):
            child.stdin.close()
        child.stdout.close()


def _read(stream: IO[bytes], messages: Messages) -> None:
    for line in stream:
        with suppress(ValueError):  # a line that a kill cut off
            messages.put(json.loads(line))
    messages.put(None)


def requested() -> tuple[Any, Tell]:
    """Return the request of a spawned process, and a way to tell who asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tell = _speaker()
    request = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    return request, tell


def _speaker() -> Tell:
    """Return a way to tell the parent; nothing else that is printed gets into it."""
    pipe = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(message: Mapping[str, Any]) -> None:
        pipe.write(json.dumps(message) + "\n")
        pipe.flush()

    return tell


def _leave_with_parent() -> None:
    with suppress(OSError):
        while sys.stdin.buffer.read(1):
            pass
    os._exit(1)
