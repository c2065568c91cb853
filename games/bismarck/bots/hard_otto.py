"""The hard German bot: Otto's plans, with wolfpacks set on the convoys that pay, and raiders that run for a port."""

from __future__ import annotations

from functools import cache
from typing import Final

from navalcore.rules import SeededChance, rule
from navalcore_games.bismarck.bots.otto import Otto
from navalcore_games.bismarck.bots.plans import Plan, draw_plan
from navalcore_games.bismarck.bots.staff import Order
from navalcore_games.bismarck.cards import BISMARCK, BRITANNIC, GUNS, PRINZ_EUGEN, SHIPS, WS8B, ship_number
from navalcore_games.bismarck.combat.damage import SLOW_MODE, loss_points
from navalcore_games.bismarck.movement.ships import allowance
from navalcore_games.bismarck.sea_map import PORTS, distance, sea_distances
from navalcore_games.bismarck.search.spotting import fog_in, visibility_in
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import LAST_TURN, is_night
from navalcore_games.bismarck.victory import BRITISH_POINTS, GERMAN_POINTS, MISSIONS
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Fate, Mode, ShipNumber, ShipType, Side, Square

HARD_OPENINGS: Final = (*("denmark_strait",) * 7, *("iceland_faroes",) * 2, "faroes_scapa")
"""How often each way out is drawn: the Denmark Strait is farthest from Scapa Flow and its aircraft."""
HAVENS: Final = tuple(PORTS[Side.GERMAN])
"""Where no British ship may follow (6.31)."""
SOUTHERN_PACKS: Final = (ship_number("WP3"), ship_number("WP4"))
"""The packs that wait in front of the fast convoys; the others have slow convoys nearer by."""
FAILURE: Final = GERMAN_POINTS["convoy_mission_failed"]
SETTLING: Final = 4
"""Turns that a meeting is taken to cost besides the way there: with more of them distance counts less."""
NIGHTS_AHEAD: Final = 13
"""Turns after a meeting whose nights count, as the pack keeps to its convoy."""
KEEPS_UP: Final = 0.4
"""How likely it still does so on a night."""
TORN: Final = 3
"""Midships lost that send the Bismarck home."""
AHEAD: Final = 5
"""The lead with which the raiders go home, were everything still at sea to arrive."""
NOT_BEFORE: Final = 6
"""The first turn on which that lead is asked for."""
LATELY: Final = 2
"""For so many turns a warship that was seen is run from."""


@cache
def worth_of_an_attack(convoy: ShipNumber, night: bool) -> float:
    """Points to be expected of a wolfpack's attack on a convoy without an escort (16.41.2), less those it risks."""
    strength = TABLES.submarine.anti_sub_strength.convoy.at(night)
    row = TABLES.submarine.row(strength)
    hits = row.average * TABLES.torpedo.hit_chance(SHIPS[convoy].knots) / 100
    each: float = loss_points(convoy)
    if convoy == WS8B:
        each += BRITISH_POINTS["ws8b_per_ship_row31_turns_21_25"]
    if convoy == BRITANNIC:
        each, hits = each + BRITISH_POINTS["britannic_col10_by_25"] + FAILURE, min(hits, 1.0)
    return hits * each - row.sub_sunk_pct / 100 * BRITISH_POINTS["german_submarine_sunk"]


class HardOtto(Otto):
    """The Bismarck breaks out by a plan as Otto's does, but alone. The wolfpacks wait for WS8B; she turns away from
    every warship and goes into port once the points suffice.
    """

    @staticmethod
    def draw(chance: SeededChance) -> Plan:
        """Mostly through the Denmark Strait."""
        return draw_plan(chance, HARD_OPENINGS)

    # ---- wolfpacks ----------------------------------------------------------------------------------------------

    @rule("15.1")
    def wolfpack_order(self, view: BismarckView, number: ShipNumber) -> Order:
        """The southern packs wait where the nights with a convoy promise most for the turns until then."""
        ship = view.ships[number]
        if number not in SOUTHERN_PACKS or ship.torpedoes == 0:
            return super().wolfpack_order(view, number)
        square = self._best_station(view, ship.here)
        return Order(Mode.PATROL) if square in (None, ship.square) else Order(Mode.MOVE, square, 1)

    def _best_station(self, view: BismarckView, here: Square) -> Square | None:
        far = sea_distances(Side.GERMAN, here)
        best, found = 0.0, None
        for convoy in self.prey(view):
            way = self._way_of(view, convoy)
            for turn in range(view.turn, LAST_TURN + 1):
                for square, chance in way[turn].items():
                    if far.get(square, 99) > turn - view.turn:
                        continue
                    later = range(turn + 1, min(LAST_TURN, turn + NIGHTS_AHEAD) + 1)
                    nights = sum(is_night(each, square) and bool(way[each]) for each in later)
                    worth = worth_of_an_attack(convoy, is_night(turn, square))
                    worth += KEEPS_UP * nights * worth_of_an_attack(convoy, True)
                    rate = chance * worth / (turn - view.turn + SETTLING)
                    if rate > best:
                        best, found = rate, square
        return found

    # ---- raiders ------------------------------------------------------------------------------------------------

    @rule("15.1")
    def raider_order(self, view: BismarckView, number: ShipNumber) -> Order:
        """The Bismarck sails alone: a second ship is seen as easily, and is worth 20 points to the British.
        Prinz Eugen stays in port, unless the match is set up for the ships to split.
        """
        stays = number == PRINZ_EUGEN and self.strategy != "split" and view.ships[number].square in HAVENS
        return Order(Mode.PATROL) if stays else self._lone_order(view, number)

    def goes_home(self, view: BismarckView, number: ShipNumber) -> bool:
        """Hurt, slow, or far enough ahead."""
        ship = view.ships[number]
        hurt = number == BISMARCK and SHIPS[number].midships - ship.midships >= TORN
        return hurt or ship.knots < SLOW_MODE or (view.turn >= NOT_BEFORE and expected_lead(view) >= AHEAD)

    def _homeward(self, view: BismarckView, number: ShipNumber) -> Order:
        """To the nearest port, and to stay there."""
        square = view.ships[number].here
        far = sea_distances(Side.GERMAN, square)
        haven = min(HAVENS, key=lambda port: far.get(port, 99))
        return Order(Mode.PATROL) if haven == square else Order(Mode.MOVE, haven)

    def _threatened(self, view: BismarckView, square: Square) -> bool:
        """Whether any battleship or cruiser is in sight next to the ship: those that shadow call the others."""
        near = (s for s in view.enemies if s.spotted and distance(s.square, square) <= 1)
        return any(s.unit < len(SHIPS) and SHIPS[s.unit].type in GUNS for s in near) or super()._threatened(
            view, square
        )

    def evade(self, view: BismarckView, number: ShipNumber) -> Order:
        """Two squares if she may, as they shake off shadowers (10.7): to thick weather, away from battleships, towards
        a port.
        """
        ship = view.ships[number]
        near = sea_distances(Side.GERMAN, ship.here)
        most = min(2, allowance(view, number, Mode.MOVE))
        reach = [square for square, far in near.items() if far <= most and (far or square in HAVENS)]
        if not reach:
            return Order(Mode.MOVE)
        homeward = sea_distances(Side.GERMAN, min(HAVENS, key=lambda port: near.get(port, 99)))
        away = self._feared(view)

        def worth(square: Square) -> float:
            if square in HAVENS:
                return 99
            cover = 8 if fog_in(view, square) else visibility_in(view, square)
            room = min((distance(square, enemy) for enemy in away), default=0)
            whim = self.chance.below(8) / 4
            return 2 * cover + 3 * room - 6 * homeward.get(square, 99) + 2 * (near[square] >= 2) + whim

        best = max(reach, key=worth)
        return Order(Mode.PATROL) if best == ship.square else Order(Mode.MOVE, best)

    @staticmethod
    def _feared(view: BismarckView) -> list[Square]:
        """Where battleships were seen lately; where there are none, cruisers."""
        lately = [s for s in view.enemies if s.unit < len(SHIPS) and view.turn - s.turn <= LATELY]
        for kind in (ShipType.BATTLESHIP, ShipType.CRUISER):
            if squares := [s.square for s in lately if SHIPS[s.unit].type is kind]:
                return squares
        return []


def expected_lead(view: BismarckView) -> int:
    """By how much the Germans would win if every convoy still at sea arrived and no more shots were fired."""
    lead = view.points[Side.GERMAN] - view.points[Side.BRITISH]
    for mission in MISSIONS:
        number = mission.convoy
        if number in view.settled:
            continue
        if number in view.lost:
            lead += FAILURE
        else:
            ships = SHIPS[number].midships - view.ships_sunk.get(number, 0) if number == WS8B else 1
            lead -= mission.points * ships
    for number, each in ((BISMARCK, "bismarck_ms_lost_not_sunk"), (PRINZ_EUGEN, "prinz_eugen_ms_lost_not_sunk")):
        ship = view.ships[number]
        if ship.fate is Fate.ACTIVE:
            lead -= BRITISH_POINTS[each] * (SHIPS[number].midships - ship.midships)
    return lead
