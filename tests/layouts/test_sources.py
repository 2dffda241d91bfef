import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts.faults import BadInput, Unreadable
from layouts.sources import SIZE_LIMIT, parse_source, read_beside, read_source, read_text


def parsed(text):
    return parse_source(text, "file", Path()).table


def faults(text):
    with pytest.raises(BadInput) as error:
        parsed(text)
    return error.value.faults


@pytest.mark.parametrize(
    ("text", "table"),
    [
        pytest.param("a = 1", {"a": 1}, id="toml"),
        pytest.param(' {"a": [1, true, null]}', {"a": [1, True, None]}, id="json by its brace"),
        pytest.param(b"\xef\xbb\xbfa = 1", {"a": 1}, id="byte order mark"),
        pytest.param("\ufeff{}", {}, id="byte order mark in text"),
        pytest.param("", {}, id="nothing at all"),
        pytest.param("a = '''x\r\ny'''\r\n", {"a": "x\ny"}, id="windows line ends"),
        pytest.param('{"a": "x\\r\\ny"}', {"a": "x\ny"}, id="windows line ends in json"),
        pytest.param("a = 'e\u0301'", {"a": "\u00e9"}, id="text becomes NFC"),
        pytest.param('"e\\u0301" = 1', {"\u00e9": 1}, id="keys become NFC"),
        pytest.param("a = '[[[[' # ]]" + "[" * 99, {"a": "[[[["}, id="brackets in strings"),
        pytest.param("a = [1.5, 2.5" + ", 3.5" * 99 + "]", {"a": [1.5, 2.5] + [3.5] * 99},
                     id="dots of numbers are no dotted key"),
    ],
)  # fmt: skip
def test_good_text_becomes_a_table(text, table):
    assert parsed(text) == table


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        pytest.param("a = 1\nb == 2", "line 2, column 4", "value stands here: 'b == 2'", id="=="),
        pytest.param("a = [1,", "line 1", "the file ends early", id="toml stops early"),
        pytest.param("a = 1\nb\n", "line 2, column 2", "a key without a value", id="key alone"),
        pytest.param("a = 'x\nb = 'y'", "line 1, column 7", "not closed", id="quote left open"),
        pytest.param("[a\nb = 2", "line 1, column 3", "a header is not closed", id="header open"),
        pytest.param("[a]\n[a]", "line 2, column 3", "the table stands twice", id="table twice"),
        pytest.param("a = 1 b = 2", "line 1, column 7", "follows a value", id="two on a line"),
        pytest.param("a = {b = 1", "line 1", "ends early", id="inline table open"),
        pytest.param("a = [1 2]", "line 1, column 8", "a list is not closed", id="no comma"),
        pytest.param('a = "\\d"', "line 1, column", "a lone \\", id="lone backslash"),
        pytest.param("a = yes", "line 1, column 5", "no value stands here", id="bare word"),
        pytest.param('{"a": 1,\n}', "line 2, column 1", "a key is missing", id="broken json"),
        pytest.param('{"a": 1 "b": 2}', "line 1, column 9", "a comma", id="json without comma"),
        pytest.param('{"a": 1} x', "line 1, column 10", "follows the closing", id="json goes on"),
        pytest.param('{"a": 1, "a": 2}', "a", "stands twice", id="key twice in json"),
        pytest.param("a = 1\na = 2", "line 2", "the key stands twice", id="key twice in toml"),
        pytest.param("a = nan", "a", "out of reach", id="nan"),
        pytest.param("[b]\na = [0, -inf]", "b.a[1]", "out of reach", id="infinity"),
        pytest.param('{"a": NaN}', "a", "out of reach", id="nan in json"),
        pytest.param('{"a": 1e999}', "a", "out of reach", id="overflowing number"),
        pytest.param("a = 9007199254740992", "a", "out of reach", id="2^53"),
        pytest.param("a = 0x" + "f" * 9999, "a", "out of reach", id="huge hexadecimal"),
        pytest.param("a = " + "9" * 9999, "", "thousands of digits", id="huge decimal"),
        pytest.param("a = 2020-01-01", "a", "date", id="date"),
        pytest.param("#\n# \u202e", "line 2", "U+202E", id="bidi override in a comment"),
        pytest.param('a = "\\u2066"', "a", "U+2066", id="escaped bidi isolate"),
        pytest.param('{"a": {"b c": "\\ud800"}}', "a.'b c'", "U+D800", id="lone surrogate"),
        pytest.param('"\\u0007" = 1', "", "U+0007", id="control character in a key"),
        pytest.param("a = 'x\u0085'", "line 1", "U+0085", id="next line character"),
        pytest.param("a = 'x\u2028'", "line 1", "U+2028", id="line separator"),
        pytest.param("a = 1\n\x00", "line 2", "U+0000", id="NUL in text"),
        pytest.param(b"a = 1\n\x00", "line 2", "NUL", id="NUL in bytes"),
        pytest.param("a = 1".encode("utf-16"), "", "UTF-16", id="utf-16 with its mark"),
        pytest.param("a = 1".encode("utf-16-le"), "line 1", "NUL", id="utf-16 without its mark"),
        pytest.param(b"a = 1\nb = '\xe9'", "line 2", "0xE9", id="latin-1"),
        pytest.param("a = " + "[" * 33 + "]" * 33, "", "nested", id="deep lists"),
        pytest.param('{"a":' * 200_000, "", "nested", id="deep json"),
        pytest.param('a = [""""""" , ' + "[" * 9999, "", "nested", id="hidden after quotes"),
        pytest.param(".".join("a" * 20_000) + " = 1", "", "dotted", id="dotted key"),
        pytest.param("'a' . " * 50 + "a = 1", "", "dotted", id="dotted key in quotes"),
        pytest.param(
            "[a]\n" + "".join(f"k{n} = 1\n" for n in range(10_001)), "a", "10001 keys", id="keys"
        ),
        pytest.param("[a.b]\n" * 10_001, "", "too many tables", id="tables"),
        pytest.param("a.b = 1\n" * 10_001, "", "too many tables", id="dotted keys"),
        pytest.param("x={'a' . b=1,\n}" * 10_001, "", "too many tables", id="inline dotted keys"),
        pytest.param("a = '" + "\u0301" * 31 + "'", "a", "accents", id="zalgo"),
        pytest.param("#" * (SIZE_LIMIT + 1), "", "1 MiB", id="too big"),
    ],
)
def test_bad_text_is_refused_with_its_place(text, where, what):
    (fault,) = faults(text)
    assert fault.where.startswith(where)
    assert what in fault.what
    assert fault.file == "file"


@pytest.mark.parametrize(
    "text",
    [
        "a=", "=1", "[", "[[a]", "a.b=1\na=2", "a={b=1,b=2}", "a='''", "'", 'a="\\u1"', "a={",
        "a = 1979-13-45", "a=[", 'a="\\uD800"', 'a = """x', "a=1\n[a.b]", "a={}\na.b=1", "a=[1,{]",
        "{", "{1:2}", '{"a"}', "{\"a\":'x'}", '{"a":"', '{"a":"\\x"}', '{"a":"x\ny"}', "{}{}",
        '{"a":[1 2]}', '{"a":tru}', '{"a":1,}', "a\n", "[a]]", "a = 1 2", "\\", "a = \\",
    ],
    ids=ascii,
)  # fmt: skip
def test_what_a_parser_says_in_its_own_words_never_reaches_people(text):
    (fault,) = faults(text)
    assert not re.match(r"[A-Z]|.*(namespace|[Ee]xpect|Invalid|this is no)", fault.what)
    assert fault.where.startswith("line ")


def test_two_keys_that_are_one_in_nfc_are_refused():
    (fault,) = faults('"e\\u0301" = 1\n"\u00e9" = 2')
    assert "twice" in fault.what


def test_every_bad_value_is_listed():
    found = faults("a = nan\nb = [inf, 1, '\\u202e', \"\\u202e\"]")
    assert [fault.where for fault in found] == ["a", "b[0]", "b[3]"]


def test_a_missing_file_is_unreadable(tmp_path):
    with pytest.raises(Unreadable, match=r"none\.toml"):
        read_source(str(tmp_path / "none.toml"))


def test_a_name_with_nul_is_unreadable():
    with pytest.raises(Unreadable):
        read_source("a\0b")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(BadInput, match="folder"):
        read_source(str(tmp_path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match="pipe"):
        read_source(str(tmp_path / "pipe"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_a_device_is_refused():
    with pytest.raises(BadInput, match="device"):
        read_source("/dev/zero")


def test_a_huge_sparse_file_is_refused_unread(tmp_path):
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(BadInput, match="1 MiB"):
        read_source(str(tmp_path / "huge"))


def test_a_dash_reads_stdin(monkeypatch, tmp_path):
    (tmp_path / "in").write_text('{"a": 1}')
    with (tmp_path / "in").open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        source = read_source("-")
    assert (source.table, source.name) == ({"a": 1}, "stdin")


def test_a_file_beside_is_read(tmp_path):
    (tmp_path / "main.toml").write_text("")
    (tmp_path / "other.toml").write_text("a = 1")
    source = read_source(str(tmp_path / "main.toml"))
    assert read_beside(source, "other.toml", "board").table == {"a": 1}
    with pytest.raises(Unreadable):
        read_beside(source, "none.toml", "board")


@pytest.mark.parametrize("name", ["../secret.toml", "{absolute}", "link.toml"])
def test_a_file_outside_the_folder_is_refused(tmp_path, name):
    secret = tmp_path / "secret.toml"
    secret.write_text("a = 1")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "link.toml").symlink_to(secret)
    source = parse_source("", str(inner / "main.toml"), inner)
    with pytest.raises(BadInput, match="outside"):
        read_beside(source, name.format(absolute=secret), "board")


@given(st.one_of(st.binary(), st.text(), st.text("[]{}='\".#\\\n a1,:")))
def test_any_text_is_a_table_or_bad_input(text):
    try:
        assert isinstance(parsed(text), dict)
    except BadInput as error:
        assert error.faults


@pytest.mark.parametrize(
    "start, what",
    [
        pytest.param(b"PK\x03\x04\x14\x00", "spreadsheet", id="xlsx, ods and numbers"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "spreadsheet", id="xls"),
        pytest.param(b"%PDF-1.7\n", "PDF", id="pdf"),
    ],
)
def test_a_file_of_another_program_is_called_what_it_is(tmp_path, start, what):
    (tmp_path / "x.csv").write_bytes(start)
    with pytest.raises(BadInput, match=f"this is a {what}.*as CSV"):
        read_text(str(tmp_path / "x.csv"))


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        pytest.param("a = “yes”", "“”", id="round"),
        pytest.param("a = «yes»\nb = 1", "«»", id="pointed"),
        pytest.param('a = "yes”\n', "”", id="at the end alone"),
        pytest.param('{“a”: "b"}', "“”", id="JSON"),
    ],
)
def test_quotes_of_a_word_processor_are_told(text, typed):
    (fault,) = faults(text)
    assert fault.mend.endswith(f'quotes are straight, ", not {typed}')


def test_such_quotes_inside_a_text_are_fine():
    assert parsed('a = "“yes”"') == {"a": "“yes”"}
