"""Beside a real board of the Anniversary game: hunts, convoy disruption, sorties and starvation, one at a time.

Every procedure puts the units that the form names on the board, runs the rule procedures of the matches, and keeps what
lies on the real board afterwards: dice on sea zones, charges, submarines that have dived, limits of a group's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import comb
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import Field

from navalcore.components import counted, listed
from navalcore.errors import OverBudget
from navalcore.odds import Choice, Odds
from navalcore.rules import Companion, Decision, Desk, Flow, Mark, Misfit, Scenario, resolves, rule, run
from navalcore_games.aa50_subwar import BESIDE_THE_BOARD
from navalcore_games.aa50_subwar.choices import BREAK_OFF, Charge
from navalcore_games.aa50_subwar.convoy import (
    Coast,
    chargeable,
    check_starvation,
    distribute,
    raid_zone,
    territory_limit,
)
from navalcore_games.aa50_subwar.fleet import fleet_battle
from navalcore_games.aa50_subwar.fleet_odds import exact_battle, sampled_battle
from navalcore_games.aa50_subwar.hunt_odds import mixed_hunt
from navalcore_games.aa50_subwar.hunting import hunt as hunt_in
from navalcore_games.aa50_subwar.movement import leaves
from navalcore_games.aa50_subwar.odds import convoy_damage, stop_submarine
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.powers import WORLD
from navalcore_games.aa50_subwar.state import State, is_aircraft
from navalcore_games.aa50_subwar.theatre import STARVATION, AtlanticScenario, title_of, waters, world_titles
from navalcore_games.aa50_subwar.words import (
    ATLANTIC,
    OPPONENT,
    SHORT,
    SIDE_NAMES,
    SIDE_OF,
    Kind,
    Power,
    Side,
    Space,
    Territory,
    Unit,
    Zone,
)

BOARDS = {f"board_{year}": setup for year, setup in WORLD.setup.items()}
BOARD = "world_1941"
"""Whose zones and territories a form offers: they are the same in every year."""
DEFENDERS = (Kind.DESTROYER, Kind.CRUISER, Kind.CARRIER, Kind.BATTLESHIP, Kind.TRANSPORT)
EXACT_PATHS = 1500
"""Paths of chance up to which the odds of a fleet battle are exact."""
BATTLES = 200
"""How often a larger one is fought for its odds."""


@dataclass(slots=True)
class BesideState(State):
    """What lies on the real board."""

    desk: Desk = field(default_factory=Desk)
    dived: dict[Zone, int] = field(default_factory=dict)
    """Submarines that dived or escaped, by zone."""
    limits: dict[Space, int] = field(default_factory=dict)
    """Convoy limits of the group's own, by zone and territory."""


BesidePlay: TypeAlias = Any
"""A play of a :class:`BesideState`."""


def _zones() -> Mapping[str, str]:
    return {zone: title_of(zone) for zone in waters(BOARD).zones}


def _spaces() -> Mapping[str, str]:
    return {str(space): title for space, title in world_titles().items()}


def _powers() -> Mapping[str, str]:
    return {power: SHORT[power] for power in Power}


@cache
def _lanes() -> Mapping[str, str]:
    board = waters(BOARD)
    return {zone: title_of(zone) for zone in board.zones if board.shores[zone]}


AnyZone: TypeAlias = Annotated[str, Choice("sea zone", _zones, "there are sz1 to sz65")]
Lane: TypeAlias = Annotated[str, Choice("sea zone with a shore", _lanes, "such zones are among sz1 to sz65")]
AnySpace: TypeAlias = Annotated[
    str, Choice("sea zone or territory", _spaces, "navalcore charts aa50_subwar lists them")
]
AnyPower: TypeAlias = Annotated[str, Choice("power", _powers)]
UpTo9: TypeAlias = Annotated[int, Field(ge=0, le=9)]
From1To9: TypeAlias = Annotated[int, Field(ge=1, le=9)]


# ---- what people ask for --------------------------------------------------------------------------------------------


def hunt_odds(play: BesidePlay, *, destroyers: int, fighters: int, bombers: int, submarines: int, **_: object) -> Odds:
    """What the odds question says of the same hunt; the zone and the powers do not matter."""
    options: SubwarOptions = play.options
    fleet = f"destroyer:{destroyers},fighter:{fighters},bomber:{bombers}"
    found = mixed_hunt(
        fleet, submarines, spot=options.spot_aircraft, spot_destroyer=options.spot_destroyer,
        escape_timing=options.escape_timing, surprise_attack_no_return=options.surprise_attack_no_return,
    )  # fmt: skip
    sunk = {f"{name} sunk": chance for name, chance in found.marginals["submarines_sunk"].items()}
    return Odds(found.method, sunk, expected=found.expected)


def hunt_misfit(
    _state: BesideState, *, destroyers: int, fighters: int, bombers: int, hunters: str, prey: str, **_: object
) -> Misfit | None:
    """Nobody hunts, or friends."""
    if not destroyers + fighters + bombers:
        return Misfit("destroyers", "nobody hunts; at least 1 destroyer, fighter or bomber is needed")
    return _same_side("hunters", hunters, "prey", prey)


@resolves("hunt", "S7", odds=hunt_odds, misfit=hunt_misfit)
@rule("S7", "S8")
def hunt(
    play: BesidePlay, zone: AnyZone = "sz8", destroyers: UpTo9 = 1, fighters: UpTo9 = 0, bombers: UpTo9 = 0,
    submarines: From1To9 = 1, hunters: AnyPower = "uk", prey: AnyPower = "germany", to_the_end: bool = True,
) -> Flow[str | None]:  # fmt: skip
    """Submarine hunt.

    Args:
        zone: Where.
        destroyers: Destroyers that hunt.
        fighters: Fighters that search there.
        bombers: Bombers that search there.
        submarines: Submarines alone in the zone.
        hunters: Whose destroyers and aircraft.
        prey: Whose submarines.
        to_the_end: Whether every hunter attacks and fights on without being asked.
    """
    state, here = _cleared(play, hunters), Zone(Space(zone))
    fleet = {Kind.DESTROYER: destroyers, Kind.FIGHTER: fighters, Kind.BOMBER: bombers}
    for unit in _placed(state, Power(hunters), fleet, here):
        unit.mission = "search" if is_aircraft(unit) else ""
    _placed(state, Power(prey), {Kind.SUBMARINE: submarines}, here)
    yield from _fought_on(hunt_in(play, here)) if to_the_end else hunt_in(play, here)
    left = sum(unit.kind is Kind.SUBMARINE for unit in state.units.values())
    lost = destroyers + fighters + bombers - (len(state.units) - left)
    state.dived.pop(here, None)
    if left:
        state.dived[here] = left
    return f"{counted(submarines - left, 'submarine')} sunk, {counted(lost, 'hunter')} lost"


def raid_odds(
    play: BesidePlay, *, zone: str, submarines: int, ships: int, fighters: int, convoys: str, **_: object
) -> Odds:
    """What the odds question says of the dice in such a zone, with the limit that it has at this board, and whether
    England can starve of it.
    """
    options: SubwarOptions = play.options
    state, here = play.state, Zone(Space(zone))
    found = convoy_damage(
        options.convoy_dice, options.convoy_counts_up_to, options.convoy_value, _limit(state, here), submarines,
        fighters, ships,
    )  # fmt: skip
    enough = _starving_loss(state, here) if Power(convoys) is Power.UK else None
    fatal = {loss for loss in found.outcomes if enough is not None and int(loss) >= enough}
    named = {f"{loss} IPC{', England can starve' * (loss in fatal)}": p for loss, p in found.outcomes.items()}
    return Odds(found.method, named, expected=found.expected)


def _starving_loss(state: BesideState, zone: Zone) -> int | None:
    """The least loss in a zone by which the British can be charged all that England can lose, with the dice and charges
    that are on the map; None if none does it.
    """
    england = STARVATION.territory
    limit = _limit(state, england)
    if not limit or england not in _lands(state, zone, Power.UK):
        return None
    elsewhere = [
        loss for each, loss in state.marks.items() if each != zone and england in _lands(state, each, Power.UK)
    ]
    return max(0, limit - state.charges.get(england, 0) - sum(elsewhere))


def raid_misfit(
    state: BesideState, *, zone: str, submarines: int, ships: int, fighters: int, raiders: str, convoys: str
) -> Misfit | None:
    """Nobody raids, or friends, or there is nothing to raid."""
    if not submarines + ships + fighters:
        return Misfit("submarines", "nobody raids; at least 1 submarine, ship or fighter is needed")
    if friends := _same_side("raiders", raiders, "convoys", convoys):
        return friends
    here = Zone(Space(zone))
    if not _limit(state, here):
        return Misfit(
            "zone", f"{title_of(here)} has a convoy limit of 0; give another zone, or set a limit of your own"
        )
    raided = [power for power in Power if _lands(state, here, power)]
    if Power(convoys) in raided:
        return None
    there = listed([SHORT[power] for power in raided], "or") if raided else "another zone"
    words = f"no {SHORT[Power(convoys)]} shore of {title_of(here)} has a convoy limit; give {there}"
    return Misfit("convoys" if raided else "zone", words)


@resolves("raid", "S17", odds=raid_odds, misfit=raid_misfit)
@rule("S17", "S19", "B15")
def raid(
    play: BesidePlay, zone: Lane = "sz8", submarines: UpTo9 = 1, ships: UpTo9 = 0, fighters: UpTo9 = 0,
    raiders: AnyPower = "germany", convoys: AnyPower = "uk",
) -> Flow[str | None]:  # fmt: skip
    """Convoy disruption.

    Args:
        zone: Where the raiders lie.
        submarines: Submarines, 2 dice each.
        ships: Destroyers, cruisers and battleships, 1 die each.
        fighters: Fighters aboard carriers, 2 dice each.
        raiders: Whose warships.
        convoys: Whose convoys, the power that collects income.
    """
    state, here = _cleared(play, convoys), Zone(Space(zone))
    fleet = {Kind.SUBMARINE: submarines, Kind.CRUISER: ships, Kind.CARRIER: -(-fighters // 2), Kind.FIGHTER: fighters}
    units = _placed(state, Power(raiders), fleet, here)
    decks = [unit.id for unit in units if unit.kind is Kind.CARRIER]
    for number, unit in enumerate(unit for unit in units if unit.kind is Kind.FIGHTER):
        unit.aboard = decks[number // 2]
    limit = _limit(state, here)
    loss = yield from raid_zone(play, here, SIDE_OF[Power(raiders)], units, limit)
    state.marks.pop(here, None)
    if loss:
        state.marks[here] = loss
    return f"{loss} IPC lost in {title_of(here)}, of at most {limit}"


def charge_odds(play: BesidePlay, *, convoys: str) -> Odds:
    """What it comes to where the raiders charge England first, as they do to starve her. No dice fall."""

    def england_first(decision: Decision) -> int:
        ways = [each for each in decision.options if isinstance(each, Charge)]
        return next((n for n, each in enumerate(ways) if each.territory == STARVATION.territory), 0)

    return Odds("exact", {run(charge_losses(play, convoys), england_first) or "": Fraction(1)})


@resolves("charge", "S20", odds=charge_odds)
@rule("S18", "S20", "S25")
def charge_losses(play: BesidePlay, convoys: AnyPower = "uk") -> Flow[str | None]:
    """Charge the losses to territories.

    Args:
        convoys: Whose convoys were raided.
    """
    state, power = _cleared(play, convoys), Power(convoys)
    before = dict(state.charges)
    raiders = OPPONENT[SIDE_OF[power]]
    lands = {zone: own for zone in state.marks if (own := _lands(state, zone, power))}
    limits = {land: _limit(state, land) for named in lands.values() for land in named}
    coast = Coast({zone: state.marks[zone] for zone in lands}, lands, limits)
    others = {zone: loss for zone, loss in state.marks.items() if zone not in lands}
    state.marks = {zone: state.marks[zone] for zone in lands}
    yield from distribute(play, power, raiders, coast)
    state.marks = others  # what was charged, or could not be, is off the map
    found = {
        land: charge - before.get(land, 0) for land, charge in state.charges.items() if charge > before.get(land, 0)
    }
    most = _limit(state, STARVATION.territory)
    if most and check_starvation(play, power, most):
        return "England starves: the United Kingdom sues for peace"
    told = [f"{title_of(land)} {charge}" for land, charge in found.items()]
    return f"charged: {listed(told)}" if told else "there is nothing to charge"


def sortie_odds(play: BesidePlay, *, submarines: int, destroyers: int, **_: object) -> Odds:
    """How many get away: each does with the chance that the odds question gives to one of them."""
    away = stop_submarine(destroyers, play.options.stop_submarine).outcomes["passes"]
    chances = {
        f"{number} of {counted(submarines, 'submarine')} away": comb(submarines, number)
        * Fraction(away) ** number
        * (1 - Fraction(away)) ** (submarines - number)
        for number in range(submarines + 1)
    }
    return Odds("exact", chances)


def sortie_misfit(_state: BesideState, *, leaving: str, guards: str, **_: object) -> Misfit | None:
    """Friends do not stop each other."""
    return _same_side("leaving", leaving, "guards", guards)


@resolves("sortie", "S4", odds=sortie_odds, misfit=sortie_misfit)
@rule("S4")
def sortie(
    play: BesidePlay, zone: AnyZone = "sz5", submarines: From1To9 = 1, destroyers: From1To9 = 1,
    leaving: AnyPower = "germany", guards: AnyPower = "uk",
) -> Flow[str | None]:  # fmt: skip
    """Sortie past destroyers.

    Args:
        zone: The zone that the submarines leave.
        submarines: Submarines that leave it.
        destroyers: Enemy destroyers in it.
        leaving: Whose submarines.
        guards: Whose destroyers.
    """
    state, here = _cleared(play, leaving), Zone(Space(zone))
    _placed(state, Power(guards), {Kind.DESTROYER: destroyers}, here)
    away = 0
    for unit in _placed(state, Power(leaving), {Kind.SUBMARINE: submarines}, here):
        if leaves(play, unit):
            away += 1
            del state.units[unit.id]
    yield from ()
    return f"{away} of {counted(submarines, 'submarine')} got away"


def fleet_odds(
    _play: BesidePlay, *, submarines: int, other_ships: int, fighters: int, attackers: str, defenders: str,  # noqa: ARG001
    **against: int,
) -> Odds:  # fmt: skip
    """What the odds question says of a battle of such fleets, fought to the end: exact for small ones, else sampled."""
    ours, theirs = _fleets(submarines, other_ships, fighters, against)
    try:
        return exact_battle(ours, theirs, EXACT_PATHS)
    except OverBudget:
        return sampled_battle(ours, theirs, BATTLES, 0, "the fleets are too large to work out while you wait")


def battle_misfit(
    _state: BesideState, *, submarines: int, other_ships: int, fighters: int, attackers: str, defenders: str,
    **against: int,
) -> Misfit | None:  # fmt: skip
    """A side without units, or friends."""
    if not submarines + other_ships + fighters:
        return Misfit("submarines", "nobody attacks; at least 1 submarine, cruiser or fighter is needed")
    if not sum(against.values()):
        return Misfit("against_destroyers", "nobody defends; at least 1 ship is needed")
    return _same_side("attackers", attackers, "defenders", defenders)


@resolves("battle", "B6", odds=fleet_odds, misfit=battle_misfit, odds_when_asked=True)
@rule("B6", "S5")
def battle(
    play: BesidePlay, submarines: UpTo9 = 2, other_ships: UpTo9 = 0, fighters: UpTo9 = 0,
    against_destroyers: UpTo9 = 1, against_cruisers: UpTo9 = 0, against_carriers: UpTo9 = 0,
    against_battleships: UpTo9 = 0, against_transports: UpTo9 = 0, attackers: AnyPower = "germany",
    defenders: AnyPower = "uk",
) -> Flow[str | None]:  # fmt: skip
    """Submarines attack a fleet.

    Args:
        submarines: Attacking submarines.
        other_ships: Cruisers that attack with them.
        fighters: Fighters that attack with them.
        against_destroyers: Destroyers that defend.
        against_cruisers: Cruisers that defend.
        against_carriers: Carriers that defend.
        against_battleships: Battleships that defend.
        against_transports: Transports that defend.
        attackers: Whose submarines.
        defenders: Whose fleet.
    """
    state, here = _cleared(play, attackers), Zone(Space("sz11"))
    against = {
        "against_destroyers": against_destroyers, "against_cruisers": against_cruisers,
        "against_carriers": against_carriers, "against_battleships": against_battleships,
        "against_transports": against_transports,
    }  # fmt: skip
    ours, theirs = _fleets(submarines, other_ships, fighters, against)
    units = _placed(state, Power(attackers), ours, here)
    for unit in units:
        unit.airborne = is_aircraft(unit)
    _placed(state, Power(defenders), theirs, here)
    yield from fleet_battle(play, here, units)
    left = {side: sum(unit.side is side for unit in state.units.values()) for side in Side}
    mine = SIDE_OF[Power(attackers)]
    return f"left: {counted(left[mine], 'attacker')}, {counted(left[OPPONENT[mine]], 'defender')}"


def _fleets(
    submarines: int, other_ships: int, fighters: int, against: Mapping[str, int]
) -> tuple[dict[Kind, int], dict[Kind, int]]:
    """The attackers and the defenders of a form, by kind."""
    ours = {Kind.SUBMARINE: submarines, Kind.CRUISER: other_ships, Kind.FIGHTER: fighters}
    return ours, {kind: against[f"against_{kind}s"] for kind in DEFENDERS}


@resolves("limit", "S17")
@rule("S17", "S18")
def own_limit(
    play: BesidePlay, space: AnySpace = "sz62", limit: Annotated[int, Field(ge=0, le=20)] = 1
) -> Flow[str | None]:
    """Set a convoy limit of your own.

    Args:
        space: The sea zone or territory.
        limit: The most IPC that it can lose.
    """
    yield from ()
    state: BesideState = play.state
    state.limits[Space(space)] = limit
    return f"{title_of(Space(space))} can lose at most {limit} IPC"


@resolves("take_off", "S20")
@rule("S20")
def take_off(play: BesidePlay) -> Flow[str | None]:
    """Take the dice and charges off the map."""
    yield from ()
    state: BesideState = play.state
    state.marks, state.charges, state.starved = {}, {}, False
    return "no dice or charges are left on the map"


@resolves("clear", "S20")
@rule("S20")
def clear(play: BesidePlay) -> Flow[str | None]:
    """Take everything off the map, limits of your own too."""
    yield from take_off(play)
    state: BesideState = play.state
    state.dived, state.limits = {}, {}
    return "the map is clear"


def _fought_on(flow: Flow[None]) -> Flow[None]:
    """A hunt in which the hunters' owner goes on wherever he may break off; a choice among hunters is still his."""
    answer: Any = None
    while True:
        try:
            asked = flow.send(answer)
        except StopIteration:
            return
        options = [option for option in asked.options if option is not BREAK_OFF]
        answer = 0 if len(options) == 1 and len(asked.options) > 1 else (yield asked)


# ---- what they share ------------------------------------------------------------------------------------------------


def _same_side(field: str, one: str, other_field: str, other: str) -> Misfit | None:
    """Why two powers cannot fight each other."""
    side = SIDE_OF[Power(one)]
    if side is not SIDE_OF[Power(other)]:
        return None
    names = SHORT[Power(one)] if one == other else f"{SHORT[Power(one)]} and {SHORT[Power(other)]}"
    enemies = listed([SHORT[power] for power in Power if SIDE_OF[power] is not side], "or")
    return Misfit(other_field, f"{names} units are on the same side, as {field} and {other_field}; give {enemies}")


def _cleared(play: BesidePlay, power: str) -> BesideState:
    """The board without units, in a power's turn."""
    state: BesideState = play.state
    state.units.clear()
    state.battle = None
    state.power = Power(power)
    return state


def _placed(state: BesideState, power: Power, fleet: Mapping[Kind, int], zone: Zone) -> list[Unit]:
    return [state.add(power, kind, zone) for kind, number in fleet.items() for _ in range(number)]


def _limit(state: BesideState, space: Space) -> int:
    """The limit of a zone or territory: the group's own, or the board's."""
    if space in state.limits:
        return state.limits[space]
    zone = waters(state.owners).zones.get(Zone(space))
    return territory_limit(Territory(space), state.owners) if zone is None else zone.convoy_limit


def _lands(state: BesideState, zone: Zone, power: Power) -> tuple[Territory, ...]:
    """The territories on a zone's shores that a power can be charged for."""
    named = chargeable(state.owners, zone, power)
    own = [
        land
        for land in waters(state.owners).shores[zone]
        if state.limits.get(land) and land not in named and waters(state.owners).territories[land].ipc
    ]
    return tuple(land for land in (*named, *own) if _limit(state, land))


class BesideTheBoard(Companion):
    """Submarine warfare beside a real board of the Anniversary game, with all its powers and zones."""

    manifest = BESIDE_THE_BOARD
    state_class = BesideState
    sides: ClassVar[Mapping[str, str]] = {side: SIDE_NAMES[side] for side in Side}
    procedures = (hunt, raid, charge_losses, sortie, battle, own_limit, take_off, clear)

    def scenarios(self, scenarios: Mapping[str, Scenario]) -> Mapping[str, Scenario]:  # noqa: ARG002
        """The whole board in the years of its set-ups."""
        none = dict.fromkeys(ATLANTIC, 0)
        return {
            name: AtlanticScenario(
                id=name, title=f"the whole board, territories of {name[-4:]}", setup="", owners=setup.owners,
                rounds=100, treasury=none,
            )
            for name, setup in BOARDS.items()
        }  # fmt: skip

    def marks(self, state: BesideState) -> Iterator[Mark]:
        """Dice on the zones, charges and what is left of them, submarines noted, limits of the group's own."""
        for zone, loss in state.marks.items():
            yield Mark(
                f"{title_of(zone)}: {loss} of {_limit(state, zone)} IPC lost, not yet charged", loss, f"marks/{zone}"
            )
        for land, charge in state.charges.items():
            limit = _limit(state, land)
            left = max(0, limit - charge)
            yield Mark(f"{title_of(land)}: {charge} of {limit} IPC charged, {left} left", charge, f"charges/{land}")
        for zone, number in state.dived.items():
            yield Mark(f"{title_of(zone)}: {counted(number, 'submarine')} there, submerged", number, f"dived/{zone}")
        for space, limit in state.limits.items():
            yield Mark(f"{title_of(space)}: own limit C{limit}", limit, f"limits/{space}")
        if state.starved:
            yield Mark("England starves: peace", key="starved")
