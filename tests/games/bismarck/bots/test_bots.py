"""The bot keeps its head where other hands have begun an order that it did not plan."""

import pytest

from navalcore._rules.decision import Decision
from navalcore.bots import make_bot
from navalcore.components._chance import SeededChance
from navalcore_games.bismarck.cards import PLANES, SHIPS
from navalcore_games.bismarck.choices import Mark
from navalcore_games.bismarck.words import Mode, Side
from tests.games.bismarck.conftest import GAME


@pytest.mark.rule("bismarck", "8.24.2")
def test_a_torpedo_bomber_out_of_moves_that_was_not_to_strike_marks_where_it_is(sea):
    s = sea()
    number = next(i for i, plane in enumerate(PLANES) if plane.id == "T Victorious")
    s.state.phase, s.state.ordering[Side.BRITISH] = "orders", len(SHIPS) + number
    plane = s.state.planes[number]
    plane.mode, plane.square = Mode.ATTACK, 1622
    bot = make_bot(GAME, "british", "sensible", SeededChance.from_seed(1))
    here = Mark(plane.square)
    assert (
        bot.decide(GAME.view(s.state, "british", s.terms), Decision("british", "enter 0 moves", [here], "8.24.2"))
        == here
    )
