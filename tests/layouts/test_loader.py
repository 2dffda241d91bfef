"""Layout files: names, bases, editions."""

from pathlib import Path

import pytest

from layouts.faults import BadInput, Unreadable
from layouts.loader import EDITIONS, board_text, builtin_names, load
from layouts.palette import colour, reference

HEAD = 'title = "T"\nkind = "card"\nsize = "poker"\n'
BASE = (
    HEAD
    + """
values = { a = 1, b = 2 }
abstract = true
[[elements]]
id = "one"
type = "rect"
fill = "pink"
[[elements]]
id = "panel"
type = "group"
elements = [{ id = "inner", type = "text", text = "x", size = 9 }]
[editions.large]
values = { a = 16 }
[[editions.large.elements]]
id = "inner"
size = 16
"""
)


@pytest.fixture(name="files")
def _files(tmp_path: Path):
    def write(**files: str) -> str:
        for name, text in files.items():
            (tmp_path / f"{name}.toml").write_text(text, "utf-8")
        return str(tmp_path / "main.toml")

    return write


def test_a_table_is_merged_over_its_base_key_by_key(files) -> None:
    main = files(base=BASE, main='extends = "base.toml"\nvalues = { b = 3 }\n')
    layout = load(main).layout
    assert layout.values == {"a": 1, "b": 3}
    assert layout.title == "T"
    assert not layout.abstract


def test_elements_are_overridden_by_their_id_and_others_added(files) -> None:
    main = files(
        base=BASE,
        main="""
extends = "base.toml"
[[elements]]
id = "one"
fill = "blue"
[[elements]]
type = "circle"
""",
    )
    elements = load(main).layout.elements
    assert [element.type for element in elements] == ["rect", "group", "circle"]
    assert elements[0].fill == "blue"


def test_an_element_inside_a_group_is_found_by_its_id(files) -> None:
    main = files(base=BASE, main='extends = "base.toml"\n[[elements]]\nid = "inner"\ntext = "y"\n')
    inner = load(main).layout.elements[1].elements[0]
    assert (inner.text, inner.size) == ("y", 9)


@pytest.mark.parametrize(
    ("edition", "size", "a"),
    [pytest.param("colour", 9, 1, id="colour"), pytest.param("large", 16, 16, id="large")],
)
def test_an_edition_of_the_base_is_merged_last(files, edition, size, a) -> None:
    main = files(base=BASE, main='extends = "base.toml"\nvalues = { b = 3 }\n')
    layout = load(main, edition).layout
    assert layout.elements[1].elements[0].size == size
    assert layout.values == {"a": a, "b": 3}


def test_of_several_bases_the_last_wins_and_a_shared_one_lies_below(files) -> None:
    main = files(
        base=f"{HEAD}values = {{ a = 0, b = 0, c = 0 }}\n",
        size='extends = "base.toml"\nvalues = { a = 1, b = 1 }\n',
        look='extends = "base.toml"\nvalues = { b = 2 }\n',
        main='extends = ["size.toml", "look.toml"]\n',
    )
    assert load(main).layout.values == {"a": 1, "b": 2, "c": 0}


def test_the_base_file_is_named_for_its_own_faults(files) -> None:
    main = files(base=BASE.replace("fill", "fil"), main='extends = "base.toml"\n')
    with pytest.raises(BadInput, match=r"base\.toml: elements\[0\]\.fil: unknown key"):
        load(main)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        pytest.param({"main": 'extends = "main.toml"'}, "a circle: ", id="itself"),
        pytest.param(
            {"main": 'extends = "b.toml"', "b": 'extends = "main.toml"'},
            "a circle: ",
            id="round two files",
        ),
        pytest.param({"main": "extends = 3"}, "3 is no name of a layout", id="no text"),
        pytest.param(
            {"main": 'extends = ["dice/sheet", 3]'},
            "3 is no name of a layout",
            id="no text in list",
        ),
        pytest.param(
            {"main": 'extends = ["dice/sheet", "b.toml"]', "b": 'extends = "main.toml"'},
            "a circle: ",
            id="round the second base",
        ),
        pytest.param(
            {"main": 'extends = "dice/sheat"'}, "did you mean 'dice/sheet'?", id="misspelt"
        ),
        pytest.param(
            {"main": f"{HEAD}[editions.lage]\na = 1"}, "did you mean 'large'?", id="edition"
        ),
        pytest.param({"main": f"{HEAD}editions = 3"}, "3 is no table", id="editions no table"),
    ],
)
def test_what_cannot_be_extended_is_said(files, texts, said) -> None:
    with pytest.raises(BadInput) as error:
        load(files(**texts))
    assert said in str(error.value)


FLOWER = '[[flowers]]\nletter = "O"\nsays = "one"\nshape = "rose"\ncolour = "rose"\n'


@pytest.mark.parametrize(
    ("written", "said"),
    [
        pytest.param('colour = "purpel"', "did you mean 'purple'", id="colour"),
        pytest.param('colour = "crimson"', "known: #RRGGBB, accent, ", id="no such colour"),
        pytest.param('colour = "#AA00C"', "'#AA00C' is no colour", id="a digit is missing"),
        pytest.param('shape = "roze"', "no drawing 'roze' .did you mean 'rose'", id="drawing"),
    ],
)
def test_flowers_that_cannot_be_drawn_are_told_where_they_are_written(files, written, said) -> None:
    key = written.split(" ")[0]
    flowers = FLOWER + FLOWER.replace(f'{key} = "rose"', written)
    main = files(base=HEAD + flowers, main='extends = "base.toml"\n')
    with pytest.raises(BadInput, match=rf"base\.toml: flowers\[1\]\.{key}: .*{said}") as caught:
        load(main)
    assert len(caught.value.faults) == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_flower_may_have_any_colour(files, edition) -> None:
    loaded = load(files(main=HEAD + FLOWER.replace('colour = "rose"', 'colour = "#AA00CC"')))
    (flower,) = loaded.layout.flowers
    assert colour(reference("light", flower.colour), edition) is not None


def test_a_missing_file_is_unreadable(tmp_path) -> None:
    with pytest.raises(Unreadable):
        load(str(tmp_path / "none.toml"))


def test_a_layout_of_ours_may_be_misspelt() -> None:
    with pytest.raises(BadInput, match="did you mean 'dice/sheet-a'"):
        load("dice/shet-a")


def test_files_of_data_are_no_layouts() -> None:
    names = builtin_names()
    assert "dice/sheet-a" in names
    assert not {"dice/facts", "dice/flowers", "shared/palette"} & set(names)


def test_a_built_in_layout_is_the_same_every_time_it_is_loaded() -> None:
    first = load("dice/sheet-a", "large").layout
    load("dice/sheet-b", "laminate")
    assert load("dice/sheet-a", "large").layout == first


def test_the_board_is_found_in_a_layout_or_nowhere(files) -> None:
    main = files(main='extends = "dice/sheet"\n[board]\ntext = "OP"\n')
    assert board_text(main) == "OP"
    assert board_text("dice/aid") is None


def test_a_pyramid_of_shared_bases_is_read_once_each(files) -> None:
    texts = {f"d{n}": f'extends = ["d{n - 1}.toml", "d{n - 1}.toml"]' for n in range(1, 30)}
    main = files(d0=f"{HEAD}values = {{ a = 1 }}", **texts, main='extends = "d29.toml"')
    assert load(main).layout.values == {"a": 1}


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        pytest.param(
            {f"d{n}": f'extends = "d{n + 1}.toml"' for n in range(40)}
            | {"main": 'extends = "d0.toml"', "d40": HEAD},
            "more than 32 files",
            id="a long chain",
        ),
        pytest.param(
            {"main": "extends = [" + '"dice/sheet", ' * 20_000 + "]"}, "20000 names", id="names"
        ),
        pytest.param(
            {"main": 'extends = "x/../main.toml"', "x": ""}, "a circle: ", id="by another name"
        ),
    ],
)
def test_too_many_bases_are_refused(files, tmp_path, texts, said) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(BadInput) as error:
        load(files(**texts))
    assert said in str(error.value)


def test_a_position_of_a_game_is_told_from_a_layout(files) -> None:
    with pytest.raises(BadInput, match="a file of a game, not a layout"):
        load(files(main='game = "dice"\nsheet = "A"\nrounds = ["O5 P2 B5 Y3 V4"]\n'))


def test_a_missing_base_is_named_with_the_file_and_key_that_want_it(files) -> None:
    with pytest.raises(Unreadable, match=r"main\.toml: extends: .*none\.toml' cannot be read"):
        load(files(main='extends = "none.toml"'))
