"""``bloomprint printer``: readings of the test page go in; they are stored, shown or forgotten."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from generator.cli.border import say
from generator.cli.tables import show
from generator.printers import checked, delete_printer, load_printer, names, save_printer
from layouts.faults import BadInput

HELP = """Store what the page of `bloomprint calibrate` says about a printer.

\b
Examples:
  bloomprint printer                                   all that are stored
  bloomprint printer office --offset 0.5,-1.2          backs: mm right, mm down
  bloomprint printer office --rotate 0.24              backs: degrees clockwise
  bloomprint printer office --scale 99.6,100.1         what the rulers of 100 mm measure
  bloomprint printer office                            what is stored
  bloomprint printer office --delete
  bloomprint print my-deck.toml --duplex long --printer office

Options that are left out keep their stored value.
"""


class Pair(click.ParamType[tuple[float, float]]):
    """Two numbers with a comma between them."""

    name = "X,Y"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Return both numbers."""
        if isinstance(value, tuple):
            return value
        try:
            x, y = map(float, value.split(","))
        except ValueError:
            self.fail(f"{value!r} is not two numbers with a comma, such as 0.5,-1.2", param, ctx)
        return x, y


@click.command("printer", help=HELP)
@click.argument("name", required=False)
@click.option("--offset", type=Pair(), help="Where the middle hole comes out on the back, in mm.")
@click.option("--rotate", type=float, metavar="DEG", help="Degrees clockwise, from the table.")
@click.option("--scale", type=Pair(), help="What the rulers of 100 mm measure, across and down.")
@click.option("--delete", is_flag=True, help="Forget this printer.")
def command(
    name: str | None,
    offset: tuple[float, float] | None,
    rotate: float | None,
    scale: tuple[float, float] | None,
    delete: bool,
) -> None:
    """Store, show, list or forget."""
    readings = {"offset": offset, "rotate": rotate, "scale": scale}
    given = {key: reading for key, reading in readings.items() if reading is not None}
    if name is None:
        if given or delete:
            raise click.UsageError("name the printer, such as: bloomprint printer office ...")
        _list()
    elif delete:
        if given:
            raise click.UsageError("--delete forgets the printer: leave out the readings")
        say(f"forgotten: {delete_printer(name)}")
    elif given:
        before = load_printer(name).model_dump() if name in names() else {}
        try:
            printer = checked({**before, **given})
        except BadInput as error:
            raise click.UsageError("\n".join(f"--{fault}" for fault in error.faults)) from None
        click.echo(save_printer(name, printer))
        say(printer.describe())
    else:
        click.echo(load_printer(name).describe())


def _list() -> None:
    if not names():
        say("no printer is stored yet; start with: bloomprint calibrate")
        return
    table = Table("printer", "what is made up for", box=None)
    for name in names():
        table.add_row(name, load_printer(name).describe())
    show(table)
