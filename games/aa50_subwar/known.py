"""The parameters of odds questions that a match answers: its options, and the units in its zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from navalcore.rules import rule
from navalcore_games.aa50_subwar.convoy import chargeable, convoy_dice
from navalcore_games.aa50_subwar.hunt_odds import AttackOrder
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.theatre import ZONES
from navalcore_games.aa50_subwar.views import AnyUnit, AtlanticView
from navalcore_games.aa50_subwar.words import ATLANTIC, OPPONENT, SIDE_OF, Kind, Side, Zone


def known(view: AtlanticView, options: SubwarOptions) -> Mapping[str, object]:
    """The numbers of the match's options; what hunts and how many are hunted, or the fleets that fight; and the zone in
    which most convoy dice are rolled.
    """
    found: dict[str, object] = {
        "dice": options.convoy_dice, "hit": options.convoy_counts_up_to, "count": options.convoy_value,
        "plane_dice": options.convoy_fighter_dice, "spot": options.spot_aircraft, "stop": options.stop_submarine,
        "order": order_of_attack(options),
    }  # fmt: skip
    units = {unit.number: unit for unit in view.units}
    battle = view.battle
    if battle is not None and battle.mode == "hunt":
        found["hunters"] = fleet_text(units[number] for number in battle.unused if number in units)
        found["submarines"] = sum(1 for number in battle.defenders if number in units)
    elif battle is not None:
        sides = (battle.attackers, battle.defenders)
        attacker, defender = (fleet_text(units[number] for number in side if number in units) for side in sides)
        found |= {"attacker": attacker, "defender": defender}
    else:
        found |= meeting(view)
    found |= raided(view, options)
    return found


@rule("S29")
def order_of_attack(options: SubwarOptions) -> AttackOrder:
    """The order of the hunters in a question about a hunt: an attacker who picks it sends aircraft first."""
    return "random" if options.attack_order == "random" else "aircraft_first"


def fleet_text(units: Iterable[AnyUnit]) -> str:
    """Units as a fleet is written, such as ``submarine:2,destroyer:1``."""
    return ",".join(f"{kind}:{number}" for kind, number in Counter(unit.kind for unit in units).items())


def meeting(view: AtlanticView) -> Mapping[str, object]:
    """The fleets of the zone that has most units of both sides. The side whose turn it is attacks."""
    side = SIDE_OF[view.power]
    fleets = [
        ([unit for unit in there if unit.side is side], [unit for unit in there if unit.side is not side])
        for _, there in _zones(view)
    ]
    met = [(own, theirs) for own, theirs in fleets if own and theirs]
    if not met:
        return {}
    attacker, defender = max(met, key=lambda each: len(each[0]) + len(each[1]))
    return {"attacker": fleet_text(attacker), "defender": fleet_text(defender)}


@rule("S17", "S18", "B15")
def raided(view: AtlanticView, options: SubwarOptions) -> Mapping[str, object]:
    """The limit and the raiders of the zone in which most convoy dice are rolled against a power that can pay."""
    most = 0
    found: dict[str, object] = {}
    for zone, there in _zones(view):
        for side in Side:
            raiders = [unit for unit in there if unit.side is side]
            dice = sum(convoy_dice(unit, options) for unit in raiders)
            if dice > most and _costs_somebody(view, zone, side):
                most = dice
                kinds = Counter(unit.kind for unit in raiders if convoy_dice(unit, options))
                submarines, fighters = kinds[Kind.SUBMARINE], kinds[Kind.FIGHTER]
                found = {
                    "limit": ZONES[zone].convoy_limit, "subs": submarines, "planes": fighters,
                    "ships": kinds.total() - submarines - fighters,
                }  # fmt: skip
    return found


def _costs_somebody(view: AtlanticView, zone: Zone, raiders: Side) -> bool:
    return bool(ZONES[zone].convoy_limit) and any(
        chargeable(view.owners, zone, power) for power in ATLANTIC if SIDE_OF[power] is OPPONENT[raiders]
    )


def _zones(view: AtlanticView) -> Iterator[tuple[Zone, list[AnyUnit]]]:
    for zone in ZONES:
        yield zone, [unit for unit in view.units if unit.space == zone]
