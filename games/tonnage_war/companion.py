"""Beside a real table of Tonnage War: an engagement, and an attack on the convoy, with the cards that people hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from navalcore.components import counted, listed
from navalcore.rules import Companion, Desk, Flow, Mark, resolves, rule
from navalcore_games.tonnage_war import BESIDE_THE_TABLE
from navalcore_games.tonnage_war.convoy_attack import attack_convoy
from navalcore_games.tonnage_war.engagement import attempt
from navalcore_games.tonnage_war.odds import FATES, WEAPONS, AttackCardName, Crew, EscortCardName, check_group
from navalcore_games.tonnage_war.scoring import SUNK
from navalcore_games.tonnage_war.state import Committed, Engagement, Kind, Response, Side, State, Tactical, Unit
from navalcore_games.tonnage_war.values import SURFACE

Few: TypeAlias = Annotated[int, Field(ge=0, le=4)]
Answer: TypeAlias = Literal[
    "nothing", "evade_2", "evade_4", "evade_6", "evade_8", "fire_at_escorts", "flak_0", "flak_1", "flak_2"
]
ANSWERS: Mapping[str, tuple[Response, Tactical | None]] = {
    "nothing": (Response.NONE, None),
    **{f"evade_{number}": (Response.EVADE, Tactical[f"EVADE_{number}"]) for number in (2, 4, 6, 8)},
    "fire_at_escorts": (Response.ATTACK, Tactical.STERN),
    **{f"flak_{number}": (Response.FLAK, Tactical[f"FLAK_{number}"]) for number in range(3)},
}


@dataclass(slots=True)
class BesideState(State):
    """What people keep in mind at the table."""

    desk: Desk = field(default_factory=Desk)
    ships_sunk: int = 0
    """Ships of the convoy sunk."""
    boats: list[str] = field(default_factory=list)
    """Boats damaged and sunk, in order."""
    hurt: list[str] = field(default_factory=list)
    """Escorts damaged and destroyed, in order."""


@resolves("engagement", "8.4", odds="sampled")
@rule("8.4", "8.5", "8.6")
def engage(
    play: Any, boat: Crew = "R", boat_is_damaged: bool = False, card: EscortCardName = "escort_attack", sn: Few = 0,
    sr: Few = 1, sa: Few = 0, an: Few = 0, ar: Few = 0, aa: Few = 0, answer: Answer = "nothing",
    continuation: bool = False, storm: bool = False, bad_sonar: bool = False,
) -> Flow[str | None]:  # fmt: skip
    """Engagement of escorts with a boat.

    Args:
        boat: The boat's crew.
        boat_is_damaged: Whether it is damaged already.
        card: The escorts' card.
        sn: SN, surface escorts of novices.
        sr: SR, regular surface escorts.
        sa: SA, surface escorts of aces.
        an: AN, aircraft of novices.
        ar: AR, regular aircraft.
        aa: AA, aircraft of aces.
        answer: The card the boat answers with.
        continuation: Whether it is a continuation, not the first attempt.
        storm: Stormy weather.
        bad_sonar: Bad sonar conditions.
    """
    weapon, number = WEAPONS[card], 2 if continuation else 1
    there = {Unit.SN: sn, Unit.SR: sr, Unit.SA: sa, Unit.AN: an, Unit.AR: ar, Unit.AA: aa}
    units = [unit for unit, many in there.items() for _ in range(many)]
    if not units:
        return "nobody goes out: add an escort"
    misfit = next((unit for unit in units if not _fits(weapon, unit, number)), None)
    if misfit is not None:
        return f"{misfit} cannot go out with this card"
    response, played = ANSWERS[answer]
    if response is Response.ATTACK and not set(units) & SURFACE:
        return "there is no surface escort to fire at"
    state: BesideState = play.state
    state.storm, state.bad_sonar = storm, bad_sonar
    engagement = Engagement(
        Kind.CONVOY_ATTACK, Unit(boat), weapon=weapon, group=[Committed(unit) for unit in units], attempt=number,
        damage=int(boat_is_damaged), revealed=True,
    )  # fmt: skip
    group = list(engagement.group)
    state.engagement = engagement
    detected = yield from attempt(play, engagement, response, played)
    state.engagement = None
    fate = FATES[min(engagement.damage, SUNK)]
    hurt = [f"{each.unit} {'destroyed' if each.damage >= SUNK else 'damaged'}" for each in group if each.damage]
    if engagement.damage > int(boat_is_damaged):
        state.boats.append(f"{boat} {fate}")
    state.hurt += hurt
    told = "undetected" if not detected and not engagement.damage else fate
    return f"the boat is {told}{f'; {listed(hurt)}' if hurt else ''}"


def _fits(weapon: Any, unit: Unit, number: int) -> bool:
    from navalcore.errors import BadData

    try:
        check_group(weapon, [unit], number)
    except BadData:
        return False
    return True


@resolves("convoy", "8.2", odds="sampled")
@rule("8.2")
def attack_on_convoy(
    play: Any, boat: Crew = "R", card: AttackCardName = "beam", storm: bool = False
) -> Flow[str | None]:
    """Attack on the convoy.

    Args:
        boat: The boat's crew.
        card: Its attack card.
        storm: Stormy weather.
    """
    state: BesideState = play.state
    state.storm = storm
    before = state.tally.ships
    engagement = Engagement(Kind.CONVOY_ATTACK, Unit(boat), attack_card=Tactical[card.upper()], revealed=True)
    state.engagement = engagement
    yield from attack_convoy(play, engagement, Unit(boat))
    state.engagement = None
    sunk = state.tally.ships - before
    state.ships_sunk += sunk
    return f"{counted(sunk, 'ship')} sunk"


class BesideTheTable(Companion):
    """Engagements beside a real table."""

    manifest = BESIDE_THE_TABLE
    state_class = BesideState
    sides: ClassVar[Mapping[str, str]] = {Side.UBOAT: "U-boats", Side.ESCORT: "Escorts"}
    procedures = (engage, attack_on_convoy)

    def marks(self, state: BesideState) -> Iterator[Mark]:
        """What was sunk and damaged so far."""
        if state.ships_sunk:
            yield Mark(f"{counted(state.ships_sunk, 'ship')} of the convoy sunk", state.ships_sunk)
        if state.boats:
            yield Mark(f"Boats: {listed(state.boats)}", len(state.boats))
        if state.hurt:
            yield Mark(f"Escorts: {listed(state.hurt)}", len(state.hurt))
