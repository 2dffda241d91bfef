"""``bloomprint score``: a written-down game goes in; everybody's points come out."""

from __future__ import annotations

import json
from typing import Any

import click

from generator.cli import options
from generator.cli.border import BAD_INPUT, counted, reads_only, say
from generator.cli.tables import moves_table, score_table, show
from layouts.sources import read_source
from solver.games import game, game_of
from solver.games import record as record_of

HELP = """Replay a written-down game and say everybody's points, or every rule that was broken.

\b
Examples:
  bloomprint score record.toml
  bloomprint score record.toml --json
  bloomprint score - < record.toml

RECORD is a TOML file: what was rolled or dealt, and what everybody did. A solo game of dice:

\b
  game = "dice"
  kind = "record"
  sheet = "A"
  rounds = ["O1 P2 B1 Y3 V2"]
  picks = [["O1: A2", "P2:"]]

A pick is a die, a colon and the flowers circled. README.md shows a record of other games,
docs/games.md explains all words.
"""


@click.command("score", help=HELP)
@click.argument("record")
@options.as_json
@reads_only
def command(record: str, as_json: bool) -> int:
    """Score."""
    source = read_source(record)
    rules = game(game_of(source))
    found = record_of(rules, source)
    result = rules.score(found)
    if as_json:
        click.echo(json.dumps(result, ensure_ascii=False))
    else:
        done = result.get("finished", result.get("complete", True))
        winners = result.get("winner", result.get("winners", ()))
        show(score_table(rules.score_sheet(found, result), done=done, winners=winners))
    faults: list[Any] = result.get("faults", [])
    if not as_json:
        show(moves_table(getattr(rules, "turns", lambda _: [])(found)))
    if faults:
        say(f"{len(faults)} broken rule{'s' * (len(faults) > 1)} in {source.name}")
        for fault in faults:
            say(f"  {counted(fault)}")
        if len(faults) > 1:
            say("  a broken rule may be the cause of those after it: mend the first, score again")
        return BAD_INPUT
    return 0
