"""Whose reason ``why_not`` gives when the text asked about begins another refused one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from navalcore._rules.decision import Flow, Refusal, choose
from navalcore._rules.terms import Step

from .conftest import ACTS, Lagoon, Role, hide


def ask(play: Any) -> Flow[None]:
    refusals = [Refusal("draw two", "2.2", "one is enough"), Refusal("draw", "2.1", "the deck is empty")]
    yield from choose(Role.RED, "What now?", [ACTS["do nothing"]], "2", reasons=lambda: refusals)


class Dry(Lagoon):
    id = "dry"

    def sequence_of_play(self, *terms: Any) -> Sequence[Step]:
        return [Step("hide", hide, once=True), Step("ask", ask)]


@pytest.mark.parametrize(
    ("text", "rule"),
    [("draw", "2.1"), (" DRAW ", "2.1"), ("draw two", "2.2"), ("Draw Two", "2.2"), ("dr", "2.2"), ("draw t", "2.2")],
)
def test_a_refused_text_asked_about_in_full_is_not_taken_for_the_beginning_of_another(text: str, rule: str) -> None:
    refusal = Dry().new_match(seed=1).why_not(text)
    assert refusal is not None
    assert refusal.rule == rule
