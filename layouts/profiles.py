"""A service's name goes in; what it wants of files comes out, typed and strict.

Lengths are millimetres. A profile is data: a TOML file of layouts/shared/profiles, or one's own.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from layouts.faults import BadInput, Fault, did_you_mean
from layouts.schema import Mm, Size, SizePair, Strict
from layouts.sources import Source, parse_source, read_source
from layouts.tables import PROFILES, profile_names

MM_PER_INCH = 25.4
Pixels = Annotated[tuple[int, int], Field(strict=False)]


class CardSize(Strict):
    """A size that a service cuts; ``pixels`` of the picture with bleed, where pictures are sent."""

    name: str
    trim: SizePair
    pixels: Pixels | None = None


class Wanted(Strict):
    """What every profile says."""

    title: str = Field(description="the service's own name")
    about: str = Field(description="one line on what it takes")
    then: str = Field("", description="what to do with the files, where that is not plain")
    backs: Literal["needed", "welcome", "none"] = "welcome"
    dpi: int = Field(300, ge=36, le=1200, description="of pictures, and at least of images in PDFs")


class Singles(Wanted):
    """One picture a face and a list of them; no sizes: any trim size, no bleed."""

    kind: Literal["singles"]
    sizes: list[CardSize] = Field(default_factory=list)


class Deck(Wanted):
    """One PDF, fronts and backs in turn; no sizes: any trim size."""

    kind: Literal["deck"]
    sizes: list[CardSize] = Field(default_factory=list)
    bleed: float = Field(ge=0, le=20)
    colour: Literal["rgb", "cmyk"] = "rgb"
    ink_limit: float | None = Field(None, gt=0, le=400, description="sum of the inks in percent")
    first: Literal["front", "back"] = "front"
    transparency: bool = True


class Gutter(Strict):
    """The inner margin of a book of at most that many pages."""

    pages: int
    inside: Size


class Book(Wanted):
    """One PDF of pages to be bound, without bleed, marks, metadata or bookmarks."""

    kind: Literal["book"]
    trims: list[SizePair] = Field(min_length=1)
    gutters: list[Gutter] = Field(min_length=1, description="by rising number of pages")
    outside: Size
    least: int = Field(1, ge=1, description="pages that a book has at least")
    how: str = Field("", description="how pages of these sizes are printed")

    @property
    def named(self) -> dict[str, tuple[float, float]]:
        """Trim sizes in mm by their names in inches, such as ``6x9``."""
        inches = ([f"{side / MM_PER_INCH:.4g}" for side in trim] for trim in self.trims)
        return dict(zip(map("x".join, inches), self.trims, strict=True))

    @property
    def most(self) -> int:
        """Pages that a book has at most."""
        return self.gutters[-1].pages

    def gutter(self, pages: int) -> float:
        """Return the inner margin in mm of a book of that many pages.

        Raises:
            BadInput: the service binds no such book.
        """
        for row in self.gutters:
            if pages <= row.pages:
                return row.inside
        mend = f"at most {self.most}"
        raise BadInput(Fault("", f"a book of {pages} pages cannot be bound", mend))


class Tabletop(Wanted):
    """Sheets of cells for a virtual table, the last cell kept for the hidden card."""

    kind: Literal["tabletop"]
    columns: int = Field(ge=2, le=10)
    rows: int = Field(ge=2, le=7)
    pixels: int = Field(ge=256, le=16384, description="most pixels of a side")

    @property
    def most(self) -> int:
        """Cards on one sheet."""
        return self.columns * self.rows - 1


class Cut(Wanted):
    """Pages with registration marks and closed paths for a cutting machine."""

    kind: Literal["cut"]
    inset: Size = Field(description="from the paper's edge to the outside of the marks")
    mark: Size = Field(description="length of a corner mark")
    line: Size = Field(description="width of its line")
    square: Size = Field(description="side of the square in the first corner")
    radius: Mm = Field(0.0, ge=0, description="corners of the pieces")
    bleed: Mm = Field(0.0, ge=0, description="most art round a cut, should the knife be off")


Profile = Annotated[Singles | Deck | Book | Tabletop | Cut, Field(discriminator="kind")]


@cache
def _reader() -> TypeAdapter[Any]:
    return TypeAdapter(Profile)  # built when a profile is asked for, not at every start


def load_profile(name: str) -> Singles | Deck | Book | Tabletop | Cut:
    """Load ``thegamecrafter`` or a file of one's own.

    Raises:
        BadInput: there is none of that name, or its file has a fault (all of them).
        Unreadable: the file does not exist or cannot be read.
    """
    source = _source(name)
    try:
        return _reader().validate_python(source.table)  # type: ignore[no-any-return]
    except ValidationError as error:
        raise BadInput(
            Fault(_place(item["loc"]), item["msg"], file=source.name)
            for item in error.errors(include_url=False)
        ) from None


def _source(name: str) -> Source:
    if name.endswith(".toml"):
        return read_source(name)
    if name not in profile_names():
        known = did_you_mean(name, profile_names())
        raise BadInput(Fault("--profile", f"there is no profile '{name}'", known))
    path = PROFILES / f"{name}.toml"
    return parse_source(path.read_bytes(), path.name, Path(path.parent))


def _place(loc: tuple[int | str, ...]) -> str:
    """Write a key path; the first part, where it stands, is the kind."""
    kinds = ("singles", "deck", "book", "tabletop", "cut")
    return ".".join(str(part) for at, part in enumerate(loc) if at or part not in kinds)
