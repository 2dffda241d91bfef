"""Fakes that a child can import, too."""

from pathlib import Path

import pytest


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = Path(__file__).parent / "fakes"
    monkeypatch.syspath_prepend(folder)
    return folder
