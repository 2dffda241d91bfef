"""A written-down garden game goes in; everybody's points and every rule break come out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from layouts.faults import Fault, Faults
from layouts.sources import Source
from solver.garden.instance import (
    Head,
    left_out,
    read_head,
    read_laid,
    read_own,
    read_own_pawns,
    read_pawns,
)
from solver.garden.match import Match, State, final_picture, over, play, points, start
from solver.garden.notation import BEDS, our_cards, read_space, read_turn
from solver.garden.rules import COLOURS, Card, Colour, Flowers, Laid, Move, Pawns, Table, lay_all
from solver.keys import Keys, of_kind, shown


@dataclass(frozen=True, slots=True)
class Record:
    """A game as written down: its moves, or its last picture with coins and wheelbarrows."""

    match: Match
    moves: tuple[Move, ...] = ()
    picture: Table | None = None
    finished: tuple[Colour, ...] = ()
    file: str = ""


def read_record(source: Source) -> Record:
    """Read a record or a final picture; whether the moves are legal is for ``replay`` to say.

    Raises:
        BadInput: every fault, with its key path.
    """
    faults = Faults(source.name)
    keys = Keys(source.table, faults)
    head = read_head(keys, "score")
    seats = _read_seats(head)
    if keys.has("cards"):
        record = _read_picture(head, seats)
    else:
        match = Match(seats, _read_hands(head, seats), head.version, head.readings, head.virtual)
        record = Record(match, _read_moves(head, match))
    head.close()
    faults.raise_if_any()
    return replace(record, file=source.name)


def _read_seats(head: Head) -> tuple[Colour, ...]:
    keys, faults = head.keys, head.faults
    listed = keys.get("seats", list, None, "the players' colours, clockwise, start player first")
    found = [head.colour(item, f"seats[{n}]") for n, item in enumerate(listed)]
    seats = [colour for colour in found if colour]
    counted = head.sure and isinstance(keys.table.get("seats"), list)
    if counted and len(listed) != head.players:
        faults.add("seats", f"{len(listed)} seats", f"one for each of {head.players} players")
    if len(set(seats)) < len(seats):
        faults.add("seats", "a colour sits twice", "each player has his own")
    if head.players == 2 and not keys.has("virtual"):
        faults.add("virtual", "is missing", "the third colour of a game of two")
    if head.virtual in seats:
        faults.add("virtual", f"{head.virtual} has a seat", "a colour that nobody plays")
    return tuple(seats)


def _read_hands(head: Head, seats: tuple[Colour, ...]) -> dict[Colour, tuple[Card, ...]]:
    """Read ``hands``; a colour that is not named has all its cards."""
    given = head.keys.get("hands", dict, {})
    order = [*seats, head.virtual] if head.virtual else [*seats]
    hands = {}
    for name in given:
        if name not in order:
            head.faults.add(f"hands.{name}", f"{shown(name)} has no seat", ", ".join(order))
    for colour in order:
        where = f"hands.{colour}"
        if colour not in given:
            hands[colour] = _full_hand(head, colour)
            continue
        names = of_kind(given[colour], list, head.faults, where, "a list of cards")
        hands[colour] = read_own(head, names or [], colour, where)
        if names is not None and not names:
            head.faults.add(where, "no card", "at least one")
    return hands


def _full_hand(head: Head, colour: Colour) -> tuple[Card, ...]:
    """Return all cards of a colour; ours stand in where [patterns] lacks cards never laid."""
    names = (f"{colour}-{beds}" for beds in BEDS if beds not in left_out(head.players))
    return tuple(head.cards.get(name, our_cards()[name]) for name in names)


def _read_moves(head: Head, match: Match) -> tuple[Move, ...]:
    tables = head.keys.get(
        "moves", list, None, "[[moves]] with card, at, turn, or a picture: cards"
    )
    moves = []
    for number, table in enumerate(tables):
        where = f"moves[{number}]"
        keys = Keys(of_kind(table, dict, head.faults, where) or {}, head.faults, where)
        move = read_move(head, keys)
        if move and match.order and move.laid.card.colour not in match.order:
            head.faults.add(f"{where}.card", f"{move.laid.card.name}: its colour has no seat")
        elif move:
            moves.append(move)
    return tuple(moves)


def read_move(head: Head, keys: Keys) -> Move | None:
    """Read one move of a record or of a result; None where a fault was noted."""
    faults, before = head.faults, len(head.faults.found)
    card = head.card(keys.table["card"], keys.path("card")) if _needed(keys, "card") else None
    at = read_space(keys.table["at"], faults, keys.path("at")) if _needed(keys, "at") else None
    turn = read_turn(keys.table["turn"], faults, keys.path("turn")) if keys.has("turn") else 0
    flowers = _flowers(head, keys, "flowers") if keys.has("flowers") else None
    sold = tuple(
        head.flowers(bouquet, f"{keys.path('sold')}[{number}]")
        for number, bouquet in enumerate(keys.get("sold", list, []))
    )
    discarded = _flowers(head, keys, "discarded")
    pawns = _read_stood(head, keys)
    by = head.colour(keys.table["by"], keys.path("by")) if keys.has("by") else ""
    keys.close()
    if len(faults.found) > before or card is None or at is None or turn is None:
        return None
    return Move(Laid(card, at, turn), flowers, sold, discarded, pawns, by or "")


def _needed(keys: Keys, key: str) -> bool:
    if keys.has(key):
        return True
    keys.faults.add(keys.path(key), "is missing")
    return False


def _flowers(head: Head, keys: Keys, key: str) -> Flowers:
    return head.flowers(keys.get(key, list, []), keys.path(key))


def _read_stood(head: Head, keys: Keys) -> dict[Colour, Pawns]:
    where, stood = keys.path("pawns"), {}
    for name, value in keys.get("pawns", dict, {}).items():
        colour = head.colour(name, f"{where}.{name}")
        own = read_own_pawns(head, value, f"{where}.{name}")
        if colour:
            stood[colour] = own
    return stood


def _read_picture(head: Head, seats: tuple[Colour, ...]) -> Record:
    """Read a final picture: cards, pawns, coins, wheelbarrows, order of finishing."""
    keys, faults = head.keys, head.faults
    table = read_pawns(head, Table(lay_all(read_laid(head))))
    coins = {}
    for name, value in keys.get("coins", dict, {}).items():
        where = f"coins.{name}"
        number = of_kind(value, int, faults, where, "what the sales have brought")
        if _seated(head, seats, name, where) and number is not None:
            coins[name] = number
            if number < 0:
                faults.add(where, f"{number} is below 0", "what the sales have brought")
    barrows = {
        name: head.flowers(value, f"wheelbarrows.{name}")
        for name, value in keys.get("wheelbarrows", dict, {}).items()
        if _seated(head, seats, name, f"wheelbarrows.{name}")
    }
    listed = keys.get("finished", list, None, "the players in the order of finishing")
    finished = [head.colour(item, f"finished[{n}]") for n, item in enumerate(listed)]
    if isinstance(keys.table.get("finished"), list) and sorted(map(str, finished)) != sorted(seats):
        faults.add("finished", f"{shown(listed)} is not every player once", ", ".join(seats))
    match = Match(seats, {}, head.version, head.readings, head.virtual)
    table = replace(table, coins=coins, barrows=barrows)
    return Record(match, (), table, tuple(colour for colour in finished if colour))


def _seated(head: Head, seats: tuple[Colour, ...], name: str, where: str) -> bool:
    if name not in seats:
        head.faults.add(where, f"{shown(name)} has no seat", ", ".join(seats))
    return name in seats


def replay_record(record: Record) -> tuple[State, list[Fault]]:
    """Replay a record; return the last position and every rule break."""
    if record.picture is not None:
        return final_picture(record.match, record.picture, record.finished), []
    state, faults = start(record.match), []
    for number, move in enumerate(record.moves):
        where = f"moves[{number}]"
        if over(state):
            faults.append(Fault(where, "a move after the end of the game", "", record.file))
            break
        state, found = play(state, move)
        faults += [_placed(fault, where, record.file) for fault in found]
    return state, faults


def _placed(fault: Fault, where: str, file: str) -> Fault:
    return replace(fault, where=f"{where}.{fault.where}" if fault.where else where, file=file)


def score_record(record: Record) -> dict[str, Any]:
    """Return the result of a record (FORMATS: garden), with totals as far as they can be told."""
    state, faults = replay_record(record)
    complete = over(state)
    breakdown: Mapping[Colour, Mapping[str, int]] = points(state)
    totals = {colour: sum(parts.values()) for colour, parts in breakdown.items()}
    best = max(totals.values())
    decided = complete and not faults
    return {
        "game": "garden",
        "kind": "score",
        "complete": complete,
        "totals": totals,
        "breakdown": breakdown,
        "winners": [c for c in COLOURS if totals.get(c) == best] if decided else [],
        "score": best,
        "faults": [str(fault) for fault in faults],
    }


def score_sheet(record: Record, result: Mapping[str, Any]) -> dict[str, dict[str, int | None]]:
    """Return the points of a result as people write them down: by part and in total."""
    totals = result["totals"]
    return {
        colour: {**parts, "total": totals[colour]} for colour, parts in result["breakdown"].items()
    }
