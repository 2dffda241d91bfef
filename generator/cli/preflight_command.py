"""``bloomprint preflight``: finished files and a profile go in; every fault comes out."""

from __future__ import annotations

from pathlib import Path

import click

from generator.cli.service_options import checked
from layouts.tables import profile_names

HELP = """Check finished files against what a print service wants, also files made elsewhere.

\b
Examples:
  bloomprint preflight deck.pdf --profile drivethrucards
  bloomprint preflight cards/ --profile thegamecrafter      all files of a folder
  bloomprint preflight book.pdf --profile kdp

Sizes, boxes, bleed, fonts, colours, ink, resolution, page counts, marks and metadata are looked
at: what a service's own check finds, without any promise in its name. PDFs are as PDF/X asks, but
not certified.
"""


@click.command("preflight", help=HELP)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", required=True, help="One of " + ", ".join(profile_names()) + ".")
def command(files: tuple[Path, ...], profile: str) -> int:
    """Check."""
    return checked([path for file in files for path in _within(file)], profile)


def _within(file: Path) -> list[Path]:
    """Return a file, or the files of a folder."""
    if not file.is_dir():
        return [file]
    found = sorted(path for path in file.iterdir() if path.is_file())
    if not found:
        raise click.UsageError(f"{file} is an empty folder")
    return found
