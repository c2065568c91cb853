"""What a match asks, while it moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from navalcore._rules.play import Play
from navalcore._rules.terms import Step, Terms
from tests.engine.conftest import Lagoon, Settings, played


def test_what_is_asked_stays_as_it_was_until_an_undo_or_a_choice_is_through() -> None:
    seen: list[str] = []

    class Looked(Lagoon):
        def sequence_of_play(self, terms: Terms[Settings]) -> Sequence[Step]:
            def act(play: Play[Any, Any]) -> Any:
                if matches:
                    seen.append(matches[0].decision.prompt)
                return steps[1].procedure(play)

            steps = list(super().sequence_of_play(terms))
            return [steps[0], Step("act", act), steps[2]]

    matches: list[Any] = []
    matches.append(played(Looked().new_match(seed=5, undo="free"), "do nothing", "secretly in", "yes", "do nothing"))
    matches[0].undo()
    assert (set(seen), matches[0].decision.prompt) == ({"The tide?"}, "What now?")
    seen.clear()
    played(matches[0], "do it again")
    assert (seen, matches[0].decision.prompt) == (["What now?"], "What now?")
