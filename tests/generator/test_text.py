"""Text: wrapping, shrinking and baselines."""

import re

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


@pytest.mark.parametrize("least", [4, 9], ids=["shrinks", "no further than its smallest size"])
def test_texts_like_the_widest_have_its_size(least) -> None:
    widest = setting("80", 4, 9, size=20, least=4).size
    found = setting("11", 4, 9, size=20, least=least, like="80").size
    assert found == max(widest, least)
    assert found < setting("11", 4, 9, size=20, least=least).size


@pytest.mark.parametrize(
    ("wrap", "expected"),
    [
        pytest.param(
            False, r"needs (\d\d\.\d) x 4\.4 mm at 10 pt; its box has 20\.0", id="one line"
        ),
        pytest.param(
            True,
            r"needs (\d\d\.\d) x 4\.4 mm at 10 pt, wrapped \d\d\.\d x 8\.8 mm; its box has 20\.0",
            id="wrapped",
        ),
    ],
)
def test_text_that_does_not_fit_says_what_it_needs_on_one_line(wrap, expected) -> None:
    with pytest.raises(DoesNotFit, match=expected) as caught:
        setting("two long words", 20, 5, wrap=wrap)
    needed = re.search(expected, str(caught.value))
    assert needed and needed[1] == f"{width_mm('two long words', 'body', 10):.1f}"


@pytest.mark.parametrize(
    ("width", "mend"),
    [
        pytest.param(20, r"min_size = ([\d.]+) would do; or a shorter text", id="legible"),
        pytest.param(5, r"^a shorter text or a larger box$", id="too small to read"),
    ],
)
def test_text_that_does_not_fit_says_what_would_do(width, mend) -> None:
    with pytest.raises(DoesNotFit) as caught:
        setting("two long words", width, 5)
    found = re.search(mend, caught.value.mend)
    assert found
    if found.groups():
        least = float(found[1])
        assert setting("two long words", width, 5, least=least).size == least
        with pytest.raises(DoesNotFit):
            setting("two long words", width, 5, least=least + STEP)


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
