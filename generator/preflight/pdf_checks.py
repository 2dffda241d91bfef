"""A page's facts and limits go in; faults come out: what every service asks of a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.preflight.found import NEAR, fault, millimetres, of_kind
from generator.preflight.pdf_facts import PageFacts, PdfFacts, pdf_facts
from layouts.faults import BadInput, Fault
from layouts.profiles import Book, Deck

_SPACES = {
    "cmyk": ({"DeviceCMYK", "DeviceGray", "Separation", "Pattern"}, "CMYK or grey"),
    "rgb": (None, ""),
}


def one_pdf(paths: Sequence[Path], profile: Deck | Book) -> Iterator[Fault | tuple[Path, PdfFacts]]:
    """Yield the file with its facts, or what is wrong with it: a service takes one PDF."""
    if len(paths) != 1:
        names = f"{len(paths)} files"
        yield fault(paths[0], None, "files", names, "one PDF", f"{profile.title} takes one")
    for path, wrong in of_kind(paths, ("pdf",), profile.title):
        if wrong:
            yield wrong
            continue
        try:
            yield path, pdf_facts(path)
        except BadInput as error:
            yield from error.faults


def upright(path: Path, number: int, page: PageFacts) -> Iterator[Fault]:
    """Check that a page is shown as large as it is, and nothing is stuck on it."""
    if page.turned:
        mend = "turn the page itself"
        yield fault(path, number, "rotation", f"{page.turned} degrees", "none", mend)
    if page.unit != 1:
        yield fault(path, number, "UserUnit", f"{page.unit:g}", "1", "export at the true size")
    if max(map(abs, page.margins(page.crop))) > NEAR:
        found = millimetres(page.crop[2] - page.crop[0], page.crop[3] - page.crop[1])
        yield fault(path, number, "CropBox", found, "the whole page", "remove the CropBox")
    if page.annotated:
        yield fault(path, number, "annotations", "some", "none", "flatten or delete them")


def fonts(path: Path, number: int, page: PageFacts) -> Iterator[Fault]:
    """Check that all fonts are embedded."""
    for name, whole in sorted(page.drawn.fonts.items()):
        if not whole:
            mend = "export with embedded fonts"
            yield fault(path, number, "font", f"'{name}' not embedded", "embedded", mend)


def colours(path: Path, number: int, page: PageFacts, profile: Deck) -> Iterator[Fault]:
    """Check colour spaces, total ink and transparency."""
    allowed, words = _SPACES[profile.colour]
    others = sorted(page.drawn.spaces - allowed) if allowed else []
    if others:
        mend = "convert to CMYK"
        yield fault(path, number, "colour space", ", ".join(others), words, mend)
    limit = profile.ink_limit
    if limit is not None and page.drawn.ink > limit + 0.5:
        wanted = f"at most {limit:g} %"
        mend = "replace dark mixtures by black ink"
        yield fault(path, number, "total ink", f"{page.drawn.ink:.0f} %", wanted, mend)
    if not profile.transparency and page.drawn.transparent:
        found = ", ".join(sorted(page.drawn.transparent))
        mend = "flatten it on its background"
        yield fault(path, number, "transparency", found, "none", mend)


def resolution(path: Path, number: int, page: PageFacts, dpi: int) -> Iterator[Fault]:
    """Check the pictures of a page."""
    coarsest = min(page.drawn.pictures, default=float(dpi))
    if coarsest < dpi * 0.99:
        found, wanted = f"{coarsest:.0f} dpi", f"at least {dpi} dpi"
        yield fault(path, number, "picture", found, wanted, "use a larger picture")


def same_sizes(path: Path, facts: PdfFacts) -> Iterator[Fault]:
    """Check that all pages are as large as the first."""
    first = facts.pages[0].size
    for number, page in enumerate(facts.pages, 1):
        if max(abs(a - b) for a, b in zip(page.size, first, strict=True)) > NEAR:
            found, wanted = millimetres(*page.size), millimetres(*first)
            yield fault(path, number, "page size", found, f"{wanted}, as page 1")
