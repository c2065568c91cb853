"""History: everything a match has told, numbered for each role by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import RLock

from navalcore._play.driver import AnyDriver
from navalcore._rules.events import ChoiceMade, Undone
from navalcore.components._bus import EventBus
from navalcore.components._events import Event
from navalcore.components._roles import UMPIRE


@dataclass(slots=True)
class _Batch:
    """What one choice of a role brought; the first batch is the set-up's."""

    chooser: str
    first: int
    undone: bool = False


@dataclass(slots=True)
class _Told:
    """What one role was told: the events as it saw them, and the place of each in the whole."""

    read: int = 0
    events: list[Event] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


class History:
    """The events of a match, numbered for each role by itself, so that numbers give nothing away."""

    __slots__ = ("_alone", "_batches", "_events", "_past", "_told", "_voided", "_waiting")

    def __init__(self, past: Callable[[], History] | None = None) -> None:
        self._alone = RLock()  # several threads may look while one tells what has happened
        self._past = past
        self._waiting: list[Event] = []
        self._events: list[Event] = []
        self._batches = [_Batch("", 0)]
        self._voided: dict[int, range] = {}
        self._told: dict[str, _Told] = {}

    def note(self, event: Event) -> None:
        """Take down one more event, as the umpire is told it."""
        with self._alone:
            self._note(event)

    def _note(self, event: Event) -> None:
        if self._past is not None:
            self._waiting.append(event)
            return
        place = len(self._events)
        if isinstance(event, ChoiceMade):
            self._batches.append(_Batch(event.role, place))
        elif isinstance(event, Undone):
            self._voided[place] = self._take_back(event.role)
            self._batches.append(_Batch("", place))
        self._events.append(event)

    def _take_back(self, role: str) -> range:
        """The places of what the role's last choice brought."""
        ends = [batch.first for batch in self._batches[1:]] + [len(self._events)]
        for batch, end in zip(reversed(self._batches), reversed(ends), strict=True):
            if batch.chooser == role and not batch.undone:
                batch.undone = True
                return range(batch.first, end)
        return range(0)

    def told_to(self, role: str) -> int:
        """How many events the role has been told."""
        with self._alone:
            return len(self._read(role).events)

    def since(self, role: str, number: int) -> list[tuple[int, Event]]:
        """The events that the role was told after the one of this number, each with its number."""
        with self._alone:
            events = self._read(role).events
        return list(enumerate(events[number:], number + 1))

    def _recall(self, past: Callable[[], History]) -> None:
        """Have what was told before, and after it what has been told since."""
        before = past()
        self._past = None
        self._events, self._batches, self._voided = before._events, before._batches, before._voided
        for event in self._waiting:
            self._note(event)
        self._waiting.clear()

    def _read(self, role: str) -> _Told:
        if self._past is not None:
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
                numbers = tuple(number for number, each in enumerate(told.places, 1) if each in void)
                if event is None and numbers:  # of what came of a secret choice it was told something
                    event = replace(whole, text="a secret choice", number=0, to=None)
                if isinstance(event, Undone):
                    event = replace(event, takes_back=numbers)
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
