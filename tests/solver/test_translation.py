"""Machine code is kept for the very files that it was made of, and only where there is room."""

import os

import platformdirs
import pytest
from numba.core import caching

from solver.translation import Translation


def twice(number):
    return 2 * number


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "code.py"
    path.write_text("step = 1")
    return path


def test_code_is_kept_and_noted(cache, file):
    translation = Translation("word", [file])
    entry = translation.entry(twice)
    assert not translation.is_kept
    assert translation.call(entry, 21) == 42
    assert translation.is_kept
    assert list(cache.glob("word-*/*/*.nbi"))
    assert Translation("word", [file]).is_kept


def test_a_changed_file_a_later_one_and_other_facts_are_other_code(cache, file):
    first = Translation("word", [file])
    first.call(first.entry(twice), 1)
    assert Translation("word", [file]).is_kept
    assert not Translation("word", [file], {"least": 4}).is_kept
    os.utime(file, ns=(1, 1))
    assert not Translation("word", [file]).is_kept
    file.write_text("step = 2")
    assert not Translation("word", [file]).is_kept


def test_without_a_folder_of_its_own_nothing_is_kept(cache, file):
    cache.write_text("a file in the place of the folder")
    translation = Translation("word", [file])
    assert translation.call(translation.entry(twice), 21) == 42
    assert not translation.is_kept


def test_code_that_cannot_be_kept_is_used(cache, file, monkeypatch):
    def save(*_):
        raise OSError(28, "No space left on device")

    translation = Translation("word", [file])
    entry = translation.entry(twice)
    monkeypatch.setattr(caching.IndexDataCacheFile, "save", save)
    assert [translation.call(entry, number) for number in (21, 4)] == [42, 8]
    assert not translation.is_kept


def test_a_function_for_machine_code_only_becomes_part_of_another(cache, file):
    translation = Translation("word", [file], nogil=True)
    inner = translation.inner(twice)
    assert translation.entry(lambda number: inner(number) + 1)(3) == 7
