"""How good the table looks for a side: the estimate that search bots and reports use where they stop looking ahead.

The value of the rest of a round depends on many things at once. A broadside is worth much if a contact holds and the
escorts are out, and nothing without a boat. So it is read off regression trees, fitted to games that bots played
(``python -m benchmarks.fit_tonnage_war`` writes their file).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from statistics import NormalDist
from typing import Final, NamedTuple, TypeAlias

from navalcore.components import read_text
from navalcore.errors import BadData
from navalcore.rules import DRAWN
from navalcore_games.tonnage_war.convoys import TACTICAL_HAND
from navalcore_games.tonnage_war.state import Committed, Contact, Engagement, Seat, Side, State, Tactical, Unit, Weapon
from navalcore_games.tonnage_war.values import (
    AIRCRAFT,
    ATTACK_CARDS,
    CONTACT_CARDS,
    ESCORTS,
    EVADE_CARDS,
    FLAK_CARDS,
    UNITS,
)

TURNS_AHEAD: Final = 5
"""Turns of both sides to look ahead before asking for the estimate."""
TURNS: Final = 2 * TACTICAL_HAND
"""Turns of a full round: each plays or discards a card of a hand (§5)."""
NOTHING_LEFT: Final = 0.15
"""The variance of the points that a round still brings when its turns are over: what is pending is settled then."""

Tree: TypeAlias = "float | tuple[int, float, Tree, Tree]"
"""Points; or which figure is compared with which number, and what holds if it is not larger, and if it is."""

TREES_FILE: Final = Path(__file__).parent / "data" / "estimate.json"
WEAPONS: Final = {weapon: number for number, weapon in enumerate(Weapon, 1)}
ESCORT_CARDS: Final = (
    *(Tactical.ESCORT_ATTACK_1, Tactical.ESCORT_ATTACK_2, Tactical.ESCORT_ATTACK_3),
    *(Tactical.HFDF_1, Tactical.HFDF_2, Tactical.HFDF_3),
    *(Tactical.AIR_PATROL_1, Tactical.AIR_PATROL_2, Tactical.AIR_PATROL_3),
    Tactical.ROUTING,
)
FIGURES: Final = (
    *("turn", "contacts", "routing", "storm", "bad sonar"),
    *("N in contact", "A in contact", "contact boats known"),
    *("attack rolls", "attack value"),
    *("attempt weapon", "attempt escorts", "attempt boat", "attempt rolls", "attempt damage", "attempt number"),
    *("window weapon", "window escorts", "window damage", "window boat"),
    *("N", "R", "A", "blanks of boats", "contact cards"),
    *("three rolls and more", "two rolls", "one roll", "best evade", "evade cards", "B-dienst", "flak cards"),
    *("tied escorts", "SN", "SR", "SA", "aircraft", "blanks of escorts"),
    *(str(card) for card in ESCORT_CARDS),
)
"""The figures that the trees look at, in the order of :func:`figures`."""


class Fitted(NamedTuple):
    """The file of trees."""

    trees: list[Tree]
    """The points that each adds to what the round still brings the U-boat side."""
    a_round: float
    """Points that a round brings it on average, in the standard scenario."""
    spread: float
    """The variance of what a round brings."""


@cache
def fitted() -> Fitted:
    """The fitted trees.

    Raises:
        BadData: the file does not hold them, or they look at other figures.
    """
    try:
        document = json.loads(read_text(TREES_FILE))
        figures, found = document["figures"], Fitted(document["trees"], document["a_round"], document["spread"])
    except (ValueError, KeyError, TypeError) as error:
        message = f"{TREES_FILE.name}: must be JSON with figures, trees, a_round and spread: {error}"
        raise BadData(message) from error
    if tuple(figures) != FIGURES:
        raise BadData(f"{TREES_FILE.name}: was fitted to other figures than {', '.join(FIGURES)}; fit it again")
    return found


_CURVE: Final = NormalDist()


def look_ahead(state: State) -> int:
    """The turn of the match up to which to look ahead: a few turns on, or when the round under way is over."""
    return state.turns + min(TURNS_AHEAD, TURNS + 1 - state.turn)


def estimate(state: State, player: Side) -> float:
    """The chance that a player wins, and a part of that of a draw, from the points so far and what is still to come."""
    rounds = state.rounds - state.round
    ahead: float = state.tally.uboat_points - state.tally.escort_points
    ahead += rest_of_round(state) + rounds * fitted().a_round
    rounds_left = rounds + (TURNS - min(state.turn, TURNS)) / TURNS
    if state.game == 2:
        assert state.first_game is not None
        ahead = state.first_game.uboat_points - state.first_game.escort_points - ahead
    if player is Side.ESCORT:
        ahead = -ahead
    spread = (NOTHING_LEFT + fitted().spread * rounds_left) ** 0.5
    # Half a point more or less rounds to a draw.
    wins, loses_not = _CURVE.cdf((ahead - 0.5) / spread), _CURVE.cdf((ahead + 0.5) / spread)
    return wins + DRAWN * (loses_not - wins)


def rest_of_round(state: State) -> float:
    """The points by which the round under way still improves the lead of the U-boat side."""
    if state.turn == 0:
        return fitted().a_round
    looked_at = figures(state)
    points = 0.0
    for tree in fitted().trees:
        while not isinstance(tree, float):
            figure, threshold, low, high = tree
            tree = low if looked_at[figure] <= threshold else high
        points += tree
    return points


def figures(state: State) -> list[float]:
    """The figures that the trees look at: :data:`FIGURES`."""
    attack, attempt, window = state.attack, state.engagement, state.window
    return [
        *(state.turn, len(state.contacts), state.routing is not None, state.storm, state.bad_sonar),
        *_contacts(state.contacts),
        *((0, -1) if attack is None else (_rolls(attack), _boat(state, attack))),
        *((0, 0, -1, 0, 0, 0) if attempt is None else _attempt(state, attempt)),
        *((0, 0, 0, -1) if window is None else _window(state, window)),
        *_of_boats(state.seats[Side.UBOAT]),
        sum([tied.unit in ESCORTS for tied in state.tied]),
        *_of_escorts(state.seats[Side.ESCORT]),
    ]


def _contacts(contacts: list[Contact]) -> tuple[float, ...]:
    if not contacts:
        return 0, 0, 0
    boats = [contact.boat for contact in contacts]
    return boats.count(Unit.N), boats.count(Unit.A), sum([contact.revealed for contact in contacts])


def _attempt(state: State, attempt: Engagement) -> tuple[float, ...]:
    assert attempt.weapon is not None
    escorts, boat, rolls = _fit(attempt.group), _boat(state, attempt), _rolls(attempt)
    return WEAPONS[attempt.weapon], escorts, boat, rolls, attempt.damage, attempt.attempt


def _window(state: State, window: Engagement) -> tuple[float, ...]:
    assert window.weapon is not None
    return WEAPONS[window.weapon], _fit(window.group), window.damage, _boat(state, window)


def _rolls(engagement: Engagement) -> int:
    return 0 if engagement.attack_card is None else ATTACK_CARDS[engagement.attack_card].rolls


def _boat(state: State, engagement: Engagement) -> int:
    """The attack value of the boat, 0 for a blank; a boat not pulled from the hand yet counts like a novice."""
    if engagement.unit is None and state.contact(engagement.contact) is None:
        return UNITS[Unit.N].attack
    unit = state.boat_of(engagement)
    return UNITS[unit].attack if unit in UNITS else 0


def _fit(group: list[Committed]) -> int:
    return sum([member.unit in ESCORTS and not member.damage for member in group])


def _of_boats(seat: Seat) -> tuple[float, ...]:
    units, cards = seat.units.count, seat.tactical.count
    rolls = [ATTACK_CARDS[card].rolls for card in seat.tactical if card in ATTACK_CARDS]
    evades = [EVADE_CARDS[card] for card in seat.tactical if card in EVADE_CARDS]
    return (
        *(units(Unit.N), units(Unit.R), units(Unit.A), units(Unit.BLANK), sum(map(cards, CONTACT_CARDS))),
        *(len(rolls) - rolls.count(2) - rolls.count(1), rolls.count(2), rolls.count(1)),
        *(max(evades, default=0), len(evades), cards(Tactical.B_DIENST), sum(map(cards, FLAK_CARDS))),
    )


def _of_escorts(seat: Seat) -> tuple[float, ...]:
    units, cards = seat.units.count, seat.tactical.count
    return (
        units(Unit.SN) + units(Unit.SN_DEPLETED),
        units(Unit.SR) + units(Unit.SR_DEPLETED),
        units(Unit.SA) + units(Unit.SA_DEPLETED),
        sum(map(units, AIRCRAFT)),
        units(Unit.BLANK),
        *map(cards, ESCORT_CARDS),
    )
