"""A result goes in; a table for the terminal or a drawn page comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.text import Text

from generator.cli.tables import in_words, moves_table
from generator.compose import compose
from generator.imposition import choose_grid
from generator.jobs import Job, print_faces
from generator.pages import Face, Wishes, piece_of
from layouts.loader import load
from layouts.sources import Source
from layouts.tables import papers
from output import FORMATS
from solver.games import game
from solver.result import Result

WORDS = {
    "proved": "proved: no play does better",
    "best-found": "the best found; not proved",
    "infeasible": "no play exists",
    "none": "the limit came before any play was found",
}


NOTHING = "doing nothing is best"


def answer_table(result: Result, source: Source | None = None) -> RenderableType:
    """Return score, proof, breakdown and moves of a result.

    Args:
        result: what was found.
        source: the position that was asked, whose moves are then said as on its drawn page.
    """
    head = Text()
    if result.score is not None:
        head.append(f"score {result.score}", style="bold")
        head.append(f", {WORDS[result.status]}")
        if result.status != "proved" and result.bound is not None:
            head.append(f" (nothing can be above {result.bound})")
    else:
        head.append(WORDS[result.status], style="bold")
    head.append(f"; {result.seconds:.1f} s")
    drawn = import_module(f"generator.{result.game}")
    instance = None if source is None else game(result.game).read(source)
    breakdown = drawn.summands(instance, result.breakdown)
    parts = {name: points for name, points in breakdown.items() if not _lines(points)}
    head.append("\n" + ", ".join(f"{name} {in_words(points)}" for name, points in parts.items()))
    for points in filter(_lines, breakdown.values()):
        for number, line in enumerate(points, 1):
            head.append(f"\nround {number}: {line}")
    if _nothing_is_best(result):
        head.append(f"\nno move: {NOTHING}")
    moves: Sequence[Mapping[str, Any]] = result.moves
    if instance is not None:
        moves = drawn.spoken(instance, moves)
    return Lines(head, moves_table(moves))


def _nothing_is_best(result: Result) -> bool:
    """Tell whether the best play has no move, which would look as if it were missing."""
    return result.status == "proved" and not result.moves


def _lines(points: Any) -> bool:
    """Tell whether a part of a breakdown is a list of texts, such as the dice of each round."""
    return isinstance(points, list | tuple) and all(isinstance(line, str) for line in points)


def refuse_paper(word: str, paper: str, edition: str) -> None:
    """Refuse, before a game's search, a paper that the page of its answer is too large for.

    Raises:
        Misfit: says what does fit.
    """
    choose_grid(piece_of(load(f"{word}/solved", edition)), papers()[paper])


def print_answer(
    source: Source, result: Result, target: Path, paper: str, edition: str, force: bool
) -> list[Path]:
    """Draw a result on its board and write it; the file's ending names the format.

    Raises:
        Misfit: the page does not fit on the paper.
        OutputError: the target may not be written, or writing failed.
    """
    more = import_module(f"generator.{result.game}").solved(
        game(result.game).read(source), result.to_json()
    )
    note = f"{WORDS[result.status].capitalize()}."
    if result.status == "best-found":
        note += f" Bound: {result.bound}."
    if _nothing_is_best(result):
        note = f"Proved: {NOTHING}."
    pieces = compose(f"{result.game}/solved", edition, {**more, "note": note})
    kind = next((k for k, f in FORMATS.items() if f.suffix == target.suffix.lower()), "pdf")
    faces = [Face(piece) for piece in pieces]
    paths, _ = print_faces(Job(faces, Wishes(papers()[paper]), "", kind, str(target), force))
    return paths
