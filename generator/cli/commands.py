"""The command line: finds the command, and turns every expected failure into words and a code."""

from __future__ import annotations

import gc
import os
import sys
from difflib import get_close_matches

import click

from generator.cli.border import guarded, open_streams
from solver.signals import load

COMMANDS = {
    "list": "Show everything that can be printed.",
    "print": "Print sheets, cards, aids or a layout of your own.",
    "kit": "Print all components of a game into a folder.",
    "preview": "Draw contact sheets: many pieces a picture, labelled.",
    "calibrate": "Print a test page for your printer.",
    "printer": "Store what the test page says, and print true from then on.",
    "check": "List every fault of a layout, instance or record.",
    "preflight": "Check finished files against what a print service wants.",
    "score": "Score a written-down game.",
    "solve": "Find and prove the best score of a position.",
    "best": "Prove the best solo score that any dice allow on a sheet.",
    "puzzle": "Print puzzles with proven answers, one or a book.",
    "design": "Design a new sheet, deck or set of garden cards from a seed.",
    "new": "Start a layout of your own from a commented template.",
    "schema": "Write the JSON Schema of layout files for your editor.",
    "doctor": "Check that everything bloomprint needs is there and works.",
    "demo": "Show the main job in one go.",
}

EXAMPLES = """\b
Examples:
  bloomprint print dice/sheets                 five dice sheets as one PDF
  bloomprint print my-sheet.toml --paper letter
  bloomprint solve game.toml --print solved.pdf
  bloomprint list

bloomprint prints the sheets, cards and aids of four flower games from declarative layouts, and
knows, proven, the best score that any position allows. Everything printed is our own design;
the project is not affiliated with the games' publishers.
"""


class Lazy(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import ``generator/cli/<name>_command.py`` and return its command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = load(f"generator.cli.{cmd_name}_command").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; of a word that is none say the nearest."""
        near = get_close_matches(args[0], COMMANDS, n=1)
        if near and args[0] not in COMMANDS:
            ctx.fail(f"There is no command '{args[0]}'. Did you mean '{near[0]}'?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazy, help=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bloomprint", prog_name="bloomprint")
def cli() -> None:
    """Hold the commands together."""


def run() -> None:
    """Run the command line and leave with its exit code."""
    gc.set_threshold(100_000, 50, 50)  # pages and models are large and live to the end
    open_streams()
    code = guarded(lambda: cli.main(prog_name="bloomprint", standalone_mode=False), sys.argv[1:])
    gc.freeze()  # leaving would look through everything for circles: a fifth of printing a deck
    os._exit(code) if code in (130, 143) else sys.exit(code)
