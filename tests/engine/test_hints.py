"""The shapes of type hints: what copies, views and encoders are made from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, TypeAlias, TypeVar, assert_type, get_args

import pytest

from navalcore._play.chance import ScriptedChance
from navalcore._rules.conversion import copy_of, fits
from navalcore._rules.hints import (
    ClassShape,
    DictShape,
    HintShape,
    Maybe,
    Plain,
    Several,
    TupleShape,
    dataclasses_in,
    is_shared,
    shape_of,
)
from navalcore._rules.play import Play
from navalcore._rules.terms import Options, Scenario, Terms
from navalcore.errors import BadData

T = TypeVar("T")
Number = NewType("Number", int)
Square = NewType("Square", Annotated[int, "row and column"])
OrNothing: TypeAlias = Annotated[T | None, "or nothing"]
Marked: TypeAlias = Annotated[OrNothing[Number], 7]


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Mark:
    at: tuple[int, ...]


@dataclass(slots=True)
class Pile(Generic[T]):
    items: list[T]
    top: T | None = None


@dataclass(slots=True)
class Tree:
    branches: list[Tree]
    pile: Pile[Mark]


class Fix(NamedTuple):
    number: Annotated[Number, "a mark"]


def test_marks_are_found_wherever_the_hint_was_put_together():
    shape = shape_of(Marked)
    assert isinstance(shape, Maybe)
    assert (shape.mark(str), shape.mark(int), shape.mark(float)) == ("or nothing", 7, None)
    assert (shape.inner.hint, isinstance(shape.inner, Plain)) == (Number, True)
    assert shape_of(Annotated[int | str, 7]).marks == (7,)
    assert shape_of(Annotated[Square, 7]).marks == (7, "row and column")
    assert shape_of(Fix).fields["number"].mark(str) == "a mark"  # type: ignore[attr-defined]


def test_fields_of_a_generic_class_are_of_what_it_is_a_class_of():
    fields = shape_of(Pile[Mark]).fields  # type: ignore[attr-defined]
    assert isinstance(fields["items"], Several)
    assert fields["items"].item == shape_of(Mark)
    assert fields["top"] == shape_of(Mark | None)


@dataclass(slots=True)
class Early:
    pile: Pile["Mark"]  # noqa: UP037
    marks: Annotated[list["Mark"], "several"]  # noqa: UP037
    word: Literal["Mark"] = "Mark"


def test_a_class_that_is_yet_to_come_may_be_named_in_quotes_within_another_type():
    fields = shape_of(Early).fields  # type: ignore[attr-defined]
    assert fields["pile"] == shape_of(Pile[Mark])
    assert fields["marks"] == shape_of(Annotated[list[Mark], "several"])
    assert fields["word"] == shape_of(Literal["Mark"])


def test_a_class_that_never_comes_is_named_where_a_state_is_refused():
    early: Any = type("Early", (), {"__annotations__": {"phase": str, "marks": list["Shell"]}})  # type: ignore[name-defined] # noqa: F821
    with pytest.raises(BadData, match=r"^Early\.marks names the class 'Shell', which its module does not have$"):
        copy_of(dataclass(early))


@dataclass(slots=True)
class Misspelt:
    phase: str
    marks: list[Shell]  # type: ignore[name-defined] # noqa: F821


def test_a_misspelt_class_of_a_state_is_told_with_the_class_that_names_it():
    with pytest.raises(BadData, match=r"^Misspelt names the class 'Shell', which its module does not have$"):
        copy_of(Misspelt)


class Hunt(Scenario):
    ships: int


def test_rules_that_name_their_class_of_scenarios_know_its_figures_by_type():
    terms: Terms[Options, Hunt] = Terms(Hunt(id="a", title="A", ships=3), Options())
    play: Play[None, Options, Hunt] = Play(None, Options(), ScriptedChance(), scenario=terms.scenario)
    assert assert_type(terms.scenario, Hunt) is assert_type(play.scenario, Hunt)
    assert get_args(Terms[Options, Hunt]) == (Options, Hunt)
    assert get_args(Terms[Options])[0] is Options


def test_a_class_that_holds_itself_is_walked_once():
    assert list(dataclasses_in(Tree)) == [Tree, Pile, Mark]


@pytest.mark.parametrize(
    ("hint", "cls"),
    [(tuple[int, ...], Several), (tuple[int, str], TupleShape), (dict[str, int], DictShape), (Fix, ClassShape),
     (set[int], HintShape), (list, HintShape), (Any, HintShape)],
    ids=str,
)  # fmt: skip
def test_each_hint_has_its_shape(hint, cls):
    assert type(shape_of(hint)) is cls


@pytest.mark.parametrize(
    ("hint", "shared"),
    [(int, True), (Colour, True), (Literal["a"], True), (Number, True), (Mark, True), (Mark | None, True),
     (tuple[Mark, ...], True), (tuple[int, list[int]], False), (list[int], False), (dict[str, int], False),
     (Pile[int], False), (Pile[int] | int, False), (frozenset[int], False), (object, False)],
    ids=str,
)  # fmt: skip
def test_only_what_never_changes_is_shared_by_copies(hint, shared):
    assert is_shared(shape_of(hint)) is shared


@pytest.mark.parametrize(
    ("wanted", "found", "right"),
    [(int, Number, True), (Number, int, False), (int, bool, True), (bool, int, False), (str, int, False),
     (int | None, int, True), (int, int | None, False), (int | str, int, True), (int, int | str, False),
     (tuple[int, ...], tuple[Number, ...], True), (tuple[int, ...], list[int], False),
     (tuple[int, str], tuple[int, str], True), (tuple[int, str], tuple[int, int], False),
     (tuple[int, str], tuple[int], False), (Mark, Mark, True), (Mark, Tree, False)],
    ids=str,
)  # fmt: skip
def test_a_value_is_taken_as_it_is_only_where_every_such_value_is_right(wanted, found, right):
    assert fits(shape_of(wanted), shape_of(found)) is right
