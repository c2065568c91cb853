"""The wary bot: when it lets the boats make contact, and that it is the stronger one with the boats."""

from typing import Any

import pytest

from games.tonnage_war.bots import SensibleBot
from games.tonnage_war.choices import MakeContact
from games.tonnage_war.state import Side
from games.tonnage_war.uboat_turn import actions
from games.tonnage_war.wary import WaryBot
from navalcore.bots import play_out
from navalcore.components.chance import SeededChance
from navalcore.engine.chance import ScriptedChance
from navalcore.engine.play import Play
from tests.games.tonnage_war.test_bots_and_board import GAME

CHANCE = SeededChance.from_seed(1)


@pytest.mark.parametrize(
    ("attack_card", "boat", "points", "round_", "contacts"),
    [
        ("bow attack", "R", (0, 0), 1, True),
        ("beam attack", "A", (0, 3), 2, True),
        ("quarter attack", "R", (0, 0), 1, False),  # two rolls are not a broadside
        ("bow attack", "N", (0, 0), 1, False),  # a novice misses too often
        ("bow attack", "R", (1, 0), 1, False),  # who leads stays out of sight
        ("quarter attack", "R", (0, 1), 4, True),  # the last round, and behind
        ("quarter attack", "R", (0, 0), 4, False),
    ],
)
def test_the_wary_bot_makes_contact_for_a_broadside_by_a_seasoned_boat_unless_it_leads(
    desk: Any, attack_card: str, boat: str, points: tuple[int, int], round_: int, contacts: bool
) -> None:
    table = desk().hold(Side.UBOAT, f"contact, idle card, {attack_card}", f"N, {boat}")
    table.state.round = round_
    table.state.tally.uboat_points, table.state.tally.escort_points = points
    options = actions(Play(table.state, table.options, ScriptedChance(), scenario=table.scenario))
    view = GAME.view(table.state, Side.UBOAT, table.terms)
    assert isinstance(WaryBot(Side.UBOAT, CHANCE).choose(view, options), MakeContact) is contacts
    assert isinstance(SensibleBot(Side.UBOAT, CHANCE).choose(view, options), MakeContact), "it does so wherever it can"


def test_the_wary_boats_win_more_often_than_the_sensible_ones() -> None:
    won = {}
    for bot in (SensibleBot, WaryBot):
        matches = [GAME.new_match(seed=f"wary {deal}") for deal in range(40)]
        for match in matches:
            play_out(match, {"uboat": bot("uboat", CHANCE), "escort": SensibleBot("escort", CHANCE)})
        won[bot] = sum(match.outcome.winner == "uboat" for match in matches if match.outcome is not None)
    assert won[WaryBot] > won[SensibleBot]
