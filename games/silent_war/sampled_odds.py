"""Odds questions too large to work out: whole patrols and whole attacks, played by the patrol bots."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Literal

from pydantic import Field, field_validator

from games.silent_war.bots.skipper import BOTS, TEMPERAMENTS, PatrolBot
from games.silent_war.combat.rounds import fight
from games.silent_war.cups.war_mix import sort_war_mix
from games.silent_war.data_pack.charts import load_charts as charts
from games.silent_war.data_pack.models_base import Month
from games.silent_war.data_pack.printed import ACTIVITY_NAMES, month_number
from games.silent_war.game import SilentWar
from games.silent_war.odds import WEATHER, table
from games.silent_war.search.contact import place_contact
from games.silent_war.state import Boat, Place, Role, Rtb
from games.silent_war.views import see
from navalcore.analysis.odds import Odds, Parameters, Question
from navalcore.bots import play_out
from navalcore.components.chance import SeededChance
from navalcore.engine.decision import Decision, run

Temper = Literal["steady", "careful", "bold"]
MANY = 3
"""Ships sunk from which on they are counted together."""


class PatrolParameters(Parameters):
    """A patrol scenario, and who plays it."""

    scenario: str = "patrol_wahoo_1943"
    """The patrol scenario."""
    bot: Temper = "steady"
    """The temperament of the patrol bot."""
    samples: int = Field(200, ge=2, le=100_000)
    """Patrols played."""
    seed: int = 0
    """The seed of the first patrol's chance; the others follow from it."""

    @field_validator("scenario")
    @classmethod
    def _is_patrol(cls, name: str) -> str:
        known = [row.id for row in charts().scenarios if row.kind == "patrol" and not row.uses_allied_boats]
        if name not in known:
            raise ValueError(f"there is no patrol '{name}'; there are {', '.join(known)}")
        return name


class Patrol(Question[PatrolParameters]):
    """How does a patrol end?"""

    name = "patrol"
    title = "How does a patrol of a single boat end, played by a patrol bot?"
    parameters_class = PatrolParameters

    def answer(self, parameters: PatrolParameters) -> Odds:
        """Whole matches, each with a chance of its own."""
        game = SilentWar()
        endings: Counter[str] = Counter()
        ships = tons = 0
        for number in range(parameters.samples):
            name = f"{parameters.seed} {number}"
            match = game.new_match(parameters.scenario, seed=name)
            play_out(match, {Role.COMSUBPAC: BOTS[parameters.bot](Role.COMSUBPAC, SeededChance.from_seed(name))})
            outcome = match.outcome
            assert outcome is not None
            assert outcome.ending is not None
            endings[outcome.ending] += 1
            ships += int(outcome.scores["ships"])
            tons += int(outcome.scores["tonnage"])
        odds = Odds.of(endings, names=("decisive", "substantial", "marginal", "defeat", "lost"), sampled=True)
        expected = {"ships": ships / parameters.samples, "thousand tons": tons / parameters.samples}
        return replace(odds, expected=expected)


class AttackParameters(Parameters):
    """A boat that has met a contact."""

    boat: str = "wahoo"
    """The boat by its id."""
    area: str = "east_china_sea"
    """The OpArea by its id."""
    month: Month = "1943-01"
    """The month: it says which pieces are in the cups, and whether there is radar."""
    war_period: int = Field(2, ge=1, le=4)
    """The War Period."""
    torpedo: int = Field(-1, ge=-2, le=2)
    """The torpedo value."""
    contact: Literal["C1", "C2", "TF"] = "C1"
    """The kind of contact."""
    level: Literal["sparse", "low", "moderate", "high"] = "moderate"
    """How much traffic."""
    ultra: bool = False
    """Whether the OpArea has an ULTRA marker."""
    weather: Literal["clear", "storm", "typhoon"] = "clear"
    """The weather."""
    bot: Temper = "steady"
    """The temperament of the patrol bot."""
    samples: int = Field(400, ge=2, le=100_000)
    """Attacks played."""
    seed: int = 0
    """The seed of the chance."""

    @field_validator("boat")
    @classmethod
    def _boat(cls, name: str) -> str:
        if name not in charts().boat_index:
            raise ValueError(f"there is no boat '{name}'; ids are names in small letters, such as wahoo")
        return name

    @field_validator("area")
    @classmethod
    def _area(cls, name: str) -> str:
        if name not in charts().area_index:
            raise ValueError(f"there is no OpArea '{name}'; there are {', '.join(charts().area_index)}")
        return name


FATES = ("unharmed", "spotted", "rtb", "damaged", "damaged_rtb", "lost")


def fate(boat: Boat) -> str:
    """What a combat has made of a boat."""
    if boat.place is Place.LOST:
        return "lost"
    if boat.damage:
        return "damaged" if boat.rtb is Rtb.NONE else "damaged_rtb"
    if boat.rtb is not Rtb.NONE:
        return "rtb"
    return "spotted" if boat.spotted else "unharmed"


class Attack(Question[AttackParameters]):
    """What does a whole attack bring?"""

    name = "attack"
    title = "What does a boat's whole attack on a contact bring, re-attacks included?"
    parameters_class = AttackParameters

    def answer(self, parameters: AttackParameters) -> Odds:
        """Whole Combat Phases on contacts drawn from the cups of the month."""
        chance = SeededChance.from_seed(parameters.seed)
        results: Counter[tuple[int, int, str]] = Counter()
        for _ in range(parameters.samples):
            boat = self.one(parameters, chance)
            results[boat.ships, boat.tonnage, fate(boat)] += 1
        odds = Odds.of(
            results,
            name=lambda result: str(result[0]) if result[0] < MANY else f"{MANY} or more",
            names=(*map(str, range(MANY)), f"{MANY} or more"),
            parts={"boat": lambda result: result[2]},
            expected={"ships": lambda result: result[0], "thousand tons": lambda result: result[1]},
            sampled=True,
        )
        return replace(odds, marginals={"boat": {name: odds.marginals["boat"].get(name, 0.0) for name in FATES}})

    @staticmethod
    def one(p: AttackParameters, chance: SeededChance) -> Boat:
        """The boat after one attack."""
        area = charts().area_index[p.area]
        boat = Boat(charts().boat_index[p.boat], Place.OPERATING, area, on_patrol=True, moved=True)
        play = table(
            chance,
            war_period=p.war_period,
            month=month_number(p.month),
            torpedo=p.torpedo,
            boats=[boat],
            acting=0,
            ultra=[area] if p.ultra else [],
            storms={} if p.weather == "clear" else {area: WEATHER[p.weather]},
            skippers=list(range(len(charts().skippers))),
        )
        sort_war_mix(play)
        bot = PatrolBot(Role.COMSUBPAC, chance, TEMPERAMENTS[p.bot])

        def answered(decision: Decision) -> int:
            return decision.options.index(bot.decide(see(play.state, Role.COMSUBPAC), decision))

        if place_contact(play, boat, p.contact, [name.lower() for name in ACTIVITY_NAMES].index(p.level)):
            run(fight(play), answered)
        return boat


SAMPLED = (Patrol(), Attack())
