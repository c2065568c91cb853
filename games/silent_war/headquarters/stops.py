"""When standing orders are to rest: at a contact, damage, a loss, the end of a month."""

from __future__ import annotations

from collections.abc import Callable

from navalcore.components import closest
from navalcore.errors import BadData
from navalcore.rules import Event, Order
from navalcore_games.silent_war.events import (
    Arrived,
    Base,
    Contact,
    Damaged,
    Decommissioned,
    Happened,
    Lost,
    Skipper,
    Sunk,
    Torpedo,
    TotalLoss,
    WarEvent as WarEventTold,
    WarPeriod as WarPeriodTold,
    Week,
)
from navalcore_games.silent_war.headquarters.who import Who
from navalcore_games.silent_war.views import SilentWarView

TASK_FORCE = " meets a task force "


def is_new_month(event: Happened) -> bool:
    """Whether the week that begins is the first of a month."""
    return isinstance(event, Week) and event.subject.endswith("-1")


STOPS: dict[str, Callable[[Happened], bool]] = {
    "task force": lambda event: isinstance(event, Contact) and TASK_FORCE in event.text,
    "contact": lambda event: isinstance(event, Contact),
    "sunk": lambda event: isinstance(event, Sunk),
    "damage": lambda event: isinstance(event, Damaged),
    "loss": lambda event: isinstance(event, Lost | TotalLoss | Decommissioned),
    "skipper": lambda event: isinstance(event, Skipper),
    "arrival": lambda event: isinstance(event, Arrived),
    "war": lambda event: isinstance(event, WarEventTold | WarPeriodTold | Torpedo | Base),
    "week": lambda event: isinstance(event, Week),
    "month": is_new_month,
}
"""What orders may stop for, by word, and how it is told."""
USUAL = "task force, damage, loss, month"
OF_THE_WAR = frozenset({"war", "week", "month"})
"""What does not happen to a boat."""


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
        self.boats = {boat.name: number for number, boat in enumerate(view.boats)}
        self.view = view

    @property
    def said(self) -> str:
        """What for."""
        return f"Your orders rest when it happens: {self.text.removeprefix('stop ')}."

    def hear(self, event: Event) -> None:
        """Note where boats arrive."""
        self.who.hear(event)

    def stop(self, event: Event) -> str:
        """The sentence that tells it, if it is one of those."""
        if not isinstance(event, Happened):
            return ""
        for word in self.words:
            if STOPS[word](event) and (word in OF_THE_WAR or self._one_of_them(event)):
                return f"A {word} is over ({word} 1 tells of it)." if word in ("week", "month") else event.text
        return ""

    def _one_of_them(self, event: Happened) -> bool:
        return self.who.everybody or self.who.named(self.view, event.subject)


def stop_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:
    """[WHAT] [of WHO]: suspend all orders when it happens: orders stop damage, month; orders stop contact of Wahoo"""
    what, _, boats = (words or USUAL).partition(" of ")
    found = tuple(" ".join(word.split()).casefold() for word in what.split(","))
    for word in found:
        if word not in STOPS:
            raise BadData(f"orders cannot stop for '{word}'; {closest(word, STOPS)}")
    return Stops(view, found, Who(view, boats.strip()))
