"""Where the convoys may be, as a German can work it out from their cards, from sightings and from empty searches."""

from __future__ import annotations

from typing import Final

from navalcore.rules import rule
from navalcore_games.bismarck.bots.staff import sailed, timetable
from navalcore_games.bismarck.cards import CONVOYS, SHIP_NUMBERS, SHIPS
from navalcore_games.bismarck.sea_map import FOG_AREA_OF, ROWS
from navalcore_games.bismarck.search.spotting import ship_factor
from navalcore_games.bismarck.turns import is_night
from navalcore_games.bismarck.views import BismarckView, Sighting
from navalcore_games.bismarck.words import Fate, Hunt, ShipNumber, Side, Square

FAINT: Final = 1e-3
"""A square this unlikely is left out."""
ELSEWHERE: Final = 0.05
"""The share that a square keeps which was searched in vain: the convoy may not have kept to a shortest way."""

Way = tuple[dict[Square, float], ...]
"""The chances of a convoy's squares, by turn."""


class ConvoyChart:
    """The chances of every convoy's squares, turn by turn."""

    def __init__(self) -> None:
        self.turn = -1
        self.ways: dict[ShipNumber, Way] = {}
        self._weather: tuple[tuple[int, ...], tuple[bool, ...]] = ((), ())

    @rule("9.2", "9.4", "10.9")
    def update(self, view: BismarckView) -> None:
        """Take in the results of the search at the end of the turn before, and this turn's shadows."""
        if self.turn == view.turn:
            return
        before = view.turn - 1
        lost_track = self.turn != before
        searched = set() if lost_track else self._searched(view)
        for convoy in CONVOYS:
            seen = next((s for s in view.enemies if s.unit == convoy), None)
            way = () if lost_track else self.ways[convoy]
            if seen is not None and followed(view, seen):
                way = sailed(convoy, {seen.square: 1.0}, view.turn)
            elif seen is not None and (seen.spotted or lost_track):
                way = sailed(convoy, {seen.square: 1.0}, min(seen.turn, before))
            elif lost_track:
                way = timetable(convoy, SHIPS[convoy].square, 0)
            elif searched & way[before].keys():
                way = _without(convoy, way[before], searched, before)
            self.ways[convoy] = way
        self.turn = view.turn
        self._weather = (tuple(view.visibility), tuple(view.fog))

    def _searched(self, view: BismarckView) -> set[Square]:
        """The squares in which any ship would have been seen the turn before."""
        levels, fog = self._weather
        found: dict[Square, int] = {}
        for number in SHIP_NUMBERS[Side.GERMAN]:
            ship = view.ships[number]
            if ship.fate is Fate.ACTIVE:
                factor = ship_factor(number, ship, ship.mode, is_night(view.turn - 1, ship.here))
                found[ship.here] = found.get(ship.here, 0) + factor
        return {
            square
            for square, total in found.items()
            if total >= levels[square // 100 - ROWS.start] and not (square in FOG_AREA_OF and fog[FOG_AREA_OF[square]])
        }


def followed(view: BismarckView, seen: Sighting) -> bool:
    """Whether a wolfpack follows a convoy this turn: then its square is that of the turn's end (10.9)."""
    ships = (view.ships[number] for number in SHIP_NUMBERS[Side.GERMAN])
    return any(s.hunt is Hunt.FOLLOWING and s.fate is Fate.ACTIVE and s.projected == seen.square for s in ships)


def _without(convoy: ShipNumber, now: dict[Square, float], searched: set[Square], turn: int) -> Way:
    left = {square: part * (ELSEWHERE if square in searched else 1.0) for square, part in now.items()}
    whole = sum(left.values())
    return sailed(convoy, {square: part / whole for square, part in left.items() if part > FAINT * whole}, turn)
