"""Nothing goes in; whether this installation still proves known optima comes out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from layouts import HOME
from layouts.sources import Source
from solver.run import solve


def known_optima() -> list[dict[str, Any]]:
    """Return the positions of layouts/shared/self-test.toml: an instance and its ``optimum``."""
    path = HOME / "shared" / "self-test.toml"
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["positions"]
    return rows


def self_test() -> str:
    """Prove every known optimum again.

    Raises:
        RuntimeError: an answer differs, or was not proved.
    """
    rows = known_optima()
    for row in rows:
        table = {key: part for key, part in row.items() if key not in ("about", "optimum")}
        result = solve(Source(table, row["about"], Path()), time_limit_s=60).result
        if (result.status, result.score) != ("proved", row["optimum"]):
            found = f"{result.status} {result.score}"
            raise RuntimeError(f"{row['about']}: {found}, expected proved {row['optimum']}")
    return f"{len(rows)} known optima proved again"
