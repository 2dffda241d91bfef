"""Layouts' names and wishes go in; printed files come out: what print, kit and demo share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, groupby, islice
from pathlib import Path
from typing import cast

from generator.compose import NEXT, Component, compose
from generator.imposition import Grid
from generator.pages import Face, Wishes, document, titled
from layouts import __version__
from layouts.faults import BadInput, Fault, Faults
from layouts.rows import refuse_too_many
from output import FORMATS, write
from output.files import names_a_folder
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
    in_turn: bool = False,
    copies: int = 1,
    pad: int | None = None,
) -> list[Face]:
    """Compose layouts and pair fronts with backs.

    Sheets, whose layout names NEXT as its back, are printed on fronts and backs with ``in_turn``;
    ``pad`` says how many sheets of paper there are, and does so with all pieces that have no back
    of their own.

    Raises:
        BadInput: the faults of all layouts, or too many pieces.
        Unreadable: a file is missing.
    """
    layouts = _composed(names, edition)
    if pad is not None:
        return _pad(layouts, edition, pad)
    refuse_too_many(copies * sum(map(len, layouts)))
    faces: list[Face] = []
    for sheets, run in groupby(layouts * copies, key=_are_sheets):
        if sheets and in_turn:
            faces += _in_turn([piece for layout in run for piece in layout])
        elif sheets or not two_sided:
            faces += [Face(piece) for layout in run for piece in layout]
        else:
            faces += [face for layout in run for face in _with_backs(layout, edition)]
    return faces


def left_out(faces: Iterable[Face]) -> list[str]:
    """Return the layouts of the pieces whose backs of their own are not among the faces."""
    lacking = (face for face in faces if face.front.back not in (None, NEXT) and not face.back)
    return list(dict.fromkeys(face.front.layout for face in lacking))


def _are_sheets(pieces: Sequence[Component]) -> bool:
    return any(piece.back == NEXT for piece in pieces)


def _composed(names: Sequence[str], edition: str) -> list[list[Component]]:
    """Return the pieces of every layout."""
    made: list[list[Component]] = []
    faults: list[Fault] = []
    for name in names:
        try:
            made.append(compose(name, edition))
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(faults)
    return made


def _pad(layouts: Sequence[Sequence[Component]], edition: str, sheets: int) -> list[Face]:
    """Return as many sheets of paper: pieces in turn on both sides, or each with its own back."""
    pieces = [piece for layout in layouts for piece in layout]
    _check_pad(pieces, sheets)
    if all(piece.back in (None, NEXT) for piece in pieces):
        return list(_in_turn(list(islice(cycle(pieces), 2 * sheets))))
    faces = [face for layout in layouts for face in _with_backs(layout, edition)]
    return list(islice(cycle(faces), sheets))


def _check_pad(pieces: Sequence[Component], sheets: int) -> None:
    """Refuse a pad of unlike pieces, and one that has no room for all of them."""
    sizes = {(piece.width, piece.height) for piece in pieces}
    if len(sizes) > 1:
        found = ", ".join(f"{width:g} x {height:g} mm" for width, height in sorted(sizes))
        raise BadInput(Fault("", f"a pad of {found}", "a pad has sheets of one size"))
    own = [piece for piece in pieces if piece.back not in (None, NEXT)]
    if own and len(own) < len(pieces):
        other = next(piece for piece in pieces if piece.back in (None, NEXT))
        what = f"{own[0].layout} has a back of its own, {other.layout} has none"
        raise BadInput(Fault("", f"a pad of both: {what}", "print a pad of each"))
    needed = len(pieces) if own else -(-len(pieces) // 2)
    if sheets < needed:
        what = f"{sheets} leaves for {len(pieces)} pieces: some would be left out"
        mend = f"--pad {needed} holds each once; without --pad all are printed"
        raise BadInput(Fault("--pad", what, mend))


def _in_turn(pieces: Sequence[Component]) -> Iterator[Face]:
    """Pair pieces of one size: the first with the second, the third with the fourth."""
    sizes: dict[tuple[float, float], list[Component]] = {}
    for piece in pieces:
        sizes.setdefault((piece.width, piece.height), []).append(piece)
    for alike in sizes.values():
        yield from map(Face, alike[::2], [*alike[1::2], None])


def _with_backs(pieces: Sequence[Component], edition: str) -> Iterable[Face]:
    """Pair a layout's pieces with their common back, or each with its own where it has many."""
    back = pieces[0].back if pieces else None
    if back is None:
        return map(Face, pieces)
    made = compose(back, edition)
    if len({id(piece) for piece in made}) == 1:
        made = made[:1]  # copies of a common back
    faults = Faults(pieces[0].layout)
    if len(made) not in (1, len(pieces)):
        what = f"'{back}' has {len(made)} pieces for {len(pieces)} fronts"
        faults.add("back", what, f"one for all, or {len(pieces)}")
    for piece in made:
        if (piece.width, piece.height) != (pieces[0].width, pieces[0].height):
            what = f"'{back}' is {piece.width:g} x {piece.height:g} mm"
            faults.add("back", what, f"{pieces[0].width:g} x {pieces[0].height:g} as its front")
    faults.raise_if_any()
    return map(Face, pieces, cycle(made))


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
    kind = FORMATS[job.kind]
    name = job.stem if kind.paged and pages > 1 else f"{job.stem}{kind.suffix}"
    if job.target is None:
        return FOLDER / name
    if names_a_folder(job.target):
        return job.target if kind.paged and pages > 1 else Path(job.target) / name
    return job.target


def subject(faces: Sequence[Face]) -> str:
    """Say which version and which layouts made a file: name, version, content hash, seed."""
    pieces = [side for face in faces for side in (face.front, face.back) if side]
    said = [
        f"{piece.layout} v{piece.version} {piece.digest}"
        + (f" seed {piece.seed}" if piece.seed is not None else "")
        for piece in pieces
    ]
    return f"bloomprint {__version__}: " + ", ".join(dict.fromkeys(said))
