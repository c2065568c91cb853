"""Tonnage War as a navalcore game: sides, scenarios, sequence of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from navalcore.rules import Chance, Event, Game, Option, Outcome, Scenario, Step, Terms, rule, types_in
from navalcore_games.tonnage_war import MANIFEST, choices, combat_events, events
from navalcore_games.tonnage_war.convoys import ConvoyScenario, load_scenario, own_scenarios
from navalcore_games.tonnage_war.escort_turn import escort_turn
from navalcore_games.tonnage_war.options import TonnageOptions
from navalcore_games.tonnage_war.redeal import redeal
from navalcore_games.tonnage_war.rounds import deal, end_of_round, new_game
from navalcore_games.tonnage_war.scoring import SUNK, match_of_two, single_game
from navalcore_games.tonnage_war.state import Side, State, Tactical, Unit
from navalcore_games.tonnage_war.uboat_turn import uboat_turn
from navalcore_games.tonnage_war.values import DEPLETED
from navalcore_games.tonnage_war.views import TableView, see

DEAL = Step("deal", deal, "Deal", "3")
UBOAT_TURN = Step("uboat_turn", uboat_turn, "Turn of the U-boat side", "7.2")
ESCORT_TURN = Step("escort_turn", escort_turn, "Turn of the escort side", "7.3")
END_OF_ROUND = Step("end_of_round", end_of_round, "End of the round", "4")
UNDEPLETED = {depleted: unit for unit, depleted in DEPLETED.items()}


def from_1_0(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Saves of rules version 1.0, in which a support group let escorts be put back before a rescue ship was named. The
    choices and results are the same wherever none was owed at that moment.
    """
    return entries


def from_1_1(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Saves of rules version 1.1: with the readings of then as options, the same questions, choices and results."""
    return entries


BEFORE_1_2: Final = {
    "escorts_to_deck": "always",
    "blanks_turn_boats_up": True,
    "screen_return": "at_once",
    "support_group_put_back": "up_to_as_many",
}
"""How rules 1.0 and 1.1 read what is optional since."""


class TonnageWar(Game[State, TonnageOptions, TableView]):
    """Wolf packs against convoy escorts, after the card game Tonnage War."""

    manifest = MANIFEST
    score_titles: ClassVar = {
        "uboat_as_uboat": "first U-boat player's points with the U-boats",
        "escort_as_uboat": "first escort player's points with the U-boats",
    }
    state_class = State
    options_class = TonnageOptions
    option_types = types_in(choices, Option)
    event_types = (*types_in(events, Event), *types_in(combat_events, Event))
    migrations: ClassVar = {"1.0": from_1_0, "1.1": from_1_1}
    earlier_options: ClassVar = {"1.0": BEFORE_1_2, "1.1": BEFORE_1_2}

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios that come with the game; the introductory one first."""
        return own_scenarios()

    def scenario(self, name: str | None = None) -> Scenario:
        """A scenario by its id, or from your own file (a name that ends in ``.toml``)."""
        if name is not None and name.endswith(".toml"):
            return load_scenario(Path(name).expanduser()).model_copy(update={"id": name})
        return super().scenario(name)

    @rule("3")
    def initial_state(self, terms: Terms[TonnageOptions]) -> State:
        """The decks of the scenario, nothing dealt."""
        state = State(phase=DEAL.name, seats={})
        new_game(state, terms.scenario, terms.options)
        return state

    @rule("4", "5", "7.1")
    def sequence_of_play(self, terms: Terms[TonnageOptions]) -> Sequence[Step]:
        """Deal; turns of the U-boat side and the escort side in alternation; end of the round; and again."""
        return [DEAL, UBOAT_TURN, ESCORT_TURN, END_OF_ROUND]

    @rule("12")
    def outcome(self, state: State, terms: Terms[TonnageOptions]) -> Outcome | None:
        """After two games of four rounds; or after one, or fewer rounds, as the match is set up."""
        if not state.finished:
            return None
        return single_game(state.tally) if state.first_game is None else match_of_two(state.first_game, state.tally)

    def view(self, state: State, role: str, terms: Terms[TonnageOptions]) -> TableView:
        """The table as ``role`` sees it."""
        return see(state, role)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[TonnageOptions]) -> None:
        """Redeal what ``role`` does not see."""
        redeal(state, role, chance)

    def settle(self, state: State, terms: Terms[TonnageOptions]) -> None:
        """In the decks of each side the cards that are nowhere else."""
        for side, seat in state.seats.items():
            decks, screen = terms.scenario.decks(side), terms.scenario.carrier
            units = Counter(decks.units)
            if side is Side.ESCORT and screen is not None:
                units += Counter(screen.screen)
            in_deck = seat.units_deck.cards
            laid = all_units(state, side) - undepleted(in_deck)
            depleted = Counter(unit for unit in in_deck if unit in UNDEPLETED)
            units = units - undepleted(depleted.elements()) + depleted
            seat.units_deck.hold_the_rest(units.elements(), laid.elements())
            laid_cards = all_tactical(state, side) - Counter(seat.tactical_deck.cards)
            seat.tactical_deck.hold_the_rest(decks.tactical_cards(side), laid_cards.elements())

    def length(self, state: State) -> int:
        """Turns played: 104 in a full game, twice that in a match of two games."""
        return state.turns

    def invariants(self, state: State, terms: Terms[TonnageOptions]) -> Iterator[str]:
        """Every card in exactly one place, hands within their limits, points that agree with the losses."""
        for side in Side:
            yield from _cards_at_home(state, side, terms.scenario)
        tally = state.tally
        if min(tally.ships, tally.boats_damaged, tally.boats_sunk, tally.escorts_damaged, tally.escorts_destroyed) < 0:
            yield f"a loss is counted below zero: {tally}"
        sunk = [unit for unit in state.seats[Side.UBOAT].out if unit is not Unit.BLANK]
        if tally.boats_damaged + tally.boats_sunk > len(sunk) + sum(
            each is not None for each in (state.window, state.engagement)
        ):
            yield f"{tally.boats_damaged} boats damaged and {tally.boats_sunk} sunk, but {len(sunk)} are out of play"
        if tally.uboat_points > tally.ships + tally.escorts_damaged + 2 * tally.escorts_destroyed + (
            0 if not state.has_carrier else 4
        ):
            yield f"the points of the U-boat side are more than its successes: {tally}"
        if len({contact.number for contact in state.contacts}) != len(state.contacts):
            yield "two contacts have one number"
        if state.routing and state.contact(state.routing) is None:
            yield f"contact {state.routing} is under evasive routing but not in effect"
        if state.window is not None and state.window.damage == SUNK:
            yield "a sunk boat can be attacked again"


def _cards_at_home(state: State, side: Side, scenario: ConvoyScenario) -> Iterator[str]:
    """Whether the cards of the scenario are on the table, each once."""
    units, tactical = all_units(state, side), all_tactical(state, side)
    decks = scenario.decks(side)
    expected = Counter(decks.units)
    if side is Side.ESCORT and scenario.carrier is not None:
        expected += Counter(scenario.carrier.screen)
    if units != expected or tactical != Counter(decks.tactical_cards(side)):
        yield f"cards of the {side} side were lost or doubled: {dict(units)}, {dict(tactical)}"


def all_units(state: State, side: Side) -> Counter[Unit]:
    """Every unit card of a side, wherever it is; depleted escorts under their own kind."""
    seat = state.seats[side]
    found = [*seat.units_deck.cards, *seat.units, *seat.out]
    engagements = [each for each in (state.attack, state.engagement, state.window) if each is not None]
    if side is Side.UBOAT:
        found += [contact.boat for contact in state.contacts]
        found += [each.unit for each in engagements if each.unit is not None and not each.gone]
    else:
        found += [tied.unit for tied in state.tied] + state.screen
        found += [member.unit for each in engagements for member in each.group]
        found += [] if state.rescue_escort is None else [state.rescue_escort]
    return undepleted(found)


def undepleted(cards: Iterable[Unit]) -> Counter[Unit]:
    """How many cards of each kind there are, depleted escorts under their own kind."""
    return Counter(UNDEPLETED.get(unit, unit) for unit in cards)


def all_tactical(state: State, side: Side) -> Counter[Tactical]:
    """Every tactical card of a side, wherever it is."""
    seat = state.seats[side]
    on_table = [contact.card for contact in state.contacts] if side is Side.UBOAT else []
    return Counter([*seat.tactical_deck.cards, *seat.tactical, *seat.discards, *seat.played, *on_table])
