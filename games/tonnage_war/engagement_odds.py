"""Odds of whole engagements: an attempt of the escorts and its continuation, and an attack on the convoy under fire.

An engagement is carried on roll by roll through the rules' own procedures, from every state that the roll before can
leave behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

from navalcore.components import counted
from navalcore.errors import BadData
from navalcore.odds import Chain, Odds, question
from navalcore.rules import Chance
from navalcore_games.tonnage_war.boat_fires import Shot, needed_against_escort, shot_takes_effect
from navalcore_games.tonnage_war.convoy_attack import convoy_die, needed_against_convoy
from navalcore_games.tonnage_war.detection import stays_hidden
from navalcore_games.tonnage_war.escort_attack import attack_boat
from navalcore_games.tonnage_war.odds import (
    FATES,
    WEAPONS,
    AttackCardName,
    ConvoyDie,
    Crew,
    EscortCardName,
    EvadeCard,
    Group,
    HfdfModifier,
    HitOnEscort,
    check_group,
    engaged,
    numbered,
    split,
    table,
)
from navalcore_games.tonnage_war.options import TonnageOptions
from navalcore_games.tonnage_war.scoring import SUNK
from navalcore_games.tonnage_war.state import Committed, Engagement, Play, Tactical, Unit, Weapon
from navalcore_games.tonnage_war.values import ATTACK_CARDS, SURFACE, UNITS

Stage: TypeAlias = Literal["detect", "fire", "attack", "convoy", "over"]
ESCORT_FATES: Final = ("unhurt", "damaged", "destroyed")
MOST_SHIPS: Final = max(card.rolls for card in ATTACK_CARDS.values())


class Now(NamedTuple):
    """How far an engagement has come.

    Attributes:
        stage: what is rolled for next.
        attempt: 1 for the first attempt, 2 for its continuation.
        place: whose roll it is: an escort's in detection and attack, the boat's next one against the convoy.
        found: whether the boat has been detected in this attempt.
        boat: the boat's damage.
        escorts: each escort's damage.
        ships: ships sunk.
    """

    stage: Stage
    attempt: int
    place: int
    found: bool
    boat: int
    escorts: tuple[int, ...]
    ships: int


class Course(NamedTuple):
    """The cards played by both sides.

    Attributes:
        crew: the boat.
        weapon: the type of the escorts' cards.
        units: all escorts, the first group before those that join it.
        first: how many of them go out first.
        continued: whether a further card of the type is played.
        evade: the modifiers of the boat's evade cards in both attempts; 0 for none.
        fires: whether the boat answers the first attempt by firing at the escorts.
        attack: the card with which the boat attacks the convoy, if it does.
    """

    crew: Unit
    weapon: Weapon
    units: tuple[Unit, ...]
    first: int
    continued: bool = False
    evade: tuple[int, int] = (0, 0)
    fires: bool = False
    attack: Tactical | None = None


class Engaging:
    """The stages of an engagement, roll by roll.

    Args:
        course: what is played on both sides.
        options: the game's options.
        storm: stormy weather (14.1).
        bad_sonar: bad sonar conditions (14.2).
    """

    def __init__(self, course: Course, options: TonnageOptions, *, storm: bool, bad_sonar: bool) -> None:
        self._course = course
        self._table = partial(table, options=options, storm=storm, bad_sonar=bad_sonar)

    def ends(self) -> dict[Now, Fraction]:
        """How it may end, with the chances."""
        start = Now("detect", 1, 0, False, 0, (0,) * len(self._course.units), 0)
        return Chain(self.roll, over=lambda now: now.stage == "over").ends(start)

    def roll(self, now: Now, chance: Chance) -> Now:
        """One roll, or what follows from those made."""
        play, course = self._table(chance), self._course
        engagement = self._engagement(now)
        if now.stage == "convoy":
            assert course.attack is not None
            needed = needed_against_convoy(play, course.crew, course.attack)
            hit = convoy_die(play, course.crew, needed) <= needed
            rolls = ATTACK_CARDS[course.attack].rolls
            stage: Stage = "over" if now.place + 1 == rolls else "convoy"
            return now._replace(stage=stage, place=now.place + 1, ships=now.ships + hit)
        if now.stage == "fire":
            return self._fired(now, play, engagement)
        if now.place == len(course.units):
            return self._after(now)
        member = engagement.group[now.place]
        if not self._takes_part(now):
            return now._replace(place=now.place + 1)
        if now.stage == "detect":
            hidden = stays_hidden(play, engagement, member.unit, course.evade[now.attempt - 1])
            return now._replace(place=now.place + 1, found=now.found or not hidden)
        attack_boat(play, engagement, member)
        escorts = tuple(each.damage for each in engagement.group)
        stage = "over" if engagement.damage == SUNK else "attack"
        return now._replace(stage=stage, place=now.place + 1, boat=engagement.damage, escorts=escorts)

    def _engagement(self, now: Now) -> Engagement:
        group = [Committed(unit, damage=hurt) for unit, hurt in zip(self._course.units, now.escorts, strict=True)]
        engagement = engaged(self._course.crew, self._course.weapon, group, now.attempt)
        engagement.damage = now.boat
        return engagement

    def _takes_part(self, now: Now) -> bool:
        """Whether the escort whose roll it is has come, is undamaged, and may continue: aircraft do not, but with air
        patrols.
        """
        course, place = self._course, now.place
        if now.escorts[place] or (now.attempt == 1 and place >= course.first):
            return False
        return now.attempt == 1 or course.weapon is Weapon.AIR_PATROL or course.units[place] in SURFACE

    def _fired(self, now: Now, play: Play, engagement: Engagement) -> Now:
        """The boat fires at the first surface escort, and gives itself away to those that are there."""
        course = self._course
        target = next(place for place, unit in enumerate(course.units[: course.first]) if unit in SURFACE)
        member = engagement.group[target]
        needed = needed_against_escort(play, course.crew, Tactical.STERN, now.found)
        shot = Shot(member, play.dice.roll("d20", "a shot at an escort", "8.3"), needed)
        shot_takes_effect(play, engagement, shot, "8.3")
        escorts = tuple(member.damage if place == target else hurt for place, hurt in enumerate(now.escorts))
        return now._replace(stage="attack", place=0, found=True, escorts=escorts)

    def _after(self, now: Now) -> Now:
        """All escorts have rolled: what comes next."""
        course = self._course
        if now.stage == "detect":
            if now.attempt == 1 and course.fires:
                return now._replace(stage="fire", place=0)
            if now.found:
                return now._replace(stage="attack", place=0)
            if now.attempt == 1 and course.attack is not None and not course.evade[0]:
                return now._replace(stage="convoy", place=0)
            return now._replace(stage="over")
        there = zip(course.units[: course.first], now.escorts, strict=False)
        staying = any(not hurt and unit in SURFACE for unit, hurt in there)
        if now.attempt == 1 and course.continued and staying:
            return now._replace(stage="detect", attempt=2, place=0, found=False)
        return now._replace(stage="over")


def _fate(now: Now) -> str:
    if now.boat or now.found or now.attempt > 1:
        return FATES[now.boat]
    return "undetected"


def _answer(course: Course, ends: Mapping[Now, Fraction], ships: bool) -> Odds:
    """The answer: the boat's fate with the ships sunk, and each escort's damage among the parts."""
    points = {"damaged": UNITS[course.crew].points_damaged, "sunk": UNITS[course.crew].points_sunk}
    parts: dict[str, Callable[[Now], str | int]] = {"boat": _fate}
    listed: dict[str, tuple[str, ...]] = {"boat": ("undetected", *FATES)}
    expected: dict[str, Callable[[Now], int]] = {"escort_points": lambda now: points.get(_fate(now), 0)}
    if ships:
        parts["ships"] = lambda now: now.ships
        listed["ships"] = tuple(map(str, range(MOST_SHIPS + 1)))
        expected["ships"] = lambda now: now.ships
    names = [numbered(list(course.units), place) for place in range(len(course.units))]
    for place, name in enumerate(names):
        parts[name] = partial(_hurt, place)
        listed[name] = ESCORT_FATES
    odds = Odds.of(ends, name=partial(_told, names, ships), parts=parts, expected=expected)
    marginals = {part: {name: odds.marginals[part].get(name, Fraction(0)) for name in listed[part]} for part in parts}
    return replace(odds, marginals=marginals)


def _told(names: list[str], ships: bool, now: Now) -> str:
    said = [
        _fate(now),
        *(f"{name} {ESCORT_FATES[hurt]}" for name, hurt in zip(names, now.escorts, strict=True) if hurt),
    ]
    return ", ".join([*said, *([counted(now.ships, "ship")] if ships else [])])


def _hurt(place: int, now: Now) -> str:
    return ESCORT_FATES[now.escorts[place]]


@question("engagement")
def engagement(
    crew: Crew = "R",
    group: Group = "SR",
    card: EscortCardName = "escort_attack",
    evade: EvadeCard = 0,
    fire: bool = False,
    again: Group | None = None,
    evade_again: EvadeCard = 0,
    storm: bool = False,
    bad_sonar: bool = False,
    hfdf_modifier: HfdfModifier = "penalty",
    uboat_hit_on_escort: HitOnEscort = "damage",
) -> Odds:
    """What does an engagement of two steps come to: an attempt on a boat and its continuation?

    The continuation follows if the boat is detected and not sunk, and an undamaged surface escort is left (8.6). Then
    the boat has to stay undetected once more; aircraft take no part.

    Args:
        crew: The boat's crew.
        group: The escorts of the first attempt in the order in which they attack, separated by commas.
        card: The card of the escorts, the same both times.
        evade: The modifier of the boat's evade card in the first attempt.
        fire: Whether the boat fires at the first surface escort instead (8.1.3).
        again: Surface escorts that join the continuation.
        evade_again: The modifier of its evade card in the continuation.
        storm: Stormy weather (14.1).
        bad_sonar: Bad sonar conditions (14.2); they count in the continuation.
        hfdf_modifier: The option of that name (TW-R05).
        uboat_hit_on_escort: The option of that name (TW-R09).
    """
    weapon = WEAPONS[card]
    first, more = split(group), split(again or "")
    check_group(weapon, first, 1)
    check_group(weapon, more, 2)
    if weapon is Weapon.AIR_PATROL:
        raise BadData("aircraft continue only after flak (8.6); ask flak and escort-attack with card=air_patrol")
    if fire and evade:
        raise BadData("a boat answers with one card: evade is for a boat that does not fire")
    if fire and not set(first) & SURFACE:
        raise BadData("there is no surface escort in the group to fire at (8.3)")
    course = Course(
        Unit(crew), weapon, (*first, *more), len(first), continued=True, evade=(evade, evade_again), fires=fire
    )
    options = TonnageOptions(hfdf_modifier=hfdf_modifier, uboat_hit_on_escort=uboat_hit_on_escort)
    return _answer(course, Engaging(course, options, storm=storm, bad_sonar=bad_sonar).ends(), ships=False)


@question("attack-under-fire")
def attack_under_fire(
    crew: Crew = "R",
    card: AttackCardName = "beam",
    group: Group = "SR",
    again: Group | None = None,
    continued: bool = False,
    storm: bool = False,
    bad_sonar: bool = False,
    die: ConvoyDie = 10,
) -> Odds:
    """What does an attack on the convoy come to that is met with an escort attack?

    If no escort detects the boat it attacks the convoy (8.1.2); otherwise the escorts attack the boat, and its own
    attack is lost.

    Args:
        crew: The boat's crew.
        card: The boat's attack card.
        group: The escorts in the order in which they attack, separated by commas.
        again: Surface escorts that join a continuation.
        continued: Whether the escorts have a further escort attack card for a boat they have found (8.6).
        storm: Stormy weather (14.1).
        bad_sonar: Bad sonar conditions (14.2); they count in the continuation.
        die: The die of TW-R01.
    """
    first, more = split(group), split(again or "")
    check_group(Weapon.ESCORT_ATTACK, first, 1)
    check_group(Weapon.ESCORT_ATTACK, more, 2)
    if more and not continued:
        raise BadData("escorts join in a continuation: again needs continued=true")
    course = Course(
        Unit(crew), Weapon.ESCORT_ATTACK, (*first, *more), len(first), continued, attack=Tactical[card.upper()]
    )
    options = TonnageOptions(convoy_attack_die=die)
    return _answer(course, Engaging(course, options, storm=storm, bad_sonar=bad_sonar).ends(), ships=True)


ENGAGEMENTS = (engagement, attack_under_fire)
"""The questions of whole engagements."""
