"""Facts and designs as TOML, and the typed loader that reads them."""

from pathlib import Path

__version__ = "0.1.0"
HOME = Path(__file__).parent
"""The folder of our own layouts and tables."""
