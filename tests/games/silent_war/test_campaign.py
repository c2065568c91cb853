"""Campaigns: set-up, sequence of play, the Operations Segment of many boats, victory levels (3, 4, 16.1)."""

import pytest

from navalcore.bots import RandomBot, make_bots
from navalcore.components._chance import SeededChance
from navalcore_games.silent_war.bases.boxes import ALONGSIDE
from navalcore_games.silent_war.bases.leaving import next_in_line
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.game import campaign_outcome, campaign_over, scenario_row
from navalcore_games.silent_war.ids import BoatIndex
from navalcore_games.silent_war.state import AT_SEA, IN_BASE, Place

CAMPAIGNS = ("campaign_full", "campaign_wp1", "campaign_wp2", "campaign_wp3", "campaign_wp4", "campaign_allied_1944")


@pytest.mark.rule("silent_war", "4.0")
def test_a_campaign_turn_goes_through_every_phase_in_the_order_of_the_rules(game):
    steps = game.sequence_of_play(game.terms("campaign_full"))
    assert [step.rule for step in steps[1:]] == [
        *("5.0", "6.0", "7.1", "7.2", "8.0", "9.0", "10.0", "11.0", "4.0", "16.0", "17.0", "16.3"),
    ]


@pytest.mark.rule("silent_war", "3.0", "3.2", "3.14")
@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_a_campaign_starts_with_the_forces_and_tracks_of_its_scenario(game, charts, scenario):
    match = game.new_match(scenario, seed=1)
    row, state = scenario_row(match.state), match.state
    assert (state.month, state.week) == (month_number(row.start.month), row.start.week)
    assert (state.ships_sunk, state.tonnage, state.submarines_lost) == (
        *(row.ships_sunk, row.tonnage_sunk_kt, row.submarines_lost),
    )
    for base in row.active_bases:
        for name in row.forces.boats.get(base, ()):
            boat = next(b for b in state.boats if charts.boats[b.card].id == name)
            assert boat.where == charts.base_index[base] or boat.place is Place.WEST_COAST
    gone = {charts.ships[piece].category for piece in state.gone}
    assert set(row.already_sunk) <= gone
    assert list(game.invariants(state, game.terms())) == []


@pytest.mark.rule("silent_war", "2.3-A2", "8.0-4")
def test_early_gatos_that_are_back_from_overhaul_begin_a_campaign_as_normal_gatos(game, charts):
    early = {charts.boats[card].id for card in charts.refits}
    assert len(early) == 10
    for scenario, classes in (("campaign_wp2", {"Early Gato"}), ("campaign_wp3", {"Gato"}), ("campaign_wp4", {"Gato"})):
        match = game.new_match(scenario, seed=1)
        cards = [charts.boats[boat.card] for boat in match.state.boats if boat.place in IN_BASE]
        serving = [card for card in cards if card.id in early]
        assert len(serving) >= 9
        assert {card.boat_class for card in serving} == classes, scenario


@pytest.mark.rule("silent_war", "2.3-A2", "25.3")
def test_a_gato_that_was_an_early_one_is_next_in_line_when_she_returns_from_another_overhaul(game, charts):
    match = game.new_match("campaign_wp4", seed=1)
    state = match.state
    growler = next(n for n, boat in enumerate(state.boats) if charts.boats[boat.card].id == "growler")
    state.boats[growler].place, state.month = Place.WEST_COAST, month_number("1945-03")
    assert growler in next_in_line(state, [BoatIndex(n) for n in range(len(state.boats))])


@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_the_first_weeks_of_a_campaign_keep_every_invariant(game, scenario):
    match = game.new_match(scenario, seed=5)
    bot = make_bots(game, {"comsubpac": "steady"}, 5)["comsubpac"]
    while match.state.turn < 5 and (decision := match.decision) is not None:
        match.choose(bot.decide(game.view(match.state, "comsubpac", match.setup.terms), decision))
        assert list(game.invariants(match.state, match.setup.terms)) == []
    assert sum(boat.place in AT_SEA for boat in match.state.boats) > 5


def test_random_orders_keep_every_invariant_too(game):
    match = game.new_match("campaign_wp3", seed=11)
    bot = RandomBot(SeededChance.from_seed(3))
    for number in range(1500):
        if match.decision is None:
            break
        match.choose(bot.decide(None, match.decision))
        if number % 5 == 0:
            assert list(game.invariants(match.state, match.setup.terms)) == []


@pytest.mark.rule("silent_war", "15.22", "18.14")
def test_boats_at_sea_must_all_have_their_turn_and_boats_in_repair_may_be_given_up(game, charts):
    match = game.new_match("campaign_wp4", seed=2)
    state = match.state
    options = [str(option) for option in match.decision.options]
    assert "end the turn" not in options, "boats ordered to overhaul must leave first"
    while "end the turn" not in (options := [str(option) for option in match.decision.options]):
        ordered = next(boat for boat in match.state.boats if boat.ordered_home and boat.place in ALONGSIDE)
        name = charts.boats[ordered.card].name
        match.choose(next(text for text in options if text in (name, f"{name} leaves for overhaul")))
        while match.decision.rule != "4.0":
            match.choose(0)
    left = [boat for boat in match.state.boats if boat.place in AT_SEA]
    name = next(charts.boats[boat.card].name for boat in state.boats if boat.place is Place.READY)
    match.choose(name)
    while match.decision.rule != "4.0":
        options = [str(option) for option in match.decision.options]
        match.choose(next(n for n, text in enumerate(options) if text not in ("remain in base", "stay here")))
    at_sea = [boat for boat in match.state.boats if boat.place in AT_SEA]
    assert len(at_sea) == len(left) + 1
    assert name not in [str(option) for option in match.decision.options], "one turn a week"
    match.choose("end the turn")
    while match.decision.rule != "4.0":
        match.choose(0)
    assert "end the turn" not in [str(option) for option in match.decision.options]
    assert name in [str(option) for option in match.decision.options]


@pytest.mark.rule("silent_war", "16.1")
@pytest.mark.parametrize(
    ("tons", "lost", "ending", "wins", "told"),
    [
        (370, 0, "decisive", True, ": a decisive victory."),
        (369, 6, "substantial", True, ": a substantial victory; a decisive victory takes 370,000 tons."),
        (300, 7, "draw", False, ": a draw, one level less for more than 6 lost."),
        (100, 0, "defeat", False, ": a defeat; a draw takes 260,000 tons."),
    ],
)
def test_a_campaign_is_judged_by_tonnage_and_losses_when_its_last_week_is_over(game, tons, lost, ending, wins, told):
    state = game.new_match("campaign_wp1", seed=1).state
    row = scenario_row(state)
    assert row.end is not None
    state.phase, state.tonnage, state.submarines_lost = "war_event", tons, lost
    state.month, state.week = month_number(row.end.month), row.end.week
    assert not campaign_over(state, row), "the last week is still to come"
    state.month, state.week = state.month + 1, 1
    outcome = campaign_outcome(state, row)
    assert outcome is not None
    assert (outcome.ending, outcome.winner is not None) == (ending, wins)
    assert outcome.reason.endswith(told), "what the next better level takes, or why it is missed"
