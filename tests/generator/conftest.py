"""What the tests of the command line share."""

from collections.abc import Callable
from ctypes import byref, c_float, c_int, c_uint
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest

from generator.cli.border import guarded
from generator.cli.commands import cli

MM = 25.4 / 72


@dataclass(frozen=True)
class Ran:
    """What a command left: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Return a function that runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Ran:
        code = guarded(lambda: cli.main(list(arguments), "bloomprint", standalone_mode=False), [])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return call


@dataclass(frozen=True)
class Shape:
    """A shape found on a page by PDFium: its box in mm, y down, and its colours."""

    x: float
    y: float
    width: float
    height: float
    fill: tuple[int, int, int] | None
    stroked: bool

    def gap(self, other: "Shape") -> float:
        """Return how far two boxes are apart, below zero where they overlap."""
        across = max(self.x, other.x) - min(self.x + self.width, other.x + other.width)
        down = max(self.y, other.y) - min(self.y + self.height, other.y + other.height)
        return max(across, down)


@pytest.fixture(scope="session")
def read_back() -> Callable[[bytes | Path], list[list[Shape]]]:
    """Return a function that reads the shapes of every page of a finished PDF."""

    def read(source: bytes | Path) -> list[list[Shape]]:
        with pdfium.PdfDocument(source) as pdf:
            return [_shapes(page) for page in pdf]

    return read


def _shapes(page: pdfium.PdfPage) -> list[Shape]:
    top = page.get_objects(max_depth=1)  # what stands inside symbols has coordinates of its own
    paths = (found for found in top if found.type == raw.FPDF_PAGEOBJ_PATH)
    return [_shape(found.raw, page.get_height()) for found in paths]


def _shape(found: object, page_height: float) -> Shape:
    edges = [c_float() for _ in range(4)]
    assert raw.FPDFPageObj_GetBounds(found, *map(byref, edges))
    left, bottom, right, top = (edge.value * MM for edge in edges)
    mode, stroke, pen = c_int(), c_int(), c_float()
    assert raw.FPDFPath_GetDrawMode(found, byref(mode), byref(stroke))
    assert raw.FPDFPageObj_GetStrokeWidth(found, byref(pen))
    if stroke.value:  # PDFium grows the bounds of strokes by a whole width, in our pages mm
        left, bottom, right, top = (
            left + pen.value,
            bottom + pen.value,
            right - pen.value,
            top - pen.value,
        )
    channels = [c_uint() for _ in range(4)]
    assert raw.FPDFPageObj_GetFillColor(found, *map(byref, channels))
    red, green, blue, _ = (channel.value for channel in channels)
    fill = (red, green, blue) if mode.value else None
    y = page_height * MM - top
    return Shape(left, y, right - left, top - bottom, fill, bool(stroke.value))
