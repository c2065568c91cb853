"""Checks for values that are made very often: a quick look at each field, and the whole check only after a doubt."""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping
from functools import update_wrapper
from sys import modules
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin

from navalcore._misfits import hint_of, refuse_misfits

T = TypeVar("T")

_PLAIN: Final[Mapping[type, Any]] = {float: (int, float)}
"""Types that are taken without a doubt where another is wanted."""


def glanced_at(cls: type[T]) -> type[T]:
    """The class, of which every instance is looked at when it is made; ``dataclass`` has to come after it.

    The look is written once for the fields of the class, as ``dataclass`` writes what makes an instance. So it costs
    about as much as setting the fields does. After a doubt :func:`refuse_misfits` decides.
    """
    hints = {name: hint_of(vars(modules[cls.__module__]), each) for name, each in vars(cls)["__annotations__"].items()}
    own = vars(cls).get("__post_init__")
    names: dict[str, Any] = {"__name__": "<written by glanced_at>", "refuse": refuse_misfits, "own": own}
    looks = [look for name, hint in hints.items() if (look := _look(hint, f"self.{name}", names))]
    body = ["def __post_init__(self):"]
    if looks:
        body += [f" if not ({' and '.join(looks)}):", "  refuse(self)"]
    if own:
        body.append(" own(self)")
    exec("\n".join(body), names)
    cls.__post_init__ = update_wrapper(names["__post_init__"], own) if own else names["__post_init__"]  # type: ignore[attr-defined]
    return cls


def _look(hint: Any, value: str, names: dict[str, Any]) -> str:
    """An expression that is true of a value that fits; "" if nothing is said of the value."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _look(inner[0], value, names)
    if hint is None or hint is type(None):
        return f"{value} is None"
    if origin in (Union, types.UnionType):
        each = [_look(part, value, names) for part in inner]
        return f"({' or '.join(each)})" if all(each) else ""
    if origin is Callable:
        return f"callable({value})"
    kind = origin or hint
    if kind is Any or not isinstance(kind, type):
        return ""
    names[known := f"_{len(names)}"] = _PLAIN.get(kind, kind)
    looks = [f"isinstance({value}, {known})"]
    if issubclass(kind, Collection) and inner and issubclass(str, kind):
        looks.append(f"not isinstance({value}, str)")
    if held := _look_at_held(kind, inner, value, names):
        looks.append(f"(not {value} or {held})")
    return f"({' and '.join(looks)})" if len(looks) > 1 else looks[0]


def _look_at_held(kind: type, inner: tuple[Any, ...], value: str, names: dict[str, Any]) -> str:
    """An expression that is true if all that a collection holds fits; "" if nothing is said of that."""
    if inner and issubclass(kind, Mapping):
        looks = [look for hint, each in zip(inner, ("key", "each"), strict=True) if (look := _look(hint, each, names))]
        return f"all({' and '.join(looks)} for key, each in {value}.items())" if looks else ""
    if not issubclass(kind, Collection) or not inner or (kind is tuple and inner[-1] is not Ellipsis):
        return ""
    look = _look(inner[0], "each", names)
    return f"all({look} for each in {value})" if look else ""
