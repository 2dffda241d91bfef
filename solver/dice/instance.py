"""A table of a solo game goes in; a checked instance comes out, or every fault with its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal, cast

from layouts import HOME
from layouts.board import Board, parse_board
from layouts.faults import LONGEST, Faults, did_you_mean
from layouts.sources import Source, parse_source, read_beside
from solver.dice.notation import LETTERS, read_cells, read_dice
from solver.dice.rules import COLOURS, FACTS, Dice, Instance, Letter, Readings
from solver.keys import Keys, of_kind, shown

ROUNDS: int = FACTS["solo"]["rounds"]
PICKS: int = FACTS["solo"]["picks"]
_SHEET = re.compile(r"sheet-([a-z])\.toml")


def read_instance(source: Source) -> Instance:
    """Read a solo instance.

    Raises:
        BadInput: every fault, with its key path.
        Unreadable: the file of ``board`` does not exist.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    read_head(keys, "solo")
    board, sheet = read_board(keys, source)
    rounds = read_rounds(keys, tuple(COLOURS), ROUNDS)
    rerolls = read_rerolls(keys, [PICKS] * len(rounds))
    circled = _read_circled(keys, board)
    ticks = keys.get("ticks", int, 0)
    if ticks < 0:
        faults.add("ticks", f"{ticks} is below 0", "the ticks on the sheet so far")
    reroll_used = keys.get("reroll_used", bool, False)
    if reroll_used and keys.has("rerolls"):
        faults.add("rerolls", "the re-roll is used already", "leave out rerolls or reroll_used")
    for place, dice in _each(rerolls):
        _check_all(dice, tuple(COLOURS), faults, place)
    readings = read_readings(keys)
    keys.close()
    faults.raise_if_any()
    pairs = cast(tuple[tuple[Dice | None, Dice | None], ...], rerolls)
    assert board
    return Instance(board, rounds, pairs, circled, ticks, reroll_used, readings, sheet)


def _read_circled(keys: Keys, board: Board | None) -> int:
    """Read ``circled``, a list of one text a cell."""
    mend = 'one text a cell: ["A1", "B1"]'
    texts = []
    for number, name in enumerate(keys.get("circled", list, [], mend)):
        where = f"circled[{number}]"
        text = of_kind(name, str, keys.faults, where, mend)
        if text is not None and len(text.split()) > 1:
            keys.faults.add(where, f"{shown(text)} is more than one cell", mend)
        elif text is not None:
            texts.append(text)
    return read_cells(board, texts, keys.faults, "circled") if board else 0


def read_head(keys: Keys, kind: str) -> None:
    """Check ``game`` and ``kind``; the kind may be left out."""
    keys.word("game", ["dice"])
    keys.word("kind", [kind], kind)


def sheets() -> dict[str, str]:
    """Return the built-in sheets: letter and file name; a longer name is a base of layouts."""
    files = (HOME / "dice").iterdir()
    found = (_SHEET.fullmatch(name) for name in sorted(file.name for file in files))
    return {match[1].upper(): match[0] for match in found if match}


def read_board(keys: Keys, source: Source) -> tuple[Board | None, str]:
    """Read the one of ``sheet`` and ``board`` that is there; return the board and its name.

    Raises:
        BadInput: the file of ``board`` is not acceptable.
        Unreadable: the file of ``board`` does not exist.
    """
    faults, known = keys.faults, sheets()
    by_sheet, by_board = keys.has("sheet"), keys.has("board")
    if by_sheet == by_board:
        what = "both sheet and board" if by_sheet else "neither sheet nor board"
        faults.add(keys.where, what, "give one: sheet = 'A', board = 'file.toml' or [board]")
        return None, ""
    if by_sheet:
        name = keys.get("sheet", str)
        if name in known:
            return read_sheet(known[name], faults), name
        if type(keys.table["sheet"]) is str:
            mend = f"{did_you_mean(name.upper(), known)}; your own: board = 'my-sheet.toml'"
            if name.endswith(".toml"):
                mend = f"a file of your own: board = {shown(name)}"
            faults.add(keys.path("sheet"), f"{shown(name)} is no sheet", mend)
        return None, ""
    if isinstance(keys.table["board"], str):
        return _board_of_file(keys, source), keys.table["board"]
    table = keys.get("board", dict, None, "a file name or [board] with text")
    ok = isinstance(keys.table["board"], dict)
    return (_board_of_table(table, keys.path("board"), faults) if ok else None), ""


def read_sheet(file_name: str, faults: Faults) -> Board | None:
    """Return the board of a built-in sheet."""
    folder = HOME / "dice"
    source = parse_source((folder / file_name).read_bytes(), f"dice/{file_name}", Path())
    found = Faults(source.name)
    board = _board_of_table(source.table.get("board", {}), "board", found)
    faults.extend(found.found)
    return board


def _board_of_file(keys: Keys, source: Source) -> Board | None:
    where, name = keys.path("board"), keys.table["board"]
    other = read_beside(source, name, where)
    table = other.table.get("board")
    if not isinstance(table, dict):
        keys.faults.add(where, f"{shown(name)} holds no [board]", "a table with text")
        return None
    found = Faults(other.name)
    board = _board_of_table(table, "board", found)
    keys.faults.extend(found.found)
    return board


def _board_of_table(table: dict[str, Any], where: str, faults: Faults) -> Board | None:
    keys = Keys(table, faults, where)
    text = keys.get("text", str, None, "rows of letters such as 'OOPB YYVW'")
    given = isinstance(table.get("text"), str)
    keys.close()
    return parse_board(text, LETTERS, faults, f"{where}.text") if given else None


def read_rounds(keys: Keys, dice: tuple[Letter, ...], most: int | None) -> tuple[Dice, ...]:
    """Read ``rounds``: the dice of each, every one of ``dice`` once; at most ``most`` rounds."""
    faults, rounds = keys.faults, keys.get("rounds", list, None, "such as ['O5 P2 B5 Y3 V4']")
    if keys.table.get("rounds") == []:
        faults.add("rounds", "no round", "at least one")
    if most and len(rounds) > most:
        faults.add("rounds", f"{len(rounds)} rounds", f"a solo game has at most {most}")
    read = []
    for number, text in enumerate(rounds):
        where = f"rounds[{number}]"
        found = _dice(text, faults, where)
        _check_all(found, dice, faults, where)
        read.append(found or {})
    return tuple(read)


def read_rerolls(keys: Keys, shape: list[int]) -> tuple[tuple[Dice | None, ...], ...]:
    """Read ``rerolls``: for each round one text a pick, None where it is empty."""
    faults = keys.faults
    if not keys.has("rerolls"):
        return ()
    rounds = keys.get("rerolls", list)
    if len(rounds) != len(shape):
        faults.add("rerolls", f"{len(rounds)} rounds of {len(shape)}", "as many as rounds")
    return tuple(
        _reroll_round(texts, size, faults, f"rerolls[{number}]")
        for number, (texts, size) in enumerate(zip(rounds, shape, strict=False))
    )


def _reroll_round(texts: object, size: int, faults: Faults, where: str) -> tuple[Dice | None, ...]:
    listed = of_kind(texts, list, faults, where, "one text a pick, '' for none")
    if listed is None:
        return (None,) * size
    if len(listed) != size:
        faults.add(where, f"{len(listed)} texts", f"one for each of {size} picks, '' for none")
    read = [
        None if text == "" else _dice(text, faults, f"{where}[{number}]")
        for number, text in enumerate(listed)
    ]
    return tuple((read + [None] * size)[:size])


def _each(rerolls: tuple[tuple[Dice | None, ...], ...]) -> list[tuple[str, Dice | None]]:
    return [
        (f"rerolls[{r}][{p}]", dice) for r, row in enumerate(rerolls) for p, dice in enumerate(row)
    ]


def _dice(text: object, faults: Faults, where: str) -> Dice | None:
    """Return the dice of a text, or None where a fault was noted."""
    before = len(faults.found)
    words = of_kind(text, str, faults, where, "such as 'O5 P2 B5 Y3 V4'")
    if words is not None and len(words) > LONGEST:
        faults.add(where, f"{len(words)} letters", "such as 'O5 P2 B5 Y3 V4'")
        return None
    found = read_dice(words, faults, where) if words is not None else None
    return found if len(faults.found) == before else None


def _check_all(found: Dice | None, dice: tuple[Letter, ...], faults: Faults, where: str) -> None:
    """Note dice that are missing or too many (nothing where the text was unreadable)."""
    if found is None:
        return
    if missing := [die for die in dice if die not in found]:
        faults.add(where, f"no die {' '.join(missing)}", f"each once: {' '.join(dice)}")
    if extra := [die for die in found if die not in dice]:
        faults.add(where, f"no place for {' '.join(extra)}", f"each once: {' '.join(dice)}")


def read_readings(keys: Keys) -> Readings:
    """Read the switches of ``[readings]``; those left out have their default."""
    usual = Readings()
    table = Keys(keys.get("readings", dict, {}), keys.faults, "readings")
    end = table.word("solo_end", ["rounds", "basic"], usual.solo_end)
    readings = Readings(
        cast(Literal["rounds", "basic"], end),
        table.get("through_circled", bool, usual.through_circled),
        table.get("may_circle_none", bool, usual.may_circle_none),
        table.get("white_needed", bool, usual.white_needed),
    )
    table.close()
    return readings
