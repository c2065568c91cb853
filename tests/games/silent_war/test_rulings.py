"""The rulings of Silent War: told apart from one another, and switched where they say so."""

from collections import Counter

from navalcore_games.silent_war.options import SilentWarOptions


def test_every_ruling_gives_a_reason_of_its_own(game):
    reasons = Counter(ruling.reason for ruling in game.rulebook.rulings)
    assert len(game.rulebook.rulings) == 138
    assert [reason for reason, count in reasons.items() if count > 1] == []


def test_every_switched_ruling_names_its_option_and_every_option_its_ruling(game):
    named = {ruling.option: ruling.id for ruling in game.rulebook.rulings if ruling.option}
    for option, ruling in named.items():
        assert ruling in (SilentWarOptions.model_fields[option].description or ""), option
    assert set(named) == set(SilentWarOptions.model_fields) - {"data_pack", "original_engagement_table"}


def test_a_ruling_with_a_switch_shows_the_readings_to_choose_from(game):
    for ruling in game.rulebook.rulings:
        if ruling.option:
            assert len(ruling.readings) >= 2, ruling.id
