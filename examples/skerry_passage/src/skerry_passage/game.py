"""Skerry Passage: its sequence of play and its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from navalcore.components import Bearing, DamageTrack, Markers, load_models
from navalcore.rules import Chance, Event, Game, Outcome, Scenario, Step, Terms, rule, types_in

from skerry_passage import MANIFEST, choices, events
from skerry_passage.aiming import aim
from skerry_passage.courses import write_courses
from skerry_passage.gunnery import fire
from skerry_passage.missions import draw_missions, fulfilled, points
from skerry_passage.passage import cards, chart, sea
from skerry_passage.sailing import clear_smoke, sail
from skerry_passage.state import BLUE, GREY, SIDES, Action, Rules, Ship, Side, State
from skerry_passage.views import PassageView, redeal, see


@cache
def actions() -> dict[str, Action]:
    """The scenarios by id."""
    file = Path(__file__).parent / "scenarios" / "scenarios.toml"
    return {action.id: action for action in load_models(file, Action)}


class SkerryPassage(Game[State, Rules, PassageView]):
    """Skerry Passage."""

    manifest = MANIFEST
    state_class = State
    options_class = Rules
    option_types = (choices.Leg, choices.Shot, choices.HoldFire)
    event_types = types_in(events, Event)

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The times of day."""
        return actions()

    @rule("1")
    def initial_state(self, terms: Terms[Rules]) -> State:
        """Every ship where the scenario has it, unhurt."""
        scenario: Action = terms.scenario
        ships = []
        for name, start in scenario.start.items():
            card = cards()[name]
            track = DamageTrack(card.hull, dict(card.damage))
            ship = Ship(name, Side(card.side), start.hex, Bearing[start.bow], track, card.torpedoes, card.smoke)
            ships.append(ship)
        ships.sort(key=lambda ship: not ship.card.flagship)
        return State("missions", scenario.turns, scenario.sight, ships, markers=Markers())

    def sequence_of_play(self, terms: Terms[Rules]) -> Sequence[Step]:
        """Missions once; then plot, sail, aim, fire, turn after turn."""
        return [
            Step("missions", draw_missions, "Missions are drawn", "2", once=True),
            Step("courses", write_courses, "Courses are written", "3"),
            Step("sail", sail, "The ships sail", "4"),
            Step("aim", aim, "Targets are chosen", "5"),
            Step("fire", fire, "Guns and torpedoes are fired", "8"),
            Step("end", clear_smoke, "Smoke drifts away", "4"),
        ]

    @rule("9")
    def outcome(self, state: State, terms: Terms[Rules]) -> Outcome | None:
        """After the last turn, or when a side has no ship left: more points win, then the mission."""
        if state.phase != "courses" or not state.turn:
            return None
        alone = any(not any(state.squadron(side)) for side in SIDES)
        if state.turn < state.turns and not alone:
            return None
        scores = {side: points(state, side) for side in SIDES}
        told = " and ".join(f"{self.role_title(side)} {scores[side]} ({state.missions[side]})" for side in SIDES)
        ranks = {side: (scores[side], fulfilled(state, side, state.missions[side])) for side in SIDES}
        winner = None if ranks[GREY] == ranks[BLUE] else max(SIDES, key=lambda side: ranks[side])
        shown = {str(side): score for side, score in scores.items()}
        return Outcome(winner, f"Points: {told}.", "9", shown, "alone" if alone else "last_turn")

    def view(self, state: State, role: str, terms: Terms[Rules]) -> PassageView:
        """The passage as a role sees it."""
        return see(state, role)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Rules]) -> None:
        """Deal anew what the enemy is out for and writes."""
        redeal(state, role, chance, terms.options)

    def invariants(self, state: State, terms: Terms[Rules]) -> Iterator[str]:
        """What must always hold; the tests ask after every step."""
        here = [ship for ship in state.ships if ship.here]
        for ship in here:
            if ship.space not in sea() or ship.space in chart().islands:
                yield f"{ship.id} is in {ship.space}, where no ship can be"
            others = [other.id for other in here if other.space == ship.space and other is not ship]
            if others:
                yield f"{ship.id} is in {ship.space} with {', '.join(others)}, and a hex holds one ship"
        if any(ship.torpedoes < 0 or ship.smoke < 0 for ship in state.ships):
            yield "a ship has used more than it had"
