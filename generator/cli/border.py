"""The one border at which failures become messages and exit codes.

0 ok, 1 a bug of ours, 2 usage, 3 bad input, 4 no solution exists, 5 a limit came before any
solution, 6 reading or writing failed, 130 and 143 on signals.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from layouts.faults import BadInput, Fault, Unreadable
from output.errors import OutputError

MOST_SHOWN = 20  # more faults than a person reads at once
UNWRITTEN = "nothing was written"

F = TypeVar("F", bound=Callable[..., Any])

_PLACE = re.compile(r"(?<![^\s])[\w.-]+\[\d+\][\w.\[\]-]*(?=: )")  # a key path before its fault

BUG, USAGE, BAD_INPUT, INFEASIBLE, NOTHING_FOUND, FAILED = 1, 2, 3, 4, 5, 6


class NothingToWrite(BadInput):
    """Input that cannot be used by a command that would have written no file."""


def reads_only(function: F) -> F:
    """Let the faults of a command without a target to write not say that nothing was written."""

    @wraps(function)
    def run(**given: Any) -> Any:
        try:
            return function(**given)
        except BadInput as error:
            if given.get("target") is not None:
                raise
            raise NothingToWrite(error.faults) from None

    return cast(F, run)


def guarded(  # noqa: PLR0911  # one return a kind of failure
    run: Callable[[], Any], arguments: Sequence[str]
) -> int:
    """Run a command and return its exit code; expected failures are told on stderr."""
    try:
        result = run()
        sys.stdout.flush()
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        told = _suggesting(error) if isinstance(error, click.NoSuchOption) else error
        with _if_heard():
            told.show()
        return error.exit_code
    except SystemExit as leave:  # click leaves by itself where a reader went away (`| head`)
        return _unwritten(BrokenPipeError()) if leave.code else 0
    except (click.Abort, KeyboardInterrupt):
        say("stopped")
        return 130
    except BadInput as error:
        say_faults(error.faults, "" if isinstance(error, NothingToWrite) else UNWRITTEN)
        return error.exit_code
    except (Unreadable, OutputError) as error:
        if error.exit_code == BUG:
            return _bug(error, arguments)
        if isinstance(error.__cause__, BrokenPipeError):
            return _unwritten(error.__cause__)
        say(str(error))
        return error.exit_code
    except OSError as error:
        return _unwritten(error)
    except Exception as error:
        return _bug(error, arguments)
    return result if isinstance(result, int) else 0


def _suggesting(error: click.NoSuchOption) -> click.NoSuchOption:
    """Offer the option that takes the word as its value, or one that is really near."""
    word = error.option_name.lstrip("-")
    takers = [
        f"{option.opts[-1]} {word}"
        for option in (error.ctx.command.params if error.ctx else ())
        if isinstance(option.type, click.Choice) and word in option.type.choices
    ]
    near = get_close_matches(error.option_name, error.possibilities or (), cutoff=0.75)
    return click.NoSuchOption(error.option_name, error.message, takers or near, error.ctx)


def say(message: str) -> None:
    """Write one line to stderr."""
    with _if_heard():
        click.echo(message, err=True)


def say_faults(faults: Iterable[Fault], so: str = UNWRITTEN) -> None:
    """Write one block with every fault, its place and its mend; ``so`` is what follows, if any."""
    found = list(dict.fromkeys(faults))
    head = "1 fault" if len(found) == 1 else f"{len(found)} faults"
    say(f"{head}; {so}" if found and so else head)
    for fault in found[:MOST_SHOWN]:
        say(f"  {_visible(counted(str(fault)))}")
    if len(found) > MOST_SHOWN:
        say(f"  and {len(found) - MOST_SHOWN} more")


def counted(fault: str) -> str:
    """Say of a place such as ``moves[2]``, which counts from 0, what people call it: the 3rd."""
    return _PLACE.sub(_called, fault, count=1)


def _called(place: re.Match[str]) -> str:
    first, *inner = (_ordinal(int(index) + 1) for index in re.findall(r"\[(\d+)\]", place[0]))
    return f"{place[0]} ({', its '.join([f'the {first}', *inner])})"


def _ordinal(number: int) -> str:
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _visible(text: str) -> str:
    """Write out what a terminal would obey instead of show."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def open_streams() -> None:
    """Open what a shell closed (``>&-``): stdin and stdout fail when used, stderr goes nowhere.

    Otherwise the next file that is opened takes the number, and gets what is meant for the stream.
    """
    useless = (
        ("stdin", "r", os.O_WRONLY),
        ("stdout", "w", os.O_RDONLY),
        ("stderr", "w", os.O_RDWR),
    )
    for number, (name, mode, way) in enumerate(useless):
        if getattr(sys, name) is None:
            _reopen(number, way)
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115  # for good
            setattr(sys, name, stream)


def _reopen(number: int, way: int) -> None:
    """Let a number of an open file mean the null device."""
    handle = os.open(os.devnull, way)
    if handle != number:
        os.dup2(handle, number)
        os.close(handle)


@contextmanager
def _if_heard() -> Iterator[None]:
    """Tell something on stderr; where that fails, nobody is left to be told."""
    try:
        yield
    except OSError:
        _reopen(2, os.O_WRONLY)  # what is left in the buffer must not fail once more


def _unwritten(error: OSError) -> int:
    """Say that writing failed, quietly where the reader had enough (``| head``)."""
    if not isinstance(error, BrokenPipeError):
        what = error.filename or "the standard output"
        say(f"cannot write {what}: {error.strerror or error}")
    _reopen(1, os.O_WRONLY)
    return FAILED


def _bug(error: Exception, arguments: Sequence[str]) -> int:
    """Keep a report of a bug of ours and say where it is."""
    if os.environ.get("BLOOMPRINT_DEBUG"):
        traceback.print_exception(error)
        return BUG
    handle, name = tempfile.mkstemp(prefix="bloomprint-bug-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8") as report:
        report.write(f"bloomprint {' '.join(arguments)}\n\n")
        traceback.print_exception(error, file=report)
    say(
        f"a bug of bloomprint, sorry: {type(error).__name__}: {error}\n"
        f"  the details are in {Path(name)}; please send them with the files you used"
    )
    return BUG
