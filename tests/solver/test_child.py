"""The child of a search: what it says of its errors."""

import pytest

from solver import child


@pytest.mark.parametrize("error", [SystemError("no exception set"), OSError("not to be loaded")])
def test_whatever_a_library_says_a_lack_of_memory_is_told_as_that(error, monkeypatch):
    assert "bug" in child._words(error)
    monkeypatch.setattr(child, "PROBE", 1 << 62)
    assert "out of memory" in child._words(error)["failure"]
