"""Layouts' names and wishes go in; printed files come out: what print, kit and demo share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import cycle, islice
from pathlib import Path
from typing import cast

from generator.compose import Component, compose
from generator.imposition import Grid
from generator.pages import Face, Wishes, document
from layouts.faults import BadInput, Fault
from output import FORMATS, write
from output.formats import Options, TextMode, named

FOLDER = Path("printed")


@dataclass(frozen=True, slots=True)
class Job:
    """Faces to print, how, and where to; ``target`` None is a file in ``printed/``."""

    faces: Sequence[Face]
    wishes: Wishes
    stem: str
    kind: str = "pdf"
    target: str | None = None
    force: bool = False
    dpi: int = 300
    text: str = "text"


def faces_of(
    names: Sequence[str],
    edition: str,
    *,
    two_sided: bool = False,
    copies: int = 1,
    pad: int | None = None,
) -> list[Face]:
    """Compose layouts and pair fronts with backs.

    Pieces whose layout names no back are printed on fronts and backs in turn when two-sided: that
    is a pad of score sheets; ``pad`` says how many sheets of paper it has.

    Raises:
        BadInput: the faults of all layouts.
        Unreadable: a file is missing.
    """
    pieces = _composed(names, edition)
    if pad is not None:
        sides = list(islice(cycle(pieces), 2 * pad))
        return [Face(*pair) for pair in zip(sides[::2], sides[1::2], strict=True)]
    pieces = pieces * copies
    if not two_sided:
        return [Face(piece) for piece in pieces]
    if any(piece.back for piece in pieces):
        return [Face(piece, _back(piece, edition)) for piece in pieces]
    backs: list[Component | None] = [*pieces[1::2], None]
    return [Face(front, back) for front, back in zip(pieces[::2], backs, strict=False)]


def _composed(names: Sequence[str], edition: str) -> list[Component]:
    pieces: list[Component] = []
    faults: list[Fault] = []
    for name in names:
        try:
            pieces += compose(name, edition)
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(faults)
    return pieces


def _back(piece: Component, edition: str) -> Component | None:
    return compose(piece.back, edition)[0] if piece.back else None


def print_faces(job: Job) -> tuple[list[Path], list[Grid]]:
    """Impose and write; returns the paths and the grids chosen.

    Raises:
        Misfit: a piece does not fit on the paper.
        OutputError: the target may not be written, or writing failed.
    """
    made, grids = document(job.faces, job.wishes, _title(job.faces), subject(job.faces))
    paths = write(
        made,
        _target(job, len(made.pages)),
        job.kind,
        force=job.force,
        dpi=job.dpi,
        text=cast(TextMode, job.text),
    )
    return paths, grids


def rendered(
    faces: Sequence[Face], wishes: Wishes, stem: str, kind: str
) -> tuple[list[tuple[str, bytes]], list[Grid]]:
    """Return verified files by name, not yet written, and the grids chosen.

    Raises:
        Misfit: a piece does not fit on the paper.
        OutputError: the content cannot be written in this format.
    """
    made, grids = document(faces, wishes, _title(faces), subject(faces))
    form = named(kind)
    writer = form.writer()
    contents = writer.render(made, Options())
    for data in contents:
        writer.verify(data)
    names = [stem] if not form.paged else [f"{stem}-{page.name}" for page in made.pages]
    return [(name + form.suffix, data) for name, data in zip(names, contents, strict=True)], grids


def _target(job: Job, pages: int) -> str | Path:
    if job.target is not None:
        return job.target
    kind = FORMATS[job.kind]
    return FOLDER / (job.stem if kind.paged and pages > 1 else f"{job.stem}{kind.suffix}")


def _title(faces: Sequence[Face]) -> str:
    titles = list(dict.fromkeys(face.front.title for face in faces))
    return titles[0] if len(titles) == 1 else f"{titles[0]} and {len(titles) - 1} more"


def subject(faces: Sequence[Face]) -> str:
    """Say which version and which layouts made a file: name, version, content hash, seed."""
    pieces = [side for face in faces for side in (face.front, face.back) if side]
    said = [
        f"{piece.layout} v{piece.version} {piece.digest}"
        + (f" seed {piece.seed}" if piece.seed is not None else "")
        for piece in pieces
    ]
    return f"bloomprint {version('bloomprint')}: " + ", ".join(dict.fromkeys(said))
