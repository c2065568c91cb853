"""Convoy disruption and the starvation of England (S16-S20, S25, B15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from navalcore.rules import Chance, Flow, choose, choose_if_several, rule
from navalcore_games.aa50_subwar.asking import about_phase, about_space, rolled_by
from navalcore_games.aa50_subwar.choices import ROLL, WAIVE, Charge, charge
from navalcore_games.aa50_subwar.convoy_events import ConvoysSailed, LossCharged, PeaceMade, ZoneRaided
from navalcore_games.aa50_subwar.ids import named
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import Play, State
from navalcore_games.aa50_subwar.theatre import STARVATION, UNITS, check_zone, owners, shores_of, title_of, waters
from navalcore_games.aa50_subwar.views import AnyUnit
from navalcore_games.aa50_subwar.words import (
    ATLANTIC,
    OPPONENT,
    SIDE_OF,
    Kind,
    Power,
    Side,
    Space,
    Territory,
    Unit,
    Zone,
)


@rule("B15")
def convoy_dice(unit: AnyUnit, options: SubwarOptions) -> int:
    """The dice a unit rolls: submarine 2, fighter aboard a carrier 2, battleship, cruiser and destroyer 1 (AAS-R18)."""
    if unit.kind is Kind.SUBMARINE:
        return options.convoy_dice
    if unit.kind is Kind.FIGHTER:
        return options.convoy_fighter_dice if unit.aboard else 0
    return UNITS[unit.kind].convoy_dice


def face_cost(face: int, options: SubwarOptions) -> int:
    """The cost of one die: faces up to 3 their value or, by option, 1 IPC each (AAS-R18)."""
    if face > options.convoy_counts_up_to:
        return 0
    return face if options.convoy_value == "face" else 1


@rule("B15")
def die_cost(chance: Chance, options: SubwarOptions) -> int:
    """Roll one convoy die on its own: the IPC it costs."""
    return face_cost(chance.roll(1, 6, "convoy disruption", "B15"), options)


@rule("S17")
def zone_limit(state: State, options: SubwarOptions, zone: Zone) -> int:
    """The most that can be destroyed from a zone now (AAS-R17)."""
    limit = waters(state.owners).zones[zone].convoy_limit
    used = state.zone_used.get(zone, 0) if options.zone_limit_scope == "per_round" else 0
    return limit - used


@rule("S18", "B15")
def territory_limit(territory: Territory, column: str = "owner_1941") -> int:
    """The most that can be charged to a territory: its limit, and never more than its value."""
    data = waters(column).territories[territory]
    return min(data.convoy_limit, data.ipc)


@cache
def chargeable(column: str, zone: Zone, owner: str) -> tuple[Territory, ...]:
    """The territories a zone's loss can be charged to: on its shores, controlled by the power collecting (AAS-R19)."""
    return tuple(name for name in shores_of(column, zone, owner) if territory_limit(name, column))


@cache
def raided(column: str, power: Power) -> tuple[Zone, ...]:
    """The zones whose loss can be charged to a power."""
    return tuple(zone for zone in waters(column).zones if chargeable(column, zone, power))


@dataclass(frozen=True, slots=True)
class Coast:
    """Where a power's convoys can be raided, and what each zone and territory can lose: the board's own limits, unless
    a group has set others.
    """

    zones: Mapping[Zone, int]
    """The limit of each zone now (S17)."""
    lands: Mapping[Zone, tuple[Territory, ...]]
    """The territories to which its loss can be charged."""
    limits: Mapping[Territory, int]
    """The most that each of them can lose (S18)."""

    @classmethod
    def of(cls, state: State, options: SubwarOptions, power: Power) -> Coast:
        """That of the board."""
        zones, column = raided(state.owners, power), state.owners
        lands = {zone: chargeable(column, zone, power) for zone in zones}
        limits = {land: territory_limit(land, column) for named in lands.values() for land in named}
        return cls({zone: zone_limit(state, options, zone) for zone in zones}, lands, limits)


@rule("S17", "S19", "B15")
def raid_zone(play: Play, zone: Zone, raiders: Side, ships: Sequence[Unit], limit: int | None = None) -> Flow[int]:
    """Roll the dice of all warships of a side in a zone, even of those that moved or fought (AAS-R23). Returns the loss
    within the limit, which is the board's unless another is given.
    """
    options = play.options
    dice = sum([convoy_dice(unit, options) for unit in ships])
    limit = zone_limit(play.state, options, zone) if limit is None else limit
    if not dice or limit <= 0:
        return 0
    if not options.mandatory:
        prompt = f"Does the raider roll the convoy dice in {title_of(zone)}?"
        about = about_space(zone, units=ships)
        answer = yield from choose(raiders, prompt, [ROLL, WAIVE], "B15", kind="convoy_dice", about=about)
        if answer is WAIVE:
            return 0
    cost = partial(face_cost, options=options)
    why = f"convoy disruption in {title_of(zone)}"
    faces = play.dice.pool(dice, "d6", why, "B15", reads=cost, about=lambda: rolled_by(ships))
    rolled = sum(map(cost, faces))
    loss = min(rolled, limit)
    rolling = tuple(named(unit) for unit in ships if convoy_dice(unit, options))
    play.tell(ZoneRaided, zone, rolling, tuple(faces), rolled, loss, rule="S17")
    return loss


@rule("S16", "S19", "S20")
def disrupt(play: Play, power: Power, coast: Coast | None = None) -> Flow[int]:
    """The convoy phase of a power: first every zone's loss, then the charges. Returns their sum."""
    state = play.state
    coast = Coast.of(state, play.options, power) if coast is None else coast
    raiders = OPPONENT[SIDE_OF[power]]
    if state.marks or state.charges:
        play.tell(ConvoysSailed, (*state.marks, *state.charges), rule="S20")
    state.marks, state.charges = {}, {}
    ships = state.by_space(raiders, coast.zones)
    for zone, limit in coast.zones.items():
        if zone in ships:
            loss = yield from raid_zone(play, zone, raiders, ships[zone], limit)
            if loss:
                state.marks[zone] = loss
                state.zone_used[zone] = state.zone_used.get(zone, 0) + loss
    yield from distribute(play, power, raiders, coast)
    lost = sum(state.charges.values())
    state.disrupted[SIDE_OF[power]] += lost
    return lost


@rule("S18", "S20")
def distribute(play: Play, power: Power, raiders: Side, coast: Coast) -> Flow[None]:
    """The raider charges the loss, one IPC at a time, until no more can be charged as things are (AAS-R34, AAS-R37)."""
    state = play.state
    left = dict(state.marks)
    while True:
        charges = [
            charge(zone, territory)
            for zone, loss in left.items()
            if loss
            for territory in coast.lands[zone]
            if state.charges.get(territory, 0) < coast.limits[territory]
        ]
        if not charges:
            return
        choice = charges[0]
        if not _immaterial(charges):
            choice = yield from choose_if_several(
                raiders,
                "To which territory is the next IPC of convoy loss charged?",
                charges,
                "S20",
                kind="charge",
                about=about_phase("collect_income", power),
            )
        left[choice.zone] -= 1
        state.charges[choice.territory] = state.charges.get(choice.territory, 0) + 1
        play.tell(LossCharged, choice.zone, choice.territory, 1, rule="S20")


def _immaterial(charges: Sequence[Charge]) -> bool:
    """Whether every zone has one territory only: then all ways to charge end with the same charges."""
    zones = [charge.zone for charge in charges]
    return len(zones) == len(set(zones))


@rule("S25")
def starves(charges: dict[Territory, int], most: int = STARVATION.loss) -> bool:
    """Whether England was charged its maximum in this phase: 8 IPC, or a group's own limit (AAS-R21)."""
    return charges.get(STARVATION.territory, 0) >= most


@rule("S25")
def check_starvation(play: Play, power: Power, most: int = STARVATION.loss) -> bool:
    """The United Kingdom sues for peace before it collects anything (AAS-R22)."""
    state = play.state
    if power is not Power.UK or not starves(state.charges, most):
        return False
    state.starved = True
    play.tell(PeaceMade, state.charges[STARVATION.territory], rule="S25")
    return True


ARCHANGEL = Territory(Space("archangel"))
ARCHANGEL_ZONE = check_zone("sz4")


@rule("S23", "S16")
def score_archangel(play: Play) -> Flow[int]:
    """The convoy of passive Archangel: German warships in Sz4 roll as usual; the loss only scores (AAS-R25)."""
    state = play.state
    if owners(state.owners)[ARCHANGEL] in ATLANTIC:
        return 0  # the USSR collects for herself
    loss = yield from raid_zone(play, ARCHANGEL_ZONE, Side.AXIS, state.of_side(Side.AXIS, ARCHANGEL_ZONE))
    charged = min(loss, territory_limit(ARCHANGEL))
    if charged:
        state.marks = {ARCHANGEL_ZONE: loss}
        state.charges = {ARCHANGEL: charged}
        state.disrupted[Side.ALLIES] += charged
        play.tell(LossCharged, ARCHANGEL_ZONE, ARCHANGEL, charged, rule="S20")
    return charged
