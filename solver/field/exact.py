"""Tasks with few cards that follow each other go in; every play is tried, and the best comes out.

Turn by turn over all positions: of plays that lead to the same position only the best goes on, and
only while what may still come could beat the best play known. Whenever it stops, the positions left
open bound what any play can score.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from solver.field.beam import Node, after_step, scored, steps_from
from solver.field.order import Step
from solver.field.outlook import Outlook, most_after
from solver.field.task import HEIGHT, WIDTH, Task

MOST_POSITIONS = 150_000  # of one turn; they take some 200 MB
PULSE = 100  # positions between looks at the clock

Hopes = dict[object, tuple[int, Node]]  # by position the bound from there and the best way there


@dataclass(slots=True)
class Exact:
    """The search: the best play and its score.

    ``value`` is the score of a whole play, ``dummy`` what it takes away at least.
    """

    tasks: Sequence[Task]
    value: Callable[[Node], int]
    dummy: int
    best: Node
    score: int

    def search(self, start: Node, deadline: float = math.inf) -> int | None:
        """Try every play from here; return the bound: the score if the search came to its end.

        None if it stopped before it knew any.
        """
        bound, layer = None, [start]
        for number, task in enumerate(self.tasks):
            for turn in range(len(task.turns)):
                hopes = self._turn(layer, number, turn, deadline)
                if hopes is None:
                    return bound
                layer = [node for _, node in hopes.values()]
                bound = max((hope for hope, _ in hopes.values()), default=self.score)
            last = number == len(self.tasks) - 1
            layer = [scored(node, task, last) for node in layer]
        for node in layer:
            if (score := self.value(node)) > self.score:
                self.best, self.score = node, score
        return self.score

    def _turn(self, layer: list[Node], number: int, turn: int, deadline: float) -> Hopes | None:
        """Return the positions after a turn that may lead to more; None where it is too much."""
        tasks, found = self.tasks[number:], Hopes()
        cards = tasks[0].piles[tasks[0].turns[turn]].cards
        left = (len(tasks[0].turns) - turn - 1, *(len(task.turns) for task in tasks[1:]))
        flowers = len(set(tasks[0].flowers.values()))
        matters = self._matters(number)
        for count, node in enumerate(layer):
            if count % PULSE == 0 and time.monotonic() >= deadline:
                return None
            outlook, points = Outlook(node, tasks), node.points - self.dummy
            for step in mirrored_once(node, steps_from(node, cards)):
                hope = points + most_after(outlook.after(step), left, flowers)
                if hope > self.score:
                    new = after_step(node, step)
                    key = frozenset(new.lying.items()), new.laid & matters
                    if key not in found or found[key][0] < hope:
                        found[key] = hope, new
            if len(found) > MOST_POSITIONS:
                return None
        return found

    def _matters(self, number: int) -> frozenset[int]:
        """Return the cards of which it matters, beside how the field looks, whether one laid them.

        Those of this round may not be laid again; all of them where they are not the dummy's.
        """
        rounds = self.tasks if self.tasks[-1].margin else self.tasks[number : number + 1]
        return frozenset(card for task in rounds for card in task.cards)


def mirrored_once(node: Node, steps: Iterable[Step]) -> Iterator[Step]:
    """Leave out steps from a lone card that others mirror at the diagonal: the rules stay."""
    lone = next(iter(node.lying)) if len(node.lying) == 1 and WIDTH == HEIGHT else None
    for card, cell in steps:
        if lone is None or cell is None or cell[1] == lone[1]:
            yield card, cell
