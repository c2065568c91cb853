"""The wolfpacks of the hard German bot, and the oilers that bring them torpedoes."""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import Final

from navalcore.rules import rule
from navalcore_games.bismarck.bots.convoy_chart import ConvoyChart, Way
from navalcore_games.bismarck.bots.staff import Order
from navalcore_games.bismarck.cards import BRITANNIC, SHIP_NUMBERS, SHIPS, WS8B
from navalcore_games.bismarck.movement.ships import may_refuel
from navalcore_games.bismarck.sea_map import PORTS, SEA_WAYS, distance, sea_distances
from navalcore_games.bismarck.search.spotting import visibility_in
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import LAST_TURN, is_night
from navalcore_games.bismarck.victory import BRITISH_POINTS, GERMAN_POINTS
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Fate, Mode, ShipNumber, ShipType, Side, Square

PACKS: Final = tuple(n for n in SHIP_NUMBERS[Side.GERMAN] if SHIPS[n].type is ShipType.SUBMARINES)
OILERS: Final = tuple(n for n in SHIP_NUMBERS[Side.GERMAN] if SHIPS[n].type is ShipType.OILER)
SETTLING: Final = 4
"""Turns that a meeting is taken to cost besides the way there: with more of them distance counts less."""
NIGHTS_AHEAD: Final = 13
"""Turns after a meeting whose nights count, as the pack keeps to its convoy."""
KEEPS_UP: Final = 0.4
"""How likely it still does so on a night."""
SEES: Final = 0.6
"""How likely one pack sees a convoy in its square, in weather that is not known yet."""
RISK: Final = 0.05
"""How likely a convoy may be there for an oiler to stay."""
FEW: Final = 2
"""Torpedo factors with which a pack takes more where they are to be had."""


@cache
def worth_of_an_attack(convoy: ShipNumber, night: bool) -> float:
    """Points to be expected of a wolfpack's attack on a convoy without an escort (16.41.2), less those it risks."""
    strength = TABLES.submarine.anti_sub_strength.convoy.at(night)
    row = TABLES.submarine.row(strength)
    hits = row.average * TABLES.torpedo.hit_chance(SHIPS[convoy].knots) / 100
    each: float = SHIPS[convoy].loss_points
    if convoy == WS8B:
        each += BRITISH_POINTS["ws8b_per_ship_row31_turns_21_25"]
    if convoy == BRITANNIC:
        each += BRITISH_POINTS["britannic_col10_by_25"] + GERMAN_POINTS["convoy_mission_failed"]
        hits = min(hits, 1.0)
    return hits * each - row.sub_sunk_pct / 100 * BRITISH_POINTS["german_submarine_sunk"]


class Wolfpacks:
    """Orders for wolfpacks and oilers of one turn, each with those before it in mind."""

    def __init__(self, view: BismarckView, chart: ConvoyChart, prey: list[ShipNumber]) -> None:
        self.view = view
        self.ways: dict[ShipNumber, Way] = {convoy: chart.ways[convoy] for convoy in prey}
        self.stations: dict[tuple[int, Square], int] = {}

    @rule("6.26", "15.1", "16.41.3")
    def order(self, number: ShipNumber) -> Order:
        """Where the attacks to come promise most for the turns until then; without torpedoes, to the nearest oiler."""
        ship = self.view.ships[number]
        if self._rearms(number):
            if may_refuel(self.view, number):
                return Order(Mode.R)
            place = self._depot(ship.here)
            if place is not None:
                return Order(Mode.PATROL) if place == ship.square else Order(Mode.MOVE, place, 1)
        station = self._station(number)
        if station is None:
            return Order(Mode.PATROL)
        self.stations[station] = self.stations.get(station, 0) + 1
        return Order(Mode.PATROL) if station[1] == ship.square else Order(Mode.MOVE, station[1], 1)

    def _rearms(self, number: ShipNumber) -> bool:
        """Without torpedoes; or with few, where they are to be had and no night is near."""
        ship, view = self.view.ships[number], self.view
        if ship.torpedoes == 0:
            return True
        nights = any(is_night(turn, ship.here) for turn in range(view.turn, min(LAST_TURN, view.turn + 1) + 1))
        return ship.torpedoes <= FEW and not nights and may_refuel(view, number)

    def _depot(self, square: Square) -> Square | None:
        oilers = [self.view.ships[n].here for n in OILERS if self.view.ships[n].fate is Fate.ACTIVE]
        places = [*self.view.refuel_squares, *PORTS[Side.GERMAN], *oilers]
        far = sea_distances(Side.GERMAN, square)
        return min(places, key=lambda place: far.get(place, 99), default=None)

    def _station(self, number: ShipNumber) -> tuple[int, Square] | None:
        view, here = self.view, self.view.ships[number].here
        far = sea_distances(Side.GERMAN, here)
        best, found = 0.0, None
        for convoy, way in self.ways.items():
            for turn in range(view.turn, LAST_TURN + 1):
                for square, chance in way[turn].items():
                    if far.get(square, 99) > turn - view.turn + 1:
                        continue
                    later = range(turn + 1, min(LAST_TURN, turn + NIGHTS_AHEAD) + 1)
                    nights = sum(is_night(each, square) and bool(way[each]) for each in later)
                    worth = max(0.0, worth_of_an_attack(convoy, is_night(turn, square)))
                    worth += KEEPS_UP * nights * worth_of_an_attack(convoy, True)
                    rate = chance * self._sees(number, turn, square, chance) * worth / (turn - view.turn + SETTLING)
                    if rate > best:
                        best, found = rate, (turn, square)
        return found

    def _sees(self, number: ShipNumber, turn: int, square: Square, chance: float) -> float:
        """How likely a convoy in a square is seen: two packs see it in almost any weather. Where it is only guessed at
        and one pack searches well enough, a second counts less, so that two packs search two squares.
        """
        mates = self.stations.get((turn, square), 0)
        if turn > self.view.turn:
            return (1.0 if mates else SEES) * (0.5 + 0.5 * chance if mates else 1.0)
        ship = self.view.ships[number]
        card = SHIPS[number]
        factor = (card.patrol_search if ship.square == square else card.move_search)[is_night(turn, square)]
        factor -= card.midships - ship.midships
        alone = factor >= visibility_in(self.view, square)
        if mates:
            return 0.5 + 0.5 * chance if alone else 1.0
        return 1.0 if alone else 0.5

    # ---- oilers -------------------------------------------------------------------------------------------------

    @rule("6.26", "15.1")
    def oiler_order(self, number: ShipNumber) -> Order:
        """Out of the way of convoys and of enemies in sight; else to the packs that have used their torpedoes."""
        here = self.view.ships[number].here
        ways = [here, *(there for _, there in SEA_WAYS[Side.GERMAN][here])]
        safe = [square for square in ways if self._danger(square) < RISK]
        if not safe:
            safe = [min(ways, key=lambda square: (self._danger(square), square != here))]
        packs = self._clients(number)
        afloat = self.view.ships
        waits = any(distance(afloat[pack].here, here) <= 1 and self._rearms(pack) for pack in packs)
        goal = here
        if here not in safe or (packs and not waits):
            wanted = min(packs, key=lambda pack: afloat[pack].torpedoes, default=None)
            far = {} if wanted is None else sea_distances(Side.GERMAN, afloat[wanted].here)
            goal = min(safe, key=lambda square: (far.get(square, 99), square != here))
        return Order(Mode.MOVE) if goal == here else Order(Mode.MOVE, goal, 1)

    def _clients(self, oiler: ShipNumber) -> list[ShipNumber]:
        """The packs that an oiler is the nearest to."""
        view = self.view
        afloat = [n for n in OILERS if view.ships[n].fate is Fate.ACTIVE]
        packs = [n for n in PACKS if view.ships[n].fate is Fate.ACTIVE]
        far = {n: sea_distances(Side.GERMAN, view.ships[n].here) for n in afloat}
        return [p for p in packs if min(afloat, key=lambda n: (far[n].get(view.ships[p].here, 99), n)) == oiler]

    def _danger(self, square: Square) -> float:
        """How likely a convoy or what was seen lately comes to a square this turn or the next."""
        turns = range(self.view.turn, min(LAST_TURN, self.view.turn + 1) + 1)
        risk = sum(max(way[turn].get(square, 0.0) for turn in turns) for way in self.ways.values())
        near = (s for s in self.view.enemies if s.spotted and s.unit < len(SHIPS) and SHIPS[s.unit].firepower)
        return risk + any(distance(s.square, square) <= 1 for s in near)


def night_attacks_left(way: Way, turn: int, square: Square) -> int:
    """How many attacks a pack may expect to make by night on a convoy that it is with."""
    nights = sum(is_night(each, square) and bool(way[each]) for each in range(turn + 1, LAST_TURN + 1))
    return ceil(KEEPS_UP * nights)
