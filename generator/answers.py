"""A result goes in; a table for the terminal or a drawn page comes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.compose import compose
from generator.jobs import Job, print_faces
from generator.pages import Face, Wishes
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


def answer_table(result: Result) -> RenderableType:
    """Return score, proof, breakdown and moves of a result."""
    head = Text()
    if result.score is not None:
        head.append(f"score {result.score}", style="bold")
        head.append(f", {WORDS[result.status]}")
        if result.status != "proved" and result.bound is not None:
            head.append(f" (nothing can be above {result.bound})")
    else:
        head.append(WORDS[result.status], style="bold")
    head.append(f"; {result.seconds:.1f} s")
    parts = ", ".join(f"{name} {_words(points)}" for name, points in result.breakdown.items())
    return Lines(head, Text(parts), *([_moves(result.moves)] if result.moves else []))


def _moves(moves: Sequence[Mapping[str, Any]]) -> Table:
    keys = list(dict.fromkeys(key for move in moves for key in move))
    shown = [key for key in keys if any(move.get(key) not in (None, False, []) for move in moves)]
    table = Table(*shown, box=None)
    for move in moves:
        table.add_row(*(_words(move.get(key)) for key in shown))
    return table


def _words(value: Any) -> str:
    match value:
        case None | False | [] | ():
            return "-"
        case True:
            return "yes"
        case list() | tuple():
            return " ".join(_words(part) for part in value)
        case dict():
            return ", ".join(f"{key} {_words(part)}" for key, part in value.items())
    return str(value)


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
    pieces = compose(f"{result.game}/solved", edition, {**more, "note": note})
    kind = next((k for k, f in FORMATS.items() if f.suffix == target.suffix.lower()), "pdf")
    faces = [Face(piece) for piece in pieces]
    paths, _ = print_faces(Job(faces, Wishes(papers()[paper]), "", kind, str(target), force))
    return paths
