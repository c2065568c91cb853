"""Standing orders of Computer Bismarck: ways over several turns, patrol lines, convoys and planes.

They order each unit once a turn, at the beginning of the movement phase. A unit that a player orders by hand after
that keeps this order, and is no longer on its way by the other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from navalcore.bots import Bot
from navalcore.errors import BadData
from navalcore.rules import Ask, Decision, Event, Order, SeededChance
from navalcore_games.bismarck.bots import staff
from navalcore_games.bismarck.bots.admiral import Admiral
from navalcore_games.bismarck.bots.otto import Otto
from navalcore_games.bismarck.cards import CONVOYS, PLANES, SHIPS, is_plane, is_ship, plane_number
from navalcore_games.bismarck.choices import Done, Unit
from navalcore_games.bismarck.events import OrderGiven
from navalcore_games.bismarck.sea_map import distance, parse_square, sea_distances, square_at
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Fate, Mode, PlaneType, ShipNumber, ShipType, Side, Square, UnitNumber

Plan = dict[UnitNumber, staff.Order]


class FleetOrder(Order[BismarckView]):
    """Orders units by a plan that is made once a turn, before the player is asked."""

    def __init__(self, text: str, view: BismarckView) -> None:
        super().__init__(text, lasting=True)
        maker = Admiral if view.role == Side.BRITISH else Otto
        self.staff: Admiral | Otto = maker(view.role, SeededChance.from_seed(text))
        self.turn = 0
        self.doing: UnitNumber | None = None

    @abstractmethod
    def plan(self, view: BismarckView) -> Plan:
        """The task of this turn."""

    def answer(self, view: BismarckView, decision: Decision, bot: Bot[BismarckView]) -> object | None:  # noqa: ARG002
        """The next unit of the plan, and then its order; None where the player is to choose."""
        if view.phase != "orders":
            return None
        options = decision.options
        if isinstance(options[0], Done | Unit):
            if self.turn != view.turn:
                self.turn, self.staff.plan = view.turn, self.plan(view)
            found = self.staff.next_planned(view, options)
            self.doing = None if found is None else found.number
            return found
        if view.ordering is None or view.ordering != self.doing:
            return None
        answer = self.staff.carry_out(view, options)
        return None if isinstance(answer, Ask) else answer


class Convoys(FleetOrder):
    """Each convoy sails on by the shortest way of its mission, away from enemies in sight."""

    def plan(self, view: BismarckView) -> Plan:
        """A step of each convoy that moves on this turn."""
        assert isinstance(self.staff, Admiral), "the Germans have no convoys"
        plan: Plan = {}
        for number in CONVOYS:
            self.staff.sail_convoy(view, number, plan)
        return plan


class Planes(FleetOrder):
    """Planes of airfields search where Bismarck may be, bomb enemies in sight, and come home in time."""

    def plan(self, view: BismarckView) -> Plan:
        """The Admiralty's orders for reconnaissance planes and bombers."""
        return {unit: order for unit, order in self.staff.make_plan(view).items() if self._from_land(unit)}

    @staticmethod
    def _from_land(unit: UnitNumber) -> bool:
        return is_plane(unit) and PLANES[plane_number(unit)].type is not PlaneType.TORPEDO_BOMBER


class Sail(FleetOrder):
    """Ships sail to squares over as many turns as it takes, and patrol there."""

    def __init__(self, text: str, view: BismarckView, goals: Mapping[ShipNumber, Square], most: int) -> None:
        super().__init__(text, view)
        self._goals = dict(goals)
        self._most = most

    def plan(self, view: BismarckView) -> Plan:
        """A part of the way of each ship; at its end she patrols, and is no longer under this order."""
        plan: Plan = {}
        for number, goal in list(self._goals.items()):
            ship = view.ships[number]
            if ship.fate is not Fate.ACTIVE:
                del self._goals[number]
            elif ship.here != goal:
                plan[number] = staff.Order(Mode.MOVE, goal, self._most)
            else:
                plan[number] = staff.Order(Mode.PATROL)
        return plan

    @property
    def ships(self) -> tuple[ShipNumber, ...]:
        """The ships that are on their way."""
        return tuple(self._goals)

    def give_way(self, newer: Order[BismarckView]) -> None:
        """A ship that is sent elsewhere by a later order is no longer under this one."""
        for ship in newer.ships if isinstance(newer, Sail) else ():
            self._goals.pop(ship, None)

    def hear(self, event: Event) -> None:
        """A ship that is in her square, or that the player orders otherwise, is no longer under this order."""
        if isinstance(event, OrderGiven) and (event.unit != self.doing or event.mode is Mode.PATROL):
            self._goals.pop(event.unit, None)  # type: ignore[call-overload]  # a plane is not among them

    def over(self) -> bool:
        """Whether no ship is under it any more."""
        return not self._goals


def convoys(view: BismarckView, words: str) -> Order[BismarckView]:
    """Your convoys sail on by the shortest way of their missions, until recalled: convoys."""
    return Convoys(_alone("convoys", view, words), view)


def planes(view: BismarckView, words: str) -> Order[BismarckView]:
    """Your planes of airfields search, bomb what they can and come home, until recalled: planes."""
    return Planes(_alone("planes", view, words), view)


def sail(view: BismarckView, words: str) -> Order[BismarckView]:
    """Ships sail to a square and patrol there: sail Hood 1724; or spread on a line: sail Norfolk, Kenya 1420-1424.

    A figure after the square is the most squares of a turn, to save fuel: sail Hood 1724 1.
    """
    *names, last = words.split() or [""]
    most = 9
    if names and last.isdecimal() and len(last) == 1:
        most, last = int(last), names.pop()
    ends = [parse_square(each) for each in last.split("-")]
    ships = [_ship(view, name) for name in " ".join(names).split(",") if name.strip()]
    if not ships or not most or not 1 <= len(ends) <= 2 or None in ends:
        raise BadData("orders sail takes ships and a square, or the two ends of a line: sail Norfolk, Kenya 1420-1424")
    squares = [end for end in ends if end is not None]
    goals = {ship: _goal(view, ship, squares, place, len(ships)) for place, ship in enumerate(ships)}
    return Sail(f"sail {' '.join(words.split())}", view, goals, most)


ORDERS: Final[Mapping[str, Callable[[BismarckView, str], Order[BismarckView]]]] = {
    "sail": sail,
    "convoys": convoys,
    "planes": planes,
}
"""The things that a player may hand over, by word."""


def _alone(word: str, view: BismarckView, words: str) -> str:
    if words:
        raise BadData(f"orders {word} takes no further words (found: {words})")
    if view.role != Side.BRITISH:
        raise BadData(f"only the British player has {word}")
    return word


def _ship(view: BismarckView, name: str) -> ShipNumber:
    """The own ship in play that a name, or the beginning of one, means."""
    wanted = name.strip().casefold()
    names = {
        number: SHIPS[number].name.casefold()
        for number, ship in view.ships.items()
        if ship.fate is Fate.ACTIVE and SHIPS[number].type is not ShipType.CONVOY
    }
    found = [number for number, known in names.items() if known == wanted]
    found = found or [number for number, known in names.items() if known.startswith(wanted)]
    if len(found) != 1:
        raise BadData(f"'{name.strip()}' is not one of your ships in play that can be sent somewhere")
    assert is_ship(found[0]), "a view has only ships there"
    return found[0]


def _goal(view: BismarckView, ship: ShipNumber, ends: Sequence[Square], place: int, ships: int) -> Square:
    """The square of one of so many ships: the one that is named, or the nearest at sea to her part of the line."""
    far = sea_distances(SHIPS[ship].side, view.ships[ship].here)
    if len(ends) == 1 and ends[0] not in far:
        raise BadData(f"{SHIPS[ship].name} cannot sail to {ends[0]}")
    (row, column), (row_to, column_to) = (divmod(end, 100) for end in (ends[0], ends[-1]))
    part = place / max(ships - 1, 1)
    wanted = square_at(round(row + part * (row_to - row)), round(column + part * (column_to - column)))
    return min(far, key=lambda square: (distance(square, wanted), square))
