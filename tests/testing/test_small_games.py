"""The kit is right about a small game in which a boat hides, and its words help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalcore.rules import (
    UMPIRE,
    Chance,
    Event,
    Flow,
    Game,
    Options,
    Outcome,
    Play,
    Scenario,
    Step,
    Terms,
    View,
    choose,
)
from navalcore.testing import check_game

COUNTERS = 6


@dataclass(slots=True)
class State:
    phase: str
    boat: int = 0
    counter: int = 0
    turn: int = 0


class Seen(View):
    role: str
    boat: tuple[int, ...]
    counter: int
    turn: int


def hide(play: Play[State, Options]) -> Flow[None]:
    area = yield from choose("boat", "Where do you hide?", [str(area) for area in range(COUNTERS)], "1", secret=True)
    play.state.boat = int(area)


def search(play: Play[State, Options]) -> Flow[None]:
    play.state.turn += 1
    play.state.counter = play.chance.below(COUNTERS, "the counter", "2")
    play.reveal()
    yield from choose("hunter", "Do you search?", ("yes", "no"), "2", secret=True)


class Hiding(Game[State, Options, Seen]):
    """A boat hides; then a counter is drawn openly, which has nothing to do with where it is."""

    id, title, version, roles = "hiding", "Hiding", "1.0", ("boat", "hunter")
    state_class, options_class = State, Options

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {"bay": Scenario(id="bay", title="Bay")}

    def initial_state(self, terms: Terms[Options]) -> State:
        return State("hide")

    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        return (Step("hide", hide), Step("search", search))

    def outcome(self, state: State, terms: Terms[Options]) -> Outcome | None:
        return Outcome(None, "Three turns are over.", "3") if (state.turn, state.phase) == (3, "hide") else None

    def view(self, state: State, role: str, terms: Terms[Options]) -> Seen:
        boat = (state.boat,) if role == "boat" or role is UMPIRE else ()
        return Seen(role=role, boat=boat, counter=state.counter, turn=state.turn)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        if role != "boat":
            state.boat = chance.below(COUNTERS)


class OutOfTheSea(Hiding):
    """The same, where a boat is imagined in areas in which none can hide."""

    id = "out_of_the_sea"

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        if role != "boat":
            state.boat = COUNTERS + chance.below(2)


class Hoisted(Event, text="The boat hoists {flag}."):
    flag: str


class HoistedForAMoment(Event, text="The boat hoists {flag}."):
    flag: str
    passing = True


def hoisting(event: type[Event]) -> Step:
    def hoist(play: Play[State, Options]) -> Flow[None]:
        flag = yield from choose("boat", "Which flag do you hoist?", ("red", "white"), "1")
        play.tell(event, flag, rule="1")

    return Step("hoist", hoist)


class Flags(Hiding):
    """The same, where the boat hoists a flag that all see and no view keeps."""

    id = "flags"
    event: type[Event] = Hoisted
    event_types = (Hoisted, HoistedForAMoment)

    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        return (Step("hide", hide), hoisting(self.event), Step("search", search))


class FlagsForAMoment(Flags):
    id = "flags_for_a_moment"
    event = HoistedForAMoment


def hoist_or_not(play: Play[State, Options]) -> Flow[None]:
    flag = yield from choose("boat", "Do you hoist a flag?", ("red", "none"), "1")
    if flag != "none":
        play.tell(Hoisted, flag, rule="1")


class OneFlag(Flags):
    """The same, where nothing is reported of one of the choices."""

    id = "one_flag"

    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        return (Step("hide", hide), Step("hoist", hoist_or_not), Step("search", search))


class OrderOfAreas(Seen):
    areas: dict[str, int]


class NearestFirst(Hiding):
    """The same, with a table of all areas that begins with the one in which the boat is."""

    id = "nearest_first"
    view_class = OrderOfAreas

    def view(self, state: State, role: str, terms: Terms[Options]) -> OrderOfAreas:
        nearest = sorted(range(COUNTERS), key=lambda area: abs(area - state.boat))
        areas = {f"area {area}": area for area in nearest}
        return OrderOfAreas(**dict(super().view(state, role, terms)), areas=areas)


def found(game: Game[State, Options, Seen], check: str = "imagined_worlds_fit_what_was_told") -> list[str]:
    report = check_game(game, matches=4, only=[check], shrinking=False)
    return [failure.expected for failure in report.failures]


def test_a_right_game_that_draws_openly_after_a_secret_choice_is_not_failed() -> None:
    assert found(Hiding()) == []


def test_the_failure_names_the_field_of_a_state_that_has_only_plain_fields() -> None:
    assert {each.partition(" to be ")[0] for each in found(OutOfTheSea())} == {"boat"}


def test_an_open_choice_that_no_view_keeps_is_told_in_words_with_all_three_ways_out() -> None:
    (first, *_) = found(Flags(), "secrets_are_marked")
    assert "is secret=True missing, or what was chosen in the view, or `passing = True` in Hoisted?" in first
    assert "Hoisted 'The boat hoists red.'" in first or "Hoisted 'The boat hoists white.'" in first
    assert "Hoisted(" not in first


def test_an_event_that_only_one_of_two_open_choices_reports_is_named_as_a_way_out_whichever_was_first() -> None:
    failures = found(OneFlag(), "secrets_are_marked")
    assert failures
    assert all("or `passing = True` in Hoisted?" in each for each in failures)


def test_the_third_way_out_leads_out() -> None:
    assert found(FlagsForAMoment(), "secrets_are_marked") == []


def test_the_order_of_keys_in_a_view_is_a_part_of_what_it_shows() -> None:
    (first, *_) = found(NearestFirst(), "views_hide_what_is_hidden")
    assert "the order of keys included" in first
