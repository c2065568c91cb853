"""Views: what is taken from the state, what is hidden, and what is refused."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Annotated, Any

import pytest
from pydantic import Field, ValidationError

from navalcore._rules.field_marks import by_role, seen_by
from navalcore._rules.state import StateType
from navalcore._rules.terms import Options, Scenario, View
from navalcore._rules.views import Part, redacted_copy
from navalcore.errors import BadData


@dataclass(slots=True)
class Tally:
    """Losses."""

    sunk: int = 0
    """Ships sunk, and those given up."""


@dataclass(slots=True)
class Boat:
    """A boat."""

    name: str
    """As painted on it."""
    tubes: list[int]
    """What is in each tube."""
    spotted: Annotated[bool, seen_by(lambda _boat, role: role == "umpire")] = False
    """Whether the enemy sees it."""


@dataclass(slots=True)
class State:
    """The whole match."""

    phase: str
    """The step."""
    boats: list[Boat]
    """Every boat."""
    tally: Tally
    orders: list[int] = field(default_factory=list)
    found: dict[str, int] = field(default_factory=dict)
    last: Tally | None = None


@dataclass(frozen=True, slots=True)
class Seen(Part):
    """A part that does not say what it is made from."""

    sunk: int


@dataclass(frozen=True, slots=True)
class BoatView(Part, of=Boat):
    """A boat as seen."""

    name: str
    tubes: Annotated[tuple[int, ...] | None, seen_by(lambda boat, role: role == "captain" or boat.spotted)]


class Sea(View, of=State):
    """The sea."""

    role: str
    """Who looks."""
    phase: str
    boats: tuple[BoatView, ...]
    """Those in sight."""
    tally: Tally
    orders: Annotated[tuple[int, ...], seen_by(lambda _state, role: role == "captain", ())]
    found: dict[str, int]
    last: Tally | None
    note: Annotated[str, Field(description="In words.")] = "calm"
    """The weather."""


def state() -> State:
    return State("hunt", [Boat("U-47", [1, 2]), Boat("U-99", [3], spotted=True)], Tally(2), [7], {"sz1": 4})


def test_fields_of_one_name_are_taken_and_marked_ones_are_hidden_from_whom_the_test_refuses():
    captain, lookout = (Sea.of(state(), role, role=role) for role in ("captain", "lookout"))
    assert (captain.phase, captain.orders, captain.found, captain.last) == ("hunt", (7,), {"sz1": 4}, None)
    assert [boat.tubes for boat in captain.boats] == [(1, 2), (3,)]
    assert [boat.tubes for boat in lookout.boats] == [None, (3,)]
    assert (lookout.orders, lookout.note) == ((), "calm")


def test_a_view_made_by_of_is_the_one_that_pydantic_makes_with_its_checks():
    made = Sea.of(state(), "captain", role="captain")
    checked = Sea.model_validate_json(made.model_dump_json(warnings="error"))
    assert made == checked
    assert repr(made) == repr(checked)
    for twin in (made.model_copy(), deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert twin == made
    with pytest.raises(ValidationError, match="frozen"):
        made.phase = "rest"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        made.boats[0].name = "U-1"  # type: ignore[misc]


def test_what_is_given_is_hidden_by_the_marks_of_its_field_too():
    hands = {"red": (1, 2), "blue": (3,)}

    class Table(View, of=State):
        deck: Annotated[tuple[int, ...] | None, seen_by(lambda _state, role: role == "red")]
        hands: Annotated[dict[str, tuple[int, ...]], by_role]

    red, blue = (Table.of(state(), role, deck=(4, 5), hands=hands) for role in ("red", "blue"))
    assert (red.deck, red.hands) == ((4, 5), {"red": (1, 2)})
    assert (blue.deck, blue.hands) == (None, {"blue": (3,)})


def test_what_is_given_stands_in_the_view_as_it_is_unchecked_and_unconverted():
    class Chart(View, of=State):
        phase: str
        marks: tuple[int, ...]

    marks: Any = range(3)
    assert Chart.of(state(), marks=marks).marks is marks


def test_nothing_in_a_view_changes_with_the_state():
    here = state()
    view = Sea.of(here, "captain", role="captain")
    before = view.model_dump_json()
    here.boats[0].tubes.append(9)
    here.tally.sunk += 1
    here.found["sz2"] = 1
    here.orders.clear()
    assert view.model_dump_json() == before


def test_a_copy_of_a_dataclass_blanks_what_is_marked_in_it():
    boat = Boat("U-99", [3], spotted=True)
    shown, whole = redacted_copy(boat, "captain"), redacted_copy(boat, "umpire")
    assert (shown.spotted, whole.spotted, shown.name) == (False, True, "U-99")
    assert shown.tubes == [3]
    assert shown.tubes is not boat.tubes


def test_a_copy_of_a_state_is_whole_whoever_may_see_it():
    boat = Boat("U-99", [3], spotted=True)
    assert StateType(Boat).copy(boat) == boat


@dataclass(slots=True)
class Log:
    entries: list[str]
    keeper: Annotated[str, seen_by(lambda _log, role: role == "captain")] = "nobody"
    last: Annotated[list[int], seen_by(lambda _log, role: role == "captain")] = field(default_factory=list)


@dataclass(slots=True)
class Ship:
    log: Log
    pair: tuple[Log, int]
    nearest: Ship | None = None


class Bridge(View, of=Ship):
    log: Log
    pair: tuple[Log, int]
    nearest: Ship | None


def test_what_is_marked_is_blank_however_deep_it_lies_and_blanks_are_nobody_elses():
    one = Log(["calm"], "mate", [1])
    shown = Bridge.of(Ship(one, (one, 7), Ship(one, (one, 8))), "lookout")
    assert shown.nearest is not None
    logs = [shown.log, shown.pair[0], shown.nearest.log, shown.nearest.pair[0]]
    assert logs == [Log(["calm"])] * 4
    logs.append(redacted_copy(one, "lookout"))
    logs.append(redacted_copy(one, "lookout"))
    assert len({id(log.last) for log in logs}) == len({id(log.entries) for log in logs}) == len(logs)
    assert not any(log.entries is one.entries for log in logs)
    assert Bridge.of(Ship(one, (one, 7)), "captain").log == one


@dataclass(frozen=True, slots=True)
class Checked(Part, of=Boat):
    name: str

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a boat without a name")


def test_what_a_part_does_when_it_is_made_is_done():
    assert Checked.of(Boat("U-47", [])).name == "U-47"
    with pytest.raises(ValueError, match="without a name"):
        Checked.of(Boat("", []))


@dataclass(slots=True)
class Bare:
    secret: Annotated[int, seen_by(lambda _bare, role: role == "umpire")]


def test_a_field_that_may_be_hidden_and_has_no_default_is_refused():
    with pytest.raises(BadData, match=r"Bare\.secret may be hidden, so it needs a default"):
        redacted_copy(Bare(1), "captain")


ASKED: list[str] = []


def _asking(_log: Log, role: str) -> bool:
    ASKED.append(role)
    return True


class Told(View, of=Log):
    entries: Annotated[tuple[str, ...] | None, seen_by(_asking)]
    keeper: Annotated[str | None, seen_by(_asking)]


def test_each_test_of_who_may_see_is_asked_once_a_view():
    Told.of(Log([]), "mate")
    assert ASKED == ["mate"]


def test_a_derived_view_is_made_of_its_own_class_though_its_base_was_made_before():
    Sea.of(state(), "captain", role="captain")

    class Mined(Sea):
        mines: int

    made = Mined.of(state(), "captain", role="captain", mines=3)
    assert (type(made), made.mines, made.phase) == (Mined, 3, "hunt")


def test_the_words_for_a_field_are_those_of_the_view_or_else_of_the_state():
    schema = Sea.model_json_schema()
    fields = schema["properties"]
    assert (fields["role"]["description"], fields["phase"]["description"]) == ("Who looks.", "The step.")
    assert fields["boats"]["description"] == "Those in sight."
    assert fields["note"]["description"] == "In words.", "what pydantic has been told counts"
    assert schema["$defs"]["BoatView"]["properties"]["name"]["description"] == "As painted on it."
    assert schema["$defs"]["Tally"]["properties"]["sunk"]["description"] == "Ships sunk, and those given up."


def test_a_field_that_may_be_none_and_says_not_from_whom_it_is_hidden_is_refused():
    class Leaky(View, of=State):
        orders: tuple[int, ...] | None

    with pytest.raises(BadData, match=r"Leaky\.orders may be None and State\.orders never is: say who sees it"):
        Leaky.of(state())


def test_fields_that_cannot_be_taken_are_refused_by_name():
    class Other(View, of=State):
        found: tuple[int, ...]

    class Numbered(View, of=State):
        phase: int

    class Keyed(View, of=State):
        found: dict[int, int]

    class Nested(View, of=State):
        tally: Seen

    class Missing(View, of=State):
        weather: str

    with pytest.raises(BadData, match=r"found is .*which is not made of dict.*give it, as in Other\.of"):
        Other.of(state())
    with pytest.raises(BadData, match=r"phase is int, which is not made of str without help"):
        Numbered.of(state())
    with pytest.raises(BadData, match=r"found is dict\[int, int\], which is not made of dict\[str, int\]"):
        Keyed.of(state())
    with pytest.raises(BadData, match=r"not made of Tally.*tally=\.\.\.\), or write class Seen\(Part, of=Tally\)"):
        Nested.of(state())
    with pytest.raises(BadData, match=r"weather is not a field of State: give it"):
        Missing.of(state())
    with pytest.raises(BadData, match=r"has no field 'wether'; it has weather"):
        Missing.of(state(), wether="calm")
    with pytest.raises(BadData, match="does not say what it is a view of"):
        View.of(state())


class Loose(Part, of=Boat):
    name: str


class Ballast: ...


def test_a_part_without_its_decorator_is_refused_in_the_words_that_mend_it():
    with pytest.raises(BadData, match=r"^Loose is not a dataclass: write @dataclass\(slots=True\) above it"):
        Loose.of(state().boats[0], "captain")
    with pytest.raises(BadData, match=r"^Loose is not a dataclass"):
        type("Bridge", (View,), {"__annotations__": {"boats": tuple[Loose, ...]}, "__module__": __name__})


@pytest.mark.parametrize("base", [View, Options, Scenario])
def test_a_field_that_json_cannot_hold_is_refused_by_class_and_field(base):
    hints = {"turn": int, "ballast": tuple[Ballast, ...]}
    with pytest.raises(BadData, match=r"^Bridge\.ballast cannot be written to JSON: it may hold enums"):
        type("Bridge", (base,), {"__annotations__": hints, "__qualname__": "Bridge", "__module__": __name__})


CAPTAIN = "captain"


@dataclass(frozen=True, slots=True)
class Tubes(Part, of=Boat):
    """Only the captain sees them."""

    tubes: Annotated[tuple[int, ...] | None, seen_by(lambda _boat, role: role == CAPTAIN)]


def test_a_test_written_in_the_class_knows_the_names_of_its_module():
    assert Tubes.of(Boat("U-47", [1]), "captain").tubes == (1,)
    assert Tubes.of(Boat("U-47", [1]), "lookout").tubes is None


@dataclass(frozen=True, slots=True)
class Painted(Part, of=Boat):
    """A boat by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Armed(Painted, of=Boat):
    """With what is in its tubes."""

    tubes: tuple[int, ...]


class Named(View, of=State):
    """The step, with a name for it."""

    phase: str
    name: str = "none"

    @classmethod
    def of(cls, source: Any, looker: Any = None, /, **given: Any) -> Any:
        return super().of(source, looker, **({"name": "by default"} | given))


def test_a_view_may_be_given_now_some_fields_and_now_others():
    boat = Boat("U-47", [1])
    for _ in range(2):
        assert Armed.of(boat) == Armed("U-47", (1,))
        assert Armed.of(boat, name="a boat") == Armed("a boat", (1,))
        assert Armed.of(boat, None, tubes=(2, 3)) == Armed("U-47", (2, 3))
        assert Armed.of(boat, name="a boat", tubes=()) == Armed("a boat", ())
    with pytest.raises(BadData, match="has no field 'colour'"):
        Armed.of(boat, colour="grey")


def test_each_class_makes_views_of_its_own_and_a_way_that_a_game_wrote_is_kept():
    boat = Boat("U-47", [1])
    assert [type(each.of(boat)) for each in (Painted, Armed, Painted)] == [Painted, Armed, Painted]

    class Deck(Armed, of=Boat):
        """Made after its bases have been used."""

    assert type(Deck.of(boat)) is Deck
    assert [Named.of(state()).name, Named.of(state(), name="dawn").name, Named.of(state()).name] == [
        "by default", "dawn", "by default",
    ]  # fmt: skip
