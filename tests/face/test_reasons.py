"""Why did this happen: the sum behind a log line."""

from pathlib import Path

import pytest

import navalcore as nc
from navalcore import AnyGame, Event
from navalcore.bots import make_bots, play_out
from navalcore.components import DiceRolled
from navalcore.errors import UnknownName
from navalcore.rules import ChoiceMade
from navalcore.study import reasons, told_about

GAMES = {
    "tonnage_war": (None, 160),
    "aa50_subwar": (None, 120),
    "bismarck": ("solitaire", 250),
    "silent_war": (None, None),
}


def heard(game: AnyGame, role: str, scenario: str | None = None, limit: int | None = None) -> list[Event]:
    """What a role is told of a match of bots."""
    told: list[Event] = []
    match = game.new_match(scenario, seed="4", on_event=told.append)
    play_out(match, make_bots(game, seed=0), limit=limit)
    return [seen for event in told if (seen := event.seen_by(role)) is not None]


@pytest.mark.parametrize("game", GAMES)
def test_every_term_of_a_sum_names_a_section_and_the_terms_make_the_number(game: str) -> None:
    loaded = nc.load(game)
    told = heard(loaded, nc.UMPIRE, *GAMES[game])
    rolled = [event for event in told if isinstance(event, DiceRolled)]
    for event in rolled:
        parts = reasons(loaded, [event])
        assert all(part.rule in loaded.rulebook for part in parts if part.value is not None)
        assert event.total == sum(event.faces) + sum(value for _, value in event.modifiers)
    assert any(event.needed or event.modifiers or event.row for event in rolled)


def test_the_attack_value_of_an_escort_is_of_its_own_rule_and_that_of_a_boat_of_the_convoys() -> None:
    game = nc.load("tonnage_war")
    told = [event for event in heard(game, nc.UMPIRE) if isinstance(event, DiceRolled)]
    rules = {
        (event.why.partition(" attacks ")[2] == "the convoy", part.rule)
        for event in told
        for part in reasons(game, [event])
        if part.text == "attack value"
    }
    assert rules == {(True, "8.2"), (False, "8.5")}


def test_a_result_is_explained_by_its_choice_its_die_its_modifiers_and_its_rule() -> None:
    game = nc.load("tonnage_war")
    told = heard(game, nc.UMPIRE, None, 160)
    place = told_about(told, "finds the boat")
    lines = list(map(str, reasons(game, told, place)))
    assert "chose" in lines[0]
    assert "d20 shows" in lines[1]
    assert any(line.startswith("evade value: +") and line.endswith("[8.5]") for line in lines)
    needed = next(line for line in lines if line.startswith("so it takes"))
    assert f"needed {needed.split()[3]} or less" in str(told[place])


def test_dice_of_another_chapter_that_were_told_before_explain_nothing() -> None:
    game = nc.load("silent_war")
    told = [DiceRolled("d10z", (9,), "endurance, 5 or less stays", (), 9, rule="14.7"), nc.Event(rule="16.3")]
    assert all(part.value is None and "endurance" not in part.text for part in reasons(game, told, 1))
    chosen = [
        DiceRolled("d10z", (9,), "search", (), 9, rule="13.1"),
        ChoiceMade(role="comsubpac", prompt="?", text="stay", asked="stay", key="stay", rule="13.1"),
    ]
    assert all("d10z" not in part.text for part in reasons(game, chosen, 1))


def test_who_asks_means_the_last_line_with_these_words_or_the_last_that_dice_made(tmp_path: Path) -> None:
    game = nc.load("tonnage_war")
    told = heard(game, "uboat", None, 160)
    last = told_about(told)
    assert reasons(game, told, last)[1].rule
    assert not isinstance(told[last], DiceRolled | ChoiceMade)
    with pytest.raises(UnknownName, match="has the words 'quarterdeck'"):
        told_about(told, "quarterdeck")
    without_dice = [event for event in told if not isinstance(event, DiceRolled | ChoiceMade)][:1]
    assert told_about(without_dice) == 0, "where no dice were told, the last line is meant"
    with pytest.raises(UnknownName, match="nothing has happened yet"):
        told_about(told[:0])


def test_what_a_role_was_not_told_is_in_no_sum_of_its_own() -> None:
    told = heard(nc.load("bismarck"), "british", "solitaire", 250)
    assert all(not event.needed for event in told if isinstance(event, DiceRolled) and event.rule == "10.7")
