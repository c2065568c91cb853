"""Beside a real table of Tonnage War: an engagement, and an attack on the convoy, with the cards that people hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from navalcore.components import counted, listed
from navalcore.errors import BadData
from navalcore.rules import Companion, Desk, Flow, Mark, Misfit, resolves, rule
from navalcore_games.tonnage_war import BESIDE_THE_TABLE
from navalcore_games.tonnage_war.convoy_attack import attack_convoy
from navalcore_games.tonnage_war.engagement import attempt
from navalcore_games.tonnage_war.odds import FATES, WEAPONS, AttackCardName, Crew, EscortCardName, check_group
from navalcore_games.tonnage_war.scoring import SUNK
from navalcore_games.tonnage_war.state import Committed, Engagement, Kind, Rescue, Response, Side, State, Tactical, Unit
from navalcore_games.tonnage_war.uboat_turn import responses_allowed
from navalcore_games.tonnage_war.values import SURFACE

Few: TypeAlias = Annotated[int, Field(ge=0, le=4)]
RescueShip: TypeAlias = Literal["own", "SN", "SR", "SA", "none"]
Answer: TypeAlias = Literal[
    "nothing", "evade_2", "evade_4", "evade_6", "evade_8", "fire_at_escorts", "flak_0", "flak_1", "flak_2"
]
ANSWERS: Mapping[str, tuple[Response, Tactical | None]] = {
    "nothing": (Response.NONE, None),
    **{f"evade_{number}": (Response.EVADE, Tactical[f"EVADE_{number}"]) for number in (2, 4, 6, 8)},
    "fire_at_escorts": (Response.ATTACK, Tactical.STERN),
    **{f"flak_{number}": (Response.FLAK, Tactical[f"FLAK_{number}"]) for number in range(3)},
}
ANSWER_WORDS: Mapping[Response, str] = {
    Response.EVADE: "an evade card", Response.ATTACK: "fire at escorts", Response.FLAK: "flak",
}  # fmt: skip
ESCORTS_ASKED = (Unit.SN, Unit.SR, Unit.SA, Unit.AN, Unit.AR, Unit.AA)


@dataclass(slots=True)
class BesideState(State):
    """The facts that people keep in mind at the table."""

    desk: Desk = field(default_factory=Desk)
    ships_sunk: int = 0
    """Ships of the convoy sunk."""
    boats: list[str] = field(default_factory=list)
    """Boats damaged and sunk, in order."""
    hurt: list[str] = field(default_factory=list)
    """Escorts damaged and destroyed, in order."""


def engage_misfit(
    state: BesideState, *, boat: str, boat_is_damaged: bool, card: str, answer: str, continuation: bool,
    **given: Any,
) -> Misfit | None:  # fmt: skip
    """Escorts that cannot go out with the card, or an answer that the boat may not give."""
    engagement = _engagement(boat, boat_is_damaged, card, continuation, given)
    units = [each.unit for each in engagement.group]
    if not units:
        return Misfit("sr", "no escort goes out; at least 1 escort is needed")
    try:
        check_group(WEAPONS[card], units, engagement.attempt)
    except BadData as error:
        return Misfit("card", f"{error}; choose another card or other escorts")
    response = ANSWERS[answer][0]
    allowed = responses_allowed(replace(state, engagement=engagement))
    if response is not Response.NONE and response not in allowed:
        may = listed(["nothing", *(ANSWER_WORDS[each] for each in allowed)], "or")
        return Misfit("answer", f"the boat cannot answer so (7.2.4, 7.2.5, 7.2.6); it may give {may}")
    if response is Response.ATTACK and not set(units) & SURFACE:
        return Misfit("answer", "there is no surface escort to fire at; add one or give another answer")
    return None


def _engagement(
    boat: str, boat_is_damaged: bool, card: str, continuation: bool, given: Mapping[str, int]
) -> Engagement:
    """A boat and the escorts that go out against it."""
    group = [Committed(unit) for unit in ESCORTS_ASKED for _ in range(given[unit.lower()])]
    return Engagement(
        Kind.CONVOY_ATTACK, Unit(boat), weapon=WEAPONS[card], group=group, attempt=2 if continuation else 1,
        damage=int(boat_is_damaged), revealed=True,
    )  # fmt: skip


IN_ORDER = "Assumed: escorts attack in the order of the form, and the boat fires at the first of them."


@resolves("engagement", "8.4", misfit=engage_misfit, assumes=IN_ORDER)
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
    there = {"sn": sn, "sr": sr, "sa": sa, "an": an, "ar": ar, "aa": aa}
    engagement = _engagement(boat, boat_is_damaged, card, continuation, there)
    response, played = ANSWERS[answer]
    state: BesideState = play.state
    state.storm, state.bad_sonar = storm, bad_sonar
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


def rescue_known(state: BesideState) -> Mapping[str, object]:
    """The rescue ship that is left by the last attack: people name another once she is sunk (14.3)."""
    if state.rescue is Rescue.ORIGINAL:
        return {"rescue_ship": "own"}
    return {"rescue_ship": state.rescue_escort or "none"}


@resolves("convoy", "8.2", known=rescue_known)
@rule("8.2", "14.3")
def attack_on_convoy(
    play: Any, boat: Crew = "R", card: AttackCardName = "beam", storm: bool = False, rescue_ship: RescueShip = "own"
) -> Flow[str | None]:
    """Attack on the convoy.

    Args:
        boat: The boat's crew.
        card: Its attack card.
        storm: Stormy weather.
        rescue_ship: The rescue ship: the convoy's own, an escort in her place, or none.
    """
    state: BesideState = play.state
    state.storm = storm
    state.rescue = {"own": Rescue.ORIGINAL, "none": Rescue.NONE}.get(rescue_ship, Rescue.ESCORT)
    state.rescue_escort = Unit(rescue_ship) if state.rescue is Rescue.ESCORT else None
    before = state.tally.ships
    engagement = Engagement(Kind.CONVOY_ATTACK, Unit(boat), attack_card=Tactical[card.upper()], revealed=True)
    state.engagement = engagement
    yield from attack_convoy(play, engagement, Unit(boat))
    state.engagement = None
    sunk = state.tally.ships - before
    state.ships_sunk += sunk
    told = f"{counted(sunk, 'ship')} sunk"
    if state.seats[Side.ESCORT].out:
        state.seats[Side.ESCORT].out.clear()  # the marks keep it
        state.hurt.append(f"{rescue_ship} destroyed")
        told += f"; {rescue_ship} destroyed"
    return told


class BesideTheTable(Companion):
    """Engagements beside a real table."""

    manifest = BESIDE_THE_TABLE
    version = "3"
    state_class = BesideState
    sides: ClassVar[Mapping[str, str]] = {Side.UBOAT: "U-boats", Side.ESCORT: "Escorts"}
    procedures = (engage, attack_on_convoy)

    def marks(self, state: BesideState) -> Iterator[Mark]:
        """The losses and damage so far."""
        if state.ships_sunk:
            yield Mark(f"{counted(state.ships_sunk, 'ship')} of the convoy sunk", state.ships_sunk, "ships_sunk")
        if state.rescue is Rescue.OWED:
            yield Mark("The rescue ship is sunk: name a surface escort", key="rescue")
        if state.rescue is Rescue.ESCORT:
            yield Mark(f"{state.rescue_escort} is the rescue ship", key="rescue")
        yield from (Mark(f"Boat {each}", key=f"boats/{place}") for place, each in enumerate(state.boats))
        yield from (Mark(f"Escort {each}", key=f"hurt/{place}") for place, each in enumerate(state.hurt))
