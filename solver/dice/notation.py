"""The dice game's one-line texts: dice ``O5 P2``, a pick ``O5: A1 A2``, board, position and play.

Every text has one writer and one reader beside it; they undo each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from layouts.board import Board, parse_board
from layouts.faults import Faults, in_our_letters
from solver.dice.rules import CLEAR, COLOURS, FACTS, WHITE, Dice, Letter, Pick
from solver.keys import shown

FACES: int = FACTS["dice"]["faces"]
LETTERS: tuple[Letter, ...] = (*COLOURS, WHITE)

_DIE = re.compile(rf"([{''.join(COLOURS)}{CLEAR}])([1-{FACES}])")
_PICK = re.compile(rf"{_DIE.pattern}(?:=([A-Z]))?:([A-Z0-9\s]*)")

_PICKS = "such as 'O5: A1 A2', 'Y3:', 'W6=P: C3', in capitals"


def write_dice(dice: Dice) -> str:
    """Return dice as ``O5 P2 B5 Y3 V4``."""
    return " ".join(f"{die}{value}" for die, value in dice.items())


def read_dice(text: str, faults: Faults, where: str) -> Dice:
    """Read dice in any order; note what is no die and what stands twice."""
    dice: Dice = {}
    for word in text.split():
        match = _DIE.fullmatch(word)
        if not match:
            faults.add(where, f"{shown(word)} is no die", _die_meant(word))
        elif match[1] in dice:
            faults.add(where, f"the {match[1]} die stands twice", "each die once")
        else:
            dice[match[1]] = int(match[2])
    return dice


def _die_meant(word: str) -> str:
    return _meant(word, bool(_DIE.fullmatch(word.upper())), f"such as O5, a capital; 1 to {FACES}")


def _meant(word: str, in_capitals: bool, accepted: str) -> str:
    """Offer a word in capitals if that would do, or say what is accepted."""
    return f"did you mean {shown(word.upper())}?" if in_capitals else in_our_letters(accepted, word)


def write_cells(board: Board, cells: int) -> str:
    """Return a set of cells as ``A1 B1``, row by row."""
    return " ".join(name for cell, name in enumerate(board.names) if cells >> cell & 1)


def read_cells(board: Board, names: Iterable[str], faults: Faults, where: str) -> int:
    """Read names of cells; note those that the board lacks and those that stand twice."""
    cells = 0
    for name in names:
        cell = board.index.get(name)
        if cell is None:
            known = f"A1 to {board.names[-1]}, in capitals"
            mend = _meant(name, name.upper() in board.index, known)
            faults.add(where, f"{shown(name)} is no cell of the board", mend)
        elif cells >> cell & 1:
            faults.add(where, f"{board.names[cell]} stands twice", "each cell once")
        else:
            cells |= 1 << cell
    return cells


def write_pick(board: Board, pick: Pick) -> str:
    """Return a pick as ``O5: A1 A2``; the clear die as ``W6=P: C3``."""
    wish = f"={pick.wish}" if pick.wish else ""
    return f"{pick.die}{pick.value}{wish}: {write_cells(board, pick.cells)}".rstrip()


def read_pick(
    board: Board, text: str, round_number: int, rerolled: bool, faults: Faults, where: str
) -> Pick | None:
    """Read a pick of a round (from 1); note faults and return None where it is unreadable."""
    match = _PICK.fullmatch(text)
    if not match:
        mend = _meant(text, bool(_PICK.fullmatch(text.upper())), _PICKS)
        faults.add(where, f"{shown(text)} is no pick", mend)
        return None
    cells = read_cells(board, match[4].split(), faults, where)
    return Pick(round_number, match[1], int(match[2]), cells, rerolled, match[3] or "")


def board_code(board: Board) -> str:
    """Return a board as bed size and rows, ``4x3:OOPBYYVW/OWPBYVVB/PPBBWYOO``."""
    return f"{board.bed_width}x{board.bed_height}:" + "/".join(board.rows)


def read_board_code(code: str, faults: Faults, where: str = "board") -> Board | None:
    """Read a board code; note faults and return None if there was one."""
    match = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?):([A-Z]+(?:/[A-Z]+)*)", code)
    if not match:
        faults.add(where, f"{shown(code)} is no board code", "such as 2x1:OOPB/WYVV")
        return None
    width, height, rows = int(match[1]), int(match[2]), match[3].split("/")
    lines = [" ".join(re.findall(f".{{1,{width}}}", row)) for row in rows]
    text = "\n".join("\n" * (y % height == 0) + line for y, line in enumerate(lines))
    found = parse_board(text, LETTERS, faults, where)
    if found and (found.bed_width, found.bed_height) != (width, height):
        faults.add(where, f"{shown(code)}: the board is smaller than a bed", "rows of whole beds")
        return None
    return found


def position_code(board: Board, circled: int, ticks: int, reroll_used: bool) -> str:
    """Return a sheet as its board code, circled letters small, then ticks and ``r`` or ``-``."""
    size, _, rows = board_code(board).partition(":")
    cells = iter(range(board.size))
    marked = "".join(
        letter.lower() if letter != "/" and circled >> next(cells) & 1 else letter
        for letter in rows
    )
    return f"{size}:{marked} {ticks} {'-' if reroll_used else 'r'}"


def read_position_code(code: str, faults: Faults) -> tuple[Board, int, int, bool] | None:
    """Read a position code into board, circled cells, ticks and whether the re-roll is used."""
    match = re.fullmatch(r"([0-9]+x[0-9]+):([A-Za-z/]+) (0|[1-9][0-9]{0,5}) ([r-])", code)
    if not match:
        faults.add("position", f"{shown(code)} is no position code", "such as 2x1:oOPB 2 r")
        return None
    board = read_board_code(f"{match[1]}:{match[2].upper()}", faults, "position")
    marks = match[2].replace("/", "")
    circled = sum(1 << cell for cell, letter in enumerate(marks) if letter.islower())
    return (board, circled, int(match[3]), match[4] == "-") if board else None


def play_code(board: Board, picks: Iterable[Pick]) -> str:
    """Return a solo play as ``1 O5: A1 A2, 1 Y3:, 2* P2: C1``; the star is a re-roll before."""
    return ", ".join(
        f"{pick.round}{'*' * pick.rerolled} {write_pick(board, pick)}" for pick in picks
    )


def read_play_code(board: Board, code: str, faults: Faults) -> tuple[Pick, ...]:
    """Read a play code; note what is no pick."""
    picks = []
    for number, text in enumerate(code.split(", ") if code else ()):
        where = f"play[{number}]"
        match = re.fullmatch(r"([1-9][0-9]{0,3})(\*?) (.*)", text)
        if not match:
            faults.add(where, f"{shown(text)} is no pick", "such as '1 O5: A1' or '2* P2: C1'")
        elif pick := read_pick(board, match[3], int(match[1]), bool(match[2]), faults, where):
            picks.append(pick)
    return tuple(picks)
