"""What is known at the table about hunts, stops and convoy dice: to find or stop a submarine, the loss on average."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod

from navalcore.rules import Decision, Fact, Terms, rule
from navalcore_games.aa50_subwar.choices import FightIn, Roll, Sail, SearchWith
from navalcore_games.aa50_subwar.convoy import convoy_dice
from navalcore_games.aa50_subwar.ids import space_id
from navalcore_games.aa50_subwar.odds import spotting_chance, zone_loss
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.theatre import ZONES
from navalcore_games.aa50_subwar.views import AnyUnit, AtlanticView
from navalcore_games.aa50_subwar.words import SIDE_OF, Kind, Zone

D6 = 6


def facts(view: AtlanticView, decision: Decision, terms: Terms[SubwarOptions]) -> Sequence[Sequence[Fact]]:
    """The facts about each hunt, each unit that may search, and the convoy dice; nothing of other questions."""
    options = terms.options
    if not any(isinstance(option, FightIn | SearchWith | Roll | Sail) for option in decision.options):
        return ()
    return [_of(view, decision, option, options) for option in decision.options]


def _of(view: AtlanticView, decision: Decision, option: object, options: SubwarOptions) -> Sequence[Fact]:
    match option:
        case SearchWith():
            return [Fact("find", _found(option.unit, options), "S9", "finds a submarine")]
        case FightIn(zone, "hunt"):
            there = [unit for unit in view.units if unit.space == zone and unit.power == view.power]
            return _hunt([unit for unit in there if _hunts(unit)], options)
        case Sail(_, Kind.SUBMARINE, source):
            return _stopped(view, source, options)
        case Roll():
            return _raid(view, decision, options)
        case _:
            return []


@rule("S7")
def _hunts(unit: AnyUnit) -> bool:
    """Whether a unit of the phasing power takes part in a hunt: a destroyer, or an aircraft sent out to search."""
    return (unit.kind is Kind.DESTROYER and not unit.mission) or unit.mission == "search"


@rule("S8", "S9")
def _hunt(hunters: Iterable[AnyUnit], options: SubwarOptions) -> Sequence[Fact]:
    """Every hunter searches once, as long as none has found a submarine."""
    missed = prod((1 - _found(unit.kind, options) for unit in hunters), start=Fraction(1))
    return [Fact("find_any", 1 - missed, "S9", "finds any submarine")]


@rule("S4")
def _stopped(view: AtlanticView, zone: Zone, options: SubwarOptions) -> Sequence[Fact]:
    """Every enemy destroyer in the zone that is left tries once, until one stops the submarine."""
    once = options.stop_roll == "once_per_destroyer"
    there = [unit for unit in view.units if unit.space == zone and unit.kind is Kind.DESTROYER]
    trying = [unit for unit in there if unit.side != SIDE_OF[view.power] and not (once and unit.attempted)]
    if not trying:
        return []
    passed = Fraction(D6 - options.stop_submarine, D6) ** len(trying)
    return [Fact("stopped", 1 - passed, "S4", "stopped in the zone it leaves")]


@lru_cache(maxsize=256)
def _found(kind: Kind, options: SubwarOptions) -> Fraction:
    return spotting_chance(kind, options)


@rule("S17", "S19", "B15")
def _raid(view: AtlanticView, decision: Decision, options: SubwarOptions) -> Sequence[Fact]:
    """The dice of a zone and what they cost on average, within the limit of the whole zone."""
    at = {place for place, _ in decision.places}
    zone = next((zone for zone in ZONES if space_id(zone) in at), None)
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
