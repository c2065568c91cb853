"""Pydantic's errors in data, in words: the key, what is wrong there, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING, Any, get_args, get_origin

from navalcore._misfits import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel, ValidationError
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

Location = tuple[str | int, ...]

LONGEST_VALUE = 60
"""How much of a refused value a message shows."""
_WANTED = {
    "int": "a whole number",
    "float": "a number",
    "decimal": "a number",
    "bool": "true or false",
    "string": "text",
    "string_unicode": "text of whole characters",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "frozen_set": "a list",
    "dict": "a table of keys",
    "mapping": "a table of keys",
    "model": "a table of keys",
}
"""The value wanted, by the first part of the type of pydantic's error, such as ``int_parsing``."""
_LIMITS = {
    "greater_than_equal": ("ge", "at least {}"),
    "greater_than": ("gt", "more than {}"),
    "less_than_equal": ("le", "at most {}"),
    "less_than": ("lt", "less than {}"),
    "multiple_of": ("multiple_of", "a multiple of {}"),
    "string_too_short": ("min_length", "text of at least {} letters"),
    "string_too_long": ("max_length", "text of at most {} letters"),
    "too_short": ("min_length", "a list of at least {} entries"),
    "too_long": ("max_length", "a list of at most {} entries"),
    "enum": ("expected", "{}"),
    "literal_error": ("expected", "{}"),
}
"""The value wanted where a limit is broken: the limit's name in the error's context, and the words around it."""
_KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}


def closest(name: str, known: Iterable[str]) -> str:
    """A hint for a message about an unknown ``name``: the nearest of the ``known`` names if one is near, or else all of
    them.

    >>> closest("Halifx", ["Halifax", "Boston"])
    'did you mean Halifax?'
    >>> closest("Rabaul", ["Halifax", "Boston"])
    'known are Boston, Halifax'
    """
    names = sorted(map(str, known))
    near = get_close_matches(str(name), names, n=3)
    if near:
        return f"did you mean {' or '.join(near)}?"
    shown = ", ".join(names[:20]) or "none"
    return f"known are {shown}{', ...' if len(names) > 20 else ''}"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong with the data a model was made from."""

    key: Location
    """The keys and list positions that lead to it; empty where it is about the data as a whole."""
    message: str
    """The mistake there, and the right value."""
    unknown: bool = False
    """Whether it is that there is no such key."""

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.key))}: {self.message}" if self.key else self.message


def mistakes(error: ValidationError, data: object = None, model: type[BaseModel] | None = None) -> list[Mistake]:
    """Everything a model found wrong, a sentence for each key; ``data`` and ``model`` say what would be right."""
    found: dict[Location, list[ErrorDetails]] = {}
    for detail in error.errors(include_url=False):
        found.setdefault(_key(detail, data), []).append(detail)
    below = {key[:depth] for key in found for depth in range(len(key))}  # of a union, the alternative that went further
    return [_mistake(key, details, model) for key, details in found.items() if key not in below]


def in_words(error: ValidationError, data: object = None) -> str:
    """The first of the :func:`mistakes`, as ``key: what is wrong``."""
    return str(mistakes(error, data)[0])


def _key(detail: ErrorDetails, data: object) -> Location:
    location = tuple(part for part in detail["loc"] if part != "[key]")
    if data is None:
        return location
    key: list[str | int] = []
    here: Any = data
    for place, part in enumerate(location):
        if _holds(here, part):
            here = here[part]
        elif place < len(location) - 1 or not isinstance(here, Mapping) or _names_alternative(part):
            continue
        key.append(part)
    return tuple(key)


def _holds(data: Any, part: str | int) -> bool:
    if isinstance(data, list | tuple):
        return isinstance(part, int) and part < len(data)
    return isinstance(data, Mapping) and part in data


def _names_alternative(part: str | int) -> bool:
    """Whether a part of a location is not a key but the alternative of a union that pydantic tried."""
    return isinstance(part, int) or "[" in part or part in ("int", "str", "bool", "float", "none", "is-instance")


def _mistake(key: Location, details: Sequence[ErrorDetails], model: type[BaseModel] | None) -> Mistake:
    first = details[0]
    if first["type"] == "missing":
        wanted = _kind_of_field(model, key)
        return Mistake(key, f"is missing{f'; {wanted} is wanted' if wanted else ''}")
    if first["type"] in ("extra_forbidden", "unexpected_keyword_argument"):  # of a model, of a dataclass
        here = _model_at(model, key[:-1])
        known = [] if here is None else [field.alias or name for name, field in here.model_fields.items()]
        return Mistake(key, f"unknown key{f'; {closest(str(key[-1]), known)}' if known else ''}", unknown=True)
    if first["type"] == "json_invalid":
        place = ", ".join(re.findall(r"(?:line|column) \d+", first["ctx"]["error"]))
        return Mistake(key, f"should be one JSON document, and cannot be read from {place or 'its beginning'} on")
    if first["type"] in ("value_error", "assertion_error"):
        return Mistake(key, first["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, "))
    wanted = _range_of_field(model, key) or " or ".join(dict.fromkeys(_wanted(detail) for detail in details))
    named = "a key " if first["loc"][-1:] == ("[key]",) else ""
    return Mistake(key, f"{named}should be {wanted}, not {quoted(first['input'])}")


def quoted(value: object) -> str:
    """A refused value as Python writes it, cut where it is long."""
    return shown(value, repr, LONGEST_VALUE)


def allowed(schema: Mapping[str, Any]) -> str:
    """The values that a field takes, in words, from its JSON Schema; empty where the schema does not say."""
    for part in schema.get("anyOf", ()):
        if part.get("type") != "null":
            return allowed(part)
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if schema.get("type") == "boolean":
        return "true or false"
    bounds = bounds_in(schema)
    least, most = bounds.get("minimum"), bounds.get("maximum")
    if least is not None and most is not None:
        return f"{least} to {most}"
    if least is not None:
        return f"at least {least}"
    return f"at most {most}" if most is not None else "a whole number" if schema.get("type") == "integer" else ""


def bounds_in(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A JSON Schema that names the least and the greatest whole number themselves, and none beyond them."""
    if schema.get("type") != "integer":
        return schema
    names = {"exclusiveMinimum": ("minimum", 1), "exclusiveMaximum": ("maximum", -1)}
    moved = {names[key][0]: value + names[key][1] for key, value in schema.items() if key in names}
    return {**{key: value for key, value in schema.items() if key not in names}, **moved}


def _range_of_field(model: type[BaseModel] | None, key: Location) -> str:
    """Of a field that takes the whole numbers from one to another: both."""
    from pydantic.errors import PydanticInvalidForJsonSchema

    here = _model_at(model, key[:-1])
    if here is None or not key:
        return ""
    try:
        schemas = here.model_json_schema()["properties"]
    except PydanticInvalidForJsonSchema:
        return ""
    words = allowed(schemas.get(key[-1], {}))
    return words if re.fullmatch(r"-?\d+ to -?\d+", words) else ""


def _wanted(detail: ErrorDetails) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind in ("string_too_short", "too_short") and context["min_length"] == 1:
        return "text that is not empty" if kind == "string_too_short" else "a list that is not empty"
    if kind in _LIMITS:
        name, words = _LIMITS[kind]
        return words.format(context[name])
    if kind == "string_pattern_mismatch":
        return f"text of the pattern {context['pattern']}"
    for start, words in _WANTED.items():
        if kind in (start, f"{start}_type", f"{start}_parsing", f"{start}_from_float", f"{start}_attributes_type"):
            return words
    return detail["msg"].removeprefix("Input should be ")


def _kind_of_field(model: type[BaseModel] | None, key: Location) -> str:
    """The value that a missing key should have, in words; nothing where that takes more than a few."""
    here = _model_at(model, key[:-1])
    field = _field(here, key[-1]) if here is not None and key else None
    if field is None:
        return ""
    kind = field.annotation
    origin = get_origin(kind) or kind
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"one of {', '.join(str(each.value) for each in kind)}"
    if origin in (list, tuple, set, frozenset):
        return "a list"
    if origin is dict or any(_models_in(kind)):
        return "a table of keys"
    return _KINDS.get(origin, "") if isinstance(origin, type) else ""


def _field(model: type[BaseModel], name: str | int) -> FieldInfo | None:
    named = (field for key, field in model.model_fields.items() if name in (key, field.alias))
    return next(named, None)


def _model_at(model: type[BaseModel] | None, path: Location) -> type[BaseModel] | None:
    """The model of the table that a path of keys leads to, if there is just one that it can be."""
    for part in path:
        field = _field(model, part) if model is not None else None
        if field is not None:
            inner = list(dict.fromkeys(_models_in(field.annotation)))
            model = inner[0] if len(inner) == 1 else None
    return model


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    from pydantic import BaseModel

    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)
