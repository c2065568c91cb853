"""A table in words: whose turn it is, points, money, and what is in each space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from navalcore.components import counted
from navalcore_games.aa50_subwar.theatre import POWERS, title_of
from navalcore_games.aa50_subwar.views import AtlanticView, BattleView
from navalcore_games.aa50_subwar.words import ATLANTIC, Kind, Power, Side, name_of

Fleet = Mapping[tuple[Power, Kind], int]
"""How many units of each power and kind, powers and kinds in their order."""


def fleets(view: AtlanticView) -> dict[str, Fleet]:
    """The numbers of units in each space."""
    found: dict[str, Counter[tuple[Power, Kind]]] = {}
    for unit in view.units:
        found.setdefault(unit.space, Counter())[unit.power, unit.kind] += 1
    order = [(power, kind) for power in Power for kind in Kind]
    return {space: {key: tally[key] for key in order if key in tally} for space, tally in found.items()}


def described(units: Fleet) -> str:
    """Units as text: "2 German submarines, 1 British destroyer"."""
    return ", ".join(counted(number, name_of(power, kind)) for (power, kind), number in units.items())


def when(view: AtlanticView) -> str:
    """Which round it is."""
    return "after the last round" if view.round > view.rounds else f"round {view.round} of {view.rounds}"


def points(view: AtlanticView) -> str:
    """The points of both sides."""
    return f"Points: Axis {view.points(Side.AXIS)}, Allies {view.points(Side.ALLIES)}"


def money(view: AtlanticView) -> str:
    """The treasuries, and what has been bought and not yet mobilized."""
    treasuries = ", ".join(f"{POWERS[power].title} {view.treasury[power]}" for power in ATLANTIC)
    bought = ", ".join(counted(number, kind) for kind, number in Counter(view.bought).items())
    return f"IPC: {treasuries}{f'; bought: {bought}' if bought else ''}"


def under_way(battle: BattleView) -> str:
    """The combat that is fought."""
    what = "Submarine hunt" if battle.mode == "hunt" else "Fleet battle"
    begun = f", round {battle.round}" if battle.round else ""
    return f"{what} in {title_of(battle.zone)}{begun}"
