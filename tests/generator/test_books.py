"""Books: the same whoever computes, resumable, well bound; every page from layouts."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest

from generator import puzzles as making
from generator.books import Order, book, book_papers
from generator.preflight import preflight
from generator.puzzles import Ledger, Wish, find, shares, wish_for
from layouts.faults import BadInput
from layouts.profiles import load_profile
from layouts.sources import Source
from output import pdf, write
from output.formats import Options
from solver.games import game
from solver.puzzle import Candidate, Puzzle, Rejected, evaluate, kind_of, read_code
from tests.generator.scenes import texts

CODES = ["XJVMW", "11QES", "2KTXP"]
LINES = tuple(("dice", kind) for kind in ("full", "rounds", "pair"))


# --------------------------------------------------------------------------- the search, faked


def invented(candidate: Candidate) -> Puzzle | Rejected:
    """Return an outcome that depends on the seed alone, at once."""
    seed = candidate.seed
    if seed % 3 == 0:
        return Rejected(candidate.code, "dull")
    levels = kind_of(candidate.game, candidate.kind).levels
    level = levels[seed // 7 % len(levels)]
    alike = str(seed % 5000)
    return Puzzle(
        "dice",
        candidate.kind,
        seed,
        candidate.code,
        "par",
        level,
        {},
        9,
        {},
        (),
        {},
        "",
        None,
        alike,
    )


class Unsteady(ThreadPoolExecutor):
    """Workers that finish in another order than they began."""

    def submit(self, function: Callable, /, *arguments: object, **_: object) -> Future:
        def slowly() -> object:
            time.sleep(arguments[0].seed % 4 / 1000)
            return function(*arguments)

        return super().submit(slowly)


@pytest.fixture
def faked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "evaluate", invented)


def found_by(pool: Executor, busy: int, wish: Wish, ledger: Ledger | None = None) -> making.Found:
    with pool:
        return find(wish, pool, busy, ledger or Ledger())


WISH = Wish(LINES, (1, 2, 3, 4, 5), 40, 7)


def test_a_book_is_the_same_whatever_the_workers_and_the_order_they_finish_in(
    faked: None,
) -> None:
    one = found_by(ThreadPoolExecutor(1), 1, WISH)
    assert one == found_by(ThreadPoolExecutor(4), 4, WISH)
    assert one == found_by(Unsteady(2), 1, WISH)
    assert one == found_by(Unsteady(10), 5, WISH)
    assert len(one.puzzles) == 40


def test_another_seed_makes_another_book(faked: None) -> None:
    one = found_by(Unsteady(2), 1, WISH)
    other = found_by(Unsteady(2), 1, Wish(LINES, WISH.levels, 40, 8))
    assert not {p.code for p in one.puzzles} & {p.code for p in other.puzzles}


def test_puzzles_rise_in_level_and_no_two_are_equal(faked: None) -> None:
    found = found_by(Unsteady(4), 2, WISH).puzzles
    levels = [puzzle.level for puzzle in found]
    assert levels == sorted(levels)
    assert len({(puzzle.kind, puzzle.canonical) for puzzle in found}) == 40


def test_a_wish_for_some_levels_gets_no_others_and_looks_on_until_one_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[str] = []

    def seldom(candidate: Candidate) -> Puzzle | Rejected:
        found = invented(candidate)
        if isinstance(found, Rejected):
            return found
        seen.append(found.code)
        return replace(found, level=1 if len(seen) < 40 else 4)

    monkeypatch.setattr(making, "evaluate", seldom)
    found = found_by(ThreadPoolExecutor(1), 1, Wish((("dice", "rounds"),), (3, 4), 1, 2)).puzzles
    assert [puzzle.level for puzzle in found] == [4]


def test_a_level_that_does_not_come_up_soon_is_replaced_by_the_nearest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []

    def easy(candidate: Candidate) -> Puzzle | Rejected:
        looked.append(candidate.code)
        found = invented(candidate)
        return found if isinstance(found, Rejected) else replace(found, level=len(looked) % 2 + 1)

    monkeypatch.setattr(making, "evaluate", easy)
    wish = Wish((("dice", "pair"),), (1, 2, 3), 3, 2)
    found = found_by(ThreadPoolExecutor(1), 1, wish).puzzles
    assert [puzzle.level for puzzle in found] == [1, 2, 2]
    assert len(looked) <= 3 * making.LOOKS + making.AHEAD


def test_what_does_not_come_up_at_all_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "evaluate", lambda one: Rejected(one.code, "dull"))
    wish = Wish((("dice", "pair"),), (1, 2, 3), 1, 2)
    with pytest.raises(BadInput, match="0 of 1 puzzles found among 200 candidates") as caught:
        found_by(ThreadPoolExecutor(1), 1, wish)
    assert "--count 0" not in str(caught.value)


def test_equal_puzzles_are_taken_once(faked: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def same(candidate: Candidate) -> Puzzle | Rejected:
        found = invented(candidate)
        return found if isinstance(found, Rejected) else replace(found, canonical="one")

    monkeypatch.setattr(making, "evaluate", same)
    with pytest.raises(BadInput, match="of 40 puzzles found"):
        found_by(Unsteady(4), 2, WISH)


@pytest.mark.parametrize("count", [1, 3, 7, 40, 100])
def test_levels_and_kinds_are_shared_out_evenly(count: int) -> None:
    quotas = shares(Wish(LINES, (1, 2, 3, 4, 5), count, 3))
    assert sum(quotas.values()) == count
    by_level: Counter = Counter()
    for (_, level), many in quotas.items():
        by_level[level] += many
    assert max(by_level.values()) - min(by_level[level] for level in range(1, 6)) <= 1
    assert all(level in kind_of(*line).levels for line, level in quotas)


def test_a_stopped_search_goes_on_where_it_was(
    faked: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = found_by(Unsteady(2), 1, WISH)
    path = tmp_path / "found"

    def stopping(candidate: Candidate) -> Puzzle | Rejected:
        if len(ledger.known) >= 30:
            raise KeyboardInterrupt
        return invented(candidate)

    ledger = Ledger(path)
    monkeypatch.setattr(making, "evaluate", stopping)
    with pytest.raises(KeyboardInterrupt):
        found_by(Unsteady(2), 1, WISH, ledger)
    with path.open("a") as file:
        file.write('{"code": "DP-1')  # cut off by a kill
    asked = []

    def counting(candidate: Candidate) -> Puzzle | Rejected:
        asked.append(candidate.code)
        return invented(candidate)

    monkeypatch.setattr(making, "evaluate", counting)
    ledger = Ledger(path)
    assert len(ledger.known) >= 30
    known = set(ledger.known)
    again = found_by(Unsteady(2), 1, WISH, ledger)
    assert [p.code for p in again.puzzles] == [p.code for p in whole.puzzles]
    assert not known & set(asked)
    ledger.close()
    assert not path.exists()


def test_what_other_versions_found_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "found"
    path.write_text('{"bloomprint": "0.0.1", "ortools": "1"}\n{"code": "DP-1", "reason": "x"}\n')
    assert Ledger(path).known == {}
    assert not path.exists()


# --------------------------------------------------------------------------- real puzzles


@pytest.fixture(scope="module")
def real() -> list[Puzzle]:
    """Return a few puzzles of every kind of the dice game."""
    digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    seeds = [sum(digits.index(c) << 5 * at for at, c in enumerate(reversed(t))) for t in CODES]
    found = [evaluate(Candidate("dice", "pair", seed)) for seed in seeds]
    found.append(evaluate(Candidate("dice", "rounds", 3_107_753)))
    assert all(isinstance(one, Puzzle) for one in found)
    return found  # type: ignore[return-value]


def pages_of(data: bytes) -> Iterator[str]:
    with pdfium.PdfDocument(data) as file:
        for page in file:
            yield page.get_textpage().get_text_bounded()


def rendered(found: list[Puzzle], order: Order) -> list[bytes]:
    return [pdf.render(one, Options())[0] for one in book(found, order)]


def test_a_book_holds_title_rules_puzzles_and_solutions(real: list[Puzzle]) -> None:
    [data] = rendered(real, Order("a4"))
    title, rules, *puzzles, solutions = pages_of(data)
    assert "Bloom puzzles" in title
    assert "not affiliated" in title
    assert "Ticks" in rules
    for number, (page, puzzle) in enumerate(zip(puzzles, real, strict=True), 1):
        assert puzzle.code in page
        assert f"Best: {puzzle.score}" in page
        assert page.rstrip().endswith(str(number + 2))
        assert f"page {number + 2}" in solutions
        assert f"{puzzle.score} points" in solutions


def test_answers_are_not_on_the_page_of_the_puzzle(real: list[Puzzle]) -> None:
    [data] = rendered(real[:1], Order("a4", solutions="none"))
    [page] = pages_of(data)
    assert real[0].answer not in page


@pytest.mark.parametrize(
    ("solutions", "pages"), [("end", [4]), ("separate", [3, 1]), ("none", [3])]
)
def test_solutions_stand_where_they_are_wanted(
    real: list[Puzzle], solutions: str, pages: list[int]
) -> None:
    made = book(real[:3], Order("a5", solutions=solutions))  # type: ignore[arg-type]
    assert [len(document.pages) for document in made] == pages


def test_bookmarks_lead_to_rules_levels_and_solutions(real: list[Puzzle]) -> None:
    [document] = book(real, Order("a4"))
    titles = dict(document.bookmarks)
    assert titles["How to play"] == 1
    assert titles["Solutions"] == len(document.pages) - 1
    assert titles[f"Level {real[0].level}"] == 2


@pytest.mark.parametrize("paper", book_papers())
def test_every_page_has_the_size_of_its_paper(real: list[Puzzle], paper: str) -> None:
    [document] = book(real * 6, Order(paper))
    size = book_papers()[paper]
    assert {(page.width, page.height) for page in document.pages} == {size}
    if paper.startswith("kdp"):
        assert document.bookmarks == ()


@pytest.mark.parametrize("paper", ["kdp-6x9", "kdp-8.5x11"])
def test_a_book_service_takes_the_pages(real: list[Puzzle], paper: str, tmp_path: Path) -> None:
    [document] = book(real * 6, Order(paper))
    path = tmp_path / "book.pdf"
    path.write_bytes(pdf.render(document, Options(metadata=False))[0])
    assert preflight([path], load_profile("kdp")) == []


def test_too_few_pages_to_be_bound_are_refused_with_what_is_possible(real: list[Puzzle]) -> None:
    with pytest.raises(BadInput, match=r"binds 24 to 828.*more puzzles"):
        book(real, Order("kdp-6x9"))


def test_large_print_is_16_points_and_more(real: list[Puzzle]) -> None:
    [document] = book(real, Order("a4", "large", solutions="none"))
    sizes = [text.size for page in document.pages for text in texts(page)]
    assert min(sizes) >= 16


def test_a_book_is_the_same_bytes_every_time(real: list[Puzzle]) -> None:
    assert rendered(real, Order("a4")) == rendered(real, Order("a4"))


# --------------------------------------------------------------------------- the command


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch, real: list[Puzzle]) -> None:
    """Let the command find what is there already."""
    found = making.Found(real)
    monkeypatch.setattr("generator.cli.puzzle_command._searched", lambda *_: found)


def test_puzzle_writes_a_book_and_says_where(run: Callable, given: None) -> None:
    ran = run("puzzle", "dice", "--count", "4", "-o", "book.pdf")
    assert (ran.code, ran.out) == (0, "book.pdf\n")
    with pikepdf.open("book.pdf") as file:
        assert len(file.pages) == 7
        assert file.Root.MarkInfo.Marked
    assert sorted(path.name for path in Path().iterdir()) == ["book.pdf"]


def test_solutions_can_be_a_file_of_their_own(run: Callable, given: None) -> None:
    ran = run("puzzle", "dice", "-o", "book.pdf", "--solutions", "separate")
    assert (ran.code, ran.out) == (0, "book.pdf\nbook-solutions.pdf\n")


def test_a_book_printed_for_the_service_is_one_that_it_takes(
    run: Callable, real: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = making.Found(real * 6)
    monkeypatch.setattr("generator.cli.puzzle_command._searched", lambda *_: found)
    assert run("puzzle", "dice", "--count", "24", "--paper", "kdp-6x9", "-o", "book.pdf").code == 0
    assert preflight([Path("book.pdf")], load_profile("kdp")) == []


def test_json_holds_every_puzzle_and_its_answer(run: Callable, given: None) -> None:
    ran = run("puzzle", "dice", "--json")
    found = json.loads(ran.out)
    assert [row["number"] for row in found] == [1, 2, 3, 4]
    assert {"code", "level", "instance", "score", "moves", "medals", "answer"} <= set(found[0])
    assert not Path("printed").exists()


@pytest.mark.parametrize("form", ["svg", "png"])
def test_single_pages_are_files_of_their_own(run: Callable, given: None, form: str) -> None:
    ran = run("puzzle", "dice", "--format", form, "-o", "pages", "--solutions", "none")
    assert ran.code == 0
    assert Path(f"pages/puzzle-4.{form}").exists()


def test_an_existing_book_is_not_searched_for_and_not_replaced(run: Callable) -> None:
    Path("book.pdf").write_text("mine")
    ran = run("puzzle", "dice", "-o", "book.pdf")
    assert ran.code == 2
    assert "--force" in ran.err
    assert Path("book.pdf").read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param(["dice", "--kind", "full", "--level", "2"], 3, "dice full: 5", id="level"),
        pytest.param(
            ["all", "--kind", "harvest", "--level", "4"], 3, "tiles harvest: 1 2 3 5", id="of tiles"
        ),
        pytest.param(["dice", "--kind", "fulls"], 3, "did you mean 'full'", id="kind"),
        pytest.param(["dice", "--level", "6"], 2, "1 to 5", id="no level"),
        pytest.param(["dice", "--today", "--seed", "1"], 2, "leave out --seed", id="two seeds"),
        pytest.param([], 2, "name a game", id="no game"),
        pytest.param(
            ["all", "--paper", "a5", "--edition", "large"], 3, "large enough: a4", id="large print"
        ),
        pytest.param(["all", "--paper", "kdp-5x8"], 2, "kdp-5.5x8.5", id="small trim"),
        pytest.param(["--code", "DP-XJVMW-1X"], 3, "check character X", id="mistyped"),
    ],
)
def test_impossible_wishes_are_refused_with_what_is_possible(
    run: Callable, words: list[str], code: int, said: str
) -> None:
    ran = run("puzzle", *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err


def test_a_code_prints_its_puzzle_again(run: Callable, real: list[Puzzle]) -> None:
    code = real[0].code
    assert run("puzzle", "--code", code, "-o", "one.pdf").code == 0
    document = book(real[:1], Order("a4", subtitle="One puzzle, level 1"))[0]
    write(document, "same.pdf", "pdf")
    assert Path("one.pdf").read_bytes() == Path("same.pdf").read_bytes()


def test_today_is_the_same_seed_for_everybody(
    run: Callable, given: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import datetime

    class Day(datetime.date):
        @classmethod
        def today(cls) -> "Day":
            return cls(2027, 3, 21)

    monkeypatch.setattr(datetime, "date", Day)
    ran = run("puzzle", "all", "--today")
    assert ran.out == f"{Path('printed/puzzles-all-20270321.pdf')}\n"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        pytest.param(["--count", "4"], "puzzles-dice-4.pdf", id="count"),
        pytest.param(["--seed", "4"], "puzzles-dice-1-seed-4.pdf", id="seed"),
    ],
)
def test_puzzles_of_another_seed_are_in_a_file_of_their_own(
    run: Callable, given: None, words: list[str], name: str
) -> None:
    assert run("puzzle", "dice", *words).out == f"{Path('printed') / name}\n"


@pytest.mark.parametrize(
    ("words", "seed"),
    [
        pytest.param(["dice"], "or --seed 2 for other puzzles", id="no seed"),
        pytest.param(["dice", "--seed", "2"], "or --seed 3 for other puzzles", id="seed"),
        pytest.param(["dice", "--format", "svg"], "or --seed 2 for other puzzles", id="svg"),
        pytest.param(["dice", "--today"], None, id="today"),
    ],
)
def test_the_same_puzzles_again_are_refused_with_what_makes_others(
    run: Callable, given: None, words: list[str], seed: str | None
) -> None:
    assert run("puzzle", *words).code == 0
    again = run("puzzle", *words)
    assert (again.code, again.out) == (2, "")
    assert "use --force to replace it, or another name with -o" in again.err
    assert seed in again.err if seed else "--seed" not in again.err


def test_all_are_all_kinds_of_all_games_that_have_puzzles() -> None:
    wish = wish_for("all", None, None, 5, 0)
    assert set(LINES) <= set(wish.lines)
    assert wish.levels == (1, 2, 3, 4, 5)


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stopped_run_keeps_what_it_found_and_leaves_nobody_behind(
    tmp_path: Path, number: int, code: int
) -> None:
    words = ["puzzle", "dice", "--kind", "pair", "--count", "60", "-o", "b.pdf"]
    run = [sys.executable, "-c", "from generator.cli.main import main; main()", *words]
    child = subprocess.Popen(run, cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True)
    ledger = tmp_path / ".b.pdf.found"
    while not (ledger.exists() and ledger.read_text().count("\n") > 3):
        assert child.poll() is None
        time.sleep(0.2)
    child.send_signal(number)
    _, said = child.communicate(timeout=60)
    assert child.returncode == code
    assert b"run the same command again" in said
    assert ledger.exists()
    while True:  # the workers leave by themselves
        try:
            os.killpg(child.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.1)


@pytest.mark.full
def test_sixty_puzzles_are_proven_regenerate_and_differ() -> None:
    wish = wish_for("all", None, None, 60, 1)
    with making.workers(2) as (pool, busy):
        found = find(wish, pool, busy, Ledger()).puzzles
        again = list(pool.map(evaluate, [read_code(puzzle.code) for puzzle in found]))
    assert len(found) == 60
    assert again == found
    assert len({(puzzle.game, puzzle.kind, puzzle.canonical) for puzzle in found}) == 60
    for puzzle in found:
        rules = game(puzzle.game)
        instance = rules.read(Source(dict(puzzle.table), "puzzle", Path()))
        assert rules.replay(instance, puzzle.moves)[0] == puzzle.score


@pytest.mark.full
def test_a_dask_cluster_finds_the_same_puzzles(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    wish = Wish((("dice", "pair"),), (1, 2), 2, 1)
    with making.workers(1) as (pool, busy):
        here = find(wish, pool, busy, Ledger())
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    )
    with cluster, making.workers(1, cluster.scheduler_address) as (pool, busy):
        there = find(wish, pool, busy, Ledger())
    assert [p.code for p in here.puzzles] == [p.code for p in there.puzzles]


def test_a_cluster_that_cannot_be_reached_is_said_so() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(BadInput, match="--cluster"), making.workers(1, "nonsense://x"):
        pass


@pytest.mark.parametrize(
    "arguments, said",
    [
        pytest.param(["tiles", "--count", "12"], "17 puzzles are enough", id="too few"),
        pytest.param(["all", "--count", "800"], "fewer puzzles", id="too many"),
    ],
)
def test_a_count_that_cannot_be_bound_is_refused_before_any_search(
    run: Callable, monkeypatch, arguments, said
) -> None:
    monkeypatch.setattr("generator.cli.puzzle_command._searched", None)
    ran = run("puzzle", *arguments, "--paper", "kdp-6x9", "-o", "inside.pdf")
    assert ran.code == 3
    assert said in ran.err
