"""Rows of another file, values picked by other values: what a deck's layout is bound with."""

from pathlib import Path

import pytest

from layouts.binding import Unbound, look_up, value
from layouts.faults import BadInput
from layouts.loader import load
from layouts.rows import components

CARD = 'title = "Card"\nkind = "card"\nsize = "euro"\n'
DECK = "seed = 7\nrows = [{ number = 3 }, { number = 8 }]\nspare = [{ number = 9, copies = 2 }]\n"


def numbers(folder: Path, layout: str) -> list[int]:
    (folder / "deck.toml").write_text(DECK)
    (folder / "card.toml").write_text(layout)
    return [data["number"] for data in components(load(str(folder / "card.toml")))]


def test_rows_come_from_a_deck_beside_the_layout_with_its_seed(tmp_path: Path) -> None:
    assert numbers(tmp_path, CARD + 'rows_from = "deck.toml"\n') == [3, 8]
    assert load(str(tmp_path / "card.toml")).layout.seed == 7


def test_another_table_of_the_file_is_named_after_a_hash(tmp_path: Path) -> None:
    wish = 'rows_from = "deck.toml#spare"\ncopies = "copies"\n'
    assert numbers(tmp_path, CARD + wish) == [9, 9]


def test_rows_without_a_seed_do_not_keep_the_one_of_the_base(tmp_path: Path) -> None:
    base = CARD + 'rows_from = "deck.toml"\n'
    (tmp_path / "base.toml").write_text(base)
    main = 'extends = "base.toml"\nrows_from = "field/facts#setups"\n[[elements]]\ntype = "rect"\n'
    (tmp_path / "deck.toml").write_text(DECK)
    (tmp_path / "main.toml").write_text(main)
    assert load(str(tmp_path / "base.toml")).layout.seed == 7
    assert load(str(tmp_path / "main.toml")).layout.seed is None


def test_a_built_in_deck_needs_no_file(tmp_path: Path) -> None:
    assert len(numbers(tmp_path, CARD + 'rows_from = "field/deck"\n')) == 100


def test_a_layout_replaces_the_rows_of_its_base(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(CARD + 'rows_from = "field/deck"\n')
    assert numbers(tmp_path, 'extends = "base.toml"\nrows_from = "deck.toml"\n') == [3, 8]
    assert numbers(tmp_path, 'extends = "base.toml"\nrows = [{ number = 5 }]\n') == [5]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        pytest.param('"deck.toml#spar"', "no list 'spar'", id="unknown table"),
        pytest.param('"deck.toml#seed"', "no list 'seed'", id="a number instead of a list"),
        pytest.param('"field/dek"', "rows_from", id="unknown built-in file"),
        pytest.param('"../deck.toml"', "outside the folder", id="out of the folder"),
        pytest.param("3", "rows_from", id="no text"),
    ],
)
def test_a_wrong_file_of_rows_is_named_with_its_key(tmp_path: Path, wish: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        numbers(tmp_path, f"{CARD}rows_from = {wish}\n")


def test_rows_of_ones_own_and_of_a_file_at_once_are_refused(tmp_path: Path) -> None:
    both = 'rows_from = "deck.toml"\nrows = [{ number = 1 }]\n'
    with pytest.raises(BadInput, match="rows and rows_from"):
        numbers(tmp_path, CARD + both)


DATA = {"letter": "I", "card": {"letter": "L"}, "flowers": {"I": {"says": "iris"}, "L": {"n": 2}}}


@pytest.mark.parametrize(
    ("template", "meant"),
    [
        pytest.param("{flowers[letter].says}", "iris", id="by a name"),
        pytest.param("an {flowers[letter].says}.", "an iris.", id="inside a text"),
        pytest.param("{flowers[card.letter].n}", 2, id="by a path, keeping the type"),
        pytest.param("{flowers[letter]}", {"says": "iris"}, id="a whole table"),
    ],
)
def test_a_value_is_picked_by_what_another_one_says(template: str, meant: object) -> None:
    assert value(template, DATA) == meant


@pytest.mark.parametrize("path", ["", "a..b", ".a", "a.", "a[]", "a[b", "[a]", "a]b", "a[b[c]]"])
def test_a_malformed_path_is_refused(path: str) -> None:
    with pytest.raises(Unbound, match="no name of data"):
        look_up(path, {"a": {"b": 1}, "b": "b", "c": "b"})


def test_an_index_without_its_value_says_what_is_near() -> None:
    with pytest.raises(Unbound, match="did you mean"):
        value("{flowers[leter]}", DATA)
