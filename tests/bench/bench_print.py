"""Measure cold printing, each run a process of its own, beside a bare script and protograf.

python -m tests.bench.bench_print --runs 5 --protograf

The deck is one card with a frame, a flower of seven circles, a name, two numbers and a wrapped
line, nine a page. The bare reportlab script draws the same shapes and letters at fixed places with
the same font, its line broken by hand: no layout, no checks, no tags, no verification. protograf
0.5.2 gets the same card in its own language; it is installed into an environment that is thrown
away afterwards. The bare script for the sheets draws five pages of 72 flowers and 60 words.

What is compared runs in turn, so that a slow minute of the machine falls on all of it. Every
command runs once before it is measured: installed programs have their bytecode, a checkout
may have to compile it first. Ratios are said of the clock and of the processor's time, which other
work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from layouts.loader import GAMES
from output.fonts import faces

OURS = [sys.executable, "-c", "from generator.cli.main import main; main()"]
PAPERS = ("a4", "letter")
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"

BARE_SHEETS = """
import sys
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
pdfmetrics.registerFont(TTFont("body", sys.argv[2]))
canvas = Canvas(sys.argv[1], pagesize=(595, 842), invariant=1)
canvas.beginForm("flower", -15, -15, 15, 15)
for petal in range(12):
    canvas.saveState()
    canvas.rotate(30 * petal)
    path = canvas.beginPath()
    path.moveTo(0, 0)
    path.curveTo(6, 4, 6, 10, 0, 14)
    path.curveTo(-6, 10, -6, 4, 0, 0)
    canvas.drawPath(path, fill=1, stroke=1)
    canvas.restoreState()
canvas.endForm()
for page in range(5):
    for cell in range(72):
        canvas.saveState()
        canvas.translate(60 + cell % 8 * 43, 780 - cell // 8 * 43)
        canvas.doForm("flower")
        canvas.restoreState()
    canvas.setFont("body", 11)
    for word in range(60):
        canvas.drawString(60 + word % 6 * 80, 300 - word // 6 * 20, f"word {word}")
    canvas.showPage()
canvas.save()
"""

BARE_DECK = """
import sys
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
path, font, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
pdfmetrics.registerFont(TTFont("body", font))
canvas = Canvas(path, pagesize=(210 * mm, 297 * mm), invariant=1)
canvas.setTitle("Deck")
around = (11, 0), (5.5, 9.5), (-5.5, 9.5), (-11, 0), (-5.5, -9.5), (5.5, -9.5)
for n in range(count):
    column, row = n % 3, n % 9 // 3
    x, y = (10.5 + 63 * column) * mm, (16.5 + 88 * (2 - row)) * mm
    canvas.setStrokeColorRGB(0.27, 0.27, 0.27)
    canvas.roundRect(x + 3 * mm, y + 3 * mm, 57 * mm, 82 * mm, 3 * mm)
    canvas.setStrokeColorRGB(0.42, 0.18, 0)
    canvas.setFillColorRGB(0.84, 0.37, 0)
    for dx, dy in around:
        canvas.circle(x + (31.5 + dx) * mm, y + (52 + dy) * mm, 7.5 * mm, fill=1)
    canvas.setFillColorRGB(0.94, 0.89, 0.26)
    canvas.circle(x + 31.5 * mm, y + 52 * mm, 5 * mm, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.setFont("body", 20)
    canvas.drawString(x + 6 * mm, y + 76 * mm, str(n + 1))
    canvas.drawRightString(x + 57 * mm, y + 6 * mm, str(n + 1))
    canvas.setFont("body", 14)
    canvas.drawCentredString(x + 31.5 * mm, y + 28 * mm, f"flower {n + 1}")
    canvas.setFont("body", 10)
    lines = f"Take {n + 1} of these from the", "middle of the table and put", "them before you."
    for number, line in enumerate(lines):
        canvas.drawCentredString(x + 31.5 * mm, y + (22 - 4.5 * number) * mm, line)
    if n % 9 == 8 or n == count - 1:
        canvas.showPage()
canvas.save()
"""

PROTOGRAF_DECK = """
from protograf import *
Create(filename={path!r}, paper="A4", margin=0.5)
words = "Take %d of these from the middle of the table and put them before you."
rows = [["n", "name", "words"]] + [[n, f"flower {{n}}", words % n] for n in range(1, {count} + 1)]
Data(data_list=rows)
Deck(cards={count}, width=6.3, height=8.8)
around = (1.1, 0), (0.55, 0.95), (-0.55, 0.95), (-1.1, 0), (-0.55, -0.95), (0.55, -0.95)
petals = [Circle(cx=3.15 + dx, cy=3.6 + dy, radius=0.75, fill="#D55E00", stroke="#6B2F00")
          for dx, dy in around]
Card("*", Rectangle(x=0.3, y=0.3, width=5.7, height=8.2, rounding=0.3, stroke="#444444", fill=None),
     *petals, Circle(cx=3.15, cy=3.6, radius=0.5, fill="#F0E442"),
     Text(text=T("{{{{n}}}}"), x=0.9, y=1.1, font_size=20),
     Text(text=T("{{{{n}}}}"), x=5.4, y=8.2, font_size=20),
     Text(text=T("{{{{name}}}}"), x=3.15, y=6.2, font_size=14),
     Text(text=T("{{{{words}}}}"), x=0.7, y=6.5, width=4.9, height=1.6, font_size=10, wrap=True))
Save()
"""

OUR_DECK = """
title = "Deck"
kind = "card"
size = {{ width = 63, height = 88 }}
csv = "deck.csv"
item = "card-{{n}}"
elements = [
    {{ type = "rect", box = [3, 3, 57, 82], radius = 3, stroke = "#444444" }},
    {petals},
    {{ type = "circle", box = [26.5, 31, 10, 10], fill = "#F0E442", stroke = "#6B2F00" }},
    {{ type = "text", box = [6, 6, 30, 9], size = 20, text = "{{n}}" }},
    {{ type = "text", box = [27, 74, 30, 9], size = 20, text = "{{n}}", align = "right" }},
    {{ type = "text", box = [7, 55, 49, 7], size = 14, text = "{{name}}", align = "centre" }},
    {{ type = "text", box = [7, 62, 49, 16], size = 10, text = "{{words}}", align = "centre" }},
]
"""


class Run(NamedTuple):
    """A command and what it writes, if anything."""

    command: list[str]
    target: Path | None = None


def our_deck(folder: Path, count: int) -> Path:
    """Write the deck as a layout with its table beside it."""
    around = (11.0, 0.0), (5.5, 9.5), (-5.5, 9.5), (-11.0, 0.0), (-5.5, -9.5), (5.5, -9.5)
    petals = ",\n    ".join(
        f'{{ type = "circle", box = [{24 + dx}, {28.5 + dy}, 15, 15], '
        'fill = "#D55E00", stroke = "#6B2F00" }'
        for dx, dy in around
    )
    words = "Take {n} of these from the middle of the table and put them before you."
    rows = "".join(f"{n},flower {n},{words.format(n=n)}\n" for n in range(1, count + 1))
    (folder / "deck.csv").write_text(f"n,name,words\n{rows}", encoding="utf-8")
    path = folder / "deck.toml"
    path.write_text(OUR_DECK.format(petals=petals), encoding="utf-8")
    return path


def seconds(commands: Mapping[str, list[str]], runs: int) -> dict[str, tuple[float, float]]:
    """Return the median times of whole processes, once they have their bytecode: clock, processor.

    The commands run in turn, so that a slow minute of the machine falls on all of them.
    """
    environment = {name: said for name, said in os.environ.items() if name != NO_BYTECODE}
    found: dict[str, list[tuple[float, float]]] = {what: [] for what in commands}
    for _ in range(1 + runs):
        for what, command in commands.items():
            start, spent = time.perf_counter(), _spent()
            subprocess.run(command, check=True, capture_output=True, env=environment)
            found[what].append((time.perf_counter() - start, _spent() - spent))
    return {
        what: (median(clock for clock, _ in times[1:]), median(spent for _, spent in times[1:]))
        for what, times in found.items()
    }


def _spent() -> float:
    """Return the seconds of processor time that the processes started so far have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _times(longer: tuple[float, float], shorter: tuple[float, float]) -> str:
    """Say how many times as long something takes."""
    clock, processor = (a / b for a, b in zip(longer, shorter, strict=True))
    return f"{clock:.2f} times (processor {processor:.2f})"


def size(path: Path) -> str:
    """Return how large a file, or all the files of a folder, are."""
    files = [path] if path.is_file() else [found for found in path.rglob("*") if found.is_file()]
    return f"{sum(found.stat().st_size for found in files) / 1024:,.0f} KB"


def protograf(folder: Path) -> str:
    """Install protograf into an environment of its own and return its Python."""
    venv.create(folder / "peer", with_pip=True)
    python = str(folder / "peer" / "bin" / "python")
    subprocess.run(
        [python, "-m", "pip", "install", "-qqq", "protograf==0.5.2"],
        check=True,
        capture_output=True,
    )
    return python


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--protograf", action="store_true", help="also measure protograf 0.5.2")
    options = parser.parse_args()
    table = Table(
        "what", "clock", "processor", "size", title=f"cold printing, {options.runs} runs each"
    )
    font = str(faces("body")[0].path)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        peer = protograf(folder) if options.protograf else ""

        def measure(runs: Mapping[str, Run]) -> list[tuple[float, float]]:
            """Run commands in turn and put them into the table."""
            commands = {what: run.command for what, run in runs.items()}
            taken = seconds(commands, options.runs)
            for what, (clock, processor) in taken.items():
                target = runs[what].target
                written = size(target) if target else ""
                table.add_row(what, f"{clock:.2f} s", f"{processor:.2f} s", written)
            return list(taken.values())

        def printed(target: Path, *words: str) -> Run:
            return Run([*OURS, *words, "-o", str(target), "--force"], target)

        def bare(script: str, *words: str) -> Run:
            target = folder / "bare.pdf"
            return Run([sys.executable, "-c", script, str(target), font, *words], target)

        pdf, ratios = folder / "x.pdf", []
        measure({"--help": Run([*OURS, "--help"])})
        measure(
            {
                "five sheets, bare": bare(BARE_SHEETS),
                "five sheets": printed(pdf, "print", "dice/sheets"),
            }
        )
        measure({"field/cards": printed(pdf, "print", "field/cards")})
        for count in (100, 1000):
            decks = {
                f"{count} cards, bare reportlab": bare(BARE_DECK, str(count)),
                f"{count} cards": printed(pdf, "print", str(our_deck(folder, count))),
            }
            if peer and count == 100:
                script = folder / "deck.py"
                theirs = folder / "protograf.pdf"
                script.write_text(PROTOGRAF_DECK.format(path=str(theirs), count=count))
                decks[f"{count} cards, protograf"] = Run([peer, str(script)], theirs)
            least, mine, *other = measure(decks)
            ratios.append(f"{count} cards: {_times(mine, least)} the time of the bare script")
            for taken in other:
                ratios.append(f"protograf: {_times(taken, mine)} our time for {count} cards")
        total = 0.0
        for game in GAMES:
            for paper in PAPERS:
                target = folder / f"{game}-{paper}"
                command = printed(target, "kit", game, "--paper", paper)
                total += measure({f"kit {game}, {paper}": command})[0][0]
    Console().print(table)
    print(*ratios, f"all kits on both papers: {total:.1f} s", sep="\n")


if __name__ == "__main__":
    main()
