"""Facts known at the table about moves, hunts, stops, battles and convoy dice, exactly and before they are chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod

from navalcore.components import counted
from navalcore.rules import Decision, Fact, Summand, Terms, rule
from navalcore_games.aa50_subwar.casualties import aim, may_take
from navalcore_games.aa50_subwar.choices import (
    EndCombatMove,
    EndNoncombat,
    FightIn,
    Fly,
    GoOn,
    Join,
    Roll,
    Sail,
    SearchWith,
    StopIn,
)
from navalcore_games.aa50_subwar.convoy import convoy_dice
from navalcore_games.aa50_subwar.ids import space_id, unit_id
from navalcore_games.aa50_subwar.moving_aids import flying, raid, raids, sailing, stopping
from navalcore_games.aa50_subwar.odds import spotting_chance, zone_loss
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.theatre import ATTACK, DEFENCE, ZONES
from navalcore_games.aa50_subwar.views import AnyUnit, AtlanticView, UnitView
from navalcore_games.aa50_subwar.words import AIRCRAFT, SIDE_OF, Kind, Power, Space, Zone

D6 = 6
TOLD = EndCombatMove | EndNoncombat | FightIn | Fly | GoOn | Join | Roll | Sail | SearchWith | StopIn
"""The options of which something is known."""


def facts(view: AtlanticView, decision: Decision, terms: Terms[SubwarOptions]) -> Sequence[Sequence[Fact]]:
    """The facts about each move, hunt, battle, search and the convoy dice; nothing of other questions."""
    options = terms.options
    if not any(isinstance(option, TOLD) for option in decision.options):
        return ()
    return [_of(view, decision, option, options) for option in decision.options]


def _of(view: AtlanticView, decision: Decision, option: object, options: SubwarOptions) -> Sequence[Fact]:
    match option:
        case Sail():
            return sailing(view, option, options)
        case GoOn(zone) | StopIn(zone):
            return _under_way(view, decision, zone, options)
        case Fly():
            return [*flying(view, option, options), *_joins_hunt(view, option, options)]
        case SearchWith():
            return [Fact("find", _found(option.unit, options), "S9", "finds a submarine")]
        case FightIn(zone, "hunt"):
            there = [unit for unit in view.units if unit.space == zone and unit.power == view.power]
            return _hunt([unit.kind for unit in there if _hunts(unit)], options)
        case FightIn(zone):
            return _battle(view, zone, 0)
        case Join(number):
            return _battle(view, _zone(decision), number)
        case EndCombatMove() | EndNoncombat():
            return raids(view, SIDE_OF[view.power], options)
        case Roll():
            return _raid(view, decision, options)
        case _:
            return []


def _zone(decision: Decision) -> Zone | None:
    """The zone that a question is about."""
    at = {place for place, _ in decision.places}
    return next((zone for zone in ZONES if space_id(zone) in at), None)


def _under_way(view: AtlanticView, decision: Decision, zone: Zone, options: SubwarOptions) -> Sequence[Fact]:
    """For a ship under way: whether it gets away if it moves further, and what it would raid where it ends."""
    here, told = _zone(decision), decision.fields
    if here is None or "unit" not in told:
        return []
    power = Power(told["power"])
    kind = next(kind for kind in Kind if unit_id(power, kind) == told["unit"])
    leaves = zone != here and kind is Kind.SUBMARINE
    stopped = stopping(view, here, "stopped", "stopped in the zone it leaves", options) if leaves else []
    return [*stopped, *raid(view, power, kind, zone, options, there=zone == here)]


@rule("S7")
def _hunts(unit: AnyUnit) -> bool:
    """Whether a unit of the phasing power takes part in a hunt: a destroyer, or an aircraft sent out to search."""
    return (unit.kind is Kind.DESTROYER and not unit.mission) or unit.mission == "search"


@rule("S8", "S9")
def _hunt(hunters: Iterable[Kind], options: SubwarOptions, words: str = "finds any submarine") -> Sequence[Fact]:
    """Every hunter searches once, as long as none has found a submarine."""
    missed = prod((1 - _found(kind, options) for kind in hunters), start=Fraction(1))
    return [Fact("find_any", 1 - missed, "S9", words)]


@rule("S8", "S9")
def _joins_hunt(view: AtlanticView, option: Fly, options: SubwarOptions) -> Sequence[Fact]:
    """Of an aircraft sent to search, the chance that it or any hunter that is in the zone already finds a submarine."""
    if option.purpose != "search":
        return []
    there = [unit for unit in view.units if unit.space == option.target and unit.power == view.power and _hunts(unit)]
    words = f"finds with {counted(len(there), 'hunter')} there" if there else "finds"
    return _hunt([*(unit.kind for unit in there), option.unit], options, words)


@lru_cache(maxsize=256)
def _found(kind: Kind, options: SubwarOptions) -> Fraction:
    return spotting_chance(kind, options)


# ---- battles ---------------------------------------------------------------------------------------------------------


@rule("S3", "B6")
def _battle(view: AtlanticView, zone: Space | None, submarines: int) -> Sequence[Fact]:
    """The first round of a fleet battle with so many submarines: what both sides hit with, if all of them fire."""
    here = [unit for unit in view.units if unit.space == zone]
    own = [unit for unit in here if unit.power == view.power and unit.mission != "fought"]
    enemies = [unit for unit in here if unit.side != SIDE_OF[view.power]]
    joining = [unit for unit in own if unit.kind is Kind.SUBMARINE][:submarines]
    attackers = [unit for unit in own if _fights(unit)] + joining
    if not attackers:
        return []
    fires, answers = _fire(attackers, enemies, ATTACK), _fire(enemies, attackers, DEFENCE)
    hits, taken = sum(each.value for each in fires), sum(each.value for each in answers)
    missed = prod((Fraction(D6 - value, D6) for value in _values(attackers, enemies, ATTACK)), start=Fraction(1))
    return [
        Fact("hits", Fraction(hits, D6), "B6", "hits in the first round, on average", mean=True),
        Fact("hit_any", 1 - missed, "B6", "chance of a hit in the first round"),
        Fact("taken", Fraction(taken, D6), "B6", "hits taken in it, on average", mean=True),
        Fact("attack", hits, "B6", "attack", fires),
        Fact("defence", taken, "B6", "against", answers),
    ]


def _fights(unit: UnitView) -> bool:
    """Whether a unit takes part in any fleet battle of its zone."""
    return unit.mission == "fight" if unit.kind in AIRCRAFT else unit.kind is not Kind.SUBMARINE


@rule("B8")
def _values(units: Sequence[UnitView], targets: Sequence[UnitView], printed: dict[Kind, int]) -> list[int]:
    """The number that each unit hits on that has a target."""
    with_destroyer = any(unit.kind is Kind.DESTROYER for unit in units)
    against = {target.kind for target in targets}
    return [
        printed[unit.kind] if any(may_take(kind, aim(unit.kind, with_destroyer)) for kind in against) else 0
        for unit in units
    ]


def _fire(units: Sequence[UnitView], targets: Sequence[UnitView], printed: dict[Kind, int]) -> tuple[Summand, ...]:
    """The numbers that the units hit on, summed by kind."""
    found: Counter[tuple[Kind, int]] = Counter()
    for unit, value in zip(units, _values(units, targets, printed), strict=True):
        found[unit.kind, value] += 1
    return tuple(
        Summand(f"{counted(number, kind)} at {value}", number * value, "B6")
        for (kind, value), number in found.items()
        if value
    )


# ---- convoy dice -----------------------------------------------------------------------------------------------------


@rule("S17", "S19", "B15")
def _raid(view: AtlanticView, decision: Decision, options: SubwarOptions) -> Sequence[Fact]:
    """The dice of a zone and what they cost on average, within the limit of the whole zone."""
    zone = _zone(decision)
    if zone is None or options.zone_limit_scope == "per_round":
        return []
    dice = sum(convoy_dice(unit, options) for unit in view.units if unit.space == zone and unit.side == decision.role)
    limit = ZONES[zone].convoy_limit
    loss = zone_loss(dice, limit, options.convoy_counts_up_to, options.convoy_value)
    mean = sum((cost * chance for cost, chance in loss.items()), Fraction(0))
    return [
        Fact("loss", mean, "B15", "IPC lost on average", mean=True),
        Fact("dice", dice, "B15", "dice"),
        Fact("limit", limit, "S17", "the most that can be lost"),
    ]
