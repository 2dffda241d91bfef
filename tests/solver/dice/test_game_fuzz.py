"""Any table is an instance, a record or a list of faults; never anything else."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from layouts.faults import Fault, Unreadable
from layouts.sources import Source
from solver.dice import game
from solver.games import check

ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.sampled_from(
        ["O5 P2 B5 Y3 V4", "O5 P2 B5 Y3 V4 W1", "O5: A1", "P2:", "W1=O: A1", "OP BY", "A1", "dice"]
    ),
)
KEYS = st.sampled_from(
    [
        "game",
        "kind",
        "sheet",
        "board",
        "rounds",
        "rerolls",
        "circled",
        "ticks",
        "reroll_used",
        "readings",
        "players",
        "picks",
        "start",
        "name",
        "text",
        "solo_end",
    ]
)
VALUES = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4)
)
PICKS = st.lists(
    st.lists(st.sampled_from(["O5: A1", "P2:", "P2: B1", "W1=O: A1", "Y3: C1 D1"]), max_size=4),
    max_size=2,
)
NEARLY_RIGHT = st.fixed_dictionaries(
    {
        "game": st.just("dice"),
        "rounds": st.lists(st.just("O5 P2 B5 Y3 V4"), max_size=2) | VALUES,
        "board": st.just({"text": "OP BY"}) | VALUES,
    },
    optional={"picks": PICKS | VALUES, "rerolls": VALUES, "circled": VALUES, "players": VALUES},
)


@given(st.dictionaries(KEYS, VALUES, max_size=6) | NEARLY_RIGHT)
def test_any_table_gives_a_list_of_faults(table):
    try:
        found = check(game, Source(table, "any", Path("/nowhere")))
    except Unreadable:
        assert isinstance(table.get("board"), str) or "players" in table
        return
    assert all(isinstance(fault, Fault) and fault.what for fault in found)
