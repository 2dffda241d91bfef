"""What stays of a harvest, for machine code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.tiles.native import inner
from solver.tiles.native.masks import MIXING, Array, integer

IMPOSSIBLE = 1e9
ARC = np.dtype([("key", np.int64), ("loss", np.float64)])


class Facts(NamedTuple):
    """What stays of a harvest.

    Attributes:
        reached: by flowers, the highest token at or below them.
        tokens: by token, how many there are; ``top``: the highest one.
        jokers: in all; ``earns``: whether three tiles with a joker earn one; ``steal``: whether
            jokers are stolen.
        arcs: ARC of the relaxation, by the hash of their keys, -1 for none; a power of two.
        parts: arcs x 12, what the keys are made of, the node first; ``losses``: of each arc.
        coming: numbers x rows (0 for new ones, n + 1 for laid row n) x 2, the loss of a number that
            comes to a row by extension or swap; that of a joker under number 0.
        bare: whether a play without jokers can earn one.
        laid: rows x tiles, those that lie at first, with NONE behind the last tile.
        moves: ARC, those of ends and jokers likewise; ``moved``: moves x 4, what happens, the row,
            from where and to where; ``moved_losses``: of each of them.
        new: whether the arcs are to be noted.
    """

    reached: Array
    tokens: Array
    top: int
    jokers: int
    earns: bool
    steal: bool
    arcs: Array
    parts: Array
    losses: Array
    coming: Array
    bare: int
    laid: Array
    moves: Array
    moved: Array
    moved_losses: Array
    new: Array


@inner
def place_of(arcs: Array, key: int) -> int:
    """Return where a key is noted, or where it could be."""
    end = len(arcs) - 1
    mixed = np.uint64(key) * MIXING
    at = integer((mixed >> np.uint64(32)) & np.uint64(end))
    while arcs[at].key >= 0 and arcs[at].key != key:
        at = (at + 1) & end
    return at
