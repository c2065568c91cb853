"""How a view takes its fields from the state: each is named once, in the class of the view, with who may see it.

:class:`~navalcore.View` and :class:`Part` are what games use; this is the machinery behind their ``of``.
From the type hints of the two classes it writes one function, as fast as one written by hand.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from inspect import cleandoc, get_annotations
from typing import Annotated, Any, ClassVar, Self, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, SchemaValidator, core_schema

from navalcore._rules.state import StateType, is_shared
from navalcore.errors import BadData

Test = Callable[[Any, Any], Any]
Maker = Callable[..., Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeenBy:
    """The mark that :func:`seen_by` makes."""

    test: Test
    otherwise: Any = None


def seen_by(test: Test, otherwise: Any = None) -> SeenBy:
    """Mark a field that not everybody sees: ``hand: Annotated[tuple[Card, ...] | None, seen_by(owner)]``.

    Args:
        test: a function of what the field is taken from (the state, or a part of it) and who looks (the second argument
            of ``of``), which says whether the field may be seen.
        otherwise: what the field holds where it may not be seen.
    """
    return SeenBy(test, otherwise)


@dataclass(frozen=True, slots=True)
class Harmless:
    """The mark that :func:`harmless` makes."""

    reason: str


def harmless(reason: str) -> Harmless:
    """Mark a field of the state that is neither shown to some role nor redealt for it, and that tells it nothing:
    ``battles: Annotated[int, harmless("two ships are lost in each")] = 0``.

    Args:
        reason: why nothing hidden can be learned from it; the conformance kit prints it.
    """
    return Harmless(reason)


def harmless_fields(cls: type[Any]) -> Mapping[str, str]:
    """The fields of one dataclass of the state that are marked :func:`harmless`, with the reasons."""
    found = {name: mark.reason for name, hint in _hints_of(cls).items() if (mark := _mark(hint, Harmless)) is not None}
    return types.MappingProxyType(found)


def harmless_in(state_class: type[Any]) -> dict[str, str]:
    """What is marked :func:`harmless` in a class of states and in all dataclasses it holds, as ``Class.field``."""
    classes = [state_class, *(cls for cls in _dataclasses_in(state_class) if cls is not state_class)]
    return {f"{cls.__name__}.{name}": why for cls in classes for name, why in harmless_fields(cls).items()}


class Part:
    """A piece of a view that is taken from a dataclass of the state; derive frozen dataclasses with slots from it.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Boat:
    ...     name: str
    ...     torpedoes: list[int]
    >>> @dataclass(frozen=True, slots=True)
    ... class BoatView(Part, of=Boat):
    ...     name: str
    ...     torpedoes: Annotated[tuple[int, ...] | None, seen_by(lambda boat, role: role == "captain")]
    >>> BoatView.of(Boat("U-47", [1, 3]), "lookout")
    BoatView(name='U-47', torpedoes=None)
    """

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    def __init_subclass__(cls, *, of: type[Any] | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        take_from(cls, of)

    @classmethod
    def of(cls, source: Any, looker: Any = None, /, **given: Any) -> Self:
        """The piece as ``looker`` sees it, see :meth:`View.of <navalcore.View.of>`."""
        made: Self = first_made(cls, source, looker, given)
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return described(cls, schema, handler)


_SOURCES: dict[str, type[Any]] = {}


def _name(cls: type[Any]) -> str:
    # By name, because dataclass(slots=True) makes a second class of the first.
    return f"{cls.__module__}.{cls.__qualname__}"


def take_from(cls: type[Any], source: type[Any] | None) -> None:
    """Note the dataclass that a class of views is taken from, and complete its docstring with the words found there.

    Raises:
        BadData: it is not a dataclass.
    """
    # What a base has become by first_made makes instances of the base.
    setattr(cls, "of", classmethod(_of))  # noqa: B010
    if source is None:
        return
    if not is_dataclass(source):
        raise BadData(f"{cls.__qualname__} is a view of {source!r}; it must be a dataclass of the state")
    _SOURCES[_name(cls)] = source
    said, words = attributes_of(cls), attributes_of(source)
    names = [n for n in get_annotations(cls) if n not in said and n in words]
    if names:
        text = cleandoc(cls.__doc__ or "")
        lines = "".join(f"\n    {name}: {words[name]}" for name in names)
        cls.__doc__ = text + ("" if "Attributes:\n" in text else "\n\nAttributes:") + lines


def source_of(cls: Any) -> type[Any] | None:
    """The dataclass that a class of views is taken from: its own, or that of a base."""
    for base in getattr(cls, "__mro__", ()):
        if (found := _SOURCES.get(_name(base))) is not None:
            return found
    return None


# ---- words -------------------------------------------------------------------------------------------------------

_ATTRIBUTE = re.compile(r"    (\w+): (.*)")


def attributes_of(cls: type[Any]) -> dict[str, str]:
    """What the section "Attributes" of a class's docstring says of each, those of its bases included."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        _, _, section = cleandoc(base.__dict__.get("__doc__") or "").partition("Attributes:\n")
        name = ""
        for line in section.split("\n"):
            if start := _ATTRIBUTE.fullmatch(line):
                name = start[1]
                found[name] = start[2]
            elif name and line.startswith("        "):
                found[name] += " " + line.strip()
            else:
                name = ""
    return found


def described(cls: type[Any], schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
    """The JSON Schema of a class of views, with the words of its docstring at every field, and likewise in the plain
    dataclasses it holds.
    """
    made = handler(schema)
    top = handler.resolve_ref_schema(made)
    _describe(top, cls)
    plain = {kind.__name__: kind for kind in _dataclasses_in(cls)}
    for reference in _references(top.get("properties")):
        inner = handler.resolve_ref_schema({"$ref": reference})
        if (kind := plain.get(inner.get("title", ""))) is not None:
            _describe(inner, kind)
    return made


def _describe(schema: JsonSchemaValue, cls: type[Any]) -> None:
    words = attributes_of(cls)
    for name, field in schema.get("properties", {}).items():
        if name in words:
            field.setdefault("description", words[name])
    if cls.__doc__:
        schema["description"] = " ".join(cleandoc(cls.__doc__).partition("\n\n")[0].split())


def _references(schema: Any) -> list[str]:
    if isinstance(schema, dict):
        here = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
        return here + [found for value in schema.values() for found in _references(value)]
    return [found for value in schema for found in _references(value)] if isinstance(schema, list) else []


def _dataclasses_in(cls: type[Any]) -> list[type[Any]]:
    found: list[type[Any]] = []
    waiting = list(get_type_hints(cls).values())
    while waiting:
        hint = waiting.pop()
        waiting += get_args(hint)
        if isinstance(hint, type) and is_dataclass(hint) and hint not in found:
            found.append(hint)
            waiting += get_type_hints(hint).values()
    return found


# ---- making ------------------------------------------------------------------------------------------------------


def first_made(cls: type[Any], source: Any, looker: Any, given: Mapping[str, Any]) -> Any:
    """The first view of a class. From now on its ``of`` is the function that was written for it."""
    made = maker(cast(Any, cls), tuple(given))
    setattr(cls, "of", staticmethod(made))  # noqa: B010
    return made(source, looker, **given)


def _of(cls: type[Any], source: Any, looker: Any = None, /, **given: Any) -> Any:
    return first_made(cls, source, looker, given)


@cache
def maker(cls: type[Any], given: tuple[str, ...]) -> Maker:
    """What makes a view of a class, where the fields named in ``given`` are given and the others are taken.

    Raises:
        BadData: a field is neither given nor can it be taken as its type says; says which, and what would be right.
    """
    return _Writer(cls, given).written()


class _Unchecked:
    """Stands for a view in the schema by which it is filled."""


class _Writer:
    """Writes the function that makes a view (or a copy of a dataclass whose fields bear marks)."""

    def __init__(self, cls: type[Any], given: tuple[str, ...]) -> None:
        self.cls, self.given = cls, given
        self.names: dict[str, Any] = {}
        self.tests: dict[int, str] = {}
        self.head: list[str] = []

    def written(self) -> Maker:
        cls = self.cls
        source = source_of(cls)
        if source is None:
            raise BadData(f"{cls.__qualname__} does not say what it is a view of: class {cls.__name__}(..., of=State)")
        hints = _hints_of(cls)
        theirs = _hints_of(source)
        wanted = _fields_of(cls)
        if strange := [name for name in self.given if name not in wanted]:
            raise BadData(f"{cls.__qualname__} has no field '{strange[0]}'; it has {', '.join(wanted)}")
        values = {}
        for name, default in wanted.items():
            if name in self.given:
                values[name] = name
            elif name in theirs and name in _fields_of(source):
                values[name] = self.field(name, hints[name], theirs[name], source)
            elif default is not MISSING:
                values[name] = self.hidden(default)
            else:
                raise BadData(
                    f"{cls.__qualname__}.{name} is not a field of {source.__qualname__}: give it, as in "
                    f"{cls.__name__}.of(..., {name}=...)"
                )
        if issubclass(cls, BaseModel):
            # The quickest public way to an instance of a model that is not checked. The schema names another class: for
            # one that names a complete model, pydantic-core takes that model's own validator, which does check.
            unchecked = {name: core_schema.model_field(core_schema.any_schema()) for name in values}
            schema = core_schema.model_schema(_Unchecked, core_schema.model_fields_schema(unchecked))
            fill = self.known(SchemaValidator(schema).validate_python)
            named = ", ".join(f"{name!r}: {value}" for name, value in values.items())
            self.names |= {"new": cls.__new__, "cls": cls}
            return self.function([f"    return {fill}({{{named}}}, self_instance=new(cls))"])
        self.names["cls"] = cls
        if not _plain_and_slotted(cls):
            return self.function([f"    return cls({', '.join(f'{name}={value}' for name, value in values.items())})"])
        # A frozen dataclass sets its fields the long way round; its slots take half the time.
        self.names["new"] = object.__new__
        lines = [f"    {self.known(getattr(cls, name).__set__)}(made, {value})" for name, value in values.items()]
        return self.function(["    made = new(cls)", *lines, "    return made"])

    def function(self, lines: Sequence[str]) -> Maker:
        keywords = f", *, {', '.join(self.given)}" if self.given else ""
        exec("\n".join([f"def of(source, looker=None, /{keywords}):", *self.head, *lines]), self.names)
        return cast(Maker, self.names["of"])

    def field(self, name: str, hint: Any, theirs: Any, source: type[Any]) -> str:
        """The expression for a field that is taken from the source."""
        where = f"{self.cls.__qualname__}.{name}"
        inner, mark = _unmarked(hint)
        own, own_mark = _unmarked(theirs)
        mark = mark or own_mark
        if mark is None and _optional(inner) and not _optional(own):
            raise BadData(
                f"{where} may be None and {source.__qualname__}.{name} never is: say who sees it, as in "
                f"Annotated[..., seen_by(test)], or give it"
            )
        value = self.taken(inner, own, f"source.{name}", where)
        return value if mark is None else f"({value} if {self.test(mark)} else {self.hidden(mark.otherwise)})"

    def test(self, mark: SeenBy) -> str:
        """The name of the variable that says whether a mark lets the looker see; asked once, however many bear it."""
        key = id(mark.test)
        if key not in self.tests:
            name = self.tests[key] = f"seen_{len(self.tests)}"
            self.head.append(f"    {name} = {self.known(mark.test)}(source, looker)")
        return self.tests[key]

    def known(self, value: Any) -> str:
        """The name by which the function will know a value."""
        name = f"known_{len(self.names)}"
        self.names[name] = value
        return name

    def hidden(self, value: Any) -> str:
        return f"{self.known(copy)}({self.known(value)})" if isinstance(value, dict | list) else self.known(value)

    def taken(self, hint: Any, theirs: Any, value: str, where: str) -> str:
        """The expression that makes of a value what a hint says, sharing nothing that can change."""
        if _optional(theirs):
            if not _optional(hint):
                raise self.misfit(hint, theirs, where)
            if not _mutable(theirs) and _fits(hint, theirs):
                return value
            return f"(None if {value} is None else {self.taken(_present(hint), _present(theirs), value, where)})"
        hint, theirs = _present(hint), _present(theirs)
        source = source_of(hint)
        if source is not None and isinstance(theirs, type) and issubclass(theirs, source):
            return f"{self.known(maker(hint, ()))}({value}, looker)"
        if not _mutable(theirs) and _fits(hint, theirs):
            return value
        wanted, origin = get_origin(hint), get_origin(theirs)
        if wanted is tuple and get_args(hint)[-1] is Ellipsis and _any_length(theirs):
            item = self.taken(get_args(hint)[0], get_args(theirs)[0], "item", where)
            return f"tuple({value})" if item == "item" else f"tuple([{item} for item in {value}])"
        if wanted in (dict, Mapping) and origin is dict and _fits(get_args(hint)[0], get_args(theirs)[0]):
            item = self.taken(get_args(hint)[1], get_args(theirs)[1], "item", where)
            return f"{value}.copy()" if item == "item" else f"{{key: {item} for key, item in {value}.items()}}"
        if hint == theirs and is_dataclass(hint):
            return f"{self.known(copier(cast(type, hint)))}({value}, looker)"
        if hint == theirs and is_dataclass(get_origin(hint)):  # a generic one of the components, such as Markers[str]
            return f"{self.known(StateType(hint).copy)}({value})"
        raise self.misfit(hint, theirs, where)

    def misfit(self, hint: Any, theirs: Any, where: str) -> BadData:
        return BadData(
            f"{where} is {_text(hint)}, which is not made of {_text(theirs)} without help: give it, as in "
            f"{self.cls.__name__}.of(..., {where.rpartition('.')[2]}=...)"
        )


@cache
def copier(cls: type[T]) -> Callable[[T, Any], T]:
    """What copies a dataclass of the state for whoever looks; fields that bear a mark are blanked (to their default)
    where its test says no.

    Raises:
        BadData: the class is frozen, or a field that bears a mark has no default.
    """
    if cls.__dict__["__dataclass_params__"].frozen:
        raise BadData(f"{cls.__qualname__} is frozen, so a copy cannot have fields that are hidden; see Part")
    marks = {name: mark for name, hint in _hints_of(cls).items() if (mark := _unmarked(hint)[1]) is not None}
    writer = _Writer(cls, ())
    defaults = {each.name: _default(each) for each in fields(cast(Any, cls))}
    lines, kept = [f"    made = {writer.known(object.__new__)}({writer.known(cls)})"], list(defaults)
    if any(_mutable(hint) for hint in get_type_hints(cls).values()):
        lines, kept = [f"    made = {writer.known(StateType(cls).copy)}(source)"], []
    blanks: dict[str, list[str]] = {}
    for name, mark in marks.items():
        if defaults[name] is MISSING:
            raise BadData(f"{cls.__qualname__}.{name} may be hidden, so it needs a default, which is shown instead")
        blanks.setdefault(writer.test(mark), []).append(f"        made.{name} = {writer.hidden(defaults[name])}")
    if cls.__setattr__ is object.__setattr__:
        lines += [f"    made.{name} = source.{name}" for name in kept]
    else:  # a copy is not a change: go past what the class does then
        lines += [f"    {writer.known(getattr(cls, name).__set__)}(made, source.{name})" for name in kept]
    lines += [line for test, blank in blanks.items() for line in (f"    if not {test}:", *blank)]
    return writer.function([*lines, "    return made"])


def _plain_and_slotted(cls: type[Any]) -> bool:
    """Whether all that a dataclass does to make an instance is to fill its slots, each of them."""
    slotted = all(isinstance(getattr(cls, each.name, None), types.MemberDescriptorType) for each in fields(cls))
    return slotted and not hasattr(cls, "__post_init__")


def _default(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()


def _hints_of(cls: type[Any]) -> dict[str, Any]:
    """The type hints of a class, marks included. Names in a mark's lambda are those of the module it stands in, which
    ``typing.get_type_hints`` does not give it.
    """
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.partition(".")[0] not in ("builtins", "pydantic", "typing"):
            found |= get_annotations(base, eval_str=True)
    return found


def _fields_of(cls: type[Any]) -> dict[str, Any]:
    """The fields of a class with their defaults, MISSING where there is none."""
    if issubclass(cls, BaseModel):
        models = cls.model_fields.items()
        return {n: MISSING if f.is_required() else f.get_default(call_default_factory=True) for n, f in models}
    return {each.name: _default(each) for each in fields(cls)}


def _unmarked(hint: Any) -> tuple[Any, SeenBy | None]:
    """A hint without its marks, and the mark that says who may see."""
    if get_origin(hint) is not Annotated:
        return hint, None
    return get_args(hint)[0], _mark(hint, SeenBy)


def _mark(hint: Any, kind: type[T]) -> T | None:
    """The mark of a kind that a hint bears, if it bears one."""
    return next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, kind)), None)


def _alternatives(hint: Any) -> tuple[Any, ...]:
    hint = _unmarked(hint)[0]
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _optional(hint: Any) -> bool:
    return type(None) in _alternatives(hint)


def _present(hint: Any) -> Any:
    """A hint without its None."""
    rest = [each for each in _alternatives(hint) if each is not type(None)]
    return rest[0] if len(rest) == 1 else Union[tuple(rest)]  # noqa: UP007


def _mutable(hint: Any) -> bool:
    return not all(is_shared(each) for each in _alternatives(hint))


def _fits(hint: Any, theirs: Any) -> bool:
    """Whether every value of their type is one of the hint's."""
    wanted = _alternatives(hint)
    return all(
        each in wanted
        or any(isinstance(kind, type) and isinstance(each, type) and issubclass(each, kind) for kind in wanted)
        or (get_origin(each) is tuple and any(_tuples_fit(kind, each) for kind in wanted))
        or ((plain := getattr(each, "__supertype__", None)) is not None and _fits(hint, plain))
        for each in _alternatives(theirs)
    )


def _tuples_fit(hint: Any, theirs: Any) -> bool:
    one, other = get_args(hint), get_args(theirs)
    if get_origin(hint) is not tuple or len(one) != len(other):
        return False
    return all(a is b or _fits(a, b) for a, b in zip(one, other, strict=True))


def _any_length(hint: Any) -> bool:
    return get_origin(hint) is list or (get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis)


def _text(hint: Any) -> str:
    return hint.__qualname__ if isinstance(hint, type) and get_origin(hint) is None else str(hint)
