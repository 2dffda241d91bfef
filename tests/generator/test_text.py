"""Text: wrapping, shrinking and baselines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.frame import Frame
from generator.text import STEP, DoesNotFit, set_text, wrapped
from output.fonts import width_mm


def setting(words: str, width: float, height: float, size: float = 10, least: float = 10, **keys):
    how = {"font": "body", "leading": 1.25, "valign": "top", "wrap": True, **keys}
    frame = Frame(0, 0, width, height)
    return set_text(words, frame, size=size, min_size=least, **how)


@pytest.mark.parametrize(
    ("words", "width", "lines"),
    [
        pytest.param("one line", 100, ["one line"], id="fits"),
        pytest.param("two words", 10, ["two", "words"], id="breaks at a blank"),
        pytest.param("a\nb", 100, ["a", "b"], id="keeps newlines"),
        pytest.param("a\n\nb", 100, ["a", "", "b"], id="keeps empty lines"),
        pytest.param("unbreakable", 5, ["unbreakable"], id="never inside a word"),
        pytest.param("", 5, [""], id="empty"),
    ],
)
def test_words_are_broken_into_lines(words, width, lines) -> None:
    assert wrapped(words, "body", 10, width) == lines


@given(st.lists(st.text("abcdefg", min_size=1, max_size=9), min_size=1, max_size=30))
def test_wrapping_loses_no_word_and_keeps_to_the_width(words) -> None:
    lines = wrapped(" ".join(words), "body", 10, 30)
    assert " ".join(lines).split() == words
    assert all(width_mm(line, "body", 10) <= 30.02 or " " not in line for line in lines)


def test_text_shrinks_to_the_largest_size_that_fits() -> None:
    found = setting("a text that is long", 30, 5, size=14, least=6)
    assert 6 <= found.size < 14
    with pytest.raises(DoesNotFit):
        setting("a text that is long", 30, 5, size=found.size + STEP, least=found.size + STEP)


def test_text_that_does_not_fit_says_what_it_needs() -> None:
    with pytest.raises(DoesNotFit, match=r"needs 1\d\.\d x 4\.4 mm at 10 pt, its box has 5\.0"):
        setting("too long", 5, 5, wrap=False)


@pytest.mark.parametrize(
    ("valign", "low", "high"),
    [
        pytest.param("top", 0, 5, id="top"),
        pytest.param("middle", 23, 28, id="middle"),
        pytest.param("bottom", 46, 50, id="bottom"),
    ],
)
def test_lines_stand_where_they_are_aligned(valign, low, high) -> None:
    (line,) = setting("x", 50, 50, valign=valign).lines
    assert low < line.baseline < high


@given(st.integers(1, 60), st.floats(5, 60), st.floats(4, 40))
def test_the_size_found_is_the_first_that_fits(count, width, height) -> None:
    words = " ".join(["word"] * count)
    try:
        found = setting(words, width, height, size=20, least=4).size
    except DoesNotFit:
        found = 3.75
    for step in range(round((20 - found) / STEP)):
        with pytest.raises(DoesNotFit):
            setting(words, width, height, size=20 - STEP * step, least=20 - STEP * step)
