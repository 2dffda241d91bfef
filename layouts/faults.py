"""What is wrong with an input: every fault with its place, gathered into one error."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: where (file and key path), what, and how to mend it.

    ``where`` is a key path such as ``rounds[2]`` or ``line 3``; ``mend`` says what is accepted.
    """

    where: str
    what: str
    mend: str = ""
    file: str = ""

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.where) if part)
        text = f"{place}: {self.what}" if place else self.what
        return f"{text} ({self.mend})" if self.mend else text


class BadInput(Exception):
    """Input that cannot be used; carries every fault found, not only the first."""

    exit_code = 3

    def __init__(self, faults: Iterable[Fault] | Fault) -> None:
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


class Unreadable(Exception):
    """A file that does not exist or cannot be read."""

    exit_code = 6


@dataclass(slots=True)
class Faults:
    """A collector: add faults while checking, raise them together at the end."""

    file: str = ""
    found: list[Fault] = field(default_factory=list)

    def add(self, where: str, what: str, mend: str = "") -> None:
        """Note one fault."""
        self.found.append(Fault(where, what, mend, self.file))

    def extend(self, faults: Iterable[Fault]) -> None:
        """Note faults found elsewhere; those without a file get ours."""
        self.found.extend(f if f.file else replace(f, file=self.file) for f in faults)

    def raise_if_any(self) -> None:
        """Raise BadInput with everything found so far, if anything was."""
        if self.found:
            raise BadInput(self.found)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``did you mean 'x'?`` for the nearest known word, else the list of known words."""
    known = sorted(known)
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'?" if near else "known: " + ", ".join(known)
