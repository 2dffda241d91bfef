"""A page's content goes in; what it draws with comes out: fonts, colour spaces, ink, pictures.

Walks the operators (ISO 32000-1, annex A) through forms. Inks of shapes that lie on each other do
not add up: the upper one knocks the lower one out, unless overprint or transparency is at work,
and both are noted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import hypot
from typing import Any

import pikepdf
from PIL import Image, ImageChops

DEPTH = 12
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")
MOST_PIXELS = 100_000_000

Matrix = tuple[float, float, float, float, float, float]

_DEVICE = {
    **dict.fromkeys(("rg", "RG"), "DeviceRGB"),
    **dict.fromkeys(("g", "G"), "DeviceGray"),
    **dict.fromkeys(("k", "K"), "DeviceCMYK"),
}


@dataclass(slots=True)
class Drawn:
    """What some content uses; ``ink`` is the largest sum of inks in percent."""

    fonts: dict[str, bool] = field(default_factory=dict)
    spaces: set[str] = field(default_factory=set)
    transparent: set[str] = field(default_factory=set)
    pictures: list[float] = field(default_factory=list)
    ink: float = 0.0

    def add(self, other: Drawn) -> None:
        """Take in what a part uses."""
        self.fonts |= other.fonts
        self.spaces |= other.spaces
        self.transparent |= other.transparent
        self.pictures += other.pictures
        self.ink = max(self.ink, other.ink)


Cache = dict[tuple[int, int], Drawn]


def drawn(page: pikepdf.Page, cache: Cache) -> Drawn:
    """Return what a page uses; forms without pictures are walked once a file."""
    found = Drawn()
    if "/Contents" in page.obj:
        _Walk(found, cache, page.obj.get("/Resources", pikepdf.Dictionary()), 0).run(page)
    return found


class _Walk:
    """One content stream with its resources."""

    def __init__(self, found: Drawn, cache: Cache, resources: Any, depth: int):
        self._found = found
        self._cache = cache
        self._resources = resources
        self._depth = depth
        self._stack: list[tuple[Matrix, str, str]] = []
        self._matrix: Matrix = IDENTITY
        self._spaces = {"fill": "DeviceGray", "stroke": "DeviceGray"}

    def run(self, content: Any, matrix: Matrix = IDENTITY) -> None:
        """Walk a page or a form."""
        self._matrix = matrix
        for instruction in pikepdf.parse_content_stream(content):
            name = str(instruction.operator)
            if name == "INLINE IMAGE":
                self._inline(instruction)
            else:
                self._step(name, list(instruction.operands))

    def _step(self, name: str, operands: list[Any]) -> None:
        match name:
            case "q":
                self._stack.append((self._matrix, self._spaces["fill"], self._spaces["stroke"]))
            case "Q" if self._stack:
                self._matrix, self._spaces["fill"], self._spaces["stroke"] = self._stack.pop()
            case "cm":
                self._matrix = _times(tuple(map(float, operands)), self._matrix)
            case "rg" | "RG" | "g" | "G" | "k" | "K":
                self._device(name, operands)
            case "cs" | "CS":
                space = _family(self._named("/ColorSpace", operands[0]) or operands[0])
                self._spaces["fill" if name == "cs" else "stroke"] = space
                self._found.spaces.add(space)
            case "sc" | "scn" | "SC" | "SCN":
                if self._spaces["fill" if name.islower() else "stroke"] == "DeviceCMYK":
                    self._inked(operands)
            case "sh":
                shading = self._named("/Shading", operands[0])
                self._found.spaces.add(_family(shading.ColorSpace))
            case "gs":
                self._state(self._named("/ExtGState", operands[0]))
            case "Tf":
                self._font(self._named("/Font", operands[0]), str(operands[0]))
            case "Do":
                self._object(self._named("/XObject", operands[0]))

    def _named(self, kind: str, name: Any) -> Any:
        return self._resources.get(kind, pikepdf.Dictionary()).get(str(name))

    def _device(self, name: str, operands: list[Any]) -> None:
        self._found.spaces.add(_DEVICE[name])
        self._spaces["fill" if name.islower() else "stroke"] = _DEVICE[name]
        if name in "kK":
            self._inked(operands)

    def _inked(self, operands: Iterable[Any]) -> None:
        total = sum(float(share) for share in operands) * 100
        self._found.ink = max(self._found.ink, total)

    def _state(self, state: Any) -> None:
        if state is None:
            return
        if float(state.get("/ca", 1)) < 1 or float(state.get("/CA", 1)) < 1:
            self._found.transparent.add("opacity")
        if state.get("/SMask", pikepdf.Name.None_) != pikepdf.Name.None_:
            self._found.transparent.add("soft mask")
        if str(state.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            self._found.transparent.add("blend mode")
        if state.get("/OP", False) or state.get("/op", False):
            self._found.transparent.add("overprint")

    def _font(self, font: Any, name: str) -> None:
        if font is None:
            return
        inner = font.DescendantFonts[0] if font.Subtype == "/Type0" else font
        descriptor = inner.get("/FontDescriptor", pikepdf.Dictionary())
        whole = font.Subtype == "/Type3" or any(key in descriptor for key in EMBEDDED)
        self._found.fonts[str(font.get("/BaseFont", name))[1:]] = whole

    def _object(self, found: Any) -> None:
        if found is None:
            return
        if found.get("/Subtype") == "/Image":
            self._picture(found)
        elif found.get("/Subtype") == "/Form" and self._depth < DEPTH:
            self._form(found)

    def _form(self, form: Any) -> None:
        group = form.get("/Group", pikepdf.Dictionary())
        key = form.objgen
        if key not in self._cache:
            part = Drawn()
            if "/SMask" in group:
                part.transparent.add("soft mask")
            matrix = _times(tuple(map(float, form.get("/Matrix", IDENTITY))), self._matrix)
            resources = form.get("/Resources", self._resources)
            _Walk(part, self._cache, resources, self._depth + 1).run(form, matrix)
            if part.pictures or key == (0, 0):
                self._found.add(part)
                return
            self._cache[key] = part
        self._found.add(self._cache[key])

    def _picture(self, found: Any) -> None:
        width, height = int(found.Width), int(found.Height)
        self._resolution(width, height)
        if "/SMask" in found:
            self._found.transparent.add("soft mask")
        if found.get("/ImageMask", False):
            return
        space = _family(found.get("/ColorSpace", "/DeviceGray"))
        self._found.spaces.add(space)
        if space == "DeviceCMYK" and width * height <= MOST_PIXELS:
            self._found.ink = max(self._found.ink, _picture_ink(found, (width, height)))

    def _inline(self, instruction: Any) -> None:
        picture = instruction.iimage
        self._resolution(picture.width, picture.height)
        if not picture.image_mask:
            self._found.spaces.add(str(picture.colorspace).removeprefix("/"))

    def _resolution(self, width: int, height: int) -> None:
        a, b, c, d, _, _ = self._matrix
        sides = (hypot(a, b), hypot(c, d))
        if min(sides) > 0:
            self._found.pictures.append(72 * min(width / sides[0], height / sides[1]))


def _family(space: Any) -> str:
    """Return the name of a colour space; of an indexed one that of its base, of ICC its inks."""
    if not isinstance(space, pikepdf.Array):
        return str(space).removeprefix("/")
    kind = str(space[0]).removeprefix("/")
    if kind == "Indexed":
        return _family(space[1])
    if kind == "ICCBased":
        return {1: "gray", 3: "RGB", 4: "CMYK"}.get(int(space[1].N), "") + " with ICC profile"
    return kind


def _picture_ink(found: Any, size: tuple[int, int]) -> float:
    """Return the largest sum of inks in a CMYK picture in percent, to 2 percent."""
    if found.get("/ColorSpace") == "/DeviceCMYK" and found.get("/Filter") == "/FlateDecode":
        picture = Image.frombytes("CMYK", size, found.read_bytes())
    else:
        picture = pikepdf.PdfImage(found).as_pil_image()
    if picture.mode != "CMYK":
        return 0.0
    cyan, magenta, yellow, black = picture.split()
    halves = ImageChops.add(cyan, magenta, scale=2), ImageChops.add(yellow, black, scale=2)
    _, most = ImageChops.add(*halves, scale=2).getextrema()
    return float(most) * 400 / 255  # type: ignore[arg-type]


def _times(one: tuple[float, ...], other: Matrix) -> Matrix:
    """Return the matrix that applies one and then the other."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )
