"""A written-down game goes in; everybody's points, the winner and every rule break come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from layouts.faults import Fault, Faults
from layouts.sources import Source
from solver.keys import Keys, of_kind, shown
from solver.tiles.instance import check_once, read_jokers_left, read_readings
from solver.tiles.notation import ACTIONS, read_move, read_tiles
from solver.tiles.round import Action, Draw, Pass, Round, act, forced, points, round_faults
from solver.tiles.rules import FACTS, JOKER, JOKERS, Readings, Row

HAND: int = FACTS["set_up"]["hand"]
FLOOR: int = FACTS["set_up"]["floor"]
LEAST_PLAYERS: int = FACTS["players"]["least"]
MOST_PLAYERS: int = FACTS["players"]["most"]
ROUNDS: int = FACTS["game"]["rounds"]
NAME_LIMIT = 60  # letters


@dataclass(frozen=True, slots=True)
class Record:
    """A game as written down: for each round the position after set-up and the moves."""

    names: tuple[str, ...]
    rounds: tuple[tuple[Round, tuple[tuple[int, Action], ...]], ...]
    file: str = ""


def read_record(source: Source) -> Record:
    """Read a record; whether its moves are legal is for ``play`` to say.

    Raises:
        BadInput: every fault, with its key path.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    keys.word("game", ["tiles"])
    keys.word("kind", ["record"], "record")
    names = _read_names(keys)
    readings = read_readings(keys)
    tables = keys.get("rounds", list, None, "[[rounds]], one or two")
    if not 1 <= len(tables) <= ROUNDS and isinstance(source.table.get("rounds"), list):
        faults.add("rounds", f"{len(tables)} rounds", f"1 to {ROUNDS}")
    rounds = []
    for number, table in enumerate(tables[:ROUNDS]):
        where = f"rounds[{number}]"
        one = Keys(of_kind(table, dict, faults, where) or {}, faults, where)
        rounds.append(_read_round(one, names, readings))
        one.close()
    keys.close()
    faults.raise_if_any()
    return Record(names, tuple(rounds), source.name)


def _read_names(keys: Keys) -> tuple[str, ...]:
    faults, names = keys.faults, []
    listed = keys.get("players", list, None, "such as ['Ann', 'Ben'], clockwise")
    for number, value in enumerate(listed):
        where = f"players[{number}]"
        name = of_kind(value, str, faults, where)
        if name is None:
            continue
        if not name.strip() or len(name) > NAME_LIMIT:
            faults.add(where, f"{shown(name)} is no name", f"1 to {NAME_LIMIT} letters")
        if name in names:
            faults.add(where, f"{shown(name)} plays already", "other names")
        names.append(name)
    if not LEAST_PLAYERS <= len(listed) <= MOST_PLAYERS and "players" in keys.table:
        mend = f"{LEAST_PLAYERS} to {MOST_PLAYERS}"
        faults.add("players", f"{len(listed)} players", mend)
    return tuple(names)


def _read_round(
    keys: Keys, names: tuple[str, ...], readings: Readings
) -> tuple[Round, tuple[tuple[int, Action], ...]]:
    first = _read_player(keys, "first", names)
    jokers_left = read_jokers_left(keys, keys.faults, None)
    floor = _read_numbers(keys, "floor", FLOOR) if keys.has("floor") else None
    hands = Keys(keys.get("hands", dict), keys.faults, keys.path("hands"))
    dealt = tuple(_read_numbers(hands, name, HAND) for name in names)
    hands.close()
    places = [(hands.path(name), hand) for name, hand in zip(names, dealt, strict=True)]
    check_once([*places, (keys.path("floor"), floor or ())], keys.faults)
    moves = [
        _read_action(value, f"{keys.path('moves')}[{number}]", names, keys.faults)
        for number, value in enumerate(keys.get("moves", list))
    ]
    known = tuple((player, action) for player, action in moves if action)
    return Round(dealt, jokers_left, first, floor, readings, won=(0,) * len(names)), known


def _read_numbers(keys: Keys, key: str, count: int) -> Row:
    if not keys.has(key):
        keys.faults.add(keys.path(key), "is missing", f"{count} numbers")
        return ()
    before = len(keys.faults.found)
    read = read_tiles(keys.table[key], keys.faults, keys.path(key), jokers=False)
    if len(read) != count and len(keys.faults.found) == before:
        keys.faults.add(keys.path(key), f"{len(read)} tiles", f"{count} numbers")
    return read


def _read_player(keys: Keys, key: str, names: tuple[str, ...]) -> int:
    name = keys.word(key, names or ("",))
    return names.index(name) if name in names else 0


def _read_action(
    value: object, where: str, names: tuple[str, ...], faults: Faults
) -> tuple[int, Action | None]:
    table = of_kind(value, dict, faults, where)
    if table is None:
        return 0, None
    keys = Keys(table, faults, where)
    player = _read_player(keys, "player", names)
    if keys.has("action") and table["action"] == "draw":
        action: Action | None = _read_draw(keys)
    elif keys.has("action") and table["action"] == "pass":
        action = Pass()
    else:
        action = read_move(keys, (*ACTIONS, "draw", "pass"))
    keys.close()
    return player, action


def _read_draw(keys: Keys) -> Draw:
    def tiles(key: str, jokers: bool = True) -> Row:
        value = keys.table[key] if keys.has(key) else []
        return read_tiles(value, keys.faults, keys.path(key), jokers)

    if keys.has("tiles") or keys.has("jokers"):
        jokers = keys.get("jokers", int, 0)
        if not 0 <= jokers <= JOKERS:
            keys.faults.add(keys.path("jokers"), f"{jokers} jokers", f"0 to {JOKERS}")
        turned = (JOKER,) * min(max(jokers, 0), JOKERS)
        return Draw(blind=tiles("tiles", jokers=False) + turned, floor_known=False)
    return Draw(tiles("floor", jokers=False), tiles("supply"), tiles("refill"))


def play(record: Record) -> tuple[list[Round], list[Fault]]:
    """Replay a record; return the last position of each round and every rule break."""
    ends: list[Round] = []
    faults: list[Fault] = []
    for number, (dealt, moves) in enumerate(record.rounds):
        state = dealt
        where = f"rounds[{number}]"
        if ends and (fault := _start_fault(ends[-1], dealt)):
            faults.append(replace(fault, where=f"{where}.first"))
        for turn, (player, action) in enumerate(moves):
            found = round_faults(state, player, action)
            faults += [replace(fault, where=f"{where}.moves[{turn}]") for fault in found]
            if not state.over:
                state = (forced if found else act)(state, player, action)
        faults += [replace(fault, where=where) for fault in _end_faults(state)]
        ends.append(state)
    return ends, [replace(fault, file=record.file) for fault in faults]


def _start_fault(before: Round, state: Round) -> Fault | None:
    """Return what is wrong with who starts: the player with the fewest points does."""
    totals = [points(before, player)["points"] for player in range(len(before.hands))]
    if totals[state.player] == min(totals):
        return None
    return Fault("", "another player starts", "the one with the fewest points so far")


def _end_faults(state: Round) -> Iterator[Fault]:
    if state.swapped:
        yield Fault("", "a swap is the last move", "a play or an extension follows it")
    if not state.over:
        yield Fault("", "the record stops before the round ends", "an empty hand, or all pass")


def winners(results: list[list[int]]) -> list[int]:
    """Return the players with most points; of these the ones with most in the last round.

    ``results`` holds the points of each round, one number a player.
    """
    ranks = [(sum(mine), mine[-1]) for mine in zip(*results, strict=True)]
    return [player for player, rank in enumerate(ranks) if rank == max(ranks)]


def score_record(record: Record) -> dict[str, Any]:
    """Return the result of a record (FORMATS: tiles), with totals as far as they can be told."""
    ends, faults = play(record)
    rounds = [
        {name: points(state, player) for player, name in enumerate(record.names)} for state in ends
    ]
    results = [[one[name]["points"] for name in record.names] for one in rounds]
    totals = dict(zip(record.names, map(sum, zip(*results, strict=True)), strict=True))
    return {
        "game": "tiles",
        "kind": "record",
        "finished": all(state.over for state in ends),
        "players": [
            {
                "name": name,
                "score": totals[name],
                "breakdown": {f"round {n}": r[name]["points"] for n, r in enumerate(rounds, 1)},
            }
            for name in record.names
        ],
        "rounds": rounds,
        "totals": totals,
        "winner": [] if faults else [record.names[player] for player in winners(results)],
        "faults": [str(fault) for fault in faults],
    }


def score_sheet(record: Record, result: Mapping[str, Any]) -> dict[str, dict[str, int | None]]:
    """Return the points of a result as people write them down: of each round tokens and flowers."""
    return {
        name: {
            f"round {number} {part}": one[name][part]
            for number, one in enumerate(result["rounds"], 1)
            for part in ("tokens", "flowers")
        }
        | {"total": result["totals"][name]}
        for name in record.names
    }
