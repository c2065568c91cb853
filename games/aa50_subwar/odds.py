"""Named odds questions: every figure comes from running the game's own procedures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from games.aa50_subwar.convoy import die_cost, starves, territory_limit
from games.aa50_subwar.fleet_odds import exact_battle, parse_fleet, sampled_battle
from games.aa50_subwar.hunting import DuelRound, aircraft_round, destroyer_round, spots
from games.aa50_subwar.movement import leaves
from games.aa50_subwar.options import SubwarOptions
from games.aa50_subwar.state import Play, State
from games.aa50_subwar.theatre import SHORES, STARVATION, UNITS, ZONES, check_zone
from games.aa50_subwar.words import Kind, Power, Unit
from navalcore.analysis.odds import Chain, Odds, Parameters, Question, exact
from navalcore.components.chance import Chance
from navalcore.errors import BadData, NavalCoreError, OverBudget

Distribution = Mapping[int, Fraction]
Convention = tuple[int, int, Literal["face", "one"]]
"""Dice a submarine, highest counting face, what a counting die costs."""

DEFAULT_CONVENTION: Convention = (2, 3, "face")
LANES = tuple(zone for zone in ZONES if STARVATION.territory in SHORES[zone] and ZONES[zone].convoy_limit)
"""The shipping lanes of England."""

AtMost40 = Annotated[int, Field(ge=0, le=40)]
Face = Annotated[int, Field(ge=0, le=6)]
EXACT_WORK = 1_000_000
"""A fleet battle is sampled if it has more paths of chance than this by the square of its units, for so a path's cost
grows; if an exact answer is asked for, more patience is had.
"""
PATIENCE = 5


def added(one: Distribution, other: Distribution, limit: int) -> dict[int, Fraction]:
    """The distribution of a sum, all above the limit counted as the limit."""
    total: dict[int, Fraction] = {}
    for a, p in one.items():
        for b, q in other.items():
            loss = min(a + b, limit)
            total[loss] = total.get(loss, Fraction(0)) + p * q
    return total


@cache
def zone_loss(dice: int, limit: int, counts_up_to: int, value: Literal["face", "one"]) -> Distribution:
    """The loss of a zone with so many dice, each rolled by the rules."""
    options = SubwarOptions(convoy_counts_up_to=counts_up_to, convoy_value=value)
    rolled: Chain[int] = Chain(lambda lost, chance: min(lost + die_cost(chance, options), limit))
    return rolled.after(0, dice)


def england_loss(placement: Mapping[str, int], convention: Convention = DEFAULT_CONVENTION) -> Distribution:
    """The IPC charged to England with so many submarines in each of its lanes."""
    dice, hit, value = convention
    total: Distribution = {0: Fraction(1)}
    for zone, submarines in placement.items():
        lane = zone_loss(submarines * dice, ZONES[zone].convoy_limit, hit, value)
        total = added(total, lane, territory_limit(STARVATION.territory))
    return total


def starvation_chance(placement: Mapping[str, int], convention: Convention = DEFAULT_CONVENTION) -> Fraction:
    """The chance that England starves in one phase."""
    losses = england_loss(placement, convention)
    return sum((p for loss, p in losses.items() if starves({STARVATION.territory: loss})), Fraction(0))


@cache
def best_placement(submarines: int, convention: Convention = DEFAULT_CONVENTION) -> tuple[dict[str, int], Fraction]:
    """The placement of submarines around England with the best chance of starving it, and that chance.

    All placements are tried; of equal ones the first counts, the lanes in the order of their numbers.
    """
    best: dict[str, int] = dict.fromkeys(LANES, 0) | {LANES[0]: submarines}
    chance = Fraction(-1)
    for placement in placements(submarines):
        found = starvation_chance(placement, convention)
        if found > chance:
            best, chance = placement, found
    return best, chance


def placements(submarines: int) -> Iterator[dict[str, int]]:
    """Every placement; of lanes with the same limit the lower numbered gets no fewer submarines."""
    for lanes in combinations_with_replacement(LANES, submarines):
        placement = {zone: lanes.count(zone) for zone in LANES}
        alike = [(ZONES[zone].convoy_limit, placement[zone]) for zone in LANES]
        if all(a[0] != b[0] or a[1] >= b[1] for i, a in enumerate(alike) for b in alike[i + 1 :]):
            yield placement


def written(placement: Mapping[str, int]) -> str:
    """A placement as its parameter is written: "2:1,8:3"."""
    return ",".join(f"{zone[2:]}:{number}" for zone, number in placement.items() if number)


class ConvoyParameters(Parameters):
    """How the convoy dice count."""

    dice: Annotated[int, Field(ge=0, le=4)] = 2
    """Dice a submarine rolls."""

    hit: Face = 3
    """Faces up to this one cost IPC."""

    count: Literal["face", "one"] = "face"
    """A counting die costs its face, or 1 IPC."""

    @property
    def convention(self) -> Convention:
        """The three together."""
        return self.dice, self.hit, self.count


class StarveEnglandParameters(ConvoyParameters):
    """Where the submarines are, and how their dice count."""

    subs: Annotated[int, Field(ge=0, le=12)] | None = None
    """Submarines around England, in the best places; given without a placement (4 if both are left out)."""

    placement: str | None = None
    """Submarines by zone, such as ``2:1,3:1,6:1,8:1``."""

    @field_validator("placement")
    @classmethod
    def _placed(cls, text: str | None) -> str | None:
        if text is not None:
            placed(text)
        return text


def placed(text: str) -> dict[str, int]:
    """The submarines by zone of a placement.

    Raises:
        ValueError: it is not written like one, a zone does not exist or is no lane of England, a number is negative.
    """
    placement: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        zone, _, number = part.partition(":")
        try:
            zone = check_zone(zone)
        except NavalCoreError as error:
            raise ValueError(str(error)) from None
        if not number.strip().isdecimal():
            raise ValueError(f"'{part}' is not zone:number; write 2:1,3:1,6:1,8:1, numbers from 0 up")
        if zone not in LANES:
            raise ValueError(f"{zone} is no shipping lane of England; those are {', '.join(LANES)}")
        placement[zone] = placement.get(zone, 0) + int(number)
        if placement[zone] > 20:
            raise ValueError(f"{placement[zone]} submarines in {zone} are more than the 20 that are worked out")
    return placement


class StarveEngland(Question[StarveEnglandParameters]):
    """The chance that the United Kingdom has to sue for peace."""

    name = "starve-england"
    title = "Does England starve in one convoy phase, with submarines placed as told or as well as possible?"
    parameters_class = StarveEnglandParameters

    def answer(self, parameters: StarveEnglandParameters) -> Odds:
        """Exact, by lane; without a placement the best one is searched and named."""
        convention = parameters.convention
        if parameters.placement is not None:
            placement = placed(parameters.placement)
            if parameters.subs is not None and parameters.subs != sum(placement.values()):
                raise BadData(f"subs is {parameters.subs} but the placement has {sum(placement.values())} submarines")
            note = f"placement: {written(placement) or 'no submarines'}"
        else:
            placement = best_placement(4 if parameters.subs is None else parameters.subs, convention)[0]
            note = f"best placement: {written(placement) or 'no submarines'}"
        losses = england_loss(placement, convention)
        chance = starvation_chance(placement, convention)
        if not chance and parameters.placement is None:
            note = "no placement of so many submarines can starve England; the figures are for " + (
                written(placement) or "no submarines"
            )
        return Odds(
            "exact",
            {"starved": chance, "survives": 1 - chance},
            marginals={"ipc_lost": {str(loss): losses[loss] for loss in sorted(losses)}},
            expected={"ipc_lost": sum((loss * p for loss, p in losses.items()), Fraction(0))},
            notes=(note,),
        )


class ConvoyDamageParameters(ConvoyParameters):
    """The raiders of one zone."""

    limit: Annotated[int, Field(ge=0, le=20)] = 4
    """The zone's limit."""

    subs: AtMost40 = 1
    """Submarines."""

    planes: AtMost40 = 0
    """Fighters aboard carriers."""

    ships: AtMost40 = 0
    """Battleships, cruisers and destroyers."""


class ConvoyDamage(Question[ConvoyDamageParameters]):
    """The loss of one zone."""

    name = "convoy-damage"
    title = "How many IPC are lost in one zone in one convoy phase?"
    parameters_class = ConvoyDamageParameters

    def answer(self, parameters: ConvoyDamageParameters) -> Odds:
        """Exact: the outcomes are the IPC lost."""
        dice = parameters.subs * parameters.dice
        dice += parameters.planes * UNITS[Kind.FIGHTER].convoy_dice + parameters.ships * UNITS[Kind.CRUISER].convoy_dice
        losses = zone_loss(dice, parameters.limit, parameters.hit, parameters.count)
        return Odds(
            "exact",
            {str(loss): losses.get(loss, Fraction(0)) for loss in range(parameters.limit + 1)},
            expected={"ipc_lost": sum((loss * p for loss, p in losses.items()), Fraction(0))},
        )


def hunting_table(chance: Chance, hunter: Kind, options: SubwarOptions) -> tuple[Play, Unit, Unit]:
    """A British hunter, a German submarine, and the dice of one path."""
    none = dict.fromkeys(Power, 0)
    state = State("odds", "owner_1941", 1, none, none.copy(), power=Power.UK)
    play: Play = Play(state, options, chance)
    return play, state.add(Power.UK, hunter, "sz8"), state.add(Power.GERMANY, Kind.SUBMARINE, "sz8")


def spotting_chance(hunter: Kind, options: SubwarOptions) -> Fraction:
    """The chance that a hunter spots."""

    def roll(chance: Chance) -> bool:
        play, unit, _ = hunting_table(chance, hunter, options)
        return spots(play, unit)

    return exact(roll)[True]


def round_odds(hunter: Kind, options: SubwarOptions, first: bool = True) -> dict[DuelRound, Fraction]:
    """One round of a duel; the submarine escapes when it can."""

    def fight(chance: Chance) -> Any:
        play, unit, submarine = hunting_table(chance, hunter, options)
        if hunter is Kind.DESTROYER:
            return destroyer_round(play, unit, submarine)
        return aircraft_round(play, unit, submarine, first)

    return exact(fight)


def named(result: DuelRound, hunter: str) -> str:
    """The outcome of a last round."""
    if result.submarine_sunk and result.hunter_sunk:
        return "both_sunk" if hunter == "destroyer_sunk" else "both_lost"
    if result.submarine_sunk:
        return "submarine_sunk"
    return hunter if result.hunter_sunk else "escaped"


def to_the_end(odds: Mapping[DuelRound, Fraction], hunter: str) -> dict[str, Fraction]:
    """A duel fought round after round until it ends: the chances of one round, given that it ends the duel."""
    going_on = sum((p for result, p in odds.items() if not result.ending), Fraction(0))
    ended: dict[str, Fraction] = {}
    for result, p in odds.items():
        if result.ending:
            name = named(result, hunter)
            ended[name] = ended.get(name, Fraction(0)) + p / (1 - going_on)
    return ended


def destroyer_duel_odds(options: SubwarOptions) -> dict[str, Fraction]:
    """A whole duel of a destroyer with a submarine that escapes on the first 6."""
    return to_the_end(round_odds(Kind.DESTROYER, options), "destroyer_sunk")


def with_search(found: Fraction, duel: Mapping[str, Fraction], outcomes: Sequence[str]) -> dict[str, Fraction]:
    """A duel that comes about only if the submarine is found."""
    odds = {name: found * duel.get(name, Fraction(0)) for name in outcomes}
    odds["not_found"] = 1 - found
    return odds


def ipc_lost(odds: Mapping[str, Fraction], hunter: str, both: str, hunter_cost: int) -> dict[str, Fraction]:
    """The expected losses of both sides in IPC."""
    zero = Fraction(0)
    submarine = odds.get("submarine_sunk", zero) + odds.get(both, zero)
    lost = odds.get(hunter, zero) + odds.get(both, zero)
    return {"submarine_ipc_lost": submarine * UNITS[Kind.SUBMARINE].cost, "hunter_ipc_lost": lost * hunter_cost}


DESTROYER_OUTCOMES = ("submarine_sunk", "destroyer_sunk", "both_sunk", "escaped")


class DestroyerHuntParameters(Parameters):
    """Whether the submarine has yet to be found."""

    search: bool = True
    """Whether the destroyer has to spot the submarine first; false if it was directed to it."""


class DestroyerHunt(Question[DestroyerHuntParameters]):
    """A destroyer hunts a submarine that escapes when it can."""

    name = "destroyer-hunt"
    title = "A destroyer hunts a submarine to the end: who is sunk?"
    parameters_class = DestroyerHuntParameters

    def answer(self, parameters: DestroyerHuntParameters) -> Odds:
        """Exact over all rounds."""
        options = SubwarOptions()
        found = spotting_chance(Kind.DESTROYER, options) if parameters.search else Fraction(1)
        odds = with_search(found, destroyer_duel_odds(options), DESTROYER_OUTCOMES)
        return Odds("exact", odds, expected=ipc_lost(odds, "destroyer_sunk", "both_sunk", UNITS[Kind.DESTROYER].cost))


class AirSearchParameters(Parameters):
    """The aircraft, the submarine's habit, the spotting number."""

    unit: Literal["fighter", "bomber"] = "fighter"
    """What searches."""

    dive: Literal["after_first", "never"] = "after_first"
    """Whether the submarine dives after the first round or fights on to the end."""

    spot: Face = 3
    """The aircraft spots on this or less."""


class AirSearch(Question[AirSearchParameters]):
    """An aircraft searches for a submarine and attacks it."""

    name = "air-search"
    title = "An aircraft searches for a submarine and attacks it: who is lost?"
    parameters_class = AirSearchParameters

    def answer(self, parameters: AirSearchParameters) -> Odds:
        """Exact over all rounds."""
        kind = Kind(parameters.unit)
        options = SubwarOptions(spot_aircraft=parameters.spot)
        duel = air_duel_odds(kind, options, parameters.dive == "after_first")
        found = spotting_chance(kind, options) if parameters.spot else Fraction(0)
        odds = with_search(found, duel, ("submarine_sunk", "aircraft_lost", "both_lost", "dived"))
        return Odds("exact", odds, expected=ipc_lost(odds, "aircraft_lost", "both_lost", UNITS[kind].cost))


def air_duel_odds(kind: Kind, options: SubwarOptions, dives: bool) -> dict[str, Fraction]:
    """A whole duel of an aircraft with a submarine that dives after the first round, or never."""
    odds = round_odds(kind, options)
    if not dives:
        return to_the_end(odds, "aircraft_lost")
    duel = {"dived": sum((p for result, p in odds.items() if not result.ending), Fraction(0))}
    for result, p in odds.items():
        if result.ending:
            name = named(result, "aircraft_lost")
            duel[name] = duel.get(name, Fraction(0)) + p
    return duel


class StopSubmarineParameters(Parameters):
    """The destroyers of the zone."""

    destroyers: AtMost40 = 1
    """Enemy destroyers in the zone the submarine leaves."""


class StopSubmarine(Question[StopSubmarineParameters]):
    """A submarine leaves a zone of destroyers."""

    name = "stop-submarine"
    title = "Is a submarine stopped as it leaves a zone with enemy destroyers?"
    parameters_class = StopSubmarineParameters

    def answer(self, parameters: StopSubmarineParameters) -> Odds:
        """Exact: each destroyer rolls on its own."""

        def leave(chance: Chance) -> Any:
            play, _, submarine = hunting_table(chance, Kind.DESTROYER, SubwarOptions())
            return leaves(play, submarine)

        passes = exact(leave)[True] ** parameters.destroyers
        return Odds("exact", {"stopped": 1 - passes, "passes": passes})


class CombinedArmsParameters(Parameters):
    """The pair of hunters."""

    unit: Literal["fighter", "bomber"] = "fighter"
    """The aircraft that searches and directs."""

    second_search: bool = True
    """Whether the destroyer searches itself where the aircraft has found nothing."""


class CombinedArms(Question[CombinedArmsParameters]):
    """An aircraft searches and directs a destroyer, which fights."""

    name = "combined-arms"
    title = "An aircraft finds a submarine for a destroyer, which fights it to the end: who is sunk?"
    parameters_class = CombinedArmsParameters

    def answer(self, parameters: CombinedArmsParameters) -> Odds:
        """Exact over all rounds."""
        options = SubwarOptions()
        missed = 1 - spotting_chance(Kind(parameters.unit), options)
        if parameters.second_search:
            missed *= 1 - spotting_chance(Kind.DESTROYER, options)
        odds = with_search(1 - missed, destroyer_duel_odds(options), DESTROYER_OUTCOMES)
        return Odds("exact", odds, expected=ipc_lost(odds, "destroyer_sunk", "both_sunk", UNITS[Kind.DESTROYER].cost))


class FleetBattleParameters(Parameters):
    """The two fleets."""

    attacker: str = "submarine:2,destroyer:1"
    """The attacking units, such as ``submarine:2,destroyer:1`` or ``2 submarines, 1 destroyer``."""

    defender: str = "cruiser:1,transport:1"
    """The defending units, written likewise."""

    method: Literal["auto", "exact", "sampled"] = "auto"
    """Exact as long as that is feasible (auto), or as told."""

    samples: Annotated[int, Field(ge=100, le=100_000)] = 4000
    """Battles played where the answer is sampled."""

    seed: int = 0
    """The seed of the sample."""

    @field_validator("attacker", "defender")
    @classmethod
    def _parsed(cls, text: str) -> str:
        try:
            parse_fleet(text)
        except NavalCoreError as error:
            raise ValueError(str(error)) from None
        return text


class FleetBattle(Question[FleetBattleParameters]):
    """A fleet battle to the end: nobody submerges or retreats, the cheapest unit is lost first."""

    name = "fleet-battle"
    title = "Who wins a fleet battle fought to the end?"
    parameters_class = FleetBattleParameters

    def answer(self, parameters: FleetBattleParameters) -> Odds:
        """Exact over all states of the battle where their number allows, otherwise sampled with its standard error."""
        attacker, defender = parse_fleet(parameters.attacker), parse_fleet(parameters.defender)
        if not sum(attacker.values()) and not sum(defender.values()):
            raise BadData("fleet-battle: both fleets are empty; name at least one unit of one side")
        why = "as asked for"
        if parameters.method != "sampled":
            budget = EXACT_WORK // (sum(attacker.values()) + sum(defender.values())) ** 2
            try:
                return exact_battle(attacker, defender, budget if parameters.method == "auto" else PATIENCE * budget)
            except OverBudget:
                if parameters.method == "exact":
                    raise BadData("fleets this large cannot be worked out exactly; ask with method=sampled") from None
                why = "the fleets are too large to work out exactly"
        return sampled_battle(attacker, defender, parameters.samples, parameters.seed, why)


QUESTIONS: tuple[Question[Any], ...] = (
    StarveEngland(),
    ConvoyDamage(),
    DestroyerHunt(),
    AirSearch(),
    StopSubmarine(),
    CombinedArms(),
    FleetBattle(),
)
"""What ``navalcore odds aa50_subwar`` answers."""
