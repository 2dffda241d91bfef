"""The options that say how pages are made go in; the wishes for them come out, the same for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click

from generator.cli.options import FiniteRange, paper
from generator.coarse import blurred
from generator.compose import NEXT
from generator.extent import smallest_text
from generator.imposition import Flip, Grid
from generator.jobs import left_out
from generator.pages import Face, Wishes
from generator.printers import load_printer
from layouts.faults import listed
from layouts.loader import says_edition
from layouts.palette import scale_min
from layouts.tables import papers

_FLIPS: dict[str, Flip | None] = {"none": None, "long": "long", "short": "short"}

_OPTIONS = [
    paper,
    click.option(
        "--duplex",
        type=click.Choice(list(_FLIPS)),
        default="none",
        show_default=True,
        help="Two-sided: the edge over which your printer turns the paper.",
    ),
    click.option("--fold", is_flag=True, help="Backs on the same page, across a fold."),
    click.option("--bleed", type=FiniteRange(0, 10), help="Bleed in mm; 0 shares the cuts."),
    click.option(
        "--marks",
        type=click.Choice(["auto", "crop", "lines", "none"]),
        default="auto",
        show_default=True,
        help="Crop marks, or full-length lines to cut along.",
    ),
    click.option("--printer", help="Make up for a printer stored by `bloomprint printer`."),
]


def page_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; the command gets ``paper`` and the ``wishes`` made of all of them."""

    @wraps(function)
    def run(paper: str, duplex: str, fold: bool, printer: str | None, **others: Any) -> Any:
        if fold and duplex != "none":
            raise click.UsageError("--fold and --duplex are two ways to print backs: leave out one")
        wishes = Wishes(
            papers()[paper],
            flip=_FLIPS[duplex],
            marks=others.pop("marks"),
            bleed=others.pop("bleed"),
            fold=fold,
            printer=load_printer(printer) if printer else None,
            printer_name=printer or "",
        )
        return function(paper=paper, wishes=wishes, **others)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


MOST_LEAVES = 5  # that are listed
MOST_NAMED = 6  # layouts whose backs are left out


def told(
    paper: str, wishes: Wishes, grids: list[Grid], faces: Sequence[Face], edition: str
) -> list[str]:
    """Return what a person wants to know of the pages: grids, flip edge, film, correction."""
    backs = any(face.back for face in faces)
    lines = _grids(paper, grids)
    if (scale := min((grid.scale for grid in grids), default=1.0)) < 1:
        drawn = {id(face.front): face.front.items for face in faces}
        least = smallest_text((item for items in drawn.values() for item in items), scale)
        lines += [] if least is None else [f"smallest text {least:.1f} pt"]
    sides = (side for face in faces for side in (face.front, face.back) if side)
    lines += blurred(picture for side in sides for picture in side.pictures)
    lines += without_backs(left_out(faces))
    if wishes.two_sided and not backs:
        lines.append("nothing here is printed on the back")
    elif wishes.flip and wishes.sides == "both":
        lines.append(f"two-sided: let the printer turn the paper over its {wishes.flip} edge")
    elif wishes.flip and wishes.sides == "backs":
        lines.append(
            f"turn the printed fronts over their {wishes.flip} edge and print these on them"
        )
    if leaves := [face for face in faces if face.front.back == NEXT and wishes.flip]:
        lines.append(_in_turn(leaves))
    if edition == "laminate":
        lines.append(
            "to laminate: cut pieces with a cut line of their own along it first, "
            "laminate all other pages whole, then cut"
        )
    if wishes.printer:
        lines.append(f"made up for your printer: {wishes.printer.describe()}")
    return lines


def without_backs(layouts: Sequence[str]) -> list[str]:
    """Say of which layouts the backs are left out, and how they are printed."""
    if not layouts:
        return []
    named = layouts if len(layouts) <= MOST_NAMED else [*layouts[:MOST_NAMED], "others"]
    backs = f"the backs of {listed(named)} are left out"
    return [f"{backs}: add --duplex long, --duplex short or --fold"]


def without_edition(names: Sequence[str], edition: str, faces: Sequence[Face] = ()) -> list[str]:
    """Say which layouts of people's own do nothing for an edition that promises sizes."""
    lines = []
    for name in names if scale_min(edition) else ():
        if name.endswith(".toml") and not says_edition(name, edition):
            own = [face.front for face in faces if face.front.layout == Path(name).stem]
            least = smallest_text(item for piece in own for item in piece.items)
            sizes = "sizes stay" if least is None else f"sizes stay, text of {least:.3g} pt too"
            lines.append(f"{name} has no edition {edition}, no [editions.{edition}]: its {sizes}")
    return lines


def _grids(paper: str, grids: Sequence[Grid]) -> list[str]:
    """Say how many pieces are on a page; where there are several grids, of which size."""
    said = dict.fromkeys((grid.piece.width, grid.piece.height, grid.describe()) for grid in grids)
    if len(said) == 1:
        return [f"{paper}, {how}" for _, _, how in said]
    return [f"{paper}, {width:g} x {height:g} mm: {how}" for width, height, how in said]


def _in_turn(faces: Sequence[Face]) -> str:
    """Say which sheets share a leaf, and how no side stays blank."""
    leaves = [f"{face.front.name}/{face.back.name if face.back else 'blank'}" for face in faces]
    more = ", ..." if len(leaves) > MOST_LEAVES else ""
    said = f"sheets back to back: {', '.join(leaves[:MOST_LEAVES])}{more}"
    if faces[-1].back is None:
        sheets = 2 * len(faces) - 1
        said += f"; --pad {sheets} makes {sheets} leaves, one for each player, and no blank side"
    return said


def variant(edition: str, paper: str) -> list[str]:
    """Return what names of files and folders say of pages that are not the usual ones."""
    return [edition] * (edition != "colour") + [paper] * (paper != "a4")


def backs_of(wishes: Wishes) -> list[str]:
    """Return what names say of how backs are printed, where they are."""
    return [f"duplex-{wishes.flip}"] * (wishes.flip is not None) + ["fold"] * wishes.fold
