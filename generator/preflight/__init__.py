"""Finished files and a profile go in; every fault that the service would find comes out.

The files are read by other libraries than those that wrote them (pikepdf, PDFium, Pillow), so
files made elsewhere are checked in the same way.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from layouts.faults import BadInput, Fault, Unreadable
from layouts.profiles import Profile

MOST_BYTES = 200_000_000

Check = Callable[[Sequence[Path], Any], Iterator[Fault]]


def preflight(paths: Sequence[Path], profile: Profile) -> list[Fault]:
    """Return the faults of files that are to be sent to a service together.

    Raises:
        BadInput: one is a folder, a pipe or a device.
        Unreadable: a file does not exist or cannot be read.
    """
    for path in paths:
        _look(path)
    check: Check = import_module(f"generator.preflight.{profile.kind}").check
    return list(dict.fromkeys(check(paths, profile)))


def _look(path: Path) -> None:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            what = "is a folder, a pipe or a device"
            raise BadInput(Fault("", what, "name an ordinary file", str(path)))
        with path.open("rb"):
            pass
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read: {error.strerror}") from error
    if found.st_size > MOST_BYTES:
        raise Unreadable(
            f"{path}: has {found.st_size:,} bytes; at most {MOST_BYTES:,} are looked into"
        )
