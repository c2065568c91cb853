"""The kit passes honest games, and each of its checks rejects the saboteurs it is there for."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from typing import Annotated, Any, Self, cast

import pytest
from pydantic import Field, model_validator

import navalcore as nc
from navalcore._rules.terms import Options, Outcome, Step, Terms, View
from navalcore.errors import BadData, UnknownName
from navalcore.testing import CHECKS, check_game
from navalcore.testing._kit import DATA, ENDS
from navalcore.testing._settings import data_problems, make_trials, option_values, settings_of
from navalcore.testing._trial import LOOKED_AT, Trial, differences
from tests.conftest import TIMES_AS_LONG
from tests.kit.in_turn import check_in_turn
from tests.kit.saboteurs import SABOTEURS, Pickets, Saboteur
from tests.kit.saboteurs.honest import Colour, PicketsFace, Play, Rules, ShipCommitted, State, battle


@dataclass(frozen=True)
class Hull:
    name: str
    hits: int | None
    boxes: tuple[int, ...]


class Fleet(View):
    name: str
    ships: tuple[Hull, ...]


MATCHES = 6
MAX_CHOICES = 300


def checked(game: type[Saboteur]) -> set[str]:
    patience = 1.0 if game.id == "endless_loop" else 60.0
    most = 60 if game.id == "never_ends" else MAX_CHOICES  # its choices are all alike, and all other matches end before
    # Another process costs more than all other checks together; it is started where it has something to say. Of checks
    # that may follow either verdict is right, so they are not made. That a check keeps quiet shows in few matches.
    spared = ("same_in_another_process", *game.caught_by, *game.may_follow)
    quiet = [name for name in CHECKS if name not in spared or name == DATA]  # without whole data none is played
    reports = [
        check_game(game, matches=matches, max_choices=most, only=only, patience=patience, shrinking=False)
        for matches, only in ((MATCHES, game.caught_by), (MATCHES if TIMES_AS_LONG else 1, quiet))
    ]
    return {name for report in reports for name in report.failed}


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
    report = check_in_turn("uboat_cards", 4)
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
    assert list(match.game.invariants(match.state, match.setup.terms)) == [failure.found]


def test_a_piece_that_moves_untold_is_named_with_its_places_and_the_events_that_were_told() -> None:
    report = check_game(SABOTEURS["move_not_told"], matches=1, only=["pieces_move_as_told"], shrinking=False)
    failure, *_ = report.failures
    assert "choice_made" in failure.expected
    assert re.search(r"ship/\d+ \+1 at port", failure.found)
    assert re.search(r"ship/\d+ -1 at hand/own", failure.found)


def test_the_report_reads_well_and_is_json_ready() -> None:
    report = check_game(SABOTEURS["never_ends"], matches=2, options={}, max_choices=50, only=["ends"])
    assert report.failed == ["ends"]
    assert "never_ends fails ends" in report.text()
    assert "steps no match reached: scout_blue, commit, battle" in report.text()
    assert report.to_json()["checks"] == {"plays": True, "ends": False}
    assert json.loads(json.dumps(report.to_json()))["coverage"]["choices"] == 100


def test_endings_that_only_bots_meet_are_counted_beside_those_of_random_matches() -> None:
    report = check_game("uboat_cards", matches=3, scenarios=["short"], options={}, only=["bots"])
    met = report.coverage.endings_of_bots
    assert met.total() > 0
    assert report.to_json()["coverage"]["endings_of_bots"] == dict(met)
    assert f"endings met by bots: {next(iter(met))}" in report.text()


def test_a_game_that_says_why_a_match_may_last_for_ever_is_believed_and_the_report_says_why(monkeypatch) -> None:
    monkeypatch.setattr(SABOTEURS["goes_round"], "endless", "red may look again as often as he likes")
    report = check_game(SABOTEURS["goes_round"], matches=2, max_choices=50, only=["ends_however_it_is_played"])
    assert report.ok
    assert "a match may last for ever: red may look again as often as he likes" in report.text()


def test_a_leak_in_a_nested_view_names_the_path_to_the_field_and_not_the_whole_view() -> None:
    one = Fleet(name="red", ships=(Hull("Hood", 3, (1, 2)), Hull("Ajax", 1, ())))
    other = Fleet(name="red", ships=(Hull("Hood", 3, (1, 4)), Hull("Ajax", None, ())))
    assert differences(one, other) == "ships[0].boxes[1] is 4 instead of 2; ships[1].hits is None instead of 1"
    assert differences({"a": [1] * 9}, {"a": [2] * 9}).endswith("; 5 more")
    assert differences([1], [1, 2]) == "it is [1, 2] instead of [1]"


def test_an_exception_in_a_games_own_code_is_named_with_its_line() -> None:
    class Unwatched(Pickets):
        def redeal(self, *_: object) -> None:
            raise KeyError("spectator")

    report = check_game(Unwatched, matches=1, only=["views_hide_what_is_hidden"], shrinking=False)
    assert re.search(r"KeyError: 'spectator' \(test_kit\.py:\d+\)", report.text())


def test_a_field_of_an_event_that_holds_none_is_told_of_in_our_words() -> None:
    def tells_of_no_ship(play: Play) -> None:
        battle(play)
        play.tell(ShipCommitted, cast(int, None), rule="3", to=(Colour.RED,))

    class TellsOfNoShip(Pickets):
        def sequence_of_play(self, terms: Terms[Rules]) -> Sequence[Step]:
            *before, fight = super().sequence_of_play(terms)
            return [*before, replace(fight, procedure=tells_of_no_ship)]

    report = check_game(TellsOfNoShip, matches=1, only=["snapshots_fit_their_schema"], shrinking=False)
    assert re.search(r"events\.\d+\.ship_committed\.fields\.ship: should be a whole number, not None", report.text())
    assert "validation error" not in report.text()


def test_a_winner_who_is_no_role_is_named_in_a_game_of_one_role_too() -> None:
    class Alone(Pickets):
        roles = (Colour.RED,)  # type: ignore[assignment]

    returns = Alone().returns(nc.Outcome("japan", "The convoy got through."))
    assert returns == {Colour.RED: -1.0}


def test_a_hole_in_a_scenario_is_told_before_any_match_is_played() -> None:
    report = check_game(SABOTEURS["hole_in_scenario"], matches=3)
    assert (report.ok, report.matches, report.failed) == (False, 0, ["data_is_whole"])
    assert "scenario skirmish: tables.toml:7: rows: 8 is missing" in report.text()
    assert set(report.skipped) == set(CHECKS) - {"data_is_whole"}


@pytest.mark.parametrize("game", ["uboat_cards", "tonnage_war", "silent_war", "aa50_subwar", "bismarck"])
def test_all_data_of_our_games_is_whole(game: str) -> None:
    assert data_problems(nc.load(game)) == []


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
        check_game("tests.kit.saboteurs.honest:Pocket")


def test_every_check_says_what_it_proves() -> None:
    assert all(len(proves) > 30 for proves in CHECKS.values())


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


def test_once_a_match_has_not_ended_no_other_is_played_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    played, play = Counter[int](), Trial.play

    def counted(trial: Trial, *args: Any) -> Any:
        found = play(trial, *args)
        played[len(found.choices)] += 1
        return found

    monkeypatch.setattr(Trial, "play", counted)
    most = 4 * LOOKED_AT
    report = check_game(SABOTEURS["never_ends"], matches=3, max_choices=most, only=[*ENDS, "outcome"])
    assert [failure.check for failure in report.failures] == ["ends"]
    assert f"an end within {most} choices" in report.text()
    assert report.skipped == {"ends_however_it_is_played": "as a match did not end"}
    assert report.ran["outcome"] == report.matches > 1
    assert played[most] == 1
    assert max(number for number in played if number != most) == LOOKED_AT


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "loud_event",
            r"hears ShipJoined 'The .+ side is joined by ship \d+\.', and in another .+ ship is \d+ instead",
        ),
        ("telling_roll", r"after 'scout' it hears a roll for the search"),
        ("telling_id", r"piece hidden/\d+"),
        ("peeping_picture", r"the piece boat/port title is 'In port: .+' instead of 'In port: "),
    ],
)
def test_a_leak_is_told_by_its_event_or_piece_its_field_and_what_it_gave_away(name: str, told: str) -> None:
    check = SABOTEURS[name].caught_by[0]
    report = check_game(SABOTEURS[name], matches=2, max_choices=MAX_CHOICES, only=[check], shrinking=False)
    failure = report.failures[0]
    assert failure.check == check
    assert re.search(told, failure.found)
    assert "(" not in failure.found, "a repr"


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("headline", "a list of texts in the headline for .+; found turn 3"),
        ("evaluate", "an estimate from 0 to 1 for .+; found None"),
    ],
)
def test_a_face_that_returns_one_text_for_several_or_forgets_its_estimate_is_failed(method: str, said: str) -> None:
    found = {"headline": "turn 3", "evaluate": None}[method]
    face = type("ForgetfulFace", (PicketsFace,), {method: lambda *_: found})
    game = type("Forgetful", (Pickets,), {"face": face})
    report = check_game(game(), matches=1, only=["the_face_looks_without_touching"], shrinking=False)
    assert re.search(said, report.text())


@pytest.mark.parametrize("name", ["raising_rule", "loses_ship", "strange_winner", "vain", "aliased", "loud_event"])
def test_a_failure_is_shrunk_to_a_save_in_which_the_same_check_fails_again(name: str, tmp_path: Path) -> None:
    saboteur = SABOTEURS[name]
    check = saboteur.caught_by[0]
    report = check_game(saboteur, matches=2, seed="long", only=[check], saves_to=tmp_path)
    failure = report.failures[0]
    assert failure.shrunk_from is not None
    assert len(failure.choices) <= failure.shrunk_from
    assert failure.save is not None
    again = check_game(saboteur, again=failure.save, only=[check])
    assert again.failed == [check]
    assert again.matches == 1


def test_shrinking_leaves_out_what_a_fault_does_not_need() -> None:
    def battle_that_loses(play: Play) -> None:
        seen = play.state.squadrons[Colour.RED].scouted is not None
        battle(play)
        if seen:
            play.state.lost.pop()

    class LosesShipOnSight(Pickets):
        """It loses a ship in a battle before which red has scouted."""

        def sequence_of_play(self, terms: Terms[Rules]) -> Sequence[Step]:
            *before, fight = super().sequence_of_play(terms)
            return [*before, replace(fight, procedure=battle_that_loses)]

    report = check_game(LosesShipOnSight, matches=1, seed="w", options={"weather": True}, only=["invariants"])
    failure = report.failures[0]
    # Red scouts (the first option), blue need not, and both commit their first ship.
    assert len(failure.choices) == 4
    assert failure.choices[0] == 0
    assert failure.choices[2:] == (0, 0)
    assert failure.options == {}


def test_the_same_failure_shrinks_to_the_same_match() -> None:
    one, again = (check_game(SABOTEURS["raising_rule"], matches=3, only=["plays"]).to_json() for _ in range(2))
    assert one["failures"] == again["failures"]


def test_a_save_that_cannot_be_looked_at_again_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "card_game.jsonl"
    nc.load("uboat_cards").new_match(seed=1).save(path)
    with pytest.raises(BadData, match="is a match of uboat_cards, not of pickets"):
        check_game(Pickets, again=path)
    withheld = tmp_path / "withheld.jsonl"
    Pickets().new_match(seed=1).save(withheld, seed=False)
    with pytest.raises(BadData, match="holds no match played from a seed"):
        check_game(Pickets, again=withheld)


def test_any_two_values_of_scenario_and_options_meet_in_a_match() -> None:
    settings, least = settings_of(Pickets())
    columns = {"scenario": ["short", "skirmish"], **option_values(Pickets())}
    rows = [{"scenario": s, "tie": "nobody", "weather": False, **options} for s, options in settings]
    for (one, left), (other, right) in combinations(columns.items(), 2):
        assert {(row[one], row[other]) for row in rows} == set(product(left, right))
    assert settings[0] == ("short", {})
    assert least < len(settings)


def test_numbers_are_played_at_their_bounds_and_options_that_do_not_go_together_are_left_out() -> None:
    class Fussy(Options):
        """Options of every kind."""

        guns: Annotated[int, Field(ge=0, le=9)] = 4
        depth: Annotated[int, Field(ge=1, le=3)] | None = None
        speed: Annotated[int, Field(gt=1, lt=6)] = 4
        name: str = "any"
        fog: bool = False

        @model_validator(mode="after")
        def _no_guns_in_fog(self) -> Self:
            if self.fog and self.guns == 9:
                raise ValueError("no guns in fog")
            return self

    class Game(Pickets):
        """The honest game with these options."""

        options_class = Fussy  # type: ignore[assignment]

    assert option_values(Game()) == {"guns": [4, 0, 9], "depth": [None, 1, 3], "speed": [4, 2, 5], "fog": [False, True]}
    settings, _ = settings_of(Game())
    assert any(options.get("fog") for _, options in settings)
    assert not any(options.get("fog") and options.get("guns") == 9 for _, options in settings)


def test_how_long_a_match_may_last_is_the_games_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SABOTEURS["never_ends"], "longest_match", 40)
    report = check_game(SABOTEURS["never_ends"], matches=1, options={}, scenarios=["short"], only=["ends"])
    assert "an end within 40 choices" in report.text()


def test_a_long_match_that_goes_on_is_not_taken_for_one_that_is_stuck() -> None:
    class Slow(Pickets):
        """It takes its time for every view of the outcome."""

        def outcome(self, state: State, terms: Terms[Rules]) -> Outcome | None:
            time.sleep(0.03)
            return super().outcome(state, terms)

    report = check_game(Slow, matches=1, options={}, scenarios=["short"], only=["ends"], patience=0.25)
    assert report.ok, report.text()


def test_without_the_library_for_its_settings_the_kit_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "allpairspy", None)
    with pytest.raises(BadData, match=r"pip install 'navalcore\[kit\]'"):
        settings_of(nc.load("uboat_cards"))


def test_many_checks_that_were_not_carried_out_for_one_reason_take_one_line() -> None:
    report = replace(check_game(Pickets, matches=1, only=["plays"]), skipped={})
    few = replace(report, skipped={"odds": "it has none", "bots": "it has none"}).text()
    many = replace(report, skipped=dict.fromkeys("abcdef", "it cannot be played")).text()
    assert "odds, bots: not carried out, it has none" in few
    assert "6 checks: not carried out, it cannot be played" in many


def test_a_key_that_is_missing_is_named_and_one_that_is_not_frozen_with_what_to_do(tmp_path, monkeypatch) -> None:
    report = check_game(SABOTEURS["unlisted_key"], matches=1, options={}, only=["action_keys_are_complete"])
    assert "Face.action_keys lists" in report.failures[0].expected
    assert "missing" in report.failures[0].found
    game = nc.load("uboat_cards")
    table = tmp_path / "actions.txt"
    table.write_text(f"rules {game.version}\npass\n", encoding="utf-8")
    monkeypatch.setattr("navalcore.testing._checks_data.table_of", lambda game: table)
    report = check_game(game, matches=1, options={}, only=["action_keys_are_complete"], shrinking=False)
    failure = report.failures[0]
    assert "python -m navalcore.learn uboat_cards" in failure.expected
    assert failure.found.startswith("'discard_card/")


def test_checks_have_one_order_whichever_module_was_imported_first() -> None:
    import_first = (
        "import navalcore.testing._checks_redeals; from navalcore.testing import CHECKS; print(list(CHECKS)[:2])"
    )
    done = subprocess.run([sys.executable, "-c", import_first], capture_output=True, text=True, check=True)
    assert done.stdout == "['plays', 'ends']\n"


def test_what_cannot_be_trained_on_is_named_with_the_field_and_fails_nothing() -> None:
    report = check_game(
        nc.load("plain_words", ["tests.learn.plain_words"]), matches=2, only=["arrays_tell_views_apart"]
    )
    assert report.ok, report.text()
    assert list(report.ran) == ["plays"]
    assert report.skipped["arrays_tell_views_apart"].startswith(
        "as training cannot make an array of a view: note is a text whose possible values are not declared"
    )
