"""Odds questions: the real procedures, run over every result of their dice."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Literal

from pydantic import Field, field_validator

from games.silent_war.boats.damage import damage
from games.silent_war.combat.attack import attacker_total, roll_attack_result, roll_to_hit, target_total, to_hit_drm
from games.silent_war.combat.counterattack import counterattack_result, dives
from games.silent_war.combat.display import modified_tdc
from games.silent_war.combat.events import premature_result
from games.silent_war.data_pack.charts import load_charts as charts
from games.silent_war.data_pack.printed import ACTIVITY_NAMES, month_number, month_text
from games.silent_war.movement.storm_damage import storm_check
from games.silent_war.movement.transit_events import Journey, event_happens, event_result, governing_areas, shallow_drm
from games.silent_war.options import SilentWarOptions
from games.silent_war.search.activity import LONER, SUBMARINE
from games.silent_war.search.activity import roll_activity as look
from games.silent_war.state import Boat, Fighter, Place, Posture, Round, State, Storm
from games.silent_war.state import Play as Table
from games.silent_war.strategic.storms import form_storm
from games.silent_war.strategic.torpedo import improve_torpedo
from games.silent_war.strategic.war_progress import attempt, month_numbers
from games.silent_war.wolfpacks.searching import intercepts
from navalcore.analysis.odds import Chain, Odds, Parameters, Question, exact
from navalcore.components.chance import Chance
from navalcore.engine.play import Play

WEATHER = {"clear": Storm.NONE, "storm": Storm.TROPICAL, "typhoon": Storm.TYPHOON_1}
OPTIONS = SilentWarOptions()


def table(chance: Chance, **fields: object) -> Table:
    """A state with nothing in it but what the question needs."""
    state = State("odds", active=[False] * len(charts().bases))
    for name, value in fields.items():
        setattr(state, name, value)
    return Play(state, OPTIONS, chance)


def answered(odds: dict[str, Fraction], names: tuple[str, ...]) -> Odds:
    """An exact answer with every outcome named, the impossible ones too."""
    return Odds.of(odds, names=names)


class HitParameters(Parameters):
    """One attack on one target."""

    points: int = Field(3, ge=1)
    """Attack points on the target."""
    skipper: int = Field(0, ge=0, le=2)
    """The Super Skipper's rating."""
    torpedo: int = Field(-2, ge=-2, le=2)
    """The torpedo value."""
    defense: int = Field(1, ge=0)
    """The target's Defense (1 while it is face down)."""
    asw: int = Field(0, ge=0)
    """ASW in reach."""
    tdc: int = Field(0, ge=-3, le=3)
    """The TDC marker."""
    same_column: bool = True
    """Whether the target is in the boat's column."""
    posture: Literal["standard", "cautious", "cautious_chosen", "aggressive"] = "standard"
    """Attack posture; ``cautious_chosen`` for the one TDC left unmodified."""
    pack: bool = False
    """Whether the boat is in a wolfpack."""
    weather: Literal["clear", "storm", "typhoon"] = "clear"
    """The weather."""
    damaged: bool = False
    """Whether the target is damaged."""


class Hit(Question[HitParameters]):
    """Does a torpedo attack hit?"""

    name = "hit"
    title = "Does an attack hit its target?"
    parameters_class = HitParameters

    def answer(self, parameters: HitParameters) -> Odds:
        """The to-hit roll of 14.16."""
        p = parameters
        chosen = p.posture == "cautious_chosen"
        posture = Posture[p.posture.split("_")[0].upper()]
        tdc = modified_tdc(p.tdc, Fighter(0, posture=posture, unmodified=1 if chosen else None), Round(), False, 1)
        difference = attacker_total(p.points, p.skipper, p.torpedo, WEATHER[p.weather])
        difference -= target_total(p.defense, p.asw, tdc, p.same_column, p.damaged)
        drm = to_hit_drm(posture, chosen, p.pack)
        return answered(
            exact(lambda chance: "hit" if roll_to_hit(table(chance), difference, drm) else "miss"), ("hit", "miss")
        )


class AttackResultParameters(Parameters):
    """A hit on a ship."""

    tons: int = Field(4, ge=1, le=99)
    """Tonnage in thousands of tons."""
    torpedo: int = Field(-2, ge=-2, le=2)
    """The torpedo value."""


class AttackResult(Question[AttackResultParameters]):
    """What does a hit do?"""

    name = "attack-result"
    title = "What does a hit do to a ship of this size?"
    parameters_class = AttackResultParameters

    def answer(self, parameters: AttackResultParameters) -> Odds:
        """The Attack Results Table."""
        names = ("none", "damaged", "sunk")
        drm = {"torpedo": parameters.torpedo}
        return answered(exact(lambda c: names[roll_attack_result(table(c), parameters.tons, drm)]), names)


class CounterattackParameters(Parameters):
    """A counterattack."""

    difference: int = 0
    """Japanese total less the boat's."""
    drm: int = 0
    """The sum of the die roll modifiers."""


RESULTS = ("no_effect", "spotted", "rtb", "damaged", "damaged_rtb", "sunk")


class Counterattack(Question[CounterattackParameters]):
    """What does a counterattack do?"""

    name = "counterattack"
    title = "What does a counterattack do to the boat?"
    parameters_class = CounterattackParameters

    def answer(self, parameters: CounterattackParameters) -> Odds:
        """The Counterattack Table, second rolls included."""
        drm = {"modifiers": parameters.drm}
        return answered(exact(lambda c: counterattack_result(table(c), parameters.difference, drm)), RESULTS)


def _area(name: str) -> str:
    if name not in charts().area_index:
        raise ValueError(f"there is no OpArea '{name}'; there are {', '.join(charts().area_index)}")
    return name


class ContactParameters(Parameters):
    """A search."""

    area: str = "east_china_sea"
    """The OpArea by its id."""
    war_period: int = Field(2, ge=1, le=4)
    """The War Period."""
    drm: int = 0
    """The sum of the die roll modifiers."""

    _known = field_validator("area")(_area)


class Contact(Question[ContactParameters]):
    """What does a search find?"""

    name = "contact"
    title = "What does a search find?"
    parameters_class = ContactParameters

    def answer(self, parameters: ContactParameters) -> Odds:
        """The Area Activity Chart with loners and submarines."""
        area = charts().area_index[parameters.area]
        drm = {"modifiers": parameters.drm}
        names = {name: name.lower() for name in ACTIVITY_NAMES[1:]} | {ACTIVITY_NAMES[0]: "none"}
        names |= {LONER: LONER, SUBMARINE: SUBMARINE}
        odds = exact(lambda c: names[look(table(c, war_period=parameters.war_period), area, drm)])
        return answered(odds, ("sparse", "low", "moderate", "high", "loner", "submarine", "none"))


class TransitParameters(Parameters):
    """One move into one OpArea."""

    area: str = "east_china_sea"
    """The OpArea entered, by its id."""
    war_period: int = Field(2, ge=1, le=4)
    """The War Period."""
    side: Literal["patrol", "transit"] = "transit"
    """Patrol Movement, or transit side up."""
    cautious: bool = False
    """Cautious Transit."""
    spotted: bool = False
    """Whether the boat is Spotted."""
    month: str = "1942-06"
    """The month: Shallow OpAreas count until October 1943."""
    boats: int = Field(1, ge=1)
    """Boats in the OpArea, this one included."""
    pack: int = Field(1, ge=1, le=6)
    """Boats that move together as a wolfpack; they take the place of the one boat."""
    ultra: bool = False
    """Whether the OpArea has an ULTRA marker."""
    weather: Literal["clear", "storm", "typhoon"] = "clear"
    """The weather there."""
    mission_zone: bool = False
    """Whether it is the check for entering a Special Mission Zone from there."""

    _known = field_validator("area")(_area)


class Transit(Question[TransitParameters]):
    """What does a Transit Event check bring?"""

    name = "transit"
    title = "What does the Transit Event check of a move bring?"
    parameters_class = TransitParameters

    def answer(self, parameters: TransitParameters) -> Odds:
        """The check and the table of 19.1."""
        p = parameters
        area = charts().area_index[p.area]

        def check(chance: Chance) -> str:
            mover = [Boat(0, Place.OPERATING, area, pack=0 if p.pack > 1 else None) for _ in range(p.pack)]
            boats = [*mover, *(Boat(0, Place.OPERATING, area) for _ in range(p.boats - 1))]
            boats[0].spotted = p.spotted
            storms = {} if p.weather == "clear" else {area: WEATHER[p.weather]}
            play = table(
                chance,
                war_period=p.war_period,
                month=month_number(p.month),
                boats=boats,
                ultra=[area] if p.ultra else [],
                storms=storms,
            )
            zone = "mission" if p.mission_zone else ""
            journey = Journey(None, (area,), in_transit=p.side == "transit", cautious=p.cautious, zone=zone)
            governing = governing_areas(play.state, journey.entered)
            if not governing or not event_happens(play, boats[0], journey, area):
                return "none"
            return event_result(play, shallow_drm(play, boats[0], journey.touched))

        return answered(exact(check), ("none", *RESULTS))


class TorpedoParameters(Parameters):
    """Ships sunk at the ends of successive turns."""

    path: str = "70,76,81"
    """Ships sunk at successive Torpedo Improvement Phases, separated by commas."""
    torpedo: int = Field(-2, ge=-2, le=2)
    """The torpedo value at the beginning."""

    @field_validator("path")
    @classmethod
    def _numbers(cls, path: str) -> str:
        if not all(part.strip().isdigit() for part in path.split(",")):
            raise ValueError("write numbers of ships separated by commas, such as 70,76,81")
        return path


class TorpedoImprovement(Question[TorpedoParameters]):
    """How good is the torpedo in the end?"""

    name = "torpedo-improvement"
    title = "Where does the torpedo stand after these phases?"
    parameters_class = TorpedoParameters

    def answer(self, parameters: TorpedoParameters) -> Odds:
        """The phases of 6.0, one after another."""

        path = [int(part) for part in parameters.path.split(",")]

        def phase(now: tuple[int, int], chance: Chance) -> tuple[int, int]:
            torpedo, done = now
            play = table(chance, torpedo=torpedo, ships_sunk=path[done])
            improve_torpedo(play)
            return play.state.torpedo, done + 1

        odds = Chain(phase).after((parameters.torpedo, 0), len(path))
        names = [f"{value:+d}" for value in range(parameters.torpedo, 3)]
        return Odds.of(odds, name=lambda now: f"{now[0]:+d}", names=names)


class StormParameters(Parameters):
    """A month."""

    month: int = Field(9, ge=1, le=12)
    """The month, 1 to 12."""


class StormForms(Question[StormParameters]):
    """Does a storm form this week?"""

    name = "storm"
    title = "Does a storm form in a week of this month?"
    parameters_class = StormParameters

    def answer(self, parameters: StormParameters) -> Odds:
        """Step B of 7.2 on an empty map; where, by OpArea, among the marginals."""

        def step(chance: Chance) -> tuple[str, str]:
            play = table(chance, month=1942 * 12 + parameters.month - 1)
            form_storm(play)
            if not play.state.storms:
                return "none", "nowhere"
            ((area, storm),) = play.state.storms.items()
            return ("typhoon" if storm is Storm.TYPHOON_1 else "tropical_storm"), charts().areas[area].id

        return Odds.of(
            exact(step),
            name=lambda storm: storm[0],
            names=("none", "tropical_storm", "typhoon"),
            parts={"place": lambda storm: storm[1]},
        )


class StormDamageParameters(Parameters):
    """A boat in a storm."""

    kind: Literal["storm", "typhoon"] = "typhoon"
    """Tropical Storm or typhoon."""
    defense: int = Field(3, ge=0)
    """The boat's printed Defense; one of the boats that have it stands for all."""
    skipper: int = Field(0, ge=0, le=2)
    """The Super Skipper's rating."""
    damaged: bool = False
    """Whether the boat has one Damage marker."""


def _boat_with_defense(defense: int) -> int:
    for number, card in enumerate(charts().boats):
        if card.defense == defense:
            return number
    known = sorted({card.defense for card in charts().boats})
    raise ValueError(f"no boat has Defense {defense}; there are {', '.join(map(str, known))}")


def _after(boat: Boat, had: int) -> str:
    if boat.place is Place.LOST:
        return "lost"
    return "damaged" if boat.damage > had else "unharmed"


class StormDamage(Question[StormDamageParameters]):
    """What does a storm do to a boat?"""

    name = "storm-damage"
    title = "What does a storm do to a boat at the end of its move?"
    parameters_class = StormDamageParameters

    def answer(self, parameters: StormDamageParameters) -> Odds:
        """The storm check of 7.21."""
        p = parameters
        card = _boat_with_defense(p.defense)

        def check(chance: Chance) -> str:
            boat = Boat(card, Place.DONE, 0, damage=int(p.damaged), rating=p.skipper)
            play = table(chance, boats=[boat], storms={0: WEATHER[p.kind]})
            storm_check(play, boat, (0,))
            return _after(boat, int(p.damaged))

        return answered(exact(check), ("unharmed", "damaged", "lost"))


class SecondDamageParameters(Parameters):
    """A damaged boat."""

    defense: int = Field(3, ge=0)
    """Its printed Defense."""


class SecondDamage(Question[SecondDamageParameters]):
    """Does a second Damage marker sink the boat?"""

    name = "second-damage"
    title = "Does a second Damage marker sink the boat?"
    parameters_class = SecondDamageParameters

    def answer(self, parameters: SecondDamageParameters) -> Odds:
        """The roll of 18.12."""
        card = _boat_with_defense(parameters.defense)

        def check(chance: Chance) -> str:
            boat = Boat(card, Place.OPERATING, 0, damage=1)
            damage(table(chance, boats=[boat]), boat, "18.12")
            return "sunk" if boat.place is Place.LOST else "survives"

        return answered(exact(check), ("sunk", "survives"))


class CrashDiveParameters(Parameters):
    """A boat that dives."""

    rating: int = Field(4, ge=-1, le=9)
    """Its Crash Dive rating; -1 for X."""
    skipper: int = Field(0, ge=0, le=2)
    """The Super Skipper's rating."""
    shallow: bool = False
    """Whether the OpArea is Shallow."""


class CrashDive(Question[CrashDiveParameters]):
    """Does a crash dive succeed?"""

    name = "crash-dive"
    title = "Does a crash dive succeed?"
    parameters_class = CrashDiveParameters

    def answer(self, parameters: CrashDiveParameters) -> Odds:
        """The roll of 28.2; none in Shallow waters or with rating X."""
        p = parameters
        if p.shallow or p.rating < 0:
            return answered({"fails": Fraction(1)}, ("dives", "fails"))
        odds = exact(lambda c: "dives" if dives(table(c), p.rating, p.skipper) else "fails")
        return answered(odds, ("dives", "fails"))


class BarrierParameters(Parameters):
    """A Barrier that has found something."""

    boats: int = Field(3, ge=1, le=6)
    """Boats in the pack, the finder included."""


class Barrier(Question[BarrierParameters]):
    """How many boats of a Barrier attack?"""

    name = "barrier"
    title = "How many boats of a Barrier pack attack what one of them found?"
    parameters_class = BarrierParameters

    def answer(self, parameters: BarrierParameters) -> Odds:
        """The rolls of 24.32."""
        odds = Chain(lambda boats, chance: boats + intercepts(table(chance))).after(1, parameters.boats - 1)
        return Odds.of(odds, expected={"boats": int})


class PrematureParameters(Parameters):
    """A premature detonation."""

    defense: int = Field(3, ge=0)
    """The boat's printed Defense."""
    skipper: int = Field(0, ge=0, le=2)
    """The Super Skipper's rating."""


class Premature(Question[PrematureParameters]):
    """What does a premature detonation do?"""

    name = "premature"
    title = "What does a premature detonation do to the boat?"
    parameters_class = PrematureParameters

    def answer(self, parameters: PrematureParameters) -> Odds:
        """The roll of event 2c."""
        odds = exact(lambda c: premature_result(table(c), parameters.defense, parameters.skipper))
        return answered(odds, ("sunk", "damaged", "nothing"))


class WarPeriodParameters(Parameters):
    """The way into the next War Period."""

    from_period: int = Field(1, ge=1, le=3, alias="from")
    """The War Period it leads out of."""
    modifier: int = 0
    """The modifier of the War Period Modification Table, the same every month."""


class WarPeriod(Question[WarPeriodParameters]):
    """When does the War Period advance?"""

    name = "war-period"
    title = "In which month does the War Period advance?"
    parameters_class = WarPeriodParameters

    def answer(self, parameters: WarPeriodParameters) -> Odds:
        """The monthly attempts of 17.0, the last month automatic."""
        numbers = month_numbers(State("odds", war_period=parameters.from_period))

        odds: dict[str, Fraction] = {}
        still = Fraction(1)
        for month, number in numbers.items():
            advances = (
                exact(partial(self._try, number, parameters.modifier)).get(True, Fraction(0))
                if month < max(numbers)
                else 1
            )
            odds[month_text(month)] = still * advances
            still -= odds[month_text(month)]
        return answered(odds, tuple(month_text(month) for month in numbers))

    @staticmethod
    def _try(number: int, modifier: int, chance: Chance) -> bool:
        return attempt(table(chance), number, modifier)


QUESTIONS = (
    Hit(),
    AttackResult(),
    Counterattack(),
    Contact(),
    Transit(),
    TorpedoImprovement(),
    StormForms(),
    StormDamage(),
    SecondDamage(),
    CrashDive(),
    Barrier(),
    Premature(),
    WarPeriod(),
)
