"""A program goes in; better and better bounds on its solutions in whole numbers come out.

Started by ``solver/tiles/beside.py``. HiGHS branches and cuts: a few dozen cuts often take off a
tenth of the bound within seconds (docs/tiles-order.md).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from highspy import Highs, HighsLp, HighsModelStatus, HighsVarType, MatrixFormat, ObjSense, cb

from solver.spawning import requested
from solver.tiles.losses import NO_BOUND
from solver.tiles.program import Program

ROUND_OFF = 1e-4  # of a bound in whole numbers
# Bounds come sooner without presolve; solutions are no plans, so none is looked for.
OPTIONS: dict[str, str | bool | float] = {
    "presolve": "off",
    "mip_heuristic_effort": 0.0,
    "threads": 1,
}


def main() -> None:
    """Serve one request."""
    request, tell = requested()
    branch_and_cut(Program(**request["program"]), lambda bound: tell({"bound": bound}))


def branch_and_cut(program: Program, tell: Callable[[int], None]) -> None:
    """Tell falling bounds on the points of whole solutions; -NO_BOUND: there is none."""
    known = NO_BOUND

    def lower(value: float) -> None:
        nonlocal known
        bound = math.floor(max(-NO_BOUND, min(known, value + ROUND_OFF)))
        if bound < known:
            known = bound
            tell(bound)

    def called(_kind: Any, _message: str, told: Any, _answer: Any, _data: Any) -> None:
        lower(told.mip_dual_bound)

    highs = _highs(program)
    highs.setCallback(called, None)
    highs.startCallback(cb.HighsCallbackType.kCallbackMipInterrupt)
    highs.run()
    if highs.getModelStatus() == HighsModelStatus.kOptimal:
        lower(highs.getInfo().mip_dual_bound)
    elif highs.getModelStatus() == HighsModelStatus.kInfeasible:
        lower(-math.inf)


def _highs(program: Program) -> Highs:
    model = HighsLp()
    model.num_col_, model.num_row_ = len(program.gains), len(program.least)
    model.col_cost_, model.offset_ = np.array(program.gains), program.offset
    model.sense_ = ObjSense.kMaximize
    model.col_lower_, model.col_upper_ = np.array(program.lower), np.array(program.upper)
    model.row_lower_, model.row_upper_ = np.array(program.least), np.array(program.most)
    model.a_matrix_.format_ = MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.array(program.starts, np.int32)
    model.a_matrix_.index_ = np.array(program.columns, np.int32)
    model.a_matrix_.value_ = np.array(program.weights, float)
    model.integrality_ = [HighsVarType.kInteger] * len(program.gains)
    highs = Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    for option, choice in OPTIONS.items():
        highs.setOptionValue(option, choice)
    highs.passModel(model)
    return highs


if __name__ == "__main__":
    main()
