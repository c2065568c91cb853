"""Two parlour games whose values can be worked out in the head.

``wager``: red takes a safe shot (a die of 2 or more wins) or a bold one (5 or more), else blue wins. So a safe shot is
worth 5/6 to red, a bold one 1/3. ``pennies``: red hides a penny in one hand, secretly, and blue names a hand, and wins
if it is that one: worth one half to both, as nobody knows.
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


class Parlour(Game[State, Options, View]):
    id = "parlour"
    title = "Parlour games"
    version = "1.0"
    roles = ("red", "blue")
    state_class = State
    options_class = Options

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {name: Scenario(id=name, title=name) for name in ("wager", "pennies")}

    def initial_state(self, terms: Terms[Options]) -> State:
        return State("shoot" if terms.scenario.id == "wager" else "hide")

    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        if terms.scenario.id == "wager":
            return [Step("shoot", shoot)]
        return [Step("hide", hide), Step("guess", guess)]

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
