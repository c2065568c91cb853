"""The event bus: brings each event, in order, to every handler that asked for it and may see it."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, overload

from navalcore._misfits import told_when_made
from navalcore.components._events import Event
from navalcore.components._roles import looking_role
from navalcore.errors import BadData

if TYPE_CHECKING:
    import asyncio

E = TypeVar("E", bound=Event)

_log = logging.getLogger(__name__)
_FAILURES_KEPT = 100


class Failure(NamedTuple):
    """A handler that raised: who, on which event (unredacted), and what."""

    handler: Callable[..., object]
    event: Event
    exception: Exception


class Subscription:
    """One handler's place on the bus; :meth:`cancel` ends it.

    Args:
        bus: the bus.
        handler: called with each event.
        kind: the class of the events that it receives.
        role: the role that listens.
    """

    __slots__ = ("_at_end", "_bus", "cancelled", "handler", "kind", "role")

    def __init__(self, bus: EventBus, handler: Callable[[Any], object], kind: type[Event], role: str) -> None:
        self._bus = bus
        self.handler = handler
        self.kind = kind
        self.role = role
        self.cancelled: bool = False
        self._at_end: Callable[[], object] | None = None

    def cancel(self) -> None:
        """Bring this handler no more events, beginning with the one being delivered. Twice is harmless."""
        if not self.cancelled:
            self.cancelled = True
            self._bus._drop(self)
            if self._at_end is not None:
                self._at_end()


@told_when_made
class EventStream:
    """The events of a bus as an async iterator, see :meth:`EventBus.stream`. It reads every event once.

    Args:
        bus: the bus.
        kind: only events of this class and its subclasses; None: all.
        role: the role that listens.
    """

    __slots__ = ("_events", "_subscription")

    def __init__(self, bus: EventBus, kind: type[Event] | None, role: str) -> None:
        import asyncio

        self._events: asyncio.Queue[Event | None] = asyncio.Queue()
        self._subscription = bus.subscribe(self._events.put_nowait, kind or Event, role)
        self._subscription._at_end = partial(self._events.put_nowait, None)

    def close(self) -> None:
        """End the stream after the events already emitted."""
        self._subscription.cancel()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        event = await self._events.get()
        if event is None:
            self._events.put_nowait(None)
            raise StopAsyncIteration
        return event

    def __del__(self) -> None:
        if hasattr(self, "_subscription"):  # it is not, where making it failed
            self._subscription.cancel()


@told_when_made
class EventBus:
    """Brings events to handlers, in the order emitted, to handlers in the order subscribed.

    An event emitted by a handler waits until the current one has reached every handler. An exception in a
    handler stops nothing: it is logged and noted in :attr:`failures`. The bus belongs to one thread (for
    streams, the one that runs the event loop).

    Arguments:
        roles: the roles that may listen, besides ``SPECTATOR`` and ``UMPIRE``; None if any may.

    Attributes:
        active: whether there is a listener. While False, events need not be built.
        failures: the last 100 failures of handlers, oldest first.

    >>> from navalcore.components import UMPIRE, DiceRolled, Event
    >>> bus = EventBus()
    >>> subscription = bus.subscribe(lambda event: print("rolled", event.total), DiceRolled, role=UMPIRE)
    >>> bus.emit_all([Event(), DiceRolled("d6", (4,), "search", (), 4)])
    rolled 4
    >>> subscription.cancel()
    >>> bus.active
    False
    """

    __slots__ = ("_delivering", "_roles", "_subscriptions", "_waiting", "active", "failures")

    def __init__(self, roles: Iterable[str] | None = None) -> None:
        self._roles = None if roles is None else tuple(roles)
        self._subscriptions: tuple[Subscription, ...] = ()
        self._waiting: deque[Event | None] = deque()
        self._delivering = False
        self.active: bool = False
        self.failures: deque[Failure] = deque(maxlen=_FAILURES_KEPT)

    @overload
    def subscribe(self, handler: Callable[[E], object], kind: type[E], role: str) -> Subscription: ...

    @overload
    def subscribe(
        self, handler: Callable[[Event], object], kind: type[Event] | None = None, *, role: str
    ) -> Subscription: ...

    def subscribe(
        self, handler: Callable[[Any], object], kind: type[Event] | None = None, role: str = ""
    ) -> Subscription:
        """Call ``handler`` with every event from now on.

        Arguments:
            handler: called with the event; its result is ignored.
            kind: only events (as the role sees them) of this class and its subclasses; None means all.
            role: the role that listens. It receives events as it may see them, and none that it may not see; ``UMPIRE``
                is told everything.

        Raises:
            UnknownName: ``role`` is empty, or may not listen.
            BadData: the handler cannot be called, or ``kind`` is not a class of events.
        """
        if not callable(handler):
            raise BadData(f"a handler is called with each event, and {handler!r} cannot be called")
        if kind is not None and not (isinstance(kind, type) and issubclass(kind, Event)):
            raise BadData(f"kind is a class of events, not {kind!r}")
        subscription = Subscription(self, handler, kind or Event, self._listener(role))
        self._subscriptions = (*self._subscriptions, subscription)
        self.active = True
        return subscription

    def stream(self, kind: type[Event] | None = None, *, role: str = "") -> EventStream:
        """The events from now on for ``async for``; ends when the stream or the bus is closed.

        Arguments as for :meth:`subscribe`.

        Raises:
            UnknownName: ``role`` is empty, or may not listen.
        """
        return EventStream(self, kind, self._listener(role))

    def _listener(self, role: str) -> str:
        return looking_role(role, self._roles, "the event bus")

    def emit_all(self, events: Iterable[Event]) -> None:
        """Deliver ``events`` one after another; events that their handlers emit come after the last of them."""
        if not self.active:
            return
        self._waiting.extend(events)
        self._deliver_waiting()

    def close(self) -> None:
        """End every subscription and stream, after the events already emitted."""
        self._waiting.append(None)
        self._deliver_waiting()

    def _deliver_waiting(self) -> None:
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._waiting:
                event = self._waiting.popleft()
                if event is not None:
                    self._deliver(event)
                    continue
                for subscription in self._subscriptions:
                    subscription.cancel()
        finally:
            self._delivering = False

    def _deliver(self, event: Event) -> None:
        for subscription in self._subscriptions:
            if subscription.cancelled:
                continue
            try:
                seen = event.seen_by(subscription.role)
                if seen is not None and isinstance(seen, subscription.kind):
                    subscription.handler(seen)
            except Exception as exception:
                self.failures.append(Failure(subscription.handler, event, exception))
                _log.exception("event handler %r failed on %r", subscription.handler, event)

    def _drop(self, subscription: Subscription) -> None:
        self._subscriptions = tuple(kept for kept in self._subscriptions if kept is not subscription)
        self.active = bool(self._subscriptions)
