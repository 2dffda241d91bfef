"""What is found and what is wanted go in; a fault in the words of print shops comes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from layouts.faults import Fault

NEAR = 0.05
"""Millimetres by which a size may differ: less than any machine can cut."""


def fault(
    file: Path, page: int | None, what: str, found: str, wanted: str, mend: str = ""
) -> Fault:
    """Return a fault; ``page`` counts from 1, None for the whole file."""
    where = "" if page is None else f"page {page}"
    return Fault(where, f"{what}: found {found}, wanted {wanted}", mend, str(file))


def of_kind(
    paths: Sequence[Path], endings: Iterable[str], title: str
) -> Iterator[tuple[Path, Fault | None]]:
    """Yield every file, with a fault if the service does not take files of its kind."""
    known = tuple(endings)
    for path in paths:
        ending = path.suffix.lower().removeprefix(".")
        if ending in known:
            yield path, None
        else:
            what = f"a file '{ending}'" if ending else "a file without ending"
            yield path, fault(path, None, "kind", what, ", ".join(known), f"what {title} takes")


def millimetres(width: float, height: float) -> str:
    """Write a size."""
    return f"{width:.2f} x {height:.2f} mm".replace(".00", "")


def near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Tell whether two sizes are the same for a machine that cuts."""
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))
