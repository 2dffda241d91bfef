"""``bloomprint puzzle``: a game goes in; proven puzzles, one or a book of them, come out."""

from __future__ import annotations

import datetime
import json
import math
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from types import FrameType
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from generator.books import Order, book, book_papers, is_trim, refuse_unbound
from generator.cli import options
from generator.cli.border import say
from generator.puzzles import Found, Ledger, Wish, find, wish_for, workers
from layouts.faults import BadInput, Fault
from output import FORMATS, write
from output.files import check_targets
from solver.puzzle import LEVELS, Candidate, Puzzle, Rejected, evaluate, games, read_code

HELP = """Print puzzles with proven answers: a page for the evening, or a book.

\b
Examples:
  bloomprint puzzle dice                                one puzzle and its solution
  bloomprint puzzle dice --seed 2                       another one
  bloomprint puzzle dice --count 12 --level 1-3 -o evening.pdf
  bloomprint puzzle all --count 100 -o book.pdf
  bloomprint puzzle dice --kind pair --count 8 --paper a5
  bloomprint puzzle all --count 60 --paper kdp-6x9 -o inside.pdf
  bloomprint puzzle all --today                         today's puzzle, the same for everybody
  bloomprint puzzle --code DF-HYJCC-1B                  that puzzle again
  bloomprint puzzle dice --count 5 --json > puzzles.json

GAME is a game's word or all. What has been found is kept beside the book until it is finished:
a run that was stopped goes on when the same command is given again.
"""

FOLDER = Path("printed")


class Levels(click.ParamType[Any]):
    """``3`` or ``2-4``."""

    name = "level"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, ...]:
        """Return the levels of a text."""
        first, _, last = str(value).partition("-")
        try:
            found = tuple(range(int(first), int(last or first) + 1))
        except ValueError:
            found = ()
        if not found or not set(found) <= set(LEVELS):
            self.fail(f"{value!r} is no level; 1 to 5, or a range such as 2-4", param, ctx)
        return found


@click.command("puzzle", help=HELP)
@click.argument("game", required=False, type=click.Choice([*games(), "all"]))
@click.option(
    "--count",
    type=click.IntRange(1, 800),
    default=1,
    show_default=True,
    help="How many puzzles.",
)
@click.option("--level", "levels", type=Levels(), help="1 to 5, or a range such as 2-4.")
@click.option(
    "--kind",
    help="One kind only. dice: full, rounds, pair; field: placement, round, last; tiles: turn, "
    "harvest; garden: card, plan.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), help="Other numbers, other puzzles; without it 0."
)
@click.option("--today", is_flag=True, help="The date is the seed.")
@click.option("--code", help="Print the puzzle of a code again.")
@click.option("-o", "--output", "target", type=options.Target(), help="File or folder.")
@click.option(
    "--solutions",
    type=click.Choice(["end", "separate", "none"]),
    default="end",
    show_default=True,
    help="At the end, in a file of their own, or not at all.",
)
@click.option(
    "--paper", type=click.Choice(list(book_papers()), case_sensitive=False),
    default="a4", show_default=True,
    help="kdp-...: trim sizes, with the gutter that the number of pages needs.",
)  # fmt: skip
@click.option(
    "--edition", type=click.Choice(["colour", "low-ink", "large"]), default="colour",
    show_default=True, help="low-ink: line art; large: big print.",
)  # fmt: skip
@options.file_format
@options.as_json
@click.option(
    "--workers",
    "busy",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="Searches at the same time.",
)
@click.option("--cluster", default="", help="Address of a Dask scheduler that does the work.")
@options.force
def command(
    game: str | None,
    count: int,
    levels: tuple[int, ...] | None,
    kind: str | None,
    seed: int | None,
    today: bool,
    code: str | None,
    target: Path | None,
    solutions: Any,
    paper: str,
    edition: str,
    form: str,
    as_json: bool,
    busy: int,
    cluster: str,
    force: bool,
) -> int:
    """Make puzzles."""
    order = Order(paper, edition, solutions)
    drawn = target is not None or not as_json
    candidate = None if code is None else read_code(code)
    name = candidate.code if candidate else _name(game, count, seed, today=today)
    path = target or FOLDER / f"puzzles-{name}"
    path = path if path.suffix or FORMATS[form].paged else path.with_suffix(FORMATS[form].suffix)
    instead = _instead(seed, drawn_anew=not (code or today))
    if drawn and not FORMATS[form].paged:
        paths = [path, _apart(path)][: 1 + (solutions == "separate")]
        check_targets(paths, force=force, instead=instead)
    if candidate is not None:
        found = [_again(candidate)]
    else:
        wish = _wish(game, kind, levels, count, seed, today=today)
        if drawn:
            refuse_unbound(count, len({word for word, _ in wish.lines}), order)
        ledger = Ledger(path.with_name(f".{path.name}.found") if drawn else None)
        try:
            with _terminable():
                found = _searched(wish, busy, cluster, ledger).puzzles
        except _Terminated as stop:
            kept = ledger.path is not None and ledger.path.exists()
            more = f"; run the same command again to go on ({ledger.path})" if kept else ""
            say(f"stopped{more}")
            return stop.code
    if as_json:
        click.echo(json.dumps(list(exported(found)), ensure_ascii=False))
    if drawn:
        order = replace(order, subtitle=subtitle(found))
        documents = book(found, order)
        for document, file in zip(documents, (path, _apart(path)), strict=False):
            metadata = not is_trim(paper)
            for written in write(
                document, file, form, force=force, metadata=metadata, instead=instead
            ):
                click.echo(written, err=as_json)
    if candidate is None:
        ledger.close()
    return 0


def _day() -> int:
    return int(datetime.date.today().strftime("%Y%m%d"))


def _name(game: str | None, count: int, seed: int | None, *, today: bool) -> str:
    """Return what a file is called after the puzzles that are wished."""
    if today:
        return f"{game}-{_day()}"
    return f"{game}-{count}" + ("" if seed is None else f"-seed-{seed}")


def _instead(seed: int | None, *, drawn_anew: bool) -> str:
    """Say what can be done where a file of these puzzles exists."""
    others = f", or --seed {(seed or 1) + 1} for other puzzles"
    return "or another name with -o" + others * drawn_anew


def _apart(path: Path) -> Path:
    """Return where solutions go that are a file of their own."""
    return path.with_name(f"{path.stem}-solutions{path.suffix}")


def _wish(
    game: str | None,
    kind: str | None,
    levels: tuple[int, ...] | None,
    count: int,
    seed: int | None,
    *,
    today: bool,
) -> Wish:
    if game is None:
        raise click.UsageError("name a game, or all; or a puzzle with --code")
    if today and seed is not None:
        raise click.UsageError("--today is a seed: leave out --seed")
    return wish_for(game, kind, levels, count, _day() if today else seed or 0)


def _again(candidate: Candidate) -> Puzzle:
    """Return the puzzle of a code.

    Raises:
        BadInput: it leads to none.
    """
    found = evaluate(candidate, work=math.inf)
    if isinstance(found, Rejected):
        raise BadInput(
            Fault(f"code {candidate.code}", f"leads to no puzzle: {found.reason}", "try another")
        )
    return found


def subtitle(found: Sequence[Puzzle]) -> str:
    """Say what is in a book."""
    levels = sorted({puzzle.level for puzzle in found})
    many = f"{len(found)} puzzles" if len(found) > 1 else "One puzzle"
    words = f"level {levels[0]}" if len(levels) == 1 else f"levels {levels[0]} to {levels[-1]}"
    return f"{many}, {words}"


def exported(found: Sequence[Puzzle]) -> Iterator[dict[str, Any]]:
    """Yield every puzzle with its answer as a table."""
    for number, puzzle in enumerate(found, 1):
        table = asdict(puzzle)
        del table["canonical"]
        yield {"number": number, **table, "instance": table.pop("table")}


class _Terminated(BaseException):
    """A signal asked us to stop."""

    def __init__(self, code: int) -> None:
        self.code = code


@contextmanager
def _terminable() -> Iterator[None]:
    """Turn Ctrl-C and SIGTERM into an exit that keeps what was found."""
    wanted = (signal.SIGINT, signal.SIGTERM)

    def stop(number: int, _: FrameType | None) -> None:
        for further in wanted:  # which would leave things of the workers behind
            signal.signal(further, signal.SIG_IGN)
        raise _Terminated(128 + number)

    before = {number: signal.signal(number, stop) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _searched(wish: Wish, busy: int, cluster: str, ledger: Ledger) -> Found:
    """Search with a bar that shows puzzles found and the time left, on a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("time left"),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("proving puzzles", total=wish.count)

        def tell(evaluated: int, found: int) -> None:
            bar.update(task, completed=found, description=f"proving, {evaluated} tried")

        with workers(busy, cluster) as (pool, many):
            return find(wish, pool, many, ledger, tell)
