"""Simultaneous choices: what is told while they go on, and who goes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.decision import Flow, choose, together
from navalcore._rules.terms import Options, Step, Terms
from navalcore.bots import make_bots, play_out
from navalcore.components._events import Event
from navalcore.errors import RuleError
from tests.engine.test_together import ROLES, WAYS, Plotted, Regatta, Sea, answer, begun


@pytest.mark.parametrize("listener", [None, lambda event: None], ids=["unheard", "heard"])
def test_telling_others_in_simultaneous_choices_is_refused_whether_or_not_anybody_listens(listener: Any) -> None:
    class Loud(Regatta):
        def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
            def guarded(play: Sea, role: str) -> Flow[None]:
                yield from choose(role, "way", WAYS, "2")
                play.tell(Plotted, "north", rule="2")

            def step(play: Sea) -> Flow[None]:
                yield from together({role: guarded(play, role) for role in ROLES})

            return (Step("plots", step),)

    match = Loud().new_match(seed=1, on_event=listener)
    with pytest.raises(RuleError, match="step plots: the procedure of green shows others"):
        match.choose("north", role="green")
    assert match.count == 0


def test_what_is_told_to_oneself_while_nobody_listens_is_not_told_later() -> None:
    match = begun()
    answer(match, "red north")
    told: list[Event] = []
    match.events.subscribe(told.append, role=nc.UMPIRE)
    answer(match, "red south")
    assert [event.way for event in told if isinstance(event, Plotted)] == ["south"]


def test_bots_answer_their_open_decisions_while_a_person_before_them_thinks() -> None:
    match = begun()
    bots = make_bots(match.game, dict.fromkeys(ROLES, "random"), seed=0)
    play_out(match, {role: bots[role] for role in ("green", "blue")})
    assert list(match.decisions) == ["red"]
