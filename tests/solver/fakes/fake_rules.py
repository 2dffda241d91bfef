"""The referee of the fake model: a move says what it scores; below zero it is illegal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from layouts.faults import BadInput, Fault
from layouts.sources import Source


@dataclass(frozen=True)
class Instance:
    kind: ClassVar[str] = "fake"
    objective: ClassVar[str | None] = None

    word: str
    readings: Mapping[str, str] = field(default_factory=dict)


def read(source: Source) -> Instance:
    return Instance(source.table["word"])


def replay(instance: Instance, moves: Sequence[Mapping[str, Any]]) -> tuple[int, Mapping[str, Any]]:
    if any(move["points"] < 0 for move in moves):
        raise BadInput(Fault("moves[0]", "illegal"))
    total = sum(move["points"] for move in moves)
    return total, {"points": total}
