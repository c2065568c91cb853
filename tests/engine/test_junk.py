"""Whatever is handed to a public method, it is taken or refused with an error of ours; the match stands as it stood."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import navalcore as nc
from navalcore import rules
from navalcore.components._chance import SeededChance
from navalcore.errors import NavalCoreError, NotOffered
from tests.engine.test_match import standing
from tests.kit.saboteurs import Pickets


class Odd:
    """A value that no method expects."""

    def __repr__(self) -> str:
        return "<odd>"


class Unequal:
    """A value that cannot be compared."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError("not to be compared")


PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.binary(max_size=4),
    st.sampled_from(["red", "blue", "spectator", "chance", "umpire", "short", "scout", "commit", "\x00", "\ud800"]),
    st.builds(Decimal, st.integers()),
    st.builds(object),
    st.builds(Odd),
    st.sampled_from([int, str, Pickets, nc.Match, len, ..., NotImplemented, SeededChance.from_seed(1)]),
)
JUNK = st.one_of(
    PLAIN, st.lists(PLAIN, max_size=2), st.dictionaries(st.text(max_size=3), PLAIN, max_size=2), st.tuples(PLAIN)
)

GAME = Pickets()


def _match(folder: Path) -> nc.Match[Any, Any, Any]:
    match = GAME.new_match("short", seed=1)
    match.choose(0)
    return match


CALLS: dict[str, Callable[[Any, Any], object]] = {
    "choose": lambda match, junk: match.choose(junk),
    "choose as role": lambda match, junk: match.choose(0, role=junk),
    "choose decision": lambda match, junk: match.choose(0, decision=junk),
    "why not": lambda match, junk: match.why_not(junk),
    "view": lambda match, junk: match.view(junk),
    "decision for": lambda match, junk: match.decision_for(junk),
    "undo": lambda match, junk: match.fork().undo(junk),
    "fork with seed": lambda match, junk: match.fork(seed=junk),
    "fork as seen by": lambda match, junk: match.fork(seed=1, as_seen_by=junk),
    "fork with chance": lambda match, junk: match.fork(chance=junk),
    "reseed": lambda match, junk: match.fork().reseed(junk),
    "save": lambda match, junk: match.save(junk),
    "record": lambda match, junk: match.fork().record_to(junk),
    "subscribe": lambda match, junk: match.fork().events.subscribe(junk, role=nc.UMPIRE),
    "subscribe kind": lambda match, junk: match.fork().events.subscribe(print, junk, nc.UMPIRE),
    "subscribe role": lambda match, junk: match.fork().events.subscribe(print, role=junk),
    "scenario": lambda match, junk: GAME.new_match(junk),
    "seed": lambda match, junk: GAME.new_match(seed=junk),
    "options": lambda match, junk: GAME.new_match(options=junk),
    "one option": lambda match, junk: GAME.new_match(options={"weather": junk}),
    "chance": lambda match, junk: GAME.new_match(chance=junk),
    "undo policy": lambda match, junk: GAME.new_match(undo=junk),
    "listener": lambda match, junk: GAME.new_match(on_event=junk),
    "load match": lambda match, junk: nc.load_match(junk, GAME),
    "load match of game": lambda match, junk: nc.load_match("saved.jsonl", junk),
    "load match to": lambda match, junk: nc.load_match("saved.jsonl", GAME, to=junk),
    "load match listener": lambda match, junk: nc.load_match("saved.jsonl", GAME, on_event=junk),
    "verify": lambda match, junk: nc.verify(junk, GAME),
    "read save": lambda match, junk: nc.read_save(junk),
    "load": lambda match, junk: nc.load(junk),
    "script": lambda match, junk: rules.ScriptedChance(junk),
    "script then": lambda match, junk: rules.ScriptedChance(then=junk),
}


@pytest.mark.parametrize("name", CALLS)
def test_junk_is_refused_with_an_error_of_ours_and_changes_nothing(
    name: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("junk")
    monkeypatch.chdir(folder)
    original = _match(folder)
    original.save("saved.jsonl")

    @settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
    @given(JUNK)
    def tried(junk: Any) -> None:
        match = original.fork()
        before = standing(match)
        refused: NavalCoreError | None = None
        try:
            CALLS[name](match, junk)
        except NavalCoreError as error:
            refused = error
        if refused is not None:
            assert standing(match) == before
            assert refused.code != "rule_error" or junk == nc.SPECTATOR  # for whom this game imagines nothing
            assert str(refused)

    tried()


def test_what_is_far_too_long_is_refused_in_a_short_sentence(tmp_path: Path) -> None:
    match = _match(tmp_path)
    for long in (10**5000, -(10**5000), [10**5000], "9" * 5000):
        refusal = match.why_not(long)
        assert refusal is not None
        assert len(refusal.text) < 210
        with pytest.raises(nc.NavalCoreError) as refused:
            match.choose(long)
        assert len(str(refused.value)) < 700
    with pytest.raises(nc.NavalCoreError, match="decision a number of thousands of digits is not the current one"):
        match.choose(0, role=next(iter(match.decisions)), decision=10**5000)


def test_a_value_that_cannot_be_compared_is_not_offered() -> None:
    match = GAME.new_match("short", seed=1)
    before = standing(match)
    with pytest.raises(NotOffered):
        match.choose(Unequal())
    assert match.why_not(Unequal()) is not None
    assert standing(match) == before
