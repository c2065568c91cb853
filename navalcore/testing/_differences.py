"""Where two views differ: the path to each field, instead of the whole of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from pydantic import BaseModel

MOST: Final = 4
"""How many differences are told; the number of the others follows."""


def differences(expected: Any, found: Any) -> str:
    """The fields in which two values of one kind differ, each by its path."""
    told = [
        f"{path.removeprefix('.') or 'it'} is {other!r} instead of {one!r}"
        for path, one, other in _differing(expected, found, "")
    ]
    more = [f"{len(told) - MOST} more"] if len(told) > MOST else []
    return "; ".join([*told[:MOST], *more])


def _differing(expected: Any, found: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if expected == found:
        return
    parts, others = parts_of(expected), parts_of(found)
    if type(expected) is not type(found) or parts is None or others is None or parts.keys() != others.keys():
        yield path, expected, found
        return
    nested = [each for name, part in parts.items() for each in _differing(part, others[name], f"{path}{name}")]
    yield from nested or [(path, expected, found)]


def parts_of(value: Any) -> dict[str, Any] | None:
    """The parts of a value by how they are reached; None where it has none."""
    if isinstance(value, BaseModel):
        return {f".{name}": getattr(value, name) for name in type(value).model_fields}
    if is_dataclass(value):
        return {f".{field.name}": getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return {f"[{str(key)!r}]": part for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return {f"[{number}]": part for number, part in enumerate(value)}
    return None
