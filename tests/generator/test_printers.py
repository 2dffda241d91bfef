"""Printers: readings are stored whole, and pages made up for them come out true on paper."""

from collections.abc import Callable
from math import cos, radians, sin
from pathlib import Path

import pypdfium2
import pytest

from generator.printers import Printer, checked, corrected, load_printer, names, save_printer
from layouts.faults import BadInput
from output import pdf
from output.errors import TargetRefused
from output.scene import Colour, Document, Group, Page, Paint, Rect

A4 = (210.0, 297.0)
Point = tuple[float, float]


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BLOOMPRINT_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config" / "printers"


def where(page: Page, point: Point) -> Point:
    """Return where a point of the original page lies on a corrected page."""
    (outer,) = page.items
    assert isinstance(outer, Group)
    matrices = [outer.matrix]
    inner = outer.items[0]
    if isinstance(inner, Group) and inner.matrix:
        matrices.insert(0, inner.matrix)
    for a, b, c, d, e, f in matrices:
        point = a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f
    return point


def printed(point: Point, printer: Printer, size: Point, *, back: bool) -> Point:
    """Return where a printer with these faults puts a point: turned, moved and shrunk wrongly.

    The readings say how far a back must be moved and turned, so the printer does the opposite.
    """
    x, y = point[0] - size[0] / 2, point[1] - size[1] / 2
    x, y = x * printer.scale[0] / 100, y * printer.scale[1] / 100
    if back:
        x, y = x - printer.offset[0], y - printer.offset[1]
        turn = radians(-printer.rotate)
        x, y = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
    return x + size[0] / 2, y + size[1] / 2


PRINTERS = {
    "perfect": Printer(),
    "moved": Printer(offset=(1.5, -0.7)),
    "turned": Printer(rotate=0.5),
    "shrunk by 0.4 %": Printer(scale=(100.0, 99.6)),
    "all of it": Printer(offset=(-2.0, 3.0), rotate=-1.2, scale=(99.5, 100.3)),
}
DOT = Rect(0, 0, 1, 1, Paint(Colour(0, 0, 0)))
POINTS = [(20.0, 30.0), (105.0, 148.5), (190.0, 260.0)]


@pytest.mark.parametrize("name", PRINTERS)
@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("point", POINTS)
def test_a_corrected_page_comes_out_true(name: str, back: bool, point: Point) -> None:
    printer = PRINTERS[name]
    page = corrected(Page(*A4, (DOT,), "p"), printer, back=back)
    found = printed(where(page, point), printer, A4, back=back)
    assert found == pytest.approx(point, abs=1e-9)


def test_the_holes_of_the_test_page_say_what_to_store() -> None:
    printer = Printer(offset=(1.5, -0.7), rotate=0.36)
    holes = {}
    for name, dy in {"top": -120.0, "middle": 0.0, "bottom": 120.0}.items():
        point = (A4[0] / 2, A4[1] / 2 + dy)
        zero = printed(point, printer, A4, back=True)
        holes[name] = point[0] - zero[0], point[1] - zero[1]
    assert holes["middle"] == pytest.approx(printer.offset, abs=0.02)
    apart = holes["top"][0] - holes["bottom"][0]
    assert apart == pytest.approx(1.5, abs=0.02)  # the row 1.5 mm, 0.36 degrees of its table


@pytest.mark.parametrize("back", [False, True])
def test_a_page_on_its_side_is_turned_upright_first(back: bool) -> None:
    page = corrected(Page(297.0, 210.0, (DOT,), "p"), Printer(), back=back)
    assert (page.width, page.height) == A4
    assert where(page, (0, 0)) == pytest.approx((210, 0))
    assert where(page, (297, 210)) == pytest.approx((0, 297))


def test_a_corrected_pdf_is_stretched_round_its_centre(read_back: Callable) -> None:
    square = Rect(55, 98.5, 100, 100, Paint(Colour(1, 2, 3)))
    page = corrected(Page(*A4, (square,), "p"), Printer(scale=(99.6, 100)), back=False)
    [data] = pdf.render(Document((page,), "t"))
    [[shape]] = read_back(data)
    assert shape.width * 0.996 == pytest.approx(100, abs=0.01)
    assert shape.height == pytest.approx(100, abs=0.01)
    assert shape.x + shape.width / 2 == pytest.approx(105, abs=0.01)


def test_what_is_stored_is_what_is_loaded(config: Path) -> None:
    printer = PRINTERS["all of it"]
    path = save_printer("office 2", printer)
    assert path == config / "office 2.toml"
    assert names() == ["office 2"]
    assert load_printer("office 2") == printer


@pytest.mark.parametrize("name", ["../office", "NUL", "a/b", ".hidden", ""])
def test_a_printer_has_the_name_of_a_file(name: str, config: Path) -> None:
    with pytest.raises(TargetRefused):
        save_printer(name, Printer())
    assert not config.exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("offset = [1]", "two numbers of mm", id="one number"),
        pytest.param('offset = ["1", "2"]', "two numbers of mm", id="words"),
        pytest.param("offset = [1.0, 90.0]", "from -20 to 20", id="far away"),
        pytest.param("rotate = nan", "", id="no number"),
        pytest.param("scale = [1.004, 1.0]", "90 to 110 mm", id="a factor"),
        pytest.param("ofset = [1.0, 2.0]", "known: offset, rotate, scale", id="misspelt"),
        pytest.param("offset = [1.0", "", id="no TOML"),
    ],
)
def test_a_stored_printer_with_a_fault_is_told_with_its_file(
    text: str, says: str, config: Path
) -> None:
    config.mkdir(parents=True)
    (config / "office.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=r"office\.toml") as refusal:
        load_printer("office")
    assert says in str(refusal.value)


def test_readings_may_be_whole_numbers() -> None:
    assert checked({"offset": [1, 2], "rotate": 1}).offset == (1.0, 2.0)


def test_printers_are_stored_changed_listed_and_forgotten(run: Callable, config: Path) -> None:
    assert "bloomprint calibrate" in run("printer").err
    assert run("printer", "office", "--offset", "-0.5,1.2").code == 0
    assert run("printer", "office", "--scale", "99.6,100").code == 0
    shown = run("printer", "office").out
    assert "-0.5 mm right, 1.2 mm down" in shown
    assert "99.6 mm across" in shown
    assert "office" in run("printer").out
    assert run("printer", "office", "--delete").code == 0
    assert not list(config.iterdir())


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        pytest.param(["printer", "x", "--offset", "1"], 2, "two numbers", id="one number"),
        pytest.param(["printer", "x", "--scale", "1,1"], 2, "90 to 110 mm", id="a factor"),
        pytest.param(["printer", "x", "--rotate", "nan"], 2, "degrees", id="no number"),
        pytest.param(["printer", "--offset", "1,1"], 2, "name the printer", id="no name"),
        pytest.param(["printer", "x", "--delete"], 3, "no printer 'x'", id="nothing to delete"),
        pytest.param(["print", "dice/sheet-a", "--printer", "x"], 3, "no printer 'x'", id="print"),
        pytest.param(["kit", "dice", "--printer", "offic"], 3, "'office'?", id="nearly right"),
    ],
)
def test_a_wrong_printer_says_what_is_accepted(
    run: Callable, arguments: list[str], code: int, says: str
) -> None:
    save_printer("office", Printer())
    ran = run(*arguments)
    assert ran.code == code
    assert says in ran.err


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_the_test_page_has_crosses_where_its_back_has_scales(
    run: Callable, read_back: Callable, paper: str, duplex: str
) -> None:
    ran = run("calibrate", "--paper", paper, "--duplex", duplex, "-o", "test.pdf")
    assert ran.code == 0
    front, back = read_back(Path("test.pdf"))
    width, height = (210.0, 297.0) if paper == "a4" else (215.9, 279.4)
    for dy in (-120, 0, 120):
        point = (width / 2, height / 2 + dy)
        assert _crossing(front, point, 12.0) == 2
        assert _crossing(back, point, 11.0) == 2


@pytest.mark.parametrize(
    ("duplex", "name"),
    [
        pytest.param("long", "calibrate-a4.pdf", id="long"),
        pytest.param("short", "calibrate-a4-duplex-short.pdf", id="short"),
    ],
)
def test_the_test_page_names_no_other_edge_than_the_one_it_is_turned_over(
    run: Callable, duplex: str, name: str
) -> None:
    ran = run("calibrate", "--duplex", duplex)
    assert ran.out == f"{Path('printed') / name}\n"
    assert f"turned over its {duplex} edge" in ran.err
    with pypdfium2.PdfDocument(Path("printed") / name) as file:
        words = " ".join(file[1].get_textpage().get_text_range().split())
    assert "--duplex EDGE" in words and "--duplex long" not in words


def _crossing(shapes: list, point: Point, length: float) -> int:
    """Count the strokes of a length whose middle is a point."""
    return sum(
        abs(shape.x + shape.width / 2 - point[0]) < 0.02
        and abs(shape.y + shape.height / 2 - point[1]) < 0.02
        and abs(max(shape.width, shape.height) - length) < 0.02
        and min(shape.width, shape.height) < 0.02
        for shape in shapes
    )


def test_the_test_page_has_rulers_of_100_mm_and_the_outline_of_a_bank_card(
    run: Callable, read_back: Callable
) -> None:
    run("calibrate", "-o", "test.pdf")
    front, _ = read_back(Path("test.pdf"))
    sizes = [(shape.width, shape.height) for shape in front]
    for expected in [(100, 0), (0, 100), (101.6, 0), (0, 101.6), (85.6, 53.98)]:
        assert any(size == pytest.approx(expected, abs=0.02) for size in sizes), expected
