"""A layout and the files that it extends go in; misspelt values, which nothing uses, come out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from layouts.faults import Fault, key_shown
from layouts.sources import Source

NEAR = 0.75  # of difflib: a letter of four
_REFERENCE = re.compile(r"\{([^{}]+)\}")
_WORD = re.compile(r"[^.\[\]]+")


def stray_values(chain: Sequence[Source], merged: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the values that nothing refers to and that are spelt nearly as those of a base.

    A value that is like no other may wait for an edition or for data that are handed over.

    Args:
        chain: the layout, then the files that it extends; one alone may hold what it likes.
        merged: the table of all of them.
    """
    own, *bases = chain
    known = {key for base in bases for key in _values(base.table)}
    new = [key for key in _values(own.table) if key not in known]
    if not bases or not new:
        return
    used = set(_used(merged))
    for key in new:
        near = get_close_matches(key, known, n=1, cutoff=NEAR)
        if near and key not in used:
            mend = f"did you mean '{near[0]}'?"
            yield Fault(f"values.{key_shown(key)}", "nothing uses this value", mend, own.name)


def _values(table: Mapping[str, Any]) -> Mapping[str, Any]:
    found = table.get("values", {})
    return found if isinstance(found, Mapping) else {}


def _used(found: Any) -> Iterator[str]:
    """Yield every word that a reference in any text begins with or is led by: ``{a[b].c}``."""
    if isinstance(found, str):
        for reference in _REFERENCE.findall(found):
            yield from _WORD.findall(reference)
    elif isinstance(found, Mapping):
        for key, part in found.items():
            if key in ("when", "unless") and isinstance(part, Mapping):
                yield from (word for path in part for word in _WORD.findall(path))
            yield from _used(part)
    elif isinstance(found, Sequence):
        for part in found:
            yield from _used(part)
