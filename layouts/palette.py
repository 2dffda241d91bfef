"""A colour's name and an edition go in; the RGB colour to print with comes out.

A reference is ``orange`` (its main role), ``orange.light``, ``#RRGGBB`` or ``none``. The roles
``ink`` and ``paper`` belong to every colour and are the palette's neutral colours of these names.
A colour of one's own has the roles of a name as well: ``#RRGGBB.light`` is half way to white,
``#RRGGBB.dark`` half way to black, which is dark enough to be seen on paper.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any, Literal

from layouts import HOME
from layouts.faults import BadInput, Fault, shown, unknown

Rgb = tuple[int, int, int]
Use = Literal["fill", "stroke", "text"]

_SHARED_ROLES = ("ink", "paper")
_TABLES = {"fill": "fills", "stroke": "strokes", "text": "texts"}
_OWN = "#RRGGBB"
_HEX = re.compile(r"#[0-9A-Fa-f]{6}")


@cache
def palette() -> dict[str, dict[str, str]]:
    """Return the table of colours: name, then role, then ``#RRGGBB``."""
    return _shared("palette")


@cache
def editions() -> dict[str, dict[str, Any]]:
    """Return the table of editions: how each one changes roles and stroke widths."""
    return _shared("editions")


def _shared(name: str) -> dict[str, Any]:
    return tomllib.loads((HOME / "shared" / f"{name}.toml").read_text("utf-8"))


def stroke_factor(edition: str) -> float:
    """Return what an edition multiplies the width of every stroke with.

    Raises:
        BadInput: no such edition.
    """
    return float(_edition(edition).get("stroke_factor", 1))


def scale_min(edition: str) -> float:
    """Return the smallest scale at which an edition keeps the sizes that it promises.

    Raises:
        BadInput: no such edition.
    """
    return float(_edition(edition).get("scale_min", 0))


def reference(role: str, name: str) -> str:
    """Return the reference that a drawing's role means when it is painted in a colour.

    ``main`` painted in ``orange`` is ``orange.main``; ``yellow.main``, ``#RRGGBB`` and ``none``
    stay as they are.

    Raises:
        BadInput: the colour is one shade of a colour.
    """
    whole, dot, _ = name.partition(".")
    if dot:
        what = f"{shown(name)} is one shade, and a drawing uses all shades of a colour"
        raise BadInput(Fault("", what, f"write {shown(whole)}"))
    return role if role == "none" or "." in role or role.startswith("#") else f"{name}.{role}"


@cache
def colour(ref: str, edition: str = "colour", *, use: Use = "fill") -> Rgb | None:
    """Return the colour that a reference means in an edition; None for ``none``.

    Raises:
        BadInput: no such colour, role or edition.
    """
    changes: dict[str, str] = _edition(edition).get(_TABLES[use], {})
    if ref == "none":
        return None
    name, _, role = ref.partition(".")
    if name.startswith("#") and not role:
        return _rgb(name)  # as it is, in every edition
    role = role or "main"
    roles = shades(name)
    _known(role, (*roles, *_SHARED_ROLES), f"no role {shown(role)} in {shown(ref)}")
    role = changes.get(f"{name}.{role}", changes.get(role, role))
    if role == "none":
        return None
    return _rgb(palette()[role]["main"] if role in _SHARED_ROLES else roles[role])


def shades(name: str) -> dict[str, str]:
    """Return the roles of a colour of the palette or of ``#RRGGBB``: role, then ``#RRGGBB``.

    Raises:
        BadInput: no such colour.
    """
    if name.startswith("#"):
        return _derived(name)
    _known(name, (*palette(), _OWN), f"no colour {shown(name)}")
    return palette()[name]


def _derived(name: str) -> dict[str, str]:
    main = _rgb(name)
    middles = {"light": 255, "dark": 0}
    halves = {role: [(part + end) // 2 for part in main] for role, end in middles.items()}
    return {"main": name} | {role: f"#{bytes(half).hex()}" for role, half in halves.items()}


def _edition(name: str) -> dict[str, Any]:
    _known(name, editions(), f"no edition {shown(name)}")
    return editions()[name]


def _known(word: str, words: Any, what: str) -> None:
    if word not in words:
        raise BadInput(unknown("", what, word, words))


def _rgb(text: str) -> Rgb:
    if not _HEX.fullmatch(text):
        mend = f"write {_OWN}, such as #AA00CC"
        raise BadInput(Fault("", f"{shown(text)} is no colour", mend))
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
