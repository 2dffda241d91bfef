"""Pictures and their list go in; what keeps a service from printing them comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL.Image import Image

from generator.exports.cards import Sheet, sheet_of
from generator.exports.singles import COLUMNS
from generator.preflight.edges import unfilled
from generator.preflight.found import fault, of_kind
from layouts.faults import BadInput, Fault
from layouts.profiles import Singles
from layouts.rows import read_csv
from layouts.sources import read_text
from output.errors import BadImage
from output.images import decoded

FORMATS = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG"}
MOST_COPIES = 1000


def check(paths: Sequence[Path], profile: Singles) -> Iterator[Fault]:
    """Yield all faults."""
    for path, wrong in of_kind(paths, (*FORMATS, "csv"), profile.title):
        if wrong:
            yield wrong
        elif path.suffix.lower() == ".csv":
            yield from _list(path)
        else:
            yield from _picture(path, profile)


def _picture(path: Path, profile: Singles) -> Iterator[Fault]:
    try:
        picture = decoded(path.read_bytes())
    except BadImage as error:
        yield Fault("", str(error), "export it again", str(path))
        return
    kind = FORMATS[path.suffix.lower()[1:]]
    if picture.format != kind:
        yield fault(path, None, "kind", f"{picture.format}", kind, "rename it")
    if picture.mode != "RGB":
        words = {"RGBA": "RGB with transparency", "L": "grey", "P": "indexed colours"}
        found = words.get(picture.mode, picture.mode)
        yield fault(path, None, "colour space", found, "RGB", "flatten and save as RGB")
    yield from _size(path, picture, profile)


def _size(path: Path, picture: Image, profile: Singles) -> Iterator[Fault]:
    known = {size.pixels: sheet_of(size, profile) for size in profile.sizes if size.pixels}
    if not known:
        return
    sheet = known.get(picture.size)
    if sheet is None:
        wanted = ", ".join(f"{w} x {h} ({known[w, h].name})" for w, h in known)
        found = f"{picture.width} x {picture.height} pixels"
        yield fault(path, None, "size", found, wanted, f"trim and bleed at {profile.dpi} dpi")
        return
    bare = ", ".join(unfilled(picture, _bleed(sheet, profile)))
    if bare:
        mend = "let the art reach the edge of the picture"
        yield fault(path, None, "bleed", f"bare paper at {bare}", "filled", mend)


def _bleed(sheet: Sheet, profile: Singles) -> tuple[float, float]:
    across, down = (bleed * profile.dpi / 25.4 for bleed in sheet.bleed)
    return across, down


def _list(path: Path) -> Iterator[Fault]:
    """Check a list of cards: its columns, that its pictures are there, numbers of copies."""
    try:
        lines = read_csv(read_text(str(path)), str(path))
    except BadInput as error:
        yield from error.faults
        return
    if not lines or set(COLUMNS) - lines[0].keys():
        found = ", ".join(lines[0]) if lines else "no rows"
        yield fault(path, None, "columns", found, ", ".join(COLUMNS))
        return
    for number, line in enumerate(lines, 1):
        where = f"row {number}"
        for column in ("front", "back"):
            name = line[column]
            if (name or column == "front") and not _beside(path, name):
                what = f"{column}: there is no picture '{name}'"
                yield Fault(where, what, "put it beside the list", str(path))
        copies = line["copies"]
        if not (copies.isascii() and copies.isdecimal() and 0 < int(copies) <= MOST_COPIES):
            what = f"copies: found {copies!r}, wanted a number from 1 to {MOST_COPIES}"
            yield Fault(where, what, "", str(path))


def _beside(path: Path, name: str) -> bool:
    return Path(name).name == name and (path.parent / name).is_file()
