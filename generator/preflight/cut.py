"""SVG pages go in; what a cutting machine would cut wrong comes out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from fontTools.misc.transform import Identity, Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from fontTools.svgLib.path.shapes import PathBuilder

from generator.preflight.found import NEAR, fault, of_kind
from layouts.faults import Fault
from layouts.profiles import Cut

MOST_BYTES = 50_000_000
NAMESPACE = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"

CLOSED = ("circle", "ellipse")
"""Shapes that are closed without saying so."""

_LENGTH = re.compile(r"([\d.]+)\s*(mm|cm|in|pt|px)?")
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 96, None: 25.4 / 96}
_SUBPATH = re.compile(r"[Mm][^Mm]*")
_TRANSFORM = re.compile(r"(matrix|translate|scale)\(([^)]*)\)")


def check(paths: Sequence[Path], profile: Cut) -> Iterator[Fault]:
    """Yield all faults."""
    for path, wrong in of_kind(paths, ("svg",), profile.title):
        if wrong:
            yield wrong
            continue
        try:
            root = _root(path)
        except (ElementTree.ParseError, ValueError) as error:
            yield Fault("", f"no sound SVG ({error})", "export it again", str(path))
            continue
        yield from _page(path, root, profile)


def _root(path: Path) -> ElementTree.Element:
    data = path.read_bytes()
    if len(data) > MOST_BYTES or b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise ValueError("too large, or with a document type of its own")
    root = ElementTree.fromstring(data)
    if root.tag != f"{NAMESPACE}svg":
        raise ValueError("the root is no svg element")
    return root


def _page(path: Path, root: ElementTree.Element, profile: Cut) -> Iterator[Fault]:
    size = (_length(root.get("width", "")), _length(root.get("height", "")))
    view = [float(part) for part in re.findall(r"-?[\d.]+", root.get("viewBox", ""))]
    if None in size or len(view) != 4:
        found = f"width {root.get('width')!r}, viewBox {root.get('viewBox')!r}"
        yield fault(path, None, "size", found, "both in mm")
        return
    if any(abs(a - b) > NEAR for a, b in zip(size, view[2:], strict=True) if a is not None):
        found = f"viewBox {view[2]:g} x {view[3]:g} on {size[0]:.1f} x {size[1]:.1f} mm"
        mend = "or programs scale it by 90 or 96 dpi"
        yield fault(path, None, "scale", found, "the same numbers, in mm", mend)
    for name in ("print", "cut"):
        if _layer(root, name) is None:
            yield fault(path, None, "layers", f"no layer '{name}'", "print and cut")
    layer = _layer(root, "cut")
    if layer is not None:
        yield from _paths(path, layer, (view[2], view[3]), profile)


def _length(text: str) -> float | None:
    found = _LENGTH.fullmatch(text.strip())
    return float(found[1]) * _MM[found[2]] if found else None


def _layer(root: ElementTree.Element, name: str) -> ElementTree.Element | None:
    groups = root.iter(f"{NAMESPACE}g")
    return next((g for g in groups if name in (g.get(LABEL), g.get("id"))), None)


def _paths(
    path: Path, layer: ElementTree.Element, page: tuple[float, float], profile: Cut
) -> Iterator[Fault]:
    number = 0
    for number, (element, moved) in enumerate(_drawn(layer, Identity), 1):
        builder = PathBuilder()
        kind = element.tag.removeprefix(NAMESPACE)
        if builder.add_path_from_element(element):
            data = builder.paths[0] + " Z" * (kind in CLOSED)
            yield from _path(path, data, moved, page, profile, number)
        else:
            mend = "turn it into a path"
            yield fault(path, None, f"cut {number}", f"an element '{kind}'", "a path", mend)
    if not number:
        yield fault(path, None, "cut", "nothing to cut", "a closed path a piece")


def _drawn(
    parent: ElementTree.Element, moved: Transform
) -> Iterator[tuple[ElementTree.Element, Transform]]:
    """Yield the shapes of a layer with what moves them."""
    inner = _moved(parent.get("transform", ""), moved)
    for element in parent:
        if element.tag == f"{NAMESPACE}g":
            yield from _drawn(element, inner)
        else:
            yield element, _moved(element.get("transform", ""), inner)


def _moved(said: str, outer: Transform) -> Transform:
    for kind, numbers in _TRANSFORM.findall(said):
        values = [float(part) for part in re.findall(r"-?[\d.]+(?:e-?\d+)?", numbers)]
        match kind:
            case "matrix":
                outer = outer.transform(values)
            case "translate":
                outer = outer.translate(*values)
            case "scale":
                outer = outer.scale(*values)
    return outer


def _path(
    path: Path, d: str, moved: Transform, page: tuple[float, float], profile: Cut, number: int
) -> Iterator[Fault]:
    where = f"cut {number}"
    parts = _SUBPATH.findall(d)
    if not parts or any(not part.rstrip().lower().endswith("z") for part in parts):
        yield fault(path, None, where, "an open path", "a closed one", "end it with Z")
        return
    pen = BoundsPen(None)
    try:
        parse_path(d, TransformPen(pen, moved))
    except (ValueError, IndexError, TypeError):
        yield fault(path, None, where, "path data that cannot be read", "SVG path data")
        return
    if pen.bounds is None:
        yield fault(path, None, where, "a path of no length", "a closed path round a piece")
        return
    left, top, right, bottom = pen.bounds
    inset = profile.inset - NEAR
    if min(left, top, page[0] - right, page[1] - bottom) < inset:
        found = f"{left:.1f}, {top:.1f} to {right:.1f}, {bottom:.1f} mm"
        wanted = f"{profile.inset:g} mm or more from the paper's edge"
        yield fault(path, None, where, found, wanted, "the machine sees nothing nearer")
