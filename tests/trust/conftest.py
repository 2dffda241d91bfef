"""The fixture that runs a command in an empty folder is the one of the command line's tests."""

from tests.generator.conftest import run

__all__ = ["run"]
