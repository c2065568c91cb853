"""Sailing orders: where boats go, how long they stay, and where they come home to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from navalcore.bots import Bot
from navalcore.components import closest, counted
from navalcore.errors import BadData
from navalcore.rules import Ask, Decision, Event, Order, SeededChance
from navalcore_games.silent_war.boats.congregating import crowd_modifier
from navalcore_games.silent_war.bots.skipper import TEMPERAMENTS, PatrolBot
from navalcore_games.silent_war.choices import (
    GO_HOME,
    IN_TRANSIT,
    ON_PATROL,
    SEARCH,
    STAY,
    STOP,
    IntoBase,
    Operate,
    ReturnTo,
)
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.events.boats import (
    Arrived,
    Decommissioned,
    Lost,
    Overhauled,
    Relegated,
    Sailed,
    WrittenOff,
)
from navalcore_games.silent_war.events.fights import ConvoyMet, Searched
from navalcore_games.silent_war.events.telling import BoatEvent, PartyEvent
from navalcore_games.silent_war.headquarters.reach import way_to
from navalcore_games.silent_war.headquarters.standing_orders import STEERING, subject
from navalcore_games.silent_war.headquarters.who import AT_SEA, named_boats
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, BoatIndex, numbered
from navalcore_games.silent_war.movement.routes import steps_to_base
from navalcore_games.silent_war.views import BoatView, SilentWarView, active_bases

SEND = re.compile(
    r"(?P<who>.+?) to (?P<area>.+?)(?: for (?P<weeks>\d+) weeks?)?"
    r"(?:,? (?:and )?home to (?P<base>.+?))?(?P<damaged>,? though damaged)?$",
    re.IGNORECASE,
)
GONE = (Lost, WrittenOff, Decommissioned, Relegated, Overhauled)


@dataclass(frozen=True)
class Voyage:
    """The orders of boats."""

    area: AreaIndex | None
    """Where they patrol; None for those that are called home."""
    weeks: int | None = None
    """After so many searches they come home; None: when they must."""
    base: BaseIndex | None = None
    """Where they come home to; None: the nearest that suits."""
    though_damaged: bool = False
    """They continue their patrol with damage."""


@dataclass
class Progress:
    """How far a boat has come: whether it has put to sea under its orders, and how often it has searched since."""

    sailed: bool
    searched: int = 0


class Pilot(PatrolBot):
    """Takes a boat where it was ordered, by the ways, stops and waits of the patrol bots."""

    def __init__(self, area: str) -> None:
        super().__init__("comsubpac", SeededChance.from_seed(0), TEMPERAMENTS["steady"])
        self.area = area

    def goal(self, view: SilentWarView, charts: Charts, boat: BoatView) -> str:  # noqa: ARG002
        """The OpArea that was ordered."""
        return self.area


class Sailing(Order[SilentWarView]):
    """Where boats go and when they come home; over for a boat when it has come home, or cannot any more.

    Args:
        view: the match now.
        numbers: the boats.
        voyage: what they are to do.
    """

    def __init__(self, view: SilentWarView, numbers: list[BoatIndex], voyage: Voyage) -> None:
        self.voyage = voyage
        self.charts = load_charts(view.data_pack)
        self.boats = {
            boat.id: Progress(sailed=boat.place in AT_SEA and boat.rtb == "none")
            for boat in map(view.boats.__getitem__, numbers)
        }
        seen = [view.boats[number] for number in numbers]
        self.not_ready = [boat.name for boat in seen if boat.place not in ("ready", *AT_SEA) or boat.rtb != "none"]
        self.crowd = "" if voyage.area is None else crowd_told(view, numbers, voyage.area)
        self.pilot = Pilot("" if voyage.area is None else self.charts.areas[voyage.area].name)
        self.names = {view.boats[number].id: view.boats[number].name for number in numbers}
        super().__init__("", lasting=True)
        self._retell()

    def _retell(self) -> None:
        voyage = self.voyage
        names = ", ".join(self.names[boat] for boat in self.boats)
        words = f"home {names}" if voyage.area is None else f"send {names} to {self.charts.areas[voyage.area].name}"
        words += f" for {counted(voyage.weeks, 'week')}" if voyage.weeks is not None else ""
        if voyage.base is not None:
            words += f" {'' if voyage.area is None else 'home '}to {self.charts.bases[voyage.base].name}"
        self.text = words + (" though damaged" if voyage.though_damaged else "")

    @property
    def said(self) -> str:
        """The orders, who cannot sail yet, and whether the boats will be in each other's way."""
        later = f" Not ready yet, they sail when they are: {', '.join(self.not_ready)}." if self.not_ready else ""
        return f"Ordered: {self.text}.{later}{self.crowd}"

    def over(self) -> bool:
        """Whether all have come home, are lost, or have newer orders."""
        return not self.boats

    def give_way(self, newer: Order[SilentWarView]) -> None:
        """Leave boats to newer sailing orders."""
        if isinstance(newer, Sailing):
            self._release(*newer.boats)

    def _release(self, *boats: str) -> None:
        for boat in boats:
            self.boats.pop(boat, None)
        self._retell()

    def hear(self, event: Event) -> None:
        """Follow the boats: out of port, searching, home again."""
        if not isinstance(event, BoatEvent):
            return
        leads = event.leader if isinstance(event, PartyEvent) and event.leader is not None else event.boat
        progress = self.boats.get(leads.id)
        if progress is None:
            return
        if isinstance(event, Sailed):
            progress.sailed |= event.home is None
        elif isinstance(event, Searched | ConvoyMet):
            progress.searched += 1
        elif isinstance(event, GONE) or (isinstance(event, Arrived) and progress.sailed):
            self._release(leads.id)

    # ---- answers -----------------------------------------------------------------------------------------------------

    def answer(self, view: SilentWarView, decision: Decision, bot: Bot[SilentWarView]) -> object | None:  # noqa: ARG002
        """The next of the boats to operate, and every step of theirs."""
        if decision.kind == "operate":
            return self._next(view, decision)
        number = subject(view)
        if number is None or view.boats[number].id not in self.boats or decision.kind not in STEERING:
            return None
        boat = view.boats[number]
        match decision.kind:
            case "transit":
                return self._transit(view, boat, decision)
            case "side":
                return ON_PATROL if boat.where == self.pilot.area and not self.comes_home(boat) else IN_TRANSIT
            case "patrol" | "patrol.pack":
                on_station = boat.where == self.pilot.area or self.comes_home(boat)
                return STAY if on_station else self.pilot.decide(view, decision)
            case "search" | "search.pack":
                return GO_HOME if self.comes_home(boat) else SEARCH
            case "home":
                wanted = (o for o in decision.options if isinstance(o, ReturnTo) and o.index == self.voyage.base)
                return next(wanted, None) or self.pilot.decide(view, decision)
            case "zone" | "zone.pack":
                return STAY
        return self.pilot.decide(view, decision)

    def _next(self, view: SilentWarView, decision: Decision) -> object | None:
        """Boats on their way home first, those on patrol next, those that put to sea last: a boat that comes before
        others have left crowds those that search (13.1). Where boats of other orders come first, none of these.
        """

        def turn(option: Operate) -> int:
            boat = view.boats[option.index]
            if boat.place not in AT_SEA:
                return 3
            return 0 if boat.rtb != "none" else 1 if boat.on_patrol else 2

        options = [option for option in decision.options if isinstance(option, Operate)]
        first = min(map(turn, options), default=0)
        for option in options:
            boat = view.boats[option.index]
            if turn(option) == first and boat.id in self.boats and (first < 3 or self.voyage.area is not None):
                return option
        return None

    def comes_home(self, boat: BoatView) -> bool:
        """Whether a boat is to come home now: called, damaged, or after its weeks."""
        voyage, searched = self.voyage, self.boats[boat.id].searched
        if voyage.area is None or (boat.damage and not voyage.though_damaged):
            return True
        return voyage.weeks is not None and searched >= voyage.weeks

    def _transit(self, view: SilentWarView, boat: BoatView, decision: Decision) -> object:
        """On toward the OpArea, or for a boat that has no RTB marker but is to come home toward a base."""
        if not self.comes_home(boat) or boat.place == "ready":
            assert self.voyage.area is not None, "only boats at sea are called home"
            if way_to(view, boat, self.voyage.area).steps is None:
                return Ask(f"{boat.name} cannot reach {self.pilot.area} any more from {boat.where}.")
            return self.pilot.decide(view, decision)
        into: list[Any] = [o for o in decision.options if isinstance(o, IntoBase)]
        here = self.charts.area_named[boat.where]
        active = active_bases(view, self.charts)

        def far(base: BaseIndex, area: AreaIndex) -> int:
            return steps_to_base(view.data_pack, active, base, self.charts.boats[boat.card].range)[area]

        bases = [n for n, base in numbered(BaseIndex, self.charts.bases) if active[n] and not base.allied]
        base = self.voyage.base if self.voyage.base is not None else min(bases, key=lambda n: far(n, here))
        if arrived := next((o for o in into if o.index == base), None):
            return arrived
        steps = [o for o in decision.options if o not in into and o not in (STAY, STOP)]
        nearer: list[Any] = [o for o in steps if far(base, o.index) < far(base, here)]  # type: ignore[attr-defined]
        return min(nearer, key=lambda o: far(base, o.index), default=decision.options[0])


def crowd_told(view: SilentWarView, numbers: Container[BoatIndex], area: AreaIndex) -> str:
    """The modifier of Congregating Risk in an OpArea with the boats at sea there and those sent there; "" if none.

    Two boats of a wolfpack count as one (22.4).
    """
    where = load_charts(view.data_pack).areas[area]
    boats = [
        boat
        for number, boat in numbered(BoatIndex, view.boats)
        if number in numbers or (boat.where == where.name and boat.place in AT_SEA)
    ]
    packs = Counter(boat.pack for boat in boats if boat.pack is not None)
    counted_as = sum(boat.pack is None for boat in boats) + sum((size + 1) // 2 for size in packs.values())
    modifier = crowd_modifier(counted_as) if where.crowding[view.war_period] else 0
    if not modifier:
        return ""
    told = f"search at -{modifier} and meet Transit Events at +{modifier}"
    return f" {counted(len(boats), 'boat')} there together {told} [22.1]."


# ---- words -----------------------------------------------------------------------------------------------------------


def send_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:
    """BOATS to AREA [for N weeks] [home to BASE] [though damaged]: steer there, search, come home"""
    found = SEND.match(words)
    if found is None:
        raise BadData(
            "whom, and where to? Write, for example: orders send Gar, Tuna to Empire Pacific for 3 weeks home to Midway"
        )
    charts = load_charts(view.data_pack)
    numbers = named_boats(view, found["who"])
    area = AreaIndex(_named([area.name for area in charts.areas], found["area"], "OpArea"))
    weeks = int(found["weeks"]) if found["weeks"] else None
    order = Sailing(view, numbers, Voyage(area, weeks, _base(charts, found["base"]), bool(found["damaged"])))
    too_far = [_why_not(view, view.boats[number], area) for number in numbers]
    if refusals := [why for why in too_far if why]:
        raise BadData("; ".join(refusals))
    return order


def home_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:
    """BOATS [to BASE]: call boats home from sea: orders home Gar; orders home Gar, Tuna to Midway"""
    who, _, base = words.partition(" to ")
    if not who:
        raise BadData("which boats? Write, for example: orders home Gar")
    numbers = named_boats(view, who)
    if ashore := [view.boats[n].name for n in numbers if view.boats[n].place not in AT_SEA]:
        raise BadData(f"only boats at sea are called home; not at sea: {', '.join(ashore)}")
    charts = load_charts(view.data_pack)
    order = Sailing(view, numbers, Voyage(None, base=_base(charts, base)))
    for progress in order.boats.values():
        progress.sailed = True
    return order


def _named(names: list[str], words: str, what: str) -> int:
    wanted = " ".join(words.split()).casefold()
    fits = [n for n, name in enumerate(names) if name.casefold() == wanted]
    fits = fits or [n for n, name in enumerate(names) if name.casefold().startswith(wanted)]
    if len(fits) != 1:
        several = f"could be {', '.join(names[n] for n in fits)}" if fits else closest(words, names)
        raise BadData(f"no {what} is called '{words}'; {several}")
    return fits[0]


def _base(charts: Charts, words: str | None) -> BaseIndex | None:
    return BaseIndex(_named([base.name for base in charts.bases], words, "base")) if words else None


def _why_not(view: SilentWarView, boat: BoatView, area: AreaIndex) -> str:
    """Why a boat cannot be sent to an OpArea; "" if it can."""
    charts = load_charts(view.data_pack)
    if boat.place in ("lost", "removed"):
        return f"{boat.name} is {boat.place}"
    way, name = way_to(view, boat, area), charts.areas[area].name
    if way.left < 0:
        reach = charts.boats[boat.card].range
        return (
            f"{boat.name} cannot be sent to {name}: it is {counted(reach - way.left, 'step')} from the nearest base, "
            f"Range {reach}"
        )
    if boat.where and way.steps is None and (boat.place in AT_SEA or boat.place == "ready"):
        return f"{boat.name} cannot reach {name} from {boat.where} without leaving its Range"
    return ""
