"""What messages offer for a word that is not known."""

import pytest

from layouts.faults import did_you_mean, nearest

KNOWN = ["dice/sheet-a", "dice/sheet-e", "O5", "rose"]


@pytest.mark.parametrize(
    ("word", "near"),
    [
        pytest.param("dice/Sheet-A", "dice/sheet-a", id="capitals are no difference"),
        pytest.param("o5", "O5", id="short"),
        pytest.param("dice/sheet-f", "dice/sheet-e", id="a letter"),
        pytest.param("zzz", None, id="nothing"),
    ],
)
def test_the_nearest_word_is_offered(word: str, near: str | None) -> None:
    assert nearest(word, KNOWN) == near


@pytest.mark.parametrize(
    ("word", "said"),
    [
        pytest.param("r\u043ese", "?; \u043e is U+043E CYRILLIC SMALL LETTER O", id="near"),
        pytest.param("\u041e\uff15", "CYRILLIC CAPITAL LETTER O, \uff15 is U+FF15", id="two"),
    ],
)
def test_letters_that_look_like_ours_are_named(word: str, said: str) -> None:
    assert said in did_you_mean(word, KNOWN)


@pytest.mark.parametrize("word", ["rosé", "róse", "ro se", "ro–se"])
def test_letters_that_everybody_sees_are_not_named(word: str) -> None:
    assert did_you_mean(word, KNOWN) == "did you mean 'rose'?"
