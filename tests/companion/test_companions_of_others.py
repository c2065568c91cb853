"""A companion that somebody else writes for a game of their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from navalcore import rules
from navalcore.testing import check_game
from tests.kit.saboteurs.honest import Pickets, State


@dataclass(slots=True)
class Evening(State):
    """What is kept beside the board."""

    desk: rules.Desk = field(default_factory=rules.Desk)
    hits: int = 0


@rules.resolves("shot", "1")
def shot(play: Any) -> str:
    """Fire once."""
    hits: int = play.dice.roll("d6", "shot", "1")
    play.state.hits += hits
    return f"{hits} hits"


class Beside(rules.Companion):
    """A companion whose only procedure asks nothing."""

    game, id, title = "pickets", "companion", "beside the board"
    state_class = Evening
    procedures = (shot,)


def test_a_procedure_that_asks_nothing_may_be_an_ordinary_function() -> None:
    match: Any = rules.vary(Pickets(), [Beside()]).new_match(chance=rules.ScriptedChance(("shot", 4)))
    match.choose("ask_for/shot")
    assert match.state.hits == 4
    assert match.state.phase == "ask", "it has ended, and the next is asked for"


def test_an_evening_goes_on_as_long_as_people_like_and_the_kit_knows_why() -> None:
    report = check_game(rules.vary(Pickets(), [Beside()]), matches=1, only=["ends_however_it_is_played"])
    assert report.ok, report.text()
    assert report.endless == "an evening continues until the table ends it"
