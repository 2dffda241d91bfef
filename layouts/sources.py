"""A TOML or JSON file goes in, guarded before it is parsed; a plain table comes out.

Guards (against hostile or broken files): size, encoding, nesting depth, dotted-key length,
finite and bounded numbers, NFC text without control characters or bidirectional overrides.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Source:
    """A table and where it came from.

    ``name`` is what messages call the file; ``folder`` is where files named inside are looked for.
    """

    table: dict[str, Any]
    name: str
    folder: Path


def read_source(path: str) -> Source:
    """Read a TOML file, or with ``-`` TOML or JSON from stdin.

    Raises:
        BadInput: the text is not acceptable (all faults that can be told).
        Unreadable: the file does not exist or cannot be read.
    """
    raise NotImplementedError


def parse_source(text: str | bytes, name: str, folder: Path) -> Source:
    """Guard and parse TOML text (or JSON, if it starts with a brace)."""
    raise NotImplementedError
