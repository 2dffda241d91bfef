"""Games and wishes go in; the files of their kit come out: components, first page, manifest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from generator.catalogue import Product, products
from generator.compose import compose
from generator.jobs import composed, faces_of, files_of, left_out, rendered, subject
from generator.pages import Face, Wishes
from layouts.facts import facts
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


def backs_left_out(games: Sequence[str], wishes: Wishes, edition: str) -> bool:
    """Tell whether pieces have backs that these wishes leave out."""
    every = (product for game in games for product in products(game))
    return any(left_out(_faces(product, wishes, edition)) for product in every)


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
    return faces_of(
        product.layouts, edition, two_sided=wishes.two_sided, in_turn=wishes.flip is not None
    )


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
    missing = "left out" if any(left_out(batch.faces) for batch in batches) else "none"
    backs = chosen if any(row["sides"] == 2 for row in rows) else missing
    lines = (product.make for game in games for product in products(game) if product.make)
    make = list(dict.fromkeys(lines))
    paper = about["paper"].title()
    more = {"kit": title, "products": rows, "paper": paper, "backs": backs, "make": make}
    first = [Face(piece) for piece in compose(FIRST_PAGE, "colour", more)]
    plain = Wishes(wishes.paper, printer=wishes.printer)
    pages, _ = rendered(first, plain, f"{word}-print-and-cut", kind)
    manifest = {
        **about,
        "made by": f"bloomprint {version('bloomprint')}",
        "backs": backs,
        "products": rows,
    }
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    named_files = [*pages, *files, (f"{word}-manifest.json", text.encode())]
    return [(folder / name, data) for name, data in named_files]


def _printed(
    batch: Batch, wishes: Wishes, kind: str
) -> tuple[list[tuple[str, bytes]], dict[str, Any]]:
    """Return the files of a batch and its row in the manifest."""
    made, grids = composed(batch.faces, wishes)
    files = files_of(made, batch.stem, kind)
    return files, {
        "file": files[0][0] if len(files) == 1 else f"{batch.stem}-*{named(kind).suffix}",
        "pieces": sum(1 + (face.back is not None) for face in batch.faces),
        "pages": len(made.pages),
        "sides": 2 if any(face.back for face in batch.faces) else 1,
        "grid": ", ".join(dict.fromkeys(grid.describe() for grid in grids)),
        "up": ", ".join(dict.fromkeys(grid.brief() for grid in grids)),
        "layouts": subject(batch.faces),
    }
