"""The registry: every kind of file by name, with the module that writes it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Literal, Protocol, cast

from output.errors import TargetRefused
from output.inks import ColourSpace
from output.scene import Document

TextMode = Literal["text", "paths"]


@dataclass(frozen=True, slots=True)
class Options:
    """What a caller may choose.

    ``dpi`` of rasters, ``text`` of SVG as text or as outlines, ``colour`` of PDFs, and whether a
    PDF says what it is (``metadata``: title, subject, producer, bookmarks).
    """

    dpi: float = 300
    text: TextMode = "text"
    colour: ColourSpace = "rgb"
    metadata: bool = True


class Writer(Protocol):
    """What the module of a format offers."""

    def render(self, document: Document, options: Options) -> list[bytes]:
        """Return the files' bytes: one, or one a page where the format is paged."""

    def verify(self, data: bytes) -> None:
        """Reopen a file's bytes with another library; raise whatever it raises."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: ``paged`` if every page is a file of its own."""

    suffix: str
    module: str
    paged: bool

    def writer(self) -> Writer:
        """Import the module: only the format that is asked for costs time."""
        return cast(Writer, import_module(self.module))


FORMATS: dict[str, Format] = {
    "pdf": Format(".pdf", "output.pdf", paged=False),
    "svg": Format(".svg", "output.svg", paged=True),
    "png": Format(".png", "output.png", paged=True),
}
"""A new format is a module with ``render`` and ``verify``, and a line here."""


def named(name: str) -> Format:
    """Return a format.

    Raises:
        TargetRefused: there is none of that name.
    """
    try:
        return FORMATS[name]
    except KeyError:
        raise TargetRefused(f'no format "{name}": choose one of {", ".join(FORMATS)}') from None
