"""What a tool is, by the function that does it: name, description and schema from signature, type hints, docstring."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from . import _schema
from ._calls import Call

_SCALARS: Mapping[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}
_SECTION = re.compile(r"^(?:Args|Arguments|Parameters|Returns?|Raises|Yields|Examples?|Notes?):\s*$", re.MULTILINE)
_ARGUMENTS = re.compile(r"^(?:Args|Arguments|Parameters):[ \t]*\n((?:[ \t]+.*\n?|\n)*)", re.MULTILINE)
_ARGUMENT = re.compile(r"^ {1,4}\*{0,2}(\w+)(?: *\([^)]*\))?: *(.*(?:\n {5,}.*)*)", re.MULTILINE)


@dataclass(frozen=True)
class Kind:
    """A type hint: its JSON Schema, and what makes its value of JSON that fits; nothing if JSON will do."""

    schema: dict[str, Any]
    make: Callable[[Any, tuple[object, ...]], Any] | None = None


@dataclass(frozen=True)
class Signature:
    """Immutable."""

    name: str
    description: str
    parameters: dict[str, Any]
    call_parameter: str | None
    makers: Mapping[str, Callable[[Any, tuple[object, ...]], Any]]
    whole: str | None
    """The parameter that takes all arguments, as a model."""

    def bind(self, args: dict[str, Any], call: Call) -> dict[str, Any]:
        """The keyword arguments of the function. Raises `Misfit`."""
        if self.whole is not None:
            bound = {self.whole: self.makers[self.whole](args, ())}
        else:
            _schema.check(self.parameters, args)
            bound = {
                name: self.makers[name](value, (name,)) if name in self.makers else value
                for name, value in args.items()
            }
        if self.call_parameter is not None:
            bound[self.call_parameter] = call
        return bound


def read(
    function: Callable[..., Any], name: str | None, description: str | None, parameters: dict[str, Any] | None
) -> Signature:
    """Raises a `TypeError` that says what the function lacks."""
    tool = name or function.__name__
    text = inspect.getdoc(function) or ""
    about = description or _SECTION.split(text, 1)[0].strip()
    if not about:
        raise TypeError(f"tool '{tool}' needs a docstring: the agent chooses by it")
    hints = typing.get_type_hints(function, include_extras=True)
    declared = list(inspect.signature(function).parameters.values())
    call_parameter = next((each.name for each in declared if hints.get(each.name) is Call), None)
    taken = [each for each in declared if each.name != call_parameter]
    if parameters is not None:
        return Signature(tool, about, parameters, call_parameter, {}, None)

    definitions: dict[str, Any] = {}
    kinds = {
        each.name: _kind(_annotation(tool, each, hints), f"parameter '{each.name}' of tool '{tool}'", definitions)
        for each in taken
    }
    makers = {each: kind.make for each, kind in kinds.items() if kind.make is not None}
    whole = taken[0].name if len(taken) == 1 and _is_model(hints[taken[0].name]) else None
    if whole is not None:
        schema = {**kinds[whole].schema, "$defs": definitions} if definitions else kinds[whole].schema
        return Signature(tool, about, _inlined(schema), call_parameter, makers, whole)
    texts = dict(_ARGUMENT.findall("".join(_ARGUMENTS.findall(text))))
    properties = {each: _described(kind.schema, texts.get(each)) for each, kind in kinds.items()}
    for each in taken:
        if each.default is not inspect.Parameter.empty and _is_json(each.default):
            properties[each.name] = {**properties[each.name], "default": each.default}
    required = [each.name for each in taken if each.default is inspect.Parameter.empty]
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return Signature(
        tool, about, {**schema, "$defs": definitions} if definitions else schema, call_parameter, makers, None
    )


def _annotation(tool: str, parameter: inspect.Parameter, hints: Mapping[str, Any]) -> Any:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
        raise TypeError(
            f"parameter '{parameter.name}' of tool '{tool}' has no name for the agent: make it an ordinary one"
        )
    if parameter.name not in hints:
        raise TypeError(
            f"parameter '{parameter.name}' of tool '{tool}' needs a type hint: the agent is told what to give"
        )
    return hints[parameter.name]


def _kind(hint: Any, what: str, definitions: dict[str, Any]) -> Kind:
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return Kind({})
    if hint in _SCALARS:
        return Kind({"type": _SCALARS[hint]}, (lambda value, _: int(value)) if hint is int else None)
    if origin is Annotated:
        kind = _kind(arguments[0], what, definitions)
        text = next((each for each in arguments[1:] if isinstance(each, str)), None)
        return Kind(_described(kind.schema, text), kind.make)
    if origin is Literal:
        return Kind({"enum": list(arguments)})
    if origin in (Union, types.UnionType):
        return _union([_kind(each, what, definitions) for each in arguments])
    if hint is list or origin is list:
        return _list(_kind(arguments[0] if arguments else Any, what, definitions))
    if hint is dict or origin is dict:
        return _dict(_kind(arguments[1] if arguments else Any, what, definitions))
    if typing.is_typeddict(hint):
        hints = typing.get_type_hints(hint, include_extras=True)
        members = {name: _kind(_unqualified(each), what, definitions) for name, each in hints.items()}
        return _members(members, sorted(hint.__required_keys__))
    if _is_model(hint):
        return _model(hint, definitions)
    raise TypeError(
        f"{what} is of type {hint!r}, which has no JSON form: "
        "use str, int, float, bool, list, dict, Literal, a TypedDict or a pydantic model"
    )


def _union(kinds: list[Kind]) -> Kind:
    def make(value: Any, path: tuple[object, ...]) -> Any:
        for kind in kinds:
            try:
                _schema.check(kind.schema, value, path)
                return kind.make(value, path) if kind.make else value
            except _schema.Misfit:
                continue
        raise _schema.Misfit(path, "is of none of the types that are allowed")

    return Kind({"anyOf": [kind.schema for kind in kinds]}, make)


def _list(item: Kind) -> Kind:
    schema = {"type": "array", "items": item.schema}
    make = item.make
    if make is None:
        return Kind(schema)
    ready = make
    return Kind(schema, lambda value, path: [ready(each, (*path, index)) for index, each in enumerate(value)])


def _dict(member: Kind) -> Kind:
    schema = {"type": "object", "additionalProperties": member.schema}
    make = member.make
    if make is None:
        return Kind(schema)
    ready = make
    return Kind(schema, lambda value, path: {name: ready(each, (*path, name)) for name, each in value.items()})


def _members(kinds: Mapping[str, Kind], required: list[str]) -> Kind:
    properties = {name: kind.schema for name, kind in kinds.items()}
    makers = {name: kind.make for name, kind in kinds.items() if kind.make is not None}

    def make(value: Any, path: tuple[object, ...]) -> Any:
        return {name: makers[name](each, (*path, name)) if name in makers else each for name, each in value.items()}

    return Kind({"type": "object", "properties": properties, "required": required}, make if makers else None)


def _unqualified(hint: Any) -> Any:
    """What `Required` and `NotRequired` say is known otherwise; they are of `typing` or of `typing_extensions`."""
    name = getattr(get_origin(hint), "_name", None)
    return get_args(hint)[0] if name in ("Required", "NotRequired", "ReadOnly") else hint


# ---- pydantic, of either major version, if the author uses it; it is never imported here. ----


def _is_model(hint: Any) -> bool:
    return isinstance(hint, type) and any(
        each.__module__.startswith("pydantic") and each.__name__ == "BaseModel" for each in hint.__mro__
    )


def _model(model: Any, definitions: dict[str, Any]) -> Kind:
    template = "#/$defs/{model}"
    if hasattr(model, "model_json_schema"):
        schema, validate = model.model_json_schema(ref_template=template), model.model_validate
    else:
        schema, validate = model.schema(ref_template=template), model.parse_obj
    for name, definition in {**schema.pop("$defs", {}), **schema.pop("definitions", {})}.items():
        if definitions.setdefault(name, definition) != definition:
            raise TypeError(f"two models are called '{name}': rename one of them")

    def make(value: Any, path: tuple[object, ...]) -> Any:
        try:
            return validate(value)
        except ValueError as problem:
            errors: Any = getattr(problem, "errors", None)
            first: Any = errors()[0] if errors else {"loc": (), "msg": str(problem)}
            raise _schema.Misfit((*path, *first["loc"]), first["msg"]) from None

    return Kind(schema, make)


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """A model that contains itself is only a reference at its root, where an object has to be."""
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    return {**schema["$defs"][name], "$defs": schema["$defs"]} if name else schema


def _described(schema: dict[str, Any], text: str | None) -> dict[str, Any]:
    return {**schema, "description": " ".join(text.split())} if text else schema


def _is_json(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float, bool))
