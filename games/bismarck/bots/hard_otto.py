"""The hard German bot: Otto's plans, with a chart of the convoys for its wolfpacks, and raiders that run for a port."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from navalcore.rules import SeededChance, rule
from navalcore_games.bismarck.bots.convoy_chart import ConvoyChart
from navalcore_games.bismarck.bots.otto import Otto
from navalcore_games.bismarck.bots.plans import Plan, draw_plan
from navalcore_games.bismarck.bots.staff import Order, sailed
from navalcore_games.bismarck.bots.wolfpacks import OILERS, PACKS, Wolfpacks, night_attacks_left
from navalcore_games.bismarck.cards import BISMARCK, CONVOYS, GUNS, PRINZ_EUGEN, SHIPS, WS8B
from navalcore_games.bismarck.choices import NOBODY, Unit
from navalcore_games.bismarck.combat.damage import SLOW_MODE
from navalcore_games.bismarck.movement.ships import allowance
from navalcore_games.bismarck.sea_map import PORTS, distance, sea_distances
from navalcore_games.bismarck.search.spotting import fog_in, visibility_in
from navalcore_games.bismarck.turns import is_night
from navalcore_games.bismarck.victory import BRITISH_POINTS, GERMAN_POINTS, MISSIONS
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Fate, Mode, ShipNumber, ShipType, Side, Square, UnitNumber

HARD_OPENINGS: Final = (*("denmark_strait",) * 7, *("iceland_faroes",) * 2, "faroes_scapa")
"""How often each way out is drawn: the Denmark Strait is farthest from Scapa Flow and its aircraft."""
HAVENS: Final = tuple(PORTS[Side.GERMAN])
"""Where no British ship may follow (6.31)."""
FAILURE: Final = GERMAN_POINTS["convoy_mission_failed"]
TORN: Final = 3
"""Midships lost that send the Bismarck home."""
AHEAD: Final = 5
"""The lead with which the raiders go home, were everything still at sea to arrive."""
NOT_BEFORE: Final = 6
"""The first turn on which that lead is asked for."""
LATELY: Final = 2
"""For so many turns a warship that was seen is run from."""


class HardOtto(Otto):
    """The Bismarck breaks out by a plan as Otto's does, but alone; she turns away from every warship and goes into port
    once the points suffice. The wolfpacks search by a chart of the convoys, and their oilers follow them.
    """

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance)
        self.chart = ConvoyChart()
        self.packs: Wolfpacks | None = None

    @staticmethod
    def draw(chance: SeededChance) -> Plan:
        """Mostly through the Denmark Strait."""
        return draw_plan(chance, HARD_OPENINGS)

    # ---- wolfpacks ----------------------------------------------------------------------------------------------

    def make_plan(self, view: BismarckView) -> dict[UnitNumber, Order]:
        """Orders for raiders, wolfpacks and oilers."""
        plan = super().make_plan(view)
        for number in OILERS:
            if view.ships[number].fate is Fate.ACTIVE:
                plan[number] = self._packs(view).oiler_order(number)
        return plan

    @rule("15.1")
    def wolfpack_order(self, view: BismarckView, number: ShipNumber) -> Order:
        """Where the nights with a convoy promise most for the turns until then."""
        return self._packs(view).order(number)

    def _packs(self, view: BismarckView) -> Wolfpacks:
        """The plan of this turn for wolfpacks and oilers."""
        if self.packs is None or self.packs.view.turn != view.turn:
            self.chart.update(view)
            self.packs = Wolfpacks(view, self.chart, self.prey(view))
        return self.packs

    @rule("16.41.3", "16.84.1")
    def choose_victim(self, view: BismarckView, options: Sequence[Any]) -> object:
        """By day, when a convoy is strongest, only with torpedoes that the nights to come will not need."""
        choice = super().choose_victim(view, options)
        if not isinstance(choice, Unit) or choice.number not in CONVOYS:
            return choice
        convoy = next(number for number in CONVOYS if number == choice.number)
        square = next(s.square for s in view.enemies if s.unit == convoy)
        if is_night(view.turn, square):
            return choice
        most = max((view.ships[n].torpedoes for n in PACKS if view.ships[n].square == square), default=0)
        way = sailed(convoy, {square: 1.0}, view.turn)
        return choice if most > night_attacks_left(way, view.turn, square) else NOBODY

    def _way_of(self, view: BismarckView, convoy: ShipNumber) -> tuple[dict[Square, float], ...]:
        """The convoy's squares by turn, as the chart has them."""
        self.chart.update(view)
        return self.chart.ways[convoy]

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
