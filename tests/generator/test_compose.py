"""Components: what a layout and its rows become."""

from pathlib import Path

import pytest

from generator.compose import check_layout, compose
from layouts.faults import BadInput
from output.scene import Rect

HEAD = 'title = "Card {name}"\nkind = "card"\nsize = "poker"\n'


@pytest.fixture(name="file")
def _file(tmp_path: Path):
    def write(text: str) -> str:
        path = tmp_path / "deck.toml"
        path.write_text(HEAD + text, "utf-8")
        return str(path)

    return write


def test_every_row_becomes_a_component_and_copies_are_the_same_one(file) -> None:
    pieces = compose(
        file('copies = "n"\nitem = "{name}"\nrows = [{ name = "a", n = 2 }, { name = "b", n = 1 }]')
    )
    assert [piece.name for piece in pieces] == ["a", "a", "b"]
    assert pieces[0] is pieces[1]
    assert pieces[2].title == "Card b"


def test_the_background_reaches_to_the_bleed(file) -> None:
    (piece,) = compose(file('values = { name = "x" }\nbleed = 2\nfill = "wash"\n'))
    ground = piece.items[0]
    assert isinstance(ground, Rect)
    assert (ground.x, ground.y, ground.width, ground.height) == (-2, -2, 67.5, 92.9)


def test_data_handed_over_complete_those_of_the_layout(file) -> None:
    (piece,) = compose(file('values = { name = "x" }\n'), more={"name": "y"})
    assert piece.title == "Card y"


def test_a_fault_of_a_row_names_the_row(file) -> None:
    elements = '[[elements]]\ntype = "text"\ntext = "{what}"\n'
    text = file(f'rows = [{{ name = "a", what = "x" }}, {{ name = "b" }}]\n{elements}')
    with pytest.raises(BadInput, match=r"row 2: elements\[0\]: \{what\}: there is no 'what'"):
        compose(text)


def test_a_title_that_refers_to_nothing_is_a_fault(file) -> None:
    with pytest.raises(BadInput, match=r"title: \{name\}: there is no 'name'"):
        compose(file(""))


def test_an_unknown_size_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('title = "T"\nkind = "card"\nsize = "pokr"\n')
    with pytest.raises(BadInput, match="size: 'pokr' is no size"):
        compose(str(path))


@pytest.mark.parametrize(
    ("fill", "large", "said"),
    [
        pytest.param("pnk", "pnk", ["no colour 'pnk'"], id="everywhere"),
        pytest.param("pink", "pnk", ["no colour 'pnk', in the edition large"], id="in one"),
        pytest.param(
            "pnk",
            "pink",
            ["no colour 'pnk', in the editions colour, low-ink and laminate"],
            id="in some",
        ),
        pytest.param("pink", "pink", [], id="nowhere"),
    ],
)
def test_a_fault_of_some_editions_says_of_which(tmp_path, fill, large, said) -> None:
    path = tmp_path / "card.toml"
    head = 'title = "T"\nkind = "card"\nsize = "poker"\n'
    path.write_text(f'{head}fill = "{fill}"\n[editions.large]\nfill = "{large}"\n')
    assert [fault.what for fault in check_layout(str(path))] == said
