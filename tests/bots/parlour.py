"""Two parlour games whose values can be worked out in the head.

``wager``: red takes a safe shot (a die of 2 or more wins) or a bold one (5 or more), else blue wins. So a safe shot is
worth 5/6 to red, a bold one 1/3. ``pennies``: red hides a penny in one hand, secretly, and blue names a hand, and wins
if it is that one: worth one half to both, as nobody knows.

In the others red may roll a die that wins with 5 or more, or play on, and what that is worth shows only to who looks
further. ``code``: blue names two hands and wins with "left" and then "right", so red loses against who knows that.
``shown``: red shows a hand, blue names one and wins if it is the same: red always loses. ``hidden``: the same with the
hand hidden: worth one half. ``vault``: red hides in one hand, secretly, names a hand, and wins if it is the same and a
die shows 2 or more: worth 5/6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalcore import Game, Options, Outcome, Scenario, View
from navalcore._rules.terms import Terms
from navalcore.components._chance import Chance
from navalcore.rules import Flow, Play, Step, choose

NEEDED = {"bold": 5, "safe": 2}
HANDS = ("left", "right")
SCENARIOS = ("wager", "pennies", "code", "shown", "hidden", "vault")


@dataclass(slots=True)
class State:
    phase: str
    hidden: str = ""
    winner: str = ""


def shoot(play: Play[State, Options]) -> Flow[None]:
    shot = yield from choose("red", "Which shot?", tuple(NEEDED), "1")
    play.state.winner = "red" if play.dice.d6("red shoots", "1.1") >= NEEDED[shot] else "blue"


def hide(play: Play[State, Options]) -> Flow[None]:
    play.state.hidden = yield from choose("red", "In which hand?", HANDS, "2", secret=True)


def guess(play: Play[State, Options]) -> Flow[None]:
    named = yield from choose("blue", "Which hand?", HANDS, "2.1")
    play.state.winner = "blue" if named == play.state.hidden else "red"


def gamble(play: Play[State, Options]) -> Flow[None]:
    name = play.scenario.id
    if name == "vault":
        yield from vault(play)
    elif (yield from choose("red", "Play on?", ("dice", name), "3")) == "dice":
        play.state.winner = "red" if play.dice.d6("red throws", "3") >= 5 else "blue"
    elif name == "code":
        first = yield from choose("blue", "The first hand?", HANDS, "3.1")
        second = yield from choose("blue", "The second hand?", HANDS, "3.1")
        play.state.winner = "blue" if (first, second) == HANDS else "red"
    else:
        play.state.hidden = yield from choose("red", "Which hand?", HANDS, "3.2", secret=name == "hidden")
        yield from guess(play)


def vault(play: Play[State, Options]) -> Flow[None]:
    yield from hide(play)
    named = yield from choose("red", "Where is it?", HANDS, "3.3")
    opened = play.dice.d6("red opens the vault", "3.3") >= 2
    play.state.winner = "red" if named == play.state.hidden and opened else "blue"


class Parlour(Game[State, Options, View]):
    id = "parlour"
    title = "Parlour games"
    version = "1.0"
    roles = ("red", "blue")
    state_class = State
    options_class = Options

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {name: Scenario(id=name, title=name) for name in SCENARIOS}

    def initial_state(self, terms: Terms[Options]) -> State:
        return State({"wager": "shoot", "pennies": "hide"}.get(terms.scenario.id, "gamble"))

    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        if terms.scenario.id == "wager":
            return [Step("shoot", shoot)]
        if terms.scenario.id == "pennies":
            return [Step("hide", hide), Step("guess", guess)]
        return [Step("gamble", gamble)]

    def outcome(self, state: State, terms: Terms[Options]) -> Outcome | None:
        return Outcome(state.winner, f"{state.winner} wins") if state.winner else None

    def view(self, state: State, role: str, terms: Terms[Options]) -> View:
        return View()

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Options]) -> None:
        if role == "blue" and state.hidden:
            state.hidden = HANDS[chance.below(2)]


def wager(*faces: Any) -> Any:
    """A match of the wager whose die shows what is given."""
    from navalcore.rules import ScriptedChance

    return Parlour().new_match("wager", chance=ScriptedChance(*faces))
