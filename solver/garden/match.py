"""A whole garden game: moves go in turn by turn; who is next and everybody's points come out.

Part of the referee: written from the rulebook, it shares no code with the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from layouts.faults import Fault
from solver.garden.rules import (
    TABLES,
    USUAL,
    Card,
    Colour,
    Move,
    Readings,
    Table,
    Turn,
    bed_groups,
    bed_points,
    beds_of,
    final_sale,
    finish,
    lawn_points,
    lay,
)

PARTS = ("sales", "beds", "lawn", "yield", "freshness")


@dataclass(frozen=True, slots=True)
class Match:
    """What stands fixed while a game goes on: seats clockwise from the start player, hands.

    ``virtual``: the colour without an owner at a table of two; it sits last.
    """

    seats: tuple[Colour, ...]
    hands: Mapping[Colour, tuple[Card, ...]]
    version: Literal["family", "tactical"] = "family"
    readings: Readings = USUAL
    virtual: Colour = ""

    @property
    def order(self) -> tuple[Colour, ...]:
        """All colours that move, clockwise."""
        return (*self.seats, self.virtual) if self.virtual else self.seats

    @property
    def big_bouquet(self) -> int:
        """The price of a big bouquet, which is also that of two bonuses."""
        return TABLES[len(self.seats)]["big_bouquet"]


@dataclass(frozen=True, slots=True)
class State:
    """A position of a game: the table, the cards left, whose card was laid last.

    ``run``: the colours moved by ``performer`` without a break; ``due``: who lays the next card of
    the virtual player; ``settled``: beds and lawn of those who have finished, in that order.
    """

    match: Match
    table: Table
    hands: Mapping[Colour, tuple[Card, ...]]
    moves: int = 0
    active: Colour = ""
    performer: Colour = ""
    run: frozenset[Colour] = frozenset()
    due: Colour = ""
    settled: Mapping[Colour, tuple[int, int]] = field(default_factory=dict)


def start(match: Match) -> State:
    """Return the position a game begins with: an empty table."""
    return State(match, Table(), match.hands, due=match.seats[0])


def over(state: State) -> bool:
    """Tell whether every real player has laid his last card."""
    return not any(state.hands[seat] for seat in state.match.seats)


def next_colour(state: State) -> Colour:
    """Return whose card is laid next; the game is not over."""
    order = state.match.order
    if state.moves < len(order):
        return order[state.moves]
    after = order.index(state.active) + 1
    clockwise = [colour for colour in (*order[after:], *order[:after]) if state.hands[colour]]
    if state.match.version == "family":
        return clockwise[0]
    return min(clockwise, key=lambda colour: len(beds_of(state.table.garden, colour)))


def next_performer(state: State) -> Colour:
    """Return who lays the next card: its owner, for the virtual player the one who is due."""
    colour = next_colour(state)
    if colour != state.match.virtual:
        return colour
    return state.due if state.hands[state.due] else _other(state.match, state.due)


def _other(match: Match, seat: Colour) -> Colour:
    return match.seats[1 - match.seats.index(seat)]


def play(state: State, move: Move) -> tuple[State, list[Fault]]:
    """Return the position after a move and what breaks a rule in it; the game is not over.

    A move out of turn is played for its owner; a card that is not in hand is laid all the same.
    """
    match, colour = state.match, move.laid.card.colour
    faults, performer = _turn_faults(state, move)
    run = state.run if performer == state.performer else frozenset[Colour]()
    turn = Turn(
        colour,
        performer,
        run | {colour},
        TABLES[len(match.seats)]["wheelbarrow"],
        early=match.readings.sell_early,
        virtual=match.virtual,
    )
    table, found = lay(state.table, move, turn)
    hands = {**state.hands, colour: tuple(c for c in state.hands[colour] if c != move.laid.card)}
    due = _other(match, performer) if colour == match.virtual else state.due
    after = replace(
        state,
        table=table,
        hands=hands,
        moves=state.moves + 1,
        active=colour,
        performer=performer,
        run=turn.stands,
        due=due,
    )
    turn = replace(turn, may_wait=_may_wait(after), last=not hands[performer])
    table, more = finish(table, move, turn)
    return _settle(replace(after, table=table)), faults + found + more


def _turn_faults(state: State, move: Move) -> tuple[list[Fault], Colour]:
    """Return what is wrong with who moves, and who is taken to have performed the move."""
    match, card, faults = state.match, move.laid.card, []
    wanted, performer = next_colour(state), next_performer(state)
    if card.colour != wanted:
        faults.append(Fault("card", f"{card.name} is laid, but it is the turn of {wanted}"))
        performer = state.due if card.colour == match.virtual else card.colour
    elif card not in state.hands[card.colour]:
        faults.append(Fault("card", f"{card.name} is not in hand"))
    if move.by and move.by != performer:
        faults.append(Fault("by", f"{move.by} lays the card, but {performer} is due"))
        performer = move.by if card.colour == match.virtual else performer
    return faults, performer


def _may_wait(state: State) -> bool:
    """Tell whether a sale may wait: the same performer is next, in the versions that allow it."""
    match = state.match
    if over(state) or (match.version == "family" and not match.virtual):
        return False
    return next_performer(state) == state.performer


def _settle(state: State) -> State:
    """Score a real player who has just laid his last card: rest of the flowers, beds, lawn."""
    colour, seats = state.active, state.match.seats
    if colour not in seats or state.hands[colour] or colour in state.settled:
        return state
    table = final_sale(state.table, colour)
    return replace(
        state, table=table, settled={**state.settled, colour: _garden_points(table, colour)}
    )


def _garden_points(table: Table, colour: Colour) -> tuple[int, int]:
    garden, pawns = table.garden, table.pawns
    return bed_points(garden, colour), lawn_points(garden, pawns, colour)


def points(state: State) -> dict[Colour, dict[str, int]]:
    """Return everybody's points by part; who has not finished is scored as the table lies."""
    match, table = state.match, state.table
    result = {}
    for seat in match.seats:
        beds, lawn = _garden_points(table, seat)
        if match.readings.final_scoring == "own_last_card" and seat in state.settled:
            beds, lawn = state.settled[seat]
        result[seat] = dict(zip(PARTS, (table.coins.get(seat, 0), beds, lawn, 0, 0), strict=True))
    for seat, bonus in freshness(match, tuple(state.settled)).items():
        result[seat]["freshness"] = bonus
    if over(state):
        for seat, bonus in yields(match, table).items():
            result[seat]["yield"] = bonus
    return result


def yields(match: Match, table: Table) -> dict[Colour, int]:
    """Return the yield bonus: the longest list of largest beds, shared where all are equal."""
    lists = {seat: bed_groups(table.garden, seat) for seat in match.seats}
    best = [seat for seat, sizes in lists.items() if sizes == max(lists.values())]
    return {seat: match.big_bouquet // len(best) for seat in best}


def freshness(match: Match, finished: tuple[Colour, ...]) -> dict[Colour, int]:
    """Return the freshness bonus by order of finishing."""
    if match.version == "tactical":
        return dict.fromkeys(finished[:1], match.big_bouquet)
    return {seat: len(match.seats) - place for place, seat in enumerate(finished, 1)}


def final_picture(match: Match, table: Table, finished: tuple[Colour, ...]) -> State:
    """Return the end of a game of which only the last picture and the coins are known."""
    for seat in finished:
        table = final_sale(table, seat)
    settled = {seat: _garden_points(table, seat) for seat in finished}
    return State(match, table, dict.fromkeys(match.order, ()), settled=settled)
