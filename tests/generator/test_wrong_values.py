"""What a layout's data hold is checked like what it says itself; the mistakes of all kinds."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image as Pillow

from generator.compose import compose
from layouts.faults import BadInput, Unreadable
from output.errors import BadImage
from output.images import decoded, picture, upright

HEAD = 'title = "T"\nkind = "card"\nsize = "poker"\ngame = "dice"\n'
BOX = "box = [5, 5, 40, 40]\n"


@pytest.fixture(name="said")
def _said(tmp_path: Path):
    def faults(text: str) -> list[str]:
        path = tmp_path / "card.toml"
        path.write_text(HEAD + text, "utf-8")
        with pytest.raises(BadInput) as error:
            compose(str(path))
        return [str(fault) for fault in error.value.faults]

    return faults


def element(kind: str, more: str, values: str = "") -> str:
    return f'{values}\n[[elements]]\ntype = "{kind}"\n{BOX}{more}\n'


LEAF = 'shape = "leaf"\nturn = "{t}"'
WORD = 'text = "x"\n'
BOARD = 'board = "OP"\nlabels = false\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(element("path", 'd = "M0 0 L 1e999 5"'), "farther than 100000", id="infinite"),
        pytest.param(element("path", 'd = "M0 0 L 1e300 5"'), "farther than 100000", id="far"),
        pytest.param(
            element("path", 'd = "M0 0 A 1e-300 1e300 0 0 0 5 5"'), "do not make a path", id="arc"
        ),
        pytest.param(element("path", 'd = "M"'), "do not make a path", id="no numbers"),
        pytest.param(element("shape", LEAF, 'values = { t = "nan" }'), "turn: 'nan' is", id="nan"),
        pytest.param(element("shape", LEAF, 'values = { t = "inf" }'), "is no number", id="inf"),
        pytest.param(element("shape", LEAF, "values = { t = 361 }"), "from -360 to 360", id="turn"),
        pytest.param(
            element("text", WORD + 'font = "{f}"', 'values = { f = "../x" }'),
            "font: '../x' is no font; known: body, bold, italic",
            id="font",
        ),
        pytest.param(
            element("text", WORD + 'size = "{s}"', 'values = { s = "nan" }'), "no number", id="size"
        ),
        pytest.param(
            element("board", BOARD + 'loops = "{l}"', "values = { l = [5] }"),
            "loops[0]: 5 is no table of cells, colour, label, says",
            id="loop",
        ),
        pytest.param(
            element(
                "board",
                BOARD + 'loops = "{l}"',
                'values = { l = [{ cells = ["Z9"], label = 1, colour = "ink", says = "" }] }',
            ),
            "loops[0].cells: 'Z9' is no cell; the cells are A1 to B1",
            id="cell of a loop",
        ),
        pytest.param(
            element("board", BOARD + 'struck = "{l}"', "values = { l = 3 }"),
            "struck: 3 is no list",
            id="struck",
        ),
        pytest.param(
            element("image", 'file = "{f}"', f"values = {{ f = '{'a' * 900}' }}"),
            "is no name of a file",
            id="long name",
        ),
        pytest.param(
            element("rect", 'alt = "{nobody}"'), "there is no 'nobody'", id="text alternative"
        ),
        pytest.param(
            element("flower", 'flower = "O"', "values = { flowers = 3 }"),
            "call something else 'flowers'",
            id="flowers of one's own",
        ),
        pytest.param(
            element(
                "repeat",
                'count = 1\ncell = [3, 3]\nplace = ["{x}", "0"]\nelements = []',
                'values = { x = "nan" }',
            ),
            "place: 'nan' is no number",
            id="place",
        ),
    ],
)  # fmt: skip
def test_a_wrong_value_is_a_fault(said, text, fault) -> None:
    assert any(fault in found for found in said(text))


def test_a_loop_of_links_is_told_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "loop.png").symlink_to("loop.png")
    path = tmp_path / "card.toml"
    path.write_text(HEAD + element("image", 'file = "loop.png"'), "utf-8")
    with pytest.raises((BadInput, Unreadable), match=r"'loop\.png'"):
        compose(str(path))


def test_one_fault_of_many_rows_is_said_once(said) -> None:
    rows = "rows = [" + "{ n = 1 }, " * 39 + "]\n"
    (fault,) = said(rows + element("text", 'text = "{m}"'))
    assert ": rows 1-39: elements[0]" in fault


def saved(image: Pillow.Image, kind: str, **more: object) -> bytes:
    stream = BytesIO()
    image.save(stream, kind, **more)
    return stream.getvalue()


def turned(kind: str, orientation: int) -> bytes:
    image = Pillow.new("RGB", (60, 20), (200, 0, 0))
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    return saved(image, kind, exif=exif)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_stands_as_its_camera_held_it(kind) -> None:
    data, width, height = upright(turned(kind, 6))
    assert decoded(data).size == (width, height) == (20, 60)
    assert upright(turned(kind, 1)) == (turned(kind, 1), 60, 20)


def test_a_palette_with_transparency_is_read_without_a_warning() -> None:
    image = Pillow.new("P", (2, 1), 7)
    image.putpalette([9, 9, 9] * 256)
    found = picture(saved(image, "PNG", transparency=bytes([255] * 7 + [0])))
    assert found.alpha == b"\0\0"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"GIF89a" + b"\0" * 30, "is no PNG or JPEG", id="gif"),
        pytest.param(b"", "is no PNG or JPEG", id="empty"),
        pytest.param(saved(Pillow.new("L", (9, 9)), "PNG")[:50], "is broken", id="cut off"),
        pytest.param(saved(Pillow.new("L", (9, 9)), "JPEG")[:300], "is broken", id="jpeg cut off"),
    ],
)
def test_what_is_wrong_with_a_picture_names_no_object(data, said) -> None:
    with pytest.raises(BadImage, match=said) as error:
        decoded(data)
    assert " at 0x" not in str(error.value)


def test_the_digest_changes_with_rows_and_pictures(tmp_path: Path) -> None:
    layout = tmp_path / "card.toml"
    image = '[[elements]]\ntype = "image"\nbox = [5, 5, 20, 20]\nfile = "{file}"\n'
    layout.write_text(f'{HEAD}csv = "a.csv"\n{image}', "utf-8")
    digests = set()
    for rows, grey in (
        ("file,n\nx.png,1\n", 7),
        ("file,n\nx.png,2\n", 7),
        ("file,n\nx.png,2\n", 8),
    ):
        (tmp_path / "a.csv").write_text(rows, "utf-8")
        (tmp_path / "x.png").write_bytes(saved(Pillow.new("L", (4, 4), grey), "PNG"))
        digests |= {piece.digest for piece in compose(str(layout))}
    assert len(digests) == 3
