"""Marks in ``Annotated`` hints: how a field of a state or view is saved, redealt, shown, written and encoded."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from itertools import groupby
from operator import attrgetter, itemgetter, ne
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, get_args

from typing_extensions import TypedDict

from navalcore.components._roles import UMPIRE

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

Values: TypeAlias = Iterable[Hashable] | Callable[[], Iterable[Hashable]]
"""Values in their order, or a function that makes them when they are first wanted."""


@dataclass(frozen=True, slots=True)
class none_as:  # noqa: N801 (it stands in annotations like a word)
    """A field of a state that may be None is written to JSON as another value then.

    A state says None for nothing, and saved matches continue saying what they always said:
    ``boat: Annotated[int | None, none_as(-1)] = None``.
    """

    value: int | str
    """The value written for None."""

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


@dataclass(frozen=True, eq=False)
class written_as:  # noqa: N801 (it stands in annotations like a word)
    """A field of a view that is written to JSON as an id of the board, and is something handier in Python:
    ``card: Annotated[Card, written_as({card: place_id("card", card) for card in Card})]``. None stays null.
    """

    ids: Mapping[Any, str] = field(repr=False)
    """The id of each value."""
    name: str = ""
    """The name of the list of these ids in schemas and TypeScript types, ``CardId``. They then list the ids once. Marks
    of one name share a list with the ids of all; without a name it is in every field.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read and write ids."""
        from pydantic_core import core_schema

        told: dict[str, Any] = {"enum": list(dict.fromkeys(self.ids.values()))}
        told |= {"title": self.name} if self.name else {}
        inner, text = handler(source), core_schema.str_schema(metadata={"pydantic_js_updates": told})
        values = {name: value for value, name in self.ids.items()}
        return _in_another_form(
            inner,
            text,
            lambda given: values.get(given, given) if isinstance(given, str) else given,
            lambda found: None if found is None else self.ids[found],
        )


class Stack(TypedDict):
    """Equal pieces that are together, as a view writes them to JSON."""

    id: str
    """Their names on the board."""
    at: str
    """The id of the place where they are."""
    count: int
    """How many they are."""


@dataclass(frozen=True, eq=False)
class stacked:  # noqa: N801
    """A sequence of pieces in a view that is written to JSON as stacks, each with id, place and count:
    ``hand: Annotated[tuple[Card, ...], stacked(CARD, "hand/convoy")]``. When the view is made, equal pieces are put
    together where the last of them is. None stays null.
    """

    ids: Mapping[Any, str]
    """The id of each value."""
    at: str | Mapping[Any, str]
    """The id of the place where all are, or of the place of each value."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read and write stacks."""
        from pydantic_core import core_schema

        inner, stacks = handler(source), core_schema.list_schema(handler.generate_schema(Stack))
        values = {name: value for value, name in self.ids.items()}

        def read(given: Any) -> Any:
            if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
                return given
            return tuple(values.get(each["id"]) for each in given for _ in range(each["count"]))

        def write(found: Sequence[Hashable] | None) -> list[Stack] | None:
            if found is None:
                return None
            at = self.at
            return [
                Stack(id=self.ids[value], at=at if isinstance(at, str) else at[value], count=len(list(equal)))
                for value, equal in groupby(found)
            ]

        return _in_another_form(inner, stacks, read, write)


@dataclass(frozen=True, eq=False)
class written_with:  # noqa: N801
    """A dataclass of the state in a view, some fields of which are written to JSON by hints of their own: by ids, where
    the state has numbers. ``ships: dict[str, Annotated[Ship, written_with({"square": SquareId | None})]]``.
    """

    hints: Mapping[str, Any] = field(repr=False)
    """By field, what it is in the view."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read and write the fields."""
        from pydantic_core import core_schema

        names, written = tuple(each.name for each in fields(source)), handler.generate_schema(_with_hints(self, source))
        return core_schema.no_info_after_validator_function(
            lambda given: given if isinstance(given, source) else source(**given),
            core_schema.union_schema([core_schema.is_instance_schema(source), written], mode="left_to_right"),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda found: {name: getattr(found, name) for name in names}, return_schema=written
            ),
        )


@cache
def _with_hints(mark: written_with, source: Any) -> Any:
    """The written form of a dataclass: one class, however often it is written."""
    from navalcore._rules.hints import annotations_of

    hints = annotations_of(source)
    return TypedDict(
        source.__name__, {each.name: mark.hints.get(each.name, hints[each.name]) for each in fields(source)}
    )  # type: ignore[operator]


@dataclass(frozen=True, slots=True)
class numbered:  # noqa: N801
    """A sequence of numbered pieces in a view, of which JSON has one entry for all that are alike, with their ``count``
    and ``numbers``: ``units: Annotated[tuple[UnitView, ...], numbered()]``. The pieces are dataclasses, in the order of
    their numbers.
    """

    by: str = "number"
    """The field that is a piece's number."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read and write stacks of things that differ only in their numbers."""
        from pydantic import Field
        from pydantic_core import core_schema

        from navalcore._rules.hints import annotations_of

        inner, (piece, _), by = handler(source), get_args(source), self.by
        names = tuple(each.name for each in fields(piece) if each.name != by)
        said = attrgetter(*names)
        hints = {name: annotations_of(piece)[name] for name in names}
        hints["count"] = Annotated[int, Field(description="How many are alike.")]
        hints["numbers"] = Annotated[list[int], Field(description="Their numbers.")]
        stacks = core_schema.list_schema(handler.generate_schema(TypedDict(piece.__name__, hints)))  # type: ignore[operator]

        def read(given: Any) -> Any:
            if not isinstance(given, list) or not all(isinstance(each, dict) and "numbers" in each for each in given):
                return given
            found = ({**each, by: number} for each in given for number in each["numbers"])
            return tuple({name: each[name] for name in (*names, by)} for each in sorted(found, key=itemgetter(by)))

        def write(pieces: Sequence[Any]) -> list[dict[str, Any]]:
            alike: dict[tuple[Hashable, ...], list[int]] = {}
            for each in pieces:
                alike.setdefault(said(each), []).append(getattr(each, by))
            return [
                {**dict(zip(names, values, strict=True)), "count": len(numbers), "numbers": numbers}
                for values, numbers in alike.items()
            ]

        return _in_another_form(inner, stacks, read, write)


def _in_another_form(
    inner: CoreSchema, form: CoreSchema, read: Callable[[Any], Any], write: Callable[[Any], Any]
) -> CoreSchema:
    """The schema of a value that JSON has in another form; it may be null there if the value may be None."""
    from pydantic_core import core_schema

    told = core_schema.nullable_schema(form) if inner["type"] == "nullable" else form
    written = core_schema.plain_serializer_function_ser_schema(write, return_schema=told)
    return core_schema.no_info_before_validator_function(read, inner, serialization=written)


class InStacks:
    """Puts equal pieces of a tuple together, where the last of them is; the last result is kept."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[tuple[Hashable, ...], tuple[Hashable, ...]] = (), ()

    def __call__(self, pieces: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
        """The pieces in stacks."""
        before, found = self._last
        if pieces != before:
            found = _with_one_more(found, pieces[-1]) if pieces[:-1] == before else _in_stacks(pieces)
            self._last = pieces, found
        return found


def _with_one_more(stacks: tuple[Hashable, ...], piece: Hashable) -> tuple[Hashable, ...]:
    if piece not in stacks:
        return (*stacks, piece)
    count, first = stacks.count(piece), stacks.index(piece)
    return stacks[:first] + stacks[first + count :] + (piece,) * (count + 1)


def _in_stacks(pieces: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
    if len(set(pieces)) in (len(pieces), 1 + sum(map(ne, pieces, pieces[1:]))):
        return pieces
    last = dict(zip(pieces, range(len(pieces)), strict=True))
    return tuple(sorted(pieces, key=last.__getitem__))


@dataclass(frozen=True, slots=True)
class SeenBy:
    """The mark that :func:`seen_by` makes."""

    test: Callable[[Any, Any], Any]
    otherwise: Any


def seen_by(test: Callable[[Any, Any], Any], otherwise: Any = None) -> object:
    """A field that some roles do not see: ``hand: Annotated[tuple[Card, ...] | None, seen_by(owner)]``.

    Args:
        test: a function of the object that has the field (the state, or a part of it) and of the role that looks (the
            second argument of ``of``). It says whether the field may be seen.
        otherwise: the value for roles that may not see it.
    """
    return SeenBy(test, otherwise)


@dataclass(frozen=True, slots=True)
class ByRole:
    """The mark :data:`by_role`."""


by_role: Final = ByRole()
"""Marks a field of a view that is a table by role: a role sees its own entry and no other, the umpire sees all:
``hands: Annotated[dict[str, tuple[Card, ...]], by_role]``.
"""


def own_entry(table: dict[str, Any], looker: Any) -> dict[str, Any]:
    """The entries of a table by role that a viewer sees."""
    return {role: entry for role, entry in table.items() if looker is UMPIRE or role == looker}


@dataclass(frozen=True, slots=True)
class Harmless:
    """The mark that :func:`harmless` makes."""

    reason: str


def harmless(reason: str) -> object:
    """A field that reveals nothing. It is one of the state that is neither shown to some role nor redealt for it, such
    as ``battles: Annotated[int, harmless("two ships are lost in each")] = 0``. Or it is a text of a view that says what
    other fields say, so that encoders leave it out: ``name: Annotated[str, harmless("follows from the number")]``.

    Args:
        reason: the reason why it reveals nothing hidden; the conformance kit prints it.
    """
    return Harmless(reason)


@dataclass(frozen=True, slots=True)
class Categorical:
    """A field (or each item of it) that is one of a few values."""

    values: Values
    """Which."""


@dataclass(frozen=True, slots=True)
class Slots:
    """A table of known things, each of which has a slot of its own:
    ``units: Annotated[tuple[Unit, ...], Slots(ZONES, by="space")]``.
    """

    keys: Values
    """The names of the things, in their order: the keys of a dictionary, or the results of ``by``."""
    by: str = ""
    """The attribute of an item that says what it is called by; empty in a dictionary, and where it is the item's place
    in the tuple."""


@dataclass(frozen=True, slots=True)
class Features:
    """A number or a text that is made of several numbers, such as a square of row and column:
    ``Features(("row", "column"), lambda square: divmod(square, 100))``.
    """

    names: tuple[str, ...]
    """The names of the several features."""
    split: Callable[[Any], Sequence[float]]
    """Gives them."""


def values_of(values: Values) -> tuple[Hashable, ...]:
    """The values of a mark."""
    return tuple(values() if callable(values) else values)
