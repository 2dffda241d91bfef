"""The pages of a book go in as one PDF; what keeps a service from binding them comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from math import hypot
from pathlib import Path

from generator.preflight import pdf_checks
from generator.preflight.edges import inked_margins
from generator.preflight.found import fault, millimetres, near
from generator.preflight.pdf_facts import PdfFacts, pictures
from layouts.faults import Fault, listed
from layouts.profiles import Book


def check(paths: Sequence[Path], profile: Book) -> Iterator[Fault]:
    """Yield all faults."""
    for found in pdf_checks.one_pdf(paths, profile):
        if isinstance(found, Fault):
            yield found
        else:
            yield from _file(*found, profile)


def _file(path: Path, facts: PdfFacts, profile: Book) -> Iterator[Fault]:
    yield from _whole(path, facts, profile)
    for number, page in enumerate(facts.pages, 1):
        yield from pdf_checks.upright(path, number, page)
        yield from pdf_checks.fonts(path, number, page)
        yield from pdf_checks.resolution(path, number, page, profile.dpi)
    yield from pdf_checks.same_sizes(path, facts)
    inside = profile.gutter(min(len(facts.pages), profile.most))
    for number, (picture, scale) in zip(count(1), pictures(path)):
        gutter, outer = (inside * scale, profile.outside * scale)
        left, right = (gutter, outer) if number % 2 else (outer, gutter)
        sides = ", ".join(inked_margins(picture, (left, outer, right, outer)))
        if sides:
            wanted = f"bare: gutter {inside:g} mm, else {profile.outside:g} mm"
            yield fault(path, number, "margins", f"ink at {sides}", wanted, "no marks, no bleed")


def _whole(path: Path, facts: PdfFacts, profile: Book) -> Iterator[Fault]:
    pages, first = len(facts.pages), facts.pages[0].size
    if not profile.least <= pages <= profile.most:
        yield fault(path, None, "number of pages", f"{pages}", f"{profile.least} to {profile.most}")
    if not any(near(first, trim) for trim in profile.trims):
        nearest = min(profile.trims, key=lambda trim: hypot(trim[0] - first[0], trim[1] - first[1]))
        sizes = f"{listed(profile.named, 'or')} inches"
        wanted = f"a trim size of {profile.title}: {sizes}; the nearest is {millimetres(*nearest)}"
        yield fault(path, 1, "page size", millimetres(*first), wanted, profile.how)
    if facts.said:
        yield fault(path, None, "metadata", ", ".join(facts.said), "none", "remove them")
    if facts.bookmarks:
        yield fault(path, None, "bookmarks", "some", "none", "export without bookmarks")
