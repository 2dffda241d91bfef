"""The search of harvests as machine code.

numba translates it when it is first needed, which takes some twenty seconds, and keeps it in the
user's cache: for these very files and rules, so that nothing old is ever used.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs

from solver.tiles.rules import FACTS

FOLDER = Path(__file__).parent
# No array is made in there, so that none has to be counted ("_nrt").
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
CONFIG: Any = numba.config
Code = TypeVar("Code")  # a function


def _cache() -> Path:
    texts = [path.read_bytes() for path in sorted(FOLDER.glob("*.py"))]
    name = hashlib.sha256(b"".join([*texts, repr(FACTS).encode()])).hexdigest()[:16]
    return platformdirs.user_cache_path("bloomprint", appauthor=False) / f"tiles-{name}"


CACHE = _cache()
DONE = CACHE / "done"


def is_translated() -> bool:
    """Tell whether the machine code is kept on this machine."""
    return DONE.exists()


def note_translated() -> None:
    """Note that the machine code is kept, if it could be."""
    if CACHE.exists():
        with suppress(OSError):
            DONE.touch()


def inner(function: Code) -> Code:
    """Decorate a function that only machine code calls."""
    options = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    code: Code = numba.njit(**options)(function)
    return code


def entry(function: Code) -> Code:
    """Decorate a function that Python calls; its code is kept, with that of all that it calls."""
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
    except OSError:
        uncached: Code = numba.njit(**OPTIONS)(function)
        return uncached
    before, CONFIG.CACHE_DIR = CONFIG.CACHE_DIR, str(CACHE)
    try:
        cached: Code = numba.njit(cache=True, **OPTIONS)(function)
    finally:
        CONFIG.CACHE_DIR = before
    return cached
