"""A duel of two ships: a game from outside with dice, an option named like a command, and courses kept secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

from navalcore import Game, Options, Outcome, Refusal, Scenario, View
from navalcore._rules.terms import Terms
from navalcore.components._events import Event
from navalcore.rules import Face, Flow, Play, Step, choose, hookimpl, rule


class Duellists(Options):
    hard: bool = False
    """Whether a hit needs a 6."""


@dataclass(slots=True)
class State:
    phase: str = "red_course"
    turn: int = 1
    courses: dict[str, str] = field(default_factory=dict)
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Hit(Event):
    side: str

    def __str__(self) -> str:
        return f"The {self.side} ship hits."


class Sea(View):
    turn: int
    own_course: str


COURSES = (Word("port"), Word("starboard"))
FIRE = (Word("aimed shot"), Word("quick shot"), Word("log"))


@rule("D1")
def lay_course(play: Play[State, Duellists], side: str) -> Flow[None]:
    course = yield from choose(side, "Lay your course", COURSES, "D1", secret=True)
    play.state.courses[side] = str(course)


@rule("D2", "D3")
def fire(play: Play[State, Duellists], side: str) -> Flow[str | None]:
    aimed = play.state.courses[side] == "port"

    def refused() -> Iterator[Refusal]:
        if not aimed:
            yield Refusal("aimed shot", "D2", "an aimed shot needs a course to port (DUEL-R1)")

    shot = yield from choose(side, "How do you fire?", FIRE if aimed else FIRE[1:], "D2", reasons=refused)
    if str(shot) != "log":
        face = play.dice.d6(f"{side} fires", "D2")
        if face >= (6 if play.options.hard else 5 - (str(shot) == "aimed shot")):
            play.state.winner = side
            play.tell(Hit, side, rule="D3")
    if side == "blue":
        play.state.turn += 1
    return None


class DuelFace(Face[State, Duellists, Sea]):
    def board_text(self, view: Sea, width: int = 80) -> str:
        return f"Turn {view.turn}, own course {view.own_course or 'not laid'}"

    def info_commands(self) -> Mapping[str, Callable[[Sea, str], str]]:
        return {"range": lambda view, argument: f"Range in turn {view.turn}: {argument or 'medium'}"}


class Duel(Game[State, Duellists, Sea]):
    id = "duel"
    title = "Duel"
    version = "1.0"
    roles = ("red", "blue")
    role_titles: ClassVar[Mapping[Any, str]] = {"red": "red ship", "blue": "blue ship"}
    face = DuelFace
    state_class = State
    options_class = Duellists
    option_types = (Word,)
    event_types = (Hit,)

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {"calm": Scenario(id="calm", title="Calm sea", note="Nothing moves but the ships.")}

    def initial_state(self, terms: Terms[Duellists]) -> State:
        return State()

    def sequence_of_play(self, terms: Terms[Duellists]) -> Sequence[Step]:
        return [
            Step(f"{side}_{name}", partial(step, side=side))
            for side in self.roles
            for name, step in (("course", lay_course), ("fire", fire))
        ]

    def outcome(self, state: State, terms: Terms[Duellists]) -> Outcome | None:
        if state.winner:
            return Outcome(state.winner, f"The {state.winner} ship wins.", "D3", {"hits": 1}, "hit")
        return Outcome(None, "Night falls.", "D3", {}, "night") if state.turn > 2 else None

    def view(self, state: State, role: str, terms: Terms[Duellists]) -> Sea:
        return Sea(turn=state.turn, own_course=state.courses.get(role or "", ""))


@hookimpl
def navalcore_games() -> list[type[Duel]]:
    return [Duel]
