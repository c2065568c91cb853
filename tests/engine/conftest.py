"""A game made for the engine's tests: two roles, a hidden deck, open and secret questions, dice, draws, reveals.

Each turn red asks for one of: nothing, a die, a draw, a look at the hidden number, a mistake; then blue answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

from navalcore._match.loading import verify
from navalcore._match.match import Game, Match, driver_of
from navalcore._rules.decision import UMPIRE, Flow, Refusal, choose
from navalcore._rules.game import Rules
from navalcore._rules.play import Play
from navalcore._rules.terms import Options, Outcome, Scenario, Step, Terms, View
from navalcore._saves.entries import save_header
from navalcore._saves.recorder import Recorder
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from tests.engine.forging import in_old_format

CARDS = ("anchor", "buoy", "buoy", "chart")


class Role(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(slots=True)
class State:
    phase: str
    hidden: int = 0
    turn: int = 0
    score: int = 0
    deck: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)


class Settings(Options):
    """Switches."""

    turns: int = 5
    """How many turns the match lasts."""


class Seen(View):
    """What can be seen."""

    role: str
    turn: int
    score: int
    hidden: int | None


@dataclass(frozen=True, slots=True)
class Told(Event):
    text: str


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    """Red hears the text, the others that something was said."""

    text: str | None

    def redacted(self) -> Event:
        return Whispered(None)


@dataclass(frozen=True, slots=True)
class Act:
    verb: str

    def __str__(self) -> str:
        return self.verb


ACTS = {
    verb: Act(verb) for verb in ("do nothing", "do it again", "roll a die", "roll two dice", "draw", "look", "fail")
}
ANSWERS = ("yes", "no")
TIDE = ("secretly in", "secretly out")


def hide(play: Play[State, Settings]) -> None:
    play.state.hidden = play.chance.below(100, "the hidden number", "1")
    play.state.deck = list(CARDS)


def act(play: Play[State, Settings]) -> Flow[str | None]:
    state = play.state
    state.turn += 1
    play.tell(Told, f"turn {state.turn}")
    options = [each for each in ACTS.values() if each.verb != "draw" or state.deck]
    chosen = yield from choose(
        Role.RED, "What now?", options, "2", reasons=lambda: [Refusal("draw", "2.1", "the deck is empty")]
    )
    state.log.append(chosen.verb)
    match chosen.verb:
        case "do it again":
            return "act"
        case "roll a die":
            state.score += play.dice.d6("the score", "2.2")
        case "roll two dice":
            state.score += play.dice.d6("the first die", "2.2") * play.dice.d6("the second die", "2.2")
        case "draw":
            state.log.append(state.deck.pop(play.chance.pick(state.deck, "red draws", "2.1")))
        case "look":
            play.reveal()
            play.tell(Whispered, str(state.hidden), to=(Role.RED,))
        case "fail":
            state.score = -1000
            state.log.clear()
            play.dice.d6("before failing", "2.3")
            play.tell(Told, "never told")
            raise LookupError("the chart is missing")
    play.tell(Told, f"red did {chosen}")
    return None


def answer(play: Play[State, Settings]) -> Flow[None]:
    tide = yield from choose(Role.BLUE, "The tide?", TIDE, "3", secret=True)
    play.state.log.append(tide)
    agreed = yield from choose(Role.BLUE, lambda: f"Agreed in turn {play.state.turn}?", ANSWERS, "3.1")
    play.state.score += agreed == "yes"


class Lagoon(Game[State, Settings, Seen]):
    id = "lagoon"
    title = "Lagoon"
    version = "2.0"
    roles = (Role.RED, Role.BLUE)
    state_class = State
    options_class = Settings

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {"calm": Scenario(id="calm", title="Calm"), "storm": Scenario(id="storm", title="Storm")}

    def initial_state(self, terms: Terms[Settings]) -> State:
        return State("hide", turn=-terms.options.turns)

    def sequence_of_play(self, terms: Terms[Settings]) -> Sequence[Step]:
        return [Step("hide", hide, once=True), Step("act", act), Step("answer", answer)]

    def outcome(self, state: State, terms: Terms[Settings]) -> Outcome | None:
        return Outcome(Role.RED, f"red has {state.score}", "4") if state.turn == 0 and state.phase == "act" else None

    def view(self, state: State, role: str, terms: Terms[Settings]) -> Seen:
        return Seen(role=role, turn=state.turn, score=state.score, hidden=state.hidden if role is UMPIRE else None)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Settings]) -> None:
        state.hidden = chance.below(100)


@pytest.fixture
def lagoon() -> Lagoon:
    return Lagoon()


def played(match: Any, *texts: str) -> Any:
    """The match after the choices."""
    for text in texts:
        match.choose(text)
    return match


def note(heard: list[str], event: Event) -> None:
    """A listener that writes down what kind of event it is told."""
    heard.append(type(event).__name__)


def verified(save: Path, game: Any = None) -> Match[Any, Any, Any]:
    """The match of a save that passes verification."""
    found = verify(save, game)
    assert found.error is None
    assert found.match is not None
    return found.match


def written_in(version: int, match: Match[Any, Any, Any], path: Path, **changes: Any) -> Path:
    """The save of a match as it was written in an earlier format."""
    setup = replace(driver_of(match).setup, **changes)
    recorder = Recorder(save_header(setup, max(version, 4)))
    driver_of(match).copy(None, match.count, setup, recorder)
    text = recorder.text()
    path.write_text(text if version > 3 else in_old_format(version, text), encoding="utf-8")
    return path


QUIET = ("do nothing", "secretly in", "yes")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that are begun, of every match."""
    names: list[str] = []
    whole = Rules.steps

    def counted(step: Step) -> Step:
        def procedure(play: Any) -> Any:
            names.append(step.name)
            return step.procedure(play)

        return replace(step, procedure=procedure)

    def steps(rules: Any, terms: Any) -> tuple[dict[str, Step], dict[str, str]]:
        by_name, following = whole(rules, terms)
        return {name: counted(step) for name, step in by_name.items()}, following

    monkeypatch.setattr(Rules, "steps", steps)
    return names
