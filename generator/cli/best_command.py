"""``bloomprint best``: a dice sheet goes in; the best score that any dice allow comes out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from generator.answers import answer_table
from generator.cli import options
from generator.cli.border import reads_only
from generator.cli.progress import watching
from generator.cli.solve_command import exit_code
from generator.cli.tables import show
from layouts.faults import BadInput, Fault, shown
from layouts.loader import board_text, is_layout
from layouts.sources import Source, read_source
from solver.dice.instance import sheets
from solver.run import solve

HELP = """Prove the best solo score that any dice could give on a sheet, and show such a play.

\b
Examples:
  bloomprint best dice A
  bloomprint best dice my-sheet.toml --json

Eight rounds, two dice of different colours a round, the re-roll kept: what would perfect dice do?
SHEET is A to E, or a layout of your own with a [board]. It can take a minute; Ctrl-C keeps the
best play found so far.
"""


@click.command("best", help=HELP)
@click.argument("game", type=click.Choice(["dice"]))
@click.argument("sheet")
@options.as_json
@options.time_limit
@options.seed
@reads_only
def command(game: str, sheet: str, as_json: bool, time_limit: float | None, seed: int) -> int:
    """Prove the best."""
    table: dict[str, Any] = {"game": game, "sheet": sheet}
    if sheet.endswith(".toml"):
        _check_layout(sheet)
        table = {"game": game, "board": {"text": board_text(sheet)}}
    elif sheet not in sheets():
        mend = f"{', '.join(sheets())}, or a file with a [board] such as my-sheet.toml"
        raise BadInput(Fault("", f"there is no sheet {shown(sheet)}", mend))
    source = Source(table, sheet, Path())
    with watching("proving") as progress:
        answer = solve(
            source,
            seed=seed,
            time_limit_s=time_limit,
            progress=progress,
            rules=f"solver.{game}.best",
            model=f"solver.{game}.best_model",
        )
    if as_json:
        click.echo(json.dumps(answer.result.to_json(), ensure_ascii=False))
    else:
        show(answer_table(answer.result))
    return exit_code(answer)


def _check_layout(file: str) -> None:
    """Refuse a position or a record.

    Raises:
        BadInput: the file is one.
        Unreadable: it does not exist.
    """
    source = read_source(file)
    if "game" in source.table and not is_layout(source):
        mend = "use bloomprint solve or score; best takes A to E, or a layout with a [board]"
        raise BadInput(Fault("", "this is a file of a game, not a sheet", mend, file))
