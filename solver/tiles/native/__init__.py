"""The search of harvests as machine code; it takes some twenty seconds to translate, once."""

from __future__ import annotations

from pathlib import Path

from solver.tiles import chains, network
from solver.tiles.rules import FACTS
from solver.translation import Translation

# No array is made in there, so that none has to be counted (_nrt).
TRANSLATION = Translation(
    "tiles",
    [*Path(__file__).parent.glob("*.py"), Path(chains.__file__), Path(network.__file__)],
    FACTS,
    nogil=True,
    error_model="numpy",
    _nrt=False,
)
inner = TRANSLATION.inner
entry = TRANSLATION.entry
