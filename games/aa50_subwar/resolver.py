"""A resolver for other people's front ends: single rules as typed functions, no match needed.

Every function takes its dice as ``dice``. They are a list of faces in the order they will be rolled (too few is an
error, left over ones too), a seed, or any :class:`~navalcore.rules.Chance`. Choices are answered by ``orders``, a
function from the decision to one of its options, its index or its text. By default both sides fight on, submarines
escape and dive when they may, and the cheapest unit is lost first. Every report carries a trace: what happened, line by
line, with the rule it follows.

>>> report = hunt({"destroyer": 1}, submarines=1, dice=[3, 6], zone="sz8")
>>> report.endings, report.submarines_sunk
(('escaped',), 0)
>>> print(report.trace[1])
S9 The British destroyer searches, rolls 3 (it needs 3 or less), and spots a submarine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args

from navalcore.components import DiceRolled, closest
from navalcore.errors import BadData, UnknownName
from navalcore.rules import Chance, Decision, Flow, ScriptedChance, SeededChance, run
from navalcore_games.aa50_subwar.choices import Charge
from navalcore_games.aa50_subwar.convoy import disrupt, starves
from navalcore_games.aa50_subwar.events import DuelEnded, Searched
from navalcore_games.aa50_subwar.fleet import battle_over, battle_round, fleet_battle
from navalcore_games.aa50_subwar.hunting import aircraft_duel, destroyer_duel, hunt as hunt_in_zone, spots
from navalcore_games.aa50_subwar.movement import leaves
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import Battle, Play, State, is_aircraft
from navalcore_games.aa50_subwar.theatre import ROOM, TERRITORIES, OwnerColumn, check_counts, check_zone, waters
from navalcore_games.aa50_subwar.words import (
    AIRCRAFT,
    ATLANTIC,
    SIDE_OF,
    Kind,
    Power,
    Side,
    Space,
    Territory,
    Unit,
    Zone,
)

T = TypeVar("T")
Dice = Chance | Sequence[int] | int | str
Orders = Callable[[Decision], object]
Fleet = Mapping[str, int]
"""Units by kind, such as ``{"submarine": 2, "destroyer": 1}``."""

BATTLEFIELD = check_zone("sz11")
"""Where battles that need no place are fought, a zone without shores or limit."""


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One thing that happened, and the rule it follows."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule} {self.text}"


@dataclass(frozen=True, slots=True)
class Spotting:
    """A spotting roll (S9)."""

    spotted: bool
    face: int
    trace: tuple[TraceLine, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Duel:
    """A hunter against a submarine it has spotted (S10, S14)."""

    submarine_sunk: bool
    hunter_sunk: bool
    ending: str
    trace: tuple[TraceLine, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Hunt:
    """A whole hunt in a zone (S7): what is left and what was lost, by kind; how each fight ended, in order."""

    submarines_sunk: int
    submarines_left: int
    hunters_lost: Mapping[Kind, int]
    hunters_left: Mapping[Kind, int]
    endings: tuple[str, ...]
    trace: tuple[TraceLine, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Passage:
    """Submarines leaving a zone with destroyers (S4): which of them were stopped, in order."""

    stopped: tuple[bool, ...]
    trace: tuple[TraceLine, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class FleetFight:
    """A fleet battle or a round of it (B6): what is left of both sides by kind, submerged submarines included.

    ``over`` says whether the battle has ended; ``winner`` is "attacker", "defender" or "" (neither, or not over).
    """

    attackers: Mapping[Kind, int]
    defenders: Mapping[Kind, int]
    rounds: int
    over: bool
    winner: str
    trace: tuple[TraceLine, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Disruption:
    """A convoy phase (S16-S20): loss by zone, charges by territory, their sum, and whether England starves (S25)."""

    zone_losses: Mapping[Zone, int]
    charges: Mapping[Territory, int]
    lost: int
    uncharged: int
    england_starves: bool
    trace: tuple[TraceLine, ...] = field(repr=False)


class _Desk:
    """A table for one question: the play, the dice, the orders, the trace."""

    def __init__(self, power: Power, dice: Dice, options: Any, orders: Orders | None, owners: OwnerColumn) -> None:
        chosen = options if isinstance(options, SubwarOptions) else _options(options)
        self.chance = chance_from(dice)
        if owners not in get_args(OwnerColumn):
            raise UnknownName(f"there are no owners {owners!r}; those known are {', '.join(get_args(OwnerColumn))}")
        none = dict.fromkeys(ATLANTIC, 0)
        self.state = State("resolver", owners, 1, none.copy(), none.copy(), power=power)
        self.play: Play = Play(self.state, chosen, self.chance, listening=True)
        self._orders = orders

    def resolve(self, flow: Flow[T]) -> T:
        """Run a procedure with the orders given; every scripted die must have been used."""
        result = run(flow, self._answer)
        if isinstance(self.chance, ScriptedChance) and self.chance.left:
            raise BadData(f"{self.chance.left} of the dice given were not needed; give as many as are rolled")
        return result

    def _answer(self, decision: Decision) -> int:
        return 0 if self._orders is None else decision.index(self._orders(decision))

    def line_up(self, power: Power, counts: Mapping[Kind, int], zone: Zone, attacking: bool) -> list[Unit]:
        """Put units on the map; attacking aircraft are in the air."""
        units = [self.state.add(power, kind, zone) for kind, number in counts.items() for _ in range(number)]
        for unit in units:
            unit.airborne = attacking and is_aircraft(unit)
        return units

    @property
    def trace(self) -> tuple[TraceLine, ...]:
        """The log so far; every die is in it with its result."""
        return tuple(TraceLine(event.rule, str(event)) for event in self.play.told if not isinstance(event, DiceRolled))


def _options(options: Mapping[str, Any] | None) -> SubwarOptions:
    from navalcore_games.aa50_subwar.game import SubmarineWarfare

    if options is not None and not isinstance(options, Mapping):
        raise BadData(f"options: {options!r} will not do; options by name are wanted, such as {{'spot_aircraft': 4}}")
    return SubmarineWarfare().parse_options(options)


def chance_from(dice: Dice) -> Chance:
    """A chance source from faces in order, from a seed, or the source itself.

    Raises:
        BadData: a face is not on the die, or it is none of these.
    """
    if isinstance(dice, Chance):
        return dice
    if isinstance(dice, bool) or not isinstance(dice, int | str | Sequence):
        raise BadData(f"dice: {dice!r} will not do; give a list of faces, a seed or a chance source")
    if isinstance(dice, int | str):
        return SeededChance.from_seed(dice)
    for face in dice:
        if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= 6:
            raise BadData(f"dice: {face!r} is not on the die; faces are 1 to 6 (or give a seed as one number)")
    return ScriptedChance(*dice)


def _enemy_of(power: Power, named: str | None = None) -> Power:
    if named is not None:
        enemy = _power(named)
        if SIDE_OF[enemy] is SIDE_OF[power]:
            raise BadData(f"{enemy} and {power} are on the same side")
        return enemy
    return Power.GERMANY if SIDE_OF[power] is Side.ALLIES else Power.UK


def _power(power: str) -> Power:
    if power not in list(Power):
        raise UnknownName(f"there is no power {power!r}; the powers are {', '.join(Power)}")
    return Power(power)


def _hunter(kind: str) -> Kind:
    known = (Kind.DESTROYER, *AIRCRAFT)
    if kind not in known:
        raise UnknownName(f"'{kind}' does not hunt submarines; {', '.join(known)} do")
    return Kind(kind)


def _by_name(given: Mapping[str, T], what: str) -> Mapping[str, T]:
    if not isinstance(given, Mapping):
        raise BadData(f"{what}: {given!r} will not do; a mapping from names is wanted, such as {{'sz8': ...}}")
    return given


def _number(value: int, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadData(f"{what}: {value!r} will not do; a whole number from 0 up is wanted")
    return value


def _left(desk: _Desk, power: Power) -> dict[Kind, int]:
    left: dict[Kind, int] = {}
    for unit in desk.state.units.values():
        if unit.power is power:
            left[unit.kind] = left.get(unit.kind, 0) + 1
    return left


def search(hunter: str, dice: Dice, *, options: Any = None) -> Spotting:
    """One spotting roll of a destroyer, fighter or bomber.

    >>> search("fighter", dice=[4]).spotted, search("fighter", dice=[4], options={"spot_aircraft": 4}).spotted
    (False, True)
    """
    desk = _Desk(Power.UK, dice, options, None, "owner_1941")
    unit = desk.line_up(Power.UK, {_hunter(hunter): 1}, BATTLEFIELD, True)[0]
    spotted = desk.resolve(_plain(lambda: spots(desk.play, unit)))
    face = next(event.face for event in desk.play.told if isinstance(event, Searched))
    return Spotting(spotted, face, desk.trace)


def _plain(procedure: Callable[[], T]) -> Flow[T]:
    yield from ()
    return procedure()


def duel(hunter: str, dice: Dice, *, orders: Orders | None = None, options: Any = None) -> Duel:
    """The fight of a destroyer, fighter or bomber with a submarine it has already spotted.

    >>> duel("destroyer", dice=[4, 2, 2, 1]).submarine_sunk   # miss, miss; hit, and the return fire hits too
    True
    """
    kind = _hunter(hunter)
    desk = _Desk(Power.UK, dice, options, orders, "owner_1941")
    unit = desk.line_up(Power.UK, {kind: 1}, BATTLEFIELD, True)[0]
    submarine = desk.line_up(Power.GERMANY, {Kind.SUBMARINE: 1}, BATTLEFIELD, False)[0]
    battle = Battle(BATTLEFIELD, "hunt", [unit.id], [submarine.id])
    fight = destroyer_duel if kind is Kind.DESTROYER else aircraft_duel
    last = desk.resolve(fight(desk.play, battle, unit, submarine))
    return Duel(last.submarine_sunk, last.hunter_sunk, last.ending, desk.trace)


def hunt(
    hunters: Fleet,
    submarines: int,
    dice: Dice,
    *,
    power: str = Power.UK,
    zone: Zone = BATTLEFIELD,
    enemy: str | None = None,
    orders: Orders | None = None,
    options: Any = None,
) -> Hunt:
    """A whole hunt in one zone of the whole board, combined arms included: each hunter makes its one attack.

    The zone, and whose submarines they are (``enemy``: German against the Allies, British against the Axis if left
    out), matter for the trace only.

    Raises:
        BadData, UnknownName: negative numbers, units that do not exist or do not hunt.
    """
    owner = _power(power)
    counts = {_hunter(kind): number for kind, number in check_counts(hunters, "hunters").items()}
    desk = _Desk(owner, dice, options, orders, "owner_1941")
    zone, prey = check_zone(zone, "world_1941"), _enemy_of(owner, enemy)
    for unit in desk.line_up(owner, counts, zone, True):
        unit.mission = "search" if is_aircraft(unit) else ""
    number = _number(submarines, "submarines")
    desk.line_up(prey, {Kind.SUBMARINE: number}, zone, False)
    desk.resolve(hunt_in_zone(desk.play, zone))
    left = _left(desk, owner)
    submarines_left = _left(desk, prey).get(Kind.SUBMARINE, 0)
    return Hunt(
        submarines_sunk=number - submarines_left,
        submarines_left=submarines_left,
        hunters_lost={kind: counts[kind] - left.get(kind, 0) for kind in counts},
        hunters_left=left,
        endings=tuple(event.ending for event in desk.play.told if isinstance(event, DuelEnded)),
        trace=desk.trace,
    )


def stop_submarines(destroyers: int, submarines: int, dice: Dice, *, options: Any = None) -> Passage:
    """Submarines leave, one after the other, a zone that enemy destroyers hold.

    >>> stop_submarines(destroyers=1, submarines=2, dice=[3, 4]).stopped
    (True, False)
    """
    desk = _Desk(Power.GERMANY, dice, options, None, "owner_1941")
    desk.line_up(Power.UK, {Kind.DESTROYER: _number(destroyers, "destroyers")}, BATTLEFIELD, False)
    leaving = {Kind.SUBMARINE: _number(submarines, "submarines")}
    units = desk.line_up(Power.GERMANY, leaving, BATTLEFIELD, True)

    def all_leave() -> Flow[tuple[bool, ...]]:
        yield from ()
        stopped = []
        for unit in units:
            away = leaves(desk.play, unit)
            stopped.append(not away)
            if away:
                unit.space = check_zone("sz10")
        return tuple(stopped)

    return Passage(desk.resolve(all_leave()), desk.trace)


def fleet_round(
    attackers: Fleet, defenders: Fleet, dice: Dice, *, power: str = Power.UK, orders: Orders | None = None,
    options: Any = None,
) -> FleetFight:  # fmt: skip
    """One round of a fleet battle: strikes, attacker's fire, defender's fire, casualties.

    >>> report = fleet_round({"destroyer": 1}, {"submarine": 1, "cruiser": 1}, dice=[2, 2, 6])
    >>> report.defenders, report.over
    ({<Kind.CRUISER: 'cruiser'>: 1}, False)
    """
    return _fleet_fight(attackers, defenders, dice, power, orders, options, rounds=1)


def fleet_fight(
    attackers: Fleet, defenders: Fleet, dice: Dice, *, power: str = Power.UK, orders: Orders | None = None,
    options: Any = None,
) -> FleetFight:  # fmt: skip
    """A fleet battle to its end."""
    return _fleet_fight(attackers, defenders, dice, power, orders, options, rounds=None)


def _fleet_fight(
    attackers: Fleet,
    defenders: Fleet,
    dice: Dice,
    power: str,
    orders: Orders | None,
    options: Any,
    rounds: int | None,
) -> FleetFight:
    owner = _power(power)
    enemy = _enemy_of(owner)
    desk = _Desk(owner, dice, options, orders, "owner_1941")
    ours = desk.line_up(owner, check_counts(attackers, "attackers"), BATTLEFIELD, True)
    theirs = desk.line_up(enemy, check_counts(defenders, "defenders"), BATTLEFIELD, False)
    battle = Battle(BATTLEFIELD, "fleet", [unit.id for unit in ours], [unit.id for unit in theirs])

    def one_round() -> Flow[bool]:
        if not (yield from battle_over(desk.play, battle)):
            yield from battle_round(desk.play, battle)
        return (yield from battle_over(desk.play, battle))

    def to_the_end() -> Flow[bool]:
        battle.round = yield from fleet_battle(desk.play, BATTLEFIELD, ours)
        return True

    over = desk.resolve(to_the_end() if rounds is None else one_round())
    ours_left, theirs_left = _left(desk, owner), _left(desk, enemy)
    winner = "" if not over or bool(ours_left) == bool(theirs_left) else "attacker" if ours_left else "defender"
    return FleetFight(ours_left, theirs_left, battle.round, over, winner, desk.trace)


def convoy_disruption(
    raiders: Mapping[str, Fleet],
    collecting: str,
    dice: Dice,
    *,
    allocation: Mapping[str, Sequence[str]] | None = None,
    orders: Orders | None = None,
    options: Any = None,
    owners: OwnerColumn = "owner_1941",
    raider: str | None = None,
) -> Disruption:
    """The convoy phase of a power.

    Args:
        raiders: the enemy units in each sea zone; fighters count if there are carriers for them.
        collecting: the power that collects income.
        dice: faces by zone in the order of their numbers, in each zone submarines first.
        allocation: for a zone, the territories its loss is charged to, first choice first.
        orders: answers what the allocation leaves open.
        options: the game's options.
        owners: the board and whose territories they are: ``owner_1941`` or ``owner_1942`` in the Atlantic,
            ``world_1941`` or ``world_1942`` on the whole board.
        raider: whose the raiders are; if left out, German against the Allies and British against the Axis.

    >>> report = convoy_disruption({"sz8": {"submarine": 2}}, "uk", dice=[3, 2, 5, 1])
    >>> report.zone_losses, report.charges                 # 6 IPC rolled, 4 within the limit of Sz8
    ({'sz8': 4}, {'england': 4})
    """
    power = _power(collecting)
    desk = _Desk(power, dice, options, _allocated(allocation or {}, orders, owners), owners)
    enemy = _enemy_of(power, raider)
    for zone, fleet in _by_name(raiders, "raiders").items():
        counts = check_counts(fleet, f"raiders in {zone}")
        units = desk.line_up(enemy, counts, check_zone(zone, owners), False)
        carriers = [unit for unit in units if unit.kind is Kind.CARRIER]
        decks = [carrier.id for carrier in carriers for _ in range(ROOM[Kind.CARRIER])]
        fighters = [unit for unit in units if unit.kind is Kind.FIGHTER]
        if len(fighters) > len(decks):
            raise BadData(f"raiders in {zone}: {len(fighters)} fighters need carriers; there is room for {len(decks)}")
        for fighter, deck in zip(fighters, decks, strict=False):
            fighter.aboard = deck
    lost = desk.resolve(disrupt(desk.play, power))
    marks, charges = dict(desk.state.marks), dict(desk.state.charges)
    starving = power is Power.UK and starves(charges)
    return Disruption(marks, charges, lost, sum(marks.values()) - lost, starving, desk.trace)


def _allocated(allocation: Mapping[str, Sequence[str]], orders: Orders | None, owners: OwnerColumn) -> Orders:
    board = waters(owners) if owners in get_args(OwnerColumn) else waters("owner_1941")
    lands, shores = board.territories, board.shores
    wishes: dict[Zone, list[Territory]] = {}
    for given, wanted in _by_name(allocation, "allocation").items():
        if isinstance(wanted, str) or not isinstance(wanted, Sequence):
            raise BadData(f"allocation of {given}: {wanted!r} will not do; a list of territories is wanted")
        wishes[check_zone(given, owners)] = [Territory(Space(name)) for name in wanted]
    for zone, names in wishes.items():
        for name in names:
            if name not in lands:
                raise UnknownName(f"allocation of {zone}: there is no territory {name!r}; {closest(name, lands)}")
            if name not in shores[zone]:
                raise BadData(f"allocation of {zone}: {name} is not on its shores; those are {', '.join(shores[zone])}")

    def answer(decision: Decision) -> object:
        charges = [option for option in decision.options if isinstance(option, Charge)]
        for zone, names in wishes.items():
            for name in names:
                if Charge(zone, name) in charges:
                    return Charge(zone, name)
        return 0 if orders is None else orders(decision)

    return answer


def england_starves(charges: Mapping[str, int]) -> bool:
    """Whether the charges of one convoy phase make the United Kingdom sue for peace (S25).

    >>> england_starves({"england": 8}), england_starves({"england": 7, "e_canada": 1})
    (True, False)

    Raises:
        UnknownName, BadData: a territory that does not exist, a negative charge.
    """
    for name, charge in _by_name(charges, "charges").items():
        if name not in TERRITORIES:
            raise UnknownName(f"there is no territory {name!r}; {closest(name, TERRITORIES)}")
        _number(charge, f"charge on {name}")
    return starves({Territory(Space(name)): charge for name, charge in charges.items()})
