"""What the typed schema refuses in a merged layout goes in; faults in people's words come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from layouts import schema
from layouts.faults import Fault, did_you_mean, key_shown, shown, unknown_keys
from layouts.sources import Source, is_table_name

_BY_TYPE: dict[str, type[BaseModel]] = {
    get_args(model.model_fields["type"].annotation)[0]: model
    for model in get_args(get_args(schema.Element)[0])
}
_CALLED = {  # what people call a type of element
    "picture": "image",
    "photo": "image",
    "img": "image",
    "label": "text",
    "rectangle": "rect",
    "box": "rect",
    "drawing": "shape",
    "icon": "shape",
    "loop": "repeat",
}
_ACCEPTED = {
    "string_type": "text in quotes",
    "float_type": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "finite_number": "a finite number",
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "at least {ge:g}",
    "less_than": "less than {lt:g}",
    "less_than_equal": "at most {le:g}",
    "literal_error": "one of {expected}",
    "string_too_long": "at most {max_length} letters",
    "string_too_short": "at least {min_length} letters",
    "string_pattern_mismatch": "a reference such as {{name}}",
    "too_long": "at most {max_length} entries",
    "too_short": "at least {min_length} entries",
}


def faults_of(
    error: ValidationError, merged: Mapping[str, Any], chain: list[Source], origins: list[str]
) -> list[Fault]:
    """Return every fault of a merged layout.

    Args:
        error: what the schema says.
        merged: the layout's table.
        chain: its file and all that it extends, from its own down.
        origins: for every element the file that said it last.
    """
    items = error.errors(include_url=False, include_context=True)
    unknown = [item for item in items if item["type"] == "extra_forbidden"]
    found: list[Fault] = []
    for _, alike in groupby(unknown, key=lambda item: item["loc"][:-1]):
        found += _unknown(list(alike), merged, chain, origins)
    others = [item for item in items if item["type"] != "extra_forbidden"]
    placed = [(_place(item, merged), item) for item in others]
    for where, same in groupby(placed, key=lambda pair: pair[0]):
        if not any(deeper.startswith((f"{where}.", f"{where}[")) for deeper, _ in placed):
            found.append(_misfit(where, [item for _, item in same], merged, chain, origins))
    return found


def _place(item: ErrorDetails, merged: Mapping[str, Any]) -> str:
    return _path(item["loc"], merged, missing=item["type"] == "missing")[0]


def _unknown(
    items: list[ErrorDetails], merged: Mapping[str, Any], chain: list[Source], origins: list[str]
) -> Iterable[Fault]:
    """Yield the unknown keys of one table."""
    loc = items[0]["loc"]
    (where, _), (_, model) = _path(loc[:-1], merged), _path(loc, merged)
    keys = [str(item["loc"][-1]) for item in items]
    above = schema.Layout.model_fields if where else ()
    file = _file(loc, chain, origins)
    return unknown_keys(keys, model.model_fields, file, f"{where}." if where else "", above)


def _misfit(
    where: str,
    items: list[ErrorDetails],
    merged: Mapping[str, Any],
    chain: list[Source],
    origins: list[str],
) -> Fault:
    """Return what is wrong at one place; a value of several types has an error for each."""
    item = items[0]
    file = _file(item["loc"], chain, origins)
    found = item["input"]
    match item["type"]:
        case "missing":
            _, model = _path(item["loc"], merged, missing=True)
            return Fault(where, "is missing", _described(model, str(item["loc"][-1])), file)
        case "union_tag_not_found":
            return _untyped(where, found, merged, file)
        case "union_tag_invalid":
            tag = found.get("type")
            what = f"unknown element type {shown(tag)}"
            word = _CALLED.get(str(tag), str(tag))
            return Fault(where, what, did_you_mean(word, _BY_TYPE), file)
    if where == "rows" and is_table_name(found):
        return Fault(where, f"{shown(found)} is no list of rows", f'write csv = "{found}"', file)
    wanted = " or ".join(dict.fromkeys(_accepted(item) for item in items))
    return Fault(where, f"{shown(found)} cannot be used", wanted, file)


def _untyped(where: str, found: Mapping[str, Any], merged: Mapping[str, Any], file: str) -> Fault:
    """Return the fault of an element without a type: it overrides none, or is a new one."""
    types = ", ".join(sorted(_BY_TYPE))
    name, known = found.get("id"), set(_ids(merged))
    if not isinstance(name, str) or not known:
        return Fault(where, "an element needs a type", f"known: {types}", file)
    mend = f"{did_you_mean(name, known)}; a new element needs a type: {types}".replace("?;", "?")
    among = where.rpartition("[")[0]  # its number counts those of the bases as well
    return Fault(among, f"no element {shown(name)} to change", mend, file)


def _ids(found: Any) -> Iterator[str]:
    """Yield the ids of all elements that have a type, also inside groups."""
    elements = found.get("elements") if isinstance(found, Mapping) else None
    for element in elements if isinstance(elements, list) else ():
        if isinstance(element, Mapping) and "type" in element:
            if isinstance(element.get("id"), str):
                yield element["id"]
            yield from _ids(element)


def _accepted(item: ErrorDetails) -> str:
    return _ACCEPTED.get(item["type"], "another value").format(**item.get("ctx", {}))


def _described(model: type[BaseModel], key: str) -> str:
    field = model.model_fields.get(key)
    return field.description or "" if field else ""


def _path(
    loc: tuple[int | str, ...], merged: Mapping[str, Any], *, missing: bool = False
) -> tuple[str, type[BaseModel]]:
    """Return the key path as a person writes it and the model that it leads into.

    Pydantic also names the branches of unions; such parts are not in the file and are left out.
    Of a key that is ``missing`` the last part is not there either.
    """
    model: type[BaseModel] = schema.Layout
    here: Any = merged
    written = ""
    for at, part in enumerate(loc):
        last = at == len(loc) - 1
        if isinstance(here, Mapping) and isinstance(loc[at - 1], int) and part == here.get("type"):
            model = _BY_TYPE.get(str(part), model)
            continue
        if isinstance(part, int) and loc[at - 1] == "columns":
            model = schema.Column
        if not (_holds(here, part) or (last and missing)):
            continue
        model = _OWN.get(part, model) if at == 0 else model
        key = f"[{part}]" if isinstance(part, int) else key_shown(part)
        written += key if isinstance(part, int) or not written else f".{key}"
        here = here[part] if _holds(here, part) else None
    return written, model


_OWN: dict[int | str, type[BaseModel]] = {
    "board": schema.BoardText,
    "size": schema.SizeMm,
    "flowers": schema.Flower,
}


def _holds(here: Any, part: int | str) -> bool:
    if isinstance(here, list):
        return isinstance(part, int) and part < len(here)
    return isinstance(here, Mapping) and part in here


def _file(loc: tuple[int | str, ...], chain: list[Source], origins: list[str]) -> str:
    if loc and loc[0] == "elements" and len(loc) > 1 and isinstance(loc[1], int):
        return origins[loc[1]] if loc[1] < len(origins) else chain[0].name
    for source in chain:
        if loc and loc[0] in source.table:
            return source.name
    return chain[0].name
