"""The wary bot: when it lets the boats make contact and attack, and that it is the stronger one with the boats."""

from typing import Any

import pytest

from navalcore._play.chance import ScriptedChance
from navalcore._rules.play import Play
from navalcore.bots import play_out
from navalcore.components._chance import SeededChance
from navalcore_games.tonnage_war.bots import SensibleBot
from navalcore_games.tonnage_war.choices import WITH, Attack, MakeContact
from navalcore_games.tonnage_war.escort_turn import escort_turn
from navalcore_games.tonnage_war.state import Side
from navalcore_games.tonnage_war.uboat_turn import actions
from navalcore_games.tonnage_war.wary import WaryBot
from tests.games.tonnage_war.test_bots_and_board import GAME

CHANCE = SeededChance.from_seed(1)


@pytest.mark.parametrize(
    ("attack_card", "boat", "points", "round_", "contacts"),
    [
        ("bow attack", "R", (0, 0), 1, True),
        ("beam attack", "A", (0, 3), 2, True),
        ("quarter attack", "R", (0, 0), 1, True),  # in a match of two nobody wins who waits for a broadside
        ("bow attack", "N", (0, 0), 1, False),  # a novice misses too often
        ("bow attack", "R", (1, 0), 1, True),
        ("", "R", (0, 0), 1, False),  # nothing to attack with
        ("quarter attack", "R", (0, 1), 4, True),  # the last round, and behind
    ],
)
def test_the_wary_bot_makes_contact_for_an_attack_by_a_seasoned_boat(
    desk: Any, attack_card: str, boat: str, points: tuple[int, int], round_: int, contacts: bool
) -> None:
    table = desk().hold(Side.UBOAT, f"contact, idle card, {attack_card}", f"N, {boat}")
    table.state.round = round_
    table.state.tally.uboat_points, table.state.tally.escort_points = points
    options = actions(Play(table.state, table.options, ScriptedChance(), scenario=table.scenario))
    view = GAME.view(table.state, Side.UBOAT, table.terms)
    assert isinstance(WaryBot(Side.UBOAT, CHANCE).choose(view, options), MakeContact) is contacts
    assert isinstance(SensibleBot(Side.UBOAT, CHANCE).choose(view, options), MakeContact), "it does so wherever it can"


def boats_choose(table: Any) -> Any:
    """The wary boats' action, then the unit that goes with it, if one does."""
    bot, chosen = WaryBot(Side.UBOAT, CHANCE), []
    play = Play(table.state, table.options, ScriptedChance(), scenario=table.scenario)
    view = GAME.view(table.state, Side.UBOAT, table.terms)
    chosen.append(bot.choose(view, actions(play)))
    if isinstance(chosen[0], Attack):
        chosen.append(bot.choose(view, [WITH[unit] for unit in dict.fromkeys(table.u.units)]))
    return [str(choice) for choice in chosen]


@pytest.mark.parametrize(
    ("attack_cards", "fresh", "expected"),
    [
        ("quarter attack, beam attack", 10, ["quarter attack on the convoy", "with a blank"]),
        ("stern attack, beam attack", 10, ["stern attack on the convoy", "with a blank"]),
        ("stern attack, quarter attack, beam attack", 8, ["quarter attack on the convoy", "with a blank"]),
        ("quarter attack, beam attack", 5, ["beam attack on the convoy", "with R"]),  # the escorts are out already
        ("beam attack", 10, ["beam attack on the convoy", "with R"]),  # nothing to bluff with
    ],
)
def test_wary_boats_draw_fresh_escorts_off_with_a_blank_before_a_broadside(
    desk: Any, attack_cards: str, fresh: int, expected: list[str]
) -> None:
    table = desk().hold(Side.UBOAT, attack_cards, "R, blank").hold(Side.ESCORT, units=", ".join(["SR"] * fresh))
    table.contact("N")
    assert boats_choose(table) == expected


@pytest.mark.parametrize(("round_", "points", "contacts"), [(1, (0, 0), True), (4, (0, 0), False)])
def test_wary_boats_end_a_round_with_a_contact_that_will_hold_in_the_next_one(
    desk: Any, round_: int, points: tuple[int, int], contacts: bool
) -> None:
    table = desk().hold(Side.UBOAT, "contact", "N")
    table.state.round = round_
    table.state.tally.uboat_points, table.state.tally.escort_points = points
    assert boats_choose(table) == ["contact with the convoy" if contacts else "discard contact"]


def test_a_wary_boat_pulled_by_an_air_search_evades_with_its_best_card_and_keeps_its_flak(desk: Any) -> None:
    table = desk().hold(Side.UBOAT, "flak +2, evade +2, evade +6", "R").hold(Side.ESCORT, "air patrol (1)", "AR")
    table.play(escort_turn, ("air patrol (1) on a random card", "send AR"), (0,))
    assert boats_choose(table) == ["answer with evade +6"]


def test_the_wary_boats_win_more_often_than_the_sensible_ones() -> None:
    won = {}
    for bot in (SensibleBot, WaryBot):
        matches = [GAME.new_match(seed=f"wary {deal}", options={"match_of_two": False}) for deal in range(40)]
        for match in matches:
            play_out(match, {"uboat": bot("uboat", CHANCE), "escort": SensibleBot("escort", CHANCE)})
        won[bot] = sum(match.outcome.winner == "uboat" for match in matches if match.outcome is not None)
    assert won[WaryBot] > won[SensibleBot]
