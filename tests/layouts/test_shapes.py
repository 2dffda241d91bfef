import pytest

from layouts.faults import BadInput
from layouts.palette import colour, reference
from layouts.shapes import parse_shape, path_segments, shape, shape_names

DICE = ("orange", "pink", "blue", "yellow", "purple", "white")
BLEEDS = {"garland": 51.5}  # tiles side by side, so its stem ends exactly on the edge


@pytest.mark.parametrize("name", shape_names())
def test_every_drawing_can_be_painted_in_every_edition(name):
    drawing = shape(name)
    assert drawing.title
    for part in drawing.parts:
        for edition in ("colour", "low-ink", "large", "laminate"):
            fill = colour(reference(part.fill, "orange"), edition, use="fill")
            stroke = colour(reference(part.stroke, "orange"), edition, use="stroke")
            assert fill or (stroke and part.width > 0), part


@pytest.mark.parametrize("name", shape_names())
def test_every_drawing_stays_in_its_box_with_its_strokes(name):
    reach = max(
        abs(number) + part.width / 2
        for part in shape(name).parts
        for _, numbers in part.segments
        for number in numbers[-2:]
    )
    assert 40 < reach <= BLEEDS.get(name, 50.2)


@pytest.mark.parametrize("name", shape_names())
def test_every_drawing_is_made_of_few_enough_segments_to_print_fast(name):
    assert sum(len(part.segments) for part in shape(name).parts) <= 1000


@pytest.mark.parametrize("name", shape_names())
def test_every_subpath_starts_with_a_move(name):
    for part in shape(name).parts:
        assert part.segments[0][0] == "M"
        lengths = {"M": 2, "L": 2, "C": 6, "Z": 0}
        assert all(len(numbers) == lengths[command] for command, numbers in part.segments)


def test_dice_flowers_are_named_after_their_colours():
    assert set(DICE) <= set(shape_names())
    assert len({shape(name).title for name in DICE}) == len(DICE)


PATHS = [
    pytest.param(
        "M1 2 l3 4 z", (("M", (1, 2)), ("L", (4, 6)), ("L", (1, 2)), ("Z", ())), id="line"
    ),
    pytest.param("M0 0 H5 v-5", (("M", (0, 0)), ("L", (5, 0)), ("L", (5, -5))), id="h-v"),
    pytest.param("M0 0 Q3 3 6 0", (("M", (0, 0)), ("C", (2, 2, 4, 2, 6, 0))), id="quadratic"),
    pytest.param(
        "M0 0 C1 1 2 1 3 0 s2 -1 3 0",
        (("M", (0, 0)), ("C", (1, 1, 2, 1, 3, 0)), ("C", (4, -1, 5, -1, 6, 0))),
        id="smooth",
    ),
]


@pytest.mark.parametrize(("d", "segments"), PATHS)
def test_path_data_becomes_absolute_segments(d, segments):
    assert path_segments(d) == segments


def test_an_arc_becomes_curves_that_end_where_the_arc_ends():
    start, *curves = path_segments("M10 0 A10 10 0 0 1 0 10")
    assert start == ("M", (10, 0))
    assert [command for command, _ in curves] == ["C"]
    assert curves[-1][1][-2:] == pytest.approx((0, 10), abs=1e-3)


def test_turns_are_drawn_one_after_the_other_round_the_origin():
    text = 'title = "x"\n[[parts]]\nd = "M0 -10 L0 -20"\nturns = 4\nstart = 90\nstroke = "dark"'
    starts = [part.segments[0][1] for part in parse_shape("x", text).parts]
    assert starts == [(10, 0), (0, 10), (-10, 0), (0, -10)]


FAULTY = [
    pytest.param('d = "M0 0 L1 1"\nfil = "main"', "parts[0].fil", "did you mean 'fill'?", id="key"),
    pytest.param(
        'd = "M0 0 L1 1"\nturns = "5"', "parts[0].turns", "a whole number is accepted", id="type"
    ),
    pytest.param('d = "M0 0 L1 1"\nturns = true', "parts[0].turns", "wrong type", id="bool"),
    pytest.param('d = "M0 0 L1 1"\nturns = 0', "parts[0].turns", "1 to 90", id="turns"),
    pytest.param('d = "M0 0 X1 1"', "parts[0].d", "'X' is no path command", id="command"),
    pytest.param('d = "M0 0 L1"', "parts[0].d", "its numbers do not make a path", id="short"),
    pytest.param("d = 5", "parts[0].d", "a text in quotes", id="text"),
    pytest.param('d = ""', "parts[0].d", "empty", id="empty"),
    pytest.param('fill = "main"', "parts[0].d", "missing", id="missing"),
]


@pytest.mark.parametrize(("part", "where", "message"), FAULTY)
def test_a_faulty_drawing_is_refused_with_place_and_mend(part, where, message):
    with pytest.raises(BadInput) as error:
        parse_shape("x", f'title = "x"\n[[parts]]\n{part}')
    assert f"x.toml: {where}" in str(error.value)
    assert message in str(error.value)


def test_all_faults_of_a_drawing_are_listed_together():
    with pytest.raises(BadInput) as error:
        parse_shape("x", 'title = "x"\n[[parts]]\nfil = "a"\n[[parts]]\nd = "?"')
    assert [fault.where for fault in error.value.faults] == [
        "parts[0].d",
        "parts[0].fil",
        "parts[1].d",
    ]


def test_text_that_is_no_toml_is_refused():
    with pytest.raises(BadInput, match="no TOML"):
        parse_shape("x", "title = ")


def test_an_unknown_drawing_is_refused_with_the_nearest_name():
    with pytest.raises(BadInput, match="did you mean 'bouquet'"):
        shape("boquet")
