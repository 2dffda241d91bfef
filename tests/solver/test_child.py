"""The child of a search: what it says of its errors."""

import errno

import pytest

from solver.child import _words


@pytest.mark.parametrize("cause", [MemoryError(), OSError(errno.ENOMEM, "no memory")])
def test_a_lack_of_memory_is_told_however_a_library_wraps_it(cause):
    wrapped = RuntimeError("translation failed")
    wrapped.__cause__ = cause
    assert "out of memory" in _words(wrapped)["failure"]
    assert "bug" in _words(RuntimeError("translation failed"))
