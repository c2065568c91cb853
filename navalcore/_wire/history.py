"""History: everything a match has told, numbered for each role by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from threading import RLock

from navalcore._play.driver import AnyDriver
from navalcore._rules.events import ChoiceMade, RollUndone, Undone
from navalcore.components._bus import EventBus
from navalcore.components._events import Event
from navalcore.components._roles import UMPIRE


@dataclass(slots=True)
class _Batch:
    """The events that one choice of a role brought; the first batch is the set-up's."""

    chooser: str
    first: int
    undone: bool = False


@dataclass(slots=True)
class _Told:
    """The news of one role: the events as it saw them, and the place of each in the whole."""

    read: int = 0
    events: list[Event] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


class History:
    """The events of a match, numbered for each role by itself, so that numbers give nothing away."""

    __slots__ = ("_alone", "_batches", "_before", "_events", "_past", "_told", "_voided")

    def __init__(self, past: Callable[[], History] | None = None, before: Mapping[str, int] | None = None) -> None:
        self._alone = RLock()  # several threads may look while one tells what has happened
        self._past = past
        self._before = dict(before or {})  # of some roles, how many events the past has
        self._events: list[Event] = []
        self._batches = [_Batch("", 0)]
        self._voided: dict[int, Sequence[int]] = {}
        self._told: dict[str, _Told] = {}

    def note(self, event: Event) -> None:
        """Take down one more event, as the umpire is told it."""
        with self._alone:
            self._note(event)

    def _note(self, event: Event) -> None:
        place = len(self._events)
        if isinstance(event, ChoiceMade):
            self._batches.append(_Batch(event.role, place))
        elif isinstance(event, Undone):
            if isinstance(event, RollUndone):
                self._voided[place] = self._latest(event.brought)
            else:
                self._voided[place] = self._take_back(event.role)
                self._batches.append(_Batch("", place))
            if self._past is not None and not self._voided[place]:
                self._before.clear()  # what is taken back was before: nobody is told of it without the past
        self._events.append(event)

    def _take_back(self, role: str) -> range:
        """The places of the events that the role's last choice brought."""
        ends = [batch.first for batch in self._batches[1:]] + [len(self._events)]
        for batch, end in zip(reversed(self._batches), reversed(ends), strict=True):
            if batch.chooser == role and not batch.undone:
                batch.undone = True
                return range(batch.first, end)
        return range(0)

    def _latest(self, number: int) -> Sequence[int]:
        """The places of the latest events that hold, so many."""
        gone = {place for void in self._voided.values() for place in void}
        held = (
            place
            for place in reversed(range(len(self._events)))
            if place not in gone and not isinstance(self._events[place], Undone)
        )
        return list(islice(held, number))[::-1]

    def told_to(self, role: str) -> int:
        """How many events the role has been told."""
        with self._alone:
            return len(self._read(role).events) + self._earlier(role)

    def since(self, role: str, number: int) -> list[tuple[int, Event]]:
        """The events that the role was told after the one of this number, each with its number."""
        with self._alone:
            if self._past is not None and number < self._earlier(role):
                self._recall(self._past)
            events, earlier = self._read(role).events, self._earlier(role)
        return list(enumerate(events[max(0, number - earlier) :], max(number, earlier) + 1))

    def _earlier(self, role: str) -> int:
        """How many events the role was told that are not at hand."""
        return self._before.get(str(role), 0) if self._past is not None and role is not UMPIRE else 0

    def _recall(self, past: Callable[[], History]) -> None:
        """Have the events from before, and after them the events since."""
        before, later = past(), self._events
        self._past = None
        self._events, self._batches, self._voided = before._events, before._batches, before._voided
        self._told.clear()
        for event in later:
            self._note(event)

    def _read(self, role: str) -> _Told:
        if self._past is not None and (role is UMPIRE or str(role) not in self._before):
            self._recall(self._past)
        key = repr(UMPIRE) if role is UMPIRE else str(role)  # a game may have a role of the umpire's name
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = _Told()
        for place in range(told.read, len(self._events)):
            whole = self._events[place]
            event = whole.seen_by(role)
            if isinstance(whole, Undone):
                void = self._voided[place]
                first = 1 + self._earlier(role)
                numbers = tuple(number for number, each in enumerate(told.places, first) if each in void)
                if event is None and numbers:  # of what came of a secret choice it was told something
                    event = replace(whole, text="a secret choice", number=0, to=None)
                if isinstance(event, Undone):
                    event = Undone(
                        role=event.role, text=event.text, number=event.number, rule=event.rule, to=event.to,
                        takes_back=numbers,
                    )  # fmt: skip
            if event is None:
                continue
            told.events.append(event)
            told.places.append(place)
        told.read = len(self._events)
        return told


def told_in(driver: AnyDriver) -> History:
    """Everything that a match has told on its line of play, by playing it again; raises BadData where it cannot be."""
    history, bus = History(), EventBus(roles=driver.setup.game.roles)
    bus.subscribe(history.note, role=UMPIRE)
    driver.played_again(bus=bus)
    return history
