"""Fuzz finds what breaks, keeps it as a short save, and says what it reached."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from navalcore import rules
from navalcore.components._roles import UMPIRE
from navalcore.errors import BadData, UnknownName
from navalcore.testing import check_game, fuzz_game
from navalcore.testing._fuzz import Reached
from navalcore.testing._reached import Lines, noting_lines, sections_reached
from navalcore.testing._report import TrialFinding
from navalcore.testing._settings import random_setting
from tests.kit.saboteurs import SABOTEURS, Pickets


def test_an_honest_game_passes_and_play_reaches_its_whole_rule_book() -> None:
    report = fuzz_game(Pickets, matches=12, seed="f")
    assert report.ok, report.text()
    assert report.matches == sum(report.moods.values()) == 12
    assert report.checks["plays"] == report.checks["invariants"] == 12
    assert len(report.checks) > 12, "each match meets one of the other checks in turn"
    assert report.binding == 4
    assert report.missing == []


@pytest.mark.parametrize("name", ["raising_rule", "loses_ship", "own_dice"])
def test_a_fault_is_found_once_shrunk_and_saved_and_the_save_shows_it_again(name: str, tmp_path: Path) -> None:
    saboteur = SABOTEURS[name]
    report = fuzz_game(saboteur, matches=30, seed="f", into=tmp_path)
    found = next(failure for failure in report.findings if failure.check in saboteur.caught_by)
    assert report.times[report.findings.index(found)] >= 1
    by_checks = [failure.check for failure in report.findings if failure.check != "stress"]
    assert len(set(by_checks)) == len(by_checks)
    assert found.save is not None
    assert found.save.parent == tmp_path
    assert check_game(saboteur, again=found.save, only=[found.check]).failed == [found.check]
    assert json.loads(json.dumps(report.to_json()))["findings"][0]["save"] == str(report.findings[0].save)
    assert f"navalcore check {name} --save {found.save}" in report.text()


def test_the_same_seed_plays_the_same_matches() -> None:
    one, again, other = (fuzz_game(Pickets, matches=6, seed=seed).to_json() for seed in ("a", "a", "b"))
    for report in (one, again, other):
        del report["seconds"], report["choices_per_second"]
    assert one == again
    assert one["choices"] != other["choices"]


def test_options_and_scenarios_given_stay_and_the_others_vary() -> None:
    game = Pickets()
    drawn = [
        random_setting(game, rules.SeededChance.from_seed(seed), ["short", "skirmish"], {"tie": "red"})
        for seed in range(40)
    ]
    assert {scenario for scenario, _ in drawn} == {"short", "skirmish"}
    assert {options["tie"] for _, options in drawn} == {"red"}
    assert {options.get("weather", False) for _, options in drawn} == {False, True}


def test_sections_are_reached_by_procedures_decisions_and_events() -> None:
    game, lines = Pickets(), Lines()
    match = game.new_match("skirmish", seed=1)
    with noting_lines(game, lines):
        match.choose("scout")
    assert sections_reached(game, lines) == {"2"}, "the procedures of scouting, red's and then blue's"
    by_events = Reached(game.rulebook)
    assert [section.number for section in by_events.missing] == ["1", "2", "3", "4"]
    match.events.subscribe(by_events.hear, role=UMPIRE)
    while match.decision is not None:
        match.choose(0)
    assert by_events.numbers == {"1", "2", "3", "4"}
    assert by_events.missing == []


def test_players_who_always_pass_are_no_fault_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SABOTEURS["never_ends"], "longest_match", 300)
    report = fuzz_game(SABOTEURS["never_ends"], matches=8, seed="stubborn")
    assert report.endings["(none)"] == 8
    (finding,) = [failure for failure in report.findings if failure.check == "ends"]
    assert isinstance(finding, TrialFinding)
    assert finding.trial.mood in ("random", "bots")


def test_a_seed_of_any_letters_names_a_finding_in_its_folder(tmp_path: Path) -> None:
    report = fuzz_game(SABOTEURS["raising_rule"], matches=4, seed="../7", into=tmp_path / "found")
    saves = [finding.save for finding in report.findings if isinstance(finding, TrialFinding) and finding.save]
    assert saves
    assert {each.parent for each in saves} == {tmp_path / "found"}


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(UnknownName, match="no scenario 'long'"):
        fuzz_game(Pickets, matches=1, scenarios=["long"])
    with pytest.raises(BadData, match="no option 'fog'"):
        fuzz_game(Pickets, matches=1, options={"fog": 1})
    with pytest.raises(BadData, match="some time and at least one match"):
        fuzz_game(Pickets, seconds=0)
    for work in (fuzz_game, check_game):
        with pytest.raises(BadData, match="the seed has characters that no text has"):
            work(Pickets, matches=1, seed="\ud800")
