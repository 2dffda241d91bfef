"""References in braces: what they become."""

import pytest

from layouts.binding import Unbound, filled, text, value, written

DATA = {
    "name": "Ann",
    "number": 3.0,
    "half": 2.5,
    "right": True,
    "list": [6, 4, 2],
    "table": {"a": {"b": "deep"}, "rows": [{"x": 1}, {"x": 2}]},
}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        pytest.param("no braces", "no braces", id="plain"),
        pytest.param("hello {name}!", "hello Ann!", id="one"),
        pytest.param("{name} {number}", "Ann 3", id="whole numbers have no point"),
        pytest.param("{half}", "2.5", id="others have"),
        pytest.param("{right}", "yes", id="yes and no"),
        pytest.param("{list}", "6 4 2", id="lists with blanks"),
        pytest.param("{table.a.b}", "deep", id="into tables"),
        pytest.param("{list.0} {table.rows.1.x}", "6 2", id="into lists"),
        pytest.param("{{name}} {{{name}}}", "{name} {Ann}", id="braces doubled"),
    ],
)
def test_references_are_written_out(template, expected) -> None:
    assert text(template, DATA) == expected


def test_one_reference_alone_yields_the_value_itself() -> None:
    assert value("{list}", DATA) == [6, 4, 2]
    assert value(7, DATA) == 7


def test_values_are_filled_in_down_to_the_last_string() -> None:
    found = filled({"a": ["{name}", {"b": "{number} of {list.0}"}], "c": 1}, DATA)
    assert found == {"a": ["Ann", {"b": "3 of 6"}], "c": 1}


@pytest.mark.parametrize(
    ("template", "said"),
    [
        pytest.param("{nam}", "{nam}: there is no 'nam'; did you mean 'name'?", id="misspelt"),
        pytest.param("{list.3}", "{list.3}: there is no '3'", id="past the end"),
        pytest.param("{name.x}", "{name.x}: there is no 'x'", id="into a text"),
        pytest.param("{list.-1}", "there is no '-1'", id="never from the end"),
    ],
)
def test_what_the_data_lack_is_said(template, said) -> None:
    with pytest.raises(Unbound) as error:
        text(template, DATA)
    assert said in str(error.value)


def test_nested_lists_are_written_flat() -> None:
    assert written([["A1", "B1"], 2, False]) == "A1 B1 2 no"


def test_references_cannot_blow_up_a_text() -> None:
    with pytest.raises(Unbound, match="longer than 20000 letters"):
        text("{long}" * 1000, {"long": "x" * 1000})
    with pytest.raises(Unbound, match="a list of 1000 entries"):
        text("{long}", {"long": [1] * 1000})
