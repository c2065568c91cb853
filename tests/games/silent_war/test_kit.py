"""The conformance kit over campaigns, switches varied; test_patrol.py has it over the patrols to their ends."""

from navalcore.testing import CHECKS, check_game

NOT_HERE = {"ends", "outcome", "bots", "undo_stops_at_new_information"}
"""Checks that take a campaign to its end (40,000 random choices: ``navalcore check silent_war``), and slow ones that
are made over the patrols.
"""


def test_the_first_weeks_of_campaigns_keep_the_promises_of_the_kit(game):
    checks = [name for name in CHECKS if name not in NOT_HERE]
    report = check_game(game, matches=2, scenarios=["campaign_wp3", "campaign_full"], max_choices=150, only=checks)
    assert report.ok, report.text()
    assert report.coverage.steps["south_west"], "two players are among the switches"
    assert all(len(values) > 1 for values in report.coverage.options.values())


def test_a_whole_campaign_fits_into_what_the_kit_allows(game):
    """About a day's worth of weeks, in proportion: the limits must hold 180 of them."""
    match = game.new_match("campaign_full", seed=8)
    while match.state.turn < 12:
        match.choose(match.count % len(match.decision.options))
    assert match.count / 12 * 180 < 100_000
