"""The commands that print: what they write, say and refuse."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from generator.catalogue import layouts_of, products
from layouts.loader import GAMES, builtin_names, load

EVERY_SHEET = [f"dice/sheet-{letter}" for letter in "abcde"]
MINE = 'extends = "dice/sheet"\nvalues = { letter = "X" }\n[board]\ntext = "OPB YVW\\nWVY BPO"\n'


def test_the_words_mean_layouts() -> None:
    assert layouts_of(["dice/sheets"]) == EVERY_SHEET
    assert layouts_of(["dice/sheet-b", "my.toml"]) == ["dice/sheet-b", "my.toml"]
    assert set(EVERY_SHEET) < set(layouts_of(["dice"])) <= set(layouts_of(["all"]))


@pytest.mark.parametrize("game", GAMES)
def test_every_product_word_is_its_own(game: str) -> None:
    words = [product.word for product in products(game)]
    assert len(words) == len(set(words))


def test_print_writes_one_pdf_and_says_the_grid(run: Callable) -> None:
    ran = run("print", "dice/sheets")
    assert (ran.code, ran.out) == (0, "printed/dice-sheets.pdf\n")
    assert "a4, 1-up" in ran.err
    with pikepdf.open("printed/dice-sheets.pdf") as pdf:
        assert len(pdf.pages) == 5


def test_print_never_overwrites_without_force(run: Callable) -> None:
    assert run("print", "dice/sheet-a").code == 0
    before = Path("printed/dice-sheet-a.pdf").read_bytes()
    ran = run("print", "dice/sheet-b", "-o", "printed/dice-sheet-a.pdf")
    assert ran.code == 2
    assert "--force" in ran.err
    assert Path("printed/dice-sheet-a.pdf").read_bytes() == before
    assert run("print", "dice/sheet-a", "--force").code == 0


def test_svg_sheets_are_files_named_by_their_sheet(run: Callable) -> None:
    ran = run("print", "dice/sheets", "--format", "svg", "-o", "out")
    assert ran.code == 0
    assert sorted(p.name for p in Path("out").iterdir()) == [
        f"sheet-{letter}.svg" for letter in "abcde"
    ]


def test_a_pad_runs_through_the_sheets_on_fronts_and_backs(run: Callable) -> None:
    ran = run("print", "dice/sheets", "--pad", "3", "--duplex", "long", "-o", "pad.pdf")
    assert ran.code == 0
    with pikepdf.open("pad.pdf") as pdf:
        assert len(pdf.pages) == 6
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"


def test_a_pad_of_pieces_with_backs_of_their_own_keeps_them(run: Callable) -> None:
    assert run("print", "dice/aid", "--pad", "5", "--duplex", "long", "-o", "pad.pdf").code == 0
    assert run("print", "dice/aid", "--duplex", "long", "-o", "aid.pdf").code == 0
    with pikepdf.open("pad.pdf") as pad, pikepdf.open("aid.pdf") as aid:
        contents = [[page.Contents.read_bytes() for page in pdf.pages] for pdf in (pad, aid)]
    assert contents[0] == contents[1]
    assert len(contents[0]) == 6


def test_a_pad_is_either_of_pieces_with_backs_or_of_such_without(run: Callable) -> None:
    ran = run("print", "field/aid", "field/solo-sheet", "--pad", "5", "--duplex", "long")
    assert ran.code == 3
    assert "a pad" in ran.err
    Path("plain.toml").write_text('extends = "dice/aid"\nback = "next"\n', encoding="utf-8")
    ran = run("print", "dice/aid", "plain.toml", "--pad", "5", "--duplex", "long")
    assert ran.code == 3
    assert "dice/aid has a back of its own, plain has none" in ran.err
    assert "print a pad of each" in ran.err


def test_pages_that_repeat_are_written_once_and_tagged_each(run: Callable) -> None:
    assert run("print", "dice/sheets", "--pad", "10", "--duplex", "long", "-o", "pad.pdf").code == 0
    with pikepdf.open("pad.pdf") as pdf:
        assert len(pdf.pages) == 20
        assert len({page.Contents.objgen for page in pdf.pages}) == 10  # five a side
        numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
        assert list(numbers)[::2] == [int(page.StructParents) for page in pdf.pages]
        for page, owners in zip(pdf.pages, list(numbers)[1::2], strict=True):
            assert {owner.Pg.objgen for owner in owners} == {page.objgen}


@pytest.mark.parametrize("edition", ["large", "laminate"])
def test_an_edition_of_promised_sizes_is_never_scaled_down(run: Callable, edition: str) -> None:
    words = ["print", "dice/sheets", "--edition", edition, "--up", "2"]
    ran = run(*words)
    assert ran.code == 2
    assert "the most is 1-up" in ran.err
    assert "--paper a3" in ran.err
    assert not Path("printed").exists()
    ran = run(*words, "--paper", "a3")
    assert ran.code == 0
    assert "scaled" not in ran.err


@pytest.mark.parametrize("name", builtin_names())
def test_cards_and_aids_keep_their_sizes_of_text_on_every_page(name: str) -> None:
    layout = load(name).layout
    if layout.kind in ("card", "aid"):
        assert layout.scale_min == 1


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        pytest.param(["dice/shets"], 3, "did you mean 'dice/sheets'?", id="misspelt"),
        pytest.param(["dice/sheet-a", "--up", "9"], 2, "the most is", id="too many a page"),
        pytest.param(["dice/sheet-a", "--paper", "a9"], 2, "a9", id="unknown paper"),
        pytest.param(["dice/sheets", "--pad", "3"], 2, "--duplex", id="pad on one side"),
        pytest.param(["no-such-file.toml"], 6, "no-such-file.toml", id="no file"),
        pytest.param([], 2, "WHAT", id="nothing"),
    ],
)
def test_a_wish_that_cannot_be_kept_says_what_can(
    run: Callable, arguments: list[str], code: int, says: str
) -> None:
    ran = run("print", *arguments)
    assert ran.code == code
    assert says in ran.err
    assert not Path("printed").exists()


def test_a_layout_of_ones_own_with_another_arrangement_prints_and_checks(run: Callable) -> None:
    Path("mine.toml").write_text(MINE, encoding="utf-8")
    assert run("check", "mine.toml").out == "mine.toml: good\n"
    assert run("print", "mine.toml").code == 0


def test_check_lists_every_fault_of_every_file(run: Callable) -> None:
    Path("mine.toml").write_text(MINE + "colour = 3\n", encoding="utf-8")
    Path("game.toml").write_text('game = "dice"\nrounds = ["O9"]\nshet = "A"\n', encoding="utf-8")
    ran = run("check", "mine.toml", "game.toml")
    assert ran.code == 3
    assert "mine.toml: board.colour: unknown key" in ran.err
    assert "game.toml" in ran.err
    assert "did you mean 'sheet'?" in ran.err


def test_every_kit_has_a_first_page_its_products_and_a_manifest(run: Callable) -> None:
    ran = run("kit", "dice", "-o", "kit", "--paper", "letter")
    assert ran.code == 0
    manifest = json.loads(Path("kit/dice-manifest.json").read_text(encoding="utf-8"))
    files = {row["file"] for row in manifest["products"]}
    assert {"dice-sheets.pdf", "dice-aid.pdf"} <= files
    on_disk = {path.name for path in Path("kit").iterdir()}
    assert on_disk == files | {"dice-print-and-cut.pdf", "dice-manifest.json"}
    for row in manifest["products"]:
        with pikepdf.open(Path("kit") / row["file"]) as pdf:
            assert len(pdf.pages) == row["pages"]


def test_a_kit_that_would_replace_a_file_writes_nothing(run: Callable) -> None:
    Path("kit").mkdir()
    Path("kit/dice-aid.pdf").write_text("mine", encoding="utf-8")
    ran = run("kit", "dice", "-o", "kit")
    assert ran.code == 2
    assert [path.name for path in Path("kit").iterdir()] == ["dice-aid.pdf"]


@pytest.mark.parametrize("kind", ["sheet", "card", "aid", "board", "deck"])
def test_a_new_layout_checks_and_prints_as_it_is(run: Callable, kind: str) -> None:
    assert run("new", kind, "mine").code == 0
    assert run("check", "mine.toml").code == 0
    assert run("print", "mine.toml").code == 0
    assert run("new", kind, "mine").code == 2


@pytest.mark.parametrize("game", ["dice", "field", "garden"])
def test_design_gives_a_layout_that_checks_and_prints(run: Callable, game: str) -> None:
    assert run("design", game, "--seed", "7", "-o", "mine.toml").code == 0
    assert run("check", "mine.toml").code == 0
    assert run("print", "mine.toml").code == 0


def test_schema_is_json_with_the_keys_of_a_layout(run: Callable) -> None:
    table = json.loads(run("schema").out)
    assert {"extends", "elements", "board", "editions"} <= set(table["properties"])


@pytest.mark.parametrize(
    "arguments", [["--help"], ["print", "dice/sheet-a", "-o", "x.pdf"], ["list"]]
)
def test_printing_and_help_load_no_solver(arguments: list[str], tmp_path: Path) -> None:
    code = (
        "import sys\nfrom generator.cli.main import main\n"
        f"sys.argv = ['bloomprint', *{arguments!r}]\n"
        "try:\n    main()\nexcept SystemExit as leave:\n    assert not leave.code\n"
        "heavy = {'ortools', 'pandas', 'numpy'} & sys.modules.keys()\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, capture_output=True)


def test_a_pad_without_room_for_all_pieces_is_refused(run: Callable) -> None:
    Path("deck.toml").write_text(
        'title = "D"\nkind = "card"\nsize = "poker"\nback = "back.toml"\n'
        'rows = [{ n = 1 }, { n = 2 }, { n = 3 }]\n[[elements]]\ntype = "text"\n'
        'text = "{n}"\nbox = [9, 9, 40, 10]\n',
        encoding="utf-8",
    )
    Path("back.toml").write_text(
        'title = "B"\nkind = "card"\nsize = "poker"\nfill = "pink"\n', encoding="utf-8"
    )
    for what, pad, needed in (("deck.toml", 2, 3), ("dice/sheets", 2, 3)):
        words = ["print", what, "--duplex", "long", "--force", "-o", "pad.pdf"]
        ran = run(*words, "--pad", str(pad))
        assert ran.code == 3
        assert f"--pad {needed} holds each once" in ran.err
        assert run(*words, "--pad", str(needed)).code == 0


OWN = 'title = "O"\nkind = "card"\nsize = "poker"\n[[elements]]\ntype = "text"\ntext = "a"\n'


@pytest.mark.parametrize(
    ("more", "edition", "told"),
    [
        pytest.param("", "large", True, id="large"),
        pytest.param("", "laminate", True, id="laminate"),
        pytest.param("", "low-ink", False, id="colours alone"),
        pytest.param("[editions.large]\nsafe = 1\n", "large", False, id="its own"),
        pytest.param("[editions.large]\nsafe = 1\n", "laminate", True, id="another"),
    ],
)
@pytest.mark.parametrize("command", ["print", "preview"])
def test_an_edition_that_a_layout_of_ones_own_does_not_have_is_told(
    run: Callable, command: str, more: str, edition: str, told: bool
) -> None:
    Path("own.toml").write_text(f"{OWN}box = [9, 9, 40, 10]\n{more}", encoding="utf-8")
    Path("heir.toml").write_text('extends = "own.toml"\n', encoding="utf-8")
    ran = run(command, "own.toml", "heir.toml", "--edition", edition)
    assert ran.code == 0
    for name in ("own.toml", "heir.toml"):
        said = (
            f"{name} has no edition {edition}, no [editions.{edition}]: its sizes stay, text of 11"
        )
        assert (said in ran.err) == told


def test_editions_that_ours_inherit_are_no_news(run: Callable) -> None:
    Path("mine.toml").write_text('extends = "dice/sheet-a"\n', encoding="utf-8")
    assert "has no edition" not in run("print", "mine.toml", "--edition", "large").err
