"""The search of ``pruning.py`` by machine code (``native``), some forty times as fast.

It goes from place to place as that one does, but does not note those without hope. Only a plan that
is better than the best one is told again step by step, by the moves of ``harvest.py``.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from solver.tiles.harvest import Harvest, Patience, Report, TimeIsUpError
from solver.tiles.losses import Losses
from solver.tiles.native import TRANSLATION
from solver.tiles.native.losses import ARC, IMPOSSIBLE, Facts
from solver.tiles.native.masks import Array
from solver.tiles.native.moves import MOVE, Moves
from solver.tiles.native.parts import HIGHEST, PART, Parts
from solver.tiles.native.places import PLACE, WAITING, Places
from solver.tiles.native.rows import FOUND, LAID, NONE, ROW, ROWS, THEFT, WIDE, Book
from solver.tiles.native.search import BETTER, ENDED, PAUSED, Scratch, run
from solver.tiles.outcomes import Outcome, value
from solver.tiles.plans import GAIN, set_of
from solver.tiles.rules import JOKER, JOKERS, MOST, TOKENS, Instance
from solver.tiles.state import State, Step, regions

FASTER = 300  # steps for each one of a search that is not translated
PULSE_S = 0.02  # between two looks at the clock, about
MOST_BYTES = 3 << 30  # of all arrays
WORD = (1 << 64) - 1


def words(numbers: int) -> tuple[int, int]:
    """Return a set of numbers as two words."""
    return numbers & WORD, numbers >> 64


def number_set(pair: Array) -> int:
    """Return two words as a set of numbers."""
    low, high = map(int, pair)
    return low | high << 64


def prepare() -> str:
    """Translate the search and keep it, unless that is done; return what was done."""
    from solver.tiles.gather import Gathering  # noqa: PLC0415 - it may load this module
    from solver.tiles.relaxed import Relaxation  # noqa: PLC0415

    if TRANSLATION.is_kept:
        return "translated before"
    began, patience = time.monotonic(), Patience(math.inf)
    instance = Instance("harvest", (10, 11, 12, JOKER), (), TOKENS)
    whole = Gathering(instance, regions(instance), patience)
    losses = Relaxation(instance).linear(math.inf).losses
    assert losses
    patience.steps = 1
    Translated(whole.searches[0], whole.states[0], losses).search(lambda *_: None, 0, 1 << 20)
    return f"translated in {time.monotonic() - began:.0f} s"


def fits(instance: Instance) -> bool:
    """Tell whether there is room for the longest row that can be."""
    row = max(map(len, instance.table), default=0)
    return row + len(instance.hand) + JOKERS <= WIDE


class Translated:
    """The search of a harvest as one region (``harvest.alone``), from its first position.

    ``room``: entries of each array at first, a power of two; ``places``: of those for places.
    """

    def __init__(
        self,
        harvest: Harvest,
        start: State,
        losses: Losses,
        room: int = 1 << 14,
        places: int = 1 << 20,
    ) -> None:
        self.harvest = harvest
        self.losses = losses
        self.ended = self.is_full = False
        self.at_once = 1  # places between two looks at the clock
        self.width = losses.tiles.plays + len(start.rows) + 1
        self.facts = self._facts()
        self.book = self._book([room] * 6)
        self.moves = self._moves(room)
        self.parts = self._parts([room] * 3)
        self.places = self._places(places, np.full(1, -1, np.int32))
        most = self.width + MOST
        self.scratch = Scratch(
            tiles=np.zeros((3, WIDE + 2), np.uint8),
            rows=np.zeros(self.width, np.int32),
            groups=np.zeros(self.width, np.int64),
            reach=np.zeros((most, 2), np.uint64),
            within=np.zeros((most, 2), np.uint64),
            hands=np.zeros((most, 2), np.uint64),
            tokens=np.zeros(HIGHEST, np.uint8),
            chosen=np.zeros(most, np.int64),
        )
        first = (words(start.hand), words(start.lock), 0.0, -1, -1, len(start.rows), start.board)
        self.places.places[0] = (*first, True, True)

    # ---------------------------------------------------------------- arrays

    def _facts(self) -> Facts:
        instance, losses = self.harvest.instance, self.losses
        coming = np.full((MOST + 1, len(instance.table) + 1, 2), IMPOSSIBLE)
        for (number, row, action), index in losses.columns.coming.items():
            coming[number, row + 1, int(action == "swap")] = losses.losses[index]
        for place, index in losses.columns.adding.items():
            coming[JOKER, place + 1] = losses.losses[index]
        known = losses.columns.arcs
        parts = np.array([(*node, *arc) for node, arc in known], np.int64).reshape(-1, 12)
        arcs = np.full(1 << (2 * len(parts)).bit_length(), -1, ARC)  # half empty at least
        laid = np.full((len(instance.table), WIDE + 1), NONE, np.uint8)
        for place, tiles in enumerate(instance.table):
            laid[place, : len(tiles)] = tiles
        tokens = np.zeros(HIGHEST, np.int64)
        for token in instance.tokens:
            tokens[token] += 1
        return Facts(
            reached=np.array(self.harvest.reached, np.int64),
            tokens=tokens,
            top=self.harvest.top,
            jokers=self.harvest.jokers,
            earns=instance.readings.joker_in_three_earns_joker,
            steal=instance.readings.steal_jokers,
            arcs=arcs,
            parts=parts,
            losses=np.array(losses.losses)[list(known.values())],
            coming=coming,
            bare=int(losses.start.bare),
            laid=laid,
            new=np.ones(1, np.bool_),
        )

    def _book(self, rooms: Sequence[int]) -> Book:
        tiles = self.losses.tiles
        own = [words(set_of(row)) for row in tiles.rows]
        holds = [words(set_of(tiles.holds(row))) for row in range(len(tiles.rows))]
        rows, thefts, sequences, plays, found, fills = rooms
        count = np.zeros(6, np.int64)
        count[ROWS] = 1  # no row is called 0
        return Book(
            rows=np.zeros(rows, ROW),
            row_table=np.full(4 * rows, -1, np.int32),
            thefts=np.zeros(thefts, THEFT),
            sequences=np.zeros(sequences, np.int32),
            plays=np.zeros(plays, LAID),
            found=np.zeros(found, FOUND),
            found_table=np.full(4 * found, -1, np.int32),
            fills=np.zeros((fills, 2), np.uint64),
            count=count,
            full=np.zeros(6, np.bool_),
            own=np.array(own, np.uint64).reshape(-1, 2),
            holds=np.array(holds, np.uint64).reshape(-1, 2),
            flowers=np.array(GAIN, np.int64),
            new=np.ones(1, np.bool_),
        )

    def _moves(self, room: int) -> Moves:
        return Moves(np.zeros(room, MOVE), np.zeros(1, np.int64), np.zeros(1, np.bool_))

    def _parts(self, rooms: Sequence[int]) -> Parts:
        room, outcomes, stack = rooms
        return Parts(
            parts=np.zeros(room, PART),
            rows=np.zeros((room, self.width), np.int32),
            table=np.full(4 * room, -1, np.int32),
            outcomes=np.zeros((outcomes, HIGHEST + 1), np.uint8),
            stack=np.zeros((stack, HIGHEST + 1), np.uint8),
            made=np.zeros((stack, self.width), np.int32),
            count=np.zeros(3, np.int64),
            full=np.zeros(3, np.bool_),
            new=np.ones(1, np.bool_),
        )

    def _places(self, room: int, firsts: Array) -> Places:
        return Places(
            places=np.zeros(room, PLACE),
            rows=np.zeros((room, self.width), np.int32),
            tokens=np.zeros((room, self.losses.tiles.plays + 1), np.uint8),
            table=np.full(4 * room, -1, np.int32),
            heap=np.zeros(room, WAITING),
            count=np.zeros(2, np.int64),
            full=np.zeros(1, np.bool_),
            new=np.ones(1, np.bool_),
            firsts=firsts,
        )

    def _enlarge(self) -> None:
        """Make the arrays twice as long that are full, or note that there is no room."""
        spaces: tuple[Any, ...] = (self.book, self.moves, self.parts, self.places)
        if sum(array.nbytes for space in spaces for array in space) > MOST_BYTES:
            self.is_full = True
            return
        book, parts, places = self.book, self.parts, self.places
        if book.full.any():
            arrays = (
                book.rows,
                book.thefts,
                book.sequences,
                book.plays,
                book.found,
                book.fills,
            )
            self.book = _copied(book, self._book(_wider(arrays, book.full)))
        if self.moves.full.any():
            self.moves = self._moves(2 * len(self.moves.moves))
        if parts.full.any():
            rooms = _wider((parts.parts, parts.outcomes, parts.stack), parts.full)
            self.parts = _copied(parts, self._parts(rooms))
        if places.full.any():
            self.places = _copied(places, self._places(2 * len(places.places), places.table))

    # ---------------------------------------------------------------- the search

    def search(self, report: Report, best: int, bound: int) -> tuple[int, int]:
        """Report better plans and bounds than those; return the best ones.

        It goes on where the last turn ended, until all is searched or the patience is over.
        """
        patience = self.harvest.patience
        steps = FASTER * max(0, patience.steps)
        while steps > 0 and not (self.ended or self.is_full or patience.over or patience.called()):
            now, began = min(steps, self.at_once), time.monotonic()
            why = self._run(best, now)
            if why == PAUSED:
                steps -= now
                longer = time.monotonic() - began < PULSE_S
                self.at_once = max(1, 2 * now if longer else now // 2)
            elif why == BETTER:
                patience.steps = 1 << 30  # for the moves that lead there
                try:
                    best, plan = self._plan(int(self.places.heap[0]["place"]))
                except TimeIsUpError:
                    break
                report(plan, best, bound)
            elif why == ENDED:
                self.ended = True
            else:
                self._enlarge()
        hopes = best
        if not self.ended:
            hopes = self.losses.hopes(float(self.places.heap[0]["loss"]))
        bound = min(bound, max(best, hopes))
        report(None, best, bound)
        return best, bound

    def _run(self, best: int, steps: int) -> int:
        """Search so many places; return why it stopped."""
        most = self.losses.most(best)
        spaces = (self.book, self.moves, self.parts, self.places, self.scratch)
        return int(TRANSLATION.call(run, self.facts, *spaces, most, best, steps))

    def position(self, hand: Array, rows: Array) -> State:
        """Return a position of numbers in hand and rows by their numbers."""
        found = []
        for number in rows:
            row = self.book.rows[number]
            found.append(tuple(map(int, row["tiles"][: row["size"]])))
        return State(number_set(hand), tuple(sorted(found)))

    def state(self, place: int) -> State:
        """Return the position at a place."""
        found = self.places.places[place]
        bare = self.position(found["hand"], self.places.rows[place, : found["many"]])
        lock, is_open, board = number_set(found["lock"]), bool(found["open"]), int(found["board"])
        return bare._replace(lock=lock, open=is_open, board=board)

    def tokens(self, place: int) -> tuple[int, ...]:
        """Return the thresholds of the tokens won on the way to a place, falling."""
        return tuple(token for token in map(int, self.places.tokens[place]) if token)

    def way(self, place: int) -> list[Step]:
        """Return the steps to a place."""
        steps: list[Step] = []
        before = int(self.places.places[place]["before"])
        while before >= 0:
            steps.append(self._step(before, place))
            before, place = int(self.places.places[before]["before"]), before
        return steps[::-1]

    def _step(self, before: int, after: int) -> Step:
        """Return the step from a place to the next one."""
        there, won = self.state(after), self.tokens(after)
        outcome = Outcome(self.tokens(before))
        return next(
            step
            for step, state in self.harvest.onward(self.state(before))
            if state == there and outcome.with_token(self.harvest.threshold(step)).tokens == won
        )

    def _plan(self, place: int) -> tuple[int, list[Step]]:
        """Return the points and the steps of the best plan without more joker moves."""
        steps, won, ways = self.way(place), self.tokens(place), []
        for outcome, trace in self.harvest.jokers_done(self.state(place)).items():
            tokens = tuple(sorted((*won, *outcome.tokens), reverse=True))
            points = value(self.harvest.instance.tokens, outcome._replace(tokens=tokens))
            ways.append((points, trace))
        best, trace = max(ways, key=lambda way: way[0])
        rest: Any = trace
        for part, outcome in rest:
            steps += self.harvest.part_plan(part, outcome)
        return best, steps


def _wider(arrays: Iterable[Array], full: Array) -> list[int]:
    """Return the rooms of arrays, twice as much where they are full."""
    return [len(array) << int(is_full) for array, is_full in zip(arrays, full, strict=True)]


def _copied(old: Any, new: Any) -> Any:
    """Return wider arrays with what the old ones hold; tables of hashes stay empty."""
    for name, array, wider in zip(old._fields, old, new, strict=True):
        if name not in ("full", "new", "firsts") and not name.endswith("table"):
            wider[: len(array)] = array
    return new
