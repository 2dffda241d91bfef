"""Layouts' names and wishes go in; printed files come out: what print, kit and demo share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import cycle, islice
from pathlib import Path
from typing import cast

from generator.compose import Component, compose
from generator.imposition import Grid
from generator.pages import Face, Wishes, document, titled
from layouts.faults import BadInput, Fault
from output import FORMATS, write
from output.formats import Options, TextMode, named
from output.scene import Document

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
    if not two_sided:
        return [Face(piece) for piece in pieces * copies]
    if any(piece.back for piece in pieces):
        return list(_with_backs(pieces, edition)) * copies
    pieces = pieces * copies
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


def _with_backs(pieces: Sequence[Component], edition: str) -> Iterator[Face]:
    """Pair pieces with the common back of their layout, or each with its own where it has many."""
    backs: dict[str, Iterator[Component]] = {}
    for piece in pieces:
        if piece.back is None:
            yield Face(piece)
            continue
        if piece.layout not in backs:
            count = sum(other.layout == piece.layout for other in pieces)
            backs[piece.layout] = _backs(piece, piece.back, count, edition)
        yield Face(piece, next(backs[piece.layout]))


def _backs(piece: Component, back: str, count: int, edition: str) -> Iterator[Component]:
    made = compose(back, edition)
    if len(made) not in (1, count):
        what = f"back '{back}' has {len(made)} pieces for {count} fronts"
        raise BadInput(Fault("back", what, f"one for all, or {count}", piece.layout))
    return cycle(made)


def composed(faces: Sequence[Face], wishes: Wishes) -> tuple[Document, list[Grid]]:
    """Return the imposed document and the grids chosen.

    Raises:
        Misfit: a piece does not fit on the paper.
    """
    return document(faces, wishes, titled(face.front for face in faces), subject(faces))


def print_faces(job: Job) -> tuple[list[Path], list[Grid]]:
    """Impose and write; returns the paths and the grids chosen.

    Raises:
        Misfit: a piece does not fit on the paper.
        OutputError: the target may not be written, or writing failed.
    """
    made, grids = composed(job.faces, job.wishes)
    if not made.pages:
        raise BadInput(Fault("", "there are no backs to print", "leave out --sides backs"))
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
    made, grids = composed(faces, wishes)
    return files_of(made, stem, kind), grids


def files_of(made: Document, stem: str, kind: str) -> list[tuple[str, bytes]]:
    """Return the verified files of a document by name, not yet written.

    Raises:
        OutputError: the content cannot be written in this format.
    """
    form = named(kind)
    writer = form.writer()
    contents = writer.render(made, Options())
    for data in contents:
        writer.verify(data)
    names = [stem] if not form.paged else [f"{stem}-{page.name}" for page in made.pages]
    return [(name + form.suffix, data) for name, data in zip(names, contents, strict=True)]


def _target(job: Job, pages: int) -> str | Path:
    if job.target is not None:
        return job.target
    kind = FORMATS[job.kind]
    return FOLDER / (job.stem if kind.paged and pages > 1 else f"{job.stem}{kind.suffix}")


def subject(faces: Sequence[Face]) -> str:
    """Say which version and which layouts made a file: name, version, content hash, seed."""
    pieces = [side for face in faces for side in (face.front, face.back) if side]
    said = [
        f"{piece.layout} v{piece.version} {piece.digest}"
        + (f" seed {piece.seed}" if piece.seed is not None else "")
        for piece in pieces
    ]
    return f"bloomprint {version('bloomprint')}: " + ", ".join(dict.fromkeys(said))
