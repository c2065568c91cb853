"""When standing orders are to rest: at a contact, damage, a loss, the end of a month."""

from __future__ import annotations

from collections.abc import Callable

from navalcore.components import closest
from navalcore.errors import BadData
from navalcore.rules import Event, Order
from navalcore_games.silent_war.events.boats import (
    Arrived,
    CameBack,
    Damaged,
    Decommissioned,
    Joined,
    Lost,
    SkipperGained,
    WrittenOff,
)
from navalcore_games.silent_war.events.fights import ConvoyMet
from navalcore_games.silent_war.events.telling import BoatEvent, ContactMade, Sinking
from navalcore_games.silent_war.events.war import (
    BaseFell,
    BaseOpened,
    TorpedoesImproved,
    WarEventHappened,
    WarPeriodBegan,
    WeekBegan,
)
from navalcore_games.silent_war.headquarters.who import Who
from navalcore_games.silent_war.views import SilentWarView
from navalcore_games.silent_war.words import Force


def meets_task_force(event: Event) -> bool:
    """Whether a boat has met a task force."""
    return isinstance(event, ConvoyMet) and event.force is Force.TASK_FORCE


def is_new_month(event: Event) -> bool:
    """Whether the week that begins is the first of a month."""
    return isinstance(event, WeekBegan) and event.begins_a_month


def _is(*kinds: type[Event]) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, kinds)


STOPS: dict[str, Callable[[Event], bool]] = {
    "task force": meets_task_force,
    "contact": _is(ContactMade),
    "sunk": _is(Sinking),
    "damage": _is(Damaged),
    "loss": _is(Lost, WrittenOff, Decommissioned),
    "skipper": _is(SkipperGained),
    "arrival": _is(Arrived, Joined, CameBack),
    "war": _is(WarEventHappened, WarPeriodBegan, TorpedoesImproved, BaseOpened, BaseFell),
    "week": _is(WeekBegan),
    "month": is_new_month,
}
"""The events for which orders may stop, by word, with the sentence that says so."""
USUAL = "task force, damage, loss, month"
OF_THE_WAR = frozenset({"war", "week", "month"})
"""Events that do not happen to a boat."""


class Stops(Order[SilentWarView]):
    """Orders rest when something happens.

    Args:
        view: the match now.
        words: what they stop for.
        who: the boats that it must happen to.
    """

    def __init__(self, view: SilentWarView, words: tuple[str, ...], who: Who) -> None:
        boats = "" if who.everybody else f" of {who.text}"
        super().__init__(f"stop {', '.join(words)}{boats}", lasting=True)
        self.words = words
        self.who = who
        self.view = view

    @property
    def said(self) -> str:
        """The sentence that confirms it."""
        return f"Your orders rest when it happens: {self.text.removeprefix('stop ')}."

    def hear(self, event: Event) -> None:
        """Note where boats arrive."""
        self.who.hear(event)

    def stop(self, event: Event) -> str:
        """The sentence that reports it, if it is one of those."""
        for word in self.words:
            if STOPS[word](event) and (word in OF_THE_WAR or self._one_of_them(event)):
                return f"A {word} is over ({word} 1 reports on it)." if word in ("week", "month") else str(event)
        return ""

    def _one_of_them(self, event: Event) -> bool:
        return self.who.everybody or (isinstance(event, BoatEvent) and self.who.named(self.view, event.boat.id))


def stop_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:
    """[WHAT] [of WHO]: suspend all orders when it happens: orders stop damage, month; orders stop contact of Wahoo"""
    what, _, boats = (words or USUAL).partition(" of ")
    found = tuple(" ".join(word.split()).casefold() for word in what.split(","))
    for word in found:
        if word not in STOPS:
            raise BadData(f"orders cannot stop for '{word}'; {closest(word, STOPS)}")
    return Stops(view, found, Who(view, boats.strip()))
