"""The way in: loads the command line, so that Ctrl-C has its words from the first moment."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Load the command line and run it."""
    try:
        from solver.signals import load  # noqa: PLC0415 - an interrupt of it is caught as well

        commands = load("generator.cli.commands")
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        os._exit(130)
    commands.run()
