"""Rows: where the data of components come from."""

from pathlib import Path

import pytest

from layouts.faults import BadInput
from layouts.loader import load
from layouts.rows import components, read_csv

HEAD = 'title = "T"\nkind = "card"\nsize = "poker"\n'


@pytest.fixture(name="rows")
def _rows(tmp_path: Path):
    def read(text: str, **files: bytes):
        for name, data in files.items():
            (tmp_path / f"{name}.csv").write_bytes(data)
        path = tmp_path / "deck.toml"
        path.write_text(HEAD + text, "utf-8")
        return components(load(str(path)))

    return read


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"a,b\nno,01\n", id="commas"),
        pytest.param(b"a;b\nno;01\n", id="semicolons"),
        pytest.param(b"\xef\xbb\xbfa,b\r\nno,01\r\n", id="byte order mark and windows line ends"),
        pytest.param(b'a,b\n"no","01"\n', id="quotes"),
        pytest.param(b"a,b\n\nno,01\n\n", id="empty lines"),
        pytest.param(b"a,b,,\nno,01,,\n,,,\n", id="blank columns at the end"),
        pytest.param(b";a;;b\n;no; ;01;;\n", id="blank columns anywhere"),
    ],
)
def test_csv_is_text_and_stays_text(rows, data) -> None:
    (row,) = rows('csv = "cards.csv"', cards=data)
    assert (row["a"], row["b"], row["row"]) == ("no", "01", 1)


def test_rows_of_the_layout_come_before_those_of_the_file(rows) -> None:
    found = rows('csv = "cards.csv"\nrows = [{ a = "x" }]', cards=b"a\ny\n")
    assert [row["a"] for row in found] == ["x", "y"]


def test_a_column_says_how_often_a_row_is_printed(rows) -> None:
    found = rows('copies = "n"\nrows = [{ a = 1, n = 2 }, { a = 2, n = 0 }, { a = 3, n = "1" }]')
    assert [row["a"] for row in found] == [1, 1, 3]


def test_a_column_named_copies_says_it_without_being_declared(rows) -> None:
    found = rows('csv = "cards.csv"', cards=b"a,copies\nx,2\ny,0\nz,1\n")
    assert [row["a"] for row in found] == ["x", "x", "z"]


def test_a_row_without_copies_among_rows_with_them_is_printed_once(rows) -> None:
    found = rows("rows = [{ a = 1, copies = 2 }, { a = 2 }]")
    assert [row["a"] for row in found] == [1, 1, 2]


def test_another_column_of_copies_is_the_one_that_counts(rows) -> None:
    found = rows('copies = "n"\nrows = [{ a = 1, n = 2, copies = 7 }]')
    assert len(found) == 2


def test_a_layout_without_rows_is_one_component_with_its_values(rows) -> None:
    (row,) = rows("values = { a = 1 }\nseed = 7\n")
    assert (row["a"], row["seed"], row["title"], row["edition"]) == (1, 7, "T", "colour")


def test_values_may_refer_to_facts_and_to_each_other(rows) -> None:
    (row,) = rows('game = "dice"\n[values]\nn = 2\nlines = ["{facts.solo.rounds} rounds, {n}"]\n')
    assert row["lines"] == ["8 rounds, 2"]


def test_own_flowers_come_before_those_of_the_game(rows) -> None:
    (row,) = rows(
        'game = "dice"\n[[flowers]]\nletter = "O"\nsays = "rose"\nshape = "rose"\ncolour = "rose"\n'
    )
    assert row["flowers"]["O"]["says"] == "rose"
    assert row["flowers"]["P"]["says"] == "pink"


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        pytest.param('copies = "n"\nrows = [{ m = 1 }]', "there is no column 'n'", id="no column"),
        pytest.param('copies = "n"\nrows = [{ n = "many" }]', "'many' copies", id="no number"),
        pytest.param('copies = "n"\nrows = [{ n = 1001 }]', "from 0 to 1000", id="too many"),
        pytest.param('values = { a = "{b}" }', "there is no 'b'", id="unbound value"),
        pytest.param("rows = [{ row = 3 }]", "rows: a column named 'row'", id="our own name"),
        pytest.param("values = { row = [] }", "values.row: a value named 'row'", id="our value"),
        pytest.param('copies = "n"\nrows = [{ n = true }]', "true copies", id="yes is no number"),
        pytest.param(
            'copies = "n"\nrows = [{ n = "x" }, { n = "x" }, { n = 1 }, { n = "x" }]',
            "rows 1-2, 4: column n: 'x' copies",
            id="one fault of several rows",
        ),
        pytest.param(
            f'copies = "n"\nrows = [{", ".join(["{ n = 1000 }"] * 11)}]',
            "11,000 pieces (at most 10,000",
            id="too many pieces",
        ),
        pytest.param(f"rows = [{'{ n = 1 }, ' * 5001}]", "at most 5000", id="too many rows"),
    ],
)
def test_wrong_rows_are_said(rows, layout, said) -> None:
    with pytest.raises(BadInput) as error:
        rows(layout)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", "there is no header line", id="empty file"),
        pytest.param("a,a\n1,2\n", "two columns named 'a'", id="a column twice"),
        pytest.param("a,b\n1\n", "row 1: 1 fields (the header has 2;", id="short line"),
        pytest.param("a,b\n1\n1,2\n2\n3\n", "rows 1, 3-4: 1 fields", id="short lines"),
        pytest.param(",".join(f"c{n}" for n in range(201)), "201 columns", id="columns"),
        pytest.param('a,b\n1,"2\n', "line 2: a quote is never closed", id="open quote"),
        pytest.param(
            'a,b\n1,"2"3\n', "line 2: something follows a closing quote", id="text after a quote"
        ),
    ],
)
def test_wrong_csv_is_said(text, said) -> None:
    with pytest.raises(BadInput) as error:
        read_csv(text, "cards.csv")
    assert said in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("sep=;\na;b\n1,5;2\n", id="sep line"),
        pytest.param("SEP=;\r\na;b\r\n1,5;2\r\n", id="sep line of a spreadsheet"),
        pytest.param("a;b\n1,5;2\n", id="semicolons"),
        pytest.param("a\tb\n1,5\t2\n", id="tabs"),
        pytest.param("sep=\t\na\tb\n1,5\t2\n", id="sep line of tabs"),
        pytest.param('sep=,\na,b\n"1,5",2\n', id="sep line of commas"),
    ],
)
def test_the_tables_of_spreadsheets_are_understood(text) -> None:
    assert read_csv(text, "cards.csv") == [{"a": "1,5", "b": "2"}]


def test_lines_of_a_file_are_counted_with_the_sep_line() -> None:
    with pytest.raises(BadInput, match="line 3: a quote is never closed"):
        read_csv('sep=,\na,b\n1,"2\n', "cards.csv")


def test_line_ends_of_old_spreadsheets_are_read(rows) -> None:
    found = rows('csv = "cards.csv"', cards=b"name,n\rrose,1\rlily,2\r")
    assert [(row["name"], row["row"]) for row in found] == [("rose", 1), ("lily", 2)]


def test_a_column_of_a_file_may_not_have_our_own_name(rows) -> None:
    with pytest.raises(BadInput, match=r"csv: a column named 'row' \(name it otherwise"):
        rows('csv = "cards.csv"', cards=b"row,name\nA,x\n")


def test_a_file_of_very_many_lines_is_refused_before_it_is_read_whole(rows) -> None:
    with pytest.raises(BadInput, match="more than 5000 rows"):
        rows('csv = "cards.csv"', cards=b"n\n" + b"1\n" * 500_000)


@pytest.mark.parametrize(
    ("text", "data", "says"),
    [
        pytest.param("rows = []", b"", "rows: the deck has no rows", id="an empty list"),
        pytest.param(
            'csv = "cards.csv"', b"a,b\n", "csv: the deck has no rows", id="a header only"
        ),
        pytest.param(
            'csv = "cards.csv"\ncopies = "n"',
            b"n\n0\n0\n",
            "every row has 0 copies",
            id="no copies",
        ),
    ],
)
def test_a_deck_without_rows_says_so(rows, text, data, says) -> None:
    with pytest.raises(BadInput, match=says):
        rows(text, cards=data)


def test_a_cell_of_copies_that_is_empty_is_one(rows) -> None:
    assert len(rows('csv = "cards.csv"', cards=b"a,copies\nx,\ny,2\n")) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("a,,\n1,2,3\n", "two columns named ''", id="cells without a header"),
        pytest.param("a,b\n1,2\n3,4,5\n", "row 2: 3 fields", id="a cell too many"),
        pytest.param(",,\n,,\n", "there is no header", id="nothing at all"),
    ],
)
def test_only_columns_without_any_text_are_left_out(text, said) -> None:
    with pytest.raises(BadInput, match=said):
        read_csv(text, "cards.csv")


def test_a_table_is_called_as_the_layout_calls_it(rows, tmp_path) -> None:
    (tmp_path / "data").mkdir()
    for data in (b"a\nM\xfcller\n", b"a,a\n1,2\n", b"a\x01\n"):
        (tmp_path / "data" / "cards.csv").write_bytes(data)
        with pytest.raises(BadInput) as error:
            rows('csv = "data/cards.csv"')
        assert {fault.file for fault in error.value.faults} == {"data/cards.csv"}
