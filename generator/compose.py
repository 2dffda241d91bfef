"""A layout and the data of one component go in; its scene in mm comes out.

The component's own frame is its trim; the background reaches to the bleed edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from generator.coarse import Placed
from generator.elements import draw_all
from generator.frame import Frame
from generator.ink import Names, Sheet, paint
from layouts.binding import Unbound, text
from layouts.faults import BadInput, Fault, listed, merged, nearest, shown
from layouts.loader import EDITIONS, Loaded, builtin_names, inside, load
from layouts.palette import scale_min
from layouts.rows import OURS, components
from layouts.tables import sizes
from output.scene import Group, Image, Item, Paint, Rect

NEXT = "next"  # the back of sheets that are printed on both sides, one after the other


@dataclass(frozen=True, slots=True)
class Component:
    """One printable piece, its trim corner at (0, 0); lengths in mm."""

    name: str
    title: str
    layout: str
    version: int
    width: float
    height: float
    bleed: float
    scale_min: float
    digest: str
    seed: int | None
    back: str | None
    marks: bool
    items: tuple[Item, ...]
    pictures: tuple[Placed, ...] = ()

    def clipped(self, bleed: float) -> tuple[Item, ...]:
        """Return the drawing with no more than a bleed in mm round the trim."""
        edge = Rect(-bleed, -bleed, self.width + 2 * bleed, self.height + 2 * bleed, Paint())
        return (Group(self.items, clip=edge),)


def compose(
    what: str, edition: str = "colour", more: Mapping[str, Any] | None = None
) -> list[Component]:
    """Return the components of a layout in printing order.

    Args:
        what: a built-in name or a layout file.
        edition: colour, low-ink, large or laminate.
        more: data that the layout's own are completed with, such as a solved position.

    Raises:
        BadInput: a fault of the layout, or content that does not fit; all of them.
        Unreadable: a file is missing.
    """
    loaded = load(what, edition)
    faults: list[Fault] = []
    names = Names()
    made: dict[int, Component] = {}
    rows = components(loaded, edition, faults)
    for data in rows:
        key = data.get(OURS, 0)
        if key not in made:
            made[key] = draw_component(loaded, {**data, **(more or {})}, edition, faults, names)
    if more is None:
        faults += names.faults(loaded.file)
    if faults:
        raise BadInput(merged(faults))
    stamp = digest(loaded, made.values())
    made = {key: replace(piece, digest=stamp) for key, piece in made.items()}
    return [made[data.get(OURS, 0)] for data in rows]


def draw_component(
    loaded: Loaded,
    data: dict[str, Any],
    edition: str,
    faults: list[Fault],
    names: Names | None = None,
) -> Component:
    """Draw one component; what is wrong with it is added to the faults.

    Its digest is left to those who know all components of the layout.
    """
    layout = loaded.layout
    width, height = trim(loaded)
    frame = Frame(0, 0, width, height)
    bleed = layout.bleed
    seen = frame.inset(-bleed)
    sheet = Sheet(data, edition, loaded, faults, frame, seen, layout.safe, names or Names())
    items: list[Item] = []
    if ground := _ground(sheet, layout.fill):
        items.append(Rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, ground))
    items += draw_all(sheet, layout.elements, sheet.trim, "elements")
    return Component(
        name=_bound(sheet, "item", layout.item),
        title=_bound(sheet, "title", layout.title),
        layout=loaded.name,
        version=layout.version,
        width=width,
        height=height,
        bleed=bleed,
        scale_min=max(layout.scale_min, scale_min(edition)),
        digest="",
        seed=layout.seed,
        back=_back(loaded, faults),
        marks=layout.marks,
        items=tuple(items),
        pictures=tuple(sheet.pictures),
    )


def _ground(sheet: Sheet, fill: str) -> Paint | None:
    try:
        ground = paint(sheet, fill)
    except Unbound as error:
        sheet.fault("fill", str(error))
    except BadInput as error:
        for fault in error.faults:
            sheet.note(fault, "fill")
    else:
        return ground if ground.fill is not None else None
    return None


def _bound(sheet: Sheet, where: str, template: str) -> str:
    try:
        return text(template, sheet.data)
    except Unbound as error:
        sheet.fault(where, str(error))
        return template


def _back(loaded: Loaded, faults: list[Fault]) -> str | None:
    """Return the layout of the back; a file is looked for beside the layout."""
    back = loaded.layout.back
    if back is None or back == NEXT:
        return back
    try:
        if not back.endswith(".toml"):
            return _builtin_back(back, loaded)
        return str(inside(loaded.folder, back, "back", loaded.file))
    except BadInput as error:
        faults += error.faults
        return None


def _builtin_back(back: str, loaded: Loaded) -> str:
    """Return the name of a back of ours.

    Raises:
        BadInput: there is none of that name.
    """
    if back in builtin_names():
        return back
    near = nearest(back, builtin_names())
    if (loaded.folder / f"{back}.toml").is_file():
        near = f"{back}.toml"
    guess = f"did you mean {shown(near)}?" if near else "a file of your own ends in .toml"
    raise BadInput(Fault("back", f"there is no layout {shown(back)}", guess, loaded.file))


def trim(loaded: Loaded) -> tuple[float, float]:
    """Return width and height of a layout in mm."""
    size = loaded.layout.size
    if not isinstance(size, str):
        return size.width, size.height
    known = sizes()
    if size not in known:
        raise BadInput(
            Fault("size", f"'{size}' is no size", "known: " + ", ".join(known), loaded.file)
        )
    return known[size]


def digest(loaded: Loaded, pieces: Iterable[Component] = ()) -> str:
    """Return eight hex digits that change whenever the layout, its rows or its pictures do."""
    hashed = sha256(loaded.layout.model_dump_json().encode())
    if loaded.layout.csv is not None:
        file = inside(loaded.folder, loaded.layout.csv, "csv", loaded.file)
        hashed.update(sha256(file.read_bytes()).digest())
    pictures = {data for piece in pieces for data in _pictures(piece.items)}
    for picture in sorted(sha256(data).digest() for data in pictures):
        hashed.update(picture)
    return hashed.hexdigest()[:8]


def _pictures(items: Iterable[Item]) -> Iterator[bytes]:
    for item in items:
        if isinstance(item, Image):
            yield item.data
        elif isinstance(item, Group):
            yield from _pictures(item.items)


def check_layout(what: str) -> tuple[Fault, ...]:
    """Return every fault of a layout in every edition, and in which it is if not in all."""
    found: dict[Fault, list[str]] = {}
    for edition in EDITIONS:
        try:
            compose(what, edition)
        except BadInput as error:
            for fault in dict.fromkeys(error.faults):
                found.setdefault(fault, []).append(edition)
    return tuple(_in_editions(fault, editions) for fault, editions in found.items())


def _in_editions(fault: Fault, editions: Sequence[str]) -> Fault:
    if len(editions) == len(EDITIONS):
        return fault
    those = "editions" if len(editions) > 1 else "edition"
    return replace(fault, what=f"{fault.what}, in the {those} {listed(editions)}")
