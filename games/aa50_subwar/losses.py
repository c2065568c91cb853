"""Dice, hits and losses: what hunts and fleet battles share."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore_games.aa50_subwar.asking import rolled_by
from navalcore_games.aa50_subwar.choices import label
from navalcore_games.aa50_subwar.events import Fired, UnitLost, firing
from navalcore_games.aa50_subwar.ids import named
from navalcore_games.aa50_subwar.state import Play
from navalcore_games.aa50_subwar.theatre import COST
from navalcore_games.aa50_subwar.words import Cause, Kind, Power, Unit


def fire(play: Play, units: Sequence[Unit], value: int, section: str, role: str = "") -> int:
    """Roll a die for each unit; each of ``value`` or less is a hit. Returns the number of hits.

    Args:
        play: the dice, and who listens.
        units: those that fire, one or more in one zone.
        value: what they hit on.
        section: of the rules.
        role: "attacking" or "defending" in a fleet battle.
    """
    reason = f"{firing(units, role)}, hits on {value} or less"
    against = {"combat value": value}
    faces = play.dice.pool(
        len(units), "d6", reason, section, reads=value.__ge__, needed=against, about=lambda: rolled_by(units)
    )
    hits = sum(face <= value for face in faces)
    play.tell(Fired, tuple(map(named, units)), units[0].zone, role, tuple(faces), value, hits, rule=section)
    return hits


def destroy(play: Play, unit: Unit, cause: Cause, section: str, by: Unit | None = None) -> None:
    """Take a unit off the map and count its value (AAS-R24).

    Fighters aboard a carrier of the phasing power are its partner's cargo and go down with it; those of a carrier
    sunk on defence are in the air now (B16).
    """
    state = play.state
    del state.units[unit.id]
    state.destroyed[unit.side] += COST[unit.kind]
    if unit.kind is Kind.SUBMARINE and unit.power is Power.GERMANY:
        state.destroyed_submarines += COST[unit.kind]
    play.tell(UnitLost, named(unit), unit.space, cause, None if by is None else named(by), rule=section)
    if unit.kind is Kind.CARRIER:
        for fighter in state.guests(unit.id):
            if unit.power is state.power:
                destroy(play, fighter, Cause.CARRIER_SUNK, "B16")
            else:
                fighter.aboard, fighter.airborne = None, True


def unlike(units: Sequence[Unit]) -> list[Unit]:
    """One of each kind that can be told apart."""
    return list({label(unit): unit for unit in reversed(units)}.values())[::-1]
