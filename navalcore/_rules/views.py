"""How views are made: each field is named once, in the class of the view, with who may see it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

from pydantic import ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic.errors import PydanticSchemaGenerationError
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from navalcore._misfits import told_of_misfits
from navalcore._rules.conversion import SOURCE, not_a_dataclass, redacted_copy_of, view_of
from navalcore._rules.field_marks import Harmless
from navalcore._rules.hints import ClassShape, annotations_of, dataclasses_in, shape_of
from navalcore.errors import BadData

T = TypeVar("T")
C = TypeVar("C", bound="CachesView")


class WrittenInJson:
    """A class whose fields are written to JSON and read from it; one that cannot be is refused with its name."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler, /) -> CoreSchema:
        try:
            return handler(source)
        except PydanticSchemaGenerationError as error:
            raise _not_written(cls) from error


def _not_written(cls: Any) -> BadData:
    """The fault of a class whose fields JSON cannot hold."""
    field = next((name for name, hint in annotations_of(cls).items() if not _is_written(hint)), "a field")
    if issubclass(cls, Part) and not is_dataclass(cls):
        return not_a_dataclass(cls)
    return BadData(
        f"{cls.__qualname__}.{field} cannot be written to JSON: it may hold enums, numbers, texts, tuples, dicts, and "
        "classes with @dataclass(frozen=True, slots=True) above them"
    )


def _is_written(hint: Any) -> bool:
    try:
        TypeAdapter(hint)
    except PydanticSchemaGenerationError:
        return False
    return True


class Part(WrittenInJson):
    """A piece of a view that is taken from a dataclass of the state; derive frozen dataclasses with slots from it::

        @dataclass(frozen=True, slots=True)
        class BoatView(Part, of=Boat):
            name: str
            torpedoes: Annotated[tuple[int, ...] | None, seen_by(lambda boat, role: role == "captain")]

    ``BoatView.of(boat, "lookout")`` then has None for the torpedoes.
    """

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="ignore")

    def __init_subclass__(cls, *, of: type[Any] | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        take_from(cls, of)

    @classmethod
    def of(cls, source: Any, looker: Any = None, /, **given: Any) -> Self:
        """The piece as ``looker`` sees it, see :meth:`View.of <navalcore.View.of>`.

        Args:
            source: the thing in the state.
            looker: the role that looks.
            given: values of fields that the thing does not have, by name; their marks hide them too.
        """
        made: Self = viewed(Part, cls, source, looker, given)
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return described(cls, schema, handler)


def take_from(cls: type[Any], source: type[Any] | None) -> None:
    """Note the dataclass of the state that a class of views is made from."""
    if source is not None and not is_dataclass(source):
        raise BadData(f"{cls.__qualname__} is a view of {source!r}; it must be a dataclass of the state")
    if source is not None:
        setattr(cls, SOURCE, source)
    if "of" not in vars(cls):  # its own, as that of the base may be replaced by what makes views of the base
        cls.of = next(own for base in cls.__mro__ if isinstance((own := vars(base).get("of")), classmethod))


def viewed(base: type[Any], cls: Any, source: Any, looker: Any, given: Mapping[str, Any]) -> Any:
    """A view of ``source``; what makes it replaces the ``of`` of its class, to be called directly from then on."""
    make = view_of(cls, tuple(given))
    if vars(cls)["of"] is vars(base)["of"]:  # and not one that a game wrote
        cls.of = staticmethod(make)
    return make(source, looker, **given)


@told_of_misfits
def redacted_copy(thing: T, looker: Any) -> T:
    """A copy of ``thing``, a dataclass of the state, for the role ``looker``. Fields that bear the mark :func:`seen_by
    <navalcore.rules.seen_by>` have their defaults where its test says no.

    Raises:
        BadData: a field that bears the mark has no default.
    """
    made: T = redacted_copy_of(cast(Any, type(thing)))(thing, looker)
    return made


def harmless_fields(cls: type[Any]) -> Mapping[str, str]:
    """The fields of one dataclass of the state that are marked harmless, with the reasons."""
    shape = shape_of(cls)
    assert isinstance(shape, ClassShape)
    return {name: mark.reason for name, each in shape.fields.items() if (mark := each.mark(Harmless)) is not None}


def harmless_in(state_class: type[Any]) -> dict[str, str]:
    """Everything marked harmless in a class of states and in all dataclasses it holds, as ``Class.field``."""
    classes = dataclasses_in(state_class)
    return {f"{cls.__name__}.{name}": why for cls in classes for name, why in harmless_fields(cls).items()}


# ---- cached views --------------------------------------------------------------------------------------------------


class CachesView:
    """A part of a state that caches its view until one of its fields is set; see :func:`cached_views`.

    It is for parts that are seen far more often than they change. Derive slotted dataclasses whose fields hold nothing
    that changes in place.
    """

    __slots__ = ("cached_view",)
    if TYPE_CHECKING:
        cached_view: Any

    def __setattr__(self, name: str, value: object) -> None:
        _set(self, name, value)
        _cache(self, None)


_set = object.__setattr__
_cache: Callable[[CachesView, object], None] = vars(CachesView)["cached_view"].__set__


@told_of_misfits
def cached_views(parts: Iterable[C], view: Callable[[C], Any]) -> list[Any]:
    """The views of some parts of a state; those of parts that have changed are made again.

    Args:
        parts: the parts.
        view: a function that makes the view of a part. All roles that see the part must see the same view.
    """

    def made(part: C) -> Any:
        _cache(part, shown := view(part))
        return shown

    return [getattr(part, "cached_view", None) or made(part) for part in parts]  # a copy of a part has none at all


# ---- what is said of fields ----------------------------------------------------------------------------------------


@cache
def field_docs(cls: Any) -> Mapping[str, str]:
    """The docstrings below the fields of a class, those of its bases included."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.partition(".")[0] not in ("builtins", "pydantic", "typing"):
            found |= _own_docs(base)
    return found


def _own_docs(cls: type[Any]) -> dict[str, str]:
    try:
        (body,) = ast.parse(dedent(inspect.getsource(cls))).body
    except (OSError, TypeError, SyntaxError):  # it was made without source text
        return {}
    lines = body.body if isinstance(body, ast.ClassDef) else []
    return {
        field.target.id: " ".join(below.value.value.split())
        for field, below in pairwise(lines)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
    }


def described(cls: type[Any], schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
    """The JSON Schema of a class of views, its fields described as in the class and in the state."""
    made = handler(schema)
    top = handler.resolve_ref_schema(made)
    _describe(top, cls)
    plain = {kind.__name__: kind for kind in dataclasses_in(cls)}
    for reference in _references(top.get("properties")):
        inner = handler.resolve_ref_schema({"$ref": reference})
        if (kind := plain.get(inner.get("title", ""))) is not None:
            _describe(inner, kind)
    return made


def _describe(schema: JsonSchemaValue, cls: Any) -> None:
    docs = {**field_docs(getattr(cls, SOURCE, object)), **field_docs(cls)}
    for name, field in schema.get("properties", {}).items():
        if name in docs:
            field.setdefault("description", docs[name])
    if cls.__doc__:
        schema["description"] = " ".join(inspect.cleandoc(cls.__doc__).partition("\n\n")[0].split())


def _references(schema: Any) -> list[str]:
    if isinstance(schema, dict):
        here = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
        return here + [found for value in schema.values() for found in _references(value)]
    return [found for value in schema for found in _references(value)] if isinstance(schema, list) else []
