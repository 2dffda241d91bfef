"""What services want is what they get: sizes, order, counts, colours, the same bytes again."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from PIL import Image

import generator
from generator.exports.cards import Sheet, place
from generator.exports.cut import closed, registration
from layouts.faults import BadInput
from layouts.profiles import load_profile
from layouts.tables import profile_names
from output.scene import Rect

ROOT = Path(generator.__file__).parents[1]
MM = 72 / 25.4


@pytest.mark.parametrize("name", profile_names())
def test_every_service_takes_what_is_made_for_it(studio: Any, name: str) -> None:
    paths = studio.make(name)
    assert studio.faults(paths, name) == []
    assert all(path.stat().st_size for path in paths)


@pytest.mark.parametrize(
    ("name", "pixels"), [("thegamecrafter", (825, 1125)), ("makeplayingcards", (822, 1122))]
)
def test_a_face_has_the_pixels_of_its_service_in_rgb(
    studio: Any, name: str, pixels: tuple[int, int]
) -> None:
    pictures = [path for path in studio.make(name) if path.suffix == ".png"]
    assert [path.name for path in pictures] == [
        "1-petal-1.png",
        "2-petal-2.png",
        "3-petal-3.png",
        "4-petal-4.png",
        "5-petal-5.png",
        "back.png",
    ]
    for path in pictures:
        with Image.open(path) as picture:
            assert (picture.size, picture.mode) == (pixels, "RGB")
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_copies_are_a_column_and_no_picture_is_sent_twice(studio: Any) -> None:
    paths = studio.make("playingcards-io", copies=2)
    rows = list(csv.DictReader(io.StringIO(paths[-1].read_text("utf-8"))))
    assert [row["copies"] for row in rows] == ["2", "4", "2", "2", "2"]
    assert [row["front"] for row in rows] == [path.name for path in paths[:5]]
    assert {row["back"] for row in rows} == {"back.png"}


@pytest.mark.parametrize(
    ("name", "first", "page", "bleed"),
    [
        ("drivethrucards", "back", (2.75 * 72, 3.75 * 72), 9.0),
        ("mbprint", "front", (69.5 * MM, 94.9 * MM), 3 * MM),
    ],
)
def test_a_deck_is_one_pdf_with_fronts_and_backs_in_turn(
    studio: Any, name: str, first: str, page: tuple[float, float], bleed: float
) -> None:
    [path] = studio.make(name)
    with pikepdf.open(path) as file:
        assert len(file.pages) == 2 * 6
        for found in file.pages:
            assert list(map(float, found.MediaBox)) == pytest.approx([0, 0, *page], abs=0.03)
            trim = [bleed, bleed, page[0] - bleed, page[1] - bleed]
            assert list(map(float, found.TrimBox)) == pytest.approx(trim, abs=0.03)
            assert list(map(float, found.BleedBox)) == pytest.approx([0, 0, *page], abs=0.03)
    with pypdfium2.PdfDocument(path) as file:
        words = [found.get_textpage().get_text_range() for found in file]
    fronts = words[1::2] if first == "back" else words[::2]
    assert fronts == [f"Petal {number}" for number in (1, 2, 2, 3, 4, 5)]
    assert set(words) - set(fronts) == {""}


def test_a_deck_for_cmyk_presses_holds_no_rgb_and_little_ink(studio: Any) -> None:
    [path] = studio.make("drivethrucards")
    used, most = set(), 0.0
    with pikepdf.open(path) as file:
        streams = [*file.pages, *(o for o in file.objects if _is_form(o))]
        for stream in streams:
            for operands, operator in pikepdf.parse_content_stream(stream):
                used |= {str(operator)} & {"rg", "RG", "g", "G", "k", "K", "cs", "CS"}
                if str(operator) in "kK":
                    most = max(most, 100 * sum(map(float, operands)))
    assert used == {"k", "K"}
    assert 90 < most <= 240


def _is_form(found: Any) -> bool:
    return isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Form"


def test_a_book_says_nothing_of_itself_and_keeps_clear_of_its_gutter(studio: Any) -> None:
    [path] = studio.make("kdp")
    with pikepdf.open(path) as file:
        assert len(file.pages) == 24
        assert dict(file.docinfo) == {}
        assert "/Outlines" not in file.Root
        assert {tuple(map(float, page.MediaBox)) for page in file.pages} == {(0, 0, 360, 576)}
    with pypdfium2.PdfDocument(path) as file:
        left = [_ink(page)[0] for page in file]
    shift = 9.525 - 6.35
    assert left[0] - left[1] == pytest.approx(shift, abs=0.3)


def _ink(page: pypdfium2.PdfPage) -> tuple[float, float]:
    """Return where ink begins and ends across a page in mm."""
    picture = page.render(scale=4).to_pil().convert("L").point(lambda v: 255 * (v < 250))
    box = picture.getbbox()
    assert box
    return box[0] / 4 / MM, box[2] / 4 / MM


@pytest.mark.parametrize(
    ("pages", "inside"), [(24, 9.525), (150, 9.525), (151, 12.7), (500, 15.875), (828, 22.225)]
)
def test_the_gutter_grows_with_the_book(pages: int, inside: float) -> None:
    assert load_profile("kdp").gutter(pages) == inside


def test_a_thicker_book_than_can_be_bound_is_refused() -> None:
    with pytest.raises(BadInput, match="829 pages"):
        load_profile("kdp").gutter(829)


# ---------------------------------------------------------------- virtual tables


def saved(paths: list[Path]) -> dict[str, Any]:
    [found] = [path for path in paths if path.suffix == ".json"]
    table: dict[str, Any] = json.loads(found.read_text("utf-8"))
    return table


def test_a_saved_object_is_a_deck_that_names_pictures_on_this_machine(studio: Any) -> None:
    paths = studio.make("tabletop-simulator")
    [deck] = saved(paths)["ObjectStates"]
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [100, 101, 101, 102, 103, 104]
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert [card["Nickname"] for card in deck["ContainedObjects"]][:3] == [
        "petal-1",
        "petal-2",
        "petal-2",
    ]
    [sheet] = deck["CustomDeck"].values()
    assert (sheet["NumWidth"], sheet["NumHeight"], sheet["UniqueBack"]) == (10, 7, False)
    for key in ("FaceURL", "BackURL"):
        parts = urlsplit(sheet[key])
        assert parts.scheme == "file"
        assert Path(url2pathname(parts.path)) in paths
    identifiers = [card["GUID"] for card in deck["ContainedObjects"]]
    assert len(set(identifiers)) == len(identifiers)


def test_a_sheet_is_ten_by_seven_cells_with_the_back_in_the_last(studio: Any) -> None:
    faces, back, _ = studio.make("tabletop-simulator")
    with Image.open(faces) as sheet, Image.open(back) as hidden:
        assert max(sheet.size) <= 4096
        assert max(sheet.size) > 4000
        cell = (sheet.width / 10, sheet.height / 7)
        corner = (sheet.width - int(cell[0] / 2) - 100, sheet.height - 40)
        assert sheet.getpixel(corner) == hidden.getpixel((hidden.width // 2 - 100, 40))
        first, empty = sheet.getpixel((20, 20)), sheet.getpixel((int(cell[0] * 8), 20))
        assert (first != (255, 255, 255), empty) == (True, (255, 255, 255))


def test_seventy_cards_need_a_second_sheet(studio: Any) -> None:
    row = '  { number = 5, tint = "blue", copies = 1 },\n'
    more = "".join(row.replace("5", str(number)) for number in range(5, 71))
    studio.write(deck=(row, more))
    paths = studio.make("tabletop-simulator")
    [deck] = saved(paths)["ObjectStates"]
    assert deck["DeckIDs"] == [100, 101, 101, *range(102, 169), 200]
    assert studio.faults(paths, "tabletop-simulator") == []


def test_a_single_card_is_a_card_and_no_deck(studio: Any) -> None:
    text = (studio.folder / "deck.toml").read_text("utf-8")
    others = [f"number = {number}," for number in (2, 3, 4, 5)]
    kept = [line for line in text.splitlines() if not any(other in line for other in others)]
    (studio.folder / "deck.toml").write_text("\n".join(kept), encoding="utf-8")
    paths = studio.make("tabletop-simulator")
    [card] = saved(paths)["ObjectStates"]
    assert (card["Name"], card["CardID"]) == ("CardCustom", 100)
    assert studio.faults(paths, "tabletop-simulator") == []


# ---------------------------------------------------------------- cutting machines

SVG = "{http://www.w3.org/2000/svg}"


def paths_to_cut(path: Path) -> list[str]:
    root = ElementTree.fromstring(path.read_bytes())
    layer = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "layer-cut")
    return [element.get("d", "") for element in layer.iter(f"{SVG}path")]


def test_a_page_to_cut_has_a_closed_path_a_piece_with_round_corners(studio: Any) -> None:
    [page] = studio.make("cut")
    cuts = paths_to_cut(page)
    assert len(cuts) == 6
    assert all(cut.endswith("Z") and cut.count("C") == 4 for cut in cuts)


def test_corners_are_square_on_request(studio: Any) -> None:
    [page] = studio.make("cut", radius=0)
    assert all("C" not in cut and cut.endswith("Z") for cut in paths_to_cut(page))


def test_no_piece_touches_a_registration_mark(studio: Any) -> None:
    profile = load_profile("cut")
    for paper in ((210.0, 297.0), (215.9, 279.4), (297.0, 210.0)):
        for page in studio.make("cut", paper=paper):
            root = ElementTree.fromstring(page.read_bytes())
            width, height = map(float, root.get("viewBox", "").split()[2:])
            assert sorted((width, height)) == sorted(paper)
            for cut in paths_to_cut(page):
                numbers = [float(n) for n in cut.replace("C", " ").translate(_LETTERS).split()]
                left, top = min(numbers[::2]) - profile.bleed, min(numbers[1::2]) - profile.bleed
                assert min(left, top) >= profile.inset + profile.line
                far = profile.inset + profile.square
                assert max(left, top) >= far


_LETTERS = str.maketrans("MLCZ", "    ")


def test_marks_are_a_square_and_two_corners() -> None:
    profile = load_profile("cut")
    square, *corners = registration(210, 297, profile)
    assert isinstance(square, Rect)
    assert (square.x, square.y, square.width) == (10, 10, 5)
    assert len(corners) == 4


def test_a_radius_never_exceeds_half_a_side() -> None:
    curve = closed(0, 0, 4, 10, 30)
    numbers = [value for _, values in curve.segments for value in values]
    assert min(numbers) == 0
    assert max(numbers) == 10


# ---------------------------------------------------------------- refusals


HUGE = ('"poker"', "{ width = 250, height = 300 }")
SMALL = ('"poker"', '"square-60"')
NO_BACK = ('back = "back.toml"', "")


@pytest.mark.parametrize(
    ("name", "deck", "back", "says"),
    [
        pytest.param("thegamecrafter", ("bleed = 4", "bleed = 0"), None, "3.175 mm", id="no bleed"),
        pytest.param("mbprint", None, ("bleed = 4", "bleed = 2"), "are 2 mm", id="little bleed"),
        pytest.param("drivethrucards", NO_BACK, None, "prints backs", id="no back"),
        pytest.param("tabletop-simulator", NO_BACK, None, "prints backs", id="no back on a table"),
        pytest.param("makeplayingcards", SMALL, SMALL, "cuts no 60 x 60 mm", id="no such size"),
        pytest.param("cut", HUGE, HUGE, "do not fit", id="larger than the paper"),
        pytest.param("kdp", HUGE, HUGE, "the largest page", id="larger than a book"),
    ],
)
def test_what_a_service_cannot_take_is_refused_with_the_mend(
    studio: Any, name: str, deck: Any, back: Any, says: str
) -> None:
    studio.write(deck or ("", ""), back or ("", ""))
    with pytest.raises(BadInput, match=says) as refusal:
        studio.make(name)
    assert all(fault.mend for fault in refusal.value.faults)
    assert sorted(path.name for path in studio.folder.iterdir()) == ["back.toml", "deck.toml"]


def test_a_trim_within_a_millimetre_is_put_in_the_middle(studio: Any) -> None:
    euro = ('"poker"', '"euro"')
    studio.write(euro, euro)
    paths = studio.make("drivethrucards")
    assert studio.faults(paths, "drivethrucards") == []


def test_a_lying_card_is_turned_so_that_front_and_back_read_alike(studio: Any) -> None:
    lying = ('"poker"', "{ width = 88.9, height = 63.5 }")
    studio.write(lying, lying)
    paths = studio.make("thegamecrafter")
    assert studio.faults(paths, "thegamecrafter") == []
    from generator.compose import compose

    piece = compose(str(studio.folder / "deck.toml"))[0]
    sheet = Sheet("poker", (63.5, 88.9), (3.175, 3.175))
    corners = {}
    for back in (False, True):
        a, b, c, d, e, f = place(piece, sheet, "x", is_back=back).items[0].matrix  # type: ignore[union-attr, misc]
        corners[back] = [(a * x + c * y + e, b * x + d * y + f) for x, y in ((0, 0), (88.9, 0))]
    front_top, back_top = corners[False], corners[True]
    assert {round(x, 3) for x, _ in front_top} == {66.675}  # the top edge lies at the right
    assert {round(x, 3) for x, _ in back_top} == {3.175}  # and behind it, at the left


# ---------------------------------------------------------------- the same bytes

ENVIRONMENTS = [
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "9"},
]


@pytest.mark.parametrize("name", profile_names())
def test_files_have_the_same_bytes_in_every_environment(studio: Any, name: str) -> None:
    found = []
    for environment in ENVIRONMENTS:
        code = "from generator.cli.main import main; main()"
        copies = ["--copies", "4"] if name == "kdp" else []
        target = "out.pdf" if load_profile(name).kind in ("deck", "book") else "out"
        arguments = ["print", "deck.toml", "--profile", name, "-o", target, "--force", *copies]
        subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=studio.folder,
            env={**os.environ, **environment, "PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
        )
        out = studio.folder / target
        files = sorted(out.iterdir()) if out.is_dir() else [out]
        found.append([path.read_bytes() for path in files])
    assert found[0] == found[1]


# ---------------------------------------------------------------- the command line


def test_print_writes_checks_and_says_so(
    studio: Any, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(studio.folder)
    ran = run("print", "deck.toml", "--profile", "drivethrucards")
    assert (ran.code, ran.out) == (0, "printed/deck-drivethrucards.pdf\n")
    assert "preflight for DriveThruCards: 1 file as wanted" in ran.err
    assert run("print", "deck.toml", "--profile", "drivethrucards").code == 2


@pytest.mark.parametrize("there", [True, False], ids=["a folder", "a folder to be made"])
def test_one_pdf_wished_into_a_folder_is_named_after_what_it_shows(
    studio: Any, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    monkeypatch.chdir(studio.folder)
    if there:
        Path("out").mkdir()
    ran = run("print", "deck.toml", "--profile", "mbprint", "-o", "out" if there else "out/")
    assert (ran.code, ran.out) == (0, "out/deck-mbprint.pdf\n")


@pytest.mark.parametrize(
    ("profile", "target", "says"),
    [
        ("mbprint", "out", "give its name the ending .pdf"),
        ("mbprint", "out.png", "give its name the ending .pdf"),
        ("mbprint", "-", "give its name the ending .pdf"),
        ("screentop", "out.png", "name a folder"),
        ("tabletop-simulator", "-", "name a folder"),
    ],
)
def test_a_target_that_a_service_has_no_use_for_is_refused(
    studio: Any,
    run: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    profile: str,
    target: str,
    says: str,
) -> None:
    monkeypatch.chdir(studio.folder)
    before = sorted(studio.folder.iterdir())
    ran = run("print", "deck.toml", "--profile", profile, "-o", target)
    assert (ran.code, says in ran.err) == (2, True)
    assert sorted(studio.folder.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--profile", "thegamecraftr"], 3, "did you mean 'thegamecrafter'?"),
        (["--profile", "mbprint", "--paper", "a4"], 2, "leave out --paper"),
        (["--profile", "kdp", "--marks", "crop"], 2, "leave out --marks"),
        (["--profile", "kdp", "--corner", "3"], 2, "leave out --corner"),
        (["--corner", "3"], 2, "--profile cut"),
    ],
    ids=["misspelt", "paper", "marks", "corner", "corner alone"],
)
def test_a_wish_that_a_profile_decides_is_refused(
    studio: Any,
    run: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    says: str,
) -> None:
    monkeypatch.chdir(studio.folder)
    ran = run("print", "deck.toml", *arguments)
    assert ran.code == code
    assert says in ran.err


def test_preflight_takes_folders_and_says_what_is_missing(
    studio: Any, run: Callable[..., Any]
) -> None:
    paths = studio.make("screentop")
    folder = str(paths[0].parent)
    assert run("preflight", folder, "--profile", "screentop").code == 0
    paths[0].unlink()
    ran = run("preflight", folder, "--profile", "screentop")
    assert ran.code == 3
    assert "there is no picture '1-petal-1.png'" in ran.err
    assert run("preflight", str(paths[0]), "--profile", "screentop").code == 6


def test_a_profile_of_ones_own_is_a_file(studio: Any, run: Callable[..., Any]) -> None:
    own = studio.folder / "shop.toml"
    own.write_text(
        'kind = "deck"\ntitle = "Corner shop"\nabout = "PDF"\nbleed = 2.0\n', encoding="utf-8"
    )
    deck = str(studio.folder / "deck.toml")
    ran = run("print", deck, "--profile", str(own), "-o", "shop.pdf")
    assert ran.code == 0
    assert "preflight for Corner shop" in ran.err
    own.write_text('kind = "deck"\ntitle = "Corner shop"\nblead = 2.0\n', encoding="utf-8")
    ran = run("print", deck, "--profile", str(own), "-o", "shop2.pdf")
    assert ran.code == 3
    assert "blead" in ran.err
