"""Outcome.returns: one number a role; whoever loses has lost, whether somebody has won or not."""

import navalcore as nc
from navalcore._rules.terms import Outcome
from navalcore.bots import make_bots, play_out


def test_a_match_of_two_is_worth_as_much_to_the_winner_as_it_costs_the_loser():
    game = nc.load("uboat_cards")
    match = game.new_match("short", seed=1)
    play_out(match, make_bots(game, seed=1))
    assert match.outcome is not None
    winner = match.outcome.winner
    assert match.outcome.returns == {role: 1.0 if role == winner else -1.0 for role in game.roles}


def test_a_draw_is_worth_nothing_to_anybody():
    assert nc.load("aa50_subwar").returns(Outcome(None, "Even.", ending="ipc_balance")) == {"axis": 0.0, "allies": 0.0}


def test_a_defeat_against_the_rules_is_lost_though_nobody_wins():
    returns = nc.load("silent_war").returns
    assert set(returns(Outcome(None, "Lost.", ending="lost")).values()) == {-1.0}
    assert set(returns(Outcome(None, "Defeat.", ending="defeat")).values()) == {-1.0}
    assert set(returns(Outcome(None, "Draw.", ending="draw")).values()) == {0.0}
    assert set(returns(Outcome("comsubpac", "Won.", ending="marginal")).values()) == {1.0}


def test_a_seat_is_sent_what_the_outcome_is_worth_to_each_role():
    match = nc.load("silent_war").new_match(seed=2)
    while not match.over:
        match.choose(0)
    sent = match.snapshot("comsubpac").outcome
    assert sent is not None
    assert (sent.winner, sent.returns) == (None, {"comsubpac": -1.0, "comsubsowespac": -1.0})
    assert sent.outcome.returns == sent.returns


def test_an_outcome_of_a_loaded_match_has_its_returns_too(tmp_path):
    match = nc.load("silent_war").new_match(seed=2)
    while not match.over:
        match.choose(0)
    match.save(tmp_path / "patrol.jsonl")
    loaded = nc.load_match(tmp_path / "patrol.jsonl")
    assert loaded.outcome is not None
    assert match.outcome is not None
    assert loaded.outcome.returns == match.outcome.returns != {}
