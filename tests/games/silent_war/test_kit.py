"""The conformance kit over campaigns, switches varied; test_patrol.py has it over the patrols to their ends."""

from navalcore.testing import CHECKS
from navalcore_games.silent_war.state import IN_BASE, Mission
from tests.kit.in_turn import check_in_turn

NOT_HERE = {"ends", "ends_however_it_is_played", "outcome", "bots", "undo_stops_at_new_information"}
"""Checks that take a campaign to its end (40,000 random choices: ``navalcore check silent_war``), and slow ones that
are made over the patrols.
"""


def test_the_first_weeks_of_campaigns_keep_the_promises_of_the_kit(game):
    checks = [name for name in CHECKS if name not in NOT_HERE]
    report = check_in_turn(game, 2, scenarios=["campaign_wp3", "campaign_full"], max_choices=80, only=checks)
    assert report.ok, report.text()
    assert report.coverage.steps["south_west"], "two players are among the switches"
    assert all(len(values) > 1 for values in report.coverage.options.values())


def test_a_whole_campaign_fits_into_what_the_kit_allows(game):
    """Twelve weeks in proportion to the 180 of the war."""
    match = game.new_match("campaign_full", seed=8)
    while match.state.turn < 12:
        match.choose(match.count % len(match.decision.options))
    assert match.count / 12 * 180 < 100_000


def test_the_invariants_find_counters_in_two_places_and_boats_where_none_may_be(game, charts):
    def complaint(change):
        state = game.new_match("campaign_wp3", seed=1).state
        assert list(game.invariants(state, game.terms())) == []
        change(state)
        return " ".join(game.invariants(state, game.terms()))

    def skipper_twice(state):
        state.boats[0].skipper, state.boats[0].rating = state.skippers[0], 1

    def crowded_zone(state):
        state.missions[0] = Mission(1, "search", False, entered=2)

    def inactive_base(state):
        next(boat for boat in state.boats if boat.place in IN_BASE).where = charts.base_index["trincomalee"]

    assert "is in 2 places" in complaint(skipper_twice)
    assert "is in 2 places" in complaint(lambda state: state.tender_pile.extend(state.tender_pile[:1]))
    assert "ULTRA" in complaint(lambda state: state.ultra.extend((1, 1)))
    assert "which called for 1" in complaint(crowded_zone)
    assert "not active" in complaint(inactive_base)
    assert "exactly one place" in complaint(lambda state: state.cups[0].pop())
    assert "Ships Sunk" in complaint(lambda state: setattr(state, "ships_sunk", state.ships_sunk + 1))
