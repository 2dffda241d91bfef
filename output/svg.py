"""A document goes in; one SVG a page comes out, in mm, with layers for Inkscape and cutters.

Text stays text, and the glyphs used are embedded as style rules, which browsers read; or it becomes
outlines with ``text="paths"``, for programs that look for fonts on the machine (drawing programs).
"""

from __future__ import annotations

import re
from base64 import b64encode
from io import StringIO
from typing import Any
from xml.etree import ElementTree

import svgwrite
from svgwrite.extensions import Inkscape

from output import fonts, images, webfonts
from output.errors import SceneError
from output.formats import Options
from output.notation import matrix, number, numbers, plain
from output.outlines import path_data
from output.pdf_tags import checked
from output.scene import (
    Circle,
    Colour,
    Document,
    Group,
    Image,
    Item,
    Line,
    Page,
    Paint,
    Path,
    Rect,
    Symbol,
    Tag,
    Text,
    Use,
    layers,
)

_XLINK = "{http://www.w3.org/1999/xlink}href"
_ANCHORS = {"start": None, "middle": "middle", "end": "end"}


def render(document: Document, options: Options | None = None) -> list[bytes]:
    """Write every page as an SVG 1.1 document.

    Raises:
        Unprintable: a glyph is missing, a picture is broken.
        SceneError: the scene breaks its contract.
    """
    outlined = options is not None and options.text == "paths"
    return [_Drawing(document, page, outlined=outlined).bytes() for page in document.pages]


def verify(data: bytes) -> None:
    """Parse an SVG again: sound XML, unique ids, links to nothing outside.

    Raises:
        ValueError: it is not so (a bug of ours).
    """
    elements = list(ElementTree.fromstring(data).iter())
    styles = [element.text or "" for element in elements if element.tag.endswith("}style")]
    if any(re.search(r"url\((?!data:font/)|@import", style) for style in styles):
        raise ValueError("a style of the SVG refers to something outside itself")
    ids = {element.get("id") for element in elements} - {None}
    if len(ids) != sum("id" in element.attrib for element in elements):
        raise ValueError("an id stands twice in the SVG")
    links = {element.get(_XLINK, "data:image/") for element in elements}
    if any(link[1:] not in ids for link in links if not link.startswith("data:image/")):
        raise ValueError("the SVG refers to something outside itself")


class _Drawing:
    """One page. svgwrite is asked for elements only; all values are written by us."""

    def __init__(self, document: Document, page: Page, *, outlined: bool):
        self._outlined = outlined
        self._symbols: dict[str, tuple[str, Symbol]] = {}
        self._clips = 0
        self._used: dict[fonts.Face, set[str]] = {}
        self._svg = svgwrite.Drawing(
            size=(f"{number(page.width)}mm", f"{number(page.height)}mm"),
            viewBox=f"0 0 {numbers(page.width, page.height)}",
            debug=False,
            role="graphics-document document",
            stroke_linejoin="round",
            style="font-kerning:none;font-variant-ligatures:none;font-synthesis:none",
        )
        self._svg["xml:lang"] = plain(document.language)
        self._svg["xml:space"] = "preserve"
        self._svg.set_desc(plain(page.title or document.title), plain(document.subject) or None)
        inkscape = Inkscape(self._svg)
        for layer, items in layers(page):
            hidden = {"display": "none"} if layer == "guides" else {}
            group = inkscape.layer(label=layer, id=f"layer-{layer}", **hidden)
            self._draw(self._svg.add(group), items)
        self._embed()

    def bytes(self) -> bytes:
        """Return the file."""
        file = StringIO()
        self._svg.write(file)
        return file.getvalue().encode("utf-8")

    def _embed(self) -> None:
        """Carry the glyphs of the texts, so that they look the same everywhere."""
        rules = [webfonts.rule(face, frozenset(used)) for face, used in self._used.items()]
        if rules:
            self._svg.embed_stylesheet("\n".join(rules))

    def _draw(self, parent: Any, items: tuple[Item, ...]) -> None:
        for item in items:
            match item:
                case Group():
                    self._group(parent, item)
                case Text():
                    self._text(parent, item)
                case Use():
                    placed = matrix((item.scale, 0, 0, item.scale, item.x, item.y))
                    link = f"#{self._symbol(item.symbol)}"
                    parent.add(self._svg.use(link, transform=f"matrix({placed})"))
                case Image():
                    self._image(parent, item)
                case _:
                    self._shape(parent, item)

    def _group(self, parent: Any, group: Group) -> None:
        element = parent.add(self._svg.g(**_aria(group.tag)))
        if group.matrix:
            element["transform"] = f"matrix({matrix(group.matrix)})"
        if group.clip:
            clip = self._svg.defs.add(self._svg.clipPath(id=f"clip-{self._clips}"))
            self._clips += 1
            clip.add(self._outline(group.clip))
            element["clip-path"] = f"url(#{clip['id']})"
        self._draw(element, group.items)

    def _symbol(self, symbol: Symbol) -> str:
        """Return the id of a symbol, drawn into the definitions at its first use."""
        if symbol.name in self._symbols:
            name, known = self._symbols[symbol.name]
            if known is not symbol and known != symbol:
                raise SceneError(f'two different symbols are called "{symbol.name}"')
            return name
        name = f"symbol-{len(self._symbols)}"
        self._symbols[symbol.name] = name, symbol
        self._draw(self._svg.defs.add(self._svg.g(id=name)), symbol.items)
        return name

    def _text(self, parent: Any, text: Text) -> None:
        if self._outlined:
            data = path_data(text)
            if data:
                parent.add(self._svg.path(data, fill=_hex(text.colour), aria_label=text.text))
            return
        for drawn_by, piece in fonts.runs(text.text, text.font):
            self._used.setdefault(drawn_by, set()).update(piece)
        face = fonts.faces(text.font)[0]
        families = dict.fromkeys(f"'{face.family}'" for face in fonts.faces(text.font))
        parent.add(
            self._svg.text(
                text.text,
                x=[number(text.x)],
                y=[number(text.y)],
                fill=_hex(text.colour),
                font_family=", ".join([*families, "sans-serif"]),
                font_size=number(text.size * fonts.MM_PER_POINT),
                font_weight=face.weight,
                font_style=face.style,
                text_anchor=_ANCHORS[text.anchor],
            )
        )

    def _image(self, parent: Any, image: Image) -> None:
        link = f"data:{images.mime(image.data)};base64,{b64encode(image.data).decode('ascii')}"
        place = (number(image.x), number(image.y))
        size = (number(image.width), number(image.height))
        parent.add(self._svg.image(link, place, size, preserveAspectRatio="none"))

    def _shape(self, parent: Any, shape: Rect | Circle | Line | Path) -> None:
        element = self._outline(shape)
        element.update(_paint(shape.paint))
        parent.add(element)

    def _outline(self, shape: Rect | Circle | Line | Path) -> Any:
        match shape:
            case Rect():
                place, size = (shape.x, shape.y), (shape.width, shape.height)
                rounded = {"rx": number(shape.radius)} if shape.radius else {}
                return self._svg.rect(_pair(place), _pair(size), **rounded)
            case Circle():
                return self._svg.circle(_pair((shape.x, shape.y)), number(shape.radius))
            case Line():
                return self._svg.line(_pair((shape.x1, shape.y1)), _pair((shape.x2, shape.y2)))
            case Path():
                data = "".join(f"{kind}{numbers(*values)}" for kind, values in shape.segments)
                return self._svg.path(data)


def _pair(values: tuple[float, float]) -> tuple[str, str]:
    return number(values[0]), number(values[1])


def _hex(colour: Colour) -> str:
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"


def _paint(paint: Paint) -> dict[str, str]:
    painted = {"fill": _hex(paint.fill) if paint.fill else "none"}
    if paint.stroke and paint.width > 0:
        painted |= {"stroke": _hex(paint.stroke), "stroke-width": number(paint.width)}
        if paint.dash:
            painted["stroke-dasharray"] = numbers(*paint.dash)
    return painted


def _aria(tag: Tag | None) -> dict[str, str]:
    """Say to a screen reader what a PDF says with its tags (WAI-ARIA 1.2)."""
    if tag is None:
        return {}
    if checked(tag).role == "Artifact":
        return {"aria_hidden": "true"}
    roles = {"Figure": {"role": "img"}, "Table": {"role": "table"}, "L": {"role": "list"}}
    heading = {"role": "heading", "aria_level": tag.role[1:]} if tag.role[:1] == "H" else {}
    label = {"aria_label": plain(tag.alt)} if tag.alt else {}
    return {**roles.get(tag.role, {}), **heading, **label}
