"""What every solver answers: one shape for all games (FORMATS: result of ``solve``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Status = Literal["proved", "best-found", "infeasible", "none"]


@dataclass(frozen=True, slots=True)
class Result:
    """A verified answer; ``score`` and ``bound`` are None where no play exists or was found."""

    game: str
    kind: str
    status: Status
    score: int | None
    bound: int | None
    objective: str | None = None
    readings: Mapping[str, Any] = field(default_factory=dict)
    breakdown: Mapping[str, Any] = field(default_factory=dict)
    moves: Sequence[Mapping[str, Any]] = ()
    seconds: float = 0.0
    seed: int = 0
    verified: bool = False
    engine: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the table that ``--json`` prints."""
        return asdict(self)
