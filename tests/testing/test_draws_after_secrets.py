"""The kit keeps what is chosen in secret in another world, and what is drawn after it there, apart from each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalcore.rules import UMPIRE, Chance, Flow, Game, Options, Outcome, Play, Scenario, Step, Terms, View, choose
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


def found(game: Game[State, Options, Seen]) -> list[str]:
    report = check_game(game, matches=4, only=["imagined_worlds_fit_what_was_told"], shrinking=False)
    return [failure.expected for failure in report.failures]


def test_a_right_game_that_draws_openly_after_a_secret_choice_is_not_failed() -> None:
    assert found(Hiding()) == []


def test_the_failure_names_the_field_of_a_state_that_has_only_plain_fields() -> None:
    assert {each.partition(" to be ")[0] for each in found(OutOfTheSea())} == {"boat"}
