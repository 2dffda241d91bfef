"""Numbers and plain text as every file format takes them."""

from __future__ import annotations

import math
import unicodedata
from functools import lru_cache
from itertools import starmap

from output.errors import SceneError, Unprintable

_REFUSED = {"Cc", "Cs", "Cn"}
"""Unicode categories that XML or PDF cannot carry, or that mean nothing: controls, surrogates."""


@lru_cache(maxsize=1 << 16)  # pages repeat their places and sizes
def number(value: float, places: int = 4) -> str:
    """Write a number with at most ``places`` decimals: 4 are 0.1 µm in millimetres.

    Raises:
        SceneError: the number is not finite.
    """
    if not math.isfinite(value):
        raise SceneError(f"a scene holds {value!r} where a finite number belongs")
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(*values: float) -> str:
    """Write numbers with spaces between them."""
    return " ".join(map(number, values))


def matrix(values: tuple[float, ...]) -> str:
    """Write a transformation: the four factors with six decimals, the shift as millimetres."""
    return " ".join(starmap(number, zip(values, (6, 6, 6, 6, 4, 4), strict=True)))


def plain(text: str) -> str:
    """Return a title or an alternative text if every format can carry it.

    Raises:
        Unprintable: it holds a control character or a lone surrogate.
    """
    for character in text:
        if unicodedata.category(character) in _REFUSED:
            raise Unprintable(
                f"U+{ord(character):04X} in {text!r} cannot be written: remove that character"
            )
    return text
