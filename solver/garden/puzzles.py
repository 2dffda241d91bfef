"""Puzzles of the garden game: the best card, and plans of two or three (see solver/puzzle.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from solver.finding import Moves
from solver.garden.notation import our_cards
from solver.garden.players import play as moves_of
from solver.garden.rules import (
    COLOURS,
    LAWN,
    SIDE,
    TABLES,
    TURNS,
    Card,
    Colour,
    Garden,
    Instance,
    Laid,
    Space,
    beds_of,
    beside,
    covered,
    in_order,
    lay_all,
)
from solver.puzzle import Kind, Prove, Unfit

VERSION = 1

KINDS = (
    Kind("card", "C", "choice", (1, 2, 3, 4, 5), "which card? one is best"),
    Kind("plan", "P", "par", (1, 3, 4, 5), "the best place for two or three cards in a row"),
)

PLAYERS = 3
LAID = (6, 8)  # cards in the garden
MOST_WIDE = 9  # spaces of the garden across and down
COVERS = (2, 6)  # spaces that a card of the garden covers when it is laid
HAND = {"card": (4, 4), "plan": (2, 3)}
TRIES = 300


def propose(kind: str, seed: int) -> dict[str, Any]:
    """Return a small garden of three players, own cards, and the own ornament on a lawn."""
    random = Random(f"{kind} {seed}")
    seats = random.sample(COLOURS, TABLES[PLAYERS]["colours"])
    me = seats[0]
    deck = [card for card in our_cards().values() if card.colour in seats]
    laid = _garden(random, random.sample(deck, random.randint(*LAID)))
    garden, lying = lay_all(laid), {one.card for one in laid}
    own = [card for card in deck if card.colour == me and card not in lying]
    hand = _hand(random, kind, own)
    flowers = [
        random.choice(seats) for _ in range(random.randrange(TABLES[PLAYERS]["wheelbarrow"]))
    ]
    table: dict[str, Any] = {"game": "garden", "kind": "turn" if kind == "card" else "plan"}
    table |= {"players": PLAYERS, "me": me, "wheelbarrow": list(in_order(flowers))}
    table["hand"] = [card.name for card in sorted(hand, key=lambda card: card.beds)]
    table["cards"] = [[one.card.name, *one.at, one.turn] for one in laid]
    table["pawns"] = {me: {"ornament": _ornament(random, garden, me)}}
    for colour in seats[1:]:
        if beds := sorted(beds_of(garden, colour)):
            table["pawns"][colour] = {"gardener": list(random.choice(beds))}
    return table


def _hand(random: Random, kind: str, own: list[Card]) -> list[Card]:
    """Draw cards; to choose between, those that differ least in beds.

    Raises:
        Unfit: there are too few.
    """
    many = random.randint(*HAND[kind])
    if len(own) < many:
        raise Unfit("too few cards left")
    if kind != "card":
        return random.sample(own, many)
    first = random.randrange(len(own) - many + 1)
    return own[first : first + many]


def _garden(random: Random, cards: list[Card]) -> list[Laid]:
    """Lay cards on one another, on a table that is not wide.

    Raises:
        Unfit: one of them found no place.
    """
    laid = [Laid(cards[0], (0, 0), random.choice(TURNS))]
    for card in cards[1:]:
        garden = lay_all(laid)
        for _ in range(TRIES):
            x, y = random.choice(sorted(garden))
            at = x - random.randrange(SIDE), y - random.randrange(SIDE)
            one = Laid(card, at, random.choice(TURNS))
            few, many = COVERS
            if few <= len(covered(garden, one)) <= many and _narrow([*garden, *one.spaces()]):
                laid.append(one)
                break
        else:
            raise Unfit("no place for a card")
    return laid


def _narrow(spaces: list[Space]) -> bool:
    return all(max(along) - min(along) < MOST_WIDE for along in zip(*spaces, strict=True))


def _ornament(random: Random, garden: Garden, me: Colour) -> list[list[int]]:
    pairs = [
        [list(bed), list(space)]
        for bed in sorted(beds_of(garden, me))
        for space in beside(bed)
        if garden.get(space) == LAWN
    ]
    if not pairs:
        raise Unfit("no place for the ornament")
    return random.choice(pairs)


def play(instance: Instance, level: int) -> Moves:
    """Return what a player of a level plays."""
    return moves_of(instance, level)


def choices(instance: Instance, prove: Prove) -> Iterator[tuple[str, int]]:
    """Yield each card of the hand with its best score."""
    for card in instance.hand:
        yield card.name, prove(replace(instance, hand=(card,)))


def canonical(table: Mapping[str, Any]) -> str:
    """Return the least text of the position over the four ways to turn the whole garden.

    Only what one sees counts; the other players' colours have no names.
    """
    cards = our_cards()
    laid = [Laid(cards[name], (x, y), turn) for name, x, y, turn in table["cards"]]
    shown = {space: colour or "." for space, colour in lay_all(laid).items()}
    for colour, own in table["pawns"].items():
        marked = [own["gardener"]] if "gardener" in own else own["ornament"]
        for number, space in enumerate(marked):
            shown[tuple(space)] += f"!{number}" if colour == table["me"] else "!"
    turns = [shown]
    for _ in TURNS[1:]:
        turns.append({(y, -x): mark for (x, y), mark in turns[-1].items()})
    return min(_text(turned, table) for turned in turns)


def _text(shown: Mapping[Space, str], table: Mapping[str, Any]) -> str:
    left, low = (min(along) for along in zip(*shown, strict=True))
    places = sorted((y - low, x - left, mark) for (x, y), mark in shown.items())
    text = " ".join(f"{x},{y}{mark}" for y, x, mark in places)
    others = sorted(COLOURS, key=lambda colour: (colour not in text, text.find(colour)))
    others.remove(table["me"])
    names = {colour: str(n) for n, colour in enumerate(others)}
    for colour, name in names.items():
        text = text.replace(colour, name)
    barrow = Counter(names.get(colour, colour) for colour in table["wheelbarrow"])
    return f"{table['kind']} {text} {' '.join(table['hand'])} {sorted(barrow.items())}"
