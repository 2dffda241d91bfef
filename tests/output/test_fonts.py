"""Widths are the fonts' own, every glyph is found or named."""

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from output import fonts
from output.errors import MissingGlyph, SceneError


def names(text, font="body"):
    return [(face.name, piece) for face, piece in fonts.runs(text, font)]


def test_latin_text_is_one_run():
    assert names("Blütenpracht 12") == [("AtkinsonHyperlegible-Regular", "Blütenpracht 12")]


def test_noto_sans_draws_what_the_first_face_lacks():
    assert names("a Жα b", "bold") == [
        ("AtkinsonHyperlegible-Bold", "a "),
        ("NotoSans", "Жα"),
        ("AtkinsonHyperlegible-Bold", " b"),
    ]


def test_an_empty_text_has_no_run_and_no_width():
    assert fonts.runs("", "body") == ()
    assert fonts.width_mm("", "body", 12) == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("sun 🌻", "U+1F33B SUNFLOWER"),
        ("tab\there", "U+0009"),
        ("q\u0303", "U+0303"),
        ("नमस्ते", "U+094D DEVANAGARI SIGN VIRAMA"),
        ("\ud800", "U+D800"),
        ("soft\u00adhyphen", "U+00AD"),
        ("right\u202eleft", "U+202E"),
        ("花", "U+82B1"),
    ],
    ids=["emoji", "tab", "combining", "devanagari", "surrogate", "soft", "bidi", "han"],
)
def test_what_cannot_be_drawn_is_named(text, code):
    with pytest.raises(MissingGlyph) as caught:
        fonts.runs(text, "body")
    assert code in str(caught.value)
    assert caught.value.exit_code == 3
    assert caught.value.character in text
    assert caught.value.text == text


def test_an_unknown_font_is_refused_with_the_known_ones():
    with pytest.raises(SceneError, match="body, bold, italic, bold-italic"):
        fonts.runs("a", "comic")


@pytest.mark.parametrize("font", fonts.FONTS)
def test_widths_are_those_of_the_font_file(font):
    face = fonts.faces(font)[0]
    with TTFont(face.path) as file:
        metrics, names, em = file["hmtx"], file.getBestCmap(), file["head"].unitsPerEm
        text = "Gänseblümchen × 12"
        units = sum(metrics[names[ord(character)]][0] for character in text)
    expected = units / em * 12 * 25.4 / 72
    assert fonts.width_mm(text, font, 12) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("font", fonts.FONTS)
def test_the_height_of_capitals_is_that_of_the_font_file(font):
    with TTFont(fonts.faces(font)[0].path) as file:
        height = file["OS/2"].sCapHeight
    assert fonts.cap_height_mm(font, 72) == pytest.approx(height / 1000 * 25.4, abs=1e-6)


@given(st.text(max_size=30), st.sampled_from(sorted(fonts.FONTS)))
def test_runs_join_to_the_text_or_a_glyph_is_missing(text, font):
    try:
        found = fonts.runs(text, font)
    except MissingGlyph:
        return
    assert "".join(piece for _, piece in found) == text
    assert all(piece for _, piece in found)
