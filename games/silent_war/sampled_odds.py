"""Odds questions too large to work out: whole patrols and whole attacks, played by the patrol bots."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from navalcore.bots import play_out
from navalcore.odds import Choice, Odds, Samples, SampleSeed, question
from navalcore.rules import Decision, SeededChance, run
from navalcore_games.silent_war.bots import BOTS
from navalcore_games.silent_war.bots.skipper import TEMPERAMENTS, PatrolBot
from navalcore_games.silent_war.combat.rounds import fight
from navalcore_games.silent_war.cups.war_mix import sort_war_mix
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.models_base import TorpedoValue
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, month_number
from navalcore_games.silent_war.game import SilentWar
from navalcore_games.silent_war.odds import WEATHER, AreaId, WarMonth, WarPeriod, Weather, bare_play
from navalcore_games.silent_war.options import SilentWarOptions
from navalcore_games.silent_war.search.contact import place_contact
from navalcore_games.silent_war.state import Boat, Place, Play, Role, Rtb
from navalcore_games.silent_war.views import see


def _patrols() -> list[str]:
    return [row.id for row in load_charts().scenarios if row.kind == "patrol" and not row.uses_allied_boats]


def _boats() -> dict[str, str]:
    charts = load_charts()
    return {name: charts.boats[index].name for name, index in charts.boat_index.items()}


Temper: TypeAlias = Literal["steady", "careful", "bold"]
PatrolId: TypeAlias = Annotated[str, Choice("patrol", _patrols)]
BoatId: TypeAlias = Annotated[str, Choice("boat", _boats, "ids are names in small letters, such as wahoo")]
FATES = ("unharmed", "spotted", "rtb", "damaged", "damaged_rtb", "lost")
MANY = 3
"""Ships sunk from which on they are counted together."""


@question("patrol")
def patrol(
    scenario: PatrolId = "patrol_wahoo_1943", bot: Temper = "steady", samples: Samples = 200, seed: SampleSeed = 0
) -> Odds:
    """How does a patrol of a single boat end, played by a patrol bot?

    Whole matches, each with a chance of its own.

    Args:
        scenario: The patrol scenario.
        bot: The temperament of the patrol bot.
        samples: Patrols played.
        seed: The seed of the first patrol's chance; the others follow from it.
    """
    game = SilentWar()
    endings: Counter[str] = Counter()
    ships = tons = 0
    for number in range(samples):
        name = f"{seed} {number}"
        match = game.new_match(scenario, seed=name)
        play_out(match, {Role.COMSUBPAC: BOTS[bot](Role.COMSUBPAC, SeededChance.from_seed(name))})
        outcome = match.outcome
        assert outcome is not None
        assert outcome.ending is not None
        endings[outcome.ending] += 1
        ships += int(outcome.scores["ships"])
        tons += int(outcome.scores["tonnage"])
    odds = Odds.of(endings, names=("decisive", "substantial", "marginal", "defeat", "lost"), sampled=True)
    return replace(odds, expected={"ships": ships / samples, "thousand tons": tons / samples})


def fate(boat: Boat) -> str:
    """The fate of a boat after a combat."""
    if boat.place is Place.LOST:
        return "lost"
    if boat.damage:
        return "damaged" if boat.rtb is Rtb.NONE else "damaged_rtb"
    if boat.rtb is not Rtb.NONE:
        return "rtb"
    return "spotted" if boat.spotted else "unharmed"


@question("attack")
def attack(
    boat: BoatId = "wahoo",
    area: AreaId = "east_china_sea",
    month: WarMonth = "1943-01",
    war_period: WarPeriod = 2,
    torpedo: TorpedoValue = -1,
    contact: Literal["C1", "C2", "TF"] = "C1",
    level: Literal["sparse", "low", "moderate", "high"] = "moderate",
    ultra: bool = False,
    weather: Weather = "clear",
    bot: Temper = "steady",
    samples: Samples = 400,
    seed: SampleSeed = 0,
    original_engagement_table: bool = False,
) -> Odds:
    """What does a boat's whole attack on a contact bring, re-attacks included?

    Whole Combat Phases on contacts drawn from the cups of the month.

    Args:
        boat: The boat by its id.
        area: The OpArea by its id.
        month: The month: it says which pieces are in the cups, and whether there is radar.
        war_period: The War Period.
        torpedo: The torpedo value.
        contact: The kind of contact.
        level: How much traffic.
        ultra: Whether the OpArea has an ULTRA marker.
        weather: The weather.
        bot: The temperament of the patrol bot.
        samples: Attacks played.
        seed: The seed of the chance.
        original_engagement_table: The option of that name (29.0).
    """
    options = SilentWarOptions(original_engagement_table=original_engagement_table)
    where = (area, month, war_period, torpedo, ultra, weather)
    return attacks(options, boat, where, contact, level, bot, samples, seed)


Where: TypeAlias = tuple[str, str, int, int, bool, Weather]
"""OpArea, month, War Period, torpedo value, whether there is an ULTRA marker, and the weather."""


def attacks(
    options: SilentWarOptions, boat: str, where: Where, contact: str, level: str, bot: Temper = "steady",
    samples: int = 400, seed: int = 0,
) -> Odds:  # fmt: skip
    """The answer of :func:`attack` in a match with options."""
    area, month, war_period, torpedo, ultra, weather = where
    chance = SeededChance.from_seed(seed)
    number = load_charts().area_index[area]
    traffic = [name.lower() for name in ACTIVITY_NAMES].index(level)
    results: Counter[tuple[int, int, str]] = Counter()
    for _ in range(samples):
        attacker = Boat(load_charts().boat_index[boat], Place.OPERATING, number, on_patrol=True, moved=True)
        play = bare_play(
            chance,
            options,
            war_period=war_period,
            month=month_number(month),
            torpedo=torpedo,
            boats=[attacker],
            acting=0,
            ultra=[number] if ultra else [],
            storms={} if weather == "clear" else {number: WEATHER[weather]},
            skippers=list(range(len(load_charts().skippers))),
        )
        one_attack(play, attacker, contact, traffic, PatrolBot(Role.COMSUBPAC, chance, TEMPERAMENTS[bot]))
        results[attacker.ships, attacker.tonnage, fate(attacker)] += 1
    odds = Odds.of(
        results,
        name=lambda result: str(result[0]) if result[0] < MANY else f"{MANY} or more",
        names=(*map(str, range(MANY)), f"{MANY} or more"),
        parts={"boat": lambda result: result[2]},
        expected={"ships": lambda result: result[0], "thousand tons": lambda result: result[1]},
        sampled=True,
    )
    return replace(odds, marginals={"boat": {name: odds.marginals["boat"].get(name, 0.0) for name in FATES}})


def one_attack(play: Play, boat: Boat, contact: str, level: int, bot: PatrolBot) -> None:
    """Draw a contact from freshly sorted cups and let the bot fight it; the boat shows what came of it."""
    sort_war_mix(play)

    def answered(decision: Decision) -> int:
        return decision.options.index(bot.decide(see(play.state, Role.COMSUBPAC), decision))

    if place_contact(play, boat, contact, level):
        run(fight(play), answered)


SAMPLED = (patrol, attack)
