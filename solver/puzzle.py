"""A game, a kind and a seed go in; a puzzle with a proven answer, or why there is none, comes out.

What every game offers in ``solver/<word>/puzzles.py`` (see ``Puzzles``)::

    VERSION: int              # 1..31; raised whenever a seed leads to another puzzle
    KINDS: tuple[Kind, ...]

    def propose(kind: str, seed: int) -> dict[str, Any]:
        '''Return the table of an instance, as ``bloomprint solve`` takes it.

        Everything comes from ``random.Random(f"{kind} {seed}")``: no clock, no set order. Cheap;
        raises ``Unfit("reason")`` where a seed leads to nothing worth solving.
        '''

    def play(instance: Any, level: int) -> Moves:
        '''Return what a person of that foresight (1 to 4) plays, as moves of a result.

        1 takes what is best at the moment, 2 looks one step ahead, 3 two steps, and so on. Level 5
        is what only the proof finds.
        '''

    def choices(instance: Any, prove: Prove) -> Iterable[tuple[str, int]]:
        '''Yield each answer to a forced choice, in words, with its proven best score.

        Only for kinds whose question is "choice"; not asked for more once two answers are best.
        ``prove(forced)`` solves an instance in which one answer is forced (and raises Unfit where
        it cannot be played); a game that can count its answers itself need not call it.
        '''

    def canonical(table: Mapping[str, Any]) -> str:
        '''Return a text that is equal for puzzles that are equal up to symmetry.'''

How a puzzle is drawn is said in generator/books.py.

A puzzle's level is the least level whose player reaches the proven best score, 5 if none does; its
medals are what the weaker players reach. What cannot be proven or has two best answers is
``Rejected``, with its reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Literal, Protocol, cast

from layouts.faults import BadInput, Fault, did_you_mean
from layouts.loader import GAMES
from layouts.sources import Source
from solver.allowance import Spent, allowed
from solver.finding import Finding, Moves
from solver.games import game
from solver.run import Disagreement, verified
from solver.signals import load

LEVELS = (1, 2, 3, 4, 5)
WORK = 2.0
"""Deterministic seconds for all that is proven of a candidate; most take a tenth of it."""
LIMIT_S = 300.0
"""Seconds for one proof: a hundred times what WORK takes, so that no puzzle hangs on how busy a
machine is."""

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O, U
SEED_LETTERS = 5
SEEDS = len(ALPHABET) ** SEED_LETTERS
MEDALS = ("bronze", "silver", "gold")

Prove = Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of puzzle.

    Attributes:
        word: as ``--kind`` and the layouts name it.
        letter: the second letter of its codes, one of ALPHABET.
        question: "par": reach the best score; "choice": find the one best answer.
        levels: the levels that seeds lead to often enough to ask for.
        about: one line for people.
    """

    word: str
    letter: str
    question: Literal["par", "choice"]
    levels: tuple[int, ...]
    about: str


class Puzzles(Protocol):
    """What ``solver/<word>/puzzles.py`` offers."""

    VERSION: int
    KINDS: tuple[Kind, ...]

    def propose(self, kind: str, seed: int) -> dict[str, Any]:
        """Return the table of an instance, or raise Unfit."""

    def play(self, instance: Any, level: int) -> Moves:
        """Return what a player of a level plays."""

    def choices(self, instance: Any, prove: Prove) -> Iterable[tuple[str, int]]:
        """Yield each answer to a forced choice with its proven best score."""

    def canonical(self, table: Mapping[str, Any]) -> str:
        """Return a text that is equal for equal puzzles, up to symmetry."""


class Unfit(Exception):
    """A seed leads to nothing worth solving; the message is the reason that is counted."""


class Unproven(Exception):
    """A limit came before a proof."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a puzzle is made from."""

    game: str
    kind: str
    seed: int

    @property
    def code(self) -> str:
        """The text that regenerates the puzzle, such as ``DF-7K2M9-1X``."""
        version = puzzles(self.game).VERSION
        head = self.game[0].upper() + kind_of(self.game, self.kind).letter
        return _checked(f"{head}-{_base32(self.seed)}-{ALPHABET[version]}")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle and its proven answer.

    Attributes:
        table: the instance, as ``bloomprint solve`` takes it.
        level: the least level whose player reaches the score.
        score: the proven best score.
        medals: scores below it, by rising worth: bronze, silver, gold, as many as there are.
        moves: a play that reaches the score, as a result writes it.
        breakdown: of the score.
        answer: the one best answer to a choice, in words; else "".
        second: the proven best score of every other answer; None for a par.
        canonical: equal for puzzles that are equal up to symmetry.
    """

    game: str
    kind: str
    seed: int
    code: str
    question: str
    level: int
    table: Mapping[str, Any]
    score: int
    medals: Mapping[str, int]
    moves: Moves
    breakdown: Mapping[str, Any]
    answer: str = ""
    second: int | None = None
    canonical: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that made no puzzle, and why."""

    code: str
    reason: str


def games() -> tuple[str, ...]:
    """Return the games that have puzzles."""
    return tuple(word for word in GAMES if find_spec(f"solver.{word}.puzzles"))


def puzzles(word: str) -> Puzzles:
    """Return the functions of a game."""
    return cast(Puzzles, load(f"solver.{word}.puzzles"))


def kind_of(word: str, kind: str) -> Kind:
    """Return a kind of a game.

    Raises:
        BadInput: the game has none of that name.
    """
    kinds = {one.word: one for one in puzzles(word).KINDS}
    if kind not in kinds:
        mend = did_you_mean(kind, kinds)
        raise BadInput(Fault("--kind", f"{word} has no puzzles '{kind}'", mend))
    return kinds[kind]


# ---------------------------------------------------------------------------------- making


def stream(word: str, kind: str, seed: int) -> Iterator[Candidate]:
    """Yield the candidates of a kind for a book's seed, each once, always in the same order."""
    random, seen = Random(f"{word} {kind} {seed}"), set[int]()
    while len(seen) < SEEDS:
        number = random.randrange(SEEDS)
        if number not in seen:
            seen.add(number)
            yield Candidate(word, kind, number)


def evaluate(
    candidate: Candidate, limit_s: float = LIMIT_S, work: float = WORK
) -> Puzzle | Rejected:
    """Propose, prove, replay and rate a candidate.

    Args:
        candidate: what the puzzle is made from.
        limit_s: clock seconds for one proof.
        work: deterministic seconds for all of it.

    Raises:
        Disagreement: model, players and referee differ: a bug of ours.
    """
    try:
        with allowed(work):
            return _evaluated(candidate, limit_s)
    except Spent:
        return Rejected(candidate.code, "takes long to prove")
    except Unproven:
        return Rejected(candidate.code, "not proven")
    except Unfit as reason:
        return Rejected(candidate.code, str(reason))


def _evaluated(candidate: Candidate, limit_s: float) -> Puzzle:
    """Return the puzzle of a candidate.

    Raises:
        Unfit: it makes none.
        Unproven: the limit came first.
        Spent: so did the end of the allowance.
    """
    maker, kind = puzzles(candidate.game), kind_of(candidate.game, candidate.kind)
    table = maker.propose(kind.word, candidate.seed)
    instance = _read(candidate.game, table)
    finding = _proven(candidate.game, instance, limit_s)
    if finding.score is None:
        raise Unfit("no play exists")
    if finding.score <= 0:
        raise Unfit("nothing to win")
    breakdown = verified(game(candidate.game).replay, instance, finding)
    answer, second = "", None
    if kind.question == "choice":
        answer, second = _choice(candidate.game, instance, finding.score, limit_s)
    level, medals = _rated(candidate.game, instance, finding.score)
    return Puzzle(
        candidate.game,
        kind.word,
        candidate.seed,
        candidate.code,
        kind.question,
        level,
        table,
        finding.score,
        medals,
        tuple(finding.moves),
        breakdown,
        answer,
        second,
        maker.canonical(table),
    )


def _read(word: str, table: dict[str, Any]) -> Any:
    return game(word).read(Source(table, "puzzle", Path()))


def _proven(word: str, instance: Any, limit_s: float) -> Finding:
    """Solve an instance in this process.

    Raises:
        Unproven: the limit came first.
    """
    search = load(f"solver.{word}.model").search
    found: Finding = search(instance, lambda _: None, deadline=time.monotonic() + limit_s)
    if found.complete and (found.proved or found.score is None):  # what is printed is the last word
        return found
    raise Unproven


def _choice(word: str, instance: Any, score: int, limit_s: float) -> tuple[str, int]:
    """Return the one best answer and the score of the second best.

    Raises:
        Unfit: several answers are best, or there is only one.
        Unproven: the limit came first.
    """

    def prove(forced: Any) -> int:
        found = _proven(word, forced, limit_s).score
        if found is None:
            raise Unfit("an answer that cannot be played")
        return found

    scores: dict[str, int] = {}
    for answer, best in puzzles(word).choices(instance, prove):
        scores[answer] = best
        if list(scores.values()).count(score) > 1:
            raise Unfit("several best answers")
    if len(scores) < 2:
        raise Unfit("only one answer")
    first, second = sorted(scores, key=lambda answer: -scores[answer])[:2]
    if scores[first] != score:
        raise Disagreement(f"best choice {first}: {scores[first]}, best play {score}: {instance!r}")
    return first, scores[second]


def _rated(word: str, instance: Any, score: int) -> tuple[int, dict[str, int]]:
    """Return the level of an instance and its medals."""
    reached: list[int] = []
    *players, beyond = LEVELS
    for level in players:
        moves = puzzles(word).play(instance, level)
        total, _ = game(word).replay(instance, moves)
        if total > score:
            raise Disagreement(f"player {level} scores {total}, proven {score}: {instance!r}")
        if total == score:
            return level, medals(reached)
        reached.append(total)
    return beyond, medals(reached)


def medals(reached: list[int]) -> dict[str, int]:
    """Return the medals for what the players below a puzzle's level reach.

    Bronze is the least of it, gold the most, silver the middle; with less than three different
    scores the higher medals are left out. Nobody gets a medal for no points.
    """
    rising = sorted({score for score in reached if score > 0})
    if len(rising) > len(MEDALS):
        rising = [rising[0], rising[len(rising) // 2], rising[-1]]
    return dict(zip(MEDALS, rising, strict=False))


# ---------------------------------------------------------------------------------- codes


def read_code(text: str) -> Candidate:
    """Read a code; small letters are fine, as are O for 0 and I or L for 1.

    Raises:
        BadInput: a part of it is wrong, and which.
    """
    plain = "".join(text.split()).upper()
    parts = plain.split("-")
    if [len(part) for part in parts] != [2, SEED_LETTERS, 2]:
        raise _wrong(
            text, "parts", f"{text!r} is no code", "two, five and two characters: DF-7K2M9-1X"
        )
    head, seed, tail = parts
    words = {word[0].upper(): word for word in games()}
    if head[0] not in words:
        known = ", ".join(f"{letter} {word}" for letter, word in words.items())
        raise _wrong(text, "first letter", f"'{head[0]}' is no game", known)
    word = words[head[0]]
    kinds = {kind.letter: kind.word for kind in puzzles(word).KINDS}
    if head[1] not in kinds:
        known = ", ".join(f"{letter} {kind}" for letter, kind in kinds.items())
        raise _wrong(text, "second letter", f"'{head[1]}' is no kind of {word}", known)
    digits = _digits(seed, text, "middle part") + _digits(tail, text, "last part")
    number = 0
    for digit in digits[:SEED_LETTERS]:
        number = number * len(ALPHABET) + digit
    version = digits[SEED_LETTERS]
    body = f"{head}-{_base32(number)}-{ALPHABET[version]}"
    if _checked(body) != body + ALPHABET[digits[-1]]:
        what = f"the check character {tail[1]} does not belong to {body}"
        raise _wrong(text, "last character", what, "compare every character with the page")
    if version != puzzles(word).VERSION:
        what = f"the puzzle is of version {version}, {word} puzzles here are of "
        raise _wrong(text, "version", f"{what}{puzzles(word).VERSION}", "use that bloomprint")
    return Candidate(word, kinds[head[1]], number)


def _wrong(text: str, part: str, what: str, mend: str) -> BadInput:
    return BadInput(Fault(f"code {text}: {part}", what, mend))


def _digits(part: str, text: str, where: str) -> list[int]:
    found = [ALPHABET.find(letter) for letter in part.translate(str.maketrans("OIL", "011"))]
    if -1 in found:
        what = f"'{part[found.index(-1)]}' stands in no code"
        raise _wrong(text, where, what, f"digits and letters: {ALPHABET}")
    return found


def _base32(number: int) -> str:
    letters = ""
    for _ in range(SEED_LETTERS):
        number, digit = divmod(number, len(ALPHABET))
        letters = ALPHABET[digit] + letters
    return letters


def _checked(body: str) -> str:
    """Return a code with its check character.

    The characters are a polynomial over the field of 32 elements (x^5 = x^2 + 1), and the check
    is its value at x: one wrong character or two swapped ones always change it.
    """
    check = 0
    for letter in body.replace("-", ""):
        check = _times_x(check) ^ ALPHABET.index(letter)
    return body + ALPHABET[_times_x(check)]


def _times_x(element: int) -> int:
    return element << 1 if element < 16 else (element << 1) ^ 0b100101
