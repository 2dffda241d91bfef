"""``bloomprint solve``: a position goes in; its best play, proven, comes out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from generator.answers import answer_table, print_answer, refuse_paper
from generator.cli import options
from generator.cli.border import BUG, INFEASIBLE, NOTHING_FOUND, reads_only, say
from generator.cli.progress import watching
from generator.cli.tables import show
from layouts.faults import BadInput, Fault
from layouts.sources import Source, read_source
from output.files import check_targets
from solver import certify as certificates
from solver.games import game_of
from solver.result import Result
from solver.run import Answer, solve

HELP = """Find the best play of a position and prove that no play does better.

\b
Examples:
  bloomprint solve game.toml
  bloomprint solve game.toml --json > answer.json
  bloomprint solve game.toml --print solved.pdf
  bloomprint solve game.toml --certify
  bloomprint solve game.toml --time-limit 10

INSTANCE is a TOML file, or JSON or TOML on stdin with -. A game of dice still to be played:

\b
  game = "dice"
  sheet = "A"
  rounds = ["O5 P2 B5 Y3 V4", "O1 P6 B2 Y4 V4"]

O, P, B, Y and V are the dice: orange, pink, blue, yellow, purple; one text a round. README.md
shows a position of every game, docs/games.md explains all words. Ctrl-C keeps the best play found
so far. Exit code 4: no play exists; 5: the limit came before any play was found, or the search
died.
"""


@click.command("solve", help=HELP)
@click.argument("instance")
@options.as_json
@options.time_limit
@options.seed
@click.option(
    "--objective",
    help="What to maximise. field: total, margin; tiles: net, reward, tiles; garden: points, "
    "sale, flowers.",
)
@click.option(
    "--print",
    "target",
    type=options.Target(stdout=True),
    help="Draw the answer into a .pdf, .svg or .png; - is stdout, a PDF.",
)
@click.option("--certify", is_flag=True, help="Prove it again in other ways and compare.")
@options.paper
@options.edition
@options.force
@reads_only
def command(
    instance: str,
    as_json: bool,
    time_limit: float | None,
    seed: int,
    objective: str | None,
    target: Path | None,
    certify: bool,
    paper: str,
    edition: str,
    force: bool,
) -> int:
    """Solve."""
    to_stdout = str(target) == options.STDOUT
    if to_stdout and as_json:
        raise click.UsageError("--json and --print - both write to stdout: print into a file")
    source = read_source(instance)
    if objective is not None:
        source = replace(source, table={**source.table, "objective": objective})
    if target is not None:
        options.keep_inputs(target, [instance])
        options.format_of(None, target)
        check_targets([] if to_stdout else [target], force=force)
        refuse_paper(game_of(source), paper, edition)
    try:
        with watching("solving") as progress:
            answer = solve(source, seed=seed, time_limit_s=time_limit, progress=progress)
    except BadInput as error:
        raise BadInput(_of_option(fault, objective) for fault in error.faults) from None
    result = answer.result
    if as_json:
        click.echo(json.dumps(result.to_json(), ensure_ascii=False))
    else:
        show(answer_table(result, source), err=to_stdout)
    if target is not None and result.score is not None:
        for path in print_answer(source, result, target, paper, edition, force):
            say(f"drawn: {path}")
    code = exit_code(answer)
    if certify and code in (0, INFEASIBLE):
        return _certified(source, result, time_limit) or code
    return code


def _of_option(fault: Fault, objective: str | None) -> Fault:
    """Return a fault of the objective as one of the option where that is where it stands."""
    if objective is None or fault.where != "objective":
        return fault
    if fault.what.startswith("unknown key"):
        return Fault("--objective", "a position of this kind has only one", "leave it out")
    return replace(fault, where="--objective", file="")


def _certified(source: Source, result: Result, limit: float | None) -> int:
    """Prove a result in other ways and say what agreed; return the exit code, 0 if all did."""
    say(f"certifying: {result.status} {result.score}")
    certificate = certificates.certify(source, result, time_limit_s=limit, heard=_tell)
    outcomes = [check.outcome for check in certificate.checks]
    if "disagrees" in outcomes:
        say("not certified: a bug of ours, please send the file")
        return BUG
    agreed = f"{outcomes.count('agrees')} of {len(outcomes)} other ways agree"
    if any(check.reason == "stopped" for check in certificate.checks):
        say(f"stopped; {agreed}")
        return 130
    if "undecided" in outcomes:
        say(f"not certified: {agreed}, the rest reached the limit")
        return NOTHING_FOUND
    say(f"certified: {agreed}")
    return 0


def _tell(check: certificates.Check) -> None:
    found = "no play" if check.score is None else f"{check.score}, bound {check.bound}"
    say(f"  {check.way}: {check.outcome} ({check.reason or found})")


STOPPED = {
    "proved": "stopped, but the best is proved already",
    "best-found": "stopped; this is the best so far",
    "infeasible": "stopped, but it is proved already that no play exists",
    "none": "stopped before any play was found",
}


def exit_code(answer: Answer) -> int:
    """Return the code that a result deserves; signals first."""
    if answer.failure:
        say(answer.failure)
    if answer.signal is not None:
        say(STOPPED[answer.result.status])
        return 128 + answer.signal
    status = answer.result.status
    if answer.failure and status == "best-found":
        say("this is the best so far")
        return NOTHING_FOUND
    return {"infeasible": INFEASIBLE, "none": NOTHING_FOUND}.get(status, 0)
