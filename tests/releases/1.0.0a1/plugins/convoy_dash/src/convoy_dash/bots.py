"""The old hands: a navigator for the convoy, a hunter for the pack. Both see only what their role sees."""

from __future__ import annotations

from navalcore.bots import Bot
from navalcore.rules import Chance, Decision

from convoy_dash.choices import Order, Sail, Search
from convoy_dash.sea import open_sea, sea, way_home
from convoy_dash.views import SeaView

A_BOAT_IS_LIKE = 5.0
"""Steps of detour that the navigator takes to avoid a boat that is certainly there."""


class Navigator(Bot[SeaView]):
    """Searches the area it means to sail to, and goes round what it finds if there is time."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def decide(self, view: SeaView, decision: Decision) -> object:
        """The option with the least cost; which of several is left to chance."""
        costs = [self._cost(view, option) + self.chance.below(100) / 1000 for option in decision.options]
        return costs.index(min(costs))

    def _cost(self, view: SeaView, option: object) -> float:
        if isinstance(option, Search):
            next_to_it = option.area in sea().neighbours(view.convoy)
            return _way(view, option.area) + (0 if next_to_it else 10) + (option.area in _known(view))
        assert isinstance(option, Sail)
        return _way(view, option.area)


def _way(view: SeaView, area: str) -> float:
    """What an area costs the convoy: the way home from there, the danger there, and above all being late."""
    steps = way_home(area)
    late = steps > view.turns - view.turn
    return steps + A_BOAT_IS_LIKE * _danger(view, area) + 100 * late


def _known(view: SeaView) -> set[str]:
    return {*view.swept, *(boat.area for boat in view.boats if boat.area)}


def _danger(view: SeaView, area: str) -> float:
    """How likely it is that a boat is in an area, for all the convoy knows; a sighted boat is half as dangerous."""
    if any(boat.area == area for boat in view.boats):
        return 0.5
    if area not in open_sea() or area in view.swept:
        return 0.0
    return sum(not boat.sighted for boat in view.boats) / len(open_sea())


class Hunter(Bot[SeaView]):
    """Keeps its boats ahead of the convoy, out of sight."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def decide(self, view: SeaView, decision: Decision) -> object:
        """The order with the greatest gain; which of several is left to chance."""
        gains = [self._gain(view, option) + self.chance.below(100) / 200 for option in decision.options]
        return gains.index(max(gains))

    def _gain(self, view: SeaView, option: object) -> float:
        assert isinstance(option, Order)
        for boat in view.boats:
            if boat.number == option.boat:
                before = _worth(view, boat.area) if boat.area else 0.0
                return _worth(view, option.area) - before + 0.5 * boat.sighted
        return 0.25


def _worth(view: SeaView, area: str) -> float:
    """What a boat in an area is worth to the pack: most right ahead of the convoy, nothing behind it."""
    ahead = way_home(view.convoy) - way_home(area)
    steps = sea().distance(view.convoy, area)
    return 3.0 / steps if ahead == steps > 0 else 1.0 if ahead > 0 else 0.0
