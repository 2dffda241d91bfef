"""An instance and a plan go in; the plan's score and breakdown come out, or every rule break."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from layouts.faults import BadInput, Fault
from solver.tiles.rules import (
    Instance,
    Move,
    Play,
    Position,
    Swap,
    apply,
    faults_of,
    flowers,
    start,
)


def replay(instance: Instance, moves: Iterable[Move]) -> tuple[int, dict[str, int]]:
    """Play a whole plan and return its score and breakdown.

    Raises:
        BadInput: the plan breaks a rule; every illegality is listed.
    """
    position, faults, actions, laid = start(instance), [], 0, 0
    for number, move in enumerate(moves):
        found = _kind_faults(instance, position, move, actions) or faults_of(position, move)
        faults += [replace(fault, where=f"moves[{number}]") for fault in found]
        if found:
            continue
        position = apply(position, move)
        if not isinstance(move, Swap):
            actions, laid = actions + 1, laid + len(move.from_hand)
    if position.swapped:
        faults.append(Fault("moves", "a swap is the last move", "a play or extension follows it"))
    if faults:
        raise BadInput(faults)
    return _score(instance, position, laid)


def _kind_faults(instance: Instance, position: Position, move: Move, actions: int) -> list[Fault]:
    if instance.kind == "sweep" and (not isinstance(move, Play) or move.stolen):
        return [Fault("", "a sweep lays new rows of its own tiles only")]
    if instance.kind == "turn" and actions:
        return [Fault("", "the turn is over", "swaps, then one play or one extension")]
    if not position.hand:
        return [Fault("", "the hand is empty", "nothing comes after it")]
    return []


def _score(instance: Instance, position: Position, laid: int) -> tuple[int, dict[str, int]]:
    if instance.objective == "tiles":
        return laid, {"tiles": laid}
    free = instance.kind == "sweep" or instance.objective == "reward"
    lost = 0 if free else -flowers(position.hand)
    return position.won + lost, {"tokens": position.won, "flowers": lost}
