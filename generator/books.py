"""Puzzles and a paper go in; the pages of a book, or the pages of a few puzzles, come out.

A game draws its puzzles with ``generator/<word>.py``, which offers::

    def puzzle(instance: Any, found: Puzzle) -> dict[str, Any]:
        '''Return the data for the layout ``<word>/puzzle-<kind>``.'''

    def answer(instance: Any, found: Puzzle, ratio: float) -> dict[str, Any]:
        '''Return the data for the layout ``<word>/puzzle-answer``.

        ``ratio``: how much wider than high its place is.
        '''

and with three layouts: ``puzzle-<kind>`` (a page; extends ``shared/puzzle``, fills its ``body``),
``puzzle-answer`` (a part of a page; extends ``shared/puzzle-answer``) and ``puzzle-rules`` (how to
play; extends ``shared/puzzle-rules``). They have no size of their own: each is drawn as large as
the paper allows, so everything in them stands in flows and shares, and text sizes are the
references ``{type.small}``, ``{type.body}``, ``{type.head}``, ``{type.number}``, ``{type.die}``.
Answers: ``{type.answer}``, on cells of about 88 x 80 mm (A4) or 60 x 80 mm (A5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import count as naturals
from math import ceil
from pathlib import Path
from typing import Any, Literal

from generator.compose import Component, digest, draw_component
from layouts import __version__
from layouts.facts import facts
from layouts.faults import BadInput, Fault
from layouts.loader import load
from layouts.profiles import Book, load_profile
from layouts.rows import components
from layouts.schema import SizeMm
from layouts.sources import Source
from layouts.tables import papers
from output.scene import Box, Document, Group, Item, Page
from solver.games import game
from solver.puzzle import LEVELS, Puzzle

Solutions = Literal["end", "separate", "none"]
Made = tuple[Component, float, float]  # a component and where its corner lies, in mm

TITLED = 4  # puzzles from which on they are a book, with a title and the rules
FEW = 2  # puzzles whose answers share a page, each as wide as it
GAP = 5.0  # between answers, mm
LEAST = {"large": (205.0, 275.0)}
USUAL = (139.0, 205.0)
"""Width and height of the smallest paper of an edition, in mm: on it every puzzle can be drawn."""
TINTS = {"bronze": "wood", "silver": "rule", "gold": "sun"}


@dataclass(frozen=True, slots=True)
class Style:
    """How a book is set on its paper: margins in mm, text sizes in points, answers a page."""

    inside: float
    outside: float
    top: float
    type: Mapping[str, float]
    across: int
    down: int


WIDE = {"small": 9, "body": 11, "head": 16, "number": 34, "die": 11, "answer": 9, "title": 40}
NARROW = {"small": 8, "body": 9, "head": 13, "number": 26, "die": 9, "answer": 8, "title": 30}
LARGE = {"small": 16, "body": 16, "head": 20, "number": 36, "die": 16, "answer": 16, "title": 44}


@dataclass(frozen=True, slots=True)
class Order:
    """How a book is to look.

    Attributes:
        paper: a name of ``book_papers()``.
        edition: colour, low-ink or large.
        solutions: at the end, in a file of their own, or none.
        title: of the book.
        subtitle: what is in it.

    Raises:
        BadInput: the paper is too small for the edition.
    """

    paper: str
    edition: str = "colour"
    solutions: Solutions = "end"
    title: str = "Bloom puzzles"
    subtitle: str = ""

    def __post_init__(self) -> None:
        fitting = list(book_papers(self.edition))
        if self.paper not in fitting:
            what = f"{self.paper} is too small for puzzles in the edition {self.edition}"
            mend = f"papers that are large enough: {', '.join(fitting)}"
            raise BadInput(Fault("--paper", what, mend))


def kdp() -> Book:
    """Return the profile of the book service."""
    profile = load_profile("kdp")
    assert isinstance(profile, Book)
    return profile


@cache
def book_papers(edition: str = "") -> dict[str, tuple[float, float]]:
    """Return the papers that books are made for, in mm: those of printers, then trims of KDP."""
    found = {name: size for name, size in papers().items() if name in ("a4", "letter", "a5")}
    found |= {f"kdp-{name}": trim for name, trim in kdp().named.items()}
    least = LEAST.get(edition, USUAL)
    return {name: size for name, size in found.items() if all(map(float.__ge__, size, least))}


def is_trim(paper: str) -> bool:
    """Tell whether a paper is a trim of the book service, which wants files without metadata."""
    return paper.startswith("kdp-")


def book(found: Sequence[Puzzle], order: Order) -> list[Document]:
    """Return the book, and the solutions where they are a file of their own.

    Raises:
        BadInput: the service binds no such book.
    """
    return _Book(found, order).documents()


def refuse_unbound(count: int, games: int, order: Order) -> None:
    """Refuse, before any search, a count that no setting of the answers makes a book of.

    Args:
        count: puzzles that are wanted.
        games: of which they are at most.
        order: how the book is set.

    Raises:
        BadInput: the service binds no such book; says how many puzzles are enough.
    """
    if not is_trim(order.paper):
        return
    style, service = _Book((), order).style, kdp()

    def pages(puzzles: int, games: int, rows: int) -> int:
        before, answers = _besides(puzzles, games, style.across * rows)
        return before + puzzles + (answers if order.solutions == "end" else 0)

    most, least = pages(count, min(count, games), 1), pages(count, 1, style.down)
    binds = f"{service.title} binds {service.least} to {service.most}"
    if most < service.least:
        enough = next(n for n in naturals(count) if pages(n, 1, style.down) >= service.least)
        mend = f"{enough} puzzles are enough"
        raise BadInput(Fault("--count", f"at most {most} pages; {binds}", mend))
    if least > service.most:
        raise BadInput(
            Fault("--count", f"at least {least} pages; {binds}", "ask for fewer puzzles")
        )


def _besides(puzzles: int, games: int, a_page: int) -> tuple[int, int]:
    """Return how many pages stand before the puzzles, and how many hold their answers."""
    return 1 + games if puzzles >= TITLED else 0, ceil(puzzles / a_page)


class TooManyAPage(BadInput):
    """An answer does not fit in its part of a page."""


class _Book:
    """A book in the making."""

    def __init__(self, found: Sequence[Puzzle], order: Order) -> None:
        self.found, self.order = found, order
        self.width, self.height = book_papers()[order.paper]
        self.bound = is_trim(order.paper)
        self.fewer = 0  # rows of answers a page than usual
        self.style = self.styled(kdp().least)

    def styled(self, pages: int) -> Style:
        """Return how this book is set, given how many pages it has."""
        wide, large = min(self.width, self.height / 1.3) >= 170, self.order.edition == "large"
        margin = 14.0 if wide and not large else 10.0 if self.width > 140 else 7.0
        inside = kdp().gutter(max(pages, kdp().least)) + 2 if self.bound else margin
        type_ = LARGE if large else WIDE if wide else NARROW
        few = 0 < len(self.found) <= FEW
        across, down = (1, 2) if large or few else (2, 3) if wide else (2, 2)
        if few:  # there is room for larger words
            type_ = {**type_, "answer": type_["body"]}
        return Style(max(margin, inside), margin, margin, type_, across, down - self.fewer)

    def documents(self) -> list[Document]:
        """Draw everything; where an answer wants more room, all get more."""
        while True:
            try:
                return self._documents()
            except TooManyAPage:
                if self.style.down == 1:
                    raise
                self.fewer += 1
                self.style = self.styled(kdp().least)

    def _documents(self) -> list[Document]:
        titled = len(self.found) >= TITLED
        games = list(dict.fromkeys(puzzle.game for puzzle in self.found))
        a_page = self.style.across * self.style.down
        before, answers = _besides(len(self.found), len(games), a_page)
        if self.order.solutions == "none":
            answers = 0
        apart = self.order.solutions == "separate"
        total = before + len(self.found) + (0 if apart else answers)
        self._check(total)
        self.style = self.styled(total)
        pages: list[tuple[str, list[Made]]] = []
        if titled:
            pages.append(("title", [self._title()]))
            pages += [(f"rules-{word}", [self._rules(word, n)]) for n, word in enumerate(games, 2)]
        rules = dict(zip(games, naturals(2), strict=False)) if titled else {}
        first = 1 if apart else total - answers + 1
        back = [first + n // a_page for n in range(len(self.found))] if answers else []
        pages += self.puzzle_pages(before + 1, rules, back)
        page_of = {puzzle.code: before + n for n, puzzle in enumerate(self.found, 1)}
        solved = self.answer_pages(page_of, first) if answers else []
        if not apart:
            return [self._document(pages + solved, self._bookmarks(pages, answers))]
        return [
            self._document(pages, self._bookmarks(pages, 0)),
            self._document(solved, (), f"{self.order.title}: solutions"),
        ]

    def _check(self, pages: int) -> None:
        if self.bound and not kdp().least <= pages <= kdp().most:
            what = f"a book of {pages} pages; {kdp().title} binds {kdp().least} to {kdp().most}"
            mend = "ask for more puzzles" if pages < kdp().least else "ask for fewer puzzles"
            raise BadInput(Fault("--count", what, mend))

    # ------------------------------------------------------------------------ single pages

    def puzzle_pages(
        self, first: int, rules: Mapping[str, int], back: Sequence[int]
    ) -> list[tuple[str, list[Made]]]:
        """Draw a page for each puzzle.

        Args:
            first: the number of the first page.
            rules: on which page those of a game stand; empty without them.
            back: the pages of the answers, in order; empty without them.
        """
        pages = []
        for n, puzzle in enumerate(self.found):
            layout = f"{puzzle.game}/puzzle-{puzzle.kind}"
            where = self._where(puzzle.game, rules, back[n : n + 1])
            data = {**self._data(puzzle, n + 1), "where": where}
            pages.append((f"puzzle-{n + 1}", [self._whole(layout, first + n, data)]))
        return pages

    def _where(self, word: str, rules: Mapping[str, int], back: Sequence[int]) -> str:
        """Say of which game a puzzle is, and on which pages its rules and its answer stand."""
        apart = " of the solutions" if self.order.solutions == "separate" else ""
        return " · ".join(
            [
                str(load(f"{word}/puzzle-rules").layout.values["heading"]),
                *([f"rules p. {rules[word]}"] if rules else []),
                *[f"answer p. {page}{apart}" for page in back],
            ]
        )

    def _data(self, puzzle: Puzzle, number: int) -> dict[str, Any]:
        shown = import_module(f"generator.{puzzle.game}").puzzle(_instance(puzzle), puzzle)
        return {**self._said(puzzle, number), **shown}

    def _said(self, puzzle: Puzzle, number: int) -> dict[str, Any]:
        """Return what every page says of its puzzle."""
        medals = [
            {"name": name, "from": score, "tint": TINTS[name]}
            for name, score in puzzle.medals.items()
        ]
        return {
            "number": number,
            "level": puzzle.level,
            "blossoms": [level <= puzzle.level for level in LEVELS],
            "code": puzzle.code,
            "score": puzzle.score,
            "medals": medals,
            "choice": puzzle.answer,
            "second": "" if puzzle.second is None else puzzle.second,
        }

    def _title(self) -> Made:
        games = dict.fromkeys(puzzle.game for puzzle in self.found)
        about = [f"{facts(word)['title']} ({facts(word).get('credit', '')})" for word in games]
        more = {
            "heading": self.order.title,
            "subtitle": self.order.subtitle,
            "games": [line.replace(" ()", "") for line in about],
        }
        return self._whole("shared/puzzle-title", 1, more)

    def _rules(self, word: str, page: int) -> Made:
        return self._whole(f"{word}/puzzle-rules", page, {})

    def answer_pages(self, page_of: Mapping[str, int], first: int) -> list[tuple[str, list[Made]]]:
        """Draw the solutions, several a page."""
        a_page = self.style.across * self.style.down
        pages = []
        for at in range(0, len(self.found), a_page):
            page = first + at // a_page
            frame = self._whole("shared/puzzle-answers", page, {})
            cells = self._cells(page)
            parts = [frame]
            for n, puzzle in enumerate(self.found[at : at + a_page], at + 1):
                x, y, width, height = next(cells)
                shown = import_module(f"generator.{puzzle.game}").answer
                more = shown(_instance(puzzle), puzzle, width / height)
                of = {"of_page": page_of.get(puzzle.code, "")}
                data = {**self._said(puzzle, n), **more, **of}
                try:
                    drawn = self._drawn(f"{puzzle.game}/puzzle-answer", (width, height), data)
                except BadInput as error:
                    raise TooManyAPage(error.faults) from None
                parts.append((drawn, x, y))
            pages.append((f"solutions-{at // a_page + 1}", parts))
        return pages

    def _cells(self, page: int) -> Iterator[tuple[float, float, float, float]]:
        """Yield x, y, width and height of the places for answers on a page, in mm."""
        style, (left, live) = self.style, self._live(page)
        head = style.type["head"] * 0.75
        width = (live - GAP * (style.across - 1)) / style.across
        high = self.height - 2 * style.top - head - style.type["body"] * 0.7
        height = (high - GAP * (style.down - 1)) / style.down
        for row in range(style.down):
            for column in range(style.across):
                x, y = left + column * (width + GAP), style.top + head + row * (height + GAP)
                yield x, y, width, height

    def _live(self, page: int) -> tuple[float, float]:
        """Return left edge and width of what may be printed: odd pages have the gutter left."""
        left = self.style.inside if page % 2 else self.style.outside
        return left, self.width - self.style.inside - self.style.outside

    def _whole(self, layout: str, page: int, data: Mapping[str, Any]) -> Made:
        """Draw a layout that fills a page within its margins."""
        left, width = self._live(page)
        size = (width, self.height - 2 * self.style.top)
        return self._drawn(layout, size, {**data, "page": page}), left, self.style.top

    def _drawn(self, name: str, size: tuple[float, float], data: Mapping[str, Any]) -> Component:
        loaded = load(name, self.order.edition)
        sized = SizeMm(width=size[0], height=size[1])
        loaded = replace(loaded, layout=loaded.layout.model_copy(update={"size": sized}))
        [base] = components(loaded, self.order.edition)
        faults: list[Fault] = []
        more = {"type": dict(self.style.type), "book": self.order.title}
        made = draw_component(loaded, {**base, **more, **data}, self.order.edition, faults)
        if faults:
            raise BadInput(faults)
        return replace(made, digest=digest(loaded, [made]))

    # ------------------------------------------------------------------------ the file

    def _bookmarks(
        self, pages: Sequence[tuple[str, list[Made]]], answers: int
    ) -> tuple[tuple[str, int], ...]:
        """Return titles and pages: the rules, the first puzzle of each level, the solutions."""
        if self.bound or len(self.found) < TITLED:
            return ()
        before = len(pages) - len(self.found)
        marks = [(self.order.title, 0), ("How to play", 1)]
        levels: dict[int, int] = {}
        for n, puzzle in enumerate(self.found):
            levels.setdefault(puzzle.level, before + n)
        marks += [(f"Level {level}", page) for level, page in levels.items()]
        return tuple(marks + [("Solutions", len(pages))] * bool(answers))

    def _document(
        self,
        pages: Sequence[tuple[str, list[Made]]],
        bookmarks: tuple[tuple[str, int], ...],
        title: str = "",
    ) -> Document:
        made = [
            Page(
                self.width,
                self.height,
                tuple(_put(part) for part in parts),
                name,
                parts[0][0].title,
                Box(0, 0, self.width, self.height) if self.bound else None,
            )
            for name, parts in pages
        ]
        layouts = dict.fromkeys(
            f"{part.layout} v{part.version} {part.digest}"
            for _, parts in pages
            for part, *_ in parts
        )
        subject = f"bloomprint {__version__}: " + ", ".join(layouts)
        return Document(tuple(made), title or self.order.title, subject, bookmarks=bookmarks)


def _put(made: Made) -> Item:
    component, x, y = made
    return Group(component.items, matrix=(1, 0, 0, 1, x, y))  # edges of panels lie on the margin


def _instance(puzzle: Puzzle) -> Any:
    return game(puzzle.game).read(Source(dict(puzzle.table), "puzzle", Path()))
