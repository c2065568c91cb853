"""The umpire's sight is asked for by name: what a failed look-up gives shows nothing to anybody."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

import navalcore as nc
from navalcore.components import EventBus
from navalcore.components._events import Event
from navalcore.errors import UnknownName
from tests.engine.conftest import Lagoon

NOBODY = [None, "", "umpire", "green", "RED", 7]


def test_the_umpire_is_one_object_also_after_pickling_and_copying() -> None:
    for twin in (pickle.loads(pickle.dumps(nc.UMPIRE)), copy.copy(nc.UMPIRE), copy.deepcopy([nc.UMPIRE])[0]):
        assert twin is nc.UMPIRE
    assert json.dumps({"role": nc.UMPIRE}) == '{"role": "umpire"}'
    assert isinstance(nc.UMPIRE, str)


@pytest.mark.parametrize("role", NOBODY)
def test_whoever_is_no_role_of_the_game_is_shown_nothing(lagoon: Lagoon, role: str) -> None:
    match = lagoon.new_match(seed=1)
    asked = (
        lambda: match.view(role),
        lambda: match.decision_for(role),
        lambda: match.events.subscribe(print, role=role),
        lambda: match.events.stream(role=role),
    )
    for ask in asked:
        with pytest.raises(UnknownName, match=r"navalcore\.UMPIRE|it has red, blue \(and spectator\)"):
            ask()
    assert not match.events.active


def test_a_role_that_is_left_out_is_refused_with_what_would_be_right(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    right = r'must be told who looks: a role \(role="red"\), navalcore\.SPECTATOR, or navalcore\.UMPIRE for everything'
    with pytest.raises(UnknownName, match=right):
        match.view("")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'role'"):
        match.view()  # type: ignore[call-arg]
    with pytest.raises(UnknownName, match=right):
        match.events.subscribe(print)  # type: ignore[call-overload]


def test_a_decision_is_refused_to_nobody_also_when_the_match_is_over(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    while not match.over:
        match.choose(0)
    with pytest.raises(UnknownName):
        match.decision_for(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("role", [None, "", "umpire"])
def test_an_event_is_shown_to_nobody_who_is_not_named(role: str) -> None:
    with pytest.raises(UnknownName):
        Event(to=("red",)).seen_by(role)
    assert Event(to=("red",)).seen_by(nc.UMPIRE) is not None


def test_a_bus_that_knows_no_roles_takes_any_name_but_asks_for_one() -> None:
    bus = EventBus()
    bus.subscribe(print, role="allies")
    with pytest.raises(UnknownName, match="the event bus must be told who looks"):
        bus.subscribe(print)  # type: ignore[call-overload]


def test_the_umpire_has_nothing_to_imagine(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    with pytest.raises(UnknownName, match="nothing to imagine"):
        match.fork(seed=2, as_seen_by=nc.UMPIRE)
    with pytest.raises(UnknownName):
        match.fork(seed=2, as_seen_by="umpire")
