"""Whether arguments fit a JSON Schema: a subset that never refuses what the whole of it accepts. The gateway checks the
rest. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any


class Misfit(Exception):
    """What is wrong with arguments, by a JSON pointer."""

    def __init__(self, path: Sequence[object], complaint: str) -> None:
        steps = "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
        super().__init__(f"{steps or 'the arguments'}: {complaint}")


_TYPES: Mapping[str, Callable[[Any], object]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: _TYPES["number"](value) and value % 1 == 0,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _matches(source: str, text: str) -> bool:
    try:
        return re.search(source, text) is not None
    except re.error:
        return True  # of another dialect than Python's


# Keyword by keyword: the kind of value it is about, whether a value fits, and what it must do otherwise.
_KEYWORDS: Mapping[str, tuple[str, Callable[[Any, Any], object], str]] = {
    "minimum": ("number", lambda value, limit: value >= limit, "must be {} or more"),
    "maximum": ("number", lambda value, limit: value <= limit, "must be {} or less"),
    "exclusiveMinimum": ("number", lambda value, limit: value > limit, "must be more than {}"),
    "exclusiveMaximum": ("number", lambda value, limit: value < limit, "must be less than {}"),
    "minLength": ("string", lambda value, limit: len(value) >= limit, "must have {} or more characters"),
    "maxLength": ("string", lambda value, limit: len(value) <= limit, "must have {} or fewer characters"),
    "pattern": ("string", lambda value, source: _matches(source, value), "must match {}"),
    "minItems": ("array", lambda value, limit: len(value) >= limit, "must have {} or more elements"),
    "maxItems": ("array", lambda value, limit: len(value) <= limit, "must have {} or fewer elements"),
}


def check(schema: object, value: object, path: Sequence[object] = ()) -> None:
    """Raises a `Misfit` if the value does not fit."""
    if schema is False:
        raise Misfit(path, "is not allowed")
    if not isinstance(schema, dict) or "$ref" in schema:
        return
    types = _listed(schema.get("type", []))
    if types and not any(_TYPES.get(one, lambda _: True)(value) for one in types):
        raise Misfit(path, f"must be of type {' or '.join(types)}")
    if "enum" in schema and not any(_same(one, value) for one in schema["enum"]):
        raise Misfit(path, f"must be one of {', '.join(json.dumps(one) for one in schema['enum'])}")
    if "const" in schema and not _same(schema["const"], value):
        raise Misfit(path, f"must be {json.dumps(schema['const'])}")
    for keyword, (kind, fits, complaint) in _KEYWORDS.items():
        limit = schema.get(keyword)
        if limit is not None and not isinstance(limit, bool) and _TYPES[kind](value) and not fits(value, limit):
            raise Misfit(path, complaint.format(limit))
    if isinstance(value, dict):
        _check_members(schema, value, path)
    elif isinstance(value, list) and "prefixItems" not in schema:
        for index, element in enumerate(value):
            check(schema.get("items"), element, [*path, index])


def _check_members(schema: Mapping[str, Any], value: Mapping[str, object], path: Sequence[object]) -> None:
    for name in schema.get("required", []):
        if name not in value:
            raise Misfit([*path, name], "is missing")
    properties = schema.get("properties", {})
    for name, member in value.items():
        if name in properties:
            check(properties[name], member, [*path, name])
        elif "patternProperties" not in schema:
            others = schema.get("additionalProperties")
            if others is False:
                raise Misfit(path, f"has no member '{name}'")
            check(others, member, [*path, name])


def _listed(types: str | Iterable[str]) -> list[str]:
    return [types] if isinstance(types, str) else list(types)


def _same(one: object, other: object) -> bool:
    """As JSON values: true is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    return isinstance(one, bool) == isinstance(other, bool) and one == other
