"""The steps of every region go in; one legal order of them all comes out, if there is one."""

from __future__ import annotations

from typing import NamedTuple

from solver.tiles.plans import set_of
from solver.tiles.rules import JOKER, Instance
from solver.tiles.state import Step

TRIES = 20_000  # positions looked at; nearly always the first order is legal


class _Place(NamedTuple):
    """How far each region's steps are done; hand jokers, board jokers, numbers in hand."""

    done: tuple[int, ...]
    held: int
    board: int
    numbers: int


def in_order(instance: Instance, lanes: list[list[Step]]) -> list[Step] | None:
    """Return the steps of all lanes in a legal order; None if none is found."""
    held = instance.hand.count(JOKER)
    first = _Place((0,) * len(lanes), held, instance.jokers_left, set_of(instance.hand))
    dead: set[_Place] = set()

    def onward(place: _Place, steps: tuple[Step, ...]) -> tuple[Step, ...] | None:
        if all(done == len(lane) for done, lane in zip(place.done, lanes, strict=True)):
            return steps
        if place in dead or len(dead) > TRIES:
            return None
        for step, after in _next(place, lanes):
            found = onward(after, (*steps, step))
            if found is not None:
                return found
        dead.add(place)
        return None

    found = onward(first, ())
    return None if found is None else list(found)


def _next(place: _Place, lanes: list[list[Step]]) -> list[tuple[Step, _Place]]:
    """Return the steps that can come next, those that leave most jokers in hand first."""
    found = []
    for number, (done, lane) in enumerate(zip(place.done, lanes, strict=True)):
        if done == len(lane):
            continue
        step, after = lane[done], _onward(place, number)
        if step.action == "loan":
            found += _lent(step, after, lanes)
        elif (played := _taken(step, after)) is not None:
            found.append((step, played))
    return sorted(found, key=lambda way: (-way[1].held, -way[1].numbers.bit_count()))


def _onward(place: _Place, number: int) -> _Place:
    done = place.done
    return place._replace(done=(*done[:number], done[number] + 1, *done[number + 1 :]))


def _taken(step: Step, place: _Place) -> _Place | None:
    """Return what a step leaves in hand and on the board; None if it is not legal now."""
    laid = set_of(step.new) | set_of(step.ready or ())
    numbers, held = place.numbers & ~laid, place.held - step.taken
    if held < 0 or (step.earns and not (place.board and (numbers or held))):
        return None
    board = place.board - step.earns
    return place._replace(held=held + step.given, board=board, numbers=numbers)


def _lent(step: Step, place: _Place, lanes: list[list[Step]]) -> list[tuple[Step, _Place]]:
    """Return the plays among other tiles that can lay stolen jokers at once."""
    found = []
    count = len(step.stolen)
    for number, (done, lane) in enumerate(zip(place.done, lanes, strict=True)):
        if done == len(lane) or not count:
            continue
        play = lane[done]
        if play.action == "play" and not (play.stolen or play.earns) and play.taken >= count:
            robbing = play._replace(
                before=step.before,
                ready=step.ready,
                stolen=step.stolen,
                left=step.left,
                taken=play.taken - count,
            )
            after = _taken(robbing, _onward(place, number))
            if after is not None:
                found.append((robbing, after))
    return found
