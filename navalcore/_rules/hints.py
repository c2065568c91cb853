"""Type hints, walked once: what a field may hold, as a tree of shapes."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from inspect import get_annotations
from sys import modules
from types import SimpleNamespace
from typing import Annotated, Any, ForwardRef, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from navalcore.errors import BadData

T = TypeVar("T")

_NEVER_CHANGE = (int, str, bool, float, bytes, type(None), Fraction, Enum)


@dataclass(frozen=True, slots=True)
class HintShape:
    """A type hint; this class itself represents one that is none of the shapes below."""

    hint: Any
    """The hint, without its marks."""
    marks: tuple[Any, ...] = field(default=(), kw_only=True)
    """Everything next to it in ``Annotated``."""

    def mark(self, kind: type[T]) -> T | None:
        """The mark of a kind that the hint bears, if it bears one."""
        return next((mark for mark in self.marks if isinstance(mark, kind)), None)

    def __str__(self) -> str:
        plain = isinstance(self.hint, type) and get_origin(self.hint) is None
        return self.hint.__qualname__ if plain else str(self.hint)


@dataclass(frozen=True, slots=True)
class Plain(HintShape):
    """A class of single values that never change: numbers, texts, the members of an enumeration."""

    cls: type[Any]


@dataclass(frozen=True, slots=True)
class Words(HintShape):
    """A ``Literal``."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Maybe(HintShape):
    """A type that may be None."""

    inner: HintShape


@dataclass(frozen=True, slots=True)
class UnionShape(HintShape):
    """A union of several types, None not among them."""

    kinds: tuple[HintShape, ...]


@dataclass(frozen=True, slots=True)
class Several(HintShape):
    """A sequence of any length of items of one type."""

    cls: type[Any]
    item: HintShape


@dataclass(frozen=True, slots=True)
class TupleShape(HintShape):
    """A tuple of as many items as it names types."""

    items: tuple[HintShape, ...]


@dataclass(frozen=True, slots=True)
class DictShape(HintShape):
    """A dictionary."""

    cls: type[Any]
    key: HintShape
    item: HintShape


@dataclass(frozen=True, slots=True)
class ClassShape(HintShape):
    """A class with named fields: a dataclass, a model or a named tuple."""

    cls: type[Any]

    @property
    def fields(self) -> Mapping[str, HintShape]:
        """The shapes of its fields."""
        return _fields_of(self.hint)


def shape_of(hint: Any, marks: tuple[Any, ...] = ()) -> HintShape:
    """The shape of a type hint."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return shape_of(args[0], (*marks, *hint.__metadata__))
    if isinstance(hint, NewType):
        return replace(shape_of(hint.__supertype__, marks), hint=hint)
    if origin is Literal:
        return Words(hint, args, marks=marks)
    if origin in (Union, types.UnionType):
        kinds = [shape_of(each) for each in args if each is not type(None)]
        inner = kinds[0] if len(kinds) == 1 else UnionShape(Union[tuple(each.hint for each in kinds)], tuple(kinds))  # noqa: UP007
        return Maybe(hint, inner, marks=marks) if type(None) in args else replace(inner, marks=marks)
    cls = origin or hint
    if not isinstance(cls, type):
        return HintShape(hint, marks=marks)
    if issubclass(cls, _NEVER_CHANGE):
        return Plain(hint, cls, marks=marks)
    if is_dataclass(cls) or issubclass(cls, BaseModel) or hasattr(cls, "_fields"):
        return ClassShape(hint, cls, marks=marks)
    if origin is tuple and args[-1:] != (Ellipsis,):
        return TupleShape(hint, tuple(map(shape_of, args)), marks=marks)
    if args and issubclass(cls, Sequence):
        return Several(hint, cls, shape_of(args[0]), marks=marks)
    if args and issubclass(cls, Mapping):
        return DictShape(hint, cls, shape_of(args[0]), shape_of(args[1]), marks=marks)
    return HintShape(hint, marks=marks)


@cache
def _fields_of(hint: Any) -> Mapping[str, HintShape]:
    cls = get_origin(hint) or hint
    given = dict(zip(getattr(cls, "__parameters__", ()), get_args(hint), strict=False))
    hints = annotations_of(cls)
    return types.MappingProxyType({name: shape_of(_filled_in(hints[name], given)) for name in defaults_of(cls)})


def _filled_in(hint: Any, given: Mapping[Any, Any]) -> Any:
    """A hint of a generic class with its type arguments filled in, such as ``list[Ship]`` for ``list[T]``."""
    parameters = getattr(hint, "__parameters__", ())
    if get_origin(hint) is not None and parameters and all(each in given for each in parameters):
        return hint[tuple(given[each] for each in parameters)]
    return given.get(hint, hint) if isinstance(hint, TypeVar) else hint


@cache
def annotations_of(cls: type[Any]) -> Mapping[str, Any]:
    """The type hints of a class with their marks; typing.get_type_hints evaluates these without their module."""
    if issubclass(cls, tuple):  # a named tuple, whose hints have been put away in a form of their own
        return get_type_hints(cls, include_extras=True)
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.partition(".")[0] not in ("builtins", "pydantic", "typing"):
            try:
                hints = get_annotations(base, eval_str=True)
            except NameError as error:
                what = f"{base.__qualname__} names the class '{error.name}'"
                raise BadData(f"{what}, which its module does not have") from error
            found |= {name: _with_names(base, hint) for name, hint in hints.items()}
    return types.MappingProxyType(found)


def _with_names(cls: type[Any], hint: Any) -> Any:
    """A hint with classes in place of their names in quotes; a name that the module does not have stays as it is."""
    if not _names_a_class(hint):
        return hint
    try:
        holder = SimpleNamespace(__annotations__={"hint": hint})
        return get_type_hints(holder, vars(modules[cls.__module__]), dict(vars(cls)), include_extras=True)["hint"]
    except (NameError, KeyError):
        return hint


def _names_a_class(hint: Any) -> bool:
    if isinstance(hint, str | ForwardRef):
        return True
    if get_origin(hint) is Literal:
        return False
    inner = get_args(hint)
    return any(map(_names_a_class, inner[:1] if get_origin(hint) is Annotated else inner))


def defaults_of(cls: type[Any]) -> dict[str, Any]:
    """The fields of a class with their defaults, MISSING where there is none."""
    if issubclass(cls, BaseModel):
        models = cls.model_fields.items()
        return {n: MISSING if f.is_required() else f.get_default(call_default_factory=True) for n, f in models}
    if is_dataclass(cls):
        return {f.name: f.default if f.default_factory is MISSING else f.default_factory() for f in fields(cls)}
    return {name: cls._field_defaults.get(name, MISSING) for name in cls._fields}


def is_shared(shape: HintShape) -> bool:
    """Whether values of the shape never change, so that copies may share them."""
    match shape:
        case Plain() | Words():
            return True
        case Maybe(inner=inner):
            return is_shared(inner)
        case UnionShape(kinds=inner) | TupleShape(items=inner):
            return all(map(is_shared, inner))
        case Several(cls=cls, item=item):
            return cls is tuple and is_shared(item)
        case ClassShape(cls=cls) if is_dataclass(cls):
            frozen: bool = cls.__dataclass_params__.frozen  # type: ignore[attr-defined]
            return frozen and all(map(is_shared, shape.fields.values()))
    return False


def dataclasses_in(cls: type[Any]) -> Iterator[type[Any]]:
    """The dataclasses that the fields of a class hold, itself if it is one, each once."""
    waiting: list[HintShape] = [shape_of(cls)]
    found: set[type[Any]] = set()
    while waiting:
        match waiting.pop():
            case ClassShape(cls=held) as shape if held not in found:
                found.add(held)
                waiting += shape.fields.values()
                if is_dataclass(held):
                    yield held
            case Maybe(inner=inner) | Several(item=inner):
                waiting.append(inner)
            case UnionShape(kinds=several) | TupleShape(items=several):
                waiting += several
            case DictShape(key=key, item=item):
                waiting += (key, item)
