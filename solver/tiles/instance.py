"""A table of a turn, harvest or sweep goes in; a checked instance comes out, or every fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import cast

from layouts.faults import Faults
from layouts.sources import Source
from solver.keys import Keys, of_kind
from solver.tiles.notation import read_tiles
from solver.tiles.rules import (
    DEFAULTS,
    JOKER,
    JOKERS,
    MOST,
    TOKENS,
    Instance,
    Kind,
    Readings,
    Row,
    row_faults,
    shown,
)

KINDS = ("turn", "harvest", "sweep")
OBJECTIVES = ("net", "reward", "tiles")


def read_instance(source: Source) -> Instance:
    """Read an instance.

    Raises:
        BadInput: every fault, with its key path.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    keys.word("game", ["tiles"])
    kind = cast(Kind, keys.word("kind", KINDS))
    objective = keys.word("objective", OBJECTIVES, "net") if kind == "turn" else None
    hand = read_tiles(keys.get("hand", list), faults, "hand")
    table: tuple[Row, ...] = ()
    jokers_left = 0
    if kind != "sweep":
        table = _read_table(keys)
        jokers_left = read_jokers_left(keys, faults)
    tokens = _read_tokens(keys)
    check_once([("hand", hand), *((f"table[{n}]", row) for n, row in enumerate(table))], faults)
    _check_jokers(sum(row.count(JOKER) for row in (hand, *table)), jokers_left, faults)
    readings = read_readings(keys)
    keys.close()
    faults.raise_if_any()
    return Instance(kind, hand, table, tokens, jokers_left, objective, readings)


def _read_table(keys: Keys) -> tuple[Row, ...]:
    read: list[Row] = []
    rows, most = keys.get("table", list, []), MOST + JOKERS
    tiles = sum(len(row) for row in rows if isinstance(row, list))
    if tiles > most:
        keys.faults.add("table", f"{tiles} tiles", f"the game has {most}, jokers included")
        return ()
    for number, value in enumerate(rows):
        where, before = f"table[{number}]", len(keys.faults.found)
        row = read_tiles(value, keys.faults, where)
        if len(keys.faults.found) == before:
            for fault in row_faults(row):
                keys.faults.add(where, fault, "a laid sequence is a legal one")
        read.append(row)
    return tuple(read)


def read_jokers_left(keys: Keys, faults: Faults, default: int | None = 0) -> int:
    """Read how many jokers lie on the board."""
    left = keys.get("jokers_left", int, default)
    if not 0 <= left <= JOKERS:
        faults.add(keys.path("jokers_left"), f"{left} jokers on the board", f"0 to {JOKERS}")
        return 0
    return left


def _check_jokers(laid: int, jokers_left: int, faults: Faults) -> None:
    if laid + jokers_left > JOKERS:
        what = f"{laid + jokers_left} jokers in all"
        faults.add("hand", what, f"hand, table and board together hold at most {JOKERS}")


def _read_tokens(keys: Keys) -> tuple[int, ...]:
    listed = keys.get("tokens", list, list(TOKENS))
    left, read = Counter(TOKENS), []
    for number, value in enumerate(listed):
        where = f"tokens[{number}]"
        token = of_kind(value, int, keys.faults, where, f"1 to {max(TOKENS)}")
        if token is None:
            continue
        if left[token] > 0:
            left[token] -= 1
            read.append(token)
        else:
            times = TOKENS.count(token)
            what = f"token {token} does not exist" if not times else f"token {token} once too often"
            keys.faults.add(where, what, f"1 to {max(TOKENS)}" if not times else f"{times} of it")
    return tuple(read)


def check_once(places: Iterable[tuple[str, Iterable[int]]], faults: Faults) -> None:
    """Note every number that lies in two places, or twice in one; jokers may."""
    seen: dict[int, str] = {}
    for where, tiles in places:
        for tile in tiles:
            if tile == JOKER:
                continue
            if tile in seen:
                faults.add(where, f"tile {shown([tile])} lies in {seen[tile]} already", "each once")
            else:
                seen[tile] = where


def read_readings(keys: Keys) -> Readings:
    """Read the switches of ``[readings]``; those left out have their default."""
    usual = DEFAULTS
    table = Keys(keys.get("readings", dict, {}), keys.faults, "readings")
    readings = Readings(
        table.get("steal_jokers", bool, usual.steal_jokers),
        table.get("joker_in_three_earns_joker", bool, usual.joker_in_three_earns_joker),
        table.get("steal_whole", bool, usual.steal_whole),
    )
    table.close()
    return readings
