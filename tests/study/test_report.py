"""The luck and decision report: swings that can be worked out in the head, doubts, the picture, the command."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

import navalcore as nc
from navalcore._cli.app import run
from navalcore.bots import Budget, make_bots, play_out
from navalcore.errors import BadData, UnknownName
from navalcore.study._charts import report_picture
from navalcore.study._crossroads import PlayedMatch
from navalcore.study._report import report
from navalcore_games.uboat_cards.decks import DeckScenario
from navalcore_games.uboat_cards.state import Card
from tests.bots.parlour import Parlour, wager

TRIES = Budget(seconds=None, playouts=200)


def shot(kind, face):
    """A wager that was played."""
    match = wager(face)
    match.choose(kind)
    return match


@pytest.mark.parametrize(
    ("kind", "face", "expected", "swing"),
    [("safe", 4, 5 / 6, 1 / 6), ("safe", 1, 5 / 6, -5 / 6), ("bold", 6, 1 / 3, 2 / 3), ("bold", 2, 1 / 3, -1 / 3)],
)
def test_luck_is_what_came_less_what_was_to_be_expected(kind, face, expected, swing):
    found = report(shot(kind, face))
    (luck,) = found.luck
    assert luck.chance == pytest.approx(1 / 6)
    assert luck.before == pytest.approx({"red": expected, "blue": 1 - expected})
    assert luck.swing("red") == pytest.approx(swing)
    assert luck.swing("blue") == pytest.approx(-swing), "what one gains the other loses"
    assert found.total_luck("red") == pytest.approx(swing)
    assert found.turning_points("red") == [luck]


def test_only_the_worse_shot_is_doubted_and_by_what_it_costs():
    (doubt,) = report(shot("bold", 6), budget=TRIES).doubts
    assert (doubt.role, doubt.chosen, doubt.better) == ("red", "bold", "safe")
    assert doubt.cost == pytest.approx(5 / 6 - 1 / 3, abs=4 * doubt.error)
    assert report(shot("safe", 1), budget=TRIES).doubts == (), "bad luck is no bad choice"


def test_a_result_that_could_be_no_other_is_no_luck_and_secret_choices_are_none_either():
    match = Parlour().new_match("pennies", seed=1)
    for hand in ("left", "left"):
        match.choose(hand)
    found = report(match)
    assert found.luck == ()
    assert found.course[-1] == (2, {"red": 0.0, "blue": 1.0})


def test_a_match_is_retold_as_it_was_played():
    game = nc.load("uboat_cards")
    match = game.new_match(seed=4)
    play_out(match, make_bots(game, seed=4), limit=60)
    told = [before for _, before in PlayedMatch(match)]
    assert told[0] is None
    assert len(told) == match.count + 1
    last, made = told[-1], [entry for entry in match.tape() if entry.kind == "choice"][-1]
    assert last is not None
    last.choose(made.pick, role=made.role)  # as the report leaves the last choice to come
    assert last.digest == match.digest


@pytest.mark.parametrize("playouts", [None, 2], ids=["estimate", "playouts"])
def test_a_match_that_waits_for_a_draw_of_people_is_reported_up_to_there(playouts):
    match = nc.load("uboat_cards").new_match("short", chance="physical")
    for card in ("Water", "Sonar"):
        match.choose(card)
    found = report(match, playouts=playouts)
    assert [each.what.rpartition(": ")[2] for each in found.luck] == ["Water", "Sonar"]
    assert found.course[-1][0] == match.count == 0


def test_drawing_equal_cards_is_one_way_and_swings_cancel_over_all_ways():
    game = nc.load("uboat_cards")
    match = game.new_match(seed=4)
    play_out(match, make_bots(game, seed=4), limit=4)
    found = report(match)
    first = found.luck[0]
    scenario = match.setup.scenario
    assert isinstance(scenario, DeckScenario)
    cards = scenario.cards
    drawn = first.what.rpartition(": ")[2]
    assert first.chance == pytest.approx(cards[Card(drawn)] / sum(cards.values()))
    assert all(0 <= each.before[role] <= 1 for each in found.luck for role in game.roles)
    assert all(each.before["uboat"] + each.before["convoy"] == pytest.approx(1) for each in found.luck)


def test_a_role_may_read_the_report_of_a_match_that_is_over_only():
    found = report(shot("safe", 4), role="blue")
    assert found.roles == ("blue",)
    assert list(found.to_json()["roles"]) == ["blue"]
    with pytest.raises(BadData, match="not over: a report for one role would show what is hidden"):
        report(Parlour().new_match("pennies", seed=1), role="red")
    with pytest.raises(UnknownName, match="it has red, blue"):
        report(shot("safe", 4), role="green")
    with pytest.raises(BadData, match="red, blue, not spectator"):
        report(shot("safe", 4), role="spectator")


def test_the_picture_has_a_curve_a_role_and_marks_what_the_report_names():
    found = report(shot("bold", 6), budget=TRIES)
    svg = report_picture(found)
    ElementTree.fromstring(svg)
    assert svg.count("0 choices in doubt") == 1
    assert svg.count("1 choices in doubt") == 1
    assert "choice 0: bold; rather safe" in svg
    assert "red shoots (+0.67)" in svg


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """The beginning of a match of the card game, and its file."""
    game = nc.load("uboat_cards")
    match = game.new_match("short", seed=6)
    play_out(match, make_bots(game, seed=6), limit=12)
    path = tmp_path_factory.mktemp("report") / "match.jsonl"
    match.save(path)
    return path


def test_the_command_prints_text_and_json_and_draws(saved, tmp_path, capsys):
    assert run(["report", str(saved), "--tries", "8", "--plot", str(tmp_path / "match.svg")]) == 0
    text = capsys.readouterr().out
    assert "still being played" in text
    assert "rolls and draws gave" in text
    assert (tmp_path / "match.svg").read_text().startswith("<svg ")
    assert run(["report", str(saved), "--seconds-per-decision", "0", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["decisions_searched"] == 0
    assert data["roles"]["uboat"]["luck"] == pytest.approx(-data["roles"]["convoy"]["luck"])
    assert sum(roll["swing"] for roll in data["roles"]["uboat"]["rolls"]) == pytest.approx(
        data["roles"]["uboat"]["luck"]
    )


def test_wrong_use_is_one_line_and_status_2(saved, tmp_path, capsys):
    for arguments, said in (
        ([str(saved), "--role", "uboat"], "not over"),
        ([str(tmp_path / "none.jsonl")], "none.jsonl"),
        ([str(saved), "--plot", str(tmp_path / "no" / "x.svg")], "cannot be written"),
        ([str(saved), "--tries", "0"], "--tries"),
    ):
        assert run(["report", *arguments]) == 2
        error = capsys.readouterr().err.strip()
        assert error.startswith("navalcore: error")
        assert said in error
        assert "\n" not in error
