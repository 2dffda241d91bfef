"""Elements: what a few lines of TOML draw, and what they say when they cannot."""

from pathlib import Path

import pytest

from generator.compose import compose
from layouts.faults import BadInput
from output.scene import Circle, Group, Item, Line, Rect, Text, Use

HEAD = 'title = "T"\nkind = "card"\nsize = { width = 100, height = 60 }\n'


@pytest.fixture(name="drawn")
def _drawn(tmp_path: Path):
    """Return a function that draws the elements of a layout, groups taken apart."""

    def draw(text: str, edition: str = "colour") -> list[Item]:
        path = tmp_path / "card.toml"
        path.write_text(HEAD + text, "utf-8")
        return list(flat(compose(str(path), edition)[0].items))

    return draw


@pytest.fixture(name="said")
def _said(drawn):
    """Return a function that says every fault of a layout."""

    def say(text: str) -> str:
        with pytest.raises(BadInput) as error:
            drawn(text)
        return str(error.value)

    return say


def flat(items):
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def texts(items: list[Item]) -> list[str]:
    return [item.text for item in items if isinstance(item, Text)]


def element(**keys: str) -> str:
    lines = "\n".join(f"{key} = {value}" for key, value in keys.items())
    return f"[[elements]]\n{lines}\n"


@pytest.mark.parametrize(
    ("at", "corner"),
    [
        pytest.param("top left", (1, 2), id="top left"),
        pytest.param("top right", (91, 2), id="top right"),
        pytest.param("centre", (46, 27), id="centre"),
        pytest.param("bottom", (46, 52), id="bottom"),
        pytest.param("right", (91, 27), id="right"),
    ],
)
def test_a_box_is_counted_from_the_corner_it_names(drawn, at, corner) -> None:
    (rect,) = drawn(element(type='"rect"', at=f'"{at}"', box="[1, 2, 10, 10]", fill='"accent"'))
    assert (rect.x, rect.y) == corner


def test_a_group_stands_on_a_panel_and_pads_its_content(drawn) -> None:
    panel, inner = drawn(
        """
[[elements]]
type = "group"
box = [10, 10, 50, 30]
pad = 4
radius = 3
fill = "wash"
elements = [{ type = "rect", fill = "accent" }]
"""
    )
    assert isinstance(panel, Rect) and panel.radius == 3
    assert (inner.x, inner.y, inner.width, inner.height) == (14, 14, 42, 22)


def test_a_group_without_a_surface_draws_its_elements_only(drawn) -> None:
    assert (
        len(drawn('[[elements]]\ntype = "group"\nelements = [{ type = "circle", fill = "ink" }]'))
        == 1
    )


def test_a_column_gives_text_what_it_needs_and_shares_the_rest(drawn) -> None:
    words = "many words that need more than one line of so narrow a column"
    items = drawn(
        f"""
[[elements]]
type = "group"
flow = "column"
gap = 2
box = [0, 0, 40, 60]
elements = [
  {{ type = "group", extent = "fit", pad = 1, fill = "wash", elements = [
    {{ type = "text", text = "{words}", size = 10 }},
  ] }},
  {{ type = "rect", fill = "accent" }},
]
"""
    )
    panel, rest = (item for item in items if isinstance(item, Rect))
    lines = len(texts(items))
    assert lines > 1
    assert panel.height == pytest.approx(2 + lines * 10 * 1.25 * 25.4 / 72)
    assert rest.y == pytest.approx(panel.height + 2)
    assert rest.y + rest.height == pytest.approx(60)


def test_a_row_gives_text_its_width(drawn) -> None:
    items = drawn(
        """
[[elements]]
type = "group"
flow = "row"
box = [0, 0, 60, 10]
elements = [
  { type = "text", text = "label", extent = "fit", size = 10 },
  { type = "rect", fill = "accent" },
]
"""
    )
    rect = next(item for item in items if isinstance(item, Rect))
    assert 5 < rect.x < 15
    assert rect.x + rect.width == pytest.approx(60)


def test_uneven_rows_are_as_high_as_their_text(drawn) -> None:
    items = drawn(
        """
[[elements]]
type = "repeat"
over = ["one", "two words that take more than a line here", "three"]
columns = 1
even = false
gap = [0, 1]
box = [0, 0, 30, 60]
elements = [{ type = "group", fill = "wash", elements = [{ type = "text", text = "{item}" }] }]
"""
    )
    first, second, third = (item for item in items if isinstance(item, Rect))
    assert second.height > 1.9 * first.height
    assert third.y == pytest.approx(second.y + second.height + 1)


def test_where_room_is_short_the_longest_of_uneven_rows_gives_way(drawn) -> None:
    items = drawn(
        """
[[elements]]
type = "repeat"
over = ["one", "words that take so many lines that all of them are too high", "three"]
columns = 1
even = false
shrink = true
gap = [0, 1]
box = [0, 0, 30, 23]
elements = [{ type = "group", fill = "wash", elements = [
  { type = "text", text = "{item}", min_size = 6 },
] }]
"""
    )
    first, second, third = (item for item in items if isinstance(item, Rect))
    assert first.height == third.height < second.height
    assert third.y + third.height == pytest.approx(23)
    sizes = [item.size for item in items if isinstance(item, Text)]
    assert sizes[0] == sizes[-1] == 11 > min(sizes) >= 6


@pytest.mark.parametrize(
    ("condition", "seen"),
    [
        pytest.param('when = { kind = "a" }', True, id="when it is"),
        pytest.param('when = { kind = ["b", "a"] }', True, id="when it is one of"),
        pytest.param('when = { kind = "b" }', False, id="when it is not"),
        pytest.param("when = { number = 3 }", True, id="numbers"),
        pytest.param("when = { right = true }", True, id="yes and no"),
        pytest.param('unless = { kind = "a" }', False, id="unless it is"),
        pytest.param('unless = { kind = "b" }', True, id="unless it is not"),
        pytest.param('unless = { none = "" }', False, id="an empty list is empty"),
        pytest.param('when = { edition = "colour" }', True, id="edition"),
    ],
)
def test_conditions_decide_what_is_drawn(drawn, condition, seen) -> None:
    values = 'values = { kind = "a", number = 3.0, right = true, none = [] }\n'
    items = drawn(f'{values}[[elements]]\ntype = "rect"\nfill = "ink"\n{condition}\n')
    assert bool(items) == seen


CONDITIONS = """
[[elements]]
type = "rect"
fill = "ink"
"""


@pytest.mark.parametrize("key", ["when", "unless"])
def test_a_name_in_a_condition_that_no_row_has_is_misspelt(drawn, key) -> None:
    with pytest.raises(BadInput, match=r"elements\[0\]: \{numbr\}: .*did you mean 'number'"):
        drawn(f"rows = [{{ number = 1 }}]{CONDITIONS}{key} = {{ numbr = 1 }}\n")


def test_a_second_condition_is_checked_too_where_the_first_fails(drawn) -> None:
    with pytest.raises(BadInput, match="there is no 'numbr'"):
        drawn(f'{CONDITIONS}when = {{ edition = "large", numbr = 1 }}\n')


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("rows = [{ a = 1 }, { a = 2, other = 1 }]", id="of one row"),
        pytest.param('values = { other = "" }', id="of values"),
        pytest.param('rows = [{ a = 1 }]\nvalues = { other = "" }', id="of values beside rows"),
    ],
)
def test_a_name_that_may_be_missing_is_empty(drawn, data) -> None:
    assert drawn(f'{data}{CONDITIONS}when = {{ other = "" }}\n')


def test_repeats_know_their_row_and_its_number(drawn) -> None:
    items = drawn(
        """
values = { rows = [{ a = "x" }, { a = "y" }] }
[[elements]]
type = "repeat"
over = "{rows}"
elements = [{ type = "text", text = "{count} {index} {a} {item.a}" }]
"""
    )
    assert texts(items) == ["1 0 x x", "2 1 y y"]


def test_literal_rows_may_refer_to_the_data(drawn) -> None:
    items = drawn(
        """
values = { points = { beds = 7 } }
[[elements]]
type = "table"
box = [0, 0, 60, 20]
header = false
over = [{ part = "Beds", worth = "{points.beds}" }]
columns = [{ value = "{part}" }, { value = "{worth}" }]
"""
    )
    assert texts(items) == ["Beds", "7"]


def test_tracks_label_their_boxes_or_leave_them_blank(drawn) -> None:
    labelled = drawn(
        '[[elements]]\ntype = "track"\nlabels = [6, 4, 2]\ncell = [8, 8]\nstroke = "ink"\n'
    )
    assert texts(labelled) == ["6", "4", "2"]
    blank = drawn(
        '[[elements]]\ntype = "track"\ncount = 4\ncell = [8, 8]\nshape = "circle"\nstroke = "ink"\n'
    )
    assert [type(item) for item in blank] == [Circle] * 4


def test_labels_of_a_track_are_made_smaller_until_they_fit(drawn) -> None:
    label = '[[elements]]\ntype = "track"\nlabels = ["bonus"]\ncell = [8, 8]\n'
    with pytest.raises(BadInput, match=r"min_size = [\d.]+ would do"):
        drawn(label)
    (size,) = [item.size for item in drawn(label + "min_size = 4\n") if isinstance(item, Text)]
    assert 4 <= size < 11


def test_a_table_fills_its_head_and_every_second_row(drawn) -> None:
    items = drawn(
        """
[[elements]]
type = "table"
box = [0, 0, 60, 50]
blank = 4
header_fill = "accent"
stripe = "wash"
stroke = "rule"
columns = [{ title = "A" }, { title = "B" }]
"""
    )
    filled = [item.y for item in items if isinstance(item, Rect) and item.paint.fill]
    assert filled == [0, 20, 40]
    assert sum(isinstance(item, Line) for item in items) == 4 + 1


def test_a_divided_table_keeps_to_its_largest_row(drawn) -> None:
    items = drawn(
        '[[elements]]\ntype = "table"\nblank = 2\nrow_max = 8\nstroke = "rule"\n'
        'columns = [{ title = "A" }]\n'
    )
    assert max(item.height for item in items if isinstance(item, Rect)) == 24


def test_drawings_are_symbols_as_large_as_their_box(drawn) -> None:
    (use,) = drawn('[[elements]]\ntype = "shape"\nshape = "rose"\nbox = [10, 10, 30, 20]\n')
    assert isinstance(use, Use)
    assert (use.x, use.y, use.scale) == (25, 20, 0.2)


def test_lines_are_thinner_in_the_low_ink_edition(drawn) -> None:
    layout = '[[elements]]\ntype = "rect"\nstroke = "ink"\nwidth = 1\n'
    (colour,), (low,) = drawn(layout), drawn(layout, "low-ink")
    assert low.paint.width < colour.paint.width == 1


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_turned_text_stays_in_its_box(tmp_path, turn) -> None:
    path = tmp_path / "card.toml"
    path.write_text(
        HEAD + element(type='"text"', text='"turned"', turn=str(turn), box="[10, 20, 20, 25]")
    )
    outer = compose(str(path))[0].items[0]
    group = outer.items[0]
    (line,) = group.items
    a, b, c, d, e, f = group.matrix
    x, y = a * line.x + c * line.y + e, b * line.x + d * line.y + f
    assert 10 <= x <= 30 and 20 <= y <= 45


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            element(type='"text"', text='"x"', box="[90, 0, 20, 9]"),
            "reaches out of the component",
            id="out of the trim",
        ),
        pytest.param(
            "safe = 5\n" + element(type='"text"', text='"x"', box="[2, 20, 20, 9]"),
            "keep text 5 mm from the edge",
            id="out of the safe zone",
        ),
        pytest.param(
            element(type='"text"', text='"far too long"', box="[0, 0, 9, 5]"),
            "needs 19.6 x 4.9 mm at 11 pt, wrapped 7.4 x 14.6 mm; its box has 9.0 x 5.0 mm (",
            id="text too long",
        ),
        pytest.param(
            element(type='"flower"', flower='"Q"'), "there is no flower 'Q'", id="no such flower"
        ),
        pytest.param(
            element(type='"shape"', shape='"rosé"'), "did you mean 'rose'", id="no such drawing"
        ),
        pytest.param(
            element(type='"rect"', fill='"pnk"'), "did you mean 'pink'", id="no such colour"
        ),
        pytest.param(
            element(type='"track"', count="9", cell="[20, 8]"), "9 boxes do not fit", id="track"
        ),
        pytest.param(
            element(type='"table"', blank="9", row_height="9", columns="[{}]"),
            "10 rows of 9 mm do not fit into 60 mm",
            id="table",
        ),
        pytest.param(
            element(type='"text"', text='"{nmae}"'), "there is no 'nmae'", id="no such data"
        ),
        pytest.param(
            element(type='"repeat"', over='"{version}"', elements="[]"), "no list", id="no rows"
        ),
        pytest.param(
            element(type='"text"', text='"x"', size='"{title}"'), "is no number", id="no number"
        ),
        pytest.param(
            "values = { far = 1e9 }\n" + element(type='"text"', text='"x"', size='"{far}"'),
            "size: 1e+09 is not from 2 to 400 points",
            id="size out of reach",
        ),
        pytest.param(
            element(type='"image"', file='"../x.png"'), "leads out of the folder", id="image"
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(said, text, expected) -> None:
    assert expected in said(text)


def test_all_faults_of_a_layout_are_said_together(said) -> None:
    text = element(type='"flower"', flower='"Q"') + element(type='"shape"', shape='"none"')
    assert said(text).count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            """
values = { rows = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20] }
[[elements]]
type = "repeat"
over = "{rows}"
elements = [{ type = "repeat", over = "{rows}", elements = [
  { type = "repeat", over = "{rows}", elements = [
    { type = "repeat", over = "{rows}", elements = [{ type = "rect", fill = "ink" }] },
  ] },
] }]
""",
            id="repeats in repeats",
        ),
        pytest.param(
            """
[[elements]]
type = "group"
flow = "column"
elements = [{ type = "repeat", count = 1000, extent = "fit", elements = [
  { type = "repeat", count = 1000, elements = [{ type = "text", text = "x" }] },
] }]
""",
            id="repeats that are only measured",
        ),
        pytest.param(
            '[[elements]]\ntype = "repeat"\ncount = 1000\nelements = [{ type = "board", '
            'board = "OO", min_pitch = 0.01 }, { type = "track", count = 900, cell = [1, 1] }]\n',
            id="tracks in repeats",
        ),
    ],
)
def test_what_explodes_is_stopped_with_one_fault(said, text) -> None:
    lines = said(text).split("\n")
    assert any("asks for more than a page can show" in line for line in lines)
    assert sum("asks for more" in line for line in lines) == 1


@pytest.mark.parametrize("count", ["1001", '"{far}"', '"{half}"', '"{below}"'])
def test_a_count_is_a_small_whole_number(said, count) -> None:
    values = "values = { far = 1e12, half = 2.5, below = -1 }\n"
    text = said(values + element(type='"repeat"', count=count, elements="[]"))
    assert "is no whole number from 0 to 1000" in text
