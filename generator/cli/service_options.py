"""``--profile``: what a print service wants, in place of the options for a printer at home."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from generator.cli.border import BAD_INPUT, say, say_faults
from generator.cli.options import FiniteRange
from layouts.tables import papers, profile_names

KEPT = {"what", "target", "edition", "copies", "force", "profile", "corner"}
"""What a profile leaves open; for cutting machines also the paper."""

_OPTIONS = [
    click.option(
        "--profile",
        help="Files as a service wants them, checked: " + ", ".join(profile_names()) + ".",
    ),
    click.option("--corner", type=FiniteRange(0, 50), help="For cut: corner radius in mm."),
]


def service_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options; with ``--profile`` the files of a service are written instead."""

    @wraps(function)
    def run(profile: str | None, corner: float | None, **others: Any) -> Any:
        if profile is None and corner is not None:
            raise click.UsageError("--corner is for pieces cut by a machine: add --profile cut")
        if profile is None:
            return function(**others)
        return _written(profile, corner, click.get_current_context(), **others)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


def _written(name: str, corner: float | None, ctx: click.Context, **wishes: Any) -> int:
    """Write what a service wants and check it; returns the exit code."""
    from generator.catalogue import layouts_of, stem_of  # noqa: PLC0415 - only with --profile
    from generator.cli.page_options import without_edition  # noqa: PLC0415
    from generator.profiles import export, target_of  # noqa: PLC0415
    from layouts.profiles import load_profile  # noqa: PLC0415

    profile = load_profile(name)
    _refuse_others(ctx, name, cut=profile.kind == "cut", corner=corner)
    stem = f"{stem_of(wishes['what'][:3])}-{Path(name).stem}"
    target = target_of(stem, profile, wishes["target"])
    paths = export(
        layouts_of(wishes["what"]),
        profile,
        target,
        paper=papers()[wishes["paper"]],
        edition=wishes["edition"],
        copies=wishes["copies"] or 1,
        radius=corner,
        force=wishes["force"],
        tell=say,
    )
    for line in without_edition(layouts_of(wishes["what"]), wishes["edition"]):
        say(line)
    for path in paths:
        click.echo(path)
    code = checked(paths, name)
    if profile.then and not code:
        say(f"next: {profile.then}")
    return code


def _refuse_others(ctx: click.Context, name: str, *, cut: bool, corner: float | None) -> None:
    kept = KEPT | ({"paper"} if cut else set())
    given = [
        parameter.opts[-1]
        for parameter in ctx.command.params
        if parameter.name not in kept
        and ctx.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
    ]
    if not cut and corner is not None:
        given.append("--corner")
    if given:
        raise click.UsageError(f"{name} decides that: leave out {', '.join(given)}")


def checked(paths: Sequence[Path], name: str) -> int:
    """Check files against a profile, say what was found and return the exit code.

    Raises:
        Unreadable: a file does not exist or cannot be read.
    """
    from generator.preflight import preflight  # noqa: PLC0415 - only to check
    from layouts.profiles import load_profile  # noqa: PLC0415

    profile = load_profile(name)
    faults = preflight(paths, profile)
    if faults:
        say_faults(faults, f"{profile.title} would not take this")
        return BAD_INPUT
    files = "1 file" if len(paths) == 1 else f"{len(paths)} files"
    say(f"preflight for {profile.title}: {files} as wanted")
    return 0
