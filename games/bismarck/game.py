"""Computer Bismarck as a navalcore game: roles, set-up, sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from navalcore.components import closest, counted
from navalcore.errors import BadData
from navalcore.rules import Chance, Event, Game, Option, Outcome, Scenario, Step, Terms, rule, types_in
from navalcore_games.bismarck import MANIFEST, choices, combat_events, events
from navalcore_games.bismarck.cards import SHIPS
from navalcore_games.bismarck.combat.naval import (
    aim,
    combat_check,
    fight_round,
    naval_phase,
    open_battle,
    surprise_attack,
    withdrawal,
)
from navalcore_games.bismarck.combat.strikes import (
    destroyer_choice,
    destroyer_phase,
    plane_attack,
    plane_phase,
    submarine_choice,
    submarine_phase,
)
from navalcore_games.bismarck.ids import UNIT_IDS, square_id
from navalcore_games.bismarck.laws import broken_laws
from navalcore_games.bismarck.movement.activity import begin_turn, movement
from navalcore_games.bismarck.movement.orders import orders
from navalcore_games.bismarck.options import BismarckOptions
from navalcore_games.bismarck.redealing import redeal
from navalcore_games.bismarck.sea_map import SQUARES
from navalcore_games.bismarck.search.spotting import search_phase
from navalcore_games.bismarck.search.weather import chance_phase, weather_update
from navalcore_games.bismarck.setup import begin_match, initial_state, scenarios
from navalcore_games.bismarck.shadow import fast_shadow_phase, shadow_choice, shadow_move, shadow_phase
from navalcore_games.bismarck.state import State
from navalcore_games.bismarck.victory import MARGIN, victory_phase
from navalcore_games.bismarck.views import BismarckView, see
from navalcore_games.bismarck.words import Fate, Side

SEQUENCE = (
    Step("setup", begin_match, "Set-up", "3.0", once=True),
    Step("begin_turn", begin_turn, "Save option", "4.1"),
    Step("shadow_phase", shadow_phase, "Shadow phase", "4.2"),
    Step("shadow_choice", shadow_choice, "Shadow: the unit", "10.1"),
    Step("shadow_move", shadow_move, "Shadow: the ship's move", "10.1"),
    Step("orders", orders, "Movement phase: both sides order", "4.31"),
    Step("fast_shadow", fast_shadow_phase, "Fast shadow phase", "4.4"),
    Step("movement", movement, "Computer movement", "4.51"),
    Step("search", search_phase, "Computer search", "4.52"),
    Step("plane_phase", plane_phase, "Plane attacks", "16.31"),
    Step("plane_attack", plane_attack, "Plane attack", "16.31"),
    Step("submarine_phase", submarine_phase, "Submarine attacks", "16.41"),
    Step("submarine_choice", submarine_choice, "Submarine attack", "16.41"),
    Step("destroyer_phase", destroyer_phase, "Destroyer attacks", "16.51"),
    Step("destroyer_choice", destroyer_choice, "Destroyer attack", "16.51"),
    Step("naval_phase", naval_phase, "Naval combat", "16.61"),
    Step("open_battle", open_battle, "Naval combat: the next square", "16.62"),
    Step("surprise_attack", surprise_attack, "Surprise attack", "16.68"),
    Step("combat_check", combat_check, "Combat check", "16.62"),
    Step("withdrawal", withdrawal, "Withdrawal", "16.63"),
    Step("aim", aim, "Targets", "16.65"),
    Step("fight_round", fight_round, "Fire", "16.66"),
    Step("victory", victory_phase, "Victory points", "4.7"),
    Step("chance", chance_phase, "Chance phase", "4.8"),
    Step("weather", weather_update, "Weather update", "4.9"),
)


POSITION_NUMBERS: Final = {name: number for number, name in enumerate(UNIT_IDS)} | {
    square_id(square): square for square in SQUARES
}
"""By id, the numbers of units and squares."""


def from_1_0(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Saves of rules version 1.0, in which the Germans ordered after the British: the same choices and rolls, in one of
    the orders in which they may come now.
    """
    return entries


def from_1_1(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Saves of rules version 1.1, in which a unit was ordered step by step only: each step is offered still."""
    return entries


class Bismarck(Game[State, BismarckOptions, BismarckView]):
    """The breakout of Bismarck and Prinz Eugen, after Computer Bismarck."""

    manifest = MANIFEST
    state_class = State
    options_class = BismarckOptions
    endless = "a unit may be given another order as often as its side likes, before the orders are done"
    option_types = types_in(choices, Option)
    event_types = (*types_in(events, Event), *types_in(combat_events, Event))
    migrations: ClassVar = {"1.0": from_1_0, "1.1": from_1_1}

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """Two players, or one against Otto."""
        return scenarios()

    def taken_by(self, role: str, terms: Terms[BismarckOptions]) -> str:
        """Otto plays the Germans of the solitaire game (15.1)."""
        return "bot:sensible" if role == Side.GERMAN and terms.scenario.solitaire else "person"

    def initial_state(self, terms: Terms[BismarckOptions]) -> State:
        """Every unit at its start."""
        return initial_state(terms.scenario, terms.options)

    @rule("1.3")
    def sequence_of_play(self, terms: Terms[BismarckOptions]) -> Sequence[Step]:
        """The phases of a turn (4), in their order."""
        return SEQUENCE

    @rule("17.1")
    def outcome(self, state: State, terms: Terms[BismarckOptions]) -> Outcome | None:
        """More victory points win; equal points are a draw (BIS-R51)."""
        if not state.ended:
            return None
        british, german = state.points[Side.BRITISH], state.points[Side.GERMAN]
        winner = None if british == german else Side.BRITISH if british > german else Side.GERMAN
        if winner is None:
            reason = f"After turn {state.turn} the match is a draw, at {counted(british, 'victory point')} each."
        else:
            by = f"by {max(british, german)} victory points to {min(british, german)}"
            reason = f"The {self.role_title(winner)} wins after turn {state.turn}, {by}"
            reason += (
                f": Bismarck is sunk and the lead has reached {MARGIN}." if state.ended == "bismarck_sunk" else "."
            )
        scores = {side.value: state.points[side] for side in Side}
        return Outcome(winner, reason, "17.1", scores, state.ended)

    def view(self, state: State, role: str, terms: Terms[BismarckOptions]) -> BismarckView:
        """Everything that ``role`` may know."""
        return see(state, role)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[BismarckOptions]) -> None:
        """Redeal what ``role`` does not know."""
        redeal(state, role, terms.options, chance)

    def numbers(self, state: State) -> Mapping[str, int]:
        """Units and squares by their ids."""
        return POSITION_NUMBERS

    def placed(self, given: Mapping[str, Any], state: State, terms: Terms[BismarckOptions]) -> Mapping[str, Any]:
        """Planes have places of their own in the list of planes. ``only`` names the units that are on the chart; the
        others wait. A unit whose order is not given keeps its mode, as at the beginning of a turn.
        """
        given = dict(given)
        if "only" in given:
            _keep_only(given.pop("only"), state)
        for ship in state.ships:
            ship.order_mode = ship.mode
        for plane in state.planes:
            plane.order_mode = plane.mode
        for kind in ("ships", "planes"):
            if isinstance(given.get(kind), Mapping):
                given[kind] = {name: _ordered(fields) for name, fields in given[kind].items()}
        planes = given.get("planes")
        if not isinstance(planes, Mapping):
            return given
        first = len(SHIPS)
        places = {name: POSITION_NUMBERS.get(name, first - 1) - first for name in planes}
        return {**given, "planes": {name if at < 0 else str(at): planes[name] for name, at in places.items()}}

    def invariants(self, state: State, terms: Terms[BismarckOptions]) -> Iterator[str]:
        """The faults in the state, a sentence each."""
        return broken_laws(state)


def _ordered(fields: object) -> object:
    """The fields that a position gives a unit, with the order to keep the mode among them."""
    if isinstance(fields, Mapping) and "mode" in fields:
        return {"order_mode": fields["mode"], **fields}
    return fields


def _keep_only(names: object, state: State) -> None:
    """Take every unit that is not named off the chart, as one that has not come into play."""
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise BadData(f"set.only: {names!r} is not a list of units")
    for name in names:
        if name not in UNIT_IDS:
            raise BadData(f"set.only: there is no unit called {name!r}; {closest(str(name), UNIT_IDS)}")
    for name, unit in zip(UNIT_IDS, [*state.ships, *state.planes], strict=True):
        if name not in names:
            unit.fate, unit.square = Fate.WAITING, None
