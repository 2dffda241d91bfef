"""Pages of puzzles of every game: what one needs to solve is on them, the answer at the back."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from generator.books import Order, book, book_papers
from generator.cli.puzzle_command import command as puzzle_command
from generator.dice import puzzle as dice_puzzle
from generator.field import answer as field_answer
from generator.garden import puzzle as shown
from layouts.facts import facts
from layouts.faults import BadInput
from layouts.loader import load
from layouts.palette import colour
from layouts.sources import Source
from output import pdf
from output.formats import Options
from output.scene import Circle, Colour, Group, Rect, Use
from solver.games import game
from solver.puzzle import Candidate, Puzzle, Unfit, evaluate, games, puzzles, stream
from tests.generator.scenes import texts

SEEDS = {  # a puzzle of every kind, soon made
    ("tiles", "turn"): 2_323_260,
    ("tiles", "harvest"): 33_528_698,
    ("garden", "card"): 22_517_801,
    ("garden", "plan"): 7_850_299,
    ("field", "placement"): 14_924_454,
    ("field", "round"): 14_591_475,
    ("field", "last"): 15_538_054,
    ("dice", "rounds"): 3_107_753,
    ("dice", "pair"): 31_026_844,
}
SMALL = [name for name in book_papers() if name in ("a5", "kdp-6x9")]


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str], Puzzle]:
    made = {line: evaluate(Candidate(*line, seed)) for line, seed in SEEDS.items()}
    assert all(isinstance(one, Puzzle) for one in made.values()), made
    return made  # type: ignore[return-value]


def pages(found: list[Puzzle], order: Order) -> list[str]:
    """Return the words of every page of a book as a reader of PDF finds them."""
    data = pdf.render(book(found, order)[0], Options())[0]
    with pdfium.PdfDocument(data) as file:
        return [page.get_textpage().get_text_bounded() for page in file]


def test_every_kind_of_every_game_has_a_page_but_whole_dice_games() -> None:
    kinds = {(word, kind.word) for word in games() for kind in puzzles(word).KINDS}
    assert kinds - set(SEEDS) == {("dice", "full")}


@pytest.mark.parametrize("line", SEEDS, ids=" ".join)
def test_a_page_says_number_code_level_and_targets(
    found: dict[tuple[str, str], Puzzle], line: tuple[str, str]
) -> None:
    puzzle = found[line]
    [page] = pages([puzzle], Order("a4", solutions="none"))
    assert puzzle.code in page
    assert f"Best: {puzzle.score}" in page
    for name, score in puzzle.medals.items():
        assert name in page
        assert str(score) in page.split()


def numbers(table: dict[str, Any]) -> set[str]:
    """Return the numbers that one must see to solve a puzzle of tiles or cards."""
    rows = [*table.get("table", ()), *(table.get(k, ()) for k in ("hand", "tokens", "cards"))]
    rows += [table.get("large", ()), table.get("small", ())]
    rows.append([str(card).removesuffix("s") for _, _, card in table.get("field", ())])
    return {str(number) for row in rows for number in row} - {"J"}


@pytest.mark.parametrize(
    "line", [line for line in SEEDS if line[0] in ("tiles", "field")], ids=" ".join
)
def test_a_page_shows_every_tile_card_and_token(
    found: dict[tuple[str, str], Puzzle], line: tuple[str, str]
) -> None:
    puzzle = found[line]
    [page] = pages([puzzle], Order("a4", solutions="none"))
    assert numbers(dict(puzzle.table)) <= set(page.split())


@pytest.mark.parametrize("kind", ["card", "plan"])
def test_a_garden_page_shows_the_hand_and_whose_garden_it_is(
    found: dict[tuple[str, str], Puzzle], kind: str
) -> None:
    puzzle = found["garden", kind]
    [page] = pages([puzzle], Order("a4", solutions="none"))
    assert set(puzzle.table["hand"]) <= set(page.split())
    assert f"You are {puzzle.table['me']}" in page


def shapes(items: tuple[Any, ...]) -> Iterator[Any]:
    for item in items:
        yield from shapes(item.items) if isinstance(item, Group) else (item,)


@pytest.mark.parametrize("edition", ["colour", "low-ink", "large"])
@pytest.mark.parametrize("kind", ["card", "plan"])
def test_cards_of_a_garden_have_an_edge_and_lawn_that_can_be_told(
    found: dict[tuple[str, str], Puzzle], kind: str, edition: str
) -> None:
    puzzle = found["garden", kind]
    [document] = book([puzzle], Order("a4", edition, solutions="none"))
    drawn = list(shapes(document.pages[0].items))
    data = shown(game("garden").read(Source(dict(puzzle.table), "puzzle", Path())), puzzle)
    hand = [space for card in data["hand"] for space in card["cells"]]
    lawn = sum(not space["colour"] for space in [*data["spaces"], *hand])
    grass = [item for item in drawn if isinstance(item, Use) and "tuft" in item.symbol.name]
    assert len(grass) == (lawn if edition == "low-ink" else 0)
    bare = [item for item in drawn if isinstance(item, Rect) and not item.paint.fill]
    ink = Colour(*(colour("ink", edition, use="stroke") or ()))
    assert len([rect for rect in bare if rect.paint.stroke == ink]) == len(data["hand"])


@pytest.mark.parametrize("paper", ["a4", *SMALL])
def test_a_mixed_book_has_rules_of_all_games_and_every_answer(
    found: dict[tuple[str, str], Puzzle], paper: str
) -> None:
    many = [
        replace(puzzle, code=f"{puzzle.code}{copy}")
        for copy in range(3 if paper.startswith("kdp") else 1)
        for puzzle in found.values()
    ]
    made = pages(many, Order(paper))
    rules, rest = made[1:5], made[5:]
    assert len({page.split("\n")[0] for page in rules}) == len(games())
    back = " ".join(rest[len(many) :])
    for number, puzzle in enumerate(many, 1):
        assert puzzle.code in rest[number - 1]
        assert f"page {5 + number}" in back
        assert puzzle.code not in back


@pytest.mark.parametrize("line", [line for line in SEEDS if line[0] != "dice"], ids=" ".join)
def test_large_print_is_16_points_and_more(
    found: dict[tuple[str, str], Puzzle], line: tuple[str, str]
) -> None:
    [document] = book([found[line]], Order("a4", "large"))
    sizes = [text.size for page in document.pages for text in texts(page)]
    assert min(sizes) >= 16


@pytest.mark.parametrize("edition", ["colour", "low-ink", "large"])
@pytest.mark.parametrize("line", SEEDS, ids=" ".join)
def test_a_page_says_the_task_and_how_points_are_won(
    found: dict[tuple[str, str], Puzzle], line: tuple[str, str], edition: str
) -> None:
    [page] = pages([found[line]], Order("a4", edition, solutions="none"))
    said = " ".join(page.split())
    task = load(f"{line[0]}/puzzle-{line[1]}", edition).layout.values["task"]
    assert task in said
    scored = {"tiles": "token of its", "garden": "half a point", "field": "Different flowers"}
    assert {**scored, "dice": "A colour"}[line[0]].lower() in said.lower()


@pytest.mark.parametrize("edition", ["colour", "large"])
def test_a_plan_has_a_line_for_every_card_the_prices_and_the_way_cards_turn(
    found: dict[tuple[str, str], Puzzle], edition: str
) -> None:
    puzzle = found["garden", "plan"]
    [page] = pages([puzzle], Order("a4", edition, solutions="none"))
    data = shown(game("garden").read(Source(dict(puzzle.table), "puzzle", Path())), puzzle)
    assert data["to-write"] == len(puzzle.table["hand"])
    two, three, four, five = facts("garden")["scoring"]["bouquets"][2:]
    prices = f"two different flowers brings {two}, of three {three}, four {four}, five {five}."
    assert prices in " ".join(page.split())
    assert "clockwise" in page


@pytest.mark.parametrize("edition", ["colour", "low-ink", "large"])
@pytest.mark.parametrize("line", [line for line in SEEDS if line[0] != "dice"], ids=" ".join)
def test_no_line_ends_between_a_count_and_its_points(
    found: dict[tuple[str, str], Puzzle], line: tuple[str, str], edition: str
) -> None:
    for paper in book_papers(edition):
        [document] = book([found[line]] * 24, Order(paper, edition, solutions="none"))
        said = [text.text for page in document.pages[1:3] for text in texts(page)]
        counts = ("three", "four", "five", "six", "more", "brings", "row", ":", "+")
        torn = [one for one, then in pairwise(said) if then[0].isdigit() and one.endswith(counts)]
        assert not torn


def test_the_garden_of_an_answer_is_as_wide_as_its_panel(
    found: dict[tuple[str, str], Puzzle],
) -> None:
    [document] = book([found["garden", "plan"]] * 24, Order("kdp-5.5x8.5"))
    rects = [item for item in shapes(document.pages[-1].items) if isinstance(item, Rect)]
    panel = max(rects, key=lambda rect: rect.width)
    garden = max(rect.width for rect in rects if rect.radius == 2.5)
    assert panel.width - garden == pytest.approx(2 * 2.5)  # its pad


@pytest.mark.parametrize("edition", ["colour", "low-ink", "large"])
def test_the_number_of_a_new_card_hides_none_of_its_flowers(
    found: dict[tuple[str, str], Puzzle], edition: str
) -> None:
    for paper in book_papers(edition):
        [document] = book([found["garden", "plan"]] * 24, Order(paper, edition))
        drawn = list(shapes(document.pages[-1].items))
        frames = [item for item in drawn if isinstance(item, Rect) and item.radius == 0.6]
        discs = [item for item in drawn if isinstance(item, Circle)]
        flowers = [item for item in drawn if isinstance(item, Use)]
        assert frames and len(frames) == len(discs)
        for frame, disc in zip(frames, discs, strict=True):
            assert hypot(frame.x + frame.width - disc.x, frame.y - disc.y) < disc.radius
            for flower in flowers:
                x, y = flower.x - frame.x, flower.y - frame.y
                if 0 < x < frame.width and 0 < y < frame.height:
                    away = hypot(flower.x - disc.x, flower.y - disc.y)
                    assert away >= disc.radius + 25 * flower.scale


@pytest.mark.parametrize("edition", ["colour", "low-ink", "large"])
def test_cards_in_hand_are_as_large_as_on_the_board(
    found: dict[tuple[str, str], Puzzle], edition: str
) -> None:
    table = {**found["garden", "plan"].table}
    table["hand"] = table["hand"][:2]
    puzzle = replace(found["garden", "plan"], table=table)
    [document] = book([puzzle], Order("letter", edition, solutions="none"))
    rects = [item for item in shapes(document.pages[0].items) if isinstance(item, Rect)]
    ink = Colour(*(colour("ink", edition, use="stroke") or ()))
    hand = [rect.width for rect in rects if rect.paint.stroke == ink and not rect.paint.fill]
    [(board, _)] = Counter(rect.width for rect in rects).most_common(1)
    assert len(hand) == 2
    assert min(hand) / 3 >= 0.9 * board


@pytest.mark.parametrize("edition", ["colour", "low-ink"])
def test_every_text_is_readable(found: dict[tuple[str, str], Puzzle], edition: str) -> None:
    for paper in ("a4", "a5"):
        [document] = book(list(found.values()), Order(paper, edition, solutions="none"))
        sizes = [text.size for page in document.pages for text in texts(page)]
        assert min(sizes) >= 7


def test_a_forced_choice_says_the_answer_and_the_next_best_at_the_back(
    found: dict[tuple[str, str], Puzzle],
) -> None:
    puzzle = found["garden", "card"]
    page, back = pages([puzzle], Order("a4"))
    said = f"{puzzle.score} points, next best {puzzle.second}"
    assert said in back
    assert said not in page
    assert puzzle.answer in back


CROWDED = {  # long fields, many rows, plans of many moves
    ("tiles", "turn"): (32_094_360, 8_413_811),
    ("tiles", "harvest"): (3_425_033, 13_122_211, 14_265_601),
    ("field", "placement"): (640_101, 3_401_087),
    ("field", "round"): (17_332_514, 20_576_734),
    ("field", "last"): (7_330_555, 22_194_046),
}
LINES = [(word, kind.word) for word in games() for kind in puzzles(word).KINDS]


def unsolved(line: tuple[str, str], many: int) -> list[Puzzle]:
    """Return positions as a seed leads to them, with the moves of a player instead of a proof."""
    word, kind = line
    seeds = [Candidate(*line, seed) for seed in CROWDED.get(line, ())]
    made: list[Puzzle] = []
    for one in chain(seeds, stream(word, kind, 3)):
        try:
            table = puzzles(word).propose(kind, one.seed)
        except Unfit:
            continue
        instance = game(word).read(Source(dict(table), "puzzle", Path()))
        moves = puzzles(word).play(instance, 1)
        score, parts = game(word).replay(instance, moves)
        medals = {"bronze": 22, "silver": 44, "gold": 66}
        made.append(
            Puzzle(word, kind, one.seed, one.code, "par", 5, table, score, medals, moves, parts)
        )
        if len(made) == many:
            break
    return made


@pytest.mark.parametrize(
    ("paper", "edition", "many"),
    [
        pytest.param("kdp-5.5x8.5", "low-ink", 18, id="small paper"),
        pytest.param("kdp-8.5x11", "large", 18, id="large print"),
        *(
            pytest.param(paper, edition, 60, marks=pytest.mark.full, id=f"{edition}, {paper}")
            for edition in ("colour", "large")
            for paper in book_papers(edition)
        ),
    ],
)
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_whatever_a_seed_leads_to_can_be_drawn(
    line: tuple[str, str], paper: str, edition: str, many: int
) -> None:
    [document] = book(unsolved(line, many), Order(paper, edition))
    drawn = [page for page in document.pages if page.name.startswith("puzzle")]
    assert len(drawn) == many


def test_answers_get_more_room_where_one_does_not_fit() -> None:
    long = evaluate(Candidate("tiles", "harvest", 13_122_211))
    assert isinstance(long, Puzzle)
    [usual] = book(unsolved(("tiles", "harvest"), 2), Order("letter", "large"))
    [roomy] = book([long, long], Order("letter", "large"))
    assert (len(usual.pages), len(roomy.pages)) == (3, 4)


@pytest.mark.parametrize("paper", ["a5", "kdp-6x9", "kdp-8x10", "kdp-8.5x8.5"])
def test_papers_too_small_for_large_print_are_refused_with_those_that_do(paper: str) -> None:
    fitting = "large enough: a4, letter, kdp-8.5x11, kdp-8.27x11.69"
    with pytest.raises(BadInput, match=f"{paper} is too small.*{fitting}"):
        Order(paper, "large")


def test_the_help_names_every_kind() -> None:
    [option] = [found for found in puzzle_command.params if found.name == "kind"]
    every = (f"{word}: " + ", ".join(k.word for k in puzzles(word).KINDS) for word in games())
    assert option.help == f"One kind only. {'; '.join(every)}."


FIELD = {
    "game": "field",
    "kind": "placement",
    "round": 1,
    "field": [[0, 0, "25s"], [1, 0, 26], [2, 0, 27], [3, 0, 28]],
    "cards": [23, 29, 30],
}


@pytest.mark.parametrize(
    ("moves", "shown_moves"),
    [
        pytest.param([(29, 4, 0), (30, 5, 0)], [(29, "right of 28")], id="at the end"),
        pytest.param([(23, 0, 0), (29, 4, 0)], [(29, "right of 28")], id="before"),
    ],
)
def test_an_answer_of_cards_shows_where_each_goes_and_leaves_out_what_earns_nothing(
    moves: list[tuple[int, int, int]], shown_moves: list[tuple[int, str]]
) -> None:
    instance = game("field").read(Source(dict(FIELD), "puzzle", Path()))
    played = tuple({"card": card, "at": [x, y]} for card, x, y in moves)
    found = Puzzle("field", "placement", 1, "", "par", 1, FIELD, 3, {}, played, {})
    rows = field_answer(instance, found, 1.0)["moves"]
    assert [(row["card"], row["beside"]) for row in rows] == shown_moves


@pytest.mark.parametrize("solutions", ["end", "separate", "none"])
def test_a_page_of_a_book_names_its_game_and_the_pages_of_rules_and_answer(
    found: dict[tuple[str, str], Puzzle], solutions: Any
) -> None:
    line = ("field", "placement")
    many = [replace(found[line], code=f"FP-{n}") for n in range(8)]
    last = pages(many, Order("a4", solutions=solutions))[9]
    where = {
        "end": " · answer p. 12",
        "separate": " · answer p. 2 of the solutions",
        "none": "",
    }
    foot = f"A field in rows · rules p. 2{where[solutions]}"
    assert f"{foot} 10" in " ".join(last.split())


def test_outlines_on_the_margin_are_drawn_whole(found: dict[tuple[str, str], Puzzle]) -> None:
    [document] = book([found["dice", "rounds"]], Order("a4"))
    assert all(isinstance(item, Group) for page in document.pages for item in page.items)
    assert not [item.clip for page in document.pages for item in page.items if item.clip]


@pytest.mark.parametrize(
    ("kind", "before"), [("rounds", True), ("pair", False)], ids=["ticks before", "none"]
)
def test_ticks_of_before_stand_apart_from_those_to_write(
    found: dict[tuple[str, str], Puzzle], kind: str, before: bool
) -> None:
    puzzle = found["dice", kind]
    table = {**puzzle.table, "ticks": 13 if before else 0}
    instance = game("dice").read(Source(table, "puzzle", Path()))
    rows = [(row["part"], row["worth"]) for row in dice_puzzle(instance, puzzle)["sum"]]
    assert (("Before", "−13") in rows) is before
    assert ("Ticks", "−") in rows


@pytest.mark.parametrize(("many", "size"), [(1, 11), (2, 11), (3, 9)], ids=["one", "two", "more"])
def test_answers_of_few_puzzles_use_the_room_of_the_page(
    found: dict[tuple[str, str], Puzzle], many: int, size: float
) -> None:
    plan = found["garden", "plan"]
    [document] = book([plan] * many, Order("a4"))
    [said] = {text.size for text in texts(document.pages[-1]) if text.text == "Lawn"}
    assert said == size
