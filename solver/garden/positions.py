"""A seed goes in; a position out of a random game comes out, to solve, to test and to measure."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from solver.garden.match import Match, State, next_colour, next_performer, over, play, start
from solver.garden.notation import BEDS, our_cards
from solver.garden.rules import (
    BEDS_OF_ANIMAL,
    BEDS_OF_ORNAMENT,
    COLOURS,
    LAWN,
    SIDE,
    TABLES,
    TURNS,
    USUAL,
    Card,
    Colour,
    Flowers,
    Instance,
    Laid,
    Move,
    Pawns,
    Readings,
    Table,
    animal_faults,
    beds_of,
    beside,
    bouquets,
    card_faults,
    flowers_of,
    gardener_faults,
    lawn_of,
    lift,
    ornament_faults,
    owners,
    without,
)

Version = Literal["family", "tactical"]
TRIES = 400  # random places that a card or pawn is tried at


def random_game(
    chance: random.Random,
    players: int,
    version: Version = "family",
    cards: Mapping[str, Card] | None = None,
) -> Iterator[tuple[State, Move | None, tuple[Laid, ...]]]:
    """Yield the positions of a random legal game, each with the move that led to it.

    The game stops early where a random player finds no place for his card.
    """
    deck = cards or our_cards()
    seats = chance.sample(COLOURS, TABLES[players]["colours"])
    beds = [number for number in BEDS if players < max(TABLES) or number > 1]
    hands = {colour: tuple(deck[f"{colour}-{number}"] for number in beds) for colour in seats}
    match = Match(
        tuple(seats[:players]), hands, version, USUAL, seats[players] if players == 2 else ""
    )
    state = start(match)
    laid: tuple[Laid, ...] = ()
    yield state, None, laid
    while not over(state):
        move = _random_move(chance, state)
        if move is None:
            return
        state, faults = play(state, move)
        assert not faults, faults
        laid = (*laid, move.laid)
        yield state, move, laid


def random_position(
    seed: int,
    players: int,
    laid: int,
    hand: int,
    kind: Literal["turn", "plan"] = "turn",
    objective: Literal["flowers", "sale", "points"] = "points",
    version: Version = "family",
    cards: Mapping[str, Card] | None = None,
) -> Instance:
    """Return the position of a random game with so many cards laid, for the player to move.

    With ``hand`` cards or all that he has left, if these are fewer (a turn takes one or more, a
    plan two to four); where that cannot be, later seeds are tried.
    """
    for number in range(seed * 1000, seed * 1000 + 1000):
        chance = random.Random(number)
        for state, _, cards_laid in random_game(chance, players, version, cards):
            if len(cards_laid) == laid and not over(state):
                found = _instance(chance, state, cards_laid, hand, kind, objective)
                if found is not None:
                    return found
                break
    raise ValueError(f"no random game of {players} gives {hand} cards in hand after {laid}")


def _instance(
    chance: random.Random,
    state: State,
    laid: tuple[Laid, ...],
    hand: int,
    kind: Literal["turn", "plan"],
    objective: Literal["flowers", "sale", "points"],
) -> Instance | None:
    match = state.match
    me = next_colour(state)
    if me == match.virtual:
        me = next_performer(state)
    left = state.hands[me]
    if len(left) < (1 if kind == "turn" else 2):
        return None
    barrow = state.table.barrows.get(me, ())
    if len(barrow) >= TABLES[len(match.seats)]["wheelbarrow"] and match.version == "family":
        return None
    chosen = chance.sample(left, min(hand, len(left)))
    table = Table(state.table.garden, state.table.pawns, {me: barrow}, {}, state.table.animals)
    return Instance(
        kind,
        len(match.seats),
        me,
        tuple(sorted(chosen, key=lambda card: card.beds)),
        laid,
        table,
        match.version,
        objective if kind == "turn" else None,
        Readings(),
        match.virtual,
    )


def _random_move(chance: random.Random, state: State) -> Move | None:
    colour, performer = next_colour(state), next_performer(state)
    card = chance.choice(state.hands[colour])
    laid = _random_place(chance, lift(state.table, colour), card)
    if laid is None:
        return None
    picked = flowers_of(state.table.garden, laid)
    barrow = (*state.table.barrows.get(performer, ()), *picked)
    full = len(barrow) >= TABLES[len(state.match.seats)]["wheelbarrow"]
    sold = tuple(bouquets(barrow)) if full else ()
    left = without(barrow, [flower for bouquet in sold for flower in bouquet]) if full else ()
    garden = {**state.table.garden, **laid.spaces()}
    table = replace(lift(state.table, colour), garden=garden)
    pawns = _random_pawns(chance, table, colour, state.match)
    return Move(laid, picked, sold, _surplus(left, state), {colour: pawns}, performer)


def _surplus(left: Flowers, state: State) -> Flowers:
    return left[: max(0, len(left) - TABLES[len(state.match.seats)]["wheelbarrow"] + 1)]


def _random_place(chance: random.Random, table: Table, card: Card) -> Laid | None:
    if not table.garden:
        return Laid(card, (0, 0), chance.choice(TURNS))
    spaces = sorted(table.garden)
    for _ in range(TRIES):
        x, y = chance.choice(spaces)
        at = (x - chance.randrange(SIDE), y - chance.randrange(SIDE))
        laid = Laid(card, at, chance.choice(TURNS))
        if next(card_faults(table, laid), None) is None:
            return laid
    return None


def _random_pawns(chance: random.Random, table: Table, colour: Colour, match: Match) -> Pawns:
    """Return where a random player stands his pawns; gardener and animal are lifted."""
    own = table.pawns.get(colour, Pawns())
    beds = sorted(beds_of(table.garden, colour))
    ornament = None
    if not own.ornament and colour != match.virtual and len(beds) >= BEDS_OF_ORNAMENT:
        pairs = [(b, s) for b in beds for s in beside(b) if table.garden.get(s) == LAWN]
        if pairs and chance.random() < 0.5:
            pair = chance.choice(pairs)
            ornament = pair if not _joins(table, colour, pair) else None
    stood = replace(own, ornament=own.ornament or ornament)
    table = replace(table, pawns={**table.pawns, colour: stood})
    free = [bed for bed in beds if next(gardener_faults(table, colour, bed), None) is None]
    gardener = chance.choice(free) if free else None
    animal = None
    if len(beds) >= BEDS_OF_ANIMAL:
        around = sorted({near for space in table.garden for near in beside(space)})
        spots = [spot for spot in around if next(animal_faults(table, spot), None) is None]
        animal = chance.choice(spots)
    return Pawns(gardener, animal, ornament)


def _joins(table: Table, colour: Colour, pair: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    """Tell whether an ornament may not stand there: spaces taken, or another's lawn."""
    if next(ornament_faults(table, colour, pair), None):
        return True
    return bool(owners(table.garden, table.pawns, lawn_of(table.garden, pair)))
