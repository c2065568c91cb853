"""Submarine warfare in the Atlantic as a navalcore game: roles, set-ups, sequence of play, victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from navalcore.components import counted
from navalcore.errors import BadData
from navalcore.rules import Event, Game, Option, Outcome, Scenario, Step, Terms, rule, types_in
from navalcore_games.aa50_subwar import MANIFEST, choices, convoy_events, events
from navalcore_games.aa50_subwar.convoy import territory_limit
from navalcore_games.aa50_subwar.flying import launch
from navalcore_games.aa50_subwar.movement import note_hostile_zones
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import State, initial_state, is_aircraft, stand_on_decks
from navalcore_games.aa50_subwar.theatre import (
    COST,
    ROOM,
    SETUPS,
    STARVATION,
    ZONES,
    AtlanticScenario,
    load_scenarios,
    own_land,
    setup_rows,
    turn_order,
)
from navalcore_games.aa50_subwar.turns import TURN
from navalcore_games.aa50_subwar.views import AtlanticView, see
from navalcore_games.aa50_subwar.words import ATLANTIC, SIDE_OF, Kind, Power, Side


def from_1_0(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Saves of rules version 1.0, which had no head start and fewer options: the same choices and results."""
    return entries


BEFORE_NONCOMBAT = ("purchase", "combat_move", "combat")
"""The steps of a turn in which the fighters of the power's carriers are in the air (B16)."""


class SubmarineWarfare(Game[State, SubwarOptions, AtlanticView]):
    """The Battle of the Atlantic by house rules for the Anniversary edition."""

    manifest = MANIFEST
    state_class = State
    options_class = SubwarOptions
    migrations: ClassVar = {"1.0": from_1_0}
    option_types = types_in(choices, Option)
    event_types = (*types_in(events, Event), *types_in(convoy_events, Event))

    @cached_property
    def _scenarios(self) -> Mapping[str, AtlanticScenario]:
        return load_scenarios()

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The set-ups of 1941 and 1942."""
        return self._scenarios

    @rule("B20", "B21")
    def initial_state(self, terms: Terms[SubwarOptions]) -> State:
        """The units of the set-up in place, the first power to begin."""
        state = initial_state(terms.scenario, terms.options)
        launch(state.own())
        return state

    @rule("B1")
    def sequence_of_play(self, terms: Terms[SubwarOptions]) -> Sequence[Step]:
        """The phases of a turn; Germany, the United Kingdom and the United States take them one after the other."""
        return TURN

    @rule("S25")
    def outcome(self, state: State, terms: Terms[SubwarOptions]) -> Outcome | None:
        """Starvation wins at once; after the last round the IPC balance decides (AAS-R24)."""
        if state.round <= state.rounds and not state.starved:
            return None
        scores = scores_of(state)
        if state.starved:
            return Outcome(
                Side.AXIS,
                f"The Axis wins in round {state.round}: England lost {STARVATION.loss} IPC to convoy disruption in one "
                "turn, and the United Kingdom sues for peace.",
                "S25",
                scores,
                "england_starved",
            )
        axis, allies = scores["axis"], scores["allies"]
        winner = None if axis == allies else Side.AXIS if axis > allies else Side.ALLIES
        after = f"After {counted(state.rounds, 'round')}"
        points = f"{counted(max(axis, allies), 'point')} to {min(axis, allies)}"
        reason = f"{after} {'the Axis wins' if winner is Side.AXIS else 'the Allies win'}, by {points}."
        if winner is None:
            reason = f"{after} the match is a draw, at {counted(axis, 'point')} each."
        return Outcome(winner, reason, "S25", scores, "ipc_balance")

    def view(self, state: State, role: str, terms: Terms[SubwarOptions]) -> AtlanticView:
        """The open table."""
        return see(state, role)

    def length(self, state: State) -> int:
        """Rounds played."""
        return min(state.round, state.rounds)

    def placed(self, given: Mapping[str, Any], state: State, terms: Terms[SubwarOptions]) -> Mapping[str, Any]:
        """Units may be listed by power, kind, space and count: those and no others are on the map, fighters at sea on
        the carriers there.
        """
        units = given.get("units")
        if not isinstance(units, list):
            return given
        state.units.clear()
        for place, row in enumerate(units):
            try:
                power, kind = Power(row["power"]), Kind(row["kind"])
                if power not in ATLANTIC:
                    raise ValueError(f"{power} has no turns in the Atlantic; those that have are {', '.join(ATLANTIC)}")
                if row["space"] not in ZONES and row["space"] not in own_land(state.owners, SIDE_OF[power]):
                    raise ValueError(f"{row['space']} is neither a sea zone nor its side's territory")
                for _ in range(int(row.get("count", 1))):
                    state.add(power, kind, row["space"])
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise BadData(f"set.units[{place}] has power, kind, space and perhaps count: {error}") from None
        stand_on_decks(state)
        return {name: value for name, value in given.items() if name != "units"}

    def settle(self, state: State, terms: Terms[SubwarOptions]) -> None:
        """Units that the set-up does not have count as bought, those that it has and the map lacks as sold. Before the
        first combat of a turn all is as its beginning has left it: carriers' fighters fly, hostile zones are noted. A
        match begins with its first turn under way: no zone is noted in that, and none is needed.
        """
        state.spent[state.side] += -unaccounted(state)
        if state.phase in BEFORE_NONCOMBAT and not state.fought:
            launch(state.own())
            if (state.round, state.power) != (1, turn_order(state.owners)[0]):
                note_hostile_zones(state)

    def invariants(self, state: State, terms: Terms[SubwarOptions]) -> Iterator[str]:
        """Where units may be, what carriers hold, limits of the convoy phase, money and losses that add up."""
        for number, unit in state.units.items():
            if unit.id != number or number >= state.next_id:
                yield f"unit {unit.id} is kept as {number}, the next number is {state.next_id}"
            if not is_aircraft(unit) and unit.space not in ZONES:
                yield f"the {unit.name} is ashore in {unit.space}"
            if is_aircraft(unit) and unit.space not in ZONES and unit.space not in own_land(state.owners, unit.side):
                yield f"the {unit.name} is over {unit.space}, which is not its side's"
            if not unit.moves_left >= 0:
                yield f"the {unit.name} has {unit.moves_left} movement points left"
            if unit.aboard:
                carrier = state.units.get(unit.aboard)
                if carrier is None or carrier.space != unit.space or carrier.side is not unit.side or unit.airborne:
                    yield f"the {unit.name} is on a carrier that is not there"
            elif is_aircraft(unit) and unit.space in ZONES and not unit.airborne:
                yield f"the {unit.name} is on the water in {unit.space}"
            if unit.airborne and unit.power is not state.power and state.phase != "combat":
                yield f"the {unit.name} is in the air outside its turn"
            if unit.kind is Kind.CARRIER and len(state.guests(unit.id)) > ROOM[unit.kind]:
                yield f"the {unit.name} holds too many fighters"
        for zone, loss in state.marks.items():
            if not 0 < loss <= ZONES[zone].convoy_limit:
                yield f"{zone} is marked with {loss} IPC"
        for territory, charge in state.charges.items():
            if not 0 < charge <= territory_limit(territory):
                yield f"{territory} is charged {charge} IPC"
        if sum(state.charges.values()) > sum(state.marks.values()):
            yield "more was charged than was lost at sea"
        for power in ATLANTIC:
            if state.treasury[power] < 0:
                yield f"the treasury of {power} is {state.treasury[power]}"
        if unaccounted(state):
            yield "units were lost or made without being counted"


def unaccounted(state: State) -> int:
    """IPC of units that were lost or made without being counted."""
    alive = sum(COST[unit.kind] for unit in state.units.values())
    bought = sum(COST[kind] for kind in state.bought)
    rows = setup_rows(SETUPS[state.owners])
    start = sum(COST[row.unit] * row.quantity for row in rows if row.use == "play")
    return start + sum(state.spent.values()) - alive - bought - sum(state.destroyed.values())


def scores_of(state: State) -> dict[str, int]:
    """Points by side and where they come from (AAS-R24, AAS-R43)."""
    return {
        "axis": state.head_start[Side.AXIS] + state.destroyed[Side.ALLIES] + state.disrupted[Side.ALLIES],
        "allies": state.head_start[Side.ALLIES] + state.destroyed[Side.AXIS] + state.disrupted[Side.AXIS],
        "allied_units_destroyed": state.destroyed[Side.ALLIES],
        "allied_convoy_losses": state.disrupted[Side.ALLIES],
        "axis_units_destroyed": state.destroyed[Side.AXIS],
        "axis_convoy_losses": state.disrupted[Side.AXIS],
        "submarines_destroyed": state.destroyed_submarines,
        "spent_on_submarines": state.spent_on_submarines,
    }
