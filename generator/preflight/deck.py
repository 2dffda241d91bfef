"""One PDF of cards goes in; what keeps a service from printing it comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from PIL.Image import Image

from generator.exports.cards import sheet_of
from generator.preflight import pdf_checks
from generator.preflight.edges import inked_margins, unfilled
from generator.preflight.found import NEAR, fault, millimetres, near
from generator.preflight.pdf_facts import PageFacts, PdfFacts, pictures
from layouts.faults import Fault
from layouts.profiles import Deck


def check(paths: Sequence[Path], profile: Deck) -> Iterator[Fault]:
    """Yield all faults."""
    for found in pdf_checks.one_pdf(paths, profile):
        if isinstance(found, Fault):
            yield found
        else:
            yield from _file(*found, profile)


def _file(path: Path, facts: PdfFacts, profile: Deck) -> Iterator[Fault]:
    if profile.backs == "needed" and len(facts.pages) % 2:
        found, mend = f"{len(facts.pages)}", f"every card needs both, {profile.first} first"
        yield fault(path, None, "number of pages", found, "an even number", mend)
    for number, page in enumerate(facts.pages, 1):
        yield from pdf_checks.upright(path, number, page)
        yield from _boxes(path, number, page, profile)
        yield from pdf_checks.fonts(path, number, page)
        yield from pdf_checks.colours(path, number, page, profile)
        yield from pdf_checks.resolution(path, number, page, profile.dpi)
    yield from pdf_checks.same_sizes(path, facts)
    for number, page, (picture, scale) in zip(count(1), facts.pages, pictures(path)):
        yield from _edges(path, number, page, picture, scale, profile)


def _edges(
    path: Path, number: int, page: PageFacts, picture: Image, scale: float, profile: Deck
) -> Iterator[Fault]:
    """Look at the bleed of a page and at what lies round it; ``scale`` in pixels a millimetre."""
    left, top, right, bottom, inside = (margin * scale for margin in _margins(page, profile))
    marked = ", ".join(inked_margins(picture, (left, top, right, bottom)))
    if marked:
        found = f"ink outside the bleed at {marked}"
        yield fault(path, number, "marks", found, "none", "leave out all marks")
    whole = (round(left), round(top), picture.width - round(right), picture.height - round(bottom))
    bare = ", ".join(unfilled(picture.crop(whole), (inside, inside)))
    if bare:
        mend = f"let the art reach {profile.bleed:g} mm over the trim"
        yield fault(path, number, "bleed", f"bare paper at {bare}", "filled", mend)


def _boxes(path: Path, number: int, page: PageFacts, profile: Deck) -> Iterator[Fault]:
    sheets = [sheet_of(size, profile) for size in profile.sizes]
    if sheets and not any(near(page.size, sheet.page) for sheet in sheets):
        wanted = " or ".join(f"{millimetres(*s.page)} ({s.name})" for s in sheets)
        mend = "trim size and bleed on every side, no marks"
        yield fault(path, number, "page size", millimetres(*page.size), wanted, mend)
    bleed = f"{profile.bleed:g} mm inside the page"
    if page.trim is None:
        yield fault(path, number, "TrimBox", "none", bleed, "export with a TrimBox")
    elif max(abs(margin - profile.bleed) for margin in page.margins(page.trim)) > NEAR:
        found = ", ".join(f"{margin:.2f}" for margin in page.margins(page.trim))
        yield fault(path, number, "TrimBox", f"{found} mm inside", bleed, "the bleed all round")
    if page.bleed is not None and max(map(abs, page.margins(page.bleed))) > NEAR:
        found = millimetres(page.bleed[2] - page.bleed[0], page.bleed[3] - page.bleed[1])
        yield fault(path, number, "BleedBox", found, "the whole page")


def _margins(page: PageFacts, profile: Deck) -> tuple[float, float, float, float, float]:
    """Return what lies left, top, right, bottom of a page's bleed, and the bleed's width, in mm."""
    if page.trim is None:
        return 0.0, 0.0, 0.0, 0.0, profile.bleed
    margins = page.margins(page.trim)
    left, top, right, bottom = (max(0.0, margin - profile.bleed) for margin in margins)
    return left, top, right, bottom, max(0.0, min(profile.bleed, *margins))
