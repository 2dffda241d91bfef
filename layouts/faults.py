"""What is wrong with an input: every fault with its place, gathered into one error."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection, Container, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

LONGEST = 60  # letters of an input that a message quotes
MOST_KNOWN = 60  # words that a message offers
TOO_LATE = "a key of the file itself stands above the first [table]"
MOST_UNKNOWN = 20  # unknown keys of one table that are listed one by one


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: where (file and key path), what, and how to mend it.

    ``where`` is a key path such as ``rounds[2]`` or ``line 3``; ``mend`` says what is accepted;
    ``rows`` are the rows of data that have it, counted from 1; ``word`` is what was looked up in
    vain among ``known``, which tells what other faults have the same cause.
    """

    where: str
    what: str
    mend: str = ""
    file: str = ""
    rows: tuple[int, ...] = ()
    word: str = field(default="", compare=False)
    known: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, _rows(self.rows), self.where) if part)
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


def merged(faults: Iterable[Fault]) -> list[Fault]:
    """Return the faults with those that differ in their rows alone made one."""
    rows: dict[Fault, set[int]] = {}
    for fault in of_one_cause(faults):
        rows.setdefault(replace(fault, rows=()), set()).update(fault.rows)
    return [replace(fault, rows=tuple(sorted(found))) for fault, found in rows.items()]


def of_one_cause(faults: Iterable[Fault]) -> list[Fault]:
    """Return the faults with those of one word at one place made one: what fits all of them."""
    causes: dict[tuple[object, ...], list[Fault]] = {}
    for number, fault in enumerate(faults):
        key = (fault.file, fault.where, fault.rows, fault.word) if fault.word else (number,)
        causes.setdefault(key, []).append(fault)
    return [_one(same) for same in causes.values()]


def _one(same: list[Fault]) -> Fault:
    first = same[0]
    whats = list(dict.fromkeys(fault.what for fault in same))
    known = [word for word in first.known if all(word in fault.known for fault in same)]
    if len(whats) == 1 or not known:
        return first
    return unknown(first.where, ", ".join(whats), first.word, known, first.file, first.rows)


def _rows(rows: tuple[int, ...]) -> str:
    """Return ``row 3`` or ``rows 2-40, 43``."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and row == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], row]
        else:
            runs.append([row])
    said = ", ".join("-".join(map(str, run)) for run in runs[:10])
    more = ", ..." if len(runs) > 10 else ""
    return f"row{'s' if len(rows) > 1 else ''} {said}{more}" if rows else ""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that differs in capitals alone, or else the nearest, if any is near."""
    known, small = list(known), word.casefold()
    alike = (name for name in known if name.casefold() == small)
    near = difflib.get_close_matches(word[:LONGEST], known, n=1, cutoff=0.6)
    return next(alike, near[0] if near else None)


def strange_letters(word: str) -> str:
    """Name the letters of a word that may look like ours and are not, such as a Cyrillic O."""
    named = {
        letter: unicodedata.name(letter, "")
        for letter in word[:LONGEST]
        if letter.isalnum() and not letter.isascii()
    }
    return ", ".join(
        f"{letter} is U+{ord(letter):04X} {name}"
        for letter, name in named.items()
        if not name.startswith("LATIN")
    )


def in_our_letters(mend: str, word: object) -> str:
    """Return what is accepted, and which letters of a word are not ours."""
    strange = strange_letters(word) if isinstance(word, str) else ""
    return f"{mend}; {strange}" if strange else mend


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``did you mean 'x'?`` for the nearest known word, else the list of known words."""
    return in_our_letters(_near_or_known(word, known), word)


def _near_or_known(word: str, known: Iterable[str]) -> str:
    known = sorted({name for name in known if name.strip()})
    if near := nearest(word, known):
        return f"did you mean {shown(near)}?"
    if not known:
        return "nothing is known here"
    more = ", ..." if len(known) > MOST_KNOWN else ""
    return "known: " + ", ".join(map(cut, known[:MOST_KNOWN])) + more


def unknown(
    where: str,
    what: str,
    word: str,
    known: Iterable[str],
    file: str = "",
    rows: tuple[int, ...] = (),
) -> Fault:
    """Return the fault of a word that is not among the known ones."""
    words = tuple(known)
    return Fault(where, what, did_you_mean(word, words), file, rows, word, words)


def unknown_keys(
    found: Collection[str],
    known: Iterable[str],
    file: str,
    prefix: str = "",
    above: Container[str] = (),
) -> Iterator[Fault]:
    """Yield a fault for every unknown key of a table, in order; of very many only the first.

    Args:
        found: the unknown keys.
        known: the keys that may stand there.
        file: the file of the table.
        prefix: key path of the table with its dot, or nothing.
        above: keys of the file itself, which a header before them makes keys of a table.
    """
    words = sorted(known)
    for key in sorted(found)[:MOST_UNKNOWN]:
        mend = TOO_LATE if key in above else did_you_mean(key, words)
        yield Fault(prefix + key_shown(key), f"unknown key {shown(key)}", mend, file)
    if len(found) > MOST_UNKNOWN:
        yield Fault(prefix.rstrip("."), f"{len(found) - MOST_UNKNOWN} more unknown keys", "", file)


# ---------------------------------------------------------------- inputs quoted in messages


def shown(value: object, limit: int = LONGEST) -> str:
    """Return a value as messages quote it: as it was written, harmless, and cut if it is long."""
    return cut(_written(value, limit), limit)


def key_shown(key: str) -> str:
    """Return a key as it is written in a key path: bare, or quoted and harmless."""
    return cut(key if re.fullmatch(r"[A-Za-z0-9_-]+", key[: LONGEST + 1]) else ascii(key))


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a sentence lists them: ``11, 3 and 2``."""
    *head, tail = words
    return f"{', '.join(head)} {last} {tail}" if head else tail


def cut(text: str, limit: int = LONGEST) -> str:
    """Return a text, cut where it is long."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _written(value: object, limit: int) -> str:
    """Return a value in TOML's words; of long ones a little more than ``limit`` letters."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, str):
        return repr(value[: limit + 1])
    if isinstance(value, dict):
        pairs = islice(value.items(), limit // 4 + 1)
        said = (f"{key_shown(str(key))} = {_written(part, limit // 2)}" for key, part in pairs)
        return "{" + ", ".join(said) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_written(part, limit // 2) for part in value[: limit // 3 + 1]) + "]"
    return str(value)
