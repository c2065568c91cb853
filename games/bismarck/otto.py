"""Otto (15.1): the German bot. He picks a strategy from the seed, may change it, and knows only what a German knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.bismarck.cards import (
    BISMARCK,
    CONVOYS,
    PRINZ_EUGEN,
    RAIDERS,
    SHIP_NUMBERS,
    SHIPS,
)
from games.bismarck.chart import BERGEN, BREST, SEA_WAYS, ST_NAZAIRE, distance, sea_distances
from games.bismarck.choices import NO, NOBODY, YES, Unit
from games.bismarck.damage import SLOW_MODE, loss_points
from games.bismarck.search import fog_in, visibility_in
from games.bismarck.staff import Order, Staff, card_strength, timetable
from games.bismarck.turns import LAST_TURN
from games.bismarck.views import BismarckView
from games.bismarck.words import Fate, Mode, ShipType, Side
from navalcore.components.chance import SeededChance
from navalcore.engine.decision import Decision
from navalcore.rulebook import rule

PASSAGES: Final = {
    "denmark_strait": (1526, 1323, 1120, 1116, 1214, 1413, 1613),
    "iceland_faroes": (1525, 1522, 1619, 1717, 1816),
    "faroes_scapa": (1627, 1726, 1723, 1821, 1918),
}
"""The ways out: squares to be passed one after the other."""

OPENINGS: Final = (
    *("denmark_strait",) * 3, *("iceland_faroes",) * 2, *("faroes_scapa",) * 2, "wait", *("split",) * 2,
)  # fmt: skip
"""How often each opening is drawn: three, two, two, one and two times in ten."""

LONGEST_WAIT = 3
THICK = 6
"""Visibility level that hides a ship well."""
TORN = 4
"""Midships lost that send the Bismarck home."""
ENOUGH = 30
"""Lead in points with which Otto goes home."""
AMBUSH = 14
"""How many turns ahead Otto looks for a convoy to meet."""


class Otto(Staff):
    """Plays the Germans: break out, meet convoys where their timetable takes them, avoid battleships, go home hurt."""

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance)
        opening = OPENINGS[chance.below(len(OPENINGS))]
        passages = list(PASSAGES)
        self.strategy = opening
        self.passage = opening if opening in PASSAGES else passages[chance.below(len(passages))]
        others = [name for name in passages if name != self.passage]
        self.other_passage = others[chance.below(len(others))]

    @rule("15.1")
    def decide(self, view: BismarckView, decision: Decision) -> object:
        """The option to take, from the German view alone."""
        if view.otto not in ("by_seed", self.strategy):
            self.strategy = view.otto
            if view.otto in PASSAGES:
                self.passage = view.otto
        if view.phase == "surprise_attack":
            return YES if self._surprises(view) else NO
        return super().decide(view, decision)

    # ---- the plan -----------------------------------------------------------------------------------------------

    @rule("15.1", "15.3")
    def make_plan(self, view: BismarckView) -> dict[int, Order]:
        """Orders for raiders, wolfpacks and oilers; units that stay as they are get none."""
        plan: dict[int, Order] = {}
        for number in SHIP_NUMBERS[Side.GERMAN]:
            ship = view.ships[number]
            if ship.fate is not Fate.ACTIVE:
                continue
            if number in RAIDERS:
                plan[number] = self.raider_order(view, number)
            elif SHIPS[number].type is ShipType.SUBMARINES:
                plan[number] = self.wolfpack_order(view, number)
        return plan

    def raider_order(self, view: BismarckView, number: int) -> Order:
        """A raider's order by the first rule that applies: evade, refuel, go home, break out, hunt."""
        ship = view.ships[number]
        if number == PRINZ_EUGEN and self.strategy != "split" and self._together(view):
            leader = view.ships[BISMARCK]
            if ship.square == leader.square and ship.fuel:
                order = self._lone_order(view, BISMARCK)
                return order if order.mode is not Mode.R or ship.fuel < 4 else Order(Mode.PATROL)
            return Order(Mode.MOVE, leader.square)
        return self._lone_order(view, number)

    def _together(self, view: BismarckView) -> bool:
        return view.ships[BISMARCK].fate is Fate.ACTIVE and view.ships[BISMARCK].knots >= SLOW_MODE

    def _lone_order(self, view: BismarckView, number: int) -> Order:
        ship = view.ships[number]
        if self._threatened(view, ship.square):
            return self.evade(view, number)
        if ship.fuel <= 1 and self._may_refuel(view, ship.square):
            return Order(Mode.R)
        if self.goes_home(view, number):
            return self._homeward(view, number)
        if not self.broken_out(ship.square):
            return self._break_out(view, number)
        return self.hunt(view, number)

    def _threatened(self, view: BismarckView, square: int) -> bool:
        """Whether more than the Bismarck can fight is in sight within two squares."""
        near = [s.unit for s in view.enemies if s.spotted and s.unit < len(SHIPS) and distance(s.square, square) <= 2]
        return bool(near)

    def evade(self, view: BismarckView, number: int) -> Order:
        """Two squares away to thick weather, fog, or port, far from what is in sight, on the way out rather than back."""
        ship = view.ships[number]
        enemies = [s.square for s in view.enemies if s.spotted]
        reach = [square for square, far in sea_distances(Side.GERMAN, ship.square).items() if 1 <= far <= 2]
        if not reach:
            return Order(Mode.MOVE)

        def worth(square: int) -> tuple[int, int]:
            cover = 8 if fog_in(view, square) else visibility_in(view, square)
            away = min((distance(square, enemy) for enemy in enemies), default=0)
            out = (square // 100 - ship.square // 100) - (square % 100 - ship.square % 100)
            return 2 * cover + 3 * away + out, self.chance.below(8)

        return Order(Mode.MOVE, max(reach, key=worth))

    def _may_refuel(self, view: BismarckView, square: int) -> bool:
        if square in view.refuel_squares or square in (BREST, ST_NAZAIRE, BERGEN):
            return True
        oilers = (view.ships[n] for n in SHIP_NUMBERS[Side.GERMAN] if SHIPS[n].type is ShipType.OILER)
        return any(oiler.fate is Fate.ACTIVE and oiler.square == square for oiler in oilers)

    def goes_home(self, view: BismarckView, number: int) -> bool:
        """Badly hurt, slow, out of fuel, or far ahead in points: to Brest."""
        ship = view.ships[number]
        hurt = number == BISMARCK and SHIPS[number].midships - ship.midships >= TORN
        lead = view.points[Side.GERMAN] - view.points[Side.BRITISH]
        late = view.turn >= LAST_TURN - 8 and lead >= ENOUGH
        return hurt or ship.knots < SLOW_MODE or late

    def _homeward(self, view: BismarckView, number: int) -> Order:
        far = sea_distances(Side.GERMAN, view.ships[number].square)
        return Order(Mode.MOVE, min((BREST, ST_NAZAIRE), key=lambda port: far.get(port, 99)))

    @staticmethod
    def broken_out(square: int) -> bool:
        """Whether a ship is through the British lines."""
        row, column = divmod(square, 100)
        return row >= 16 and column <= 19

    def _break_out(self, view: BismarckView, number: int) -> Order:
        ship = view.ships[number]
        if self.strategy == "wait" and ship.square == BERGEN and view.turn <= LONGEST_WAIT:
            ahead = visibility_in(view, PASSAGES[self.passage][1])
            if ahead < THICK:
                return Order(Mode.PATROL)
        split = self.strategy == "split" and number == PRINZ_EUGEN
        way = PASSAGES[self.other_passage if split else self.passage]
        place = min(range(len(way)), key=lambda index: (distance(ship.square, way[index]), -index))
        if distance(ship.square, way[place]) <= 1 and place + 1 < len(way):
            place += 1
        return Order(Mode.MOVE, way[place], 4 if view.turn == 1 or ship.fuel > 3 else 1)

    # ---- convoys ------------------------------------------------------------------------------------------------

    def hunt(self, view: BismarckView, number: int) -> Order:
        """To the convoy that can be met soonest for the most points, and wait on its way; else to an oiler or onward."""
        ship = view.ships[number]
        if ship.fuel <= 1:
            place = self._refuel_place(view, ship.square)
            if place:
                return Order(Mode.MOVE, place, 1)
        found = self.meeting(view, ship.square, 1.0 if ship.fuel <= 2 else 1.4)
        if found is None:
            return Order(Mode.PATROL)
        square, turns = found
        if square == ship.square:
            return Order(Mode.PATROL)
        hurry = sea_distances(Side.GERMAN, ship.square)[square] > turns
        return Order(Mode.MOVE, square, 2 if hurry and ship.fuel > 1 else 1)

    def _refuel_place(self, view: BismarckView, square: int) -> int:
        oilers = [
            view.ships[n].square
            for n in SHIP_NUMBERS[Side.GERMAN]
            if SHIPS[n].type is ShipType.OILER and view.ships[n].fate is Fate.ACTIVE
        ]
        places = [*view.refuel_squares, *oilers]
        far = sea_distances(Side.GERMAN, square)
        return min(places, key=lambda place: far.get(place, 99), default=0)

    def meeting(self, view: BismarckView, square: int, speed: float) -> tuple[int, int] | None:
        """The best convoy to meet: where, and in how many turns. A convoy in sight is where it is."""
        far = sea_distances(Side.GERMAN, square)
        best: tuple[float, int, int] | None = None
        for convoy in self.prey(view):
            value = loss_points(convoy) * SHIPS[convoy].midships / 2 + 14
            for ahead in range(AMBUSH):
                place = self.whereabouts(view, convoy, min(view.turn + ahead, LAST_TURN))
                if not place or place not in far or self._guarded(view, place):
                    continue
                if far[place] <= speed * (ahead + 1):
                    rate = value / (ahead + 2)
                    if best is None or rate > best[0]:
                        best = (rate, place, ahead + 1)
                    break
        return None if best is None else (best[1], best[2])

    def prey(self, view: BismarckView) -> list[int]:
        """The convoys that are still at sea for all a German can tell."""
        done = {award.reason for award in view.record}
        return [
            n for n in CONVOYS
            if n not in view.lost and not any(SHIPS[n].name in reason and "goal" in reason for reason in done)
        ]  # fmt: skip

    def whereabouts(self, view: BismarckView, convoy: int, turn: int) -> int:
        """Where a convoy will be on a turn: by its timetable, shifted to where it was last seen."""
        way = timetable(convoy)
        for sighting in view.enemies:
            if sighting.unit == convoy and sighting.spotted:
                return sighting.square
        return way[turn]

    def _guarded(self, view: BismarckView, square: int) -> bool:
        """Whether a force the raiders should not fight was seen there lately."""
        seen = [s.unit for s in view.enemies if s.unit < len(SHIPS) and s.square == square and view.turn - s.turn <= 3]
        own = sum(s.firepower + 2 * s.midships for n in RAIDERS for s in (view.ships[n],) if s.fate is Fate.ACTIVE)
        return card_strength(seen) > own

    def wolfpack_order(self, view: BismarckView, number: int) -> Order:
        """To the next convoy it can meet at one square a turn, lying in wait there; else patrol."""
        ship = view.ships[number]
        if ship.torpedoes == 0:
            return Order(Mode.PATROL)
        found = self.meeting(view, ship.square, 1.0)
        if found is None or found[0] == ship.square:
            return Order(Mode.PATROL)
        return Order(Mode.MOVE, found[0], 1)

    # ---- answers ------------------------------------------------------------------------------------------------

    @rule("15.1")
    def hunted(self, view: BismarckView, number: int) -> Order:
        """A shadowed ship does the unexpected: it evades."""
        if number in RAIDERS and self.goes_home(view, number):
            return self._homeward(view, number)
        if SHIPS[number].type is ShipType.OILER:
            ways = SEA_WAYS[Side.GERMAN][view.ships[number].square]
            return Order(Mode.MOVE, ways[self.chance.below(len(ways))][1] if ways else 0)
        return self.evade(view, number)

    def choose_shadower(self, view: BismarckView, options: Sequence[Any]) -> object:
        """The pack with the most submarines follows every convoy it may."""
        packs = [option for option in options if isinstance(option, Unit)]
        return max(packs, key=lambda option: view.ships[option.number].midships, default=NOBODY)

    def choose_victim(self, view: BismarckView, options: Sequence[Any]) -> object:
        """WS8B first, then Britannic, then any convoy, then warships."""
        def worth(option: Any) -> tuple[int, int]:
            if option == NOBODY:
                return (0, 0)
            convoy = SHIPS[option.number].type is ShipType.CONVOY
            return (2 if convoy else 1, loss_points(option.number))

        return max(options, key=worth)

    def fights(self, view: BismarckView) -> bool:
        """Fight when the own firepower and twice the midships exceed the enemy's."""
        own, enemy = self.odds_of_battle(view)
        return own > enemy

    def _surprises(self, view: BismarckView) -> bool:
        own, enemy = self.odds_of_battle(view)
        return own > 1.3 * enemy


