"""The Admiralty: the British bot. It keeps in mind where the Bismarck may be, and acts on the British view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from navalcore.rules import SeededChance
from navalcore_games.bismarck.bots.staff import Order, Staff, convoy_distances
from navalcore_games.bismarck.bots.weighing import run_promises
from navalcore_games.bismarck.cards import (
    BISMARCK,
    CONVOYS,
    GUNS,
    PLANE_NUMBERS,
    PLANES,
    PRINZ_EUGEN,
    RAIDERS,
    SHIP_NUMBERS,
    SHIPS,
    WS8B,
    PlaneCard,
    is_ship,
    plane_number,
    plane_unit,
    ship_number,
)
from navalcore_games.bismarck.choices import NO_SHADOWER, NOBODY, Go, Mark, Unit
from navalcore_games.bismarck.movement.ships import allowance
from navalcore_games.bismarck.sea_map import BERGEN, EXITS, SEA_WAYS, SQUARES, distance, sea_distances
from navalcore_games.bismarck.search.spotting import fog_in, totals, visibility_in
from navalcore_games.bismarck.shadow import shadow_strength
from navalcore_games.bismarck.state import Plane
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import TURNS, is_night
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import (
    Fate,
    Mode,
    PlaneNumber,
    PlaneType,
    ShipNumber,
    ShipType,
    Side,
    Square,
    UnitNumber,
)

ESCORTS: Final = {
    ship_number("Cairo"): ship_number("WS8B"),
    ship_number("Rodney"): ship_number("WS8B"),
    ship_number("Ramillies"): ship_number("SL5"),
    ship_number("Edinburgh"): ship_number("Britannic"),
}
"""Ships that stay with a convoy, and which."""

CALL: Final = 7
"""Ships this near to a sighting are called to it."""
STRIKE_RANGE: Final = 2
FOLLOWED: Final = 2
"""The squares by which a followed ship may lead a plane away from home in a turn."""
FLOTILLAS: Final = tuple(n for n in SHIP_NUMBERS[Side.BRITISH] if SHIPS[n].type is ShipType.DESTROYERS)
FAINT: Final = 1e-4
MOST_LIKELY: Final = 40
"""The number of squares where she may be that attract heavy ships."""

Whereabouts = dict[Square, float]
"""Where a ship may be: a weight for each square."""

Cover = dict[Square, int]
"""The search factors already planned for squares."""


class Admiral(Staff):
    """Plays the British: convoys straight home, patrols where the Bismarck may pass, everything to a contact."""

    escorts: ClassVar[Mapping[ShipNumber, ShipNumber]] = ESCORTS
    """Ships that stay with a convoy, and which."""

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance)
        self.whereabouts: Whereabouts = {BERGEN: 1.0}
        self.heavy: list[tuple[Square, float]] = []
        self.known_at = 0

    # ---- her whereabouts -----------------------------------------------------------------------------------

    def update_whereabouts(self, view: BismarckView) -> None:
        """To the end of this turn: strike out what was searched, take sightings, let her sail on."""
        known = next((s for s in view.enemies if s.unit == BISMARCK), None)
        report = view.reports[-1] if view.reports else None
        if view.turn != self.known_at + 1 and self.known_at != view.turn:
            self.whereabouts, first = {BERGEN: 1.0}, 0
            if known is not None:
                self.whereabouts, first = {known.square: 1.0}, known.turn
            for _ in range(first, view.turn):
                self._sail(2)
        elif self.known_at != view.turn:
            self._strike_out(view)
            if known is not None and known.spotted:
                self.whereabouts = {known.square: 1.0}
            elif (
                report is not None
                and report.turn == view.turn - 1
                and report.ship in RAIDERS
                and report.square is not None
            ):
                self.whereabouts = {report.square: 1.0}
                if not report.exact:
                    self._sail(1)
            self._sail(4 if view.turn == 1 else 2)
        self.known_at = view.turn
        self.heavy = sorted(self.whereabouts.items(), key=lambda item: (-item[1], item[0]))[:MOST_LIKELY]

    def _strike_out(self, view: BismarckView) -> None:
        """Squares where the ship would have been seen at the end of the turn before."""
        for square, total in totals(view, Side.BRITISH).items():
            if square in self.whereabouts and not fog_in(view, square) and total >= visibility_in(view, square):
                self.whereabouts[square] *= 0.15
        weight = sum(self.whereabouts.values())
        if weight < FAINT:
            self.whereabouts = dict.fromkeys(SEA_WAYS[Side.GERMAN], 1.0)
            weight = sum(self.whereabouts.values())
        self.whereabouts = {square: part / weight for square, part in self.whereabouts.items() if part > FAINT * weight}

    def _sail(self, steps: int) -> None:
        """The ship sails on: rather south-west than back."""
        for _ in range(steps):
            after: Whereabouts = {}
            for square, part in self.whereabouts.items():
                ways = SEA_WAYS[Side.GERMAN].get(square, ())
                pulls = [
                    1.0 + 0.5 * (there // 100 - square // 100) - 0.4 * (there % 100 - square % 100) for _, there in ways
                ]
                pulls = [max(pull, 0.2) for pull in pulls]
                whole = sum(pulls) + 0.7
                after[square] = after.get(square, 0.0) + 0.7 * part / whole
                for (_, there), pull in zip(ways, pulls, strict=True):
                    after[there] = after.get(there, 0.0) + part * pull / whole
            self.whereabouts = after

    # ---- the plan -----------------------------------------------------------------------------------------------

    def make_plan(self, view: BismarckView) -> dict[UnitNumber, Order]:
        """Convoys first, then escorts, then the fleet, then planes."""
        self.update_whereabouts(view)
        plan: dict[UnitNumber, Order] = {}
        for number in CONVOYS:
            self.sail_convoy(view, number, plan)
        contact = self._contact(view)
        cover: Cover = {}
        free = [n for n in SHIP_NUMBERS[Side.BRITISH] if view.ships[n].fate is Fate.ACTIVE and n not in CONVOYS]
        for number in free:
            kind = SHIPS[number].type
            if kind is ShipType.SUBMARINES:
                continue
            if number in view.ordered or self._awaited(view, number):
                plan[number] = Order(view.ships[number].order_mode, view.ships[number].projected)
            elif kind is ShipType.CARRIER:
                plan[number] = self._carrier(view, number, contact)
            elif contact is not None and self._called(view, number, contact):
                plan[number] = self._close_in(view, number, contact)
            elif number in self.escorts and view.ships[self.escorts[number]].fate is Fate.ACTIVE:
                plan[number] = self._escort(view, number, plan)
            elif kind is ShipType.CRUISER:
                plan[number] = self._patrol(view, number, cover)
            else:
                plan[number] = self._stand_by(view, number)
        self._planes(view, plan, contact, cover)
        return {unit: order for unit, order in plan.items() if not (is_ship(unit) and self._awaited(view, unit))}

    @staticmethod
    def _awaited(view: BismarckView, number: ShipNumber) -> bool:
        """Whether a person has ordered planes of a carrier, which would not meet it if it were ordered otherwise."""
        return any(
            card.carrier == number and plane_unit(card.number) in view.ordered and plane.order_mode is not Mode.BASE
            for card, plane in zip(PLANES, view.planes, strict=False)
        )

    def _contact(self, view: BismarckView) -> Square | None:
        """Where a raider is in sight, the Bismarck first; None for nowhere."""
        seen = {s.unit: s.square for s in view.enemies if s.spotted and s.unit in RAIDERS}
        return seen.get(BISMARCK, seen.get(PRINZ_EUGEN))

    def sail_convoy(self, view: BismarckView, number: ShipNumber, plan: dict[UnitNumber, Order]) -> None:
        """One step nearer to the goal; among equal steps away from enemies in sight; over the edge at the end."""
        ship = view.ships[number]
        turn = TURNS[view.turn]
        if ship.fate is not Fate.ACTIVE or not (turn.fast if ship.mode is Mode.FAST else turn.slow):
            return
        far = convoy_distances(number)
        here = far.get(ship.here)
        if here is None:
            return
        if here == 0:
            leaving = dict(EXITS.get(number, {}).get(ship.here, ()))
            if leaving:
                plan[number] = Order(ship.mode, leaving["S" if number == WS8B else "W"])
            return
        ways = [there for _, there in SEA_WAYS[Side.BRITISH][ship.here] if far.get(there, 99) < here]
        goal = min(ways, key=lambda there: (self.danger(view, there), self.chance.below(3), there), default=None)
        plan[number] = Order(ship.mode, goal, 1)

    def _step(self, view: BismarckView, options: Sequence[Any]) -> object:
        order = self._order(view)
        if order.goal is not None and order.strike is None:
            for option in options:
                if isinstance(option, Go | Mark) and option.square == order.goal:
                    return option
        return super()._step(view, options)

    def _escort(self, view: BismarckView, number: ShipNumber, plan: dict[UnitNumber, Order]) -> Order:
        """With the convoy, where it will be."""
        convoy = self.escorts[number]
        goal = plan[convoy].goal if convoy in plan else view.ships[convoy].square
        if goal not in SEA_WAYS[Side.BRITISH]:
            goal = view.ships[convoy].square
        if goal == view.ships[number].square:
            return Order(Mode.PATROL)
        return Order(Mode.MOVE, goal, 2 if (view.ships[number].fuel or 0) > 2 else 1)

    def _called(self, view: BismarckView, number: ShipNumber, contact: Square) -> bool:
        far = sea_distances(Side.BRITISH, contact).get(view.ships[number].here, 99)
        return far <= CALL and view.ships[number].fuel != 0

    def _close_in(self, view: BismarckView, number: ShipNumber, contact: Square) -> Order:
        """Battleships and flotillas to the contact; cruisers too, but not alone into the guns."""
        ship = view.ships[number]
        far = sea_distances(Side.BRITISH, contact).get(ship.here, 99)
        if far == 0:
            return Order(Mode.PATROL)
        alone = SHIPS[number].type is ShipType.CRUISER and not self._heavies_near(view, contact)
        if alone and far <= 1:
            return Order(Mode.PATROL)
        goal = contact
        if far > allowance(view, number, Mode.MOVE):
            goal = self._ahead(contact)
        return Order(Mode.MOVE, goal)

    def _heavies_near(self, view: BismarckView, square: Square) -> bool:
        return any(
            SHIPS[n].type is ShipType.BATTLESHIP and ship.fate is Fate.ACTIVE and distance(ship.here, square) <= 2
            for n, ship in view.ships.items()
        )

    def _ahead(self, contact: Square) -> Square:
        """Where a contact is likely to be by the time a distant ship gets there."""
        near = [(part, square) for square, part in self.whereabouts.items() if distance(square, contact) <= 2]
        return max(near)[1] if near else contact

    def _carrier(self, view: BismarckView, number: ShipNumber, contact: Square | None) -> Order:
        """Within flying distance of a contact, in launch mode; else behind the fleet, away from the guns."""
        ship = view.ships[number]
        if contact is None:
            return self._stand_by(view, number)
        far = distance(ship.here, contact)
        if far <= STRIKE_RANGE:
            ways = [there for _, there in SEA_WAYS[Side.BRITISH][ship.here] if distance(there, contact) == STRIKE_RANGE]
            if far < STRIKE_RANGE and ways:
                return Order(Mode.LAUNCH, ways[0], 1)
            return Order(Mode.LAUNCH)
        if far <= STRIKE_RANGE + 1:
            return Order(Mode.LAUNCH)
        return Order(Mode.MOVE, contact, min(2, far - STRIKE_RANGE))

    def _patrol(self, view: BismarckView, number: ShipNumber, cover: Cover) -> Order:
        """Patrol where it pays; else sail to a better square near by."""
        ship = view.ships[number]
        factor = SHIPS[number].patrol_search[is_night(view.turn, ship.here)]
        stay = self._gain(view, ship.here, factor, cover)
        reach = sea_distances(Side.BRITISH, ship.square)
        near = [square for square, far in reach.items() if 1 <= far <= 4]
        best = max(
            near, key=lambda square: self._gain(view, square, factor, cover) / (1 + 0.3 * reach[square]), default=None
        )
        gain = self._gain(view, best, factor, cover) / (1 + 0.3 * reach[best]) if best is not None else 0.0
        if stay >= 0.6 * gain or best is None or ship.fuel == 0:
            cover[ship.here] = cover.get(ship.here, 0) + factor
            return Order(Mode.PATROL)
        cover[best] = cover.get(best, 0) + factor
        return Order(Mode.MOVE, best, 2 if (ship.fuel or 0) > 3 else 1)

    def _gain(self, view: BismarckView, square: Square, factor: int, cover: Cover) -> float:
        """The value of a search factor in a square: the chance of her being there, by its share of the visibility."""
        level = visibility_in(view, square)
        had = min(cover.get(square, 0), level)
        part = self.whereabouts.get(square, 0.0) * (0.3 if fog_in(view, square) else 1.0)
        return part * (min(had + factor, level) - had) / level

    def _stand_by(self, view: BismarckView, number: ShipNumber) -> Order:
        """Heavy ships wait where the weight of her whereabouts is within two squares, half a line back."""
        ship = view.ships[number]
        near = [square for square, far in sea_distances(Side.BRITISH, ship.square).items() if far <= 2]
        near = [square for square in near if square != BERGEN]
        goal = min(near, key=lambda square: (self._reach(square) + 0.01 * distance(square, ship.here), square))
        if goal == ship.square or ship.fuel == 0 or ship.knots == 0:
            return Order(Mode.PATROL)
        return Order(Mode.MOVE, goal, 2 if (ship.fuel or 0) > 4 else 1)

    def _reach(self, square: Square) -> float:
        return sum(part * max(0, distance(square, there) - 2) for there, part in self.heavy)

    # ---- planes -------------------------------------------------------------------------------------------------

    def _planes(self, view: BismarckView, plan: dict[UnitNumber, Order], contact: Square | None, cover: Cover) -> None:
        for number, plane in zip(PLANE_NUMBERS, view.planes, strict=False):
            card = PLANES[number]
            if plane.fate is not Fate.ACTIVE or (not plane.aloft and plane.ready > view.turn):
                continue
            if card.type is PlaneType.RECONNAISSANCE:
                plan[plane_unit(number)] = self._scout(view, number, contact, cover)
            elif card.type is PlaneType.LEVEL_BOMBER:
                plan[plane_unit(number)] = self._bomber(view, number, contact, cover)
            elif (
                card.carrier is not None and contact is not None and not plane.aloft and self._may_strike(view, contact)
            ):
                carrier = plan.get(card.carrier, Order(Mode.MOVE))
                home = view.ships[card.carrier].here if carrier.goal is None else carrier.goal
                if carrier.mode is Mode.LAUNCH and distance(plane.here, contact) + distance(contact, home) <= 5:
                    plan[plane_unit(number)] = Order(Mode.ATTACK, home, 9, contact)

    def _may_strike(self, view: BismarckView, square: Square) -> bool:
        """Whether planes may attack there at the end of this turn."""
        banned = TABLES.plane_attack.forbidden_visibility
        return not is_night(view.turn, square) and visibility_in(view, square) not in banned

    def _scout(self, view: BismarckView, number: PlaneNumber, contact: Square | None, cover: Cover) -> Order:
        """To the contact, or to Bergen until the fleet is released, or where she is most likely; home in time."""
        plane, card = view.planes[number], PLANES[number]
        home = distance(plane.here, card.airfield)
        left = plane.endurance if plane.aloft else card.move_endurance
        if plane.aloft and (left <= 1 or home > card.move_squares * (left - 1) - 2):
            return Order(Mode.HOME)
        tether = card.move_squares * (left - 1)
        goal: Square | None = None
        if contact is not None and self._wanted(view, contact, cover) and self._in_reach(plane, card, contact, tether):
            goal = contact
        elif view.released is None and view.turn <= 12 and distance(plane.here, BERGEN) <= 4:
            goal = BERGEN if self._wanted(view, BERGEN, cover) and not fog_in(view, BERGEN) else None
        if goal is None:
            goal = self._best_square(view, plane.here, card.airfield, min(tether, 9), card.move_squares, cover)
        if goal is None:
            return Order(Mode.HOME) if plane.aloft else Order(Mode.BASE)
        far = distance(plane.here, goal)
        mode = Mode.PATROL if far <= card.patrol_squares and (far or plane.aloft) else Mode.MOVE
        factor = (card.patrol_search if mode is Mode.PATROL else card.move_search)[is_night(view.turn, goal)]
        cover[goal] = cover.get(goal, 0) + factor
        return Order(mode, goal)

    @staticmethod
    def _wanted(view: BismarckView, square: Square, cover: Cover) -> bool:
        """Whether planes already on their way to a square leave something to be found there."""
        return cover.get(square, 0) < visibility_in(view, square)

    @staticmethod
    def _in_reach(plane: Plane, card: PlaneCard, square: Square, tether: int) -> bool:
        """Whether a plane gets to a square in one move, and home from there."""
        return distance(plane.here, square) <= card.move_squares and distance(square, card.airfield) <= tether

    def _best_square(
        self, view: BismarckView, square: Square, base: Square, tether: int, reach: int, cover: Cover
    ) -> Square | None:
        """The square within reach where a plane adds most to the search; None if nowhere."""
        best, found = 0.002, None
        for there in SQUARES:
            if there != base and distance(square, there) <= reach and distance(there, base) <= tether:
                factor = 4 if distance(square, there) <= 2 else 2
                gain = self._gain(view, there, factor, cover)
                if gain > best:
                    best, found = gain, there
        return found

    def _bomber(self, view: BismarckView, number: PlaneNumber, contact: Square | None, cover: Cover) -> Order:
        """Bombs on a contact in range; on the first turns a look at Bergen; else the ground."""
        plane, card = view.planes[number], PLANES[number]
        if plane.aloft:
            return Order(Mode.HOME)
        if (
            contact is not None
            and distance(card.airfield, contact) <= card.move_squares
            and self._may_strike(view, contact)
        ):
            return Order(Mode.ATTACK, contact)
        if (
            view.released is None
            and distance(card.airfield, BERGEN) <= card.patrol_squares
            and self._wanted(view, BERGEN, cover)
            and not fog_in(view, BERGEN)
        ):
            cover[BERGEN] = cover.get(BERGEN, 0) + card.patrol_search[0]
            return Order(Mode.R, BERGEN)
        return Order(Mode.BASE)

    # ---- answers ------------------------------------------------------------------------------------------------

    def hunted(self, view: BismarckView, number: ShipNumber) -> Order:
        """A shadowed convoy sails on towards its goal."""
        plan: dict[UnitNumber, Order] = {}
        self.sail_convoy(view, number, plan)
        return plan.get(number, Order(view.ships[number].mode))

    def choose_shadower(self, view: BismarckView, options: Sequence[Any]) -> object:
        """The greatest shadow strength, a plane before a ship of the same, but no plane that would be lost."""
        units = [option for option in options if isinstance(option, Unit) and self._comes_home(view, option.number)]
        night = is_night(view.turn, next((s.square for s in view.enemies if s.unit == view.quarry), BERGEN))
        return max(
            units, key=lambda option: (shadow_strength(option.number, night), option.number), default=NO_SHADOWER
        )

    @staticmethod
    def _comes_home(view: BismarckView, unit: UnitNumber) -> bool:
        """Whether a unit that follows a ship for a turn gets back afterwards: a plane needs enough endurance then."""
        if is_ship(unit):
            return True
        plane, card = view.planes[plane_number(unit)], PLANES[plane_number(unit)]
        return distance(plane.here, card.airfield) + FOLLOWED <= card.move_squares * (plane.endurance - 1)

    def choose_victim(self, view: BismarckView, options: Sequence[Any]) -> object:
        """The ship worth most; a flotilla attacks only where its run promises more than it costs."""
        if view.phase != "destroyer_choice":
            return super().choose_victim(view, options)
        targets = [option.number for option in options if isinstance(option, Unit)]
        square = next(s.square for s in view.enemies if s.unit == targets[0])
        firing = sum(s.spotted and s.square == square and s.unit in RAIDERS for s in view.enemies)
        flotilla = next(number for number in FLOTILLAS if view.ships[number].square == square)
        night = is_night(view.turn, square)
        promises = {target: run_promises(flotilla, target, firing, night) for target in targets}
        best = max(promises, key=lambda target: promises[target])
        return next(o for o in options if isinstance(o, Unit) and o.number == best) if promises[best] > 0 else NOBODY

    def fights(self, view: BismarckView) -> bool:
        """Fight with at least three quarters of the enemy's strength, or with heavy ships with a convoy."""
        own, enemy = self.odds_of_battle(view)
        battle = view.battle
        assert battle is not None
        if not any(SHIPS[number].type in GUNS for number in battle.german):
            return True
        return own >= 0.75 * enemy
