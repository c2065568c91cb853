"""Dice, hits and losses: what hunts and fleet battles share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from navalcore.rules import Flow, Reasons, choose
from navalcore_games.aa50_subwar.choices import label
from navalcore_games.aa50_subwar.events import Fired, UnitLost
from navalcore_games.aa50_subwar.state import Play, is_aircraft
from navalcore_games.aa50_subwar.theatre import COST
from navalcore_games.aa50_subwar.words import Kind, Power, Unit

T = TypeVar("T")


def ask(
    role: str, prompt: str, options: Sequence[T], rule: str, reasons: Reasons | None = None, *, kind: str
) -> Flow[T]:
    """One of ``options``; nothing is asked where there is only one."""
    if len(options) == 1:
        return options[0]
    return (yield from choose(role, prompt, options, rule, reasons=reasons, kind=kind))


def fire(play: Play, count: int, value: int, who: str, section: str) -> int:
    """Roll ``count`` dice; each of ``value`` or less is a hit. Returns the number of hits."""
    faces = play.dice.pool(count, "d6", f"{who}, hits on {value} or less", section, reads=value.__ge__)
    hits = sum(face <= value for face in faces)
    if faces:
        play.tell(Fired, who, tuple(faces), value, hits, rule=section)
    return hits


UNESCORTED: Final = "has no escort left and is lost"
"""What is told of transports after their name (B11)."""


def sunk(unit: Unit, by: Unit | None = None) -> str:
    """What is told of a unit that was hit, after its name."""
    return f"is {'shot down' if is_aircraft(unit) else 'sunk'}{f' by the {by.name}' if by else ''}"


def destroy(play: Play, unit: Unit, how: str, section: str) -> None:
    """Take a unit off the map and count its value (AAS-R24).

    Fighters aboard a carrier of the phasing power are its partner's cargo and go down with it; those of a carrier
    sunk on defence are in the air now (B16).
    """
    state = play.state
    del state.units[unit.id]
    state.destroyed[unit.side] += COST[unit.kind]
    if unit.kind is Kind.SUBMARINE and unit.power is Power.GERMANY:
        state.destroyed_submarines += COST[unit.kind]
    play.tell(UnitLost, unit.name, unit.space, how, rule=section)
    if unit.kind is Kind.CARRIER:
        for fighter in state.guests(unit.id):
            if unit.power is state.power:
                destroy(play, fighter, "goes down with its carrier", "B16")
            else:
                fighter.aboard, fighter.airborne = None, True


def unlike(units: Sequence[Unit]) -> list[Unit]:
    """One of each kind that can be told apart."""
    return list({label(unit): unit for unit in reversed(units)}.values())[::-1]
