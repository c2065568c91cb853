"""Facts known about moves before they are made: ways and what they cost, what a raid would come to where they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from navalcore.components import counted
from navalcore.rules import Fact, Summand, places, rule
from navalcore_games.aa50_subwar.choices import Fly, Sail
from navalcore_games.aa50_subwar.convoy import ARCHANGEL_ZONE, convoy_dice, raided
from navalcore_games.aa50_subwar.ids import space_id
from navalcore_games.aa50_subwar.odds import zone_loss
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.theatre import MOVE, OPEN_SEA, UNITS, ZONES, flights, title_of, way_between
from navalcore_games.aa50_subwar.views import AtlanticView, UnitView
from navalcore_games.aa50_subwar.words import OPPONENT, SIDE_OF, SURFACE_WARSHIPS, Kind, Power, Side, Space, Zone

D6 = 6


def sailing(view: AtlanticView, option: Sail, options: SubwarOptions) -> list[Fact]:
    """About a ship's first step: whether it gets away, what it would raid there, and where it may go from there."""
    submarine = option.unit is Kind.SUBMARINE
    stopped = stopping(view, option.source, "stopped", "stopped in the zone it leaves", options) if submarine else []
    further = list(reach(view, option))
    if submarine and further:
        words = f"if it continues, stopped in {title_of(option.target)}"
        stopped += stopping(view, option.target, "stopped_beyond", words, options)
    return [*stopped, *raid(view, option.power, option.unit, option.target, options), *further]


@rule("S4")
def stopping(view: AtlanticView, zone: Space, name: str, words: str, options: SubwarOptions) -> list[Fact]:
    """Every enemy destroyer in a zone that is left tries once, until one stops the submarine."""
    once = options.stop_roll == "once_per_destroyer"
    there = [unit for unit in view.units if unit.space == zone and unit.kind is Kind.DESTROYER]
    trying = [unit for unit in there if unit.side != SIDE_OF[view.power] and not (once and unit.attempted)]
    if not trying:
        return []
    passed = Fraction(D6 - options.stop_submarine, D6) ** len(trying)
    return [Fact(name, 1 - passed, "S4", words)]


@rule("B3", "B4", "B13", "S3")
def reach(view: AtlanticView, option: Sail) -> Iterator[Fact]:
    """Every zone that a ship can reach after a first step, where that is a shortest way: its way, and its moves."""
    start, first, side = option.source, option.target, SIDE_OF[option.power]
    if MOVE[option.unit] < 2 or (option.unit is not Kind.SUBMARINE and _hostile(view, first, side)):
        return
    near = OPEN_SEA[side]
    for zone in near[first]:
        if zone != start and zone not in near[start] and _open(view, option, zone, side):
            at = places(at=[space_id(first), space_id(zone)])
            yield Fact("reach_moves", 2, "B4", f"moves to {title_of(zone)}", places=at)


def _open(view: AtlanticView, option: Sail, zone: Zone, side: str) -> bool:
    """Whether a ship may enter a zone in this phase."""
    return view.phase != "noncombat_move" or option.unit is Kind.SUBMARINE or not _hostile(view, zone, side)


def _hostile(view: AtlanticView, zone: Space, side: str) -> bool:
    return any(unit.space == zone and unit.side != side and unit.kind in SURFACE_WARSHIPS for unit in view.units)


@rule("S16", "S17", "B15")
def raid(
    view: AtlanticView, power: Power, kind: Kind, zone: Space, options: SubwarOptions, *, there: bool = False
) -> list[Fact]:
    """The dice that a side has in a zone once a unit is there, with the terms of their sum, and what they cost on
    average. Nothing where there is no convoy to raid, or the unit rolls none.

    Args:
        view: what the player sees.
        power: whose unit.
        kind: what it is.
        zone: where it will be.
        options: the options of the match.
        there: whether it is there already.
    """
    side = SIDE_OF[power]
    if not _raids(view, zone, OPPONENT[side]) or options.zone_limit_scope == "per_round":
        return []
    if not (adds := _dice_of(kind, options)):
        return []
    units = [unit for unit in view.units if unit.space == zone and unit.side == side]
    dice = _dice(units, options)
    if not there:
        dice[kind, adds] += 1
    sums = tuple(Summand(counted(number, each), number * rolls, "B15") for (each, rolls), number in dice.items())
    total, limit = sum(each.value for each in sums), ZONES[Zone(zone)].convoy_limit
    loss = zone_loss(total, limit, options.convoy_counts_up_to, options.convoy_value)
    mean = sum((cost * chance for cost, chance in loss.items()), Fraction(0))
    at = places(at=space_id(zone))
    return [
        Fact("raid", mean, "S17", "IPC raided on average", mean=True),
        Fact("raid_dice", total, "B15", f"convoy dice in {title_of(zone)}", sums, at),
        Fact("raid_limit", limit, "S17", f"convoys in {title_of(zone)} lose at most", places=at),
    ]


@rule("S16", "S17", "B15")
def raids(view: AtlanticView, side: Side, options: SubwarOptions) -> list[Fact]:
    """The result of all raids of a side from its present places: the dice of each zone, and the cost on average."""
    if options.zone_limit_scope == "per_round":
        return []
    sums: list[Summand] = []
    mean = Fraction(0)
    for zone in ZONES:
        here = [unit for unit in view.units if unit.space == zone and unit.side == side]
        dice = sum(convoy_dice(unit, options) for unit in here) if here and _raids(view, zone, OPPONENT[side]) else 0
        if dice:
            sums.append(Summand(title_of(zone), dice, "B15"))
            loss = zone_loss(dice, ZONES[zone].convoy_limit, options.convoy_counts_up_to, options.convoy_value)
            mean += sum((cost * chance for cost, chance in loss.items()), Fraction(0))
    if not sums:
        return []
    total = sum(each.value for each in sums)
    told = Fact("raids", mean, "S17", "IPC lost to raids from these places", mean=True)
    return [told, Fact("raids_dice", total, "B15", "dice", tuple(sums))]


def _raids(view: AtlanticView, zone: Space, enemy: Side) -> bool:
    """Whether a raid of a zone costs a power of that side anything."""
    if zone not in ZONES or not ZONES[Zone(zone)].convoy_limit:
        return False
    if zone == ARCHANGEL_ZONE and enemy == SIDE_OF[Power.UK]:
        return True
    return any(zone in raided(view.owners, power) for power in Power if SIDE_OF[power] == enemy)


def _dice_of(kind: Kind, options: SubwarOptions) -> int:
    """The dice of a ship."""
    return options.convoy_dice if kind is Kind.SUBMARINE else UNITS[kind].convoy_dice


def _dice(units: Iterable[UnitView], options: SubwarOptions) -> Counter[tuple[Kind, int]]:
    """How many units of a kind roll how many dice each."""
    found = ((unit.kind, convoy_dice(unit, options)) for unit in units)
    return Counter((kind, rolls) for kind, rolls in found if rolls)


@rule("B5", "S11", "S12")
def flying(view: AtlanticView, option: Fly, options: SubwarOptions) -> list[Fact]:
    """The cost of a flight, its way and the search apart, and what is left to land with."""
    side = SIDE_OF[option.power]
    steps = flights(view.owners, side)[option.source].get(option.target)
    if steps is None:
        return []
    way = (*way_between(view.owners, side, option.source, option.target), option.target) if steps else ()
    parts = [Summand("spaces", steps, "B5")] if steps else []
    if option.purpose == "search" and options.air_search_cost:
        parts.append(Summand("search", options.air_search_cost, "S11"))
    cost = sum(each.value for each in parts)
    at = places(at=[space_id(each) for each in way])
    told = [Fact("moves", cost, "B5", "movement points", tuple(parts), at)]
    if option.purpose != "land":
        told.append(Fact("moves_left", option.moves_left - cost, "B5", "moves left"))
    return told
