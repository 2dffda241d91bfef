"""Any mutation of our layouts, and any bytes, are printable or bad input; never a bug."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.compose import compose
from generator.jobs import rendered
from generator.pages import Face, Wishes
from layouts.faults import BadInput, Unreadable
from layouts.loader import builtin_names, layout_source
from layouts.tables import papers
from output.errors import Unprintable

NAMES = [name for name in builtin_names() if "puzzle" not in name and "answer" not in name]
TEXTS = ["", "x", "none", "{title}", "{a.b}", "{", "{flowers}", "{facts}", "orange", "#ff00zz"]
TEXTS += ["nan", "1e999", "../x", "dice/sheet", "fit", "A1", "M0 0L1 1", "\u00e9", "9" * 30, "\n"]
TEXTS += ["-1", "{values}", "{rows}", "{row}", "{board.text}", "{flowers.O.shape}", "{index}"]
WORDS = st.sampled_from([*TEXTS, "a" * 300])
KEYS = ["id", "type", "box", "at", "extent", "share", "when", "unless", "layer", "alt", "role"]
KEYS += ["fill", "stroke", "width", "dash", "radius", "points", "d", "text", "size", "min_size"]
KEYS += ["font", "colour", "turn", "shape", "flower", "file", "fit", "flow", "gap", "pad", "over"]
KEYS += ["count", "columns", "place", "lines", "span", "cell", "labels", "blank", "board", "loops"]
KEYS += ["struck", "title", "kind", "game", "bleed", "safe", "back", "flowers", "values", "rows"]
KEYS += ["csv", "rows_from", "copies", "item", "elements", "editions", "extends", "facts", "row"]
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 400)
    | st.floats(-1e6, 1e6)
    | st.sampled_from([float("nan"), float("inf"), 1e-300, 1e300, 2**70])
    | WORDS,
    lambda part: (
        st.lists(part, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | WORDS, part, max_size=4)
    ),
    max_leaves=6,
)
MUTATION = st.tuples(st.integers(0, 10_000), st.sampled_from("rdain"), JUNK, st.sampled_from(KEYS))


def places(found: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container with each of its keys."""
    pairs = found.items() if isinstance(found, dict) else enumerate(found)
    for key, part in pairs:
        yield found, key
        if isinstance(part, dict | list):
            yield from places(part)


def mutated(table: dict[str, Any], mutations: list[tuple[int, str, Any, str]]) -> dict[str, Any]:
    """Return the table with values replaced, deleted, added, doubled or renamed."""
    table = copy.deepcopy(table)
    for at, how, junk, name in mutations:
        spots = list(places(table))
        if not spots:
            break
        inside, key = spots[at % len(spots)]
        if how == "d":
            del inside[key]
        elif isinstance(inside, list):
            inside.insert(key, junk if how != "n" else copy.deepcopy(inside[key]))
        elif how in "an":
            inside[name] = junk if how == "a" else inside[key]
        else:
            inside[key] = junk
    return table


def try_to_print(path: Path) -> None:
    try:
        pieces = compose(str(path))
        rendered([Face(piece) for piece in pieces[:2]], Wishes(papers()["a4"]), "x", "svg")
    except (BadInput, Unprintable) as error:
        assert str(error)
        assert " at 0x" not in str(error)
    except Unreadable as error:
        assert str(path) in str(error) or path.stem in str(error)


def mutations_of_layouts(folder: Path, name: str, mutations: list[Any]) -> None:
    path = folder / "fuzz.toml"
    path.write_text(json.dumps(mutated(layout_source(name).table, mutations)), "utf-8")
    try_to_print(path)


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


FEW = settings(max_examples=100, deadline=None)
MANY = settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
STRUCTURE = given(name=st.sampled_from(NAMES), mutations=st.lists(MUTATION, min_size=1, max_size=4))
BYTES = given(data=st.binary(max_size=300), name=st.sampled_from(NAMES), at=st.integers(0, 5000))


@STRUCTURE
@FEW
def test_a_mutated_layout_is_printed_or_refused(folder, name, mutations) -> None:
    mutations_of_layouts(folder, name, mutations)


@pytest.mark.full
@STRUCTURE
@MANY
def test_thousands_of_mutated_layouts_are_printed_or_refused(folder, name, mutations) -> None:
    mutations_of_layouts(folder, name, mutations)


def bytes_in_layouts(folder: Path, data: bytes, name: str, at: int) -> None:
    text = (Path(__file__).parents[2] / "layouts" / f"{name}.toml").read_bytes()
    path = folder / "bytes.toml"
    path.write_bytes(text[:at] + data + text[at + len(data) :])
    try_to_print(path)


@BYTES
@FEW
def test_a_layout_with_bytes_overwritten_is_printed_or_refused(folder, data, name, at) -> None:
    bytes_in_layouts(folder, data, name, at)


@pytest.mark.full
@BYTES
@MANY
def test_thousands_of_overwritten_layouts_are_printed_or_refused(folder, data, name, at) -> None:
    bytes_in_layouts(folder, data, name, at)
