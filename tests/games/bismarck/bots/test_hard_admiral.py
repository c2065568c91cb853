"""The hard British bot: flotillas guard WS8B, and its escorts keep quiet (9.5, 16.84.1)."""

from collections.abc import Callable
from typing import Any

import pytest

from navalcore._rules.decision import Decision
from navalcore.bots import make_bot
from navalcore.components._chance import SeededChance
from navalcore_games.bismarck.bots.admiral import Admiral
from navalcore_games.bismarck.bots.hard_admiral import GUARDS, HardAdmiral
from navalcore_games.bismarck.bots.staff import Order
from navalcore_games.bismarck.cards import SHIPS, WS8B, ship_number
from navalcore_games.bismarck.movement.orders import movable
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Fate, Mode, Side
from tests.games.bismarck.conftest import GAME, Sea

RODNEY, DF1 = ship_number("Rodney"), ship_number("DF1")


def plan(here: Sea, kind: type[Admiral]) -> dict[Any, Order]:
    here.state.phase, here.state.turn = "orders", max(here.state.turn, 2)
    bot = kind("british", SeededChance.from_seed(1))
    bot.decide(see(here.state, Side.BRITISH), Decision("british", "?", movable(here.play, Side.BRITISH)))
    return dict(bot.plan)


def convoy(sea: Callable[..., Sea]) -> Sea:
    here = sea()
    here.put("WS8B", 2322, mode=Mode.FAST)
    here.put("Rodney", 2322)
    here.put("DF1", 2022)
    return here


@pytest.mark.rule("bismarck", "16.84.1")
def test_the_flotillas_sail_to_the_rich_convoy_whatever_else_is_in_sight(sea: Callable[..., Sea]) -> None:
    here = convoy(sea)
    here.put("Bismarck", 1923, seen=True, seen_square=1923, seen_turn=1)
    order = plan(here, HardAdmiral)[DF1]
    assert order.goal == 2322
    assert plan(here, Admiral)[DF1].goal == 1923, "the standard bot calls them to the fight"
    here.ship("WS8B").fate = Fate.DISPERSED
    assert plan(here, HardAdmiral)[DF1].goal == 1923, "with the convoy gone they are called too"
    assert {SHIPS[number].id for number in GUARDS} == {"DF1", "DF2", "DF3"}


@pytest.mark.rule("bismarck", "9.5", "6.22")
def test_an_escort_beside_its_convoy_does_not_patrol(sea: Callable[..., Sea]) -> None:
    # In patrol mode Rodney's factor of 3 and the convoy's 1 would reach a visibility of 4, and show both to a wolfpack.
    here = convoy(sea)
    assert plan(here, Admiral)[RODNEY].mode is Mode.PATROL
    assert plan(here, HardAdmiral)[RODNEY] == (Mode.MOVE, None, 9, None)


def test_the_hard_bot_of_each_seat_is_one_of_its_own() -> None:
    for role, name in (("british", "HardAdmiral"), ("german", "HardOtto")):
        bot = make_bot(GAME, role, "hard", SeededChance.from_seed(1))
        assert type(bot).__name__ == name
    assert WS8B in HardAdmiral.escorts.values()
