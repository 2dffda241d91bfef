"""What a printer does wrong, read off the test page, goes in; pages that make up for it come out.

All figures are those that a person reads: where a pin through a cross of the front comes out on the
scales of the back (mm, right and down; degrees clockwise), and what the rulers of 100 mm measure.
"""

from __future__ import annotations

import os
from dataclasses import replace
from math import cos, radians, sin
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from layouts.faults import BadInput, Fault, did_you_mean
from layouts.schema import Strict
from layouts.sources import read_source
from output.errors import WriteFailed
from output.files import safe_name, save
from output.scene import Group, Matrix, Page

OFFSET_MOST, ROTATE_MOST = 20.0, 5.0
RULER = 100.0
RULER_LEAST, RULER_MOST = 90.0, 110.0

_Offset = Annotated[float, Field(ge=-OFFSET_MOST, le=OFFSET_MOST, allow_inf_nan=False)]
_Ruler = Annotated[float, Field(ge=RULER_LEAST, le=RULER_MOST, allow_inf_nan=False)]


class Printer(Strict):
    """A printer's readings; without any it is a perfect one."""

    offset: Annotated[tuple[_Offset, _Offset], Field(strict=False)] = (0.0, 0.0)
    rotate: Annotated[float, Field(ge=-ROTATE_MOST, le=ROTATE_MOST, allow_inf_nan=False)] = 0.0
    scale: Annotated[tuple[_Ruler, _Ruler], Field(strict=False)] = (RULER, RULER)

    def describe(self) -> str:
        """Say the readings in words."""
        (x, y), (across, down) = self.offset, self.scale
        return (
            f"backs {x:g} mm right, {y:g} mm down, {self.rotate:g} degrees clockwise; "
            f"rulers {across:g} mm across, {down:g} mm down"
        )


def corrected(page: Page, printer: Printer, *, back: bool) -> Page:
    """Return a page that comes out true: stretched, and a back moved onto its front.

    A page that lies on its side is turned upright first, since the readings are those of an
    upright page. Boxes are left out: the file is for one printer, not for a print shop.
    """
    upright = _upright(page)
    matrix = _matrix(printer, upright.width / 2, upright.height / 2, back=back)
    return replace(upright, items=(Group(upright.items, matrix=matrix),), trim=None, bleed=None)


def _matrix(printer: Printer, x: float, y: float, *, back: bool) -> Matrix:
    """Turn about the page's centre (x, y), move, then stretch from the centre."""
    turn = radians(printer.rotate) if back else 0.0
    dx, dy = printer.offset if back else (0.0, 0.0)
    sx, sy = (RULER / length for length in printer.scale)
    a, b, c, d = cos(turn) * sx, sin(turn) * sy, -sin(turn) * sx, cos(turn) * sy
    return a, b, c, d, x + sx * dx - a * x - c * y, y + sy * dy - b * x - d * y


def _upright(page: Page) -> Page:
    """Turn a page that lies on its side a quarter clockwise."""
    if page.height >= page.width:
        return page
    items = (Group(page.items, matrix=(0, 1, -1, 0, page.height, 0)),)
    return replace(page, width=page.height, height=page.width, items=items)


# ---------------------------------------------------------------- kept in the user's folder


def folder() -> Path:
    """Return where printers are stored; BLOOMPRINT_CONFIG names another folder."""
    own = os.environ.get("BLOOMPRINT_CONFIG")
    import platformdirs  # noqa: PLC0415 - only where a printer is stored

    config = Path(own) if own else platformdirs.user_config_path("bloomprint", appauthor=False)
    return config / "printers"


def names() -> list[str]:
    """Return the names of the stored printers."""
    return sorted(path.stem for path in folder().glob("*.toml"))


def load_printer(name: str) -> Printer:
    """Return a stored printer.

    Raises:
        BadInput: there is none of that name, or its file has a fault.
        Unreadable: its file cannot be read.
    """
    source = read_source(str(_known(name)))
    return checked(source.table, source.name)


def checked(readings: dict[str, object], file: str = "") -> Printer:
    """Return the printer that has these readings.

    Raises:
        BadInput: a reading is out of its range, or unknown.
    """
    try:
        return Printer.model_validate(readings)
    except ValidationError as error:
        raise BadInput(_faults(error, file)) from None


def _faults(error: ValidationError, file: str) -> list[Fault]:
    return [
        Fault(str(where), f"{item['input']!r} cannot be used", _accepted(where), file)
        for item in error.errors(include_url=False)
        for where in item["loc"][:1]
    ]


def _accepted(key: int | str) -> str:
    accepted = {
        "offset": f"two numbers of mm from -{OFFSET_MOST:g} to {OFFSET_MOST:g}: right, down",
        "rotate": f"degrees clockwise from -{ROTATE_MOST:g} to {ROTATE_MOST:g}",
        "scale": f"what the two rulers of 100 mm measure: {RULER_LEAST:g} to {RULER_MOST:g} mm",
    }
    return accepted.get(str(key), "known: " + ", ".join(accepted))


def save_printer(name: str, printer: Printer) -> Path:
    """Store a printer in place of an earlier one of that name; return its file.

    Raises:
        TargetRefused: the name cannot be that of a file.
        WriteFailed: the folder cannot be written to.
    """
    (x, y), (across, down) = printer.offset, printer.scale
    text = (
        f"# Read off the page of `bloomprint calibrate`; stored by `bloomprint printer {name}`\n"
        f"offset = [{x!r}, {y!r}] # mm right, mm down\n"
        f"rotate = {printer.rotate!r} # degrees clockwise\n"
        f"scale = [{across!r}, {down!r}] # what the rulers of 100 mm measure, across and down\n"
    )
    [path] = save([(_path(name), text.encode())], force=True)
    return path


def delete_printer(name: str) -> Path:
    """Forget a printer; return the file that is gone.

    Raises:
        BadInput: there is none of that name.
        WriteFailed: the file cannot be removed.
    """
    path = _known(name)
    try:
        path.unlink()
    except OSError as error:
        raise WriteFailed(f"cannot remove {path}: {error.strerror}") from error
    return path


def _known(name: str) -> Path:
    if name in names():
        return _path(name)
    known = did_you_mean(name, names()) if names() else "none is stored yet"
    mend = f"{known}; print `bloomprint calibrate`, then `bloomprint printer {name} --offset X,Y`"
    raise BadInput(Fault("", f"there is no printer '{name}'", mend))


def _path(name: str) -> Path:
    return folder() / safe_name(f"{name}.toml")
