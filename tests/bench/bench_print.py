"""Measure cold printing: our five dice sheets against a bare reportlab script that draws as much.

python -m tests.bench.bench_print --runs 5

The bare script draws five pages of 72 flowers (one form each of 12 petals) and 60 words in the same
font: no layout, no checks, no tags, no verification.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from output.fonts import faces

BARE = """
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


def seconds(command: list[str], runs: int) -> float:
    """Return the median wall time of a whole process."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    ours = "from generator.cli.main import main; main()"
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "x.pdf")
        font = str(faces("body")[0].path)
        rows = {
            "bare reportlab": [sys.executable, "-c", BARE, path, font],
            "print dice/sheets": [
                sys.executable, "-c", ours, "print", "dice/sheets", "-o", path, "--force"
            ],
            "--help": [sys.executable, "-c", ours, "--help"],
        }  # fmt: skip
        for name, command in rows.items():
            size = f"{Path(path).stat().st_size // 1024:4d} KB" if name == "--help" else ""
            print(f"{name:20s} {seconds(command, runs):6.2f} s {size and '(sheets: ' + size + ')'}")


if __name__ == "__main__":
    main()
