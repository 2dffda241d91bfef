"""Redraw docs/gallery: a picture of every product, and of a sheet in all editions."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from generator.catalogue import products
from generator.jobs import Job, faces_of, print_faces
from generator.pages import Wishes
from layouts.loader import EDITIONS, GAMES
from layouts.tables import papers
from output.errors import OutputError

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"
DPI = 72


def draw(names: list[str], stem: str, edition: str = "colour") -> None:
    """Draw the first page of some layouts on A4."""
    faces = faces_of(names, edition)[:120]
    target = str(FOLDER / f"{stem}.png")
    wishes = Wishes(papers()["a4"])
    pages = [faces[:1]] if len({face.front.width for face in faces}) > 1 else [faces]
    for part in pages:
        try:
            print_faces(Job(part[: _up(part, wishes)], wishes, stem, "png", target, True, DPI))
        except OutputError as error:
            raise SystemExit(f"{stem}: {error}") from error
    _shrink(Path(target))
    print(target)


def _shrink(path: Path) -> None:
    """Keep the picture small: 128 colours are plenty for flat art."""
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(128, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def _up(faces: list, wishes: Wishes) -> int:
    from generator.pages import impose

    _, grids = impose(faces[:1], wishes)
    return grids[0].count


def main() -> None:
    """Draw everything."""
    for game in GAMES:
        for product in products(game):
            if len(product.layouts) == 1:
                draw(list(product.layouts), f"{game}-{product.name}")
    for letter in "abcde":
        draw([f"dice/sheet-{letter}"], f"dice-sheet-{letter}")
    for edition in EDITIONS[1:]:
        draw(["dice/sheet-a"], f"dice-sheet-a-{edition}", edition)


if __name__ == "__main__":
    main()
