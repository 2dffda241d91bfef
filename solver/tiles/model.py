"""A turn, harvest or sweep goes in; its proven best play comes out (see solver/run.py)."""

from __future__ import annotations

import math
from dataclasses import replace

from solver.finding import Finding, Report
from solver.tiles.gather import best_plan
from solver.tiles.notation import write_move
from solver.tiles.plans import inserted
from solver.tiles.rules import (
    EARNS,
    JOKER,
    Extend,
    Instance,
    Move,
    Play,
    Row,
    Swap,
    flowers_on,
    token_for,
)
from solver.tiles.state import Step
from solver.tiles.turn import best_turn

VARIANTS = ("all-arcs",)  # a sweep's CP-SAT keeps the arcs that reduced costs would leave out


def search(
    instance: Instance,
    report: Report,
    *,
    seed: int = 0,
    deadline: float = math.inf,
    variant: str = "",
) -> Finding:
    """Find the best play of an instance (the contract is in ``solver/run.py``)."""
    if instance.kind == "turn":
        score, moves = best_turn(instance)
        return Finding(score, score, _written(moves), complete=True)
    if instance.kind == "harvest":
        return _search_harvest(instance, report, deadline)
    return _search_sweep(instance, report, seed, deadline, variant)


def _written(moves: list[Move]) -> tuple[dict[str, object], ...]:
    return tuple(write_move(move) for move in moves)


def _search_sweep(
    instance: Instance, report: Report, seed: int, deadline: float, variant: str
) -> Finding:
    from solver.tiles.sweep import search_sweep  # noqa: PLC0415 - turn and harvest need no engine

    best = Finding(0)

    def tell(plays: list[Play] | None, bound: int | None) -> None:
        nonlocal best
        if bound is not None:
            best = replace(best, bound=bound)
        if plays is not None:
            won = sum(play.token or 0 for play in plays)
            best = replace(best, score=won, moves=_written(list(plays)))
        report(best)

    fix = variant != "all-arcs"
    complete = search_sweep(instance, tell, seed=seed, deadline=deadline, fix=fix)
    return replace(best, complete=complete)


def _search_harvest(instance: Instance, report: Report, deadline: float) -> Finding:
    best = Finding(-sum(map(flowers_on, instance.hand)))

    def tell(steps: list[Step] | None, score: int, bound: int) -> None:
        nonlocal best
        best = replace(best, bound=bound)
        if steps is not None:
            best = replace(best, score=score, moves=_written(moves_of(instance, steps)))
        report(best)

    complete = best_plan(instance, deadline, tell)
    return replace(best, complete=complete)


def moves_of(instance: Instance, steps: list[Step]) -> list[Move]:
    """Return a plan's steps as moves, with rows by number, tokens and earned jokers."""
    table, hand = list(instance.table), list(instance.hand)
    tokens, board = list(instance.tokens), instance.jokers_left
    moves: list[Move] = []

    def lay(tiles: Row) -> None:
        for tile in tiles:
            hand.remove(tile)

    def extend(place: int, new: Row) -> None:
        added = _minus(new, table[place])
        lay(added)
        moves.append(Extend(place, added, new))
        table[place] = new

    for step in steps:
        place = table.index(step.before) if step.before is not None else None
        if step.action == "extend" and place is not None:
            extend(place, step.new)
        elif step.action == "swap" and place is not None:
            tile = next(tile for tile in _minus(step.new, table[place]))
            lay((tile,))
            hand.append(JOKER)
            table[place] = step.new
            moves.append(Swap(place, (tile,), step.new))
        else:
            if place is not None and step.ready and step.ready != step.before:
                extend(place, step.ready)
            from_hand = _minus(step.new, step.stolen)
            lay(from_hand)
            token = token_for(sum(map(flowers_on, step.new)), tokens)
            if token:
                tokens.remove(token)
            allowed = instance.readings.joker_in_three_earns_joker or JOKER not in step.new
            earned = len(step.new) == EARNS and not step.stolen and bool(board and hand and allowed)
            board -= earned
            hand += [JOKER] * earned
            moves.append(
                Play(step.new, from_hand, step.stolen, place, step.left, token, joker=earned)
            )
            if place is not None and step.left:
                table[place] = step.left
            table.append(step.new)
    if moves and isinstance(moves[-1], Swap):
        place = moves[-1].onto
        extend(place, inserted(table[place], JOKER)[0])
    return moves


def _minus(row: Row, tiles: Row) -> Row:
    left = list(row)
    for tile in tiles:
        if tile in left:
            left.remove(tile)
    return tuple(sorted(left))
