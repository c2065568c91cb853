"""Who can hit whom, and who is lost (B8, B9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from navalcore.rules import Flow, choose_if_several, rule
from navalcore_games.aa50_subwar.asking import about_space
from navalcore_games.aa50_subwar.choices import TakeHit
from navalcore_games.aa50_subwar.events import UnitDamaged
from navalcore_games.aa50_subwar.ids import named
from navalcore_games.aa50_subwar.losses import unlike
from navalcore_games.aa50_subwar.state import Play, is_aircraft
from navalcore_games.aa50_subwar.theatre import ATTACK, COST, DEFENCE, UNITS
from navalcore_games.aa50_subwar.words import AIRCRAFT, Kind, Side, Unit


@dataclass(slots=True)
class Hits:
    """Hits of one volley, by the units that they may fall on."""

    on_ships: int = 0
    """Scored by submarines: sea units only."""
    not_on_submarines: int = 0
    """Scored by aircraft without a destroyer of their side: anything but submarines."""
    on_anything: int = 0
    """All others."""


def value(unit: Unit, attacking: bool) -> int:
    """A unit hits on this or less."""
    return ATTACK[unit.kind] if attacking else DEFENCE[unit.kind]


@rule("B8")
def aim(kind: Kind, with_destroyer: bool) -> str:
    """The units that the hits of a unit may fall on: one of ``KINDS_OF_HITS``."""
    if kind is Kind.SUBMARINE:
        return "on_ships"
    return "not_on_submarines" if kind in AIRCRAFT and not with_destroyer else "on_anything"


def has_destroyer(units: Iterable[Unit]) -> bool:
    """Whether there is a destroyer among the units."""
    return any(unit.kind is Kind.DESTROYER for unit in units)


@rule("B8")
def can_hit(shooters: Sequence[Unit], targets: Sequence[Unit], attacking: bool) -> bool:
    """Whether any shooter may hit any target: submarines only ships, aircraft submarines only with a destroyer."""
    with_destroyer = has_destroyer(shooters)
    for shooter in shooters:
        if not value(shooter, attacking):
            continue
        for target in targets:
            if shooter.kind is Kind.SUBMARINE and is_aircraft(target):
                continue
            if is_aircraft(shooter) and target.kind is Kind.SUBMARINE and not with_destroyer:
                continue
            return True
    return False


def lives(unit: Unit) -> int:
    """How many hits it takes to sink it now: a sound battleship two."""
    return UNITS[unit.kind].hits - unit.damaged


def most_taken(hits: Hits, units: Sequence[Unit]) -> int:
    """The most hits the units can take, in the best split (B9)."""
    submarines = sum(lives(unit) for unit in units if unit.kind is Kind.SUBMARINE)
    aircraft = sum(lives(unit) for unit in units if is_aircraft(unit))
    surface = sum(map(lives, units)) - submarines - aircraft
    on_submarines = min(hits.on_ships, submarines)
    on_aircraft = min(hits.not_on_submarines, aircraft)
    on_surface = min(surface, hits.on_ships - on_submarines + hits.not_on_submarines - on_aircraft)
    taken = on_submarines + on_aircraft + on_surface
    return taken + min(hits.on_anything, submarines + aircraft + surface - taken)


KINDS_OF_HITS = ("on_ships", "not_on_submarines", "on_anything")


def may_take(kind: Kind, aimed: str) -> bool:
    """Whether a hit of one of ``KINDS_OF_HITS`` may fall on a unit."""
    if aimed == "on_ships":
        return kind not in AIRCRAFT
    return aimed == "on_anything" or kind is not Kind.SUBMARINE


@rule("B9")
def candidates(hits: Hits, kind: str, units: Sequence[Unit]) -> list[Unit]:
    """The units of which the owner picks one for a hit of ``kind``, which is counted in ``hits``.

    Transports come last, and no pick may waste a later hit: as many as possible must be taken.
    """
    most = most_taken(hits, units)
    setattr(hits, kind, getattr(hits, kind) - 1)
    wasteful: dict[tuple[Kind, bool], bool] = {}
    for unit in units:
        if may_take(unit.kind, kind) and (unit.kind, unit.damaged) not in wasteful:
            sound = lives(unit) > 1
            key = unit.kind, unit.damaged
            if sound:
                unit.damaged = True
            rest = units if sound else [other for other in units if other is not unit]
            wasteful[key] = most_taken(hits, rest) < most - 1
            if sound:
                unit.damaged = False
    legal = [unit for unit in units if wasteful.get((unit.kind, unit.damaged)) is False]
    fighting = [unit for unit in legal if unit.kind is not Kind.TRANSPORT]
    return sorted(fighting or legal, key=_dearness)


def _dearness(unit: Unit) -> tuple[bool, int, int]:
    return (lives(unit) == 1, COST[unit.kind], unit.id)


@rule("B9")
def take_casualties(play: Play, owner: Side, units: Sequence[Unit], hits: Hits) -> Flow[list[Unit]]:
    """The owner picks who is hit; hits nothing can take are lost. Returns the units that will leave the battle."""
    standing, lost = list(units), []
    for kind in KINDS_OF_HITS:
        while getattr(hits, kind):
            left = most_taken(hits, standing)
            options = candidates(hits, kind, standing)
            if not options:
                continue
            picks = [TakeHit.of(unit) for unit in unlike(options)]
            choice = yield from choose_if_several(
                owner,
                f"Which unit takes the next of {left} hits?" if left > 1 else "Which unit takes the hit?",
                picks,
                "B9",
                kind="casualty",
                about=about_space(units[0].space, side=owner),
            )
            unit = next(unit for unit in standing if unit.id == choice.number)
            if lives(unit) > 1:
                play.tell(UnitDamaged, named(unit), unit.zone, rule="B9")
                unit.damaged = True
            else:
                standing.remove(unit)
                lost.append(unit)
    return lost
