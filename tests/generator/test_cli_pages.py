"""Commands about pages: folds, sides, mixed kits, contact sheets, printing again on saving."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from generator.catalogue import products
from generator.contact import HEIGHT, MOST, WIDTH, contact_sheets, shelf_for
from generator.jobs import faces_of
from layouts.loader import GAMES, load
from output.scene import Circle, Group, Rect, Text

DECK = """
title = "Deck"
kind = "card"
size = "euro"
bleed = 2
item = "card-{n}"
copies = "copies"
back = "back.toml"
rows = [{ n = 1, copies = 3 }, { n = 2, copies = 1 }]
"""
BACK = 'title = "Back"\nkind = "card"\nsize = "euro"\nbleed = 2\n'


@pytest.fixture
def deck(tmp_path: Path) -> str:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "deck.toml").write_text(DECK, encoding="utf-8")
    (folder / "back.toml").write_text(BACK, encoding="utf-8")
    return "decks/deck.toml"


def pages(path: str) -> int:
    with pikepdf.open(path) as pdf:
        return len(pdf.pages)


@pytest.mark.parametrize(
    ("arguments", "count", "says"),
    [
        pytest.param([], 1, "8-up (4 x 2, landscape, 2 mm bleed each)", id="fronts only"),
        pytest.param(["--bleed", "0"], 1, "9-up (3 x 3, portrait, shared edges)", id="shared"),
        pytest.param(["--duplex", "long"], 2, "over its long edge", id="two-sided"),
        pytest.param(["--fold"], 1, "4-up (4 x 1, landscape, folded across", id="folded"),
        pytest.param(["--duplex", "short", "--sides", "fronts"], 1, "8-up", id="fronts"),
        pytest.param(["--duplex", "short", "--sides", "backs"], 1, "short edge", id="backs"),
    ],
)
def test_print_says_how_pages_are_made(
    run: Callable, deck: str, arguments: list[str], count: int, says: str
) -> None:
    ran = run("print", deck, *arguments, "-o", "x.pdf")
    assert ran.code == 0
    assert says in ran.err
    assert pages("x.pdf") == count


@pytest.mark.parametrize(
    ("what", "duplex", "says"),
    [
        pytest.param("dice/sheets", "/DuplexFlipLongEdge", "over its long edge", id="sheets"),
        pytest.param(
            "garden/pawns", "/Simplex", "nothing here is printed on the back", id="folded"
        ),
        pytest.param("tiles/stickers", "/Simplex", "printed on the back", id="stickers"),
        pytest.param("tiles/board-halves", "/Simplex", "printed on the back", id="halves"),
    ],
)
def test_only_sheets_are_printed_on_fronts_and_backs_in_turn(
    run: Callable, what: str, duplex: str, says: str
) -> None:
    ran = run("print", what, "--duplex", "long", "-o", "x.pdf")
    assert says in ran.err
    with pikepdf.open("x.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == duplex


def test_fronts_and_backs_get_file_names_of_their_own(run: Callable, deck: str) -> None:
    for sides in ("fronts", "backs"):
        assert run("print", deck, "--duplex", "long", "--sides", sides).code == 0
    assert {path.name for path in Path("printed").iterdir()} == {
        "deck-duplex-long-fronts.pdf",
        "deck-duplex-long-backs.pdf",
    }


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        pytest.param(["--fold", "--duplex", "long"], 2, "leave out one", id="two ways"),
        pytest.param(["--sides", "backs"], 2, "add --duplex long", id="no edge"),
        pytest.param(["--bleed", "3"], 2, "the most is --bleed 2", id="more bleed than art"),
        pytest.param(["--up", "10"], 2, "the most is 8-up", id="too many"),
        pytest.param(["--fold", "--up", "5"], 2, "the most is 4-up", id="too many folded"),
        pytest.param(["--watch", "-o", "-"], 2, "name one with -o", id="watch to stdout"),
    ],
)
def test_a_page_that_cannot_be_says_what_can(
    run: Callable, deck: str, arguments: list[str], code: int, says: str
) -> None:
    ran = run("print", deck, *arguments)
    assert ran.code == code
    assert says in ran.err
    assert not Path("printed").exists()


def test_a_file_without_backs_has_none_to_print(run: Callable) -> None:
    ran = run("print", "dice/chart", "--duplex", "long", "--sides", "backs")
    assert ran.code == 3
    assert "no backs" in ran.err


@pytest.mark.parametrize(
    ("back", "says"),
    [
        pytest.param(BACK.replace("euro", "mini"), "63 x 88 as its front", id="another size"),
        pytest.param(
            BACK + 'item = "{n}"\nrows = [{n = 1}, {n = 2}, {n = 3}]',
            "one for all, or 4",
            id="another number",
        ),
    ],
)
def test_a_back_that_does_not_match_its_front_is_a_fault(
    run: Callable, deck: str, back: str, says: str
) -> None:
    Path("decks/back.toml").write_text(back, encoding="utf-8")
    ran = run("print", deck, "--duplex", "long")
    assert ran.code == 3
    assert says in ran.err


def test_a_missing_back_is_told_even_where_it_is_not_printed(run: Callable, deck: str) -> None:
    Path("decks/back.toml").unlink()
    ran = run("print", deck)
    assert ran.code == 3
    assert "back: there is no file 'back.toml'" in ran.err


def test_every_front_may_have_a_back_of_its_own(run: Callable, deck: str) -> None:
    rows = "\n".join(["rows = [", *(f'  {{ n = "{n}" }},' for n in "abcd"), "]"])
    Path("decks/back.toml").write_text(f'{BACK}item = "{{n}}"\n{rows}', encoding="utf-8")
    ran = run(
        *("print", deck, "--duplex", "long", "--up", "1", "--sides", "backs"),
        *("--format", "svg", "-o", "out"),
    )
    assert ran.code == 0
    assert sorted(path.stem for path in Path("out").iterdir()) == ["a", "b", "c", "d"]


# ---------------------------------------------------------------- kits


def test_kits_of_several_games_have_folders_of_their_own(run: Callable) -> None:
    games = [game for game in GAMES if products(game)]
    assert run("kit", *games, "-o", "kits").code == 0
    expected = {f"{game}-kit" for game in games} if len(games) > 1 else set()
    assert {path.name for path in Path("kits").iterdir() if path.is_dir()} == expected


@pytest.mark.parametrize("backs", [[], ["--duplex", "long"]])
def test_a_mixed_kit_has_one_file_a_size_of_piece(run: Callable, backs: list[str]) -> None:
    games = [game for game in GAMES if products(game)]
    assert run("kit", *games, "--mixed", *backs, "-o", "kit").code == 0
    manifest = json.loads(Path("kit/mixed-manifest.json").read_text(encoding="utf-8"))
    files = [row["file"] for row in manifest["products"]]
    assert {"mixed-190x262.pdf", "mixed-130x188.pdf"} <= set(files)
    assert manifest["backs"] == ("long" if backs else "left out")
    for row in manifest["products"]:
        assert pages(f"kit/{row['file']}") == row["pages"]


@pytest.mark.parametrize("game", [game for game in GAMES if products(game)])
@pytest.mark.parametrize("backs", [[], ["--duplex", "long"]], ids=["one side", "two sides"])
def test_a_kit_holds_both_sides_of_every_aid(run: Callable, game: str, backs: list[str]) -> None:
    assert run("kit", game, *backs, "-o", "kit").code == 0
    manifest = json.loads(Path(f"kit/{game}-manifest.json").read_text(encoding="utf-8"))
    printed = " ".join(row["layouts"] for row in manifest["products"])
    names = {name for product in products(game) for name in product.layouts}
    aids = [load(name).layout for name in names]
    words = {layout.back for layout in aids if layout.kind == "aid" and layout.back}
    assert words
    assert {back for back in words if f"{back} v" not in printed} == set()


# ---------------------------------------------------------------- contact sheets


def test_contact_sheets_show_every_piece_once_and_its_copies(run: Callable, deck: str) -> None:
    ran = run("preview", deck, "-o", "pictures")
    assert (ran.code, ran.out) == (0, "pictures/deck-1.png\n")
    with Image.open("pictures/deck-1.png") as picture:
        assert picture.width == 1701
        assert picture.height <= picture.width * HEIGHT / WIDTH
    again = run("preview", deck, "-o", "pictures")
    assert again.code == 2
    assert "--force" in again.err
    assert run("preview", deck, "-o", "pictures", "--force").code == 0


@pytest.mark.parametrize("count", [1, 2, 5, 12, 20, 100])
@pytest.mark.parametrize("size", [(63.0, 88.0), (190.0, 262.0), (25.0, 25.0), (200.0, 20.0)])
def test_a_picture_holds_what_it_shows(count: int, size: tuple[float, float]) -> None:
    shelf = shelf_for(size, count)
    assert shelf.columns * shelf.rows >= min(count, MOST)
    assert shelf.columns * size[0] * shelf.scale <= WIDTH
    assert shelf.rows * size[1] * shelf.scale <= HEIGHT


def words_of(*names: str) -> list[str]:
    """Return what stands on the contact sheets of some products."""
    faces = [face for name in names for face in faces_of([name], "colour", two_sided=True)]
    made = contact_sheets(faces, "x")
    groups = [item for page in made.pages for item in page.items if isinstance(item, Group)]
    return [item.text for group in groups for item in group.items if isinstance(item, Text)]


def test_pieces_of_several_games_say_which_on_a_contact_sheet() -> None:
    assert words_of("dice/aid") == ["aid × 5", "aid-back × 5"]
    several = words_of("dice/aid", "tiles/aid")
    assert len(set(several)) == len(several) == 4
    assert {word.split()[0] for word in several} == {"dice", "tiles"}


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        pytest.param("garden/coins", Circle, id="round pieces"),
        pytest.param("dice/chart", Rect, id="square ones"),
    ],
)
def test_a_contact_sheet_shows_pieces_as_they_are_cut(name: str, shape: type) -> None:
    [page, *_] = contact_sheets(faces_of([name], "colour"), "x").pages
    pieces = [item for item in page.items if isinstance(item, Group) and item.clip]
    assert pieces
    for piece in pieces:
        [art] = piece.items
        assert isinstance(art, Group)
        assert isinstance(art.clip, shape)


# ---------------------------------------------------------------- watching


@pytest.fixture
def watching(tmp_path: Path, deck: str) -> Iterator[subprocess.Popen[bytes]]:
    """Print a deck again and again; what is said goes to the file said.txt."""
    code = "from generator.cli.main import main; main()"
    command = [sys.executable, "-c", code, "print", deck, "--watch", "-o", "x.pdf"]
    with (tmp_path / "said.txt").open("wb") as said:
        process = subprocess.Popen(command, cwd=tmp_path, stdout=said, stderr=said)
        yield process
        process.kill()
        process.wait()


def until(done: Callable[[], bool]) -> bool:
    """Wait for something, a minute at the most."""
    for _ in range(600):
        if done():
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_a_saved_file_is_printed_again_and_a_fault_does_not_end_it(
    watching: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    pytest.importorskip("watchfiles")
    layout, target, said = (tmp_path / name for name in ("decks/deck.toml", "x.pdf", "said.txt"))

    def printed(copies: int, wanted: int) -> bool:
        """Save until it is noticed: the first save may come before the watcher looks."""
        layout.write_text(DECK.replace("copies = 3", f"copies = {copies}"), encoding="utf-8")
        return pages(str(target)) == wanted

    assert until(target.exists)
    assert until(lambda: printed(9, 2))
    layout.write_text(DECK + 'colour = "red"\n', encoding="utf-8")
    assert until(lambda: "unknown key 'colour'" in said.read_text(encoding="utf-8"))
    assert until(lambda: printed(17, 3))
    watching.send_signal(signal.SIGINT)
    assert watching.wait(timeout=60) == 130


def test_watching_without_its_package_says_how_to_get_it(
    run: Callable, deck: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    ran = run("print", deck, "--watch")
    assert ran.code == 3
    assert "pip install 'bloomprint[watch]'" in ran.err


def test_built_in_layouts_are_not_watched(run: Callable) -> None:
    ran = run("print", "dice/sheets", "--watch")
    assert ran.code == 3
    assert "no file to watch" in ran.err
