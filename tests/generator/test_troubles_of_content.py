"""What users of other tools complain of in texts, colours, decks and files, one test each.

The trouble's origin stands in brackets; pages, marks and backs are in ``test_troubles.py``.
"""

import csv
import errno
from collections.abc import Callable
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageStat

from output import files

CARD = """
title = "Deck"
kind = "card"
size = { width = 63, height = 88 }
item = "card-{n}"
csv = "deck.csv"
copies = "copies"
elements = [
    { type = "text", box = [6, 6, 51, 76], text = "{words}", wrap = true, size = 11, min_size = 9 },
]
"""


@pytest.fixture
def deck(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes a deck with one card for each of some texts."""

    def write(*texts: str, copies: str = "1") -> str:
        with (tmp_path / "deck.csv").open("w", encoding="utf-8", newline="") as target:
            table = csv.writer(target)
            table.writerow(("n", "words", "copies"))
            table.writerows((n, text, copies) for n, text in enumerate(texts, 1))
        (tmp_path / "deck.toml").write_text(CARD, encoding="utf-8")
        return "deck.toml"

    return write


def texts(path: str) -> list[str]:
    """Return the text of each page as an independent reader finds it."""
    with pdfium.PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


def test_a_text_that_cannot_fit_is_refused_and_named(run: Callable, deck: Callable) -> None:
    """[overflow: rpg-cards 136, 238]."""
    ran = run("print", deck("short", "endless " * 200), "-o", "x.pdf")
    assert ran.code == 3
    assert "card-2" in ran.err or "row 2" in ran.err
    assert not Path("x.pdf").exists()


def test_a_text_that_is_a_little_long_shrinks_and_stays_whole(
    run: Callable, deck: Callable
) -> None:
    """[overflow: rpg-cards 136, 238]: the kinder half."""
    words = "every word of this text has to be on the card " * 9
    assert run("print", deck(words.strip()), "-o", "x.pdf").code == 0
    [page] = texts("x.pdf")
    assert " ".join(page.split()).count("every word of this text has to be on the card") == 9


PICTURES = """
title = "Deck"
kind = "card"
size = { width = 63, height = 88 }
csv = "deck.csv"
back = "back.toml"
elements = [
    { type = "text", box = [6, 6, 51, 40], text = "{words}", size = 11, min_size = 9 },
    { type = "image", box = [6, 50, 30, 30], file = "{picture}" },
]
"""


def test_every_fault_of_a_deck_is_told_in_one_run(run: Callable) -> None:
    """[one error a run: nanDECK]: copies, pictures, texts, backs, glyphs at once."""
    rows = [
        "words,picture,copies",
        "a,none.png,1",
        "b,text.png,",
        "endless " * 200 + ",none.png,1",
        "\U00013080,none.png,many",
    ]
    Path("deck.csv").write_text("\n".join(rows), encoding="utf-8")
    Path("text.png").write_text("no picture", encoding="utf-8")
    Path("deck.toml").write_text(PICTURES, encoding="utf-8")
    for command in (("check", "deck.toml"), ("print", "deck.toml", "-o", "x.pdf")):
        ran = run(*command)
        assert (ran.code, ran.out) == (3, "")
        for said in (
            "deck.csv: row 4: column copies: 'many' copies",
            "deck.toml: rows 1, 3-4: elements[1] (the 2nd): there is no file 'none.png'",
            "deck.toml: row 2: elements[1] (the 2nd): 'text.png': the picture is no PNG or JPEG",
            "deck.toml: row 3: elements[0] (the 1st): ",
            "deck.toml: row 4: elements[0] (the 1st): U+13080",
            "deck.toml: back: there is no file 'back.toml'",
        ):
            assert said in ran.err
        assert ran.err.startswith("6 faults")
        assert not Path("x.pdf").exists()


def test_a_file_that_is_missing_hides_no_fault_of_others(run: Callable) -> None:
    Path("bad.toml").write_text("titel = 3\nkind = 'card'\nsize = 'mini'\n", encoding="utf-8")
    ran = run("check", "none.toml", "bad.toml")
    assert ran.code == 3
    assert "none.toml: cannot be read" in ran.err
    assert "titel" in ran.err
    assert run("check", "none.toml").code == 6


@pytest.mark.parametrize("word", ["Ωμέγα", "цветок", "žluťoučký", "“quoted” – dash"])
def test_letters_that_one_font_lacks_come_from_the_next(
    run: Callable, deck: Callable, word: str
) -> None:
    """[no font fallback in reportlab: pretix 5367]."""
    assert run("print", deck(word), "-o", "x.pdf").code == 0
    assert word in texts("x.pdf")[0]


def test_a_letter_that_no_font_has_is_named_with_its_row(run: Callable, deck: Callable) -> None:
    """[no font fallback in reportlab: pretix 5367]: what nobody can draw."""
    ran = run("print", deck("fine", "\U00013080"), "-o", "x.pdf")
    assert ran.code == 3
    assert "U+13080" in ran.err
    assert not Path("x.pdf").exists()


@pytest.mark.parametrize("text", ["no", "01", "1.0", "1:30", "true", "null", "1e3", "=1+1"])
def test_text_of_a_table_stays_text(run: Callable, deck: Callable, text: str) -> None:
    """["no" read as false: YAML tables]."""
    assert run("print", deck(text), "-o", "x.pdf").code == 0
    assert text in texts("x.pdf")[0].split()


def test_a_column_of_copies_prints_each_card_so_often(run: Callable, deck: Callable) -> None:
    """[a copies column not exploded: squib 222, 18xx-maker 458]: at home they are."""
    assert run("print", deck("rose", "lily", copies="3"), "-o", "x.pdf").code == 0
    words = " ".join(texts("x.pdf")).split()
    assert (words.count("rose"), words.count("lily")) == (3, 3)


def test_a_service_gets_each_card_once_in_order_and_the_copies_as_a_column(
    run: Callable, deck: Callable
) -> None:
    """[singles in order, a copies column not exploded: squib 222, 18xx-maker 458]."""
    name = deck("rose", "lily", "iris", copies="3")
    ran = run("print", name, "--profile", "playingcards-io", "-o", "out")
    assert ran.code == 0, ran.err
    [table] = Path("out").glob("*.csv")
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [row["copies"] for row in rows] == ["3", "3", "3"]
    pictures = [row["front"] for row in rows]
    assert pictures == sorted(path.name for path in Path("out").glob("*card*.png"))


def test_a_file_held_open_by_another_program_is_told_in_words(
    run: Callable, deck: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[file open in a viewer gives no human message: nbconvert 1524]."""
    name = deck("rose")
    Path("x.pdf").write_bytes(b"earlier")

    def held(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "x.pdf")

    monkeypatch.setattr(files.os, "replace", held)
    ran = run("print", name, "-o", "x.pdf", "--force")
    assert ran.code == 6
    assert "close the file in other programs" in ran.err
    assert "Traceback" not in ran.err
    assert Path("x.pdf").read_bytes() == b"earlier"
    assert sorted(path.name for path in Path().iterdir()) == ["deck.csv", "deck.toml", "x.pdf"]


@pytest.mark.parametrize("product", ["dice/sheets", "field/cards", "tiles/cards", "garden/cards"])
def test_a_grey_copy_keeps_its_drawings_apart(run: Callable, product: str) -> None:
    """[black-and-white copies unreadable: cs-unplugged 631]."""
    ran = run("print", product, "--format", "png", "--dpi", "60", "-o", "out")
    assert ran.code == 0
    for path in sorted(Path("out").glob("*.png"))[:2]:
        with Image.open(path) as picture:
            [spread] = ImageStat.Stat(picture.convert("L")).stddev
        assert spread > 20, f"{path.name} fades into one grey"


@pytest.mark.parametrize("product", ["dice/sheets", "field/cards", "tiles/cards", "garden/cards"])
def test_the_low_ink_edition_is_lighter_by_its_pixels(run: Callable, product: str) -> None:
    """[low-ink wanted: cards.py 41]."""
    darkness = {}
    for edition in ("colour", "low-ink"):
        run("print", product, "--edition", edition, "--format", "png", "--dpi", "60", "-o", edition)
        pages = sorted(Path(edition).glob("*.png"))
        assert pages
        total = 0.0
        for path in pages:
            with Image.open(path) as picture:
                total += 255 - ImageStat.Stat(picture.convert("L")).mean[0]
        darkness[edition] = total / len(pages)
    assert darkness["low-ink"] < 0.6 * darkness["colour"]
