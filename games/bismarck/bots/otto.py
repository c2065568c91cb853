"""Otto (15.1): the German bot. Otto picks a strategy from the seed, may change it, and knows only what a German
knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from navalcore.rules import Decision, SeededChance, rule
from navalcore_games.bismarck.bots.plans import PASSAGES, Plan, draw_plan
from navalcore_games.bismarck.bots.staff import Order, Staff, card_strength, strength, timetable
from navalcore_games.bismarck.cards import (
    BISMARCK,
    CONVOYS,
    PRINZ_EUGEN,
    RAIDERS,
    SHIP_NUMBERS,
    SHIPS,
    is_plane,
    is_ship,
)
from navalcore_games.bismarck.choices import NO, NO_SHADOWER, NOBODY, YES, Go, Unit
from navalcore_games.bismarck.combat.damage import SLOW_MODE
from navalcore_games.bismarck.sea_map import BERGEN, BREST, SEA_WAYS, ST_NAZAIRE, distance, sea_distances
from navalcore_games.bismarck.search.spotting import fog_in, visibility_in
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import LAST_TURN, is_night
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Fate, Mode, ShipNumber, ShipType, Side, Square, UnitNumber

WORTH_A_TORPEDO = 1.5
"""Points an attack must promise before the last turns."""
PRIZES: Final = (ShipType.CONVOY, ShipType.CARRIER)
"""Targets that are worth a fight."""
LONGEST_WAIT = 3
THICK = 6
"""Visibility level that hides a ship well."""
TORN = 4
"""Midships lost that send the Bismarck home."""
ENOUGH = 30
"""Lead in points with which Otto goes home."""
SOUTH = 20
"""The first row of the south, where a raid may look for its convoys."""
LIKING = 1.3
"""How much more a meeting is worth in the part of the sea that the plan prefers."""
FULL_ENOUGH = 4
"""Fuel with which Prinz Eugen does not refuel from the Bismarck."""
LATE = 14
"""The turn from which Otto no longer keeps to a passage."""
AMBUSH = 14
"""How many turns ahead Otto looks for a convoy to meet."""


class Otto(Staff):
    """Plays the Germans: break out, meet convoys where their timetable takes them, avoid battleships, go home hurt."""

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance)
        self.scheme = self.draw(chance)
        self.strategy, self.passage = self.scheme.opening, self.scheme.passage
        self.passed: dict[tuple[ShipNumber, str], int] = {}
        self.turned = False
        self.in_company = False

    @staticmethod
    def draw(chance: SeededChance) -> Plan:
        """The plan of the match."""
        return draw_plan(chance)

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

    def leaning(self, step: Go) -> tuple[int, str]:
        """The plan's own order of directions."""
        return self.scheme.leanings.index(step.way), step.way

    # ---- the plan -----------------------------------------------------------------------------------------------

    @rule("15.1", "15.3")
    def make_plan(self, view: BismarckView) -> dict[UnitNumber, Order]:
        """Orders for raiders, wolfpacks and oilers; units that stay as they are get none."""
        plan: dict[UnitNumber, Order] = {}
        for number in SHIP_NUMBERS[Side.GERMAN]:
            ship = view.ships[number]
            if ship.fate is not Fate.ACTIVE:
                continue
            if number in RAIDERS:
                plan[number] = self.raider_order(view, number)
            elif SHIPS[number].type is ShipType.SUBMARINES:
                plan[number] = self.wolfpack_order(view, number)
        return plan

    def raider_order(self, view: BismarckView, number: ShipNumber) -> Order:
        """A raider's order by the first rule that applies: evade, refuel, go home, break out, hunt. In company Prinz
        Eugen does what the Bismarck does, see :meth:`_order`.
        """
        if number == BISMARCK:
            self.in_company = self._together(view)
        return self._lone_order(view, number)

    def _together(self, view: BismarckView) -> bool:
        """Whether Prinz Eugen is to keep company: until both are through, or longer, unless they split."""
        leader = view.ships[BISMARCK]
        fit = leader.fate is Fate.ACTIVE and leader.knots >= SLOW_MODE
        stays = self.scheme.stays_together or not self.broken_out(view, leader.here)
        return fit and self.strategy != "split" and stays

    def _order(self, view: BismarckView) -> Order:
        if view.ordering == PRINZ_EUGEN and view.phase == "orders" and self.in_company:
            return self.keep_company(view)
        return super()._order(view)

    def keep_company(self, view: BismarckView) -> Order:
        """Prinz Eugen goes where the Bismarck will be, who has her orders already; there she does as she does."""
        leader, ship = view.ships[BISMARCK], view.ships[PRINZ_EUGEN]
        if leader.projected != ship.here:
            return Order(Mode.MOVE, leader.projected)
        refuels = leader.order_mode is Mode.R and (ship.fuel or 0) < FULL_ENOUGH
        return Order(Mode.R if refuels else Mode.PATROL)

    def _lone_order(self, view: BismarckView, number: ShipNumber) -> Order:
        ship = view.ships[number]
        if self._threatened(view, ship.here):
            self._turn_back(view, ship.here)
            return self.evade(view, number)
        if (ship.fuel or 0) <= 1 and self._may_refuel(view, ship.here):
            return Order(Mode.R)
        if self.goes_home(view, number):
            return self._homeward(view, number)
        if not self.broken_out(view, ship.here):
            return self._break_out(view, number)
        return self.hunt(view, number)

    def _turn_back(self, view: BismarckView, square: Square) -> None:
        """A passage that is held by a stronger force may be given up, once, for the other one."""
        if self.scheme.turns_back and not self.turned and not self.broken_out(view, square):
            self.turned = True
            self.passage = self.scheme.passage if self.passage == self.scheme.other else self.scheme.other

    def _threatened(self, view: BismarckView, square: Square) -> bool:
        """Whether more than the raiders can fight is in sight within two squares."""
        near = [s.unit for s in view.enemies if s.spotted and s.unit < len(SHIPS) and distance(s.square, square) <= 2]
        return card_strength(near) > 0.8 * self._own_strength(view, square)

    def _own_strength(self, view: BismarckView, square: Square | None) -> int:
        """The strength of the raiders at sea in a square."""
        ships = (view.ships[number] for number in RAIDERS)
        return strength((s.firepower, s.midships) for s in ships if s.fate is Fate.ACTIVE and s.square == square)

    def evade(self, view: BismarckView, number: ShipNumber) -> Order:
        """Up to two squares away to thick weather or fog, far from enemies in sight, rather out than back."""
        ship = view.ships[number]
        enemies = [s.square for s in view.enemies if s.spotted]
        reach = [square for square, far in sea_distances(Side.GERMAN, ship.square).items() if 1 <= far <= 2]
        if not reach:
            return Order(Mode.MOVE)

        def worth(square: Square) -> tuple[int, int]:
            cover = 8 if fog_in(view, square) else visibility_in(view, square)
            away = min((distance(square, enemy) for enemy in enemies), default=0)
            out = (square // 100 - ship.here // 100) - (square % 100 - ship.here % 100)
            return 2 * cover + 3 * away + out, self.chance.below(8)

        return Order(Mode.MOVE, max(reach, key=worth))

    def _may_refuel(self, view: BismarckView, square: Square) -> bool:
        if square in view.refuel_squares or square in (BREST, ST_NAZAIRE, BERGEN):
            return True
        oilers = (view.ships[n] for n in SHIP_NUMBERS[Side.GERMAN] if SHIPS[n].type is ShipType.OILER)
        return any(oiler.fate is Fate.ACTIVE and oiler.square == square for oiler in oilers)

    def goes_home(self, view: BismarckView, number: ShipNumber) -> bool:
        """Badly hurt, slow, out of fuel, or far ahead in points: to Brest."""
        ship = view.ships[number]
        hurt = number == BISMARCK and SHIPS[number].midships - ship.midships >= TORN
        lead = view.points[Side.GERMAN] - view.points[Side.BRITISH]
        late = view.turn >= LAST_TURN - 8 and lead >= ENOUGH
        return hurt or ship.knots < SLOW_MODE or late

    def _homeward(self, view: BismarckView, number: ShipNumber) -> Order:
        far = sea_distances(Side.GERMAN, view.ships[number].square)
        return Order(Mode.MOVE, min((BREST, ST_NAZAIRE), key=lambda port: far.get(port, 99)))

    @staticmethod
    def broken_out(view: BismarckView, square: Square) -> bool:
        """Whether a ship is through the British lines, or it is too late to sail around them."""
        row, column = divmod(square, 100)
        return (row >= 16 and column <= 21) or row >= 19 or view.turn >= LATE

    def _break_out(self, view: BismarckView, number: ShipNumber) -> Order:
        """In port or at the hideout until the turn of the run, or for thick weather; then from gate to gate."""
        ship, scheme = view.ships[number], self.scheme
        most = 2 if (ship.fuel or 0) > scheme.reserve else 1
        split = self.strategy == "split" and number == PRINZ_EUGEN
        passage = scheme.other if split else self.passage
        way = scheme.ways[passage]
        dashes = view.turn == 1 and scheme.dash
        most = SHIPS[number].first_speed if dashes else most
        waits = view.turn < scheme.sails
        if self.strategy == "wait" and view.turn <= LONGEST_WAIT:
            waits = waits or visibility_in(view, way[0]) < THICK
        if waits:
            if scheme.hideout in (None, ship.square):
                return Order(Mode.PATROL)
            return Order(Mode.MOVE, scheme.hideout, most)
        behind = self.passed.get((number, passage), 0)
        place = min(range(behind, len(way)), key=lambda index: (distance(ship.here, way[index]), -index))
        while place + 1 < len(way) and distance(ship.here, way[place]) <= (2 if dashes else 1):
            place += 1
        self.passed[number, passage] = place
        return Order(Mode.MOVE, way[place], most)

    # ---- convoys ------------------------------------------------------------------------------------------------

    def hunt(self, view: BismarckView, number: ShipNumber) -> Order:
        """To the convoy that can be met soonest for the most points, and wait on its way; nearly dry, to fuel."""
        ship = view.ships[number]
        if (ship.fuel or 0) <= 1:
            place = self._refuel_place(view, ship.here)
            if place is not None:
                return Order(Mode.MOVE, place, 1)
        left = self._left_to(view, number)
        found = self.meeting(view, ship.here, 1.0 if (ship.fuel or 0) <= 3 else 1.4, left)
        if found is None:
            return Order(Mode.PATROL)
        _, square, turns = found
        if square == ship.square:
            return Order(Mode.PATROL)
        hurry = sea_distances(Side.GERMAN, ship.square)[square] > turns
        return Order(Mode.MOVE, square, 2 if hurry and (ship.fuel or 0) > 2 else 1)

    def _refuel_place(self, view: BismarckView, square: Square) -> Square | None:
        oilers = [
            view.ships[n].here
            for n in SHIP_NUMBERS[Side.GERMAN]
            if SHIPS[n].type is ShipType.OILER and view.ships[n].fate is Fate.ACTIVE
        ]
        places = [*view.refuel_squares, *oilers]
        far = sea_distances(Side.GERMAN, square)
        return min(places, key=lambda place: far.get(place, 99), default=None)

    def _left_to(self, view: BismarckView, number: ShipNumber) -> list[ShipNumber]:
        """The convoys a raider hunts: Prinz Eugen leaves the Bismarck hers."""
        prey = self.prey(view)
        leader = view.ships[BISMARCK]
        if number == BISMARCK or leader.fate is not Fate.ACTIVE:
            return prey
        taken = self.meeting(view, leader.here, 1.0, prey)
        return [convoy for convoy in prey if taken is None or convoy != taken[0]]

    def meeting(
        self, view: BismarckView, square: Square, speed: float, prey: Sequence[ShipNumber], *, raid: bool = True
    ) -> tuple[ShipNumber, Square, int] | None:
        """The best convoy to wait for: which, where, and how many turns ahead. To see it the ships must be
        there a turn before, and patrol. On a ``raid`` the plan has its likings.
        """
        far = sea_distances(Side.GERMAN, square)
        best: tuple[float, ShipNumber, Square, int] | None = None
        for convoy in prey:
            value = SHIPS[convoy].loss_points * SHIPS[convoy].midships / 2 + 14
            value *= self.scheme.likings[CONVOYS.index(convoy)] if raid else 1
            way = self._way_of(view, convoy)
            for ahead in range(min(AMBUSH, LAST_TURN - view.turn + 1)):
                for place, chance in way[view.turn + ahead].items():
                    if far.get(place, 99) > speed * ahead or chance < 0.1 or self._guarded(view, place):
                        continue
                    liked = (place // 100 >= SOUTH) is self.scheme.southward
                    rate = value * chance / (ahead + 2) * (LIKING if raid and liked else 1)
                    if best is None or rate > best[0]:
                        best = (rate, convoy, place, ahead)
        return None if best is None else best[1:]

    def _way_of(self, view: BismarckView, convoy: ShipNumber) -> tuple[dict[Square, float], ...]:
        """Where a convoy may be by turn, from its start or where it was seen last."""
        seen = next((s for s in view.enemies if s.unit == convoy), None)
        if seen is None:
            return timetable(convoy, SHIPS[convoy].square, 0)
        return timetable(convoy, seen.square, min(seen.turn, view.turn))

    def prey(self, view: BismarckView) -> list[ShipNumber]:
        """The convoys that are still at sea as far as a German knows."""
        return [number for number in CONVOYS if number not in view.lost and not view.settled.get(number)]

    def _guarded(self, view: BismarckView, square: Square) -> bool:
        """Whether a force the raiders should not fight was seen there lately."""
        seen = [s.unit for s in view.enemies if s.unit < len(SHIPS) and s.square == square and view.turn - s.turn <= 3]
        return card_strength(seen) > self._own_strength(view, view.ships[BISMARCK].square)

    def wolfpack_order(self, view: BismarckView, number: ShipNumber) -> Order:
        """To the next convoy it can meet at one square a turn, lying in wait there; else patrol."""
        ship = view.ships[number]
        if ship.torpedoes == 0:
            return Order(Mode.PATROL)
        found = self.meeting(view, ship.here, 1.0, self.prey(view), raid=False)
        if found is None or found[1] == ship.square:
            return Order(Mode.PATROL)
        return Order(Mode.MOVE, found[1], 1)

    # ---- answers ------------------------------------------------------------------------------------------------

    @rule("15.1")
    def hunted(self, view: BismarckView, number: ShipNumber) -> Order:
        """A shadowed ship does the unexpected: it evades."""
        if number in RAIDERS and self.goes_home(view, number):
            return self._homeward(view, number)
        leader = view.ships[BISMARCK]
        if number == PRINZ_EUGEN and leader.path and self._together(view):
            return Order(Mode.MOVE, leader.projected)
        if SHIPS[number].type is ShipType.OILER:
            ways = SEA_WAYS[Side.GERMAN][view.ships[number].here]
            return Order(Mode.MOVE, ways[self.chance.below(len(ways))][1] if ways else None)
        return self.evade(view, number)

    def choose_shadower(self, view: BismarckView, options: Sequence[Any]) -> object:
        """The pack with the most submarines follows every convoy it may."""
        packs = [option for option in options if isinstance(option, Unit)]
        boats: dict[UnitNumber, int] = {number: ship.midships for number, ship in view.ships.items()}
        return max(packs, key=lambda option: boats.get(option.number, 0), default=NO_SHADOWER)

    def choose_victim(self, view: BismarckView, options: Sequence[Any]) -> object:
        """The target that promises most; wolfpacks keep their torpedoes for the night unless a day promises much."""
        gains = {
            option: self.gain(view, option.number)
            for option in options
            if isinstance(option, Unit) and is_ship(option.number)
        }
        best = max(gains, key=lambda option: gains[option])
        least = 0.0 if view.turn >= LAST_TURN - 4 else WORTH_A_TORPEDO
        return best if gains[best] > least else NOBODY

    def gain(self, view: BismarckView, target: ShipNumber) -> float:
        """The points a wolfpack's attack promises, less those it risks, judged by the units in sight."""
        square = next(s.square for s in view.enemies if s.unit == target)
        night = is_night(view.turn, square)
        guards = [s.unit for s in view.enemies if s.spotted and s.square == square]
        table = TABLES.submarine.anti_sub_strength
        total = 0
        for unit in guards:
            if is_plane(unit):
                total += table.recon_plane.at(night)
            elif SHIPS[unit].type is ShipType.CONVOY:
                total += table.convoy.at(night)
            elif SHIPS[unit].type is ShipType.DESTROYERS:
                total += table.destroyer_each.at(night) * SHIPS[unit].midships
        row = TABLES.submarine.row(total)
        hits = row.average * TABLES.torpedo.hit_chance(SHIPS[target].knots) / 100
        card = SHIPS[target]
        points = card.loss_points if card.type is ShipType.CONVOY else card.loss_points / 4
        return hits * points - row.sub_sunk_pct * 4 / 100

    def fights(self, view: BismarckView) -> bool:
        """Fight what is much weaker, or what is between the ship and a convoy; guns cost speed, and speed is life."""
        own, enemy = self.odds_of_battle(view)
        battle = view.battle
        assert battle is not None
        prize = any(SHIPS[number].type in PRIZES for number in battle.british)
        return enemy < own * (0.6 if prize else 0.25)

    def _surprises(self, view: BismarckView) -> bool:
        own, enemy = self.odds_of_battle(view)
        return own > 1.3 * enemy
