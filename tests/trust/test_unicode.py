"""Any text into every text of a layout: the PDF reads back as what went in, or it is refused."""

import json
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

FIELDS = ("text", "value", "cell", "csv", "label", "item", "alt", "title")
RANGES = (
    *[(0x20, 0x7E), (0xA0, 0x17F), (0x180, 0x24F), (0x370, 0x3FF), (0x400, 0x4FF)] * 3,
    *[(0x1E00, 0x1FFF), (0x2000, 0x214F), (0x2190, 0x22FF), (0x20A0, 0x20BF), (0xFB00, 0xFB06)],
    *[(0x300, 0x36F), (0x590, 0x6FF), (0x3040, 0x30FF), (0x4E00, 0x4FFF), (0x1F300, 0x1F6FF)],
)


SPELT = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ſt", "ﬆ": "st"}
LIGATURES = str.maketrans(SPELT)


def layout(texts: dict[str, str]) -> dict:
    """Return a layout with a text in every field."""
    table = {"type": "table", "columns": [{"value": "{c}"}], "over": "{t}", "header": False}
    inner = [{"type": "text", "text": "{item}", "size": 6}]
    elements = [
        {"type": "text", "text": texts["text"], "size": 6},
        {"type": "text", "text": "{v}", "size": 6},
        {**table, "size": 6},
        {"type": "text", "text": "{fromcsv}", "size": 6},
        {"type": "track", "labels": [texts["label"]], "cell": [170, 10], "size": 6},
        {"type": "repeat", "over": "{items}", "elements": inner},
        {"type": "rect", "fill": "#808080", "alt": texts["alt"]},
    ]
    return {
        "title": texts["title"],
        "kind": "card",
        "size": {"width": 180, "height": 250},
        "csv": "rows.csv",
        "values": {"v": texts["value"], "t": [{"c": texts["cell"]}], "items": [texts["item"]]},
        "elements": [
            {"box": [0, 30 * line, 180, 30], **found} for line, found in enumerate(elements)
        ],
    }


def words(rng: random.Random) -> str:
    """Return a text of letters that lie near each other in Unicode."""
    low, high = rng.choice(RANGES)
    found = "".join(chr(rng.randint(low, high)) for _ in range(rng.randint(1, 24)))
    return f"x{found}x"


def printed(run: Callable, texts: dict[str, str]) -> Path | None:
    """Print a layout with a text in every field; return the file, or None where it is refused."""
    quoted = {name: text.replace("{", "{{").replace("}", "}}") for name, text in texts.items()}
    Path("a.toml").write_text(json.dumps(layout(quoted)), encoding="utf-8")
    row = texts["csv"].replace('"', '""')
    Path("rows.csv").write_text(f'fromcsv\n"{row}"\n', encoding="utf-8")
    ran = run("print", "a.toml", "-o", "a.pdf", "--force")
    if ran.code != 0:
        assert ran.code == 3, ran.err
        assert "Traceback" not in ran.err
        return None
    return Path("a.pdf")


def plain(text: str) -> str:
    """Return a text in NFC without blanks, which line breaks move; PDFium spells ligatures."""
    return "".join(unicodedata.normalize("NFC", text).translate(LIGATURES).split())


def said(path: Path) -> tuple[str, set[str], str]:
    """Return the text on a PDF's page, the words for its figures and its title."""
    with pypdfium2.PdfDocument(path) as pdf:
        page = pdf[0].get_textpage()
        shown = page.get_text_range()
    with pikepdf.open(path) as pdf:
        figures = {
            plain(str(part.Alt))
            for part in pdf.objects
            if isinstance(part, pikepdf.Dictionary) and "/Alt" in part
        }
        return plain(shown), figures, plain(str(pdf.docinfo.Title))


def check(run: Callable, seed: int) -> int:
    """Put texts into all fields; return how many were printed and read back."""
    rng = random.Random(seed)
    texts = {name: words(rng) for name in FIELDS}
    whole = printed(run, texts)
    read = 0
    for name, text in texts.items():  # one that is refused must not hide the others
        path = whole or printed(run, {**dict.fromkeys(FIELDS, "x"), name: text})
        if path is None:
            continue
        shown, figures, title = said(path)
        found = {"alt": plain(text) in figures, "title": plain(text) in title}
        assert found.get(name, plain(text) in shown), (name, text, shown)
        read += 1
    return read


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(n, marks=pytest.mark.full) for n in range(1, 32))]
)
def test_any_text_in_any_field_is_read_back_or_refused(run: Callable, block: int) -> None:
    many = 3 if block == 0 else 21
    read = sum(check(run, 1000 * block + number) for number in range(many))
    assert read > many
