"""A state that keeps what it has shown: views show it as it is, and of what has not changed the same copies."""

from __future__ import annotations

from dataclasses import dataclass, field

from navalcore._rules.looks import Recalled, attributes_of_each, getter, shown_again
from navalcore._rules.state import StateType
from navalcore.components._chance import SeededChance


@dataclass(slots=True)
class Buoy:
    number: int
    lit: bool = False
    bearings: tuple[int, ...] = ()


@dataclass(slots=True)
class Channel(Recalled):
    buoys: list[Buoy] = field(default_factory=list)


LOOKS = attributes_of_each("number", "lit", "bearings")


def seen(channel: Channel) -> tuple[Buoy, ...]:
    return shown_again(channel, channel.buoys, LOOKS, Buoy)


def test_what_has_not_changed_is_shown_by_the_same_copy_and_what_has_by_another() -> None:
    channel = Channel([Buoy(1), Buoy(2), Buoy(3)])
    first = seen(channel)
    assert seen(channel) is first
    channel.buoys[1].lit = True
    second = seen(channel)
    assert [one is other for one, other in zip(first, second, strict=True)] == [True, False, True]
    assert (first[1].lit, second[1].lit) == (False, True), "who holds an earlier view keeps what it said"
    assert not any(one is buoy for one, buoy in zip(second, channel.buoys, strict=True))


def test_whatever_comes_goes_and_changes_what_is_shown_is_the_state() -> None:
    luck, channel = SeededChance.from_seed("buoys"), Channel()
    for number in range(400):
        act = luck.below(4)
        place = luck.below(len(channel.buoys)) if channel.buoys else 0
        if act == 0 or not channel.buoys:
            channel.buoys.append(Buoy(number))
        elif act == 1:
            del channel.buoys[place]
        elif act == 2:
            channel.buoys[place].lit = not channel.buoys[place].lit
        else:
            channel.buoys[place].bearings += (number % 3,)
        shown = seen(channel)
        assert list(shown) == channel.buoys
        assert not {id(buoy) for buoy in channel.buoys} & {id(copy) for copy in shown}


def test_a_copy_of_a_state_keeps_nothing_that_was_shown_of_the_first() -> None:
    channel = Channel([Buoy(1)])
    shown = seen(channel)
    twin = StateType(Channel).copy(channel)
    assert twin == channel
    assert seen(twin) == shown
    assert seen(twin)[0] is not shown[0]


def test_attributes_are_given_as_a_tuple_however_many_there_are() -> None:
    buoy = Buoy(7, True)
    assert getter("number", "lit")(buoy) == (7, True)
    assert getter("number")(buoy) == (7,)
    assert getter()(buoy) == ()
    assert attributes_of_each("number")([buoy, Buoy(8)]) == [(7,), (8,)]


def test_a_copy_that_somebody_has_changed_is_not_shown_again() -> None:
    channel = Channel([Buoy(1), Buoy(2), Buoy(3)])
    first = seen(channel)
    first[1].lit = True
    second = seen(channel)
    assert list(second) == channel.buoys
    assert [one is other for one, other in zip(first, second, strict=True)] == [True, False, True]
    second[0].number = 9
    channel.buoys.append(Buoy(4))
    assert list(seen(channel)) == channel.buoys
