"""A template such as ``Sheet {letter}`` and data go in; the text, or the value itself, comes out.

``{a.b.0}`` walks tables and lists, ``{a[b]}`` takes from ``a`` what ``b`` says; ``{{`` and ``}}``
stand for braces. A string that is one reference and nothing else yields the value as it is, so
lists can be handed on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from layouts.faults import cut, did_you_mean, shown

MOST_LETTERS = 20_000
MOST_WRITTEN = 200  # entries of a list that is written out
_REFERENCE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_PATH = re.compile(r"[^.\[\]]+(\.[^.\[\]]+|\[[^\[\]]+\])*")
_STEP = re.compile(r"([^.\[\]]+)|\[([^\[\]]+)\]")


class Unbound(Exception):
    """A reference that the data does not have."""


def value(template: Any, data: Mapping[str, Any]) -> Any:
    """Return what a template stands for; anything but a string stands for itself.

    Raises:
        Unbound: a reference is not in the data.
    """
    if not isinstance(template, str):
        return template
    path = sole_reference(template)
    return look_up(path, data) if path else text(template, data)


def sole_reference(template: Any) -> str:
    """Return the path that a template is a reference to and nothing else, or nothing."""
    whole = _REFERENCE.fullmatch(template) if isinstance(template, str) else None
    return (whole[1] or "") if whole else ""


def text(template: str, data: Mapping[str, Any]) -> str:
    """Return the template with every reference written out.

    Raises:
        Unbound: a reference is not in the data, or the text gets too long.
    """
    room = MOST_LETTERS

    def write(match: re.Match[str]) -> str:
        nonlocal room
        if match.group(1) is None:
            return match.group(0)[0]
        found = written(look_up(match.group(1), data))
        room -= len(found)
        if room < 0:
            raise Unbound(
                f"{cut(match.group(0))}: the text gets longer than {MOST_LETTERS} letters"
            )
        return found

    return _REFERENCE.sub(write, template)


def filled(found: Any, data: Mapping[str, Any]) -> Any:
    """Return a value with the references of every string in it filled in, lists and tables too."""
    if isinstance(found, Mapping):
        return {key: filled(part, data) for key, part in found.items()}
    if _is_list(found):
        return [filled(part, data) for part in found]
    return value(found, data)


def written(found: Any) -> str:
    """Return a value as a reader wants to see it: yes, 3 for 3.0, a true minus, a list's blanks."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, int | float) and found < 0:
        return f"−{written(-found)}"
    if isinstance(found, float) and found.is_integer():
        return str(int(found))
    if _is_list(found):
        if len(found) > MOST_WRITTEN:
            raise Unbound(f"a list of {len(found)} entries is too long to be written out")
        return " ".join(map(written, found))
    return "" if found is None else str(found)


def look_up(path: str, data: Mapping[str, Any]) -> Any:
    """Return the value at a dotted path; numbers count into lists, from 0."""
    if not _PATH.fullmatch(path):
        raise Unbound(f"{{{cut(path)}}}: no name of data; write name, name.name or name[name]")
    found: Any = data
    for step in _STEP.finditer(path):
        name, index = step.groups()
        part = name or written(look_up(index, data))
        if isinstance(found, Mapping) and part in found:
            found = found[part]
        elif _is_list(found) and _in_reach(part, len(found)):
            found = found[int(part)]
        else:
            known = map(str, found) if isinstance(found, Mapping) else ()
            what = f"there is no {shown(part)}; {did_you_mean(part, known)}"
            raise Unbound(f"{{{cut(path)}}}: {what}")
    return found


def _in_reach(part: str, length: int) -> bool:
    return part.isdecimal() and len(part) < 10 and int(part) < length


def _is_list(found: Any) -> bool:
    return isinstance(found, Sequence) and not isinstance(found, str)
