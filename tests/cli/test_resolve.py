"""``navalcore resolve``: dice one by one, too few, too many and impossible ones; left and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from navalcore.errors import IncompatibleSave, NotWritten
from tests.cli.conftest import Command, process

HUNT = ("resolve", "aa50_subwar", "hunt", "zone=sz8", "destroyers=2", "escape=no")


def answer(navalcore: Command, *line: object) -> Any:
    return json.loads(navalcore(*line, "--json").out)


def test_too_few_dice_leave_the_question_that_stands_and_the_next_line_goes_on_with_it(navalcore: Command) -> None:
    first = answer(navalcore, *HUNT, "--dice", "3")
    assert first["waiting"]["rule"] == "S10"
    assert first["waiting"]["options"] == ["1", "2", "3", "4", "5", "6"]
    then = answer(navalcore, "resolve", "aa50_subwar", "--dice", "6")
    assert then["waiting"]["options"] == ["escape", "fight on"]
    last = answer(navalcore, "resolve", "aa50_subwar", "--answer", "escape", "--dice", "4")
    assert (last["waiting"], last["result"]) == (None, "0 submarines sunk, 0 hunters lost")
    assert last["marks"] == ["Sz8: 1 submarine there, submerged"]


def test_too_many_dice_are_named_at_once_and_the_others_count(navalcore: Command) -> None:
    found = answer(navalcore, *HUNT, "--dice", "3,2,5,4,1")
    assert found["unused"] == [4, 1]
    assert found["result"] == "1 submarine sunk, 0 hunters lost"


def test_an_impossible_face_is_refused_and_nothing_before_it_is_lost(navalcore: Command) -> None:
    code, said = navalcore(*HUNT, "--dice", "3,7").error()
    assert code == "bad_data"
    assert said == "--dice: '7' is not on the die; type a number from 1 to 6; what came before it is kept"
    went_on = answer(navalcore, "resolve", "aa50_subwar", "--dice", "2,6")
    assert went_on["result"] == "1 submarine sunk, 0 hunters lost"
    assert navalcore(*HUNT, "--dice", "three").error()[0] == "bad_data"
    assert navalcore(*HUNT, "--dice", "9" * 5000, "--json").error()[0] == "bad_data"


def test_where_nothing_can_be_kept_it_resolves_and_tells(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("NAVALCORE_STATE", str(tmp_path / "file"))
    ran = navalcore(*HUNT, "--dice", "3,2,5", "--json")
    assert ran.err.startswith("navalcore: nothing is kept of this evening, and --save FILE would keep it elsewhere: ")
    document = json.loads(ran.out)
    assert (ran.status, document["save"]) == (0, None)
    assert document["result"] == "1 submarine sunk, 0 hunters lost"
    assert "Give the same line once more, with --dice FACES added to it." in navalcore(*HUNT, "--dice", "3").out
    assert "what came before it is kept" not in navalcore(*HUNT, "--dice", "3,7").err


def test_an_evening_that_is_kept_goes_on_where_its_file_takes_no_more(
    navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Path(answer(navalcore, *HUNT, "--dice", "3")["save"])
    before = kept.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise NotWritten(f"{kept}: cannot be written: No space left on device")

    monkeypatch.setattr("navalcore._match.saved.sink_of", full)
    ran = navalcore("resolve", "aa50_subwar", "--dice", "2,5", "--json")
    assert (ran.status, "No space left on device" in ran.err) == (0, True)
    assert json.loads(ran.out)["result"] == "1 submarine sunk, 0 hunters lost"
    assert kept.read_bytes() == before


def test_at_a_terminal_one_face_is_taken_back_and_those_before_it_are_kept(
    navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("navalcore._cli.resolve.Keyboard", lambda: SimpleNamespace(terminal=True))
    typed = ["3 2", "undo", "5"]  # the 2 is taken back, and a 5 is rolled in its place
    raid = ("resolve", "aa50_subwar", "raid", "zone=sz62", "raiders=us", "convoys=japan", "submarines=2")
    navalcore(*raid, typed=typed)
    told = answer(navalcore, "resolve", "aa50_subwar", "--dice", "2,1")
    assert told["unused"] == []
    assert told["result"] == "6 IPC lost in Sz62, of at most 8"  # 3 + 0 + 2 + 1: a 5 costs nothing (B15)


def test_a_form_that_makes_no_sense_is_refused_before_a_die_is_used_and_changes_nothing(navalcore: Command) -> None:
    answer(navalcore, "resolve", "aa50_subwar", "hunt", "zone=sz8", "--dice", "5")
    error = navalcore("resolve", "aa50_subwar", "hunt", "zone=sz9", "destroyers=0", "--dice", "3").error()
    assert error[1] == ("hunt: destroyers: no unit hunts; at least 1 destroyer, fighter or bomber is needed")
    assert answer(navalcore, "resolve", "aa50_subwar", "hunt")["log"][0]["text"].startswith("Submarine hunt: zone Sz8,")


def test_counters_that_people_draw_are_answered_in_words_and_faces_wait_for_a_die(navalcore: Command) -> None:
    combat = answer(navalcore, "resolve", "silent_war", "combat", "--dice", "3")
    assert combat["waiting"]["prompt"].startswith("Piece from cup A. Draw blindly")
    assert combat["unused"] == [3]
    drawn = combat["waiting"]["options"][0]
    then = answer(navalcore, "resolve", "silent_war", "--answer", drawn)
    assert then["waiting"]["prompt"] == combat["waiting"]["prompt"]  # for the next of the display
    assert drawn not in then["waiting"]["options"]


def test_everything_can_be_taken_off_the_map(navalcore: Command) -> None:
    answer(navalcore, "resolve", "aa50_subwar", "limit", "space=sz62", "limit=3")
    assert answer(navalcore, "resolve", "aa50_subwar", "take_off")["marks"] == ["Sz62: own limit C3"]
    assert answer(navalcore, "resolve", "aa50_subwar", "clear")["marks"] == []


def test_what_is_under_way_is_finished_first_and_a_new_evening_has_no_marks(navalcore: Command) -> None:
    answer(navalcore, "resolve", "aa50_subwar", "limit", "space=sz62", "limit=3")
    navalcore(*HUNT)
    refused = navalcore(*HUNT).error()[1]
    assert "under way" in refused
    assert refused.endswith("Answer first, or begin another evening with --new")
    assert "0 sunk" in answer(navalcore, *HUNT, "--odds")["outcomes"], "chances begin nothing, so they wait for nothing"
    assert answer(navalcore, *HUNT, "--new", "--dice", "5,5")["marks"] == ["Sz8: 1 submarine there, submerged"]


def test_a_form_is_filled_in_with_words_as_an_answer_is(navalcore: Command) -> None:
    words = ("Zone=SZ8", "destroyers=02", "hunters=Brit", "to-the-end=YES", "prey=german")
    told = answer(navalcore, "resolve", "aa50_subwar", "hunt", *words)["log"][0]["text"]
    assert told.startswith("Submarine hunt: zone Sz8, destroyers 2,")
    assert "hunters British, prey German, to the end yes" in told


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("aa50_subwar", "hnut"), "unknown_name"),
        (("aa50_subwar", "hunt", "zone=sz66"), "bad_data"),
        (("aa50_subwar", "hunt", "speed=3"), "bad_data"),
        (("aa50_subwar", "hunt", "destroyers=0"), "bad_data"),
        (("aa50_subwar", "hunt", "hunters=us", "prey=uk", "--roll"), "bad_data"),
        (("tonnage_war", "engagement", "sr=0", "--roll"), "bad_data"),
        (("uboat_cards",), "unknown_game"),
    ],
)
def test_what_cannot_be_resolved_is_one_error_and_one_document(
    navalcore: Command, words: tuple[str, ...], code: str
) -> None:
    ran = navalcore("resolve", *words, "--json")
    assert json.loads(ran.out)["error"]["code"] == code == ran.error()[0]


def test_without_a_procedure_the_forms_are_listed_as_schemas(navalcore: Command) -> None:
    found = answer(navalcore, "resolve", "aa50_subwar")["procedures"]
    hunt = next(each for each in found if each["name"] == "hunt")
    assert hunt["form"]["properties"]["destroyers"]["maximum"] == 9


def test_a_groups_own_limits_and_power_are_laid_over_the_board(tmp_path: Path) -> None:
    data = Path(__file__).parents[2] / "games" / "aa50_subwar"
    zones = (data / "data" / "world_zones.csv").read_text(encoding="utf-8")
    (tmp_path / "world_zones.csv").write_text(zones.replace("62 Sea Zone,8,reconstructed", "62 Sea Zone,2,your own"))
    powers = (data / "scenarios" / "world.toml").read_text(encoding="utf-8")
    anzac = '[power.anzac]\nsource = "your own"\nside = "allies"\ntitle = "ANZAC"\nshort = "ANZAC"\n\n[setup.1941]'
    (tmp_path / "world.toml").write_text(powers.replace("[setup.1941]", anzac))
    ran = process(
        "--data", f"aa50_subwar={tmp_path}", "resolve", "aa50_subwar", "raid", "zone=sz62", "raiders=anzac",
        "convoys=japan", "--dice", "3,3", "--json",
    )  # fmt: skip
    assert json.loads(ran.out)["result"] == "2 IPC lost in Sz62, of at most 2"


def test_a_limit_of_a_groups_own_that_no_space_can_have_is_refused_with_its_line(tmp_path: Path) -> None:
    data = Path(__file__).parents[2] / "games" / "aa50_subwar" / "data" / "world_zones.csv"
    zones = data.read_text(encoding="utf-8").replace("62 Sea Zone,8,", "62 Sea Zone,21,")
    (tmp_path / "world_zones.csv").write_text(zones)
    ran = process("--data", f"aa50_subwar={tmp_path}", "resolve", "aa50_subwar", "hunt", "--odds", "--json")
    line = next(n for n, row in enumerate(zones.splitlines(), 1) if "62 Sea Zone" in row)
    message = json.loads(ran.out)["error"]["message"]
    assert f"world_zones.csv:{line}:convoy_limit: should be 0 to 20, not '21'" in message


def test_the_chances_are_told_beside_what_is_kept_and_nothing_begins(navalcore: Command) -> None:
    raid = ("resolve", "aa50_subwar", "raid", "zone=sz62", "raiders=us", "convoys=japan", "--odds")
    answer(navalcore, "resolve", "aa50_subwar", "limit", "space=sz62", "limit=1")
    told = answer(navalcore, *raid)
    # 2 dice: nothing is lost where both show 4 or more, a quarter of the throws; otherwise the 1 IPC of the limit.
    assert {name: found["probability"] for name, found in told["outcomes"].items()} == {"0 IPC": 0.25, "1 IPC": 0.75}
    assert "0 IPC" in navalcore(*raid).out
    assert answer(navalcore, "resolve", "aa50_subwar", "limit")["log"][0]["text"].startswith("Set a convoy limit")
    assert navalcore("resolve", "aa50_subwar", "--odds").error()[0] == "bad_data"


def test_terms_that_an_evening_does_not_have_are_refused_and_not_passed_over(navalcore: Command) -> None:
    answer(navalcore, *HUNT, "--dice", "3")
    for terms in (("--option", "convoy_dice=1"), ("--scenario", "board_1942")):
        code, message = navalcore("resolve", "aa50_subwar", "--dice", "6", *terms).error()
        assert (code, terms[0] in message, "--new" in message) == ("bad_data", True, True)
        assert navalcore("resolve", "aa50_subwar", "hunt", "--odds", *terms).error()[1] == message
    same = ("--option", "convoy_dice=2", "--scenario", "board_1941")  # as it was begun
    assert answer(navalcore, "resolve", "aa50_subwar", "--dice", "2,5", *same)["waiting"] is None
    begun = answer(navalcore, "resolve", "aa50_subwar", "raid", "--option", "convoy_dice=1", "--new", "--dice", "2,2")
    assert begun["unused"] == [2]  # one die for each submarine, by the option


def test_an_evening_of_other_rules_says_how_another_begins(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise IncompatibleSave("rules 0.9")

    kept = tmp_path / "evening.jsonl"
    answer(navalcore, *HUNT, "--dice", "3", "--save", kept)
    answer(navalcore, *HUNT, "--dice", "3")
    monkeypatch.setattr("navalcore.load_match", refused)
    for more in (("--dice", "6"), ("hunt", "--odds")):
        told = navalcore("resolve", "aa50_subwar", *more, "--save", kept).error()
        assert told == ("incompatible_save", f"{kept}: cannot be continued, choose another file: rules 0.9")
        assert "begin another evening with --new: rules 0.9" in navalcore("resolve", "aa50_subwar", *more).error()[1]


def test_an_evening_is_not_kept_on_standard_output(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert navalcore(*HUNT, "--save", "-").error()[0] == "bad_data"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("rest", [("--roll",), ("--roll", "--json")], ids=["words", "json"])
def test_what_is_under_way_is_rolled_to_its_end_without_naming_it_again(
    navalcore: Command, rest: tuple[str, ...]
) -> None:
    navalcore("resolve", "aa50_subwar", "raid", "zone=sz62", "raiders=us", "convoys=japan", "--dice", "3")
    told = navalcore("resolve", "aa50_subwar", *rest).out
    assert "of at most 8" in told
    assert answer(navalcore, "resolve", "aa50_subwar", "--dice", "6")["unused"] == [6], "nothing is under way any more"


@pytest.mark.parametrize(
    "terms", [("--new",), ("--scenario", "none_such"), ("--option", "a=1")], ids=["new", "scenario", "option"]
)
def test_terms_of_an_evening_that_nothing_begins_are_refused_and_the_one_that_is_kept_goes_on(
    terms: tuple[str, ...], navalcore: Command
) -> None:
    navalcore(*HUNT, "--dice", "3")
    code, said = navalcore("resolve", "aa50_subwar", *terms, "--json").error()
    assert (code, said) == ("bad_data", f"{terms[0]}: name the procedure that the evening begins with")
    assert answer(navalcore, "resolve", "aa50_subwar", "--dice", "2")["waiting"] is not None, "the hunt goes on"


@pytest.mark.parametrize(
    ("faces", "words"), [("3", "--dice FACES"), ("3,6", "--answer WORDS")], ids=["a die", "an answer"]
)
def test_what_is_left_says_with_which_option_it_goes_on(navalcore: Command, faces: str, words: str) -> None:
    assert f"Continue with: navalcore resolve aa50_subwar {words}" in navalcore(*HUNT, "--dice", faces).out
