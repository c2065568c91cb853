"""Standing orders and reports typed at the keyboard."""

import re

from navalcore import load
from navalcore.bots import bot_names
from tests.cli.conftest import Command


def test_orders_are_listed_given_and_carried_out(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--seed", "3", typed=["orders", "orders turn"])
    assert "orders turn the rest of this turn" in " ".join(ran.out.split())
    assert f"To name the bot, add by and one of: {', '.join(bot_names(load('uboat_cards')))}\n" in ran.out
    told = ran.out.partition("> orders turn")[2]
    assert "A bot answers for you: turn." in told
    assert "Turn 2" in told
    assert told.count("> ") == 1, "nothing was asked before"


def test_orders_for_the_match_play_it_to_its_end(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--seed", "3", typed=["orders match"])
    assert "The match is over" in ran.out


def test_orders_that_cannot_be_given_are_explained(navalcore: Command) -> None:
    typed = ["orders turm", "orders turn by nobody", "recall", "recall turn"]
    out = navalcore("play", "uboat_cards", "--seed", "3", typed=typed).out
    for line in (
        "'turm' is not an order; did you mean turn?",
        "uboat_cards has no bot 'nobody'",
        "no orders are in force",
        "no orders of yours begin with 'turn'",
    ):
        assert line in out


def test_boats_are_handed_over_and_recalled_and_undo_recalls_them_too(navalcore: Command) -> None:
    typed = ["orders boat S-23", "orders", "recall boat", "orders boat S-28", "undo", "recall"]
    out = navalcore("play", "silent_war", "--scenario", "campaign_wp2", "--seed", "3", typed=typed).out
    assert "A bot answers for you: boat S-23, until recalled." in out
    assert "In force: boat S-23" in out
    assert "Taken back: boat S-23." in out
    assert "no orders are in force" in out.partition("> undo")[2], "undo has recalled S-28"


def test_many_dice_at_once_are_left_to_the_log_and_many_options_stand_in_columns(navalcore: Command) -> None:
    typed = ["week", "boats ready Brisbane", "log", "log dice"]
    out = navalcore("play", "silent_war", "--scenario", "campaign_wp2", "--seed", "3", typed=typed).out
    asked, _, rest = out.partition("> week")
    assert re.search(r"and \d+\s+more\s+are ready for sea\.  \[9\.0\]", asked), "what goes on every week is a line"
    assert "Readiness of" not in asked
    assert "Readiness of" not in rest.partition("> log")[2].partition("> log dice")[0]
    assert re.search(r"Readiness\s+of\s+\w+", rest.partition("> log dice")[2])
    question = asked.partition("Which boat operates next?")[2].splitlines()
    assert any(line.startswith("  Dutch Harbor:    1 S-18") for line in question)
    assert len(question) < 20
    assert 60 < max(len(line) for line in question) <= 80
    assert "1942-07, week 1" in rest
    assert "Brisbane" in rest.partition("> boats")[2]


def test_orders_given_while_they_rest_are_carried_out_when_told_to_go_and_rest_again_with_the_reason(
    navalcore: Command,
) -> None:
    typed = [
        "orders rest",
        "orders fight all",
        "orders staff",
        "orders send Gudgeon to Marshalls",
        "orders",
        "orders go",
    ]
    out = navalcore("play", "silent_war", "--scenario", "campaign_full", "--seed", "7", typed=typed).out
    before, _, after = out.partition("> orders go")
    assert "Your orders rest.\n" not in before, "one line says so"
    assert "Ordered: send Gudgeon to Marshalls." in before
    assert "They rest: You told them to. To continue, type: orders go" in before
    assert before.count("Your orders rest until you say: orders go") == 4, "who gives one more is told that it waits"
    assert before.count("Which boat operates next?") == 1, "nothing is asked anew while orders are given"
    assert "  Gudgeon goes to Hawaiian Islands, then Marshalls." in after, "what was done by order is told"
    assert "Your orders rest: Ready for sea without orders: 18 at Manila, 8 at Pearl Harbor." in after
    assert "Your orders end here; to give them again, type:\n  orders fight all\n  orders staff\n" in after


def test_what_was_chosen_for_a_player_is_told(navalcore: Command) -> None:
    out = navalcore("play", "uboat_cards", "--seed", "3", typed=["orders choice"]).out
    assert "Chosen for you: discard " in out.partition("> orders choice")[2]


def test_the_card_and_the_month_are_commands(navalcore: Command) -> None:
    typed = ["card Gudgeon", "month", "month 1"]
    out = navalcore("play", "silent_war", "--scenario", "campaign_full", "--seed", "7", typed=typed).out
    assert "Gudgeon (Tambor class): ready, Pearl Harbor" in out
    assert "1941-12\n  sunk: nothing" in out
    assert "months that are over: 0" in out
