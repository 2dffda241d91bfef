"""Seeded positions of every game: small ones that are proved at once, hard ones that are not."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from layouts.sources import Source
from tests.bench.bench_garden import position as garden_position
from tests.solver.dice.test_model_brute import random_instance as dice_position
from tests.solver.field.positions import small_position as field_position
from tests.solver.tiles.oracle import random_instance as tiles_position

LETTERS = "OPBYV"


def small(game: str, seed: int) -> Any:
    """Return an instance that is proved in a moment."""
    rng = random.Random(seed)
    if game == "dice":
        return dice_position(seed)
    if game == "field":
        return field_position(seed)
    if game == "tiles":
        return tiles_position(rng, rng.choice(["turn", "harvest", "sweep"]))
    return garden_position(seed, "turn", 2)


def hard(game: str, seed: int) -> Source:
    """Return an instance that takes long."""
    rng = random.Random(seed)
    tables: dict[str, dict[str, Any]] = {
        "dice": {
            "game": "dice",
            "sheet": rng.choice("ABCDE"),
            "rounds": [_roll(rng) for _ in range(8)],
            "rerolls": [[_roll(rng), _roll(rng)] for _ in range(8)],
        },
        "field": {"game": "field", "kind": "deal", "rounds": _decks(rng)},
        "tiles": {
            "game": "tiles",
            "kind": "harvest",
            "hand": [*rng.sample(range(1, 101), 26), "J", "J", "J"],
            "table": [[60, 61, 63], [80, 82, 83]],
        },
    }
    tables["tiles"]["hand"] = [
        tile for tile in tables["tiles"]["hand"] if tile not in (60, 61, 63, 80, 82, 83)
    ]
    return Source(tables[game], "hard", Path())


def _roll(rng: random.Random) -> str:
    return " ".join(f"{letter}{rng.randint(1, 6)}" for letter in LETTERS)


def _decks(rng: random.Random) -> list[dict[str, list[int]]]:
    cards = [card for card in range(1, 51) if card != 25]
    rng.shuffle(cards)
    decks = []
    for many in (9, 8, 7):
        decks.append({"large": cards[:many], "small": cards[many : 2 * many - 1]})
        cards = cards[2 * many - 1 :]
    return decks
