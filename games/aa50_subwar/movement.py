"""Movement of ships and submarines (S3, S4, B3, B4, B13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from games.aa50_subwar.choices import GoOn, Sail, courses, go_on, sail, stop_in
from games.aa50_subwar.events import SubmarineStopped, UnitMoved
from games.aa50_subwar.losses import ask
from games.aa50_subwar.state import Play, State, is_aircraft
from games.aa50_subwar.theatre import MOVE, SEA, ZONES, title_of
from games.aa50_subwar.words import OPPONENT, Kind, Space, Unit, UnitNumber, Zone
from navalcore.engine.decision import Flow, Refusal
from navalcore.rulebook import rule

Phase = Literal["combat", "noncombat"]


@rule("B3")
def note_hostile_zones(state: State) -> None:
    """Remember the zones enemy surface warships hold as the turn begins; submarines and transports hold none."""
    hostile = state.hostile_spaces(state.side)
    state.hostile_at_start = [zone for zone in ZONES if zone in hostile]


def may_sail(unit: Unit) -> bool:
    """Whether a ship has a move left in the phase: it has not moved, fought or been stopped this turn."""
    return not unit.acted and not unit.stopped and not unit.mission and not is_aircraft(unit)


def may_enter(state: State, unit: Unit, zone: Zone, phase: Phase) -> bool:
    """Whether a ship may enter a zone: submarines any, surface ships no hostile one in the noncombat move (S3, B13)."""
    return phase == "combat" or unit.kind is Kind.SUBMARINE or not state.hostile(zone, state.side)


@rule("B4", "B13", "S3")
def sailing_orders(play: Play, phase: Phase, own: Sequence[Unit] | None = None) -> dict[Sail, UnitNumber]:
    """Every first step a ship of the phasing power may make, with the number of a ship that would make it.

    Args:
        play: the state and the options.
        phase: which movement phase it is.
        own: the phasing power's units, if they have been looked up.
    """
    state = play.state
    orders: dict[Sail, UnitNumber] = {}
    closed = state.hostile_spaces(state.side) if phase == "noncombat" else frozenset()
    seen: set[tuple[Kind, Space, int]] = set()  # what one ship may do, all like it in its zone may
    for unit in state.own() if own is None else own:
        if not unit.acted and may_sail(unit):
            kind = unit.kind
            guests = len(state.guests(unit.id)) if kind is Kind.CARRIER else 0
            group = kind, unit.space, guests
            if group not in seen:
                seen.add(group)
                number, free = unit.id, not closed or kind is Kind.SUBMARINE
                for order in courses(unit.power, kind, unit.zone, guests):
                    if free or order.target not in closed:
                        orders[order] = number
    return orders


@rule("B4")
def move_ship(play: Play, unit: Unit, target: Zone, phase: Phase) -> Flow[None]:
    """A ship's whole move: up to 2 zones, a surface ship stopping where it enters a hostile one."""
    state = play.state
    unit.acted = True
    while (yield from leaves(play, unit)):
        step(play, unit, target)
        if not unit.moves_left or (unit.kind is not Kind.SUBMARINE and state.hostile(unit.zone, state.side)):
            return
        onward = [go_on(zone) for zone in SEA[unit.space] if may_enter(state, unit, zone, phase)]
        choice = yield from ask(
            state.side,
            f"The {unit.kind} is in {title_of(unit.space)}. Does it go on?",
            [stop_in(unit.zone), *onward],
            "B4",
            kind="go_on",
        )
        if not isinstance(choice, GoOn):
            return
        target = choice.target


def step(play: Play, unit: Unit, target: Zone) -> None:
    """Move a ship one zone, with the allied fighters that ride on it (B16)."""
    source, unit.came_from = unit.space, unit.space
    unit.space = target
    unit.moves_left -= 1
    if unit.kind is Kind.CARRIER:
        for fighter in play.state.guests(unit.id):
            fighter.space = target
    if play.listening:
        play.tell(UnitMoved(unit.name, source, target, rule="B4"))


@rule("S3", "S4")
def leaves(play: Play, unit: Unit) -> Flow[bool]:
    """Whether a ship gets away from its zone: enemy destroyers there may stop a submarine, nothing stops others.

    Every destroyer rolls once against every submarine each time it leaves (AAS-R04, AAS-R05), whatever sails with it
    (AAS-R31); any success ends the submarine's movement for the turn and costs the destroyer nothing.
    """
    yield from ()
    if unit.kind is not Kind.SUBMARINE:
        return True
    needed = play.options.stop_submarine
    once = play.options.stop_roll == "once_per_destroyer"
    for enemy in play.state.of_side(OPPONENT[unit.side], unit.space):
        if enemy.kind is not Kind.DESTROYER or (once and enemy.attempted):
            continue
        enemy.attempted = True
        face = play.dice.d6(f"{enemy.name} tries to stop the submarine", "S4")
        unit.stopped = face <= needed
        if play.listening:
            play.tell(SubmarineStopped(unit.zone, face, needed, unit.stopped, rule="S4"))
        if unit.stopped:
            return False
    return True


def new_attempts(state: State) -> None:
    """A movement phase begins: each destroyer has its attempt again (AAS-R04 ``once_per_destroyer``)."""
    for unit in state.units.values():
        unit.attempted = False


def cannot_sail(play: Play, phase: Phase) -> Iterator[Refusal]:
    """Why ships do not make the steps that are left out."""
    state = play.state
    for unit in state.own():
        if is_aircraft(unit):
            continue
        for zone in SEA[unit.space]:
            order = str(sail(unit.power, unit.kind, unit.zone, zone, len(state.guests(unit.id))))
            if unit.stopped:
                yield Refusal(order, "S4", "a destroyer has ended this submarine's movement for the turn")
            elif unit.mission == "fought":
                yield Refusal(order, "B4", "a unit that fought does not move in the same turn")
            elif unit.acted:
                yield Refusal(order, "B4", f"a ship moves once a turn, up to {MOVE[unit.kind]} zones")
            elif not may_enter(state, unit, zone, phase):
                yield Refusal(
                    order, "B13", f"{title_of(zone)} is hostile, and ships enter a hostile zone in the combat move only"
                )
