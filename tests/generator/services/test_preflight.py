"""Every deliberate damage to a good file is found, named and comes with what is wanted."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageDraw

from generator.preflight.edges import inked_margins, unfilled
from layouts.faults import BadInput
from layouts.profiles import load_profile
from layouts.tables import profile_names

Damage = Callable[[list[Path]], list[Path] | None]


# ---------------------------------------------------------------- PDF


def pdf(change: Callable[[pikepdf.Pdf], Any], **options: Any) -> Damage:
    """Return a damage to the one PDF of a service."""

    def run(paths: list[Path]) -> None:
        with pikepdf.open(paths[0], allow_overwriting_input=True) as file:
            change(file)
            file.save(paths[0], **options)

    return run


def page(**entries: Any) -> Damage:
    """Set entries of the first page."""
    return pdf(lambda file: [file.pages[0].obj.update({f"/{k}": v}) for k, v in entries.items()])


def painted(content: str, **resources: Any) -> Damage:
    """Paint over the first page, in points from its lower left corner."""

    def change(file: pikepdf.Pdf) -> None:
        found = file.pages[0]
        for kind, table in resources.items():
            own = pikepdf.Dictionary(found.Resources)
            own[f"/{kind}"] = pikepdf.Dictionary(
                {**dict(own.get(f"/{kind}", {})), **{f"/{k}": v for k, v in table.items()}}
            )
            found.obj.Resources = own
        old = pikepdf.Stream(file, found.Contents.read_bytes())
        start, end = pikepdf.Stream(file, b"q"), pikepdf.Stream(file, b"Q " + content.encode())
        found.obj.Contents = pikepdf.Array(map(file.make_indirect, (start, old, end)))

    return pdf(change)


def bare_font(file: pikepdf.Pdf) -> None:
    for found in file.objects:
        if isinstance(found, pikepdf.Dictionary) and "/FontFile2" in found:
            del found["/FontFile2"]


def coarse(file: pikepdf.Pdf) -> None:
    picture = pikepdf.Stream(file, bytes(3 * 20 * 20))
    picture.update(
        {
            "/Type": pikepdf.Name.XObject,
            "/Subtype": pikepdf.Name.Image,
            "/Width": 20,
            "/Height": 20,
            "/BitsPerComponent": 8,
            "/ColorSpace": pikepdf.Name.DeviceRGB,
        }
    )
    found = file.pages[0]
    found.obj.Resources.XObject["/Coarse"] = file.make_indirect(picture)
    found.contents_add(b"q 50 0 0 50 60 60 cm /Coarse Do Q")


def inky_picture(file: pikepdf.Pdf) -> None:
    coarse(file)
    picture = file.pages[0].Resources.XObject["/Coarse"]
    picture.Width = picture.Height = 300
    picture.ColorSpace = pikepdf.Name.DeviceCMYK
    picture.write(bytes([200, 200, 200, 200]) * 300 * 300)


def note(file: pikepdf.Pdf) -> None:
    comment = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Rect=[1] * 4)
    file.pages[0].obj.Annots = pikepdf.Array([file.make_indirect(comment)])


def bookmark(file: pikepdf.Pdf) -> None:
    with file.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Start", 0))


def fewer(file: pikepdf.Pdf) -> None:
    del file.pages[-1]


def none_left(file: pikepdf.Pdf) -> None:
    del file.pages[:]


def twice(paths: list[Path]) -> list[Path]:
    other = paths[0].with_name("more.pdf")
    other.write_bytes(paths[0].read_bytes())
    return [*paths, other]


def text_instead(paths: list[Path]) -> None:
    paths[0].write_text("no PDF", encoding="utf-8")


def untabled(paths: list[Path]) -> None:
    paths[0].write_bytes(paths[0].read_bytes().replace(b"startxref", b"startxxxx"))


def stump(paths: list[Path]) -> None:
    paths[0].write_bytes(paths[0].read_bytes()[:700])


def cut_short(file: pikepdf.Pdf) -> None:
    found = file.pages[0]
    found.obj.Contents = pikepdf.Stream(file, found.Contents.read_bytes() + b" (no end")


def tiny(file: pikepdf.Pdf) -> None:
    found = file.pages[0]
    found.obj.MediaBox = found.obj.CropBox = found.obj.TrimBox = pikepdf.Array([0, 0, 9, 9])


def renamed(ending: str) -> Damage:
    def run(paths: list[Path]) -> list[Path]:
        return [paths[0].rename(paths[0].with_suffix(ending)), *paths[1:]]

    return run


LOCKED = pdf(lambda file: None, encryption=pikepdf.Encryption(user="u", owner="o"))
SEALED = pdf(lambda file: None, encryption=pikepdf.Encryption(user="", owner="o"))
WHITE_RING = "1 1 1 rg 0 0 5 270 re f"
STATE = {"E": pikepdf.Dictionary(ca=0.5)}
BLEND = {"E": pikepdf.Dictionary(BM=pikepdf.Name.Multiply)}
OVERPRINT = {"E": pikepdf.Dictionary(op=True)}
ICC = {"L": pikepdf.Array([pikepdf.Name.Lab, pikepdf.Dictionary(WhitePoint=[0.9, 1, 0.8])])}

ANY_PDF = [
    ("a turned page", page(Rotate=90), "page 1: rotation: found 90 degrees"),
    ("another unit", page(UserUnit=2), "UserUnit: found 2"),
    ("a crop box", page(CropBox=[9, 9, 100, 100]), "CropBox: found"),
    ("a note", pdf(note), "annotations: found some"),
    ("a font left out", pdf(bare_font), "not embedded"),
    ("a coarse picture", pdf(coarse), "picture: found 10 dpi, wanted at least 300 dpi"),
    ("pages of two sizes", page(MediaBox=[0, 0, 300, 400]), "as page 1"),
    ("two files", twice, "found 2 files, wanted one PDF"),
    ("no PDF", text_instead, "no sound PDF"),
    ("half a PDF", stump, "no sound PDF"),
    ("no pages", pdf(none_left), "no pages"),
    ("a page cut short", pdf(cut_short), "no sound PDF"),
    ("a tiny page", pdf(tiny), "as page 1"),
    ("a table of objects gone", untabled, "no sound PDF"),
    ("a password", LOCKED, "locked with a password"),
    ("encryption", SEALED, "encrypted"),
    ("another ending", renamed(".ai"), "found a file 'ai', wanted pdf"),
    ("no ending", renamed(""), "a file without ending"),
]

ANY_DECK = [
    ("no trim box", pdf(lambda f: f.pages[0].obj.__delitem__("/TrimBox")), "TrimBox: found none"),
    ("a trim box aside", page(TrimBox=[20, 9, 189, 261]), "TrimBox: found 7.06"),
    ("a smaller bleed box", page(BleedBox=[9, 9, 189, 261]), "BleedBox: found"),
    ("a card without a side", pdf(fewer), "number of pages: found 11, wanted an even number"),
    ("a bare bleed", painted(WHITE_RING), "page 1: bleed: found bare paper at left"),
]

DAMAGES: dict[str, list[tuple[str, Damage, str]]] = {
    "mbprint": [*ANY_PDF, *ANY_DECK],
    "drivethrucards": [
        *ANY_PDF,
        *ANY_DECK,
        ("a larger page", page(MediaBox=[0, 0, 210, 270]), "wanted 69.85 x 95.25 mm (poker)"),
        ("RGB", painted("1 0 0 rg 60 60 9 9 re f"), "found DeviceRGB, wanted CMYK or grey"),
        ("RGB by name", painted("/DeviceRGB cs 60 60 9 9 re f"), "found DeviceRGB"),
        ("Lab", painted("/L cs 60 60 9 9 re f", ColorSpace=ICC), "found Lab"),
        ("RGB pictures", pdf(coarse), "found DeviceRGB"),
        ("much ink", painted("1 1 .5 0 k 60 60 9 9 re f"), "total ink: found 250 %, wanted at mo"),
        ("ink by name", painted("/DeviceCMYK cs 1 1 1 1 scn 60 60 9 9 re f"), "found 400 %"),
        ("an inky picture", pdf(inky_picture), "total ink: found 31"),
        ("opacity", painted("/E gs", ExtGState=STATE), "transparency: found opacity"),
        ("a blend", painted("/E gs", ExtGState=BLEND), "transparency: found blend mode"),
        ("overprint", painted("/E gs", ExtGState=OVERPRINT), "found overprint"),
    ],
    "kdp": [
        *ANY_PDF,
        ("too few pages", pdf(fewer), "number of pages: found 23, wanted 24 to 828"),
        ("a title", pdf(lambda f: f.docinfo.__setitem__("/Title", "Mine")), "found Title"),
        ("bookmarks", pdf(bookmark), "bookmarks: found some"),
        ("ink in the gutter", painted("0 g 9 99 9 9 re f"), "page 1: margins: found ink at left"),
        ("ink at the top", painted("0 g 99 570 9 3 re f"), "page 1: margins: found ink at top"),
    ],
}  # fmt: skip


def marks(file: pikepdf.Pdf) -> None:
    """Make every page larger by half an inch all round, with a mark in the corner of the first."""
    for found in file.pages:
        left, bottom, right, top = map(float, found.MediaBox)
        found.obj.MediaBox = pikepdf.Array([left - 36, bottom - 36, right + 36, top + 36])
        found.obj.CropBox = found.obj.MediaBox
    file.pages[0].contents_add(b"0 0 0 1 k -30 9 20 1 re f")


DAMAGES["drivethrucards"].append(
    ("marks", pdf(marks), "marks: found ink outside the bleed at left")
)
DAMAGES["mbprint"].append(("marks", pdf(marks), "marks: found ink outside the bleed at left"))


# ---------------------------------------------------------------- pictures


def picture(change: Callable[[Image.Image], Image.Image], kind: str = "PNG") -> Damage:
    """Return a damage to the first picture."""

    def run(paths: list[Path]) -> list[Path]:
        target = paths[0] if kind == "PNG" else paths[0].with_suffix(".jpg")
        with Image.open(paths[0]) as found:
            change(found.copy()).save(target, kind)
        return [target, *paths[1:-1]]

    return run


def whitened(found: Image.Image) -> Image.Image:
    ImageDraw.Draw(found).rectangle((0, 0, found.width, 25), "white")
    return found


def bytes_of(kind: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (825, 1125), "red").save(file, kind)
    return file.getvalue()


def listed(old: str, new: str) -> Damage:
    """Return a damage to the list of cards."""

    def run(paths: list[Path]) -> None:
        text = paths[-1].read_text("utf-8")
        assert old in text
        paths[-1].write_text(text.replace(old, new, 1), encoding="utf-8")

    return run


def rewritten(data: bytes) -> Damage:
    def run(paths: list[Path]) -> None:
        paths[0].write_bytes(data)

    return run


DAMAGES["thegamecrafter"] = [
    ("too few pixels", picture(lambda i: i.resize((750, 1050))), "found 750 x 1050 pixels"),
    ("lying", picture(lambda i: i.transpose(Image.Transpose.ROTATE_90)), "found 1125 x 825"),
    ("transparent", picture(lambda i: i.convert("RGBA")), "found RGB with transparency"),
    ("grey", picture(lambda i: i.convert("L")), "found grey, wanted RGB"),
    ("indexed", picture(lambda i: i.convert("P")), "found indexed colours"),
    ("CMYK", picture(lambda i: i.convert("CMYK"), "JPEG"), "found CMYK, wanted RGB"),
    ("a bare bleed", picture(whitened), "bleed: found bare paper at top"),
    ("text", rewritten(b"no picture"), "the picture is no PNG or JPEG"),
    ("half a picture", rewritten(bytes_of("PNG")[:900]), "the picture is broken"),
    ("a JPEG named PNG", rewritten(bytes_of("JPEG")), "found JPEG, wanted PNG"),
    ("a TIFF", renamed(".tiff"), "found a file 'tiff', wanted png, jpg, jpeg, csv"),
]
DAMAGES["makeplayingcards"] = [
    ("pixels of another service", picture(lambda i: i.resize((825, 1125))), "found 825 x 1125"),
    ("a bare bleed", picture(whitened), "bleed: found bare paper at top"),
]
DAMAGES["screentop"] = DAMAGES["playingcards-io"] = [
    ("a picture missing", listed("1-petal-1.png", "petal.png"), "no picture 'petal.png'"),
    ("a path", listed("1-petal-1.png", "../deck.toml"), "no picture '../deck.toml'"),
    ("no copies", listed("back.png,2", "back.png,none"), "row 2: copies: found 'none'"),
    ("no such column", listed("copies", "count"), "columns: found name, front, back, count"),
]


# ---------------------------------------------------------------- virtual tables


def table(change: Callable[[dict[str, Any]], Any]) -> Damage:
    """Return a damage to the deck of a saved object."""

    def run(paths: list[Path]) -> None:
        saved = json.loads(paths[-1].read_text("utf-8"))
        change(saved["ObjectStates"][0])
        paths[-1].write_text(json.dumps(saved), encoding="utf-8")

    return run


def sheet(**entries: Any) -> Damage:
    return table(lambda deck: deck["CustomDeck"]["1"].update(entries))


def raw(text: str) -> Damage:
    def run(paths: list[Path]) -> None:
        paths[-1].write_text(text, encoding="utf-8")

    return run


def last_cell(deck: dict[str, Any]) -> None:
    deck["DeckIDs"][0] = deck["ContainedObjects"][0]["CardID"] = 169


DAMAGES["tabletop-simulator"] = [
    ("no JSON", raw("{"), "saved object: found"),
    ("a list", raw("[]"), "saved object: found"),
    ("other objects", raw('{"ObjectStates": [{"Name": "Bag"}]}'), "wanted a DeckCustom"),
    ("no sheet", table(lambda deck: deck.pop("CustomDeck")), "no CustomDeck"),
    ("a sheet that is none", table(lambda d: d.update(CustomDeck={"1": 7})), "found 7, wanted a t"),
    ("a card too many", table(lambda deck: deck["DeckIDs"].append(105)), "DeckIDs differ"),
    ("a card of no sheet", table(lambda d: d["DeckIDs"].__setitem__(0, 900)), "DeckIDs differ"),
    ("the hidden cell", table(last_cell), "found cell 69, wanted below 69"),
    ("a smaller grid", sheet(NumWidth=5), "cells: found 5 x 7, wanted 10 x 7"),
    ("a lost picture", sheet(FaceURL="file:///lost/sheet.png"), "sheet.png: No such file"),
    ("no picture", sheet(BackURL=""), "BackURL: found '', wanted a file:///"),
    ("no address", sheet(BackURL="sheet.png"), "found 'sheet.png'"),
    (
        "a picture too large",
        lambda paths: Image.new("RGB", (4200, 60)).save(paths[0]),
        "found 4200 x 60 pixels, wanted at most 4096",
    ),
    ("a broken picture", rewritten(b"x"), "no readable PNG or JPEG"),
    ("a PDF", renamed(".pdf"), "found a file 'pdf'"),
]


# ---------------------------------------------------------------- cutting machines


def drawing(old: str, new: str) -> Damage:
    """Return a damage to the first SVG."""

    def run(paths: list[Path]) -> None:
        text = paths[0].read_text("utf-8")
        assert old in text
        paths[0].write_text(text.replace(old, new), encoding="utf-8")

    return run


DAMAGES["cut"] = [
    ("open paths", drawing('Z" fill="none"', '" fill="none"'), "cut 1: found an open path"),
    ("pixels", drawing('viewBox="0 0 297 210"', 'viewBox="0 0 1123 794"'), "scale: found viewBox"),
    ("no size", drawing('width="297mm"', 'width="100%"'), "size: found width '100%'"),
    ("a document type", drawing("<svg ", '<!DOCTYPE svg [<!ENTITY a "a">]><svg '), "no sound SVG"),
    ("half an SVG", stump, "no sound SVG"),
    ("another root", rewritten(b"<html/>"), "the root is no svg element"),
    ("a PNG", renamed(".png"), "found a file 'png', wanted svg"),
]
OPEN = '<svg xmlns="http://www.w3.org/2000/svg" width="99mm" height="99mm" viewBox="0 0 99 99">'
LAYERS = OPEN + '<g id="print"/><g id="cut"{}>{}</g></svg>'
AWAY = ' transform="translate(60 0)"'
MADE_BY_HAND = [
    ("nothing to cut", LAYERS.format("", ""), "nothing to cut"),
    ("no print", OPEN + "</svg>", "no layer 'print'"),
    ("no cut", OPEN + '<g id="print"/></svg>', "no layer 'cut'"),
    ("a line", LAYERS.format("", '<line x1="20" y1="20" x2="50" y2="50"/>'), "an open path"),
    ("text", LAYERS.format("", "<text>cut me</text>"), "found an element 'text'"),
    ("too near", LAYERS.format("", '<path d="M5 5 L50 5 L50 50 Z"/>'), "wanted 10 mm or more"),
    ("no length", LAYERS.format("", '<path d="Z"/>'), "an open path"),
    ("no data", LAYERS.format("", '<path d="M20 x Z"/>'), "cannot be read"),
    ("moved away", LAYERS.format(AWAY, '<rect x="20" y="20" width="30" height="9"/>'), "10 mm or"),
]  # fmt: skip


ROWS = [
    pytest.param(name, damage, says, id=f"{name}: {what}")
    for name, rows in DAMAGES.items()
    for what, damage, says in rows
]


@pytest.mark.parametrize(("name", "damage", "says"), ROWS)
def test_a_damage_is_found(
    faults: Callable[..., str], name: str, damage: Damage, says: str
) -> None:
    found = faults(name, damage)
    assert says in found


def test_every_profile_has_damages() -> None:
    assert set(DAMAGES) == set(profile_names())


@pytest.mark.parametrize(
    ("text", "says"), [row[1:] for row in MADE_BY_HAND], ids=[row[0] for row in MADE_BY_HAND]
)
def test_a_drawing_made_elsewhere_is_looked_at(
    studio: Any, tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "mine.svg"
    path.write_text(text, encoding="utf-8")
    assert says in "\n".join(map(str, studio.faults([path], "cut")))


@pytest.mark.parametrize(
    ("transform", "shape"),
    [
        ("", '<rect x="20" y="20" width="30" height="9"/>'),
        ("", '<circle cx="40" cy="40" r="9"/>'),
        (' transform="matrix(1 0 0 1 20 20)"', '<path d="M0 0 h30 v30 z"/>'),
        (' transform="scale(0.5)"', '<polygon points="40,40 90,40 90,90"/>'),
    ],
)
def test_a_good_drawing_made_elsewhere_passes(
    studio: Any, tmp_path: Path, transform: str, shape: str
) -> None:
    path = tmp_path / "mine.svg"
    path.write_text(LAYERS.format(transform, shape), encoding="utf-8")
    assert studio.faults([path], "cut") == []


def test_a_fault_names_file_page_what_is_found_wanted_and_the_mend(studio: Any) -> None:
    paths = studio.make("drivethrucards")
    page(Rotate=90)(paths)
    [fault] = studio.faults(paths, "drivethrucards")
    assert (fault.file, fault.where) == (str(paths[0]), "page 1")
    assert fault.what == "rotation: found 90 degrees, wanted none"
    assert fault.mend == "turn the page itself"


def test_grey_and_black_are_welcome_in_cmyk(faults: Callable[..., str]) -> None:
    assert faults("drivethrucards", painted("0.5 g 60 60 9 9 re f 0 0 0 1 k 70 70 9 9 re f")) == ""


def test_a_white_card_needs_no_ink_in_its_bleed() -> None:
    card = Image.new("RGB", (825, 1125), "white")
    ImageDraw.Draw(card).rectangle((80, 80, 745, 1045), "red")
    assert list(unfilled(card, (37.5, 37.5))) == []


@pytest.mark.parametrize(
    ("side", "box"),
    [
        ("left", (0, 0, 30, 1125)),
        ("top", (0, 0, 825, 30)),
        ("right", (795, 0, 825, 1125)),
        ("bottom", (0, 1095, 825, 1125)),
    ],
)
def test_art_that_ends_in_the_bleed_is_told_by_side(
    side: str, box: tuple[int, int, int, int]
) -> None:
    card = Image.new("RGB", (825, 1125), "red")
    ImageDraw.Draw(card).rectangle(box, "white")
    assert list(unfilled(card, (37.5, 37.5))) == [side]


@pytest.mark.parametrize(
    ("side", "point"),
    [("left", (3, 50)), ("top", (50, 3)), ("right", (96, 50)), ("bottom", (50, 96))],
)
def test_ink_in_a_margin_is_told_by_side(side: str, point: tuple[int, int]) -> None:
    found = Image.new("RGB", (100, 100), "white")
    found.putpixel(point, (0, 0, 0))
    assert list(inked_margins(found, (10, 10, 10, 10))) == [side]
    assert list(inked_margins(found, (2, 2, 2, 2))) == []


def test_a_page_of_no_trim_size_is_told_all_of_them_and_how_to_print_one(run: Callable) -> None:
    assert run("print", "dice/sheet-a", "-o", "sheet.pdf").code == 0
    ran = run("preflight", "sheet.pdf", "--profile", "kdp")
    assert ran.code == 3
    assert "found 210 x 297 mm, wanted a trim size of KDP: 5x8, 5.25x8, 5.5x8.5, 6x9, " in ran.err
    assert "or 8.27x11.69 inches; the nearest is 210.06 x 296.93 mm" in ran.err
    assert "bloomprint print WHAT --profile kdp" in ran.err and "--paper kdp-6x9" in ran.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kind = 'deck'\n", "title"),
        ("kind = 'dek'\ntitle = 't'\nabout = 'a'\n", "dek"),
        ("kind = 'deck'\ntitle = 't'\nabout = 'a'\nbleed = '3'\n", "bleed"),
    ],
    ids=["missing", "no kind", "text for a number"],
)
def test_a_profile_with_faults_is_refused_with_all_of_them(
    tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        load_profile(str(path))
