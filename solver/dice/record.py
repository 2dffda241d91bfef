"""A written-down game goes in; everybody's points, the winner and every rule break come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from layouts.board import Board
from layouts.faults import Fault, Faults
from layouts.sources import Source
from solver.dice.instance import (
    ROUNDS,
    read_board,
    read_head,
    read_readings,
    read_rerolls,
    read_rounds,
)
from solver.dice.notation import read_pick
from solver.dice.rules import (
    FACTS,
    NAMES,
    Game,
    Pick,
    State,
    apply,
    dice_of,
    ended,
    faults_of,
    forgo,
    over,
    score,
    start_game,
    ticks_of,
    turns_of,
    winners,
)
from solver.keys import Keys, of_kind, shown

SOLO_NAME = "solo"
MOST_PLAYERS: int = FACTS["players"]["most"]
NAME_LIMIT = 60  # letters


@dataclass(frozen=True, slots=True)
class Record:
    """A game as written down: one name a player, and the picks of each round in turn order."""

    game: Game
    names: tuple[str, ...]
    picks: tuple[tuple[Pick, ...], ...]
    file: str = ""


def read_record(source: Source) -> Record:
    """Read a record; whether its picks are legal is for ``play`` to say.

    Raises:
        BadInput: every fault, with its key path.
        Unreadable: the file of a ``board`` does not exist.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    read_head(keys, "record")
    names, boards = _read_players(keys, source)
    players = len(names)
    first = _read_first(keys, names)
    rounds = read_rounds(keys, dice_of(players), ROUNDS if players == 1 else None)
    rerolls = read_rerolls(keys, [turns_of(players)] * len(rounds))
    game = Game(boards, rounds, rerolls, read_readings(keys), first)
    picks = _read_picks(keys, game, names)
    keys.close()
    faults.raise_if_any()
    return Record(game, names, picks, source.name)


# Where a board cannot be read its fault is noted and one without cells stands in for it.
_NO_BOARD = Board(("",), 1, 1)


def _read_players(keys: Keys, source: Source) -> tuple[tuple[str, ...], tuple[Board, ...]]:
    """Read ``[[players]]``, or the one board of a solo game."""
    faults = keys.faults
    if not keys.has("players"):
        return (SOLO_NAME,), (read_board(keys, source)[0] or _NO_BOARD,)
    for key in ("sheet", "board"):
        if keys.has(key):
            faults.add(key, "stands beside [[players]]", "give each player a sheet or a board")
    tables = keys.get("players", list)
    if not 2 <= len(tables) <= MOST_PLAYERS:
        mend = f"2 to {MOST_PLAYERS}; a solo game has none"
        faults.add("players", f"a list of {len(tables)}", mend)
    names: list[str] = []
    boards: list[Board] = []
    for number, table in enumerate(tables[:MOST_PLAYERS]):
        where = f"players[{number}]"
        player = Keys(of_kind(table, dict, faults, where) or {}, faults, where)
        names.append(_read_name(player, names))
        boards.append(read_board(player, source)[0] or _NO_BOARD)
        player.close()
    return tuple(names), tuple(boards)


def _read_name(player: Keys, earlier: list[str]) -> str:
    name = player.get("name", str)
    if isinstance(player.table.get("name"), str) and not name.strip():
        player.faults.add(player.path("name"), "the name is empty", "such as 'Ann'")
    if len(name) > NAME_LIMIT:
        player.faults.add(player.path("name"), f"{len(name)} letters", f"at most {NAME_LIMIT}")
    if name in earlier:
        player.faults.add(player.path("name"), f"{shown(name)} plays already", "other names")
    return name


def _read_first(keys: Keys, names: tuple[str, ...]) -> int:
    """Return the player (from 0) whom ``start`` (from 1) names."""
    numbers = ", ".join(f"{number} for {name}" for number, name in enumerate(names, 1))
    first = keys.get("start", int, 1, numbers)
    if not 1 <= first <= len(names):
        keys.faults.add("start", f"{first} is no player", numbers)
        return 0
    return first - 1


def _read_picks(keys: Keys, game: Game, names: tuple[str, ...]) -> tuple[tuple[Pick, ...], ...]:
    faults = keys.faults
    rounds = keys.get("picks", list, None, "for each round a list such as ['O5: A1 A2', 'Y3:']")
    if len(rounds) != len(game.rounds):
        what = f"{len(rounds)} rounds of {len(game.rounds)}"
        faults.add("picks", what, "as many as rounds; leave out rounds not played")
    return tuple(
        tuple(_read_round(texts, number, game, names, faults))
        for number, texts in enumerate(rounds)
    )


def _read_round(
    texts: object, number: int, game: Game, names: tuple[str, ...], faults: Faults
) -> Iterator[Pick]:
    where = f"picks[{number}]"
    listed = of_kind(texts, list, faults, where, "texts such as 'O5: A1 A2'") or []
    if isinstance(texts, list) and game.boards and len(listed) != game.turns:
        faults.add(where, _many(listed), _wanted(game, names, number))
    rerolls = game.rerolls[number] if number < len(game.rerolls) else ()
    for turn, text in enumerate(listed[: game.turns]):
        place = f"{where}[{turn}]"
        board = game.boards[game.player(number, turn)]
        rerolled = turn < len(rerolls) and rerolls[turn] is not None
        word = of_kind(text, str, faults, place)
        if word is not None and board is not _NO_BOARD:
            pick = read_pick(board, word, number + 1, rerolled, faults, place)
            if pick:
                yield pick


def _many(picks: list[Any]) -> str:
    return f"{len(picks)} pick{'s' * (len(picks) != 1)}"


def _wanted(game: Game, names: tuple[str, ...], number: int) -> str:
    """Say how many picks a round (from 0) has, and whose they are."""
    if len(names) == 1 or len(names) != len(game.boards):  # solo, or faulty players
        return f"{game.turns} in every round"
    each = game.turns // len(names)
    first = names[game.player(number, 0)]
    return f"{each} pick{'s' * (each != 1)} a player in turn, {first}'s first: {game.turns} in all"


def play(record: Record) -> tuple[State, list[Fault]]:
    """Replay a record; return the last position and every rule break.

    An illegal pick takes its die and circles nothing; what comes after the end is left out.
    """
    state, faults = start_game(record.game), []
    for number, picks in enumerate(record.picks):
        if over(state):
            what = "a round after the end of the game"
            faults.append(Fault(f"rounds[{number}]", what, "leave it out", record.file))
            break
        for turn, pick in enumerate(picks):
            found = [*faults_of(state, pick), *_reroll_faults(state)]
            where = f"picks[{number}][{turn}]"
            faults += [replace(fault, where=where, file=record.file) for fault in found]
            state = forgo(state, pick) if found else apply(state, pick)
    return state, faults


def _reroll_faults(state: State) -> Iterator[Fault]:
    """Yield the dice that a re-roll shows though they are taken: a record knows which are."""
    rerolls = state.game.rerolls
    table = rerolls[state.round][state.turn] if rerolls else None
    for die in (table or {}).keys() - dict(state.offer).keys():
        yield Fault("", f"the re-roll shows the {NAMES[die]} die, which is taken")


def turns(record: Record) -> list[dict[str, Any]]:
    """Return the round, player, die, cells and ticks of every pick as it is written down."""
    rows = []
    for number, picks in enumerate(record.picks):
        for turn, pick in enumerate(picks):
            player = record.game.player(number, turn)
            board = record.game.boards[player]
            cells = [name for cell, name in enumerate(board.names) if pick.cells >> cell & 1]
            row = {"round": number + 1, "player": record.names[player], "die": NAMES[pick.die]}
            rows.append({**row, "cells": " ".join(cells), "ticks": ticks_of(board, pick)})
    return rows


def finished(state: State) -> bool:
    """Tell whether the game is played to its end."""
    return ended(state) or (state.game.solo and state.round == ROUNDS)


def score_record(record: Record) -> dict[str, Any]:
    """Return the result of a record (FORMATS: dice), with totals as far as they can be told."""
    state, faults = play(record)
    done = finished(state)
    decided = done and not faults and not state.game.solo
    results = (score(state, player) for player in range(len(record.names)))
    return {
        "game": "dice",
        "kind": "record",
        "finished": done,
        "players": [
            {"name": name, "score": total, "breakdown": breakdown}
            for name, (total, breakdown) in zip(record.names, results, strict=True)
        ],
        "winner": [record.names[player] for player in winners(state)] if decided else [],
        "faults": [str(fault) for fault in faults],
    }


def score_sheet(record: Record, result: Mapping[str, Any]) -> dict[str, dict[str, int | None]]:
    """Return the points of a result as people write them down: ticks are taken away."""
    return {
        one["name"]: {
            **one["breakdown"],
            "ticks": -one["breakdown"]["ticks"],
            "total": one["score"],
        }
        for one in result["players"]
    }
