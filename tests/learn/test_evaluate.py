"""The standard evaluation and leaderboards, the one that comes with navalcore among them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore.bots import bot_print
from navalcore.errors import BadData
from navalcore.learn import (
    Evaluation,
    LeaderboardEntry,
    SeatTally,
    add_to_leaderboard,
    evaluate,
    read_leaderboard,
    write_leaderboard,
)

ROOT = Path(__file__).parents[2]
LEADERBOARD = ROOT / "benchmarks" / "leaderboard.json"


@pytest.fixture(scope="module")
def found():
    return evaluate("random", "uboat_cards", against=["random", "standard"], deals=3, in_miniatures=False)


def test_every_opponent_is_met_on_the_same_deals_from_each_seat_and_the_figures_are_the_same_again(found):
    assert [(each.against, each.role) for each in found.results] == [
        (against, role) for against in ("random", "standard") for role in ("uboat", "convoy")
    ]
    assert all(each.won + each.drawn + each.lost == 3 for each in found.results)
    assert SeatTally.added(found.by_opponent()["standard"]).won == 0
    again = evaluate("random", "uboat_cards", against=["random"], deals=3, in_miniatures=False)
    assert again.results == found.results[:2]
    assert Evaluation.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_where_there_is_one_player_the_levels_play_the_same_deals_against_the_dice():
    found = evaluate("random", "silent_war", against=["easy"], deals=2, in_miniatures=False)
    assert [(each.player, each.against) for each in found.results] == [("random", "the dice"), ("easy", "the dice")]
    assert list(found.by_opponent()) == ["random", "easy"]
    assert all(each.drawn == 0 for each in found.results)


def test_a_bot_of_a_plug_in_is_evaluated_and_may_be_an_opponent():
    plugins = ["benchmarks.scripts"]
    script = evaluate("script", "uboat_cards", against=["random"], deals=2, in_miniatures=False, plugins=plugins)
    assert SeatTally.added(script.by_opponent()["random"]).won == 4
    met = evaluate("random", "uboat_cards", against=["script"], deals=2, in_miniatures=False, plugins=plugins)
    assert SeatTally.added(met.by_opponent()["script"]).lost == 4
    assert script.player_print == bot_print(nc.load("uboat_cards"), "script", plugins)


def test_the_name_of_a_bot_wants_a_game():
    with pytest.raises(BadData, match="name the game"):
        evaluate("standard")


def test_a_search_by_a_policy_is_another_player_than_the_policy():
    policy = ROOT / "examples" / "learn" / "uboat_cards.zip"
    terms: dict[str, Any] = {"against": ["random"], "deals": 1, "in_miniatures": False}
    found = evaluate(f"search:1:{policy}", **terms)
    assert (found.game, found.player) == ("uboat_cards", "search:1:uboat_cards.zip")
    assert evaluate(str(policy), **terms).player == "uboat_cards.zip"


def test_a_leaderboard_takes_entries_replaces_those_of_one_player_and_refuses_wrong_figures(found, tmp_path):
    path = tmp_path / "board.json"
    entry = LeaderboardEntry("A. Reader", "2026-11-26", "random", found)
    add_to_leaderboard(path, entry)
    add_to_leaderboard(path, replace(entry, date="2026-11-27"))
    add_to_leaderboard(path, replace(entry, by="Another"))
    assert [(each.by, each.date) for each in read_leaderboard(path)] == [
        ("A. Reader", "2026-11-27"),
        ("Another", "2026-11-26"),
    ]
    wrong = replace(found, results=(replace(found.results[0], won=9), *found.results[1:]))
    for entries, why in (
        ([replace(entry, evaluation=wrong)], "the matches are not 3"),
        ([entry, entry], "is listed twice"),
        ([replace(entry, source=" ")], "where the player is found"),
    ):
        write_leaderboard(path, entries)
        with pytest.raises(BadData, match=why):
            read_leaderboard(path)
    for text in (
        "",
        "[]",
        '{"navalcore_leaderboard": 1, "entries": [{}]}',
        '{"entries": []}',
        "[" * 100_000,
    ):
        path.write_text(text)
        with pytest.raises(BadData):
            read_leaderboard(path)


def test_the_leaderboard_that_comes_with_navalcore_is_right_and_the_report_shows_it():
    from benchmarks import figures
    from benchmarks.baselines import tables

    entries = read_leaderboard(LEADERBOARD)
    assert {each.evaluation.game for each in entries} >= {"uboat_cards", "tonnage_war"}
    shown = figures.read()
    for name, (header, rows) in tables().items():
        assert (shown[name]["header"], shown[name]["rows"]) == (header, rows), name
    policies = [each for each in entries if each.source.endswith(".zip")]
    assert policies
    for each in policies:
        import navalcore as nc

        game = nc.load(each.evaluation.game)
        assert bot_print(game, str(ROOT / each.source)) == each.evaluation.player_print


def test_a_bot_is_evaluated_in_a_game_whose_views_are_no_arrays():
    plugins = ["tests.learn.plain_words"]
    found = evaluate("random", nc.load("plain_words", plugins), against=["random"], deals=2, plugins=plugins)
    assert [each.won + each.drawn + each.lost for each in found.results] == [2] * len(found.results)
    assert not found.observations
