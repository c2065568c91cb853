"""State as plain data: copying it fast, writing it as JSON, digesting it.

A game's state is a slotted dataclass of enums, ints, strings, tuples, lists, dicts and further such dataclasses. From
its type hints :class:`StateType` makes a copier as fast as one written by hand, and a JSON form through pydantic.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from navalcore.errors import BadData

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema

S = TypeVar("S")

_SHARED = (int, str, bool, float, bytes, type(None), Fraction)


def canonical_json(value: object) -> str:
    """JSON with sorted keys and no spaces: the same text for the same value, everywhere."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """A short stable fingerprint: 128 bits of BLAKE2b, as 32 hexadecimal digits."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class nothing_as:  # noqa: N801 (it stands in annotations like a word)
    """Metadata of a field of a state that may be None, written to JSON as a value of its own.

    A state says None for nothing, and saved matches go on saying what they always said:
    ``boat: Annotated[int | None, nothing_as(-1)] = None``.
    """

    value: int | str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read and write the value for None."""
        from pydantic_core import core_schema

        inner = handler(source)

        def write(found: Any, write_inner: Callable[[Any], Any]) -> Any:
            return self.value if found is None else write_inner(found)

        return core_schema.no_info_before_validator_function(
            lambda given: None if given == self.value else given,
            inner,
            serialization=core_schema.wrap_serializer_function_ser_schema(write, schema=inner),
        )


class StateType(Generic[S]):
    """What the engine knows about one class of states.

    Raises:
        BadData: a field has a type a state may not hold (a set, an engine object, a function); names class and field.
    """

    def __init__(self, cls: type[S]) -> None:
        self.cls = cls
        self.copy: Callable[[S], S] = _Copiers().of(cls)

    @cached_property
    def _adapter(self) -> TypeAdapter[S]:
        from pydantic import TypeAdapter

        return TypeAdapter(self.cls)

    def to_json(self, state: S) -> Any:
        """The state as JSON-ready data (dicts, lists, strings, numbers)."""
        return self._adapter.dump_python(state, mode="json", warnings="error")

    def from_json(self, data: Any) -> S:
        """The state from what :meth:`to_json` gave.

        Raises:
            BadData: the data does not describe a state of this class.
        """
        try:
            return self._adapter.validate_python(data)
        except ValueError as error:
            raise BadData(f"this is not a state of {self.cls.__qualname__}: {error}") from error

    def digest(self, state: S) -> str:
        """A fingerprint of the whole state."""
        return digest(canonical_json(self.to_json(state)))


class _Copiers:
    """Writes one copy function a dataclass, each field copied as its type needs and no further."""

    def __init__(self) -> None:
        self._made: dict[Any, Callable[[Any], Any]] = {}

    def of(self, hint: Any) -> Callable[[Any], Any]:
        """The copier of a dataclass (or a parametrised generic dataclass)."""
        if hint in self._made:
            return self._made[hint]
        cls = get_origin(hint) or hint
        if cls.__dataclass_params__.frozen:
            raise BadData(
                f"{cls.__qualname__} is frozen but holds something that can change, so copies could not share it: use "
                "tuples and frozen classes in it, or do not freeze it"
            )
        parameters = dict(zip(getattr(cls, "__parameters__", ()), get_args(hint), strict=False))
        hints = get_type_hints(cls)
        names: dict[str, Any] = {"new": object.__new__, "cls": cls}
        # A class may hold itself (a tree): register a late-bound copier first.
        self._made[hint] = lambda value: self._made[hint](value)
        lines = ["def copy(old):", "    made = new(cls)"]
        watched = cls.__setattr__ is not object.__setattr__  # a copy is not a change: go past what the class does then
        for field in fields(cls):
            where = f"{cls.__qualname__}.{field.name}"
            kind = hints[field.name]
            kind = kind[tuple(parameters[p] for p in kind.__parameters__)] if _open_in(kind, parameters) else kind
            kind = parameters.get(kind, kind)
            expression = self._expression(kind, f"old.{field.name}", names, where)
            if watched and hasattr(cls, "__slots__"):
                names[f"set_{field.name}"] = getattr(cls, field.name).__set__
                lines.append(f"    set_{field.name}(made, {expression})")
            else:
                lines.append(f"    made.{field.name} = {expression}")
        lines.append("    return made")
        exec("\n".join(lines), names)
        made: Callable[[Any], Any] = names["copy"]
        self._made[hint] = made
        return made

    def _expression(self, hint: Any, value: str, names: dict[str, Any], where: str) -> str:
        if is_shared(hint):
            return value
        origin, args = get_origin(hint), get_args(hint)
        if origin is list:
            if is_shared(args[0]):
                return f"{value}[:]"
            return f"[{self._expression(args[0], 'item', names, where)} for item in {value}]"
        if origin is dict:
            if is_shared(args[1]):
                return f"{value}.copy()"
            return f"{{key: {self._expression(args[1], 'item', names, where)} for key, item in {value}.items()}}"
        if origin is tuple:
            inner = [arg for arg in args if arg is not Ellipsis]
            if len(inner) == 1 and len(args) == 2:
                return f"tuple([{self._expression(inner[0], 'item', names, where)} for item in {value}])"
            parts = [self._expression(arg, f"{value}[{i}]", names, where) for i, arg in enumerate(args)]
            return "(" + ", ".join(parts) + ",)"
        if origin in (typing.Union, types.UnionType):
            others = [arg for arg in args if arg is not type(None)]
            if len(others) == 1:
                return f"(None if {value} is None else {self._expression(others[0], value, names, where)})"
            return self._dispatch(others, value, names, where)
        cls = origin or hint
        if isinstance(cls, type) and is_dataclass(cls):
            name = f"copy_{len(names)}"
            names[name] = self.of(hint)
            return f"{name}({value})"
        raise BadData(
            f"{where} has type {hint}: a state holds only enums, numbers, strings, tuples, lists, dicts and "
            "dataclasses of these (no sets, whose order is not stable, and no engine objects); for one of several "
            "classes, such as options, name them all: Move | Fire"
        )

    def _dispatch(self, kinds: list[Any], value: str, names: dict[str, Any], where: str) -> str:
        """A union of several kinds: look at the value's class."""
        table: dict[type, Callable[[Any], Any]] = {}
        for kind in kinds:
            cls = get_origin(kind) or kind
            if not is_shared(kind):
                if not is_dataclass(cls):
                    raise BadData(f"{where}: a union may mix plain values and dataclasses only, not {kind}")
                table[typing.cast(type, cls)] = self.of(kind)
        name = f"copy_{len(names)}"
        names[name] = lambda item: table[type(item)](item) if type(item) in table else item
        return f"{name}({value})"


def _open_in(kind: Any, parameters: dict[Any, Any]) -> bool:
    found = getattr(kind, "__parameters__", ())
    return bool(found) and get_origin(kind) is not None and all(p in parameters for p in found)


def is_shared(hint: Any) -> bool:
    """Whether values of the type never change, so that copies may share them."""
    if hint in _SHARED or (isinstance(hint, type) and issubclass(hint, (*_SHARED, Enum))):
        return True
    if getattr(hint, "__supertype__", None) is not None:
        return is_shared(hint.__supertype__)
    origin, args = get_origin(hint), get_args(hint)
    if origin is typing.Literal:
        return True
    if origin in (tuple, frozenset, typing.Union, types.UnionType):
        return origin is not frozenset and all(is_shared(arg) for arg in args if arg is not Ellipsis)
    cls = origin or hint
    if isinstance(cls, type) and is_dataclass(cls) and cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        hints = get_type_hints(cls)
        return all(is_shared(hints[field.name]) for field in fields(cls))
    return False
