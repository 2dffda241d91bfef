"""A request on stdin goes in; better plays and bounds go out on stdout, one JSON object a line.

Started by solver/run.py. Ctrl-C is left to the parent; when stdin closes the parent is gone, and so
are we.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from layouts.sources import Source
from solver.games import game


def main() -> None:
    """Serve one request."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    request = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        _serve(request)
    except Exception:
        _tell({"error": traceback.format_exc()})


def _serve(request: Mapping[str, Any]) -> None:
    source = Source(request["table"], request["name"], Path(request["folder"]))
    instance = game(request["game"]).read(source)
    model = import_module(f"solver.{request['game']}.model")
    start = time.monotonic()
    limit = request["time_limit"]
    deadline = start + limit if limit is not None else float("inf")
    _tell({"engine": {"ortools": version("ortools")}})

    def report(
        *,
        score: int | None = None,
        moves: Sequence[Mapping[str, Any]] = (),
        bound: int | None = None,
    ) -> None:
        message: dict[str, Any] = {"seconds": time.monotonic() - start}
        if score is not None:
            message |= {"score": score, "moves": list(moves)}
        if bound is not None:
            message["bound"] = bound
        _tell(message)

    complete = model.search(
        instance, report, seed=request["seed"], deadline=deadline, variant=request["variant"]
    )
    _tell({"complete": bool(complete), "seconds": time.monotonic() - start})


def _tell(message: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _leave_with_parent() -> None:
    while sys.stdin.buffer.read(1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
