"""A request on stdin goes in; plays and bounds go out on stdout, one JSON object a line.

Started by ``solver/run.py``.
"""

from __future__ import annotations

import errno
import math
import mmap
import time
import traceback
from collections.abc import Mapping
from dataclasses import asdict
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from layouts.sources import Source
from solver.finding import Finding
from solver.spawning import Tell, requested

PROBE = 256 << 20  # bytes, as much as the largest library maps


def main() -> None:
    """Serve one request."""
    request, tell = requested()
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


if __name__ == "__main__":
    main()
