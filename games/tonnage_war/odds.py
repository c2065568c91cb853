"""Odds questions, answered by running the procedures of the rules over all their dice.

Rolls that are independent of each other are worked out one by one and put together. A group's attack is carried on
escort by escort from every state the one before can leave behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, Field

from navalcore.components import Deck
from navalcore.errors import BadData
from navalcore.odds import Chain, Odds, WholeNumber, exact, question
from navalcore.rules import Chance, run
from navalcore_games.tonnage_war.boat_fires import Shot, flak, needed_against_escort, shot_takes_effect
from navalcore_games.tonnage_war.convoy_attack import convoy_die, needed_against_convoy
from navalcore_games.tonnage_war.detection import stays_hidden
from navalcore_games.tonnage_war.escort_attack import attack_boat
from navalcore_games.tonnage_war.options import TonnageOptions
from navalcore_games.tonnage_war.scoring import SUNK
from navalcore_games.tonnage_war.state import (
    Committed,
    Engagement,
    Kind,
    Play,
    Seat,
    Side,
    State,
    Tactical,
    Unit,
    Weapon,
)
from navalcore_games.tonnage_war.values import AIRCRAFT, ATTACK_CARDS, ESCORTS, SURFACE, UNITS

Crew: TypeAlias = Literal["N", "R", "A"]
Escort: TypeAlias = Literal["SN", "SR", "SA", "AN", "AR", "AA"]
EscortCardName: TypeAlias = Literal["escort_attack", "hfdf", "air_patrol"]
AttackCardName: TypeAlias = Literal["beam", "bow", "bow_fat", "quarter", "stern", "straggler"]


def _escorts(group: str) -> str:
    names = [name.strip() for name in group.split(",")]
    if not set(names) <= set(get_args(Escort)) or not 1 <= len(names) <= LARGEST_GROUP:
        raise ValueError(f"write one to nine of {', '.join(get_args(Escort))}, separated by commas")
    return group


def split(group: str) -> list[Unit]:
    """The escorts of a group; none of an empty one."""
    return [Unit(name.strip()) for name in group.split(",") if name.strip()]


Group: TypeAlias = Annotated[str, Field(max_length=100), AfterValidator(_escorts)]
"""Escorts separated by commas, such as ``SR,AR``."""
EvadeCard: TypeAlias = Annotated[Literal[0, 2, 4, 6, 8], WholeNumber]
"""The modifier of an evade card; 0 for none."""
HfdfModifier: TypeAlias = Literal["penalty", "bonus"]
HitOnEscort: TypeAlias = Literal["damage", "half_sinks", "sinks"]
ConvoyDie: TypeAlias = Annotated[Literal[10, 20], WholeNumber]
Attempt: TypeAlias = Annotated[int, Field(ge=1, le=20)]
"""1 for the first, 2 and more for continuations: one card each, and no side's deck has twenty of a kind."""
OPTIONS = TonnageOptions()
LARGEST_GROUP = 9
NEVER = Fraction(0)
WEAPONS = {"escort_attack": Weapon.ESCORT_ATTACK, "hfdf": Weapon.HFDF, "air_patrol": Weapon.AIR_PATROL}
FITTING = {Weapon.ESCORT_ATTACK: ESCORTS, Weapon.HFDF: SURFACE, Weapon.AIR_PATROL: AIRCRAFT}
HIT_NAMES = ("miss", "damaged", "destroyed")
FATES = ("unhurt", "damaged", "sunk")
"""The fate of a boat, by its damage."""
Result: TypeAlias = tuple[str, tuple[int, ...]]
"""The fate of a boat, and each escort's damage."""
Attacked: TypeAlias = tuple[int, tuple[int, ...], int]
"""The boat's damage, each escort's, and how many escorts have attacked."""


def table(chance: Chance, options: TonnageOptions = OPTIONS, *, storm: bool = False, bad_sonar: bool = False) -> Play:
    """An empty table on which one procedure can be run."""
    seats = {side: Seat(Deck(), Deck()) for side in Side}
    state = State(phase="", seats=seats, round=1, storm=storm, bad_sonar=bad_sonar)
    return Play(state, options, chance)


def engaged(crew: str, weapon: Weapon, group: list[Committed], attempt: int) -> Engagement:
    """A boat that attacks the convoy, with escorts on it."""
    return Engagement(Kind.CONVOY_ATTACK, Unit(crew), weapon=weapon, group=group, attempt=attempt)


def check_group(weapon: Weapon, units: list[Unit], attempt: int) -> None:
    """Refuse escorts that cannot go out with the card.

    Raises:
        BadData: says which and why.
    """
    for unit in units:
        if unit not in FITTING[weapon]:
            raise BadData(f"{unit} cannot go out with {weapon}")
        if attempt > 1 and weapon is Weapon.ESCORT_ATTACK and unit in AIRCRAFT:
            raise BadData(f"{unit} takes no part in the continuation of an escort attack (8.6)")


@question("convoy-attack")
def convoy_attack(
    crew: Crew = "R",
    card: AttackCardName = "beam",
    storm: bool = False,
    die: ConvoyDie = 10,
) -> Odds:
    """How many ships does an attack on the convoy sink?

    Each roll is independent of the others; a 1 that takes the rescue ship sinks a ship too.

    Args:
        crew: The boat's crew: novice, regular or ace.
        card: The attack card.
        storm: Stormy weather (14.1).
        die: The die of TW-R01.
    """
    boat, played = Unit(crew), Tactical[card.upper()]

    def one_more(ships: int, chance: Chance) -> int:
        play = table(chance, TonnageOptions(convoy_attack_die=die), storm=storm)
        needed = needed_against_convoy(play, boat, played)
        return ships + (convoy_die(play, boat, needed) <= needed)

    ships = Chain(one_more).after(0, ATTACK_CARDS[played].rolls)
    return Odds.of(ships, names=map(str, range(5)), expected={"ships": int})


@question("detection")
def detection(
    crew: Crew = "R",
    escort: Escort = "SR",
    card: EscortCardName = "escort_attack",
    evade: EvadeCard = 0,
    attempt: Attempt = 1,
    storm: bool = False,
    bad_sonar: bool = False,
    hfdf_modifier: HfdfModifier = "penalty",
) -> Odds:
    """Does an escort detect a boat?

    One roll of the boat (8.5).

    Args:
        crew: The boat's crew.
        escort: The escort that looks for it.
        card: The card of the escorts.
        evade: The modifier of an evade card.
        attempt: 1 for the first attempt, 2 and more for continuations.
        storm: Stormy weather (14.1).
        bad_sonar: Bad sonar conditions (14.2).
        hfdf_modifier: The option of that name (TW-R05).
    """
    check_group(WEAPONS[card], [Unit(escort)], attempt)
    at = partial(table, options=TonnageOptions(hfdf_modifier=hfdf_modifier), storm=storm, bad_sonar=bad_sonar)
    hidden = _hidden(crew, Unit(escort), WEAPONS[card], attempt, evade, at)
    return Odds("exact", {"evaded": hidden, "detected": 1 - hidden})


def _hidden(
    crew: str, escort: Unit, weapon: Weapon, attempt: int, evade: int, at: Callable[[Chance], Play]
) -> Fraction:
    """The chance that a boat stays undetected by one escort; ``at`` lays the table."""

    def rolled(chance: Chance) -> bool:
        return stays_hidden(at(chance), engaged(crew, weapon, [Committed(escort)], attempt), escort, evade)

    return exact(rolled).get(True, NEVER)


@question("escort-attack")
def escort_attack(
    crew: Crew = "R",
    group: Group = "SR",
    card: EscortCardName = "escort_attack",
    evade: EvadeCard = 0,
    attempt: Attempt = 1,
    storm: bool = False,
    bad_sonar: bool = False,
    hfdf_modifier: HfdfModifier = "penalty",
) -> Odds:
    """What does an attempt of a group of escorts on a boat come to?

    Detection by each escort; then, if any detects, their attacks in the order given (8.5).

    Args:
        crew: The boat's crew.
        group: The escorts in the order in which they attack, separated by commas.
        card: The card of the escorts.
        evade: The modifier of an evade card.
        attempt: 1 for the first attempt, 2 and more for continuations.
        storm: Stormy weather (14.1).
        bad_sonar: Bad sonar conditions (14.2).
        hfdf_modifier: The option of that name (TW-R05).
    """
    units, weapon = split(group), WEAPONS[card]
    check_group(weapon, units, attempt)
    at = partial(table, options=TonnageOptions(hfdf_modifier=hfdf_modifier), storm=storm, bad_sonar=bad_sonar)
    hidden = Fraction(1)
    for unit in units:
        hidden *= _hidden(crew, unit, weapon, attempt, evade, at)
    joint = {("undetected", (0,) * len(units)): hidden}
    for (boat, escorts), share in _attacks(crew, units, weapon, attempt, storm).items():
        joint[FATES[boat], escorts] = share * (1 - hidden)
    names = [numbered(units, place) for place in range(len(units))]
    values = UNITS[Unit(crew)]
    points = {"damaged": values.points_damaged, "sunk": values.points_sunk}
    parts: dict[str, Callable[[Result], str]] = {"boat": lambda result: result[0]}
    for place, name in enumerate(names):
        parts[name] = partial(_hurt, place)
    odds = Odds.of(
        {result: share for result, share in joint.items() if share},
        name=lambda result: ", ".join(
            [result[0], *(f"{name} damaged" for name, hurt in zip(names, result[1], strict=True) if hurt)]
        ),
        parts=parts,
        expected={"escort_points": lambda result: points.get(result[0], 0)},
    )
    listed = {"boat": ("undetected", *FATES)} | dict.fromkeys(names, ("unhurt", "damaged"))
    marginals = {
        part: {name: odds.marginals[part].get(name, NEVER) for name in names} for part, names in listed.items()
    }
    return replace(odds, marginals=marginals)


def _attacks(
    crew: str, units: list[Unit], weapon: Weapon, attempt: int, storm: bool
) -> Mapping[tuple[int, tuple[int, ...]], Fraction]:
    """The boat's and the escorts' damage after all have attacked, with their chances."""

    def one_attack(now: Attacked, chance: Chance) -> Attacked:
        boat, escorts, place = now
        group = [Committed(unit, damage=hurt) for unit, hurt in zip(units, escorts, strict=True)]
        engagement = engaged(crew, weapon, group, attempt)
        engagement.damage = boat
        attack_boat(table(chance, storm=storm), engagement, group[place])
        return engagement.damage, tuple(member.damage for member in group), place + 1

    attacks: Chain[Attacked] = Chain(one_attack, over=lambda now: now[0] == SUNK or now[2] == len(units))
    found: dict[tuple[int, tuple[int, ...]], Fraction] = {}
    for (boat, escorts, _), share in attacks.ends((0, (0,) * len(units), 0)).items():
        found[boat, escorts] = found.get((boat, escorts), NEVER) + share
    return found


def _hurt(place: int, result: Result) -> str:
    return "damaged" if result[1][place] else "unhurt"


def numbered(units: list[Unit], place: int) -> str:
    """An escort's name in its group; alike ones are numbered."""
    if units.count(units[place]) == 1:
        return str(units[place])
    return f"{units[place]} {units[: place + 1].count(units[place])}"


@question("attack-escort")
def attack_escort(
    crew: Crew = "R", detected: bool = False, storm: bool = False, uboat_hit_on_escort: HitOnEscort = "damage"
) -> Odds:
    """What does a boat's shot at a surface escort do?

    One roll, with any card (8.3).

    Args:
        crew: The boat's crew.
        detected: Whether the boat has been detected.
        storm: Stormy weather (14.1); it counts for a boat that has not been detected.
        uboat_hit_on_escort: The option of that name (TW-R09).
    """

    def shot(chance: Chance) -> str:
        play = table(chance, TonnageOptions(uboat_hit_on_escort=uboat_hit_on_escort), storm=storm)
        engagement = engaged(crew, Weapon.ESCORT_ATTACK, [Committed(Unit.SR)], 1)
        target = engagement.group[0]
        needed = needed_against_escort(play, Unit(crew), Tactical.STERN, detected)
        result = Shot(target, play.dice.d20("a shot at an escort", "8.3"), needed)
        shot_takes_effect(play, engagement, result, "8.3")
        return HIT_NAMES[target.damage]

    return Odds.of(exact(shot), names=HIT_NAMES)


@question("flak")
def flak_fire(
    crew: Crew = "R",
    modifier: Annotated[Literal[0, 1, 2], WholeNumber] = 0,
    target: Literal["AN", "AR", "AA"] = "AR",
    flak_base: Literal["detected", "half", "full"] = "detected",
    uboat_hit_on_escort: HitOnEscort = "damage",
) -> Odds:
    """What does the flak of a detected boat do to an aircraft?

    One roll (8.1.4).

    Args:
        crew: The boat's crew.
        modifier: The modifier of the flak card.
        target: The aircraft.
        flak_base: The option of that name (TW-R08).
        uboat_hit_on_escort: The option of that name (TW-R09).
    """
    card = Tactical[f"FLAK_{modifier}"]
    options = TonnageOptions(flak_base=flak_base, uboat_hit_on_escort=uboat_hit_on_escort)

    def fired(chance: Chance) -> str:
        play = table(chance, options)
        engagement = engaged(crew, Weapon.AIR_PATROL, [Committed(Unit(target))], 1)
        aircraft = engagement.group[0]
        shot = run(flak(play, engagement, card))
        assert shot is not None
        shot_takes_effect(play, engagement, shot, "8.1.4")
        return HIT_NAMES[aircraft.damage]

    return Odds.of(exact(fired), names=HIT_NAMES)


QUESTIONS = (convoy_attack, detection, escort_attack, attack_escort, flak_fire)
