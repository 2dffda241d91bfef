"""Measure how puzzles come out: levels, rejections, and how fast they are made.

python -m tests.bench.levels dice --puzzles 60               one game, as a table
python -m tests.bench.levels -o docs/levels.md               the report of the docs: 200 a game
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path

from solver.puzzle import LEVELS, Candidate, Puzzle, Rejected, evaluate, games, puzzles, stream

SEED = 2026
AHEAD = 8  # candidates evaluated at a time


@dataclass
class Made:
    """What was measured of one kind."""

    levels: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    regenerated: int = 0
    seen: set[str] = field(default_factory=set)

    @property
    def found(self) -> int:
        """Puzzles found."""
        return self.levels.total()


def timed(candidate: Candidate) -> tuple[Puzzle | Rejected, float]:
    """Evaluate a candidate; return CPU seconds too."""
    start = time.process_time()
    return evaluate(candidate), time.process_time() - start


def same_again(found: Puzzle) -> bool:
    """Tell whether a code leads to the same puzzle again."""
    return asdict(evaluate(Candidate(found.game, found.kind, found.seed))) == asdict(found)


def measure(word: str, kind: str, wanted: int, pool: ProcessPoolExecutor, checked: int) -> Made:
    """Look at candidates until enough puzzles of a kind are found; regenerate some of them."""
    made, candidates, found = Made(), stream(word, kind, SEED), []
    while made.found < wanted:
        for outcome, seconds in pool.map(timed, islice(candidates, AHEAD)):
            made.seconds.append(seconds)
            if isinstance(outcome, Rejected):
                made.reasons[outcome.reason] += 1
            elif outcome.canonical in made.seen:
                made.reasons["there already"] += 1
            else:
                made.seen.add(outcome.canonical)
                made.levels[outcome.level] += 1
                found.append(outcome)
        print(f"{word} {kind}: {made.found} of {wanted}", file=sys.stderr, flush=True)
    made.regenerated = sum(pool.map(same_again, found[:checked]))
    return made


def table(made: dict[tuple[str, str], Made], asked: argparse.Namespace) -> str:
    """Return the report in Markdown."""
    words = ["python -m tests.bench.levels", *asked.games, f"--puzzles {asked.puzzles}"]
    words += ["--kinds", *asked.kinds] if asked.kinds else []
    command = " ".join([*words, f"--check {asked.check}"])
    lines = [
        "# Levels of puzzles",
        "",
        f"Made by `{command} -o docs/levels.md` (seed {SEED}). A puzzle's level is the least level "
        "whose player reaches the proven best score, 5 if none does. Shares of levels are of the "
        "puzzles found; seconds are CPU time of one core for one candidate.",
        "",
        "| game | kind | puzzles | "
        + " | ".join(f"level {level}" for level in LEVELS)
        + " | candidates | kept | mean s | longest s | CPU s a puzzle |",
        "|" + "---|" * (8 + len(LEVELS)),
    ]
    for (word, kind), one in made.items():
        shares = " | ".join(f"{100 * one.levels[n] / one.found:.0f} %" for n in LEVELS)
        looked, spent = len(one.seconds), sum(one.seconds)
        lines.append(
            f"| {word} | {kind} | {one.found} | {shares} | {looked} | "
            f"{100 * one.found / looked:.0f} % | {spent / looked:.1f} | {max(one.seconds):.1f} | "
            f"{spent / one.found:.1f} |"
        )
    lines += ["", "What became of the other candidates:", ""]
    for (word, kind), one in made.items():
        reasons = ", ".join(f"{many} {reason}" for reason, many in one.reasons.most_common())
        lines.append(f"- {word} {kind}: {reasons or 'none rejected'}")
    again = sum(one.regenerated for one in made.values())
    tried = sum(min(asked.check, one.found) for one in made.values())
    lines += ["", f"Regenerated from their codes, equal in every part: {again} of {tried}.", ""]
    return "\n".join(lines)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--kinds", nargs="*", help="only these kinds")
    parser.add_argument("--puzzles", type=int, default=200, help="of each game")
    parser.add_argument("--check", type=int, default=5, help="regenerated of each kind")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("-o", type=Path)
    arguments = parser.parse_args()
    made = {}
    with ProcessPoolExecutor(arguments.workers) as pool:
        for word in arguments.games or games():
            kinds = [k for k in puzzles(word).KINDS if k.word in (arguments.kinds or [k.word])]
            for kind in kinds:
                wanted = -(-arguments.puzzles // len(kinds))
                made[word, kind.word] = measure(word, kind.word, wanted, pool, arguments.check)
                if arguments.o:
                    arguments.o.write_text(table(made, arguments), encoding="utf-8")
    sys.stdout.write(table(made, arguments))


if __name__ == "__main__":
    main()
