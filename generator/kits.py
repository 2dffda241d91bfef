"""Games and wishes go in; the files of their kit come out: components, first page, manifest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.catalogue import Product, products
from generator.compose import NEXT, compose
from generator.jobs import composed, faces_of, files_of, left_out, rendered, subject
from generator.pages import Face, Wishes
from layouts import __version__
from layouts.facts import facts
from layouts.loader import load
from output.formats import named
from output.scene import Document

FIRST_PAGE = "shared/page-print-and-cut"


@dataclass(frozen=True, slots=True)
class Batch:
    """Faces that are printed into one file, and its name without ending."""

    stem: str
    faces: Sequence[Face]


def kit_files(
    game: str, wishes: Wishes, paper: str, edition: str, kind: str, folder: Path
) -> list[tuple[Path, bytes]]:
    """Return every file of a game's kit, rendered and verified but not yet written.

    Raises:
        BadInput: a layout has a fault.
        Misfit: a component does not fit on the paper.
    """
    batches = [
        Batch(f"{game}-{product.name}", _faces(product, wishes, edition))
        for product in products(game)
    ]
    about = {"game": game, "paper": paper, "edition": edition}
    title = "{called} ({credit})".format(**facts(game))
    return _kit(game, title, [game], batches, wishes, about, kind, folder)


def mixed_kit_files(
    games: Sequence[str], wishes: Wishes, paper: str, edition: str, kind: str, folder: Path
) -> list[tuple[Path, bytes]]:
    """Return every file of one kit for several games, in which pieces of one size share pages.

    Raises:
        BadInput: a layout has a fault.
        Misfit: a component does not fit on the paper.
    """
    runs: dict[str, list[Face]] = {}
    for product in (product for game in games for product in products(game)):
        for face in _faces(product, wishes, edition):
            stem = f"mixed-{face.front.width:g}x{face.front.height:g}"
            runs.setdefault(stem, []).append(face)
    batches = [Batch(stem, faces) for stem, faces in runs.items()]
    about = {"games": list(games), "paper": paper, "edition": edition}
    title = "; ".join(facts(game)["called"] for game in games)
    return _kit("mixed", title, games, batches, wishes, about, kind, folder)


def backs_left_out(games: Sequence[str], wishes: Wishes, edition: str) -> list[str]:
    """Return the layouts of the pieces whose backs these wishes leave out."""
    every = (product for game in games for product in products(game))
    return _lacking(face for product in every for face in _faces(product, wishes, edition))


def pages_of(games: Sequence[str], wishes: Wishes, edition: str) -> Document:
    """Return the pages of the pieces of several games, one after the other.

    Raises:
        BadInput: a layout has a fault.
        Misfit: a component does not fit on the paper.
    """
    every = (product for game in games for product in products(game))
    faces = [face for product in every for face in _faces(product, wishes, edition)]
    return composed(faces, wishes)[0]


def _faces(product: Product, wishes: Wishes, edition: str) -> list[Face]:
    """Return the pieces of a product; without backs, those to read are pieces of their own."""
    names = product.layouts if wishes.two_sided else (*product.layouts, *_to_read(product))
    return faces_of(names, edition, two_sided=wishes.two_sided, in_turn=wishes.flip is not None)


def _to_read(product: Product) -> list[str]:
    """Return the backs of a product's aids that the kit does not have as fronts already."""
    fronts = {name for other in products(product.game) for name in other.layouts}
    layouts = [load(name).layout for name in product.layouts]
    backs = [layout.back for layout in layouts if layout.kind == "aid" and layout.back]
    return [back for back in dict.fromkeys(backs) if back not in fronts]


def _lacking(faces: Iterable[Face]) -> list[str]:
    """Return the layouts with a back that is neither on the other side nor among the fronts."""
    every = list(faces)
    fronts = {face.front.layout for face in every}
    return left_out(face for face in every if face.front.back not in fronts)


def _kit(
    word: str,
    title: str,
    games: Sequence[str],
    batches: Sequence[Batch],
    wishes: Wishes,
    about: dict[str, Any],
    kind: str,
    folder: Path,
) -> list[tuple[Path, bytes]]:
    rows: list[dict[str, Any]] = []
    files: list[tuple[str, bytes]] = []
    for batch in batches:
        made, row = _printed(batch, wishes, kind)
        files += made
        rows.append(row)
    chosen = wishes.flip or ("fold" if wishes.fold else "none")
    lacking = _lacking(face for batch in batches for face in batch.faces)
    missing = "left out" if lacking else "none"
    backs = chosen if any(row["sides"] == 2 for row in rows) else missing
    lines = (product.make for game in games for product in products(game) if product.make)
    make = list(dict.fromkeys(lines))
    paper = about["paper"].title()
    more = {"kit": title, "products": rows, "paper": paper, "backs": backs, "make": make}
    first = [Face(piece) for piece in compose(FIRST_PAGE, about["edition"], more)]
    plain = Wishes(wishes.paper, printer=wishes.printer)
    pages, _ = rendered(first, plain, f"{word}-print-and-cut", kind)
    manifest = {
        **about,
        "made by": f"bloomprint {__version__}",
        "backs": backs,
        "products": rows,
    }
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    named_files = [*pages, *files, (f"{word}-manifest.json", text.encode())]
    return [(folder / name, data) for name, data in named_files]


def _pieces(face: Face) -> int:
    """Count what people cut out: sheets back to back are two, a back of its own is none."""
    return 1 + (face.back is not None and face.front.back == NEXT)


def _printed(
    batch: Batch, wishes: Wishes, kind: str
) -> tuple[list[tuple[str, bytes]], dict[str, Any]]:
    """Return the files of a batch and its row in the manifest."""
    made, grids = composed(batch.faces, wishes)
    files = files_of(made, batch.stem, kind)
    return files, {
        "file": files[0][0] if len(files) == 1 else f"{batch.stem}-*{named(kind).suffix}",
        "pieces": sum(map(_pieces, batch.faces)),
        "pages": len(made.pages),
        "sides": 2 if any(face.back for face in batch.faces) else 1,
        "grid": ", ".join(dict.fromkeys(grid.describe() for grid in grids)),
        "up": ", ".join(dict.fromkeys(grid.brief() for grid in grids)),
        "layouts": subject(batch.faces),
    }
