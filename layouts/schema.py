"""The language of layout files: what a component and its elements may say, typed and strict.

Lengths are millimetres, text sizes points, angles degrees clockwise. A *box* is ``[x, y, width,
height]`` inside the parent's box, y down; ``at`` moves its origin to another corner or side. Every
string may hold ``{path}`` references to the data of the component (see layouts/binding.py).
"""

# Types stand here as they are, not as strings, and defaults as values, not as functions: pydantic
# would read and look through each one anew for every element that has it.

import os
from typing import Annotated, Any, Literal

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # foreign code, and 0.05 s to look for
from pydantic import BaseModel, ConfigDict, Field

Mm = Annotated[float, Field(ge=-2000, le=2000, allow_inf_nan=False)]
Size = Annotated[float, Field(ge=0.001, le=2000, allow_inf_nan=False)]
Trim = Annotated[float, Field(ge=1, le=2000, allow_inf_nan=False)]
Dash = Annotated[float, Field(ge=0.01, le=2000, allow_inf_nan=False)]
Points = Annotated[float, Field(ge=2, le=400, allow_inf_nan=False)]
Template = Annotated[str, Field(max_length=4000)]
Reference = Annotated[str, Field(pattern=r"^\{[\w.\-\[\]]+\}$", max_length=200)]
BoxMm = Annotated[
    tuple[Mm, Mm, Size, Size], Field(strict=False, description="[x, y, width, height]")
]
PairMm = Annotated[tuple[Mm, Mm], Field(strict=False)]  # TOML has lists only
SizePair = Annotated[tuple[Size, Size], Field(strict=False)]
Angle = Annotated[float, Field(ge=-360, le=360)]
Count = Annotated[int, Field(ge=1, le=200)]
Scalar = str | int | float | bool
Anchor = Literal[
    "top left", "top", "top right", "left", "centre", "right",
    "bottom left", "bottom", "bottom right",
]  # fmt: skip
Layer = Literal["print", "cut", "fold", "guides"]


class Strict(BaseModel):
    """A table without unknown keys and without silent conversions."""

    # Deferred: an element is built once, inside the layout, not a second time for itself.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Drawn(Strict):
    """What every element may say."""

    id: str | None = Field(None, description="name by which `extends` and editions override it")
    box: BoxMm | None = Field(None, description="place in the parent; default: all of it")
    at: Anchor = Field("top left", description="the parent's corner that x and y are counted from")
    extent: Size | Literal["fit"] | None = Field(
        None, description="length along the parent's flow: in mm, or `fit`: as its text needs"
    )
    share: Size = Field(1.0, description="part of what the parent's flow leaves over")
    when: dict[str, Scalar | list[Scalar]] = Field(
        {},
        description="drawn only if every value of the data is (one of) these; a name that no row "
        "has is an error: one that may be missing stands in `values`",
    )
    unless: dict[str, Scalar | list[Scalar]] = Field(
        {}, description="not drawn if a value of the data is (one of) these"
    )
    layer: Layer | None = Field(None, description="layer of SVG files")
    alt: Template | None = Field(None, description="text alternative: makes it one figure")
    role: Literal["H1", "H2", "P", "Figure", "Artifact"] | None = Field(
        None, description="what it is to a screen reader"
    )


class Painted(Drawn):
    """An element with a surface and an outline."""

    fill: Template = Field("none", description="a colour, such as `pink.light` or `#AA00CC`")
    stroke: Template = Field("none", description="colour of the outline")
    width: float = Field(0.25, ge=0, le=20, description="width of the outline")
    dash: list[Dash] = Field([], max_length=8)


class RectElement(Painted):
    """A rectangle that fills its box."""

    type: Literal["rect"]
    radius: float = Field(0.0, ge=0, le=500)


class CircleElement(Painted):
    """The largest circle in the middle of its box."""

    type: Literal["circle"]


class LineElement(Painted):
    """A stroke from one corner of its box to the opposite one; `points` for any other polyline."""

    type: Literal["line"]
    points: list[PairMm] = Field([], max_length=500)


class PathElement(Painted):
    """SVG path data in mm from the corner of its box."""

    type: Literal["path"]
    d: str = Field(max_length=20000)


class TextElement(Drawn):
    """Text set into its box: wrapped, shrunk down to `min_size`, and an error below that."""

    type: Literal["text"]
    text: Template
    size: Points | Reference = 11.0
    min_size: Points | None = Field(None, description="default: size, so nothing shrinks")
    like: Template = Field(
        "", description="no larger than fits these words too: one size in equal boxes"
    )
    font: Literal["body", "bold", "italic"] | Reference = "body"
    colour: Template = Field("ink", description="a colour, such as `pink.dark` or `#AA00CC`")
    align: Literal["left", "centre", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    leading: float = Field(1.25, ge=0.8, le=3, description="line distance in sizes")
    wrap: bool = True
    turn: Literal[0, 90, 180, 270] = 0


class ShapeElement(Drawn):
    """One of our drawings in the middle of its box, as large as fits."""

    type: Literal["shape"]
    shape: Template = Field(description="name of a drawing, such as `rose`")
    colour: Template = Field("ink", description="a colour without a shade, such as `pink`")
    turn: Angle | Reference = 0.0


class FlowerElement(Drawn):
    """The flower of a letter, as the game's flowers.toml (or the layout's `flowers`) draws it."""

    type: Literal["flower"]
    flower: Template = Field(description="its letter or name")
    turn: Angle | Reference = 0.0


class ImageElement(Drawn):
    """A PNG or JPEG file beside the layout, fitted into its box without distortion."""

    type: Literal["image"]
    file: Template
    fit: Literal["contain", "cover"] = "contain"


class GroupElement(Painted):
    """Elements together on a panel; `flow` lays them out one after the other, `gap` between."""

    type: Literal["group"]
    flow: Literal["none", "row", "column"] = "none"
    gap: float = Field(0.0, ge=0, le=500)
    pad: float = Field(0.0, ge=0, le=200, description="from the panel's edge to its content")
    radius: float = Field(0.0, ge=0, le=500)
    clip: bool = False
    elements: "list[Element]" = Field([])


class RepeatElement(Drawn):
    """The same elements for every row of some data, in `columns` columns of cells.

    With `place` every row has its own cell of a grid, `columns` x `lines` cells of the size `cell`
    in the middle of the box; cells may stay empty. Inside, `{item}` is the row (its keys also
    directly); `{index}` counts from 0 and `{count}` from 1. A text is repeated letter by letter.
    """

    type: Literal["repeat"]
    over: Reference | list[Scalar | dict[str, Any]] | None = None
    count: int | Reference | None = Field(None, description="instead of `over`: that many times")
    columns: Count | Reference | None = Field(None, description="default: one row")
    place: tuple[Template, Template] | None = Field(
        None, strict=False, description="column and line of a row's cell, from 0 at the top left"
    )
    lines: Count | Reference = Field(1, description="lines of the grid that `place` counts in")
    span: tuple[Count | Template, Count | Template] = Field(
        (1, 1), strict=False, description="with `place`: columns and lines that a row takes up"
    )
    shrink: bool = Field(
        False, description="smaller cells, or lower lines if not `even`, where the box is small"
    )
    gap: PairMm = (0.0, 0.0)
    cell: SizePair | None = Field(None, description="default: the box divided evenly")
    even: bool = Field(True, description="equal cells; else each line as high as its text needs")
    elements: "list[Element]"


class TrackElement(Painted):
    """A row (or column) of equal boxes to tick or circle, with labels inside."""

    type: Literal["track"]
    labels: Reference | list[Scalar] = Field([])
    count: int | Reference | None = Field(None, description="number of boxes without labels")
    shape: Literal["rect", "circle"] = "rect"
    flow: Literal["row", "column"] = "row"
    cell: SizePair
    gap: float = Field(1.0, ge=0, le=200)
    columns: Annotated[int, Field(ge=1, le=200)] | None = None
    radius: float = Field(0.8, ge=0, le=100)
    size: Points = 11.0
    min_size: Points | None = Field(None, description="default: size, so nothing shrinks")
    font: Literal["body", "bold"] = "bold"
    colour: Template = "ink"


class Column(Strict):
    """One column of a table."""

    title: Template = ""
    value: Template = ""
    share: Size = 1.0
    align: Literal["left", "centre", "right"] = "left"


class TableElement(Painted):
    """Ruled rows of text; `over` gives the data rows, `blank` adds empty ones to write in."""

    type: Literal["table"]
    columns: list[Column] = Field(min_length=1, max_length=40)
    over: Reference | list[dict[str, Any]] | None = None
    blank: int = Field(0, ge=0, le=200)
    header: bool = True
    row_height: Size | None = Field(None, description="default: the box divided evenly")
    row_max: Size | None = Field(None, description="largest height when the box is divided")
    size: Points = 11.0
    min_size: Points | None = Field(None, description="default: size, so nothing shrinks")
    colour: Template = "ink"
    header_fill: Template = "none"
    header_colour: Template = "ink"
    stripe: Template = Field("none", description="fill of every second row")


class BoardElement(Drawn):
    """The layout's board: a flower a cell, beds with gaps, letters and numbers at the edges.

    The board fills its box: the pitch is the largest that fits, at most `pitch`. `loops` draws
    closed curves round groups of cells: rows with `cells`, `label`, `colour`. `struck` names cells
    that are used up: they are drawn grey, in a ring.
    """

    type: Literal["board"]
    board: Template = "{board.text}"
    pitch: Size = 14.0
    flower: float = Field(0.86, gt=0.1, le=1, description="flower size in pitches")
    bed_gap: float = Field(4.0, ge=0, le=50)
    bed_fill: Template = "wash"
    bed_stroke: Template = "rule"
    bed_width: float = Field(0.3, ge=0, le=5)
    bed_radius: float = Field(3.0, ge=0, le=50)
    labels: bool = True
    label_size: Points = 10.0
    label_colour: Template = "muted"
    valign: Literal["top", "middle", "bottom"] = "middle"
    min_pitch: Size = Field(4.0, description="smaller is an error: the board does not fit")
    loops: Reference | None = None
    loop_size: Points | None = Field(
        None, description="size of the numbers on loops; default: as the pitch"
    )
    struck: Reference | None = None


Element = Annotated[
    RectElement
    | CircleElement
    | LineElement
    | PathElement
    | TextElement
    | ShapeElement
    | FlowerElement
    | ImageElement
    | GroupElement
    | RepeatElement
    | TrackElement
    | TableElement
    | BoardElement,
    Field(discriminator="type"),
]


class Flower(Strict):
    """What a letter looks like, and what a screen reader says for it."""

    letter: Annotated[str, Field(min_length=1, max_length=12)]
    says: str
    shape: str = Field(description="name of a drawing, such as `rose`")
    colour: str = Field(description="a colour without a shade, such as `pink` or `#AA00CC`")


class BoardText(Strict):
    """A text board: letters, blanks between beds, empty lines between rows of beds."""

    text: str = Field(max_length=4000)


class SizeMm(Strict):
    """A size of one's own."""

    width: Trim
    height: Trim


class Layout(Strict):
    """A printable component: its size, its data and its elements."""

    title: Template
    kind: Literal["sheet", "card", "aid", "board", "tile", "token", "log", "page"]
    version: int = Field(1, ge=1, description="raised whenever marks or places move")
    game: str | None = Field(None, description="a game's word: `{facts}` and `{flowers}` are its")
    about: Template = Field("", description="one line for `bloomprint list`")
    abstract: bool = Field(False, description="a base for others, not printed by itself")
    size: str | SizeMm = Field(description="a name, such as `poker`, or width and height")
    bleed: float = Field(0.0, ge=0, le=10)
    safe: float = Field(0.0, ge=0, le=50, description="zone inside the trim free of text")
    scale_min: float = Field(1.0, gt=0.2, le=1, description="smallest scale for `--up`")
    fill: Template = Field("none", description="background up to the bleed edge")
    back: str | None = Field(
        None,
        description="layout of the back; `next`: two-sided, the next sheet is printed there",
    )
    marks: bool = Field(True, description="crop marks; `false`: a piece with its own cut line")
    board: BoardText | None = None
    seed: int | None = Field(None, ge=0, description="seed of the designer that made this")
    flowers: list[Flower] = Field([], description="looks of letters, before those of the game")
    values: dict[str, Any] = Field({}, description="data for `{name}`")
    rows: list[dict[str, Any]] = Field(
        [], description="one component a row; `{row}` counts them from 1"
    )
    csv: str | None = Field(
        None, description="rows from a CSV file beside the layout; no column is named `row`"
    )
    rows_from: str | None = Field(
        None,
        description="rows from data such as `field/deck` or `my-deck.toml`: its table `rows`, or "
        "`field/facts#setups`: another one",
    )
    copies: str | None = Field(
        None, description="column that says how often a row is printed; without it `copies`, if any"
    )
    item: Template = Field("{layout}", description="name of one component, unique, for files")
    elements: list[Element] = Field([])
