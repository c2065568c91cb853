"""Named odds questions: every figure comes from running the game's own procedures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field

from navalcore.components import counted, typed_number
from navalcore.errors import BadData, NavalCoreError, OverBudget
from navalcore.odds import Chain, Odds, Question, SampleSeed, exact, question
from navalcore.rules import Chance
from navalcore_games.aa50_subwar.convoy import die_cost, starves, territory_limit
from navalcore_games.aa50_subwar.fleet_odds import exact_battle, parse_fleet, sampled_battle
from navalcore_games.aa50_subwar.hunting import DuelRound, aircraft_round, destroyer_round, spots
from navalcore_games.aa50_subwar.movement import leaves
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import Play, State
from navalcore_games.aa50_subwar.theatre import MOST_LIMIT, SHORES, STARVATION, UNITS, ZONES, check_zone
from navalcore_games.aa50_subwar.words import ATLANTIC, Kind, Power, Unit, Zone

Distribution = Mapping[int, Fraction]
Convention = tuple[int, int, Literal["face", "one"]]
"""Dice a submarine, highest counting face, what a counting die costs."""

DEFAULT_CONVENTION: Convention = (2, 3, "face")
HUNTED = check_zone("sz8")
"""Where the odds have their hunts."""
LANES = tuple(zone for zone in ZONES if STARVATION.territory in SHORES[zone] and ZONES[zone].convoy_limit)
"""The shipping lanes of England."""

AtMost40 = Annotated[int, Field(ge=0, le=40)]
Face = Annotated[int, Field(ge=0, le=6)]
DicePerSubmarine = Annotated[int, Field(ge=0, le=4)]
DieValue = Literal["face", "one"]
EscapeTiming: TypeAlias = Literal["before_return_fire", "after_return_fire"]
EXACT_WORK = 1_000_000
"""A fleet battle is sampled if it has more paths of chance than this by the square of its units, because a path's cost
grows so. If an exact answer is asked for, the limit is higher.
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


def england_loss(placement: Mapping[Zone, int], convention: Convention = DEFAULT_CONVENTION) -> Distribution:
    """The IPC charged to England with so many submarines in each of its lanes."""
    dice, hit, value = convention
    total: Distribution = {0: Fraction(1)}
    for zone, submarines in placement.items():
        lane = zone_loss(submarines * dice, ZONES[zone].convoy_limit, hit, value)
        total = added(total, lane, territory_limit(STARVATION.territory))
    return total


def starvation_chance(placement: Mapping[Zone, int], convention: Convention = DEFAULT_CONVENTION) -> Fraction:
    """The chance that England starves in one phase."""
    losses = england_loss(placement, convention)
    return sum((p for loss, p in losses.items() if starves({STARVATION.territory: loss})), Fraction(0))


@cache
def best_placement(submarines: int, convention: Convention = DEFAULT_CONVENTION) -> tuple[dict[Zone, int], Fraction]:
    """The placement of submarines around England with the best chance of starving it, and that chance.

    All placements are tried; of equal ones the first counts, the lanes in the order of their numbers.
    """
    best: dict[Zone, int] = dict.fromkeys(LANES, 0) | {LANES[0]: submarines}
    chance = Fraction(-1)
    for placement in placements(submarines):
        found = starvation_chance(placement, convention)
        if found > chance:
            best, chance = placement, found
    return best, chance


def placements(submarines: int) -> Iterator[dict[Zone, int]]:
    """Every placement; of lanes with the same limit the lower numbered gets no fewer submarines."""
    for lanes in combinations_with_replacement(LANES, submarines):
        placement = {zone: lanes.count(zone) for zone in LANES}
        alike = [(ZONES[zone].convoy_limit, placement[zone]) for zone in LANES]
        if all(a[0] != b[0] or a[1] >= b[1] for i, a in enumerate(alike) for b in alike[i + 1 :]):
            yield placement


def written(placement: Mapping[Zone, int]) -> str:
    """A placement as its parameter is written: "2:1,8:3"."""
    return ",".join(f"{zone[2:]}:{number}" for zone, number in placement.items() if number)


def placed(text: str) -> dict[Zone, int]:
    """The submarines by zone of a placement.

    Raises:
        ValueError: it is empty or not written like one, a zone does not exist or is not a lane of England, a number is
            negative.
    """
    placement: dict[Zone, int] = {}
    if not text.strip(" ,"):
        raise ValueError("write zone:number for each lane with submarines, such as 2:1,3:1,6:1,8:1")
    for part in filter(None, (part.strip() for part in text.split(","))):
        named, _, number = part.partition(":")
        try:
            zone = check_zone(named)
        except NavalCoreError as error:
            raise ValueError(str(error)) from None
        ships = typed_number(number.strip())
        if ships is None:
            raise ValueError(f"'{part}' is not zone:number; write 2:1,3:1,6:1,8:1, numbers from 0 up")
        if zone not in LANES:
            raise ValueError(f"{zone} is not a shipping lane of England; those are {', '.join(LANES)}")
        placement[zone] = placement.get(zone, 0) + ships
        if placement[zone] > 20:
            raise ValueError(f"{placement[zone]} submarines in {zone} are more than the 20 that are worked out")
    return placement


def _placement(text: str) -> str:
    placed(text)
    return text


Placement: TypeAlias = Annotated[str, Field(max_length=200), AfterValidator(_placement)]
"""Submarines by zone, such as ``2:1,3:1``."""


@question("starve-england")
def starve_england(
    dice: DicePerSubmarine = 2,
    hit: Face = 3,
    count: DieValue = "face",
    subs: Annotated[int, Field(ge=0, le=12)] | None = None,
    placement: Placement | None = None,
) -> Odds:
    """Does England starve in one convoy phase, with submarines placed as told or as well as possible?

    Exact, by lane; without a placement the best one is searched and named.

    Args:
        dice: Dice a submarine rolls.
        hit: Faces up to this one cost IPC.
        count: A counting die costs its face, or 1 IPC.
        subs: Submarines around England, in the best places; given without a placement (4 if both are left out).
        placement: Submarines by zone, such as ``2:1,3:1,6:1,8:1``.
    """
    convention = dice, hit, count
    if placement is not None:
        lanes = placed(placement)
        if subs is not None and subs != sum(lanes.values()):
            raise BadData(f"subs is {subs} but the placement has {counted(sum(lanes.values()), 'submarine')}")
        note = f"placement: {written(lanes) or 'no submarines'}"
    else:
        lanes = best_placement(4 if subs is None else subs, convention)[0]
        note = f"best placement: {written(lanes) or 'no submarines'}"
    losses = england_loss(lanes, convention)
    chance = starvation_chance(lanes, convention)
    if not chance and placement is None:
        note = "no placement of so many submarines can starve England; the figures are for " + (
            written(lanes) or "no submarines"
        )
    return Odds(
        "exact",
        {"starved": chance, "survives": 1 - chance},
        marginals={"ipc_lost": {str(loss): losses[loss] for loss in sorted(losses)}},
        expected={"ipc_lost": sum((loss * p for loss, p in losses.items()), Fraction(0))},
        notes=(note,),
    )


@question("convoy-damage")
def convoy_damage(
    dice: DicePerSubmarine = 2,
    hit: Face = 3,
    count: DieValue = "face",
    limit: Annotated[int, Field(ge=0, le=MOST_LIMIT)] = 4,
    subs: AtMost40 = 1,
    planes: AtMost40 = 0,
    ships: AtMost40 = 0,
    plane_dice: DicePerSubmarine = 2,
) -> Odds:
    """How many IPC are lost in one zone in one convoy phase?

    Exact: the outcomes are the IPC lost.

    Args:
        dice: Dice a submarine rolls.
        hit: Faces up to this one cost IPC.
        count: A counting die costs its face, or 1 IPC.
        limit: The zone's limit.
        subs: Submarines.
        planes: Fighters aboard carriers.
        ships: Battleships, cruisers and destroyers.
        plane_dice: Dice a fighter aboard a carrier rolls.
    """
    rolled = subs * dice + planes * plane_dice + ships * UNITS[Kind.CRUISER].convoy_dice
    losses = zone_loss(rolled, limit, hit, count)
    return Odds(
        "exact",
        {str(loss): losses.get(loss, Fraction(0)) for loss in range(limit + 1)},
        expected={"ipc_lost": sum((loss * p for loss, p in losses.items()), Fraction(0))},
    )


def hunting_table(chance: Chance, hunter: Kind, options: SubwarOptions) -> tuple[Play, Unit, Unit]:
    """A British hunter, a German submarine, and the dice of one path."""
    none = dict.fromkeys(ATLANTIC, 0)
    state = State("odds", "owner_1941", 1, none, none.copy(), power=Power.UK)
    play: Play = Play(state, options, chance)
    return play, state.add(Power.UK, hunter, HUNTED), state.add(Power.GERMANY, Kind.SUBMARINE, HUNTED)


def spotting_chance(hunter: Kind, options: SubwarOptions) -> Fraction:
    """The chance that a hunter spots."""

    def roll(chance: Chance) -> bool:
        play, unit, _ = hunting_table(chance, hunter, options)
        return spots(play, unit)

    return exact(roll).get(True, Fraction(0))


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


@question("destroyer-hunt")
def destroyer_hunt(
    search: bool = True, spot_destroyer: Face = 3, escape_timing: EscapeTiming = "before_return_fire"
) -> Odds:
    """A destroyer hunts a submarine to the end: who is sunk?

    Exact over all rounds; the submarine escapes when it can.

    Args:
        search: Whether the destroyer has to spot the submarine first; false if it was directed to it.
        spot_destroyer: The destroyer spots on this or less.
        escape_timing: The option of that name (AAS-R07).
    """
    options = SubwarOptions(spot_destroyer=spot_destroyer, escape_timing=escape_timing)
    found = spotting_chance(Kind.DESTROYER, options) if search else Fraction(1)
    odds = with_search(found, destroyer_duel_odds(options), DESTROYER_OUTCOMES)
    return Odds("exact", odds, expected=ipc_lost(odds, "destroyer_sunk", "both_sunk", UNITS[Kind.DESTROYER].cost))


@question("air-search")
def air_search(
    unit: Literal["fighter", "bomber"] = "fighter",
    dive: Literal["after_first", "never"] = "after_first",
    spot: Face = 3,
    surprise_attack_no_return: bool = False,
) -> Odds:
    """An aircraft searches for a submarine and attacks it: who is lost?

    Exact over all rounds.

    Args:
        unit: The unit that searches.
        dive: Whether the submarine dives after the first round or fights on to the end.
        spot: The aircraft spots on this or less.
        surprise_attack_no_return: The option of that name (AAS-R09).
    """
    kind = Kind(unit)
    options = SubwarOptions(spot_aircraft=spot, surprise_attack_no_return=surprise_attack_no_return)
    duel = air_duel_odds(kind, options, dive == "after_first")
    found = spotting_chance(kind, options)
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


@question("stop-submarine")
def stop_submarine(destroyers: AtMost40 = 1, stop: Face = 3) -> Odds:
    """Is a submarine stopped as it leaves a zone with enemy destroyers?

    Exact: each destroyer rolls on its own.

    Args:
        destroyers: Enemy destroyers in the zone the submarine leaves.
        stop: A destroyer stops it on this or less.
    """

    def leave(chance: Chance) -> Any:
        play, _, submarine = hunting_table(chance, Kind.DESTROYER, SubwarOptions(stop_submarine=stop))
        return leaves(play, submarine)

    passes = exact(leave).get(True, Fraction(0)) ** destroyers
    return Odds("exact", {"stopped": 1 - passes, "passes": passes})


@question("combined-arms")
def combined_arms(
    unit: Literal["fighter", "bomber"] = "fighter",
    second_search: bool = True,
    spot: Face = 3,
    spot_destroyer: Face = 3,
    escape_timing: EscapeTiming = "before_return_fire",
) -> Odds:
    """An aircraft finds a submarine for a destroyer, which fights it to the end: who is sunk?

    Exact over all rounds.

    Args:
        unit: The aircraft that searches and directs.
        second_search: Whether the destroyer searches for itself if the aircraft has found nothing.
        spot: The aircraft spots on this or less.
        spot_destroyer: The destroyer spots on this or less.
        escape_timing: The option of that name (AAS-R07).
    """
    options = SubwarOptions(spot_aircraft=spot, spot_destroyer=spot_destroyer, escape_timing=escape_timing)
    missed = 1 - spotting_chance(Kind(unit), options)
    if second_search:
        missed *= 1 - spotting_chance(Kind.DESTROYER, options)
    odds = with_search(1 - missed, destroyer_duel_odds(options), DESTROYER_OUTCOMES)
    return Odds("exact", odds, expected=ipc_lost(odds, "destroyer_sunk", "both_sunk", UNITS[Kind.DESTROYER].cost))


def _fleet(text: str) -> str:
    try:
        if not parse_fleet(text):
            raise BadData("a fleet is written as submarine:2,destroyer:1, or 2 submarines, 1 destroyer")
    except NavalCoreError as error:
        raise ValueError(str(error)) from None
    return text


Fleet: TypeAlias = Annotated[str, Field(max_length=200), AfterValidator(_fleet)]
"""Units by kind, such as ``submarine:2,destroyer:1``."""


@question("fleet-battle")
def fleet_battle_odds(
    attacker: Fleet = "submarine:2,destroyer:1",
    defender: Fleet = "cruiser:1,transport:1",
    method: Literal["auto", "exact", "sampled"] = "auto",
    samples: Annotated[int, Field(ge=100, le=100_000)] = 4000,
    seed: SampleSeed = 0,
) -> Odds:
    """Who wins a fleet battle fought to the end?

    Neither side submerges or retreats, the cheapest unit is lost first. Exact over all states of the battle where their
    number allows, otherwise sampled with its standard error.

    Args:
        attacker: The attacking units, such as ``submarine:2,destroyer:1`` or ``2 submarines, 1 destroyer``.
        defender: The defending units, written likewise.
        method: Exact as long as that is feasible (auto), or as told.
        samples: Battles played where the answer is sampled.
        seed: The seed of the sample.
    """
    fleets = parse_fleet(attacker), parse_fleet(defender)
    units = sum(sum(fleet.values()) for fleet in fleets)
    if not units:
        raise BadData("fleet-battle: both fleets are empty; name at least one unit of one side")
    why = "as asked for"
    if method != "sampled":
        budget = EXACT_WORK // units**2
        try:
            return exact_battle(*fleets, budget if method == "auto" else PATIENCE * budget)
        except OverBudget:
            if method == "exact":
                raise BadData("fleets this large cannot be worked out exactly; ask with method=sampled") from None
            why = "the fleets are too large to work out exactly"
    return sampled_battle(*fleets, samples, seed, why)


QUESTIONS: tuple[Question[Any], ...] = (
    starve_england, convoy_damage, destroyer_hunt, air_search, stop_submarine, combined_arms, fleet_battle_odds,
)  # fmt: skip
"""The questions that ``navalcore odds aa50_subwar`` answers."""
