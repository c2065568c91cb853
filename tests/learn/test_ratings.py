"""Ratings: by the odds that the matches show, with an interval that more matches make narrower."""

from math import log10

import pytest

from benchmarks.ratings import Tournament, rated, round_robin, table


def test_two_bots_are_as_far_apart_as_the_odds_say():
    # 75 of 100, with half a match added to each side: odds of 75.5 to 25.5
    first, second = rated({("good", "base"): [1.0] * 75 + [0.0] * 25}, "base")
    assert (first.bot, second.bot, second.points, second.within) == ("good", "base", 0.0, 0.0)
    assert first.points == pytest.approx(400 * log10(75.5 / 25.5), abs=0.01)


def test_more_matches_make_the_interval_narrower_by_the_root_of_their_number():
    few = rated({("good", "base"): [1.0, 0.0] * 50}, "base")
    many = rated({("good", "base"): [1.0, 0.0] * 5000}, "base")
    # one of the two is the base, with 0
    assert max(each.within for each in few) / max(each.within for each in many) == pytest.approx(10, rel=0.02)


def test_draws_count_half_and_who_wins_everything_still_has_a_rating():
    even = rated({("one", "base"): [0.5] * 20}, "base")
    assert [each.points for each in even] == pytest.approx([0, 0], abs=1e-6)
    best, _ = rated({("one", "base"): [1.0] * 20}, "base")
    assert 0 < best.points < 2000


def test_a_chain_of_results_adds_up():
    win = [1.0] * 75 + [0.0] * 25
    ratings = {each.bot: each.points for each in rated({("a", "b"): win, ("b", "c"): win}, "c")}
    assert ratings["a"] == pytest.approx(2 * ratings["b"], rel=1e-6)


def test_a_round_robin_plays_each_pair_from_both_seats():
    results = round_robin(Tournament("uboat_cards", ["random", "standard", "keen"], 2, "t"))
    assert {pair: len(scores) for pair, scores in results.items()} == {
        ("random", "standard"): 2, ("random", "keen"): 2, ("standard", "keen"): 2,
    }  # fmt: skip


def test_bots_of_a_game_for_one_player_play_the_same_matches_and_win_a_share_of_them():
    bots = ["standard", "random"]
    header, rows = table(Tournament("silent_war", bots, 4, "t", scenarios=["patrol_wahoo_1943"]), "standard")
    assert header == ["bot", "matches won", "share, with its 95 % interval"]
    assert {row[0] for row in rows} == {"`standard`", "`random`"}
    assert all(row[1].endswith(" of 4") for row in rows)
