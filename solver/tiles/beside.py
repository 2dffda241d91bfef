"""The model of harvests in whole numbers, solved in a process of its own beside the search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from queue import Empty

from solver.spawning import Messages, spawned
from solver.tiles.losses import Losses
from solver.tiles.program import Program


class Beside(ExitStack):
    """A search in whole numbers; nothing at first, and nothing any more after the context."""

    def __init__(self) -> None:
        super().__init__()
        self._messages: Messages | None = None

    def begin(self, program: Program, losses: Losses, best: int) -> None:
        """Begin without the variables that no plan with more than the best points uses.

        So the bounds hold for plans with more points.
        """
        program = program.without(losses.ruled_out(best))
        process = spawned("solver.tiles.branch_and_cut", {"program": program._asdict()})
        self._messages = self.enter_context(process)

    @property
    def has_news(self) -> bool:
        """Whether something new is told."""
        return self._messages is not None and not self._messages.empty()

    def news(self) -> Iterator[int]:
        """Yield the bounds that have been told since the last time."""
        while self._messages is not None:
            try:
                message = self._messages.get_nowait()
            except Empty:
                return
            if message is None:  # it has ended
                self._messages = None
            else:
                yield message["bound"]
