"""Convoy Dash: its sequence of play and its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from navalcore.components import Deck, load_models
from navalcore.rules import Chance, Event, Game, Outcome, Scenario, Step, Terms, rule, types_in

from convoy_dash import MANIFEST, choices, events
from convoy_dash.attack import sail
from convoy_dash.pack import give_order, place_boats
from convoy_dash.sea import HOME, START, open_sea, sea
from convoy_dash.search import air_search
from convoy_dash.state import CONVOY, PACK, Boat, Dash, Rules, State
from convoy_dash.views import SeaView, redeal, see


@cache
def dashes() -> dict[str, Dash]:
    """The scenarios by id."""
    file = Path(__file__).parent / "scenarios" / "scenarios.toml"
    return {dash.id: dash for dash in load_models(file, Dash)}


class ConvoyDash(Game[State, Rules, SeaView]):
    """Convoy Dash."""

    manifest = MANIFEST
    state_class = State
    options_class = Rules
    option_types = (choices.Order, choices.Silence, choices.Search, choices.Sail)
    event_types = types_in(events, Event)

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The seasons."""
        return dashes()

    @rule("1")
    def initial_state(self, terms: Terms[Rules]) -> State:
        """The convoy in Merrow, no boat placed yet; section 2 keeps the boats away from it."""
        scenario: Dash = terms.scenario
        boats = [Boat(number, "", scenario.salvos) for number in range(1, scenario.boats + 1)]
        cup = Deck.from_mix(scenario.cup)
        swept = list(sea().neighbours(START))
        return State("place", START, scenario.ships, scenario.needed, scenario.turns, boats, cup, swept)

    def sequence_of_play(self, terms: Terms[Rules]) -> Sequence[Step]:
        """The boats are placed once; then order, search, sail, turn after turn."""
        return [
            Step("place", place_boats, "The pack lies in wait", "2", once=True),
            Step("order", give_order, "The pack gives an order", "3"),
            Step("search", air_search, "Aircraft search", "4"),
            Step("sail", sail, "The convoy sails", "5"),
        ]

    @rule("8")
    def outcome(self, state: State, terms: Terms[Rules]) -> Outcome | None:
        """Home with enough ships, or not; asked after every step."""
        scores: dict[str, int] = {CONVOY: state.ships, PACK: len(state.boats)}
        if state.ships < state.needed:
            return Outcome(PACK, f"Only {state.ships} ships are left; {state.needed} were needed.", "8", scores, "sunk")
        if state.convoy == HOME:
            return Outcome(CONVOY, f"{state.ships} ships come home in turn {state.turn}.", "8", scores, "home")
        if state.turn == state.turns and state.phase == "order":
            return Outcome(PACK, "The convoy is still at sea after the last turn.", "8", scores, "late")
        return None

    def view(self, state: State, role: str, terms: Terms[Rules]) -> SeaView:
        """The sea as a role sees it."""
        return see(state, role)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Rules]) -> None:
        """Deal anew where the unseen boats are."""
        redeal(state, role, chance)

    def invariants(self, state: State, terms: Terms[Rules]) -> Iterator[str]:
        """What must always hold; the tests ask after every step."""
        placed = [boat.area for boat in state.boats if boat.area]
        if len(set(placed)) < len(placed):
            yield f"two boats are in one area: {placed}"
        if not set(placed) <= set(open_sea()):
            yield f"a boat is where none may be: {placed}"
        if not all(boat.salvos > 0 for boat in state.boats):
            yield "a boat without salvos has not gone home"
        if state.ships < 0:
            yield f"there are {state.ships} ships"
