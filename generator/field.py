"""A position of the number-card game and its result go in; the data of its drawing come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from generator.listing import in_columns
from layouts.binding import written
from solver.field.game import moves_from_json
from solver.field.rules import (
    FACTS,
    Card,
    Cell,
    Field,
    Instance,
    Move,
    box,
    deck_due,
    laid,
    play,
    score,
    start,
    turns,
    value,
)
from solver.puzzle import Puzzle

ONE_COLUMN = 9  # lines of moves that a page has room for, the name of their round among them
NO_FLOWER = "leaf"  # what a starting card without a flower shows


def solved(instance: Instance, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the window of the field with its cards, a row for every move, and the points."""
    moves = moves_from_json(instance, result["moves"])
    field, order = _grown(instance, moves)
    return {
        "subtitle": _asked(instance, result["status"] == "proved"),
        **_drawn(instance, field, order),
        **_axes(field),
        **_listed(instance, moves),
        "score": result["score"],
        "breakdown": list(_points(instance, result["breakdown"])),
    }


def puzzle(instance: Instance, found: Puzzle) -> dict[str, Any]:
    """Return what the page of a puzzle draws: the field with room round it, and the cards."""
    return {
        **_drawn(instance, instance.field, {}, roomy=True),
        "hands": [
            {"name": name, "cards": [_face(instance, card) for card in cards]}
            for name, cards in _hands(instance)
        ],
        "turns": [
            {"turn": number, "deck": name} for number, name in enumerate(_turns(instance), 1)
        ],
    }


def answer(instance: Instance, found: Puzzle, ratio: float) -> dict[str, Any]:
    """Return what the answer of a puzzle draws: the field after it, the cards in their order."""
    moves = _earning(instance, moves_from_json(instance, found.moves))
    rows = zip(_rows(instance, moves), _beside(instance, moves), strict=True)
    return {
        **_drawn(instance, *_grown(instance, moves)),
        "moves": [{**row, "beside": where} for row, where in rows],
    }


def _earning(instance: Instance, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return a play of the same score without the cards that it does not need.

    The last ones go first, since others may lie there for their sake. Who takes turns still takes
    them and leaves the card out.
    """
    best = score(play(instance, moves)[0])
    for at, move in reversed(list(enumerate(moves))):
        fewer = (*moves[:at], replace(move, at=None), *moves[at + 1 :])
        state, faults = play(instance, fewer)
        if not faults and score(state)[0] == best[0]:
            moves = fewer
    turns_taken = instance.kind != "placement"
    return tuple(move for move in moves if turns_taken or move.at is not None)


def _hands(instance: Instance) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the cards that are to be laid, under their names."""
    if instance.kind == "placement":
        yield "Your cards", instance.cards
    for decks in instance.decks:
        yield "Large", decks.large
        yield "Small", decks.small


def _turns(instance: Instance) -> Iterator[str]:
    """Yield the deck of every turn, or nothing for every card of a hand."""
    if instance.kind == "placement":
        yield from ("" for _ in instance.cards)
        return
    state = start(instance)
    for turn in range(turns(state)):
        yield deck_due(replace(state, turn=turn))


def _drawn(
    instance: Instance, field: Field, order: Mapping[Cell, int], *, roomy: bool = False
) -> dict[str, Any]:
    """Return the window of a field; a roomy one has every cell that the field may grow to."""
    width, height = box(field)
    most = FACTS["field"]
    across, down = (most["width"] - width, most["height"] - height) if roomy else (0, 0)
    left, top = min(x for x, _ in field) - across, max(y for _, y in field) + down
    columns, lines = width + 2 * across, height + 2 * down
    return {
        "columns": columns,
        "lines": lines,
        "empty": [{"x": x, "y": y} for x in range(columns) for y in range(lines) if roomy],
        "cells": [
            {
                "x": x - left,
                "y": top - y,
                **_face(instance, card),
                "order": order.get((x, y), ""),
                "new": (x, y) in order,
            }
            for (x, y), card in field.items()
        ],
    }


def _axes(field: Field) -> dict[str, Any]:
    """Return the coordinates of the columns and lines of a field's window."""
    xs, ys = [x for x, _ in field], [y for _, y in field]
    return {
        "across": [{"at": x - min(xs), "number": x} for x in range(min(xs), max(xs) + 1)],
        "up": [{"at": max(ys) - y, "number": y} for y in range(min(ys), max(ys) + 1)],
    }


def _face(instance: Instance, card: Card) -> dict[str, Any]:
    return {"number": value(card), "flower": instance.flowers.get(card, NO_FLOWER)}


def _grown(instance: Instance, moves: tuple[Move, ...]) -> tuple[Field, dict[Cell, int]]:
    """Return the field after all moves, and which move laid the card on a cell."""
    field, order = instance.field, dict[Cell, int]()
    for number, move in enumerate(moves, 1):
        if move.at is not None:
            field = laid(field, move.card, move.at)
            order[move.at] = number
    return field, order


def spoken(instance: Instance, moves: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the moves of a result with the card that each of them covers."""
    covered = _covered(instance, moves_from_json(instance, moves))
    return [{**move, "on": card} for move, card in zip(moves, covered, strict=True)]


def summands(instance: Instance, breakdown: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a score as they are added.

    Those of one round are its rows and columns, those of several each round; the dummy is taken
    away where the margin is asked.
    """
    if not breakdown:
        return {}
    rounds = {f"round {n}": points for n, points in enumerate(breakdown["rounds"], instance.round)}
    if len(rounds) == 1:
        rounds = {key: breakdown[key] for key in ("rows", "columns")}
    parts = {**rounds, "groups": breakdown["groups"]}
    return parts | ({"dummy": -breakdown["dummy"]} if instance.objective == "margin" else {})


def _covered(instance: Instance, moves: Iterable[Move]) -> Iterator[int | None]:
    """Yield for each move the number of the card that it covers, or None."""
    field = instance.field
    for move in moves:
        below = field.get(move.at) if move.at is not None else None
        yield None if below is None else value(below)
        if move.at is not None:
            field = laid(field, move.card, move.at)


def _beside(instance: Instance, moves: Iterable[Move]) -> Iterator[str]:
    """Yield for each move where its card goes: on which card, or beside which one."""
    field = instance.field
    for move in moves:
        if move.at is None:
            yield "left out"
            continue
        x, y = move.at
        around = {
            "on": move.at,
            "right of": (x - 1, y),
            "above": (x, y - 1),
            "left of": (x + 1, y),
            "below": (x, y + 1),
        }
        yield next(f"{word} {value(field[at])}" for word, at in around.items() if at in field)
        field = laid(field, move.card, move.at)


def _asked(instance: Instance, proved: bool) -> str:
    """Return what was asked in words; a play that is not proven is not called the best."""
    if instance.kind == "placement":
        return "The best that these cards can do" if proved else "What these cards can do"
    which = _span(instance.round, instance.last_round)
    lead = ", your points less the dummy's" if instance.objective == "margin" else ""
    return f"{'The best play' if proved else 'A play'} of {which}{lead}"


def _span(first: int, last: int) -> str:
    """Return the rounds from one to another in words."""
    if first == last:
        return f"round {first}"
    return "a whole deal" if first == 1 else f"rounds {first} and {last}"


def _listed(instance: Instance, moves: Sequence[Move]) -> dict[str, Any]:
    """Return a row for every move with its place in columns: one for every round, if there are any.

    Round names stand on the first line. Columns are narrow also where they are few: a dummy's card
    stands near the card that it belongs to.
    """
    rows = list(_rows(instance, moves))
    if instance.kind == "placement":
        listed = "cards" if moves else "none"
        return {**in_columns(rows, ONE_COLUMN, 4), "rounds": [], "listed": listed}
    numbers = range(instance.round, instance.last_round + 1)
    lines = {number: count(1) for number in numbers}
    return {
        "moves": [
            {**row, "column": move.round - instance.round, "line": next(lines[move.round])}
            for row, move in zip(rows, moves, strict=True)
        ],
        "move-columns": 2 if len(numbers) == 1 else 3,
        "move-lines": ONE_COLUMN,
        "rounds": [{"name": f"Round {n}", "column": at} for at, n in enumerate(numbers)],
        "listed": "turns" if moves else "none",
    }


def _rows(instance: Instance, moves: Sequence[Move]) -> Iterator[dict[str, Any]]:
    """Yield a row for every move: card, place in words with what it covers, the dummy's card.

    The deck is named where a single round leaves room for it.
    """
    single = instance.round == instance.last_round
    for number, (move, below) in enumerate(zip(moves, _covered(instance, moves), strict=True), 1):
        place = "left out" if move.at is None else ", ".join(map(written, move.at))
        covers = "" if below is None else f"on {below}"
        yield {
            "order": number,
            "card": move.card,
            "place": f"{place} {covers}".rstrip(),
            "short": covers or place,
            "deck": move.deck if single else "",
            "dummy": "" if move.dummy is None else move.dummy,
        }


def _points(instance: Instance, breakdown: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what the score is the sum of; the dummy's points only where they are taken away."""
    for number, points in enumerate(breakdown["rounds"], instance.round):
        yield {"name": f"Round {number}", "points": points}
    yield {"name": "Groups", "points": breakdown["groups"]}
    if instance.objective == "margin":
        yield {"name": "Dummy", "points": -breakdown["dummy"]}
