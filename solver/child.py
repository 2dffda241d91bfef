"""A request on stdin goes in; plays and bounds go out on stdout, one JSON object a line.

Started by ``solver/run.py``. Ctrl-C is left to the parent; when stdin closes the parent is gone,
and so are we.
"""

from __future__ import annotations

import errno
import json
import math
import mmap
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from layouts.sources import Source
from solver.finding import Finding

Tell = Callable[[Mapping[str, Any]], None]

PROBE = 256 << 20  # bytes, as much as the largest library maps


def main() -> None:
    """Serve one request."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tell = _speaker()
    request = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        _serve(request, tell)
    except Exception as error:
        tell(_words(error))


def _words(error: Exception) -> dict[str, Any]:
    """Return what the parent is told of an error: a failure of the machine, or a bug of ours."""
    lacking = isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM
    if lacking or not _memory_left():
        return {"failure": "the search ran out of memory", "ended": True}
    if isinstance(error, ImportError):  # a broken installation, or no memory left to load it into
        return {"failure": f"the search could not be loaded: {error}", "ended": True}
    return {"bug": "".join(traceback.format_exception(error))}


def _memory_left() -> bool:
    """Tell whether there is memory: without it libraries fail in words of their own."""
    try:
        mmap.mmap(-1, PROBE).close()
    except OSError:
        return False
    return True


def _speaker() -> Tell:
    """Return a way to tell the parent; nothing else that is printed gets into it."""
    pipe = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def tell(message: Mapping[str, Any]) -> None:
        pipe.write(json.dumps(message) + "\n")
        pipe.flush()

    return tell


def _serve(request: Mapping[str, Any], tell: Tell) -> None:
    source = Source(request["table"], request["name"], Path(request["folder"]))
    instance = import_module(request["rules"]).read(source)
    search = import_module(request["model"]).search
    tell({"engine": {"ortools": version("ortools")}})
    start = time.monotonic()
    deadline = math.inf if request["limit"] is None else start + request["limit"]

    def report(finding: Finding) -> None:
        tell({"finding": asdict(finding)})

    last = search(
        instance, report, seed=request["seed"], deadline=deadline, variant=request["variant"]
    )
    tell({"finding": asdict(last), "seconds": time.monotonic() - start, "ended": True})


def _leave_with_parent() -> None:
    with suppress(OSError):
        while sys.stdin.buffer.read(1):
            pass
    os._exit(1)


if __name__ == "__main__":
    main()
