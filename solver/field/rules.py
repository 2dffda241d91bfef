"""The referee of the number-card game: a field and moves go in, legality and points come out.

Written from the rulebook; shares no code with the model. A cell is (x, y) as seen from the
starting card: x to the right, y up.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from layouts.facts import facts
from layouts.faults import BadInput, Fault

Cell = tuple[int, int]
Card = int | str  # a number, or a starting card such as "25s"
Flower = str
Field = Mapping[Cell, Card]  # the cards one sees: what is covered is gone
DeckName = Literal["large", "small"]

FACTS: dict[str, Any] = facts("field")
FLOWERS: tuple[Flower, ...] = tuple(flower["name"] for flower in FACTS["flowers"])
SETUPS: dict[Card, dict[str, Any]] = {f"{setup['start']}s": setup for setup in FACTS["setups"]}
SOLO_START: Card = next(iter(SETUPS))
LAST_ROUND = len(FACTS["rounds"]["cards"])
SIDES: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DECKS: tuple[DeckName, DeckName] = ("large", "small")


@dataclass(frozen=True, slots=True)
class Decks:
    """The two decks of a solo round; the large one is looked at first and has one card more."""

    large: tuple[int, ...]
    small: tuple[int, ...]

    @property
    def turns(self) -> int:
        """Turns of the round: two cards leave a deck each time, a last one is lost."""
        return len(self.large) // 2 + len(self.small) // 2


@dataclass(frozen=True, slots=True)
class Move:
    """A card and where it is laid (None: left out); in a solo round with the dummy's card."""

    card: int
    at: Cell | None
    round: int = 0
    deck: DeckName | Literal[""] = ""
    dummy: int | None = None


@dataclass(frozen=True, slots=True)
class Instance:
    """What ``solve`` is asked: a field, and the cards of a hand or of the decks to come.

    ``round`` is the first round to play; ``decks`` has an entry for every round, and is empty
    for a placement and for a record that does not know the decks.
    """

    kind: Literal["placement", "round", "deal"]
    field: Field
    round: int
    flowers: Mapping[Card, Flower]
    cards: tuple[int, ...] = ()
    order: Literal["any", "given"] = "any"
    decks: tuple[Decks, ...] = ()
    objective: Literal["total", "margin"] = "total"
    dummy: tuple[int, ...] = ()
    readings: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def last_round(self) -> int:
        """The round that the instance ends with."""
        return LAST_ROUND if self.kind == "deal" else self.round


@dataclass(frozen=True, slots=True)
class State:
    """A position: the field, what the dummy holds, and what may be taken next.

    ``turn`` counts the turns of this round (from 0), ``hand`` the cards of a placement left,
    ``used`` every card that was taken; ``rounds`` the points of the rounds that are over.
    """

    instance: Instance
    field: Field
    round: int
    turn: int = 0
    hand: tuple[int, ...] = ()
    used: frozenset[int] = frozenset()
    dummy: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()


# ------------------------------------------------------------------------------------- the field


def value(card: Card) -> int:
    """Return the number on a card."""
    return card if isinstance(card, int) else int(card.removesuffix("s"))


def box(cells: Iterable[Cell]) -> tuple[int, int]:
    """Return width and height of the smallest window around cells."""
    xs, ys = zip(*cells, strict=True)
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def beside(cell: Cell) -> Iterator[tuple[Cell, int]]:
    """Yield the four neighbours; +1 where higher cards lie (right, above), -1 where lower ones."""
    for dx, dy in SIDES:
        yield (cell[0] + dx, cell[1] + dy), dx + dy


def placing_faults(field: Field, card: Card, at: Cell) -> Iterator[Fault]:
    """Yield every reason why a card may not be laid on a cell, covered or not."""
    around = [(cell, side) for cell, side in beside(at) if cell in field]
    if not around:
        yield Fault("", f"{card} at {list(at)} lies beside no card", "sides count, corners do not")
    for cell, side in around:
        if (value(field[cell]) - value(card)) * side <= 0:
            need = "higher" if side > 0 else "lower"
            what = f"{card} at {list(at)} needs a {need} card at {list(cell)}: not {field[cell]}"
            yield Fault("", what, "numbers rise to the right and upwards")
    width, height = box([*field, at])
    most = FACTS["field"]
    if width > most["width"] or height > most["height"]:
        limit = f"at most {most['width']} x {most['height']}"
        yield Fault("", f"with {card} at {list(at)} the field is {width} x {height}", limit)


def field_faults(field: Field) -> Iterator[Fault]:
    """Yield what is wrong with a field as a whole; whether it can be reached is not asked."""
    if (0, 0) not in field:
        yield Fault("", "no card at [0, 0]", "the starting card's cell is never empty")
    if not field:
        return
    for cell, card in sorted(field.items()):
        for other, side in beside(cell):
            if side > 0 and other in field and value(field[other]) <= value(card):
                what = f"{field[other]} at {list(other)} is not higher than {card} at {list(cell)}"
                yield Fault("", what, "numbers rise to the right and upwards")
    width, height = box(field)
    most = FACTS["field"]
    if width > most["width"] or height > most["height"]:
        limit = f"at most {most['width']} x {most['height']}"
        yield Fault("", f"the field is {width} x {height}", limit)
    if apart := set(field) - _connected(set(field), next(iter(field))):
        yield Fault("", f"{list(min(apart))} is not joined to the rest", "sides count")


def _connected(cells: set[Cell], seed: Cell) -> set[Cell]:
    """Return the cells that are reached from the seed by sides."""
    reached, edge = {seed}, [seed]
    while edge:
        for cell, _ in beside(edge.pop()):
            if cell in cells and cell not in reached:
                reached.add(cell)
                edge.append(cell)
    return reached


def legal_cells(field: Field, card: Card) -> list[Cell]:
    """Return the cells where a card may be laid now, covering included."""
    near = {cell for at in field for cell, _ in beside(at)}
    return sorted(at for at in near if not any(placing_faults(field, card, at)))


def laid(field: Field, card: Card, at: Cell) -> Field:
    """Return the field with a card on a cell; a card below it is gone."""
    return {**field, at: card}


# ---------------------------------------------------------------------------------------- points


def row_points(field: Field, flowers: Mapping[Card, Flower]) -> int:
    """Return the points of all rows."""
    return _line_points(field, flowers, 1)


def column_points(field: Field, flowers: Mapping[Card, Flower]) -> int:
    """Return the points of all columns."""
    return _line_points(field, flowers, 0)


def _line_points(field: Field, flowers: Mapping[Card, Flower], axis: int) -> int:
    lines: dict[int, set[Flower]] = {}
    for cell, card in field.items():
        if card in flowers:
            lines.setdefault(cell[axis], set()).add(flowers[card])
    table = FACTS["scoring"]["different"]
    return sum(table[len(line)] for line in lines.values())


def group_points(field: Field, flowers: Mapping[Card, Flower]) -> dict[Flower, int]:
    """Return the points of every flower's biggest group."""
    return {flower: same(_biggest(field, flowers, flower)) for flower in FLOWERS}


def _biggest(field: Field, flowers: Mapping[Card, Flower], flower: Flower) -> int:
    cells = {cell for cell, card in field.items() if flowers.get(card) == flower}
    sizes = [0]
    while cells:
        group = _connected(cells, next(iter(cells)))
        sizes.append(len(group))
        cells -= group
    return max(sizes)


def dummy_points(cards: Iterable[int], flowers: Mapping[Card, Flower]) -> int:
    """Return the points of the dummy: the table of groups, by counts."""
    held = [flowers.get(card) for card in cards]
    return sum(same(held.count(flower)) for flower in FLOWERS)


def same(count: int) -> int:
    """Return the points of a number of equal flowers."""
    table: list[int] = FACTS["scoring"]["same"]
    return table[min(count, len(table) - 1)]


# ------------------------------------------------------------------------------------- the turns


def start(instance: Instance) -> State:
    """Return the position that an instance begins with."""
    return State(
        instance, instance.field, instance.round, hand=instance.cards, dummy=instance.dummy
    )


def turns(state: State) -> int:
    """Return how many turns this round has."""
    instance = state.instance
    if instance.decks:
        return instance.decks[state.round - instance.round].turns
    solo = FACTS["solo"]
    return int(solo["large"][state.round - 1] // 2 + solo["small"][state.round - 1] // 2)


def over(state: State) -> bool:
    """Tell whether no card can be taken any more."""
    if state.instance.kind == "placement":
        return not state.hand
    return state.round > state.instance.last_round


def deck_due(state: State) -> DeckName:
    """Return the deck whose turn it is: the large one first, then by turns."""
    return DECKS[state.turn % 2]


def deck(state: State) -> tuple[int, ...]:
    """Return the cards left in the deck whose turn it is."""
    decks = state.instance.decks[state.round - state.instance.round]
    cards = (decks.large, decks.small)[state.turn % 2]
    return tuple(card for card in cards if card not in state.used)


def faults_of(state: State, move: Move) -> list[Fault]:
    """Return every reason why a move is illegal; an empty list means that it is legal."""
    if over(state):
        return [Fault("", "no card is taken after the end", "leave the move out")]
    find = _hand_faults if state.instance.kind == "placement" else _turn_faults
    laying = () if move.at is None else placing_faults(state.field, move.card, move.at)
    return [*find(state, move), *laying]


def _hand_faults(state: State, move: Move) -> Iterator[Fault]:
    cards = state.instance.cards
    if move.card in state.used:
        yield Fault("", f"card {move.card} is laid already", "each card once")
    elif move.card not in cards:
        known = " ".join(map(str, cards))
        yield Fault("", f"card {move.card} is not among the cards", f"they are {known}")
    elif move.card not in state.hand:
        yield Fault("", f"card {move.card} comes too late", "the order of the cards is given")


def _turn_faults(state: State, move: Move) -> Iterator[Fault]:
    due = deck_due(state)
    if move.round != state.round:
        yield Fault("", f"round {move.round}, but it is round {state.round}")
    if move.deck != due:
        yield Fault("", f"the {move.deck} deck, but it is the {due} deck's turn")
    if move.dummy is None:
        yield Fault("", "no card for the dummy", "one card of the same deck")
    if move.dummy == move.card:
        yield Fault("", f"card {move.card} for both", "one card each")
    for card in (move.card, move.dummy):
        if card is not None:
            yield from _card_faults(state, card, due)


def _card_faults(state: State, card: int, due: DeckName) -> Iterator[Fault]:
    if card in state.used:
        yield Fault("", f"card {card} was taken before", "each card once")
    elif state.instance.decks and card not in deck(state):
        known = " ".join(map(str, deck(state)))
        yield Fault("", f"card {card} is not in the {due} deck", f"it holds {known}")
    elif card in state.field.values() or card in state.instance.dummy:
        yield Fault("", f"card {card} lies on the table already", "each card once")
    elif not state.instance.decks and card not in setup_cards(SOLO_START):
        yield Fault("", f"card {card} is not in the solo game", range_of(SOLO_START))


def setup_cards(start_card: Card | None) -> frozenset[int]:
    """Return the cards that are in play with a starting card; all where it is covered."""
    if start_card not in SETUPS:
        return frozenset(range(1, max(setup["last"] for setup in SETUPS.values()) + 1))
    setup = SETUPS[start_card]
    return frozenset(range(1, setup["last"] + 1)) - {setup["start"]}


def range_of(start_card: Card | None) -> str:
    """Return the cards in play with a starting card in words, such as ``1 to 50 without 25``."""
    cards = setup_cards(start_card)
    without = f" without {value(start_card)}" if start_card in SETUPS else ""
    return f"1 to {max(cards)}{without}"


def apply(state: State, move: Move) -> State:
    """Return the position after a legal move (``faults_of`` tells whether it is)."""
    field = state.field if move.at is None else laid(state.field, move.card, move.at)
    if state.instance.kind == "placement":
        hand = tuple(card for card in _still_to_come(state, move.card) if card != move.card)
        return replace(state, field=field, hand=hand, used=state.used | {move.card})
    return _next_turn(state, move, field)


def forgo(state: State, move: Move) -> State:
    """Return the position after an illegal move: what it took is gone, nothing is laid."""
    if state.instance.kind == "placement":
        return state
    return _next_turn(state, move, state.field)


def _still_to_come(state: State, card: int) -> tuple[int, ...]:
    """Return the cards of a hand that may still be laid; in a given order the later ones."""
    if state.instance.order == "any":
        return state.hand
    return state.hand[state.hand.index(card) :]


def _next_turn(state: State, move: Move, field: Field) -> State:
    dummy = state.dummy if move.dummy is None else (*state.dummy, move.dummy)
    taken = {move.card} if move.dummy is None else {move.card, move.dummy}
    state = replace(state, field=field, dummy=dummy, turn=state.turn + 1, used=state.used | taken)
    if state.turn < turns(state):
        return state
    points = line_points(state)
    return replace(state, round=state.round + 1, turn=0, rounds=(*state.rounds, points))


def line_points(state: State) -> int:
    """Return the points that the rows and columns are worth as they lie."""
    flowers = state.instance.flowers
    return row_points(state.field, flowers) + column_points(state.field, flowers)


def legal_moves(state: State) -> Iterator[Move]:
    """Yield every legal move; those that leave a card out have ``at`` None.

    A placement's moves are what is laid, so leaving a card out is no move there.
    """
    if over(state):
        return
    if state.instance.kind == "placement":
        for card in state.hand:
            yield from (Move(card, at) for at in legal_cells(state.field, card))
        return
    cards = deck(state)
    for card in cards:
        places = [None, *legal_cells(state.field, card)]
        for at, dummy in ((at, dummy) for at in places for dummy in cards if dummy != card):
            yield Move(card, at, state.round, deck_due(state), dummy)


# ----------------------------------------------------------------------------------------- totals


def score(state: State) -> tuple[int, dict[str, Any]]:
    """Return the points of an instance's objective, and the breakdown.

    ``rounds`` are the points of each round, ``rows`` and ``columns`` those of the field as it
    lies, ``groups`` and ``dummy`` what the last round adds and the margin takes away.
    """
    instance, flowers = state.instance, state.instance.flowers
    placement = instance.kind == "placement"
    ended = instance.last_round == LAST_ROUND and (placement or over(state))
    groups = sum(group_points(state.field, flowers).values()) if ended else 0
    rounds = [line_points(state)] if placement else list(state.rounds)
    dummy = dummy_points(state.dummy, flowers)
    breakdown = {
        "rounds": rounds,
        "rows": row_points(state.field, flowers),
        "columns": column_points(state.field, flowers),
        "groups": groups,
        "dummy": dummy,
    }
    total = sum(rounds) + groups
    return total - dummy * (instance.objective == "margin"), breakdown


def play(instance: Instance, moves: Iterable[Move]) -> tuple[State, list[Fault]]:
    """Play moves; return the last position and every rule break, with its place."""
    state, faults = start(instance), list[Fault]()
    for number, move in enumerate(moves):
        found = faults_of(state, move)
        faults += [replace(fault, where=f"moves[{number}]") for fault in found]
        if not over(state):
            state = forgo(state, move) if found else apply(state, move)
    return state, faults


def replay(instance: Instance, moves: Iterable[Move]) -> tuple[int, dict[str, Any]]:
    """Play a whole play and return its points and breakdown.

    Raises:
        BadInput: the play breaks a rule or stops before the end; every illegality is listed.
    """
    state, faults = play(instance, moves)
    if instance.kind != "placement" and not over(state):
        faults.append(Fault("moves", "the play stops before the end of the last round"))
    if faults:
        raise BadInput(faults)
    return score(state)
