"""Random positions of the number-card game, for tests and benches: seeds in, instances out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from solver.field.deck import standard
from solver.field.rules import (
    FACTS,
    SETUPS,
    SOLO_START,
    Decks,
    Instance,
    column_points,
    laid,
    legal_cells,
    row_points,
    setup_cards,
)

FLOWERS = standard()


def random_field(rng, count, cards, start=SOLO_START, greed=0.0, most=(6, 6)):
    """Lay up to ``count`` of the cards; with greed where they score and line up."""
    field = {(0, 0): start}
    for card in cards:
        if len(field) > count:
            break
        cells = [c for c in legal_cells(field, card) if c not in field and inside(field, c, most)]
        if not cells:
            continue
        ranked = max if rng.random() < greed else lambda cells, key: rng.choice(cells)
        field = laid(field, card, ranked(cells, key=lambda c: (promise(field, card, c), c)))
    return field


def inside(field, cell, most):
    return all(
        max(c[axis] for c in (*field, cell)) - min(c[axis] for c in (*field, cell)) < most[axis]
        for axis in (0, 1)
    )


def promise(field, card, cell):
    after = laid(field, card, cell)
    lines = sum(other[0] == cell[0] or other[1] == cell[1] for other in field)
    return row_points(after, FLOWERS) + column_points(after, FLOWERS) + 0.3 * lines


def shuffled(rng, start=SOLO_START):
    cards = sorted(setup_cards(start))
    rng.shuffle(cards)
    return cards


def round_position(seed, number, large=None, objective="total", greed=None):
    """A solo round; ``large`` cards in the large deck, a whole round without."""
    rng = Random(f"round {seed} {number}")
    cards, solo = shuffled(rng), FACTS["solo"]
    sizes = list(zip(solo["large"], solo["small"], strict=True))
    turns = sum(a // 2 + b // 2 for a, b in sizes[: number - 1])
    gone, cards = cards[: 2 * turns + number - 1], cards[2 * turns + number - 1 :]
    greed = rng.choice([0.0, 0.5, 1.0]) if greed is None else greed
    field = random_field(rng, turns, gone, greed=greed)
    held = tuple(card for card in gone if card not in field.values())[:turns]
    size = large or sizes[number - 1][0]
    decks = Decks(tuple(cards[:size]), tuple(cards[size : 2 * size - 1]))
    dummy = held if number == len(sizes) else ()
    return Instance(
        "round", field, number, FLOWERS, decks=(decks,), objective=objective, dummy=dummy
    )


def placement_position(seed, most=8, order="any"):
    """A placement of 3 up to ``most`` cards on a field of any size."""
    rng = Random(f"placement {seed}")
    start = rng.choice(list(SETUPS))
    cards = shuffled(rng, start)
    field = random_field(rng, rng.randint(0, 22), cards[:30], start, rng.choice([0.0, 0.5, 1.0]))
    left = [card for card in cards if card not in field.values()]
    count = rng.randint(min(3, most), most)
    return Instance(
        "placement", field, rng.randint(1, 3), FLOWERS, cards=tuple(left[:count]), order=order
    )


def deal_position(seed):
    """A whole solo deal."""
    rng = Random(f"deal {seed}")
    cards, decks = shuffled(rng), []
    for large, small in zip(FACTS["solo"]["large"], FACTS["solo"]["small"], strict=True):
        decks.append(Decks(tuple(cards[:large]), tuple(cards[large : large + small])))
        cards = cards[large + small :]
    return Instance("deal", {(0, 0): SOLO_START}, 1, FLOWERS, decks=tuple(decks))


def small_deal(seed, own=3):
    """A deal of one to three rounds, decks of 2 to 4, at most so many cards of one's own."""
    rng = Random(f"small deal {seed}")
    cards = shuffled(rng)
    field = random_field(rng, rng.randint(0, 10), cards[:22], greed=rng.choice([0.5, 1.0]))
    cards = [card for card in cards if card not in field.values()]
    count, decks = rng.randint(1, min(3, own)), []
    sizes = [rng.randint(2, 4) for _ in range(count)]
    while sum(size - 1 for size in sizes) > own:
        sizes[sizes.index(max(sizes))] -= 1
    for size in sizes:
        decks.append(Decks(tuple(cards[:size]), tuple(cards[size : 2 * size - 1])))
        cards = cards[2 * size - 1 :]
    margin = rng.random() < 0.4
    dummy = tuple(cards[: rng.randint(0, 9)]) if margin else ()
    objective = "margin" if margin else "total"
    return Instance(
        "deal", field, 4 - count, FLOWERS, decks=tuple(decks), objective=objective, dummy=dummy
    )


def lone_position(seed):
    """Four cards in given order on a lone card: some lines are out of reach, and all may score."""
    rng = Random(f"lone {seed}")
    start = rng.choice(list(SETUPS))
    cards, number = tuple(shuffled(rng, start)[:4]), rng.choice([1, 2, 3])
    return Instance("placement", {(0, 0): start}, number, FLOWERS, cards, "given")


def small_position(seed):
    """A tiny instance of any kind, on a field of at most 3 x 3, with few flowers."""
    rng = Random(f"small {seed}")
    flowers = dict(FLOWERS)
    names = rng.sample(sorted(set(flowers.values())), rng.choice([4, 5, 6]))
    flowers = {card: rng.choice(names) for card in flowers}
    cards = shuffled(rng)
    field = random_field(rng, rng.randint(0, 8), cards[:20], most=(3, 3), greed=0.5)
    if rng.random() < 0.5 and len(field) > 1:
        field = grown_in_a_line(rng, field, cards)
    cards = [card for card in cards if card not in field.values()]
    number = rng.choice([1, 2, 3])
    if rng.random() < 0.5:
        order, count = rng.choice(["any", "given"]), rng.choice([1, 2, 2, 3])
        return Instance(
            "placement", field, number, flowers, cards=tuple(cards[:count]), order=order
        )
    size = rng.choice([2, 3, 3])
    decks = (Decks(tuple(cards[:size]), tuple(cards[size : 2 * size - 1])),)
    margin = number == 3 and rng.random() < 0.6
    dummy = tuple(cards[10 : 10 + rng.randint(0, 9)]) if margin else ()
    objective = "margin" if margin else "total"
    return Instance("round", field, number, flowers, decks=decks, objective=objective, dummy=dummy)


def grown_in_a_line(rng, field, cards):
    """A row begun, so that points are near."""
    for card in cards[20:32]:
        cells = [c for c in legal_cells(field, card) if c not in field and c[1] == 0]
        if cells:
            field = laid(field, card, rng.choice(cells))
    return field


def mirrored(instance):
    """The same instance at the diagonal: right becomes above, the rules stay."""
    return replace(instance, field={(y, x): card for (x, y), card in instance.field.items()})
