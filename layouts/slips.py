"""A parser's error about TOML or JSON goes in; place, fault and mend in people's words come out."""

from __future__ import annotations

import json
import re
import tomllib

from layouts.faults import cut, shown

_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)

_TYPED = re.compile("[“”„‟‘’‚‛«»]")  # quotes that word processors make of straight ones

_TOML = (
    ("Invalid statement", "no key and no [table] starts here", "write lines such as key = 1"),
    ("Expected newline", "something follows a value that is finished", "one key = value a line"),
    ("Found invalid character", "a text is not closed on its line", "close its quotes"),
    ("Illegal character", "a text is not closed on its line", 'close it with ", or use """'),
    ("Cannot declare", "the table stands twice", "write it once, or [[name]] for a list"),
    ("Cannot overwrite", "the key stands twice", "write it once"),
    ("Duplicate inline", "the key stands twice", "write it once"),
    ("Cannot mutate", "the key adds to a table that is closed", "write its keys in one place"),
    (
        "Cannot redefine",
        "the key adds to a table that is closed",
        "write all its keys in one place",
    ),
    ("Expected ']]'", "a header is not closed", "write [[name]]"),
    ("Expected ']'", "a header is not closed", "write [name]"),
    ("Expected '='", "a key without a value", "write key = value, text in quotes"),
    ("Invalid initial", "a key is missing or has other letters", "letters, digits, - and _"),
    ("Unclosed array", "a list is not closed", "write a comma between its values, ] at its end"),
    ("Unclosed inline", "a { } is not closed", "write a comma between its keys, } at its end"),
    ("Unescaped", "a lone \\ in a text", "write \\\\, or the text in single quotes"),
    ("Invalid hex", "an escape without its digits", "write \\u and four hexadecimal digits"),
    ("Escaped character", "an escape of no character", "write \\u and four hexadecimal digits"),
    ("Unterminated", "a text is not closed", "close its quotes"),
    ("Invalid date", "no date", "text stands in quotes"),
    ("Invalid value", "no value stands here", "text stands in quotes, true and false do not"),
    ("Expected", "a text or list is not closed", "close its quotes and brackets"),
)
_JSON = (
    ("Expecting property name", "a key is missing", 'write "key": value, no comma after the last'),
    ("Illegal trailing comma", "a comma after the last value", "leave it out"),
    ("Expecting ':'", "a key without a value", 'write "key": value'),
    ("Expecting ','", "a comma or a closing bracket is missing", "write a comma between values"),
    ("Expecting value", "no value stands here", 'text stands in ", true and false do not'),
    ("Extra data", "something follows the closing brace", "write one { } only"),
    ("Unterminated string", "a text is not closed", 'close it with "'),
    ("Invalid \\", "a lone \\ in a text", "write \\\\"),
    ("Invalid control", "a text is not closed on its line", 'close it with ", or write \\n'),
)


def toml_slip(error: tomllib.TOMLDecodeError, text: str) -> tuple[str, str, str]:
    """Return where the TOML is wrong, what is wrong and how to mend it."""
    said = _PLACE.fullmatch(str(error))
    message, line, column = said.groups() if said else (str(error), None, None)
    what, mend = _words(message, _TOML, "this is no TOML", "write lines such as key = 1")
    if line is None:
        last = text.rstrip().count("\n") + 1
        return f"line {last}", f"the file ends early: {what}", _straight(text, last, mend)
    mend = _straight(text, int(line), mend)
    return f"line {line}, column {column}", f"{what}{_quoted(text, int(line))}", mend


def keyless_json(text: str) -> tuple[str, str, str] | None:
    """Return the fault of a text that is JSON without keys, such as a list; None of any other."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    what = "a list" if isinstance(found, list) else "one value"
    return "", f"this is {what} of JSON", 'a file is one table: {"key": value, ...}'


def json_slip(error: json.JSONDecodeError) -> tuple[str, str, str]:
    """Return where the JSON is wrong, what is wrong and how to mend it."""
    what, mend = _words(error.msg, _JSON, "this is no JSON", 'write {"key": value}')
    where = f"line {error.lineno}, column {error.colno}"
    mend = _straight(error.doc, error.lineno, mend)
    return where, f"{what}{_quoted(error.doc, error.lineno)}", mend


def _words(
    message: str, table: tuple[tuple[str, str, str], ...], what: str, mend: str
) -> tuple[str, str]:
    found = (words for start, *words in table if message.startswith(start))
    what, mend = next(found, (what, mend))
    return what, mend


def _straight(text: str, number: int, mend: str) -> str:
    """Return the mend; of a line with quotes of a word processor, that they must be straight."""
    found = "".join(dict.fromkeys(_TYPED.findall(_line(text, number))))
    return f'{mend}; quotes are straight, ", not {found}' if found else mend


def _line(text: str, number: int) -> str:
    lines = text.split("\n", number)
    return lines[number - 1].strip() if number <= len(lines) else ""


def _quoted(text: str, number: int) -> str:
    """Return the line that is meant, as far as it helps."""
    line = _line(text, number)
    return f": {shown(cut(line))}" if line else ""
