"""The kit passes honest games, and each of its checks rejects the saboteurs it is there for."""

from __future__ import annotations

import json

import pytest

import navalcore as nc
from navalcore.errors import BadData, UnknownName
from navalcore.testing import CHECKS, check_game
from navalcore.testing.saboteurs import SABOTEURS, Pickets, Saboteur
from navalcore.testing.settings import make_trials

MATCHES = 6
MAX_CHOICES = 300


def checked(game: type[Saboteur]) -> set[str]:
    patience = 1.0 if game.id == "endless_loop" else 60.0
    report = check_game(game, matches=MATCHES, max_choices=MAX_CHOICES, patience=patience, shrinking=False)
    return set(report.failed)


def test_the_honest_game_passes_every_check() -> None:
    report = check_game(Pickets, matches=12)
    assert report.ok, report.text()
    assert set(report.ran) == set(CHECKS)
    assert not report.skipped


@pytest.mark.parametrize("name", SABOTEURS)
def test_a_saboteur_is_rejected_by_the_checks_that_are_there_for_it_and_by_no_other(name: str) -> None:
    saboteur = SABOTEURS[name]
    failed = checked(saboteur)
    assert set(saboteur.caught_by) <= failed
    assert failed <= {*saboteur.caught_by, *saboteur.may_follow}


def test_every_check_has_a_saboteur() -> None:
    assert {check for saboteur in SABOTEURS.values() for check in saboteur.caught_by} == set(CHECKS)


def test_the_wolf_pack_card_game_passes_every_check() -> None:
    report = check_game("uboat_cards", matches=4)
    assert report.ok, report.text()
    assert not report.coverage.unreached
    assert all(len(values) > 1 for values in report.coverage.options.values())


def test_a_failure_says_where_and_leaves_a_save_that_leads_there(tmp_path) -> None:
    report = check_game(
        SABOTEURS["loses_ship"], matches=1, options={}, scenarios=["short"], only=["invariants"], saves_to=tmp_path
    )
    (failure,) = report.failures
    assert failure.to_json() == {
        "check": "invariants",
        "scenario": "short",
        "options": {},
        "seed": "kit-0",
        "decision": 4,
        "expected": failure.expected,
        "found": failure.found,
        "shrunk_from": 4,
        "save": str(failure.save),
    }
    # The first battle follows the fourth choice: both sides scout, then both commit.
    assert "scenario short, options default, seed kit-0, decision 4" in str(failure)
    assert "the ships are" in failure.found
    (path,) = tmp_path.iterdir()
    match = nc.load_match(path, SABOTEURS["loses_ship"]())
    assert match.count == 4
    assert list(match.game.invariants(match.state)) == [failure.found]


def test_the_report_reads_well_and_is_json_ready() -> None:
    report = check_game(SABOTEURS["never_ends"], matches=2, options={}, max_choices=50, only=["ends"])
    assert report.failed == ["ends"]
    assert "never_ends fails ends" in report.text()
    assert "steps no match reached: scout_blue, commit_red, commit_blue, battle" in report.text()
    assert report.to_json()["checks"] == {"plays": True, "ends": False}
    assert json.loads(json.dumps(report.to_json()))["coverage"]["choices"] == 100


def test_the_same_seed_gives_the_same_report_and_another_seed_other_matches() -> None:
    one, again, other = (check_game(Pickets, matches=3, seed=s, only=["plays"]).to_json() for s in ("a", "a", "b"))
    assert one == again
    assert [t.seed for t in make_trials(Pickets(), 2, "a", None, {}, 9)] == ["a-0", "a-1"]
    assert other["failures"] == []


def test_every_scenario_and_every_option_value_is_played_even_if_few_matches_are_asked_for() -> None:
    trials = make_trials(Pickets(), 1, "kit", None, None, 100)
    assert {trial.scenario for trial in trials} == {"short", "skirmish"}
    assert {trial.options.get("tie", "nobody") for trial in trials} == {"nobody", "red", "blue"}
    assert {trial.options.get("weather", False) for trial in trials} == {False, True}


def test_progress_counts_up_to_all_checks_of_all_matches() -> None:
    seen: list[tuple[int, int]] = []
    check_game(Pickets, matches=5, only=["ends"], progress=lambda done, total: seen.append((done, total)))
    assert seen == [(i, 10) for i in range(1, 11)]


def test_unknown_checks_games_scenarios_and_options_are_refused() -> None:
    with pytest.raises(UnknownName, match="no check 'sanity'; it has plays, ends"):
        check_game(Pickets, only=["sanity"])
    with pytest.raises(UnknownName, match="no scenario 'long'"):
        check_game(Pickets, scenarios=["long"])
    with pytest.raises(BadData, match="no option 'fog'"):
        check_game(Pickets, options={"fog": True})
    with pytest.raises(BadData, match="at least one match"):
        check_game(Pickets, matches=0)
    with pytest.raises(BadData, match=r"package\.module:ClassName"):
        check_game("navalcore.testing.saboteurs.honest:Pocket")


def test_every_check_says_what_it_proves() -> None:
    assert all(len(check.proves) > 30 for check in CHECKS.values())


def test_a_game_that_another_process_cannot_import_is_told_so() -> None:
    class Local(Pickets):
        """Defined in a function."""

    report = check_game(Local, matches=1, only=["same_in_another_process"])
    assert report.failed == ["same_in_another_process"]
    assert "another process can import; found" in report.text()
    assert "<locals>.Local" in report.text()


def test_a_step_that_never_comes_back_is_stopped_and_the_rest_of_the_report_is_there() -> None:
    report = check_game(SABOTEURS["endless_loop"], matches=1, options={}, patience=0.5)
    assert report.failed == ["plays"]
    assert "nothing came back within 0.5 seconds" in report.text()
    assert set(report.skipped) == set(CHECKS) - {"plays"}
