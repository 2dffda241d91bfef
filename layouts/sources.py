"""A TOML or JSON file goes in, guarded before it is parsed; a plain table comes out.

Guards (against hostile or broken files): size, encoding, nesting depth, dotted-key length,
finite and bounded numbers, NFC text without control characters or bidirectional overrides.
"""

from __future__ import annotations

import json
import re
import stat
import sys
import tomllib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from layouts.faults import BadInput, Fault, Faults, Unreadable, cut, key_shown, shown
from layouts.slips import json_slip, keyless_json, toml_slip

SIZE_LIMIT = 1 << 20  # bytes
DEPTH_LIMIT = 32  # brackets inside brackets
KEY_PARTS_LIMIT = 8  # a.b.c has three; tomllib needs quadratic time for thousands
KEYS_LIMIT = 10_000  # of one table
TABLES_LIMIT = 10_000  # headers, { } and dotted keys, which tomllib and the schema are slow at
LONGEST_NAME = 200  # letters of a file name that a message repeats
NUMBER_LIMIT = 1 << 53  # whole numbers beyond it are not exact in JSON readers
MARKS_LIMIT = 30  # accents in a row (UAX 15, stream-safe text): more make NFC slow

_REFUSED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_TOML_STRING_OR_COMMENT = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{0,5}'
    r"|'''(?:[^']|'(?!''))*+'{0,5}"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)

_TABLE = re.compile(r"^[ \t]*\[|\.[^=\n,\[\]{}]*=", re.MULTILINE)


_SIGNATURES = (
    (b"PK\x03\x04", "this is a spreadsheet (.xlsx, .ods, .numbers) or another zip file"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "this is a spreadsheet (.xls) or another office file"),
    (b"%PDF-", "this is a PDF"),
    (b"\xff\xfe", "the text is UTF-16"),
    (b"\xfe\xff", "the text is UTF-16"),
)
"""How files begin that people take for text, and what they are."""


@dataclass(frozen=True, slots=True)
class Source:
    """A table and where it came from.

    ``name`` is what messages call the file; ``folder`` is where files named inside are looked for.
    """

    table: dict[str, Any]
    name: str
    folder: Path


def read_source(path: str) -> Source:
    """Read a TOML or JSON file, or with ``-`` the same from stdin.

    Raises:
        BadInput: the text is not acceptable (all faults that can be told).
        Unreadable: the file does not exist or cannot be read.
    """
    if path == "-":
        return parse_source(sys.stdin.buffer.read(SIZE_LIMIT + 1), "stdin", Path.cwd())
    return parse_source(read_bytes(path, SIZE_LIMIT), path, Path(path).parent)


def read_text(path: str | Path, name: str = "") -> str:
    """Read a plain text file, such as CSV, behind the same guards; ``name`` as for ``read_bytes``.

    Raises:
        BadInput: the text is not acceptable.
        Unreadable: the file does not exist or cannot be read.
    """
    faults = Faults(name or str(path))
    decoded = _decoded(read_bytes(path, SIZE_LIMIT, name), faults)
    decoded = decoded.replace("\r\n", "\n").replace("\r", "\n")  # old spreadsheets write CR alone
    _check_characters(decoded, faults)
    faults.raise_if_any()
    return unicodedata.normalize("NFC", decoded)


def is_table_name(value: object) -> bool:
    """Tell the name of a CSV file."""
    return isinstance(value, str) and value.lower().endswith(".csv")


def read_bytes(path: str | Path, limit: int, name: str = "") -> bytes:
    """Read an ordinary file whole if it has at most ``limit`` bytes, else one byte more.

    ``name`` is what messages call it, the path if there is none.

    Raises:
        BadInput: it is a folder, a pipe or a device.
        Unreadable: it does not exist or cannot be read.
    """
    file, name = Path(path), name or str(path)
    try:
        _refuse_unless_ordinary(file, name)
        with file.open("rb") as stream:
            return stream.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"{cut(name, LONGEST_NAME)}: cannot be read: {reason}") from error


def read_beside(source: Source, name: str, where: str) -> Source:
    """Read a file that a source names at key path ``where``; it must stay inside its folder.

    Raises:
        BadInput: the file lies outside (links resolved) or its text is not acceptable.
        Unreadable: the file does not exist or cannot be read.
    """
    file = source.folder / name
    try:
        inside = file.resolve().is_relative_to(source.folder.resolve())
    except (OSError, ValueError, RuntimeError) as error:  # a NUL in the name, a loop of links
        reason = getattr(error, "strerror", None) or "no name of a file"
        what = f"{shown(name)} cannot be read: {reason}"
        raise Unreadable(f"{source.name}: {where}: {what}") from error
    if not inside:
        raise BadInput(
            Fault(
                where,
                f"{shown(name)} lies outside the folder",
                "name a file beside it",
                source.name,
            )
        )
    try:
        if strange := strangeness(file) if name.strip() else "is no name":
            mend = "name a file beside it"
            raise BadInput(Fault(where, f"{shown(name)} {strange}", mend, source.name))
        return read_source(str(file))
    except OSError as error:
        raise Unreadable(
            f"{source.name}: {where}: {shown(name)} cannot be read: {error.strerror}"
        ) from None
    except Unreadable as error:
        raise Unreadable(f"{source.name}: {where}: {error}") from None


def parse_source(text: str | bytes, name: str, folder: Path) -> Source:
    """Guard and parse TOML text (or JSON, if it starts with a brace).

    Raises:
        BadInput: the text is not acceptable (all faults that can be told).
    """
    return Source(_table_of(text, name), name, folder)


@lru_cache(maxsize=4)
def _table_of(text: str | bytes, name: str) -> dict[str, Any]:
    """Parse a text once, however often it is asked for; nobody changes its table."""
    faults = Faults(name)
    decoded = _decoded(text, faults)
    faults.raise_if_any()
    is_json = decoded.lstrip().startswith("{")
    _check_text(decoded, is_json, faults)
    faults.raise_if_any()
    table: dict[str, Any] = _clean(_parsed(decoded, is_json, faults), "", faults)
    faults.raise_if_any()
    return table


def _refuse_unless_ordinary(file: Path, name: str) -> None:
    if strange := strangeness(file):
        raise BadInput(Fault("", strange, "name an ordinary file, or - for stdin", name))


def strangeness(file: Path) -> str:
    """Say what a file is that is no ordinary one."""
    mode = file.stat().st_mode
    if stat.S_ISREG(mode):
        return ""
    return "is a folder" if stat.S_ISDIR(mode) else "is a pipe or a device"


def _decoded(text: str | bytes, faults: Faults) -> str:
    if isinstance(text, bytes) and (what := _no_text(text)):
        faults.add("", what, "save it as UTF-8 text: a table of a spreadsheet as CSV")
        return ""
    if len(text) > SIZE_LIMIT:
        faults.add("", "more than 1 MiB", "a file has at most 1,048,576 bytes")
        return ""
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    if b"\0" in text:
        line = text.count(b"\n", 0, text.index(b"\0")) + 1
        faults.add(f"line {line}", "a NUL byte", "save it as UTF-8 text (not UTF-16, not binary)")
        return ""
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        what = f"byte 0x{text[error.start]:02X} is not UTF-8"
        faults.add(f"line {line}", what, "save it as UTF-8")
        return ""


def _no_text(data: bytes) -> str:
    return next((what for magic, what in _SIGNATURES if data.startswith(magic)), "")


def _check_text(text: str, is_json: bool, faults: Faults) -> None:
    """Note what would be slow, deep or misleading to parse."""
    _check_characters(text, faults)
    bare = (_JSON_STRING if is_json else _TOML_STRING_OR_COMMENT).sub("", text)
    if _depth(bare) > DEPTH_LIMIT:
        faults.add("", "brackets nested too deeply", f"at most {DEPTH_LIMIT} inside each other")
    elif not is_json and "." * KEY_PARTS_LIMIT in re.sub(r"[^.,=\[\]{}\n]", "", bare):
        faults.add("", "a dotted key is too long", f"a key has at most {KEY_PARTS_LIMIT} parts")
    elif bare.count("{") + (0 if is_json else len(_TABLE.findall(bare))) > TABLES_LIMIT:
        faults.add("", "too many tables", f"at most {TABLES_LIMIT} headers, {{ }} and dotted keys")


def _check_characters(text: str, faults: Faults) -> None:
    plain = text.replace("\r\n", "\n")
    for code in sorted(set(_REFUSED.findall(plain))):
        line = plain.count("\n", 0, plain.index(code)) + 1
        faults.add(f"line {line}", *_refused_character(code))


def _refused_character(code: str) -> tuple[str, str]:
    if code == "\r":
        return "a line ends in CR alone, as on old Macs", "save it with line ends LF or CRLF"
    return f"character U+{ord(code):04X} is not allowed", "no control characters or overrides"


def _depth(text: str) -> int:
    depth = deepest = 0
    for bracket in re.sub(r"[^\[\]{}]", "", text):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _parsed(text: str, is_json: bool, faults: Faults) -> Any:
    try:
        if not is_json:
            return tomllib.loads(text)
        return json.loads(text, object_pairs_hook=lambda pairs: _table(pairs, faults))
    except json.JSONDecodeError as error:
        faults.add(*json_slip(error))
    except tomllib.TOMLDecodeError as error:
        faults.add(*(keyless_json(text) or toml_slip(error, text)))
    except ValueError:  # Python's own limit
        faults.add("", "a number of thousands of digits", "numbers are smaller than 2^53")
    return {}


def _table(pairs: Iterable[tuple[str, Any]], faults: Faults) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            faults.add(key_shown(key), "the key stands twice", "write it once")
        table[key] = value
    return table


def _clean(value: Any, where: str, faults: Faults) -> Any:
    """Return the value with all text in NFC; note what no game accepts, with its key path."""
    if isinstance(value, dict):
        if len(value) > KEYS_LIMIT:
            faults.add(where, f"{len(value)} keys", f"a table has at most {KEYS_LIMIT}")
            return {}
        named = [(_text(key, where, faults), item) for key, item in value.items()]
        path = f"{where}." if where else ""
        return _table(((k, _clean(v, f"{path}{key_shown(k)}", faults)) for k, v in named), faults)
    if isinstance(value, list):
        return [
            item if _is_plain(item) else _clean(item, f"{where}[{n}]", faults)
            for n, item in enumerate(value)
        ]
    if isinstance(value, str):
        return _text(value, where, faults)
    if isinstance(value, int | float):
        if not -NUMBER_LIMIT < value < NUMBER_LIMIT:  # neither is NaN
            faults.add(where, "a number out of reach", "numbers are finite and smaller than 2^53")
    elif value is not None:
        faults.add(where, f"{type(value).__name__} {value}", "dates and times are not used")
    return value


def _is_plain(value: Any) -> bool:
    """Tell a whole number in reach, of which long lists are made."""
    return type(value) is int and -NUMBER_LIMIT < value < NUMBER_LIMIT


def _text(text: str, where: str, faults: Faults) -> str:
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n")
    for code in sorted(set(_REFUSED.findall(text))):
        faults.add(where, *_refused_character(code))
    if _longest_run_of_marks(text) > MARKS_LIMIT:
        faults.add(where, "too many accents on one letter", f"at most {MARKS_LIMIT}")
        return text
    return unicodedata.normalize("NFC", text)


def _longest_run_of_marks(text: str) -> int:
    run = longest = 0
    for letter in text:
        run = run + 1 if unicodedata.combining(letter) else 0
        longest = max(longest, run)
    return longest
