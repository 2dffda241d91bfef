"""``bloomprint check``: every fault of a layout, board, instance or record."""

from __future__ import annotations

from collections.abc import Iterator

import click

from generator.cli.border import BAD_INPUT, FAILED, say, say_faults
from generator.coarse import blurred
from generator.compose import check_layout, compose
from layouts.faults import BadInput, Fault, Unreadable
from layouts.loader import is_layout
from layouts.sources import read_source
from solver.games import check, game, game_of

HELP = """List every fault of layouts, boards, instances and records, not only the first.

\b
Examples:
  bloomprint check my-sheet.toml
  bloomprint check game.toml record.toml

A table with the key `game` and without `elements` or `extends` is an instance or record; any other
file is a layout.
"""


@click.command("check", help=HELP)
@click.argument("files", nargs=-1, required=True)
def command(files: tuple[str, ...]) -> int:
    """Check."""
    faults: list[Fault] = []
    unread: list[Unreadable] = []
    for file in files:
        try:
            found = _faults(file)
        except Unreadable as error:
            unread.append(error)
            continue
        faults += found
        if not found:
            click.echo(f"{file}: good")
            for line in _notes(file):
                say(line)
    for missing in unread:
        say(str(missing))
    if faults:
        say_faults(faults, so="")
        return BAD_INPUT
    return FAILED if unread else 0


def _notes(file: str) -> Iterator[str]:
    """Yield what is no fault, but not as good as it might be."""
    if is_layout(read_source(file)):
        yield from blurred(picture for piece in compose(file) for picture in piece.pictures)


def _faults(file: str) -> list[Fault]:
    try:
        source = read_source(file)
        if is_layout(source):
            return list(check_layout(file))
        return check(game(game_of(source)), source)
    except BadInput as error:
        return list(error.faults)
