"""Parts of a state that cache what is shown of them: views show the same object until they change."""

from __future__ import annotations

from dataclasses import dataclass, field

from navalcore._rules.state import StateType
from navalcore._rules.views import CachesView, cached_views, redacted_copy
from navalcore.components._chance import SeededChance


@dataclass(slots=True)
class Buoy(CachesView):
    number: int
    lit: bool = False
    bearings: tuple[int, ...] = ()


@dataclass(slots=True)
class Channel:
    buoys: list[Buoy] = field(default_factory=list)


def seen(channel: Channel) -> list[Buoy]:
    return cached_views(channel.buoys, lambda buoy: redacted_copy(buoy, "pilot"))


def test_what_has_not_changed_is_shown_by_the_same_copy_and_what_has_by_another() -> None:
    channel = Channel([Buoy(1), Buoy(2), Buoy(3)])
    first = seen(channel)
    assert [one is other for one, other in zip(first, seen(channel), strict=True)] == [True, True, True]
    channel.buoys[1].lit = True
    second = seen(channel)
    assert [one is other for one, other in zip(first, second, strict=True)] == [True, False, True]
    assert (first[1].lit, second[1].lit) == (False, True), "who holds an earlier view keeps what it said"


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
        assert shown == channel.buoys
        assert not {id(buoy) for buoy in channel.buoys} & {id(copy) for copy in shown}


def test_a_copy_of_a_state_shows_nothing_that_was_cached_in_the_first() -> None:
    channel = Channel([Buoy(1)])
    shown = seen(channel)
    twin = StateType(Channel).copy(channel)
    assert twin == channel
    assert type(twin.buoys[0]) is Buoy
    assert seen(twin) == shown
    assert seen(twin)[0] is not shown[0]
    twin.buoys[0].lit = True
    assert seen(twin)[0].lit, "a copy notices its changes as the first one does"
    assert seen(channel)[0] is shown[0]
