"""The play that answers a turn or a plan goes in; its score comes out, or every rule it breaks.

Part of the referee: written from the rulebook, it shares no code with the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from layouts.faults import BadInput, Fault
from solver.garden.rules import (
    Instance,
    Move,
    Table,
    Turn,
    bed_points,
    final_sale,
    finish,
    lawn_points,
    lay,
)


def replay(instance: Instance, moves: Iterable[Move]) -> tuple[int, dict[str, int]]:
    """Play the moves of an answer and return its score and breakdown.

    Raises:
        BadInput: the play breaks a rule or is not the one asked for; every fault is listed.
    """
    moves, me = list(moves), instance.me
    faults = list(_hand_faults(instance, moves))
    table, picked = replace(instance.table, coins={}), 0
    for number, move in enumerate(moves):
        last = number + 1 == len(moves)
        before = len(table.barrows.get(me, ()))
        turn = _turn_of(instance, last)
        table, found = lay(table, move, turn)
        picked += len(table.barrows[me]) - before
        table, more = finish(table, move, turn)
        faults += [_placed(fault, f"moves[{number}]") for fault in found + more]
    if faults:
        raise BadInput(faults)
    if instance.kind == "plan":
        table = final_sale(table, me)
    return _score(instance, table, picked)


def _turn_of(instance: Instance, last: bool) -> Turn:
    plan, me = instance.kind == "plan", instance.me
    return Turn(
        me,
        me,
        frozenset({me}),
        instance.capacity,
        may_wait=plan and instance.version == "tactical",
        last=plan and last,
        early=instance.readings.sell_early,
        virtual=instance.virtual,
    )


def _hand_faults(instance: Instance, moves: list[Move]) -> Iterator[Fault]:
    wanted = 1 if instance.kind == "turn" else len(instance.hand)
    if len(moves) != wanted:
        yield Fault("moves", f"{len(moves)} moves", f"a {instance.kind} of {wanted} is asked for")
    laid = Counter(move.laid.card for move in moves)
    for card in (laid - Counter(instance.hand)).elements():
        yield Fault("moves", f"{card.name} is not in the hand, or is laid twice")


def _placed(fault: Fault, where: str) -> Fault:
    return replace(fault, where=f"{where}.{fault.where}" if fault.where else where)


def _score(instance: Instance, table: Table, picked: int) -> tuple[int, dict[str, int]]:
    me = instance.me
    breakdown = {
        "beds": bed_points(table.garden, me),
        "lawn": lawn_points(table.garden, table.pawns, me),
        "sales": table.coins.get(me, 0),
    }
    if instance.kind == "plan":
        return sum(breakdown.values()), breakdown
    breakdown["flowers"] = picked
    points = breakdown["beds"] + breakdown["lawn"]
    totals = {"sale": breakdown["sales"], "flowers": picked}
    return totals.get(instance.objective or "points", points), breakdown
