"""Copies of states, and views of them: functions written from type hints and compiled once, as ``dataclasses`` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, is_dataclass
from functools import cache, partial
from inspect import getmembers_static
from typing import Any, Final, ForwardRef, cast, get_type_hints

from pydantic import BaseModel

from navalcore._rules.field_marks import ByRole, InStacks, SeenBy, own_entry, stacked
from navalcore._rules.hints import (
    ClassShape,
    DictShape,
    HintShape,
    Maybe,
    Plain,
    Several,
    TupleShape,
    UnionShape,
    defaults_of,
    is_shared,
    shape_of,
)
from navalcore.errors import BadData

Make = Callable[..., Any]


SOURCE: Final = "__viewed__"
"""The attribute of a class of views that holds the dataclass of the state it is made from."""

_SEQUENCES: Final = ((list, list), (tuple, tuple), (tuple, list))
"""The kind of sequence that is made of each other kind."""


@cache
def copy_of(hint: Any) -> Make:
    """A function that copies a dataclass of the state (or a parametrised generic one)."""
    return _Converter(hint).written()


@cache
def redacted_copy_of(cls: Any) -> Make:
    """A function that copies a dataclass for anyone who looks; see :func:`~navalcore.rules.redacted_copy`."""
    return _Converter(cls, redacting=True).written()


def _written_view_of(cls: Any, given: tuple[str, ...]) -> Make:
    """A function that makes views of a class, where the fields named in ``given`` are given and the others taken."""
    return _ViewMaker(cls, given).written()


view_of: Callable[[Any, tuple[str, ...]], Make] = cache(_written_view_of)


class _Converter:
    """Writes the function that copies a dataclass."""

    def __init__(self, hint: Any, *, redacting: bool = False, within: tuple[Any, ...] = ()) -> None:
        self.redacting, self.within = redacting, (*within, hint)
        shape = shape_of(hint)
        if not isinstance(shape, ClassShape):
            raise not_a_dataclass(hint)
        self.shape, self.cls = shape, shape.cls
        self.names: dict[str, Any] = {}
        self.tests: dict[int, str] = {}
        self.head: list[str] = []

    def written(self) -> Make:
        """The function."""
        cls = self.cls
        if cls.__dataclass_params__.frozen and not is_shared(self.shape):
            raise BadData(
                f"{cls.__qualname__} is frozen but holds something that can change, so copies could not share it: use "
                "tuples and frozen classes in it, or do not freeze it"
            )
        return self.function(self.filled({name: self.copied(name, shape) for name, shape in self.shape.fields.items()}))

    def copied(self, name: str, shape: HintShape) -> str:
        """The expression for a field of a copy."""
        where = f"{self.cls.__qualname__}.{name}"
        value = self.taken(shape, shape, f"source.{name}", where)
        mark = shape.mark(SeenBy) if self.redacting else None
        if mark is None:
            return value
        default = defaults_of(self.cls)[name]
        if default is MISSING:
            raise BadData(f"{where} may be hidden, so it needs a default, which is shown instead")
        return self.shown(value, mark, default)

    def function(self, lines: Sequence[str], keywords: str = "") -> Make:
        """The function of these lines; ``keywords``: what it takes by name."""
        body = "\n    ".join([f"def convert(source, looker=None, /{keywords}):", *self.head, *lines])
        exec(body, self.names)
        return cast(Make, self.names["convert"])

    def filled(self, values: Mapping[str, str]) -> list[str]:
        """The lines that make an instance of a dataclass by filling its fields, without its own ways to set them."""
        blank = _settable(self.cls)
        lines = [f"made = {self.known(object.__new__)}({self.known(blank)})"]
        lines += [f"made.{name} = {value}" for name, value in values.items()]
        if blank is not self.cls:
            lines.append(f"made.__class__ = {self.known(self.cls)}")
        return [*lines, "return made"]

    def known(self, value: Any) -> str:
        """The name by which the function will know a value."""
        name = f"known_{len(self.names)}"
        self.names[name] = value
        return name

    def shown(self, value: str, mark: SeenBy, otherwise: Any) -> str:
        """The expression for a value that only some may see; each test is asked once, however many fields bear it."""
        key = id(mark.test)
        if key not in self.tests:
            name = self.tests[key] = f"seen_{len(self.tests)}"
            self.head.append(f"{name} = {self.known(mark.test)}(source, looker)")
        return f"({value} if {self.tests[key]} else {self.constant(otherwise)})"

    def constant(self, value: Any) -> str:
        """The expression for a value that is always the same, or a new copy of it."""
        return f"{self.known(value)}.copy()" if isinstance(value, dict | list) else self.known(value)

    def taken(self, wanted: HintShape, found: HintShape, value: str, where: str) -> str:
        """The expression that makes of a value of one shape one of another."""
        if is_shared(found) and fits(wanted, found):
            return value
        match wanted, found:
            case Maybe(inner=inner), Maybe(inner=theirs):
                return f"(None if {value} is None else {self.taken(inner, theirs, value, where)})"
            case Maybe(inner=inner), _:
                return self.taken(inner, found, value, where)
            case Several(cls=kind, item=item), Several(cls=theirs) if (kind, theirs) in _SEQUENCES:
                each = self.taken(item, found.item, "item", where)
                if kind is list:
                    return f"{value}[:]" if each == "item" else f"[{each} for item in {value}]"
                return f"tuple({value})" if each == "item" else f"tuple([{each} for item in {value}])"
            case DictShape(key=key, item=item), DictShape(cls=kind, key=theirs) if kind is dict and fits(key, theirs):
                each = self.taken(item, found.item, "item", where)
                return f"{value}.copy()" if each == "item" else f"{{key: {each} for key, item in {value}.items()}}"
            case TupleShape(items=items), TupleShape(items=theirs) if len(items) == len(theirs):
                pairs = enumerate(zip(items, theirs, strict=True))
                return f"({''.join([self.taken(*pair, f'{value}[{n}]', where) + ', ' for n, pair in pairs])})"
            case UnionShape(kinds=kinds), UnionShape() if wanted.hint == found.hint:
                return self.dispatched(kinds, value, where)
            case ClassShape(), ClassShape():
                return self.converted(wanted, found, value, where)
        raise self.misfit(wanted, found, where)

    def converted(self, wanted: ClassShape, found: ClassShape, value: str, where: str) -> str:
        """The expression that makes one dataclass of another."""
        source = getattr(wanted.cls, SOURCE, None)
        if source is not None and issubclass(found.cls, source):
            return f"{self.known(view_of(wanted.cls, ()))}({value}, looker)"
        if wanted.hint != found.hint or not is_dataclass(wanted.cls):
            raise self.misfit(wanted, found, where)
        return f"{self.known(self.copies(wanted))}({value}, looker)"

    def copies(self, shape: ClassShape) -> Make:
        """A function that copies a dataclass within this one, looked up when needed where a class holds itself."""
        if shape.hint in self.within:
            make: Make = redacted_copy_of if self.redacting else copy_of
            return lambda value, looker: make(shape.hint)(value, looker)
        return _Converter(shape.hint, redacting=self.redacting, within=self.within).written()

    def dispatched(self, kinds: Sequence[HintShape], value: str, where: str) -> str:
        """The expression for a union of several kinds: it looks at the value's class."""
        made: dict[type, Make] = {}
        for kind in kinds:
            if not is_shared(kind):
                if not isinstance(kind, ClassShape):
                    raise BadData(f"{where}: a union may mix plain values and dataclasses only, not {kind.hint}")
                made[kind.cls] = self.copies(kind)
        find = self.known(made.get)
        return f"{find}(type({value}), {self.known(lambda same, _: same)})({value}, looker)"

    def misfit(self, wanted: HintShape, found: HintShape, where: str) -> BadData:  # noqa: ARG002
        """The fault in a field of a copy."""
        if isinstance(wanted.hint, str | ForwardRef):
            name = getattr(wanted.hint, "__forward_arg__", wanted.hint)
            return BadData(f"{where} names the class '{name}', which its module does not have")
        return BadData(
            f"{where} has type {wanted.hint}: a state holds only enums, numbers, strings, tuples, lists, dicts and "
            "dataclasses of these. It holds no sets, whose order is not stable, and no engine objects. For one of "
            "several classes, such as options, name them all: Move | Fire"
        )


def not_a_dataclass(cls: Any) -> BadData:
    """The fault of a class of the rules that has no fields."""
    name = getattr(cls, "__qualname__", cls)
    return BadData(f"{name} is not a dataclass: write @dataclass(slots=True) above it, with frozen=True for a view")


def _settable(cls: Any) -> type[Any]:
    """The class itself, or, if it guards its fields, one of the same layout whose fields can be set."""
    if cls.__setattr__ is object.__setattr__:
        return cast("type[Any]", cls)
    settable: type[Any] = type(cls)(cls.__name__, (cls,), {"__slots__": (), "__setattr__": object.__setattr__})
    return settable


class _ViewMaker(_Converter):
    """Writes the function that makes a view."""

    def __init__(self, cls: type[Any], given: tuple[str, ...]) -> None:
        super().__init__(cls, redacting=True)
        self.given = given

    def written(self) -> Make:
        """The function."""
        cls, source, defaults = self.cls, getattr(self.cls, SOURCE, None), defaults_of(self.cls)
        if source is None:
            raise BadData(f"{cls.__qualname__} does not say what it is a view of: class {cls.__name__}(..., of=State)")
        if strange := [name for name in self.given if name not in defaults]:
            raise BadData(f"{cls.__qualname__} has no field '{strange[0]}'; it has {', '.join(defaults)}")
        theirs = {**_properties_of(source), **cast(ClassShape, shape_of(source)).fields}
        values = {}
        for name, shape in self.shape.fields.items():
            if name in self.given:
                values[name] = self.seen(self.stacks(self.own(name, shape), shape), shape.mark(SeenBy))
            elif name in theirs:
                values[name] = self.viewed(name, shape, theirs[name], source)
            elif defaults[name] is not MISSING:
                values[name] = self.constant(defaults[name])
            else:
                raise BadData(
                    f"{cls.__qualname__}.{name} is not a field of {source.__qualname__}: give it, as in "
                    f"{cls.__name__}.of(..., {name}=...)"
                )
        if issubclass(cls, BaseModel):
            lines = self.constructed(values)
        elif hasattr(cls, "__post_init__"):
            lines = [f"return {self.known(cls)}({', '.join(f'{name}={value}' for name, value in values.items())})"]
        else:
            lines = self.filled(values)
        return self.function(lines, self.keywords())

    def keywords(self) -> str:
        """The parameters that are given by name. If others are given, another function makes the view."""
        absent, elsewhere = self.known(object()), self.known(partial(_with_others, self.cls))
        test = " or ".join(["known_others", *(f"{name} is {absent}" for name in self.given)])
        named = ", ".join([*(f"{name!r}: {name}" for name in self.given), "**known_others"])
        self.head[:0] = [f"if {test}:", f"    return {elsewhere}(source, looker, {absent}, {{{named}}})"]
        return "".join(
            [", *" if self.given else "", *(f", {name}={absent}" for name in self.given), ", **known_others"]
        )

    def viewed(self, name: str, wanted: HintShape, found: HintShape, source: type[Any]) -> str:
        """The expression for a field that is taken from the source."""
        where = f"{self.cls.__qualname__}.{name}"
        mark = wanted.mark(SeenBy) or found.mark(SeenBy)
        if mark is None and isinstance(wanted, Maybe) and not isinstance(found, Maybe):
            raise BadData(
                f"{where} may be None and {source.__qualname__}.{name} never is: say who sees it, as in "
                f"Annotated[..., seen_by(test)], or give it"
            )
        taken = self.taken(wanted, found, self.own(f"source.{name}", wanted), where)
        return self.seen(self.stacks(taken, wanted), mark)

    def own(self, value: str, wanted: HintShape) -> str:
        """The expression for a table by role, of which a role sees its own entry; for anything else the value."""
        return value if wanted.mark(ByRole) is None else f"{self.known(own_entry)}({value}, looker)"

    def seen(self, value: str, mark: SeenBy | None) -> str:
        """The expression for a value that bears a mark, or none."""
        return value if mark is None else self.shown(value, mark, mark.otherwise)

    def stacks(self, value: str, shape: HintShape) -> str:
        """The expression for pieces that are in stacks; fewer than three always are."""
        if shape.mark(stacked) is None:
            return value
        return f"({self.known(InStacks())}(pieces) if (pieces := {value}) and len(pieces) > 2 else pieces)"

    def constructed(self, values: Mapping[str, str]) -> list[str]:
        """The lines that fill a model unchecked, as its own ``model_construct`` does it."""
        put, new, cls, names = map(self.known, (object.__setattr__, self.cls.__new__, self.cls, set(values)))
        named = ", ".join(f"{name!r}: {value}" for name, value in values.items())
        return [
            f"made = {new}({cls})",
            f"{put}(made, '__dict__', {{{named}}})",
            f"{put}(made, '__pydantic_fields_set__', {names}.copy())",
            f"{put}(made, '__pydantic_extra__', None)",
            f"{put}(made, '__pydantic_private__', None)",
            "return made",
        ]

    def misfit(self, wanted: HintShape, found: HintShape, where: str) -> BadData:
        """The fault in a field of a view."""
        part, source = (getattr(shape, "cls", object) for shape in (wanted, found))
        may_be_part = is_dataclass(part) and is_dataclass(source)
        of = f", or write class {part.__name__}(Part, of={source.__name__})" if may_be_part else ""
        return BadData(
            f"{where} is {wanted}, which is not made of {found} without help: give it, as in "
            f"{self.cls.__name__}.of(..., {where.rpartition('.')[2]}=...){of}"
        )


def _with_others(cls: type[Any], source: Any, looker: Any, absent: object, given: dict[str, Any]) -> Any:
    """A view for which other things are given than those for which its function was made."""
    present = {name: value for name, value in given.items() if value is not absent}
    return view_of(cls, tuple(present))(source, looker, **present)


def _properties_of(cls: type[Any]) -> dict[str, HintShape]:
    """The shapes of a dataclass's properties, by name."""
    found = {name: each.fget for name, each in getmembers_static(cls, lambda each: isinstance(each, property))}
    hints = {name: get_type_hints(getter).get("return") for name, getter in found.items() if not name.startswith("_")}
    return {name: shape_of(hint) for name, hint in hints.items() if hint is not None}


def fits(wanted: HintShape, found: HintShape) -> bool:
    """Whether every value of one shape is a value of another as well."""
    match wanted, found:
        case _, Maybe(inner=inner):
            return isinstance(wanted, Maybe) and fits(wanted.inner, inner)
        case Maybe(inner=inner), _:
            return fits(inner, found)
        case _, UnionShape(kinds=kinds):
            return all(fits(wanted, kind) for kind in kinds)
        case UnionShape(kinds=kinds), _:
            return any(fits(kind, found) for kind in kinds)
        case TupleShape(items=items), TupleShape(items=theirs):
            return len(items) == len(theirs) and all(map(fits, items, theirs))
        case Several(cls=kind, item=item), Several(cls=theirs):
            return kind is theirs and fits(item, found.item)
        case (Plain() | ClassShape(), Plain() | ClassShape()):
            if isinstance(wanted.hint, type):
                return issubclass(found.cls, wanted.cls)
    return bool(wanted.hint == found.hint)
