"""``bloomprint demo``: the main job in one go, into one folder."""

from __future__ import annotations

from pathlib import Path

import click

from generator.answers import answer_table, print_answer
from generator.cli import options
from generator.cli.border import say
from generator.cli.progress import watching
from generator.cli.solve_command import exit_code
from generator.cli.tables import show
from generator.jobs import Job, faces_of, print_faces
from generator.kits import kit_files
from generator.pages import Wishes
from layouts import HOME
from layouts.sources import read_source
from layouts.tables import papers
from output.files import save
from solver.run import solve

HELP = """Show the main job in one go: sheets, a kit, a whole game solved and drawn.

\b
Examples:
  bloomprint demo                 into printed/demo/
  bloomprint demo -o somewhere --force
"""

SHEETS = [f"dice/sheet-{letter}" for letter in "abcde"]


@click.command("demo", help=HELP)
@click.option(
    "-o",
    "--output",
    "target",
    type=options.Target(),
    default=Path("printed/demo"),
    show_default=True,
    help="Folder to write.",
)
@options.paper
@options.force
def command(target: Path, paper: str, force: bool) -> int:
    """Show."""
    wishes = Wishes(papers()[paper])
    for kind, place in (("pdf", target / "dice-sheets.pdf"), ("svg", target / "svg")):
        faces = faces_of(SHEETS, "colour")
        paths, _ = print_faces(Job(faces, wishes, "", kind, str(place), force))
        _tell(f"five dice sheets as {kind}", paths)
    kit = kit_files("dice", wishes, paper, "colour", "pdf", target / "dice-kit")
    _tell("a kit: sheets, aids, a page on printing and cutting", save(kit, force=force))
    example = target / "example.toml"
    save([(example, (HOME / "dice" / "example.toml").read_bytes())], force=force)
    _tell("a solo game as it was rolled", [example])
    source = read_source(str(example))
    with watching("solving it") as progress:
        answer = solve(source, progress=progress)
    result = answer.result
    show(answer_table(result, source))
    solved = target / "solved.pdf"
    if result.score is not None:
        _tell("the answer, drawn", print_answer(source, result, solved, paper, "colour", force))
    return exit_code(answer)


def _tell(what: str, paths: list[Path]) -> None:
    say(f"{what}:")
    for path in paths[:3]:
        click.echo(f"  {path}")
    if len(paths) > 3:
        click.echo(f"  ... and {len(paths) - 3} more in {paths[0].parent}")
