"""A match that begins where a test says: a state laid out by hand, and one procedure of the rules."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from navalcore._match.match import Match
from navalcore._rules.decision import Flow, choose
from navalcore._rules.play import Play
from navalcore._rules.terms import Step


def placed(
    game: Any, state: Any, procedure: Callable[[Any], Any], scenario: str | None = None, **options: Any
) -> Match[Any, Any, Any]:
    """A match of the game in which the procedure is carried out on the state; after it somebody is asked to go on."""

    def then(play: Play[Any, Any]) -> Flow[None]:
        yield from choose(game.roles[0], "Go on?", ("go on",), "")

    def here(play: Play[Any, Any]) -> Any:
        result = procedure(play)
        if result is not None and hasattr(result, "send"):
            yield from result

    twin: Any = copy.copy(game)
    start = game.states.copy(state)
    start.phase = "here"
    twin.initial_state = lambda terms: game.states.copy(start)
    twin.sequence_of_play = lambda terms: [Step("here", here), Step("then", then)]
    twin.outcome = lambda state, terms: None
    made: Match[Any, Any, Any] = twin.new_match(scenario, seed=1, options=options)
    return made
