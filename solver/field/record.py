"""A written-down game goes in; everybody's points and every rule break come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from layouts.faults import Fault, Faults
from layouts.sources import Source
from solver.field import rules
from solver.field.deck import Flowers, check_flowers
from solver.field.instance import (
    check_cards,
    read_field_list,
    read_flowers_and_readings,
    read_given_field,
    read_position,
    read_round,
)
from solver.field.moves import read_moves
from solver.field.rules import (
    FACTS,
    LAST_ROUND,
    SETUPS,
    Card,
    Field,
    Instance,
    Move,
    column_points,
    group_points,
    row_points,
)
from solver.keys import Keys, of_kind, shown

NAME_LIMIT = 60  # letters
MOST_PLAYERS: int = max(most for setup in SETUPS.values() for most in setup["players"])


@dataclass(frozen=True, slots=True)
class Record:
    """A placement, a round or a deal as it was played."""

    instance: Instance
    moves: tuple[Move, ...]
    file: str = ""


@dataclass(frozen=True, slots=True)
class Bare:
    """A field as it lies after a round."""

    field: Field
    round: int
    flowers: Flowers


@dataclass(frozen=True, slots=True)
class Table:
    """A game of several players: of each a name and the field after every round."""

    names: tuple[str, ...]
    fields: tuple[tuple[Field, ...], ...]
    flowers: Flowers
    file: str = ""


def read_record(source: Source) -> Record:
    """Read a play; whether its moves are legal is for ``play`` to say.

    Raises:
        BadInput: every fault, with its key path.
        Unreadable: the file of ``deck`` does not exist.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    instance = read_position(keys, source, record=True)
    moves = read_moves(keys.get("moves", list), instance.kind, faults)
    if not instance.decks:
        taken = [card for move in moves for card in (move.card, move.dummy) if card is not None]
        check_flowers(dict(instance.flowers), {*taken, *instance.field.values()}, faults)
    keys.close()
    faults.raise_if_any()
    return Record(instance, moves, source.name)


def read_bare(source: Source) -> Bare:
    """Read a bare field.

    Raises:
        BadInput: every fault, with its key path.
        Unreadable: the file of ``deck`` does not exist.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    keys.word("game", ["field"])
    keys.word("kind", ["field"], "field")
    field = read_given_field(keys, needed=True)
    number = read_round(keys, 1)
    flowers, _ = read_flowers_and_readings(keys, source)
    check_cards(field, (), field.get((0, 0)), faults)
    check_flowers(flowers, set(field.values()), faults)
    keys.close()
    faults.raise_if_any()
    return Bare(field, number, flowers)


def read_table(source: Source) -> Table:
    """Read a game of several players.

    Raises:
        BadInput: every fault, with its key path.
        Unreadable: the file of ``deck`` does not exist.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    keys.word("game", ["field"])
    keys.word("kind", ["game"], "game")
    flowers, _ = read_flowers_and_readings(keys, source)
    tables = keys.get("players", list, None, "[[players]] with name and fields")
    if isinstance(keys.table.get("players"), list) and not 1 <= len(tables) <= MOST_PLAYERS:
        faults.add("players", f"{len(tables)} players", f"1 to {MOST_PLAYERS}")
    names: list[str] = []
    fields: list[tuple[Field, ...]] = []
    for index, item in enumerate(tables[:MOST_PLAYERS]):
        where = f"players[{index}]"
        player = Keys(of_kind(item, dict, faults, where) or {}, faults, where)
        names.append(_read_name(player, names))
        fields.append(_read_fields(player))
        player.close()
    keys.close()
    everything = {card for played in fields for field in played for card in field.values()}
    check_flowers(flowers, everything, faults)
    faults.raise_if_any()
    return Table(tuple(names), tuple(fields), flowers, source.name)


def _read_name(player: Keys, earlier: list[str]) -> str:
    name = player.get("name", str)
    if player.has("name") and not name.strip():
        player.faults.add(player.path("name"), "the name is empty", "such as 'Ann'")
    if len(name) > NAME_LIMIT:
        player.faults.add(player.path("name"), f"{len(name)} letters", f"at most {NAME_LIMIT}")
    if name in earlier:
        player.faults.add(player.path("name"), f"{shown(name)} plays already", "other names")
    return name


def _read_fields(player: Keys) -> tuple[Field, ...]:
    found = player.get("fields", list, None, "the field after each round")
    where, faults = player.path("fields"), player.faults
    if isinstance(player.table.get("fields"), list) and not 1 <= len(found) <= LAST_ROUND:
        faults.add(where, f"{len(found)} fields", f"one a round, 1 to {LAST_ROUND}")
    fields = []
    for number, items in enumerate(found[:LAST_ROUND]):
        place = f"{where}[{number}]"
        listed = of_kind(items, list, faults, place, "a list of [x, y, card]")
        if listed is not None:
            fields.append(read_field_list(listed, place, faults))
    return tuple(fields)


# ------------------------------------------------------------------------------ several players


def table_faults(table: Table) -> list[Fault]:
    """Return every rule break that the fields after each round show."""
    found = [*_start_faults(table), *_shared_faults(table)]
    for player, fields in enumerate(table.fields):
        for number, (before, after) in enumerate(zip(({}, *fields), fields, strict=False)):
            where = f"players[{player}].fields[{number}]"
            found += [replace(f, where=where) for f in _growth_faults(before, after, number)]
    return [replace(fault, file=table.file) for fault in found]


def _start_faults(table: Table) -> Iterator[Fault]:
    """Yield starting cards and cards that do not fit the number of players."""
    players = len(table.names)
    start = next(card for card, setup in SETUPS.items() if players in setup["players"])
    in_play = rules.setup_cards(start)
    for player, fields in enumerate(table.fields):
        for number, field in enumerate(fields):
            where = f"players[{player}].fields[{number}]"
            for card in field.values():
                if card in SETUPS and card != start:
                    yield Fault(where, f"starting card {card}", f"{players} players use {start}")
                if card not in SETUPS and card not in in_play:
                    yield Fault(where, f"card {card} is not in this game", rules.range_of(start))


def _shared_faults(table: Table) -> Iterator[Fault]:
    """Yield cards that two players have laid."""
    owner: dict[Card, int] = {}
    for player, fields in enumerate(table.fields):
        for card in sorted({c for f in fields for c in f.values() if c not in SETUPS}, key=str):
            if owner.setdefault(card, player) != player:
                what = f"{table.names[owner[card]]} has laid card {card} too"
                yield Fault(f"players[{player}]", what, "each card once")


def _growth_faults(before: Field, after: Field, number: int) -> Iterator[Fault]:
    """Yield what cannot have happened to a field within a round (from 0)."""
    for cell in sorted(before.keys() - after.keys()):
        yield Fault("", f"no card at {list(cell)} any more", "a card may be covered, not removed")
    moved = {card for cell, card in before.items() if after.get(cell) != card}
    for card in sorted(moved & {*after.values()}, key=str):
        yield Fault("", f"card {card} lies elsewhere now", "cards stay where they lie")
    new = [card for cell, card in after.items() if before.get(cell) != card and card not in SETUPS]
    most = FACTS["rounds"]["cards"][number] - 1
    if len(new) > most:
        yield Fault("", f"{len(new)} new cards in round {number + 1}", f"at most {most}")


# ----------------------------------------------------------------------------------------- points


def faults_of(record: Record | Bare | Table) -> list[Fault]:
    """Return every rule break of a record."""
    if isinstance(record, Record):
        found = rules.play(record.instance, record.moves)[1]
        return [replace(fault, file=record.file) for fault in found]
    return table_faults(record) if isinstance(record, Table) else []


def score_record(record: Record | Bare | Table) -> dict[str, Any]:
    """Return the result of a record (FORMATS: field), with totals as far as they can be told."""
    if isinstance(record, Table):
        return _score_table(record)
    return _score_bare(record) if isinstance(record, Bare) else _score_play(record)


def _score_play(record: Record) -> dict[str, Any]:
    instance = record.instance
    state, _ = rules.play(instance, record.moves)
    _, parts = rules.score(state)
    total = sum(parts["rounds"]) + parts["groups"]
    solo = instance.kind != "placement"
    return {
        "game": "field",
        "kind": instance.kind,
        "finished": not solo or rules.over(state),
        **{key: parts[key] for key in ("rounds", "rows", "columns", "groups")},
        "flowers": _flowers(state.field, instance.flowers) if parts["groups"] else {},
        "total": total,
        "dummy": parts["dummy"] if solo else None,
        "margin": total - parts["dummy"] if solo else None,
        "faults": [str(fault) for fault in faults_of(record)],
    }


def _flowers(field: Field, flowers: Any) -> dict[str, int]:
    return group_points(field, flowers)


def _sections(fields: tuple[Field, ...], last: int, flowers: Flowers) -> dict[str, Any]:
    """Return the points of a player whose fields after some rounds are known."""
    field = fields[-1]
    rounds = [row_points(f, flowers) + column_points(f, flowers) for f in fields]
    groups = group_points(field, flowers) if last == LAST_ROUND else {}
    return {
        "rounds": rounds,
        "rows": row_points(field, flowers),
        "columns": column_points(field, flowers),
        "groups": sum(groups.values()),
        "flowers": groups,
        "total": sum(rounds) + sum(groups.values()),
    }


def _score_bare(record: Bare) -> dict[str, Any]:
    parts = _sections((record.field,), record.round, record.flowers)
    return {
        "game": "field",
        "kind": "field",
        **parts,
        "dummy": None,
        "margin": None,
        "faults": [],
    }


def _score_table(record: Table) -> dict[str, Any]:
    faults = table_faults(record)
    players = [
        _player(name, _sections(fields, len(fields), record.flowers))
        for name, fields in zip(record.names, record.fields, strict=True)
    ]
    finished = all(len(fields) == LAST_ROUND for fields in record.fields)
    best = max(player["score"] for player in players)
    decided = finished and not faults
    return {
        "game": "field",
        "kind": "game",
        "finished": finished,
        "players": players,
        "winner": [p["name"] for p in players if p["score"] == best] if decided else [],
        "faults": [str(fault) for fault in faults],
    }


def _player(name: str, parts: dict[str, Any]) -> dict[str, Any]:
    """Return a player as results of several players write one."""
    return {"name": name, "score": parts.pop("total"), "breakdown": parts}


def score_sheet(
    record: Record | Bare | Table, result: Mapping[str, Any]
) -> dict[str, dict[str, int | None]]:
    """Return the points of a result as people write them down: rounds, groups, total, margin."""
    if isinstance(record, Table):
        return {one["name"]: _lines(one["breakdown"], 1, one["score"]) for one in result["players"]}
    if isinstance(record, Bare) or record.instance.kind == "placement":
        lines = {"rows": result["rows"], "columns": result["columns"]}
        return {"you": {**lines, **result["flowers"], "total": result["total"]}}
    you = _lines(result, record.instance.round, result["total"])
    return {
        "you": {**you, "margin": result["margin"]},
        "dummy": {"total": result["dummy"]},
    }


def _lines(parts: Mapping[str, Any], first: int, total: int) -> dict[str, int | None]:
    """Return the points of rounds that were played to their end, ``first`` on, and of groups."""
    rounds = enumerate(parts["rounds"], first)
    return {f"round {n}": points for n, points in rounds} | {**parts["flowers"], "total": total}
