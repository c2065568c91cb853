"""The event bus: order, waiting turns, what each role sees, harmless failures and streams."""

from __future__ import annotations

import asyncio
import gc
import logging
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, strategies as st

from navalcore.components import Event, EventBus
from navalcore.components._bus import Subscription
from navalcore.components._roles import UMPIRE
from navalcore.errors import BadData


@dataclass(frozen=True, slots=True)
class Moved(Event):
    ship: str
    area: str


@dataclass(frozen=True, slots=True)
class Sighted(Event):
    ship: str | None

    def redacted(self):
        return replace(self, ship=None)


@dataclass(frozen=True, slots=True)
class Numbered(Event):
    number: int


@dataclass(frozen=True, slots=True)
class Broken(Event):
    def redacted(self):
        raise ValueError("no redaction")


def test_every_listener_gets_every_event_in_the_order_emitted_and_listeners_in_the_order_subscribed():
    bus, heard = EventBus(), list[tuple[str, int]]()
    bus.subscribe(lambda event: heard.append(("first", event.number)), Numbered, role=UMPIRE)
    bus.subscribe(lambda event: heard.append(("second", event.number)), Numbered, role=UMPIRE)
    for number in range(3):
        bus.emit_all([Numbered(number)])
    assert heard == [(who, number) for number in range(3) for who in ("first", "second")]


@given(st.dictionaries(st.integers(0, 5), st.lists(st.integers(6, 11), max_size=3), max_size=4))
def test_an_event_emitted_by_a_handler_waits_its_turn(answers):
    bus, early, late = EventBus(), list[int](), list[int]()

    def answer(event: Numbered) -> None:
        early.append(event.number)
        for number in answers.get(event.number, ()):
            bus.emit_all([Numbered(number)])
        assert event.number not in late[len(early) - 1 :], "later listeners hear it after this handler is done"

    bus.subscribe(answer, Numbered, role=UMPIRE)
    bus.subscribe(lambda event: late.append(event.number), Numbered, role=UMPIRE)
    expected = []
    for number in range(6):
        bus.emit_all([Numbered(number)])
        expected += [number, *answers.get(number, ())]
    assert early == late == expected


def test_a_listener_gets_only_the_kind_it_asked_for():
    bus, moves, everything = EventBus(), list[Event](), list[Event]()
    bus.subscribe(moves.append, Moved, role=UMPIRE)
    bus.subscribe(everything.append, role=UMPIRE)
    events = [Moved("Hood", "1622"), Sighted("Hood"), Event(rule="4.1")]
    for event in events:
        bus.emit_all([event])
    assert moves == events[:1]
    assert everything == events


def test_each_role_sees_its_own_version_and_nothing_it_may_not():
    bus = EventBus()
    roles = ("axis", "allies", UMPIRE)
    heard: dict[str, list[Event]] = {role: [] for role in roles}
    for role in roles:
        bus.subscribe(heard[role].append, role=role)
    public = Moved("Hood", "1622")
    secret = Moved("Bismarck", "1523", to=("axis",))
    partly = Sighted("Bismarck", to=("axis",))
    for event in (public, secret, partly):
        bus.emit_all([event])
    assert heard["axis"] == heard[UMPIRE] == [public, secret, partly]
    assert heard["allies"] == [public, Sighted(None, to=("axis",))]


def test_a_failing_handler_harms_neither_the_caller_nor_the_others_and_is_recorded_and_logged(caplog):
    bus, heard = EventBus(), list[Event]()

    def fails(event: Event) -> None:
        raise RuntimeError("sunk")

    bus.subscribe(fails, role=UMPIRE)
    bus.subscribe(heard.append, role=UMPIRE)
    event = Numbered(1)
    with caplog.at_level(logging.ERROR):
        bus.emit_all([event])
    assert heard == [event]
    (failure,) = bus.failures
    assert failure.handler is fails
    assert failure.event is event
    assert repr(failure.exception) == "RuntimeError('sunk')"
    assert "fails" in caplog.text
    assert "RuntimeError: sunk" in caplog.text


def test_an_event_that_cannot_be_redacted_is_a_failure_and_is_shown_to_nobody_but_those_entitled():
    bus, axis, allies = EventBus(), list[Event](), list[Event]()
    bus.subscribe(allies.append, role="allies")
    bus.subscribe(axis.append, role="axis")
    bus.emit_all([Broken(to=("axis",))])
    assert allies == []
    assert axis == [Broken(to=("axis",))]
    assert len(bus.failures) == 1


def test_only_the_last_hundred_failures_are_kept():
    bus = EventBus()
    bus.subscribe(lambda event: 1 / 0, role=UMPIRE)
    for number in range(103):
        bus.emit_all([Numbered(number)])
    assert [failure.event for failure in bus.failures] == [Numbered(number) for number in range(3, 103)]


def test_an_interrupt_reaches_the_caller_and_leaves_a_working_bus():
    bus, heard = EventBus(), list[Event]()

    def interrupt(event: Event) -> None:
        subscription.cancel()
        bus.emit_all([Numbered(2)])
        raise KeyboardInterrupt

    bus.subscribe(heard.append, role=UMPIRE)
    subscription = bus.subscribe(interrupt, role=UMPIRE)
    with pytest.raises(KeyboardInterrupt):
        bus.emit_all([Numbered(1)])
    bus.emit_all([Numbered(3)])
    assert heard == [Numbered(1), Numbered(2), Numbered(3)]


def test_a_cancelled_listener_hears_no_more_not_even_the_event_being_delivered():
    bus, heard = EventBus(), list[Event]()
    bus.subscribe(lambda event: second.cancel(), role=UMPIRE)
    second: Subscription = bus.subscribe(heard.append, role=UMPIRE)
    bus.emit_all([Numbered(1)])
    second.cancel()
    assert heard == []


def test_a_listener_that_subscribes_in_a_handler_hears_the_next_event_first():
    bus, heard = EventBus(), list[Event]()

    def hand_over(event: Event) -> None:
        first.cancel()
        bus.subscribe(heard.append, role=UMPIRE)

    first = bus.subscribe(hand_over, role=UMPIRE)
    bus.emit_all([Numbered(1)])
    bus.emit_all([Numbered(2)])
    assert heard == [Numbered(2)]


def test_active_says_whether_anybody_listens():
    bus = EventBus()
    assert not bus.active
    bus.emit_all([Numbered(1)])
    one, two = bus.subscribe(print, role=UMPIRE), bus.subscribe(print, role=UMPIRE)
    one.cancel()
    assert bus.active
    two.cancel()
    assert not bus.active


def test_a_stream_gives_the_events_a_role_may_see_in_order_and_ends_when_the_bus_closes():
    async def scene():
        bus, heard = EventBus(), list[Event]()

        async def listen():
            async for event in stream:
                heard.append(event)

        stream = bus.stream(role="allies")
        bus.emit_all([Numbered(1)])
        task = asyncio.create_task(listen())
        await asyncio.sleep(0)
        bus.emit_all([Moved("Bismarck", "1523", to=("axis",))])
        bus.emit_all([Sighted("Bismarck", to=("axis",))])
        await asyncio.sleep(0)
        bus.emit_all([Numbered(2)])
        bus.close()
        bus.emit_all([Numbered(3)])
        await asyncio.wait_for(task, 5)
        return heard, [event async for event in stream]

    heard, after_the_end = asyncio.run(scene())
    assert heard == [Numbered(1), Sighted(None, to=("axis",)), Numbered(2)]
    assert after_the_end == []


def test_a_stream_can_be_closed_on_its_own_and_filtered_by_kind():
    async def scene():
        bus = EventBus()
        numbers, everything = bus.stream(Numbered, role=UMPIRE), bus.stream(role=UMPIRE)
        bus.emit_all([Moved("Hood", "1622")])
        bus.emit_all([Numbered(1)])
        numbers.close()
        bus.emit_all([Numbered(2)])
        bus.close()
        return [event async for event in numbers], [event async for event in everything]

    assert asyncio.run(scene()) == (
        [Numbered(1)],
        [Moved("Hood", "1622"), Numbered(1), Numbered(2)],
    )


def test_closing_the_bus_in_a_handler_lets_the_events_emitted_before_go_first():
    bus, heard = EventBus(), list[Event]()

    def close_at_once(event: Numbered) -> None:
        if event.number == 1:
            bus.emit_all([Numbered(2)])
            bus.close()
            bus.emit_all([Numbered(3)])

    bus.subscribe(close_at_once, Numbered, role=UMPIRE)
    bus.subscribe(heard.append, role=UMPIRE)
    bus.emit_all([Numbered(1)])
    assert heard == [Numbered(1), Numbered(2)]
    assert not bus.active


def test_a_forgotten_stream_leaves_the_bus():
    bus = EventBus()
    stream = bus.stream(role=UMPIRE)
    assert bus.active
    del stream
    gc.collect()
    assert not bus.active


@pytest.mark.parametrize("name", ["to", "rule", "kind"])
def test_an_event_cannot_have_a_field_that_means_something_else_in_every_event(name: str) -> None:
    with pytest.raises(BadData, match=f"Sailed has a field '{name}', which means something else"):
        type("Sailed", (Event,), {"__annotations__": {name: str}})
