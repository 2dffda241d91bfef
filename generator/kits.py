"""A game and wishes go in; the files of its kit come out: components, first page, manifest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from generator.catalogue import Product, products
from generator.compose import compose
from generator.imposition import Grid
from generator.jobs import faces_of, rendered, subject
from generator.pages import Face, Wishes
from layouts.facts import facts
from output.formats import named

FIRST_PAGE = "shared/page-print-and-cut"


def kit_files(
    game: str, wishes: Wishes, paper: str, edition: str, kind: str, folder: Path
) -> list[tuple[Path, bytes]]:
    """Return every file of a game's kit, rendered and verified but not yet written.

    Raises:
        BadInput: a layout has a fault.
        Misfit: a component does not fit on the paper.
    """
    rows: list[dict[str, Any]] = []
    files: list[tuple[Path, bytes]] = []
    for product in products(game):
        made, row = _product(product, wishes, edition, kind)
        files += [(folder / name, data) for name, data in made]
        rows.append(row)
    more = {
        "kit": facts(game)["title"],
        "products": rows,
        "paper": paper,
        "flip": wishes.flip or "long",
    }
    first = [Face(piece) for piece in compose(FIRST_PAGE, "colour", more)]
    pages, _ = rendered(first, replace(wishes, up=None, flip=None), f"{game}-print-and-cut", kind)
    manifest = {
        "game": game,
        "made by": f"bloomprint {version('bloomprint')}",
        "paper": paper,
        "edition": edition,
        "products": rows,
    }
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    start = [(folder / name, data) for name, data in pages]
    return [*start, *files, (folder / f"{game}-manifest.json", text.encode())]


def _product(
    product: Product, wishes: Wishes, edition: str, kind: str
) -> tuple[list[tuple[str, bytes]], dict[str, Any]]:
    faces = faces_of(product.layouts, edition, two_sided=wishes.flip is not None)
    stem = f"{product.game}-{product.name}"
    files, grids = rendered(faces, wishes, stem, kind)
    return files, {
        "file": files[0][0] if len(files) == 1 else f"{stem}-*{named(kind).suffix}",
        "pieces": sum(1 + (face.back is not None) for face in faces),
        "pages": sum(-(-len(faces) // grid.count) for grid in grids[:1]),
        "grid": ", ".join(_grids(grids)),
        "layouts": subject(faces),
    }


def _grids(grids: list[Grid]) -> Iterator[str]:
    yield from dict.fromkeys(grid.describe() for grid in grids)
