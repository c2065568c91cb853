"""Movement of ships and submarines (S3, S4, B3, B4, B13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import repeat

from navalcore.rules import Decision, Flow, Refusal, rule
from navalcore_games.aa50_subwar.asking import about_space, rolled_by
from navalcore_games.aa50_subwar.choices import GoOn, Sail, courses, sail, ways_on
from navalcore_games.aa50_subwar.events import SubmarineStopped, UnitMoved
from navalcore_games.aa50_subwar.ids import named
from navalcore_games.aa50_subwar.orders import MovementPhase, Orders, Phase
from navalcore_games.aa50_subwar.state import Play, State, is_aircraft
from navalcore_games.aa50_subwar.theatre import MOVE, OPEN_SEA, SEA, ZONES, title_of
from navalcore_games.aa50_subwar.words import Kind, Space, Unit, Zone


@rule("B3")
def note_hostile_zones(state: State) -> None:
    """Remember the zones enemy surface warships hold as the turn begins; submarines and transports hold none."""
    hostile = state.hostile_spaces(state.side)
    state.hostile_at_start = [zone for zone in ZONES if zone in hostile]


def may_enter(state: State, unit: Unit, zone: Zone, phase: Phase) -> bool:
    """Whether a ship may enter a zone: submarines any, surface ships no hostile one in the noncombat move (S3, B13)."""
    return phase == "combat" or unit.kind is Kind.SUBMARINE or not state.hostile(zone, state.side)


@rule("B4", "B13", "S3")
def sailing_orders(state: State, phase: MovementPhase) -> Orders[Sail]:
    """Every first step that ships of the phasing power may make."""
    closed = phase.hostile if phase.name == "noncombat" else None
    orders: list[Sail] = []
    units: list[Unit] = []
    seen: set[tuple[Kind, Space, int]] = set()  # what one ship may do, all like it in its zone may
    for unit in phase.ships:
        if unit.acted:
            continue
        kind = unit.kind
        guests = len(state.guests(unit.id)) if kind is Kind.CARRIER else 0
        group = kind, unit.space, guests
        if group not in seen:
            seen.add(group)
            steps: Sequence[Sail] = courses(unit.power, kind, unit.zone, guests)
            if closed and kind is not Kind.SUBMARINE:
                steps = [order for order in steps if order.target not in closed]
            orders += steps
            units += repeat(unit, len(steps))
    phase.sails = found = Orders(orders, units)
    return found


@rule("B4")
def move_ship(play: Play, unit: Unit, target: Zone, phase: MovementPhase) -> Flow[None]:
    """A ship's whole move: up to 2 zones, a surface ship stopping where it enters a hostile one."""
    submarine, hostile = unit.kind is Kind.SUBMARINE, phase.hostile
    unit.acted = True
    phase.sailed(unit)
    while not submarine or leaves(play, unit, phase.enemies.get(unit.space, ())):
        step(play, unit, target)
        zone = unit.zone
        if not unit.moves_left or (not submarine and zone in hostile):
            return
        ways: Sequence[object] = ways_on(unit.side, zone)
        if not submarine and phase.name == "noncombat" and not hostile.isdisjoint(SEA[zone]):
            ways = [way for way in ways if not isinstance(way, GoOn) or way.target not in hostile]
        if len(ways) == 1:
            return
        about = about_space(zone, unit)
        index = yield Decision(play.state.side, _on_its_way(unit.kind, zone), ways, "B4", kind="go_on", about=about)
        choice = ways[index]
        if not isinstance(choice, GoOn):
            return
        target = choice.target


@cache
def _on_its_way(kind: Kind, zone: Zone) -> str:
    return f"The {kind} is in {title_of(zone)}. Does it go on?"


def step(play: Play, unit: Unit, target: Zone) -> None:
    """Move a ship one zone, with the allied fighters that ride on it (B16)."""
    source, unit.came_from = unit.space, unit.space
    unit.space = target
    unit.moves_left -= 1
    guests = play.state.guests(unit.id) if unit.kind is Kind.CARRIER else []
    for fighter in guests:
        fighter.space = target
    play.tell(UnitMoved, named(unit), source, target, "", (), tuple(map(named, guests)), rule="B4")


@rule("S3", "S4")
def leaves(play: Play, unit: Unit, enemies: Sequence[Unit] | None = None) -> bool:
    """Whether a ship gets away from its zone: enemy destroyers there may stop a submarine, nothing stops others.

    Every destroyer rolls once against every submarine each time it leaves (AAS-R04, AAS-R05), even if other ships sail
    with it (AAS-R31). Any success ends the submarine's movement for the turn and costs the destroyer nothing.

    Args:
        play: the state, the options, the dice.
        unit: the ship.
        enemies: the enemy's units in its zone, if they have been looked up.
    """
    if unit.kind is not Kind.SUBMARINE:
        return True
    needed = play.options.stop_submarine
    once = play.options.stop_roll == "once_per_destroyer"
    for enemy in play.state.enemies(unit.space, unit.side) if enemies is None else enemies:
        if enemy.kind is not Kind.DESTROYER or (once and enemy.attempted):
            continue
        enemy.attempted = True
        why, about = f"{enemy.name} tries to stop the submarine", partial(rolled_by, (enemy,), unit)
        face = play.dice.roll("d6", why, "S4", needed={"stopping": needed}, about=about)
        unit.stopped = face <= needed
        play.tell(SubmarineStopped, named(enemy), named(unit), unit.zone, face, needed, unit.stopped, rule="S4")
        if unit.stopped:
            return False
    return True


def new_attempts(state: State) -> None:
    """A movement phase begins: each destroyer has its attempt again (AAS-R04 ``once_per_destroyer``)."""
    for unit in state.units.values():
        if unit.attempted:
            unit.attempted = False


def cannot_sail(play: Play, phase: Phase) -> Iterator[Refusal]:
    """Why ships do not make the steps that are left out."""
    state = play.state
    for unit in state.own():
        if is_aircraft(unit):
            continue
        for zone in SEA[unit.space]:
            order = str(sail(unit.power, unit.kind, unit.zone, zone, len(state.guests(unit.id))))
            if zone not in OPEN_SEA[unit.side][unit.space]:
                yield Refusal(order, "B4", "the enemy holds the canal")
            elif unit.stopped:
                yield Refusal(order, "S4", "a destroyer has ended this submarine's movement for the turn")
            elif unit.mission == "fought":
                yield Refusal(order, "B4", "a unit that fought does not move in the same turn")
            elif unit.acted:
                yield Refusal(order, "B4", f"a ship moves once a turn, up to {MOVE[unit.kind]} zones")
            elif not may_enter(state, unit, zone, phase):
                yield Refusal(
                    order, "B13", f"{title_of(zone)} is hostile, and ships enter a hostile zone in the combat move only"
                )
