"""A layout's name or file goes in; its typed, merged layout comes out, or all its faults.

A table is merged over those that it ``extends``: tables key by key, elements by their ``id``, all
else replaced. ``[editions.NAME]`` is merged last, for that edition only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from layouts import HOME, schema
from layouts.faults import (
    BadInput,
    Fault,
    Faults,
    cut,
    did_you_mean,
    key_shown,
    nearest,
    shown,
)
from layouts.palette import shades
from layouts.shapes import shape
from layouts.sources import (
    Source,
    is_table_name,
    parse_source,
    read_beside,
    read_source,
    strangeness,
)
from layouts.strays import stray_values

MOST_BASES = 32  # files that a layout extends, in all
EDITIONS = ("colour", "low-ink", "large", "laminate")
GAMES = ("dice", "field", "tiles", "garden")
_LAYOUT = re.compile(r"^(extends|\[\[elements)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A layout with its name and the folder that images, CSV files and bases are looked for in.

    ``file`` is what messages call it: the file as it was named.
    """

    name: str
    file: str
    layout: schema.Layout
    folder: Path


def load(what: str, edition: str = "colour") -> Loaded:
    """Load ``dice/sheet-a`` or a user's ``my-sheet.toml``.

    Raises:
        BadInput: anything is wrong with the file or one that it extends.
        Unreadable: a file does not exist or cannot be read.
    """
    source = layout_source(what)
    if "game" in source.table and not is_layout(source):
        mend = "use bloomprint solve or score; a layout has title, kind and size"
        raise BadInput(Fault("", "this is a file of a game, not a layout", mend, source.name))
    chain = _chain(source)
    merged, origins = _merge_chain(chain, edition)
    if strays := list(stray_values(chain, merged)):
        raise BadInput(strays)
    try:
        layout = schema.Layout.model_validate(merged)
    except ValidationError as error:
        from layouts.misfits import faults_of  # noqa: PLC0415 - words for what is seldom wrong

        raise BadInput(faults_of(error, merged, chain, origins)) from None
    if layout.game is not None and layout.game not in GAMES:
        mend = did_you_mean(layout.game, GAMES)
        raise BadInput(Fault("game", f"{shown(layout.game)} is no game", mend, source.name))
    if misdrawn := list(_misdrawn(layout.flowers, chain)):
        raise BadInput(misdrawn)
    return Loaded(_name(what), source.name, layout, source.folder)


def _misdrawn(flowers: Iterable[schema.Flower], chain: Iterable[Source]) -> Iterator[Fault]:
    """Yield the flowers that no drawing or no colour belongs to, where they are written."""
    file = next((source.name for source in chain if "flowers" in source.table), "")
    for at, flower in enumerate(flowers):
        for key, find in (("shape", shape), ("colour", shades)):
            try:
                find(getattr(flower, key))
            except BadInput as error:
                where = f"flowers[{at}].{key}"
                yield from (replace(fault, where=where, file=file) for fault in error.faults)


def is_layout(source: Source) -> bool:
    """Tell a layout from an instance, a record or a board."""
    return bool({"elements", "extends", "title", "size"} & source.table.keys())


def board_text(what: str) -> str | None:
    """Return the text of the board of a layout, whatever else is in the file."""
    merged, _ = _merge_chain(_chain(layout_source(what)), "colour")
    board = merged.get("board")
    return board.get("text") if isinstance(board, Mapping) else None


def says_edition(what: str, edition: str) -> bool:
    """Tell whether a layout, or one that it extends, says anything of an edition."""
    parts = (source.table.get("editions") for source in _chain(layout_source(what)))
    return any(isinstance(part, Mapping) and edition in part for part in parts)


def layout_source(what: str) -> Source:
    """Read the file of a built-in name or a path; built-in names have no ending."""
    if what.endswith(".toml"):
        return read_source(what)
    if not re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", what) or not (HOME / f"{what}.toml").is_file():
        near = nearest(what, builtin_names())
        guess = f"did you mean {shown(near)}? " if near else ""
        mend = f"{guess}`bloomprint list` shows what there is; a file of your own ends in .toml"
        raise BadInput(Fault("", f"there is no layout {shown(what)}", mend))
    return _builtin(what)


@cache
def _builtin(name: str) -> Source:
    """Read a layout of ours once: five sheets share a base, and merging changes no table."""
    path = HOME / f"{name}.toml"
    return parse_source(path.read_bytes(), f"{name}.toml", path.parent)


@cache
def builtin_names() -> tuple[str, ...]:
    """Return the names of all built-in layouts, bases included; other TOML files are data."""
    return tuple(
        f"{game}/{path.stem}"
        for game in (*GAMES, "shared")
        for path in sorted((HOME / game).glob("*.toml"))
        if _LAYOUT.search(path.read_text("utf-8"))
    )


def _name(what: str) -> str:
    return Path(what).stem if what.endswith(".toml") else what


def _chain(source: Source) -> list[Source]:
    """Return a file and all it extends, the last base last; of several, the last one named wins.

    A base that two of them share is read once and merged once, below both.
    """
    return _Bases().chain(source, ())


@dataclass(slots=True)
class _Bases:
    """The files that a layout extends: each is read once, however many extend it."""

    chains: dict[Path, list[Source]] = field(default_factory=dict)

    def chain(self, source: Source, above: tuple[Source, ...]) -> list[Source]:
        """Return a file and all it extends, below those that extend it.

        Raises:
            BadInput: a circle, or too many files.
        """
        file, path = _file_of(source), (*above, source)
        if file in map(_file_of, above):
            names = " -> ".join(cut(Path(seen.name).name) for seen in path)
            raise BadInput(Fault("extends", f"a circle: {names}", "break it", above[-1].name))
        if file not in self.chains:
            if len(path) + len(self.chains) > MOST_BASES:
                what = f"more than {MOST_BASES} files in all"
                raise BadInput(Fault("extends", what, "extend fewer layouts", source.name))
            bases = (_base(base, source) for base in reversed(_bases(source)))
            chain = [source, *(part for base in bases for part in self.chain(base, path))]
            last = {_file_of(part): at for at, part in enumerate(chain)}
            self.chains[file] = [chain[at] for at in sorted(last.values())]
        return self.chains[file]


def _bases(source: Source) -> list[str]:
    wish = source.table.get("extends", [])
    bases = wish if isinstance(wish, list) else [wish]
    if len(bases) > MOST_BASES:
        what = f"{len(bases)} names"
        raise BadInput(Fault("extends", what, f"at most {MOST_BASES}", source.name))
    for base in bases:
        if not isinstance(base, str):
            what = f"{shown(base)} is no name of a layout"
            raise BadInput(Fault("extends", what, "such as 'dice/sheet'", source.name))
    return bases


def _file_of(source: Source) -> Path:
    """Return what tells a file from others, whatever name it was reached by."""
    return (source.folder / Path(source.name).name).resolve()


def _base(base: str, here: Source, where: str = "extends") -> Source:
    if not base.endswith(".toml"):
        try:
            return layout_source(base)
        except BadInput as error:
            raise BadInput(
                Fault(where, fault.what, fault.mend, here.name) for fault in error.faults
            ) from None
    return read_beside(here, base, where)


def inside(folder: Path, name: str, where: str, file: str) -> Path:
    """Return the path of a file named in a layout; it must lie in the layout's folder.

    Raises:
        BadInput: the path leads out of the folder, also through links, or there is no such file.
    """
    path = folder / name
    try:
        outside = not path.resolve().is_relative_to(folder.resolve())
        there = path.exists()
        strange = strangeness(path) if there else ""
    except (OSError, RuntimeError, ValueError):  # too long, a loop of links, a NUL
        mend = "name a file beside the layout"
        raise BadInput(Fault(where, f"{shown(name)} is no name of a file", mend, file)) from None
    if Path(name).is_absolute() or outside:
        mend = "name a file beside the layout or below it"
        raise BadInput(Fault(where, f"{shown(name)} leads out of the folder", mend, file))
    if not there:
        mend = "it is looked for beside the layout or below it"
        raise BadInput(Fault(where, f"there is no file {shown(name)}", mend, file))
    if strange:
        mend = "name a file beside the layout"
        raise BadInput(Fault(where, f"{shown(name)} {strange}", mend, file))
    return path.resolve()


def _merge_chain(chain: list[Source], edition: str) -> tuple[dict[str, Any], list[str]]:
    """Return the merged table and, for every element, the file that said it last."""
    merged: dict[str, Any] = {}
    origins: list[str] = []
    editions: list[tuple[Mapping[str, Any], str]] = []
    for source in reversed(chain):
        table = {key: part for key, part in source.table.items() if key != "extends"}
        table |= _rows_from(source)
        if source is not chain[0]:
            table.pop("abstract", None)
        _check_editions(table.pop("editions", {}), source, edition, editions)
        _merge_into(merged, table, origins, source.name)
    for part, name in editions:
        _merge_into(merged, part, origins, name)
    return merged, origins


def _rows_from(source: Source) -> dict[str, Any]:
    """Return the rows that a file takes from another one, and the seed that they come from."""
    wish = source.table.get("rows_from")
    if not isinstance(wish, str):
        return {}
    if "rows" in source.table:
        what = "rows and rows_from in one file"
        raise BadInput(Fault("rows_from", what, "keep one of them", source.name))
    if is_table_name(wish):
        mend = f'write csv = "{cut(wish)}"; rows_from takes the rows of a TOML file'
        raise BadInput(Fault("rows_from", f"{shown(wish)} is a table", mend, source.name))
    name, _, key = wish.partition("#")
    found = _base(name, source, "rows_from").table
    key = key or "rows"
    if not isinstance(found.get(key), list):
        mend = did_you_mean(key, [name for name, part in found.items() if isinstance(part, list)])
        raise BadInput(
            Fault("rows_from", f"{cut(name)} has no list {shown(key)}", mend, source.name)
        )
    return {"rows": found[key], "seed": source.table.get("seed", found.get("seed"))}


def _check_editions(
    found: Any, source: Source, edition: str, wanted: list[tuple[Mapping[str, Any], str]]
) -> None:
    faults = Faults(source.name)
    if not isinstance(found, Mapping):
        faults.add("editions", f"{shown(found)} is no table", "write [editions.large]")
        found = {}
    for name, part in found.items():
        if name not in EDITIONS:
            faults.add(
                f"editions.{key_shown(name)}", "unknown edition", did_you_mean(name, EDITIONS)
            )
        elif not isinstance(part, Mapping):
            faults.add(f"editions.{key_shown(name)}", f"{shown(part)} is no table")
        elif name == edition:
            wanted.append((part, source.name))
    faults.raise_if_any()


def _merge_into(
    merged: dict[str, Any], table: Mapping[str, Any], origins: list[str], name: str
) -> None:
    for key, part in table.items():
        if key == "elements" and isinstance(part, list):
            merged[key] = _merge_elements(merged.get(key, []), part, origins, name)
        elif isinstance(part, Mapping) and isinstance(merged.get(key), Mapping):
            merged[key] = _deep(merged[key], part)
        else:
            merged[key] = part


def _deep(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, part in over.items():
        both = isinstance(part, Mapping) and isinstance(result.get(key), Mapping)
        if both and part.get("type", result[key].get("type")) == result[key].get("type"):
            result[key] = _deep(result[key], part)
        elif key == "elements" and isinstance(part, list) and isinstance(result.get(key), list):
            result[key] = _merge_elements(result[key], part, [], "")
        else:
            result[key] = part
    return result


def _merge_elements(base: list[Any], over: list[Any], origins: list[str], name: str) -> list[Any]:
    """Override elements of the same id, also inside groups; append the others."""
    result = list(base)
    for element in over:
        known = element.get("id") if isinstance(element, Mapping) else None
        place = _place(result, known)
        if place is None:
            result.append(element)
            origins.append(name)
        else:
            result[place[0]] = _override(result[place[0]], element, place[1:])
            if place[0] < len(origins):
                origins[place[0]] = name
    return result


def _place(elements: list[Any], known: Any) -> tuple[int, ...] | None:
    """Return the path of indices to the element with an id."""
    if known is None:
        return None
    for at, element in enumerate(elements):
        if not isinstance(element, Mapping):
            continue
        if element.get("id") == known:
            return (at,)
        inner = element.get("elements")
        if isinstance(inner, list) and (path := _place(inner, known)) is not None:
            return (at, *path)
    return None


def _override(element: Any, over: Mapping[str, Any], path: tuple[int, ...]) -> Any:
    if not path:
        return _deep(element, over)
    inner = list(element["elements"])
    inner[path[0]] = _override(inner[path[0]], over, path[1:])
    return {**element, "elements": inner}
