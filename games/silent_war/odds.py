"""Odds questions: the real procedures, run over every result of their dice."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field

from navalcore.components import typed_number
from navalcore.odds import Chain, Choice, Odds, WholeNumber, exact, question
from navalcore.rules import Chance
from navalcore_games.silent_war.boats.damage import damage
from navalcore_games.silent_war.combat.attack import (
    AttackPosture,
    attacker_total,
    postured,
    roll_attack_result,
    roll_to_hit,
    target_total,
)
from navalcore_games.silent_war.combat.counterattack import counterattack_result, dives
from navalcore_games.silent_war.combat.events import premature_result
from navalcore_games.silent_war.combat.gunnery import gunnery_weather
from navalcore_games.silent_war.combat.reveal import storm_sends_home
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.models_base import TorpedoValue
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, month_number, month_text
from navalcore_games.silent_war.ids import AreaIndex, CardIndex, PackNumber, numbered
from navalcore_games.silent_war.movement.storm_damage import storm_check
from navalcore_games.silent_war.movement.transit_events import (
    Journey,
    event_happens,
    event_result,
    governing_areas,
    shallow_drm,
)
from navalcore_games.silent_war.options import SilentWarOptions
from navalcore_games.silent_war.search.activity import LONER, SUBMARINE, roll_activity, search_drm
from navalcore_games.silent_war.state import Boat, Place, Play, State, Storm
from navalcore_games.silent_war.strategic.storms import age_storms, form_storm, hide_boats
from navalcore_games.silent_war.strategic.torpedo import improve_torpedo
from navalcore_games.silent_war.strategic.war_progress import attempt, month_numbers
from navalcore_games.silent_war.wolfpacks.searching import intercepts

WEATHER = {"clear": Storm.NONE, "storm": Storm.TROPICAL, "typhoon": Storm.TYPHOON_1}
OPTIONS = SilentWarOptions()
ANY_CARD, ANYWHERE = CardIndex(0), AreaIndex(0)
"""Where it makes no difference which boat it is, or where."""
RESULTS = ("no_effect", "spotted", "rtb", "damaged", "damaged_rtb", "sunk")
MONTH = re.compile(r"19[34]\d-(0[1-9]|1[0-2])", re.ASCII)
FIRST_MONTH, LAST_MONTH = "1941-12", "1945-08"
"""The months of the war (3.0)."""
MOST_PHASES = 180
"""Torpedo Improvement Phases, one a week, from the first month to the last."""
MOST_SHIPS = 9999
"""The tracks count no further."""


def _month_of_the_war(month: str) -> str:
    if not MONTH.fullmatch(month) or not FIRST_MONTH <= month <= LAST_MONTH:
        raise ValueError(f"write a month of the war, from {FIRST_MONTH} to {LAST_MONTH}")
    return month


def _ships_at_phases(path: str) -> str:
    parts = [part.strip() for part in path.split(",")]
    ships = [ships for part in parts if part.isascii() and (ships := typed_number(part)) is not None]
    if len(ships) < len(parts):
        raise ValueError("write numbers of ships separated by commas, such as 70,76,81")
    if ships != sorted(ships) or ships[-1] > MOST_SHIPS or len(ships) > MOST_PHASES:
        raise ValueError(
            f"ships sunk never become fewer and are at most {MOST_SHIPS}, at no more than {MOST_PHASES} phases"
        )
    return path


AreaId: TypeAlias = Annotated[str, Choice("OpArea", lambda: {area.id: area.name for area in load_charts().areas})]
WarMonth: TypeAlias = Annotated[str, AfterValidator(_month_of_the_war)]
MonthOfYear: TypeAlias = Annotated[
    int,
    Field(ge=1, le=12),
    BeforeValidator(lambda month: int(month[5:]) if isinstance(month, str) and MONTH.fullmatch(month) else month),
]
"""A month of the year, also written as one of the war, such as 1943-09."""
Weather: TypeAlias = Literal["clear", "storm", "typhoon"]
WarPeriod: TypeAlias = Annotated[int, Field(ge=1, le=4)]
SkipperRating: TypeAlias = Annotated[int, Field(ge=0, le=2)]
"""Of a Super Skipper; 0 for another."""
BoatDefense: TypeAlias = Annotated[int, Field(ge=1, le=5)]
"""A submarine's printed Defense; every value is on some counter."""
BoatsTogether: TypeAlias = Annotated[Literal[1, 3, 4, 5, 6], WholeNumber]
"""One boat alone, or a wolfpack (24.0, 24.11 to 24.13)."""
Path: TypeAlias = Annotated[str, Field(max_length=2000), AfterValidator(_ships_at_phases)]


def bare_play(chance: Chance, options: SilentWarOptions = OPTIONS, **fields: object) -> Play:
    """A state that holds only what the question needs."""
    state = State("odds", active=[False] * len(load_charts().bases))
    for name, value in fields.items():
        setattr(state, name, value)
    return Play(state, options, chance)


def answered(odds: dict[str, Fraction], names: tuple[str, ...]) -> Odds:
    """An exact answer with every outcome named, the impossible ones too."""
    return Odds.of(odds, names=names)


# ---- attacks and counterattacks (14) --------------------------------------------------------------------------------


@question("hit")
def hit(
    points: Annotated[int, Field(ge=1, le=8)] = 3,
    skipper: SkipperRating = 0,
    torpedo: TorpedoValue = -2,
    defense: Annotated[int, Field(ge=0, le=9)] = 1,
    asw: Annotated[int, Field(ge=0, le=60)] = 0,
    tdc: Annotated[int, Field(ge=-3, le=3)] = 0,
    same_column: bool = True,
    posture: AttackPosture = "standard",
    pack: bool = False,
    weather: Weather = "clear",
    damaged: bool = False,
) -> Odds:
    """Does an attack hit its target?

    The to-hit roll of 14.16.

    Args:
        points: Attack points on the target.
        skipper: The Super Skipper's rating.
        torpedo: The torpedo value.
        defense: The target's Defense (1 while it is face down).
        asw: ASW in reach; in a typhoon each ship's is 1 lower (7.21-Y3).
        tdc: The TDC marker.
        same_column: Whether the target is in the boat's column.
        posture: Attack posture; ``cautious_chosen`` for the one TDC left unmodified.
        pack: Whether the boat is in a wolfpack.
        weather: The weather.
        damaged: Whether the target is damaged.
    """
    marker, drm = postured(posture, tdc, pack)
    difference = attacker_total(points, skipper, torpedo, WEATHER[weather])
    difference -= target_total(defense, asw, marker, same_column, damaged)
    odds = exact(lambda chance: "hit" if roll_to_hit(bare_play(chance), difference, drm) else "miss")
    return answered(odds, ("hit", "miss"))


@question("attack-result")
def attack_result(tons: Annotated[int, Field(ge=1, le=99)] = 4, torpedo: TorpedoValue = -2) -> Odds:
    """What does a hit do to a ship of this size?

    The Attack Results Table (14.16-D).

    Args:
        tons: Tonnage in thousands of tons.
        torpedo: The torpedo value.
    """
    names = ("none", "damaged", "sunk")
    return answered(exact(lambda c: names[roll_attack_result(bare_play(c), tons, {"torpedo": torpedo})]), names)


@question("counterattack")
def counterattack(
    difference: Annotated[int, Field(ge=-7, le=70)] = 0, drm: Annotated[int, Field(ge=-1, le=5)] = 0
) -> Odds:
    """What does a counterattack do to the boat?

    The Counterattack Table (14.2), second rolls included.

    Args:
        difference: Japanese total less the boat's.
        drm: The sum of the die roll modifiers.
    """
    return answered(exact(lambda c: counterattack_result(bare_play(c), difference, {"modifiers": drm})), RESULTS)


@question("crash-dive")
def crash_dive(
    rating: Annotated[int, Field(ge=-1, le=9)] = 4, skipper: SkipperRating = 0, shallow: bool = False
) -> Odds:
    """Does a crash dive succeed?

    The roll of 28.2; none in Shallow waters or with rating X.

    Args:
        rating: Its Crash Dive rating; -1 for X.
        skipper: The Super Skipper's rating.
        shallow: Whether the OpArea is Shallow.
    """
    if shallow or rating < 0:
        return answered({"fails": Fraction(1)}, ("dives", "fails"))
    odds = exact(lambda c: "dives" if dives(bare_play(c), rating, skipper) else "fails")
    return answered(odds, ("dives", "fails"))


@question("premature")
def premature(defense: BoatDefense = 3, skipper: SkipperRating = 0) -> Odds:
    """What does a premature detonation do to the boat?

    The roll of event 2c (19.21).

    Args:
        defense: The boat's printed Defense.
        skipper: The Super Skipper's rating.
    """
    return answered(exact(lambda c: premature_result(bare_play(c), defense, skipper)), ("sunk", "damaged", "nothing"))


# ---- searches and packs (13, 24) ------------------------------------------------------------------------------------


@question("contact")
def contact(
    area: AreaId = "east_china_sea",
    war_period: WarPeriod = 2,
    drm: Annotated[int, Field(ge=-90, le=4)] = 0,
    weather: Weather = "clear",
) -> Odds:
    """What does a search find?

    The Area Activity Chart (13.1) with loners and submarines; a storm is a modifier, and in a typhoon there is no
    submarine (7.21).

    Args:
        area: The OpArea by its id.
        war_period: The War Period.
        drm: The sum of the other die roll modifiers.
        weather: The weather in the OpArea.
    """
    number = load_charts().area_index[area]
    storms = {} if weather == "clear" else {number: WEATHER[weather]}
    names = {name: name.lower() for name in ACTIVITY_NAMES[1:]} | {ACTIVITY_NAMES[0]: "none"}
    names |= {LONER: LONER, SUBMARINE: SUBMARINE}

    def search(chance: Chance) -> str:
        play = bare_play(chance, war_period=war_period, storms=storms.copy())
        of_weather = search_drm(play.state, number).get("weather", 0)
        return names[roll_activity(play, number, {"modifiers": drm, "weather": of_weather})]

    return answered(exact(search), ("sparse", "low", "moderate", "high", "loner", "submarine", "none"))


@question("barrier")
def barrier(boats: Annotated[int, Field(ge=3, le=6)] = 3) -> Odds:
    """How many boats of a Barrier pack attack what one of them found?

    The rolls of 24.32.

    Args:
        boats: Boats in the pack, the finder included.
    """
    odds = Chain(lambda attacking, chance: attacking + intercepts(bare_play(chance))).after(1, boats - 1)
    return Odds.of(odds, expected={"boats": int})


# ---- movement and weather (7, 18, 19) -------------------------------------------------------------------------------


@question("transit")
def transit(
    area: AreaId = "east_china_sea",
    war_period: WarPeriod = 2,
    side: Literal["patrol", "transit"] = "transit",
    cautious: bool = False,
    spotted: bool = False,
    month: WarMonth = "1942-06",
    boats: Annotated[int, Field(ge=1, le=325)] = 1,
    pack: BoatsTogether = 1,
    ultra: bool = False,
    weather: Weather = "clear",
    mission_zone: bool = False,
    transit_drm_per_bullet: bool = False,
) -> Odds:
    """What does the Transit Event check of a move bring?

    One move into one OpArea: the check and the table of 19.1.

    Args:
        area: The OpArea entered, by its id.
        war_period: The War Period.
        side: Patrol Movement, or transit side up.
        cautious: Cautious Transit; there is none in Patrol Movement.
        spotted: Whether the boat is Spotted.
        month: The month: Shallow OpAreas count until October 1943.
        boats: Boats in the OpArea, this one included.
        pack: Boats that move together as a wolfpack; they take the place of the one boat.
        ultra: Whether the OpArea has an ULTRA marker.
        weather: The weather there.
        mission_zone: Whether it is the check for entering a Special Mission Zone from there, patrol side up.
        transit_drm_per_bullet: The option of that name (SW-R13).
    """
    number = load_charts().area_index[area]
    in_transit = side == "transit" and not mission_zone
    zone = "mission" if mission_zone else ""
    journey = Journey(None, (number,), in_transit=in_transit, cautious=cautious and in_transit, zone=zone)

    def check(chance: Chance) -> str:
        members = pack if pack > 1 else 0
        packs = [PackNumber(0)] * members + [None] * (pack + boats - 1 - members)
        there = [Boat(ANY_CARD, Place.OPERATING, number, pack=each) for each in packs]
        there[0].spotted = spotted
        play = bare_play(
            chance, SilentWarOptions(transit_drm_per_bullet=transit_drm_per_bullet), war_period=war_period, boats=there,
            month=month_number(month), ultra=[number] if ultra else [],
            storms={} if weather == "clear" else {number: WEATHER[weather]},
        )  # fmt: skip
        governing = governing_areas(play.state, journey.entered)
        if not governing or not event_happens(play, there[0], journey, number):
            return "none"
        return event_result(play, shallow_drm(play, there[0], journey.touched))

    return answered(exact(check), ("none", *RESULTS))


@question("storm")
def storm(month: MonthOfYear = 9) -> Odds:
    """Does a storm form in a week of this month?

    Step B of 7.2 on an empty map; where, by OpArea, among the marginals.

    Args:
        month: The month, 1 to 12.
    """

    def step(chance: Chance) -> tuple[str, str]:
        play = bare_play(chance, month=1942 * 12 + month - 1)
        form_storm(play)
        if not play.state.storms:
            return "none", "nowhere"
        ((area, kind),) = play.state.storms.items()
        return ("typhoon" if kind is Storm.TYPHOON_1 else "tropical_storm"), load_charts().areas[area].id

    return Odds.of(
        exact(step),
        name=lambda formed: formed[0],
        names=("none", "tropical_storm", "typhoon"),
        parts={"place": lambda formed: formed[1]},
    )


@question("in-a-storm")
def in_a_storm(
    what: Literal["hides", "aircraft", "guns"] = "hides", kind: Literal["storm", "typhoon"] = "storm"
) -> Odds:
    """Does a storm hide a boat, send an aircraft home or let the guns be used?

    The rolls of 7.21: against a Spotted marker as the storm forms (7.2-C1), for an aircraft turned up, and before
    surface gunnery.

    Args:
        what: ``hides`` a Spotted boat, sends an ``aircraft`` home, lets ``guns`` be used.
        kind: Tropical Storm or typhoon.
    """

    def roll(chance: Chance) -> bool:
        boat = Boat(ANY_CARD, Place.OPERATING, ANYWHERE)
        boat.spotted = True
        play = bare_play(chance, boats=[boat], storms={ANYWHERE: WEATHER[kind]})
        if what == "aircraft":
            return storm_sends_home(play, ANYWHERE)
        if what == "guns":
            return gunnery_weather(play, ANYWHERE)
        hide_boats(play)
        return not boat.spotted

    return Odds.of(exact(roll), name=lambda done: "yes" if done else "no", names=("yes", "no"))


@question("storm-growth")
def storm_growth(month: MonthOfYear = 9) -> Odds:
    """Does a storm grow into a Typhoon-2 at the end of the week, or is it gone?

    Section 7.22, by the Formation Number of the month. A Typhoon-2 goes in any case.

    Args:
        month: The month, 1 to 12.
    """

    def week(chance: Chance) -> str:
        play = bare_play(chance, month=1942 * 12 + month - 1, storms={ANYWHERE: Storm.TROPICAL})
        age_storms(play)
        return "typhoon_2" if play.state.storms else "gone"

    return answered(exact(week), ("typhoon_2", "gone"))


def _boat_with_defense(defense: int) -> CardIndex:
    """The first boat with that printed Defense: any of them represents all."""
    return next(number for number, card in numbered(CardIndex, load_charts().boats) if card.defense == defense)


@question("storm-damage")
def storm_damage(
    kind: Literal["storm", "typhoon"] = "typhoon",
    defense: BoatDefense = 3,
    skipper: SkipperRating = 0,
    damaged: bool = False,
) -> Odds:
    """What does a storm do to a boat at the end of its move?

    The storm check of 7.21.

    Args:
        kind: Tropical Storm or typhoon.
        defense: The boat's printed Defense; one of the boats that have it represents all.
        skipper: The Super Skipper's rating.
        damaged: Whether the boat has one Damage marker.
    """
    card = _boat_with_defense(defense)

    def check(chance: Chance) -> str:
        boat = Boat(card, Place.DONE, ANYWHERE, damage=int(damaged), rating=skipper)
        storm_check(bare_play(chance, boats=[boat], storms={ANYWHERE: WEATHER[kind]}), boat, (ANYWHERE,))
        if boat.place is Place.LOST:
            return "lost"
        return "damaged" if boat.damage > int(damaged) else "unharmed"

    return answered(exact(check), ("unharmed", "damaged", "lost"))


@question("second-damage")
def second_damage(defense: BoatDefense = 3) -> Odds:
    """Does a second Damage marker sink the boat?

    The roll of 18.12.

    Args:
        defense: Its printed Defense.
    """
    card = _boat_with_defense(defense)

    def check(chance: Chance) -> str:
        boat = Boat(card, Place.OPERATING, ANYWHERE, damage=1)
        damage(bare_play(chance, boats=[boat]), boat, "18.12")
        return "sunk" if boat.place is Place.LOST else "survives"

    return answered(exact(check), ("sunk", "survives"))


# ---- the course of the war (6, 17) ----------------------------------------------------------------------------------


@question("torpedo-improvement")
def torpedo_improvement(path: Path = "70,76,81", torpedo: TorpedoValue = -2) -> Odds:
    """Where does the torpedo run after these phases?

    The phases of 6.0, one after another.

    Args:
        path: Ships sunk at successive Torpedo Improvement Phases, separated by commas.
        torpedo: The torpedo value at the beginning.
    """
    ships = [int(part) for part in path.split(",")]

    def phase(now: tuple[int, int, int], chance: Chance) -> tuple[int, int, int]:
        value, line, done = now
        play = bare_play(chance, torpedo=value, torpedo_line=line, ships_sunk=ships[done])
        improve_torpedo(play)
        return play.state.torpedo, play.state.torpedo_line, done + 1

    odds = Chain(phase).after((torpedo, 0, 0), len(ships))
    names = [f"{value:+d}" for value in range(torpedo, 3)]
    return Odds.of(odds, name=lambda now: f"{now[0]:+d}", names=names)


@question("war-period")
def war_period(from_: Annotated[int, Field(ge=1, le=3)] = 1, modifier: Annotated[int, Field(ge=-2, le=2)] = 0) -> Odds:
    """In which month does the War Period advance?

    The monthly attempts of 17.0, the last month automatic.

    Args:
        from_: The War Period it leads out of.
        modifier: The modifier of the War Period Modification Table, the same every month.
    """
    numbers = month_numbers(State("odds", war_period=from_))

    def advances(number: int) -> Fraction:
        return exact(lambda chance: attempt(bare_play(chance), number, modifier)).get(True, Fraction(0))

    odds: dict[str, Fraction] = {}
    still = Fraction(1)
    for month, number in numbers.items():
        chance = advances(number) if month < max(numbers) else Fraction(1)
        odds[month_text(month)] = still * chance
        still -= odds[month_text(month)]
    return answered(odds, tuple(month_text(month) for month in numbers))


QUESTIONS = (
    hit, attack_result, counterattack, contact, transit, torpedo_improvement, storm, in_a_storm, storm_growth,
    storm_damage, second_damage, crash_dive, barrier, premature, war_period,
)  # fmt: skip
