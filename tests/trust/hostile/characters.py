"""Encodings and characters that hide, break or turn round what is read."""

from __future__ import annotations

from tests.trust.hostile.case import DICE, LAYOUT, PRINT, Case, text

ENCODINGS = [
    Case("UTF-16 with its mark, little end first", LAYOUT.encode("utf-16"), "UTF-16"),
    Case("UTF-16 with its mark, big end first", b"\xfe\xff" + LAYOUT.encode("utf-16-be"), "UTF-16"),
    Case("UTF-16 without a mark", LAYOUT.encode("utf-16-le"), "NUL"),
    Case("UTF-32 with its mark", LAYOUT.encode("utf-32"), "UTF-16"),
    Case("Latin-1 umlaut", 'title = "Blüte"'.encode("latin-1"), "line 1"),
    Case("Windows-1252 quotes", b"a = 1\ntitle = \x93T\x94", "line 2"),
    Case("overlong NUL", b'title = "\xc0\x80"', "0xC0"),
    Case("overlong slash", b'extends = "\xc0\xaf"', "0xC0"),
    Case("half a letter at the end", LAYOUT.encode() + b'about = "\xe2\x82', "0xE2"),
    Case("five-byte letter of old UTF-8", b'title = "\xf8\x88\x80\x80\x80"', "0xF8"),
    Case("beyond the last character", b'title = "\xf4\x90\x80\x80"', "0xF4"),
    Case("two byte order marks", "\ufeff\ufeff" + LAYOUT, "line 1"),
    Case("byte order mark in the middle of a key", "ti\ufefftle = 1", "line 1"),
    Case("a gzip file under the name of a layout", b"\x1f\x8b\x08\x00" + bytes(64), "NUL"),
    Case("a PNG under the name of a layout", b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR", "NUL"),
    Case("UTF-7 of a tag", "title = +ADw-script+AD4-", "line 1"),
]

CONTROLS = [
    Case("NUL between two keys", LAYOUT + "\0", "line 4"),
    Case("NUL inside a text", 'title = "a\0b"', "line 1"),
    Case("NUL by an escape", f'{LAYOUT}about = "\\u0000"', "U+0000"),
    Case("NUL in JSON by an escape", '{"title": "\\u0000"}', "U+0000"),
    Case("escape sequence of a terminal", f'{LAYOUT}about = "\\u001b[2J"', "U+001B"),
    Case("raw escape sequence in a comment", f"{LAYOUT}# \x1b]0;owned\x07", "line 4"),
    Case("bell in a key", '"\\u0007" = 1', "U+0007"),
    Case("backspaces over a value", 'title = "good\x08\x08\x08\x08evil"', "U+0008"),
    Case("carriage return that hides a line", 'title = "x" # y\rz', "CR"),
    Case("form feed", f"{LAYOUT}\x0c", "U+000C"),
    Case("C1 control sequence introducer", f'{LAYOUT}about = "\x9b2J"', "U+009B"),
    Case("line separator", 'title = "a\u2028b"', "U+2028"),
    Case("delete", 'title = "a\x7fb"', "U+007F"),
    Case("escape sequence in a name of a die", DICE.replace("O1", "\\u001b[31m"), "U+001B"),
]

SURROGATES = [
    Case("lone high surrogate in JSON", '{"title": "\\ud800"}', "U+D800"),
    Case("lone low surrogate in JSON", '{"title": "\\udc00"}', "U+DC00"),
    Case("pair in the wrong order", '{"title": "\\udc00\\ud800"}', "U+D800"),
    Case("lone surrogate in a key", '{"\\ud83d": 1}', "U+D83D"),
    Case("lone surrogate deep inside", '{"values": {"a": ["x", "\\ud800"]}}', "values.a[1]"),
    Case("surrogate by a TOML escape", 'title = "\\ud800"', "line 1"),
    Case("surrogate by a long TOML escape", 'title = "\\U0000dfff"', "line 1"),
    Case("surrogate as CESU-8 bytes", b'title = "\xed\xa0\xbd\xed\xb8\x80"', "0xED"),
    Case("surrogate in a row of dice", '{"game": "dice", "rounds": ["\\ud800"]}', "rounds[0]"),
    Case("escape beyond the last character", 'title = "\\U00110000"', "line 1"),
]

BIDI = [
    Case("right-to-left override in a text", 'title = "a\u202eb"', "U+202E"),
    Case("left-to-right override", 'title = "a\u202db"', "U+202D"),
    Case("embedding", 'title = "a\u202ab"', "U+202A"),
    Case("isolate by an escape", f'{LAYOUT}about = "\\u2066"', "U+2066"),
    Case("first strong isolate", f'{LAYOUT}about = "\u2068x\u2069"', "U+2068"),
    Case("override in a comment", f"{LAYOUT}# \u202e", "line 4"),
    Case("override in a key", '"a\\u202e" = 1', "U+202E"),
    Case("override in JSON", '{"title": "\\u202e"}', "U+202E"),
    Case("override in a name of a file", f'{LAYOUT}csv = "a\u202evsc.toml"', "U+202E"),
    Case("override in a name of a player", 'game = "dice"\n[[players]]\nname = "\u202e"', "U+202E"),
    Case(
        "override in a column of CSV",
        f'{LAYOUT}csv = "a.csv"\n',
        "U+202E",
        beside={"a.csv": "name\na\u202eb\n"},
        names="a.csv",
    ),
]

MARKS = [
    Case("a hundred accents on one letter", text(f'"e{chr(0x301) * 100}"'), "accents"),
    Case("a whole text of accents", text(f'"{chr(0x489) * 900}"'), "U+0489", PRINT),
    Case("a private character", text('"\ue000"'), "U+E000", PRINT),
    Case("a character of no language", text('"\U000e0001"'), "U+E0001", PRINT),
    Case("a zero-width joiner alone", text('"\u200d"'), "U+200D", PRINT),
    Case("a soft hyphen hides", text('"a\u00adb"'), "U+00AD", PRINT),
    Case("a noncharacter", text('"\ufffe"'), "U+FFFE", PRINT),
    Case("a picture letter", text('"\U0001f600"'), "U+1F600", PRINT),
    Case("letters beyond the base plane", text('"\U00010330"'), "U+10330", PRINT),
    Case("two keys that are one in NFC", '"e\\u0301" = 1\n"\u00e9" = 2', "twice"),
]
