"""Python functions go in; machine code comes out that is kept from one start to the next.

numba translates a function when it is first called, which takes seconds. What came out is kept in
the user's cache, for these very files at this very place, so that nothing old is ever used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs

CONFIG: Any = numba.config
Code = TypeVar("Code")  # a function


class Translation:
    """The machine code of some files.

    Args:
        name: of its folder in the cache.
        files: all that the code is made of.
        facts: what else is frozen into it.
        options: of numba, for all functions.
    """

    def __init__(
        self, name: str, files: Iterable[Path], facts: object = None, **options: Any
    ) -> None:
        parts = [repr(facts)]
        for file in sorted(files):
            parts += [str(file), str(file.stat().st_mtime_ns), file.read_text("utf-8")]
        mark = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
        self.folder = platformdirs.user_cache_path("bloomprint", appauthor=False) / f"{name}-{mark}"
        self.options = options
        self.noted = False  # or never to be

    @property
    def is_kept(self) -> bool:
        """Whether the machine code is kept on this machine."""
        return self._mark.exists()

    @property
    def _mark(self) -> Path:
        return self.folder / "done"

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call an entry and note that its code is kept, if it could be.

        Code that cannot be kept, as on a full disk, is there all the same.
        """
        try:
            result = function(*arguments)
        except OSError:
            self.noted = True
            return function(*arguments)
        if not self.noted and self.folder.exists():
            self.noted = True
            with suppress(OSError):
                self._mark.touch()
        return result

    def inner(self, function: Code) -> Code:
        """Decorate a function that only machine code calls."""
        options = {**self.options, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        code: Code = numba.njit(**options)(function)
        return code

    def entry(self, function: Code) -> Code:
        """Decorate a function that Python calls; kept with it is the code of all that it calls."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            uncached: Code = numba.njit(**self.options)(function)
            return uncached
        before, CONFIG.CACHE_DIR = CONFIG.CACHE_DIR, str(self.folder)
        try:
            cached: Code = numba.njit(cache=True, **self.options)(function)
        finally:
            CONFIG.CACHE_DIR = before
        return cached
