"""Two ways to the optimum of an instance: every legal play by the referee alone, and the search."""

from __future__ import annotations

from solver.field import game, model
from solver.field.rules import apply, legal_moves, over, score, start


def brute_force(instance):
    """Every legal play, by the referee alone."""
    best, seen, waiting = -(10**6), set(), [start(instance)]
    while waiting:
        state = waiting.pop()
        key = (frozenset(state.field.items()), state.turn, state.round, state.hand)
        key += (frozenset(state.dummy), state.used)
        if key in seen:
            continue
        seen.add(key)
        if over(state) or instance.kind == "placement":
            best = max(best, score(state)[0])
        waiting += [apply(state, move) for move in legal_moves(state)]
    return best


def solved(instance):
    finding = model.search(instance, lambda finding: None)
    assert finding.complete and finding.score == finding.bound
    assert game.replay(instance, finding.moves)[0] == finding.score
    return finding.score
