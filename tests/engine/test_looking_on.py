"""Who looks while somebody else moves the match, and who asks without saying for whom."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.terms import Terms
from navalcore.errors import BadData, Busy
from tests.engine.conftest import Lagoon, Role, Seen, Settings, State


class Slow(Lagoon):
    """Somebody else's call comes while it makes a view."""

    meanwhile: Callable[[], object] | None = None

    def view(self, state: State, role: str, terms: Terms[Settings]) -> Seen:
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            other = Thread(target=meanwhile)
            other.start()
            other.join()
        return super().view(state, role, terms)


LOOKS: dict[str, Callable[[nc.Match[Any, Any, Any]], object]] = {
    "view": lambda match: match.view("red"),
    "snapshot": lambda match: match.snapshot("red"),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "move",
    [
        lambda match: match.choose("do nothing"),
        lambda match: match.undo(),
        lambda match: match.reseed(2),
    ],
)
def test_a_look_in_the_middle_of_which_the_match_moves_is_refused_and_not_half_of_each(look: str, move: Any) -> None:
    game = Slow()
    match = game.new_match(seed=1)
    match.choose("do it again")
    game.meanwhile = lambda: move(match)
    with pytest.raises(Busy, match="the match is moving"):
        LOOKS[look](match)
    assert LOOKS[look](match)


def test_a_look_in_the_middle_of_which_somebody_else_looks_is_not_refused() -> None:
    game = Slow()
    match = game.new_match(seed=1)
    game.meanwhile = lambda: match.snapshot("blue")
    assert match.view("red").role == "red"


def test_what_breaks_because_the_match_moves_is_busy_whatever_a_library_raises() -> None:
    class Torn(Slow):
        def view(self, state: State, role: str, terms: Terms[Settings]) -> Seen:
            moves = self.meanwhile is not None
            seen = super().view(state, role, terms)
            if moves:
                raise BaseException("dictionary changed size during iteration")
            return seen

    game = Torn()
    match = game.new_match(seed=1)
    game.meanwhile = lambda: match.choose("do nothing")
    with pytest.raises(Busy):
        match.view("red")


@pytest.fixture
def hasty() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_several_threads_that_read_one_roles_history_are_told_each_event_once(hasty: None) -> None:
    for seed in range(12):
        match = nc.load("uboat_cards").new_match(seed=seed, history=True)
        for _ in range(60):
            match.choose(0)
        told: list[list[int]] = []

        def read() -> None:
            told.append([event.n for event in match.snapshot("uboat", since=0).events])  # noqa: B023

        threads = [Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        alone = nc.loads_match(match.dumps(), history=True).snapshot("uboat", since=0)
        assert match.snapshot("uboat", since=0).told == alone.told
        assert all(numbers == list(range(1, alone.told + 1)) for numbers in told)


@pytest.mark.parametrize("since", [-1, "x", 1.5, [], True])
def test_events_are_asked_for_from_a_number_on_and_nothing_else(since: Any) -> None:
    match = nc.load("uboat_cards").new_match(seed=1, history=True)
    with pytest.raises(BadData, match="since is a number of events"):
        match.snapshot("uboat", since=since)


def test_where_several_are_asked_nobody_is_told_of_a_secret_question_without_saying_whose() -> None:
    match = nc.load("bismarck").new_match("two_player", seed=3)
    calls: tuple[Callable[[], object], ...] = (
        lambda: match.why_not("nonsense"),
        lambda: match.odds(0),
        lambda: match.odds_table(),
    )
    for call in calls:
        with pytest.raises(BadData, match="british and german are asked at the same time: name the role") as refused:
            call()
        assert all(decision.prompt not in str(refused.value) for decision in match.decisions.values())
    for role, decision in match.decisions.items():
        refusal = match.why_not("nonsense", role=role)
        assert refusal is not None
        assert decision.prompt in refusal.reason


def test_where_one_role_is_asked_its_name_may_be_left_out() -> None:
    match = Lagoon().new_match(seed=1)
    assert match.why_not("do nothing") is None
    assert match.decision is not None
    assert match.decision.role == Role.RED
