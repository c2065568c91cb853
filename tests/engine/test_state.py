"""States as plain data: copies, JSON, digests, and the types a state may not have."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar

import pytest
from hypothesis import given, strategies as st

from navalcore._rules.field_marks import none_as
from navalcore._rules.state import StateType, canonical_json
from navalcore.errors import BadData

T = TypeVar("T")
ShipId = NewType("ShipId", str)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Size(Enum):
    SMALL = 1
    LARGE = 2


@dataclass(frozen=True, slots=True)
class Place:
    x: int
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class Ship:
    id: ShipId
    damage: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Airfield:
    planes: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Stack(Generic[T]):
    items: list[T] = field(default_factory=list)


@dataclass(slots=True)
class Tree:
    name: str
    branches: list[Tree] = field(default_factory=list)


@dataclass(slots=True)
class Everything:
    phase: str
    number: int
    flag: bool
    half: Fraction
    colour: Colour
    size: Size
    word: Literal["calm", "storm"]
    place: Place
    ids: list[ShipId]
    rows: list[list[int]]
    ships: dict[Colour, Ship]
    crews: dict[int, list[str]]
    pair: tuple[Ship, int]
    several: tuple[Ship, ...]
    maybe: Ship | None
    either: Ship | Airfield | int
    stack: Stack[Ship]
    words: Stack[str]
    tree: Tree
    fixed: tuple[tuple[int, str], ...]


words = st.text(max_size=5)
numbers = st.integers(-1000, 1000)
ships = st.builds(Ship, words.map(ShipId), st.lists(numbers, max_size=3))
airfields = st.builds(Airfield, st.lists(numbers, max_size=3))
trees = st.recursive(
    st.builds(Tree, words), lambda inner: st.builds(Tree, words, st.lists(inner, max_size=2)), max_leaves=5
)
states = st.builds(
    Everything,
    phase=words,
    number=numbers,
    flag=st.booleans(),
    half=st.fractions(max_denominator=12),
    colour=st.sampled_from(Colour),
    size=st.sampled_from(Size),
    word=st.sampled_from(["calm", "storm"]),
    place=st.builds(Place, numbers, st.lists(words, max_size=2).map(tuple)),
    ids=st.lists(words.map(ShipId), max_size=3),
    rows=st.lists(st.lists(numbers, max_size=2), max_size=3),
    ships=st.dictionaries(st.sampled_from(Colour), ships),
    crews=st.dictionaries(numbers, st.lists(words, max_size=2), max_size=2),
    pair=st.tuples(ships, numbers),
    several=st.lists(ships, max_size=3).map(tuple),
    maybe=st.none() | ships,
    either=ships | airfields | numbers,
    stack=st.builds(Stack, st.lists(ships, max_size=2)),
    words=st.builds(Stack, st.lists(words, max_size=2)),
    tree=trees,
    fixed=st.lists(st.tuples(numbers, words), max_size=2).map(tuple),
)
EVERYTHING = StateType(Everything)


def changeable(value: Any) -> set[int]:
    """The ids of all objects in a value that can change."""
    if isinstance(value, Place | Enum):
        return set()
    if hasattr(value, "__dataclass_fields__"):
        return {id(value)}.union(*(changeable(getattr(value, each.name)) for each in fields(value)))
    if isinstance(value, list):
        return {id(value)}.union(*map(changeable, value))
    if isinstance(value, tuple):
        return set().union(*map(changeable, value))
    if isinstance(value, dict):
        return {id(value)}.union(*map(changeable, value.values()))
    return set()


@given(states)
def test_a_copy_is_equal_and_shares_nothing_that_can_change(state: Everything) -> None:
    copy = EVERYTHING.copy(state)
    assert copy == state
    assert not changeable(copy) & changeable(state)
    assert copy.place is state.place, "frozen values are shared"


@given(states)
def test_a_state_survives_json_and_keeps_its_digest(state: Everything) -> None:
    again = EVERYTHING.from_json(json.loads(json.dumps(EVERYTHING.to_json(state))))
    assert again == state
    assert EVERYTHING.digest(again) == EVERYTHING.digest(state)


@given(states, states)
def test_different_states_have_different_digests(one: Everything, other: Everything) -> None:
    assert (EVERYTHING.digest(one) == EVERYTHING.digest(other)) == (one == other)


def test_canonical_json_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical_json({"b": 1, "a": [True, None, "ü"]}) == canonical_json({"a": [True, None, "ü"], "b": 1})
    assert canonical_json({"b": 1, "a": "ü"}) == '{"a":"ü","b":1}'


@dataclass(frozen=True)
class FrozenList:
    items: list[int]


@pytest.mark.parametrize(
    "hint",
    [set[str], frozenset[str], Any, object, Callable[[], int], list, dict, tuple, list[Any], dict[str, set[int]],
     Sequence[int], Mapping[str, int],
     Ship | list[int], FrozenList, type, tuple[set[int], ...], StateType],
    ids=str,
)  # fmt: skip
def test_a_type_a_state_may_not_hold_is_refused_by_class_and_field(hint: Any) -> None:
    bad = type("Bad", (), {"__annotations__": {"phase": str, "holds": hint}, "__qualname__": "Bad"})
    with pytest.raises(BadData, match=r"^(Bad\.holds|FrozenList\.items|FrozenList)\b"):
        StateType(dataclass(bad))


def test_what_is_no_state_is_refused_with_the_field_named() -> None:
    with pytest.raises(BadData, match=r"(?s)not a state of Tree.*name"):
        StateType(Tree).from_json({"branches": []})


@dataclass(slots=True)
class Berth:
    ship: Annotated[int | None, none_as(-1)] = None
    pier: Annotated[ShipId | None, none_as("")] = None


@pytest.mark.parametrize(
    ("berth", "written"),
    [(Berth(), {"ship": -1, "pier": ""}), (Berth(0, ShipId("a")), {"ship": 0, "pier": "a"})],
    ids=["nothing", "something"],
)
def test_nothing_is_written_to_json_as_the_value_a_field_names_for_it_and_read_back(berth, written):
    kind = StateType(Berth)
    assert kind.to_json(berth) == written
    assert kind.from_json(written) == berth
    assert kind.copy(berth) == berth
