"""``bloomprint list``: what can be printed, on how many pages of which papers."""

from __future__ import annotations

import click

from generator.catalogue import Product, products
from generator.imposition import Misfit, Piece, choose_grid
from generator.pages import piece_of
from layouts.loader import GAMES, load
from layouts.rows import components
from layouts.tables import papers

HELP = """Show everything that can be printed: name, size, count and pieces a page.

\b
Examples:
  bloomprint list
  bloomprint list dice
"""


LINE = "{:<24}{:>12}{:>8}{:>8}{:>8}"
INDENT = "  "


@click.command("list", help=HELP)
@click.argument("game", type=click.Choice(GAMES), required=False)
def command(game: str | None) -> None:
    """List."""
    click.echo(LINE.format("print", "size in mm", "pieces", "a4", "letter"))
    for word in [game] if game else GAMES:
        for product in products(word):
            *figures, about = _row(product)
            click.echo(LINE.format(*figures))
            click.echo(click.wrap_text(about, 80, INDENT, INDENT))


def _row(product: Product) -> tuple[str, ...]:
    """Return name, size, count, pieces a page of both papers, and what it is."""
    loaded = [load(name) for name in product.layouts]
    first, piece = loaded[0].layout, piece_of(loaded[0])
    count = sum(len(components(each)) for each in loaded)
    return (
        product.word,
        f"{piece.width:g} x {piece.height:g}",
        str(count),
        _up(piece, "a4"),
        _up(piece, "letter"),
        first.about or first.title,
    )


def _up(piece: Piece, paper: str) -> str:
    try:
        return f"{choose_grid(piece, papers()[paper]).count}-up"
    except Misfit:
        return "-"
