"""``navalcore check``: the conformance kit on the command line."""

import json
from collections import Counter
from pathlib import Path

import pytest

from navalcore._cli.new import make_kind
from tests.cli.conftest import DUEL, Command, process


def changed(folder: Path, module: str, roll: str) -> None:
    """The duel with other code for its roll, as a module in that folder."""
    text = (DUEL / "duel.py").read_text(encoding="utf-8")
    (folder / f"{module}.py").write_text(text.replace("face = play.dice.d6(", roll), encoding="utf-8")
    (folder / "rulebook.toml").write_text((DUEL / "rulebook.toml").read_text(encoding="utf-8"), encoding="utf-8")


LEAKS_IN_TURN_2 = "assert play.state.turn < 2; face = play.dice.d6("


def test_a_game_that_keeps_its_promises_passes_by_its_id_and_by_its_module() -> None:
    by_id = process("--plugin", "duel", "check", "duel", "--matches", 2, cwd=DUEL)
    assert (by_id.status, by_id.err) == (0, "")
    assert by_id.out.startswith("duel keeps every promise checked")
    by_module = process("check", "duel", "--matches", 2, cwd=DUEL)
    assert by_module.out == by_id.out


TONNAGE = Path(__file__).parents[2] / "games" / "tonnage_war" / "scenarios" / "halifax_228.toml"


@pytest.mark.parametrize("command", [("check", "--only", "invariants"), ("fuzz", "--seed", 1, "--failures", "faults")])
def test_a_scenario_file_of_ones_own_is_what_its_matches_are_held_against(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[object, ...]
) -> None:
    """Two cards more of a kind, one less of another: what lies on the table are the cards of that file."""
    monkeypatch.chdir(tmp_path)
    text = TONNAGE.read_text(encoding="utf-8")
    assert "n = 9, r = 6, a = 3, blank = 22" in text
    (tmp_path / "mine.toml").write_text(
        text.replace("n = 9, r = 6, a = 3, blank = 22", "n = 11, r = 5, a = 3, blank = 21")
    )
    name, *rest = command
    ran = navalcore(
        name, "tonnage_war", *rest, "--scenario", "mine.toml", "--option", "match_of_two=true", "--matches", 2
    )
    assert (ran.status, ran.err) == (0, "")
    assert "lost or doubled" not in ran.out


def test_a_game_with_dice_of_its_own_fails_with_status_1(tmp_path: Path) -> None:
    changed(tmp_path, "cheat", "face = __import__('random').randint(1, 6) or (")
    ran = process("check", "cheat", "--matches", 4, "--only", "same_seed_same_match", cwd=tmp_path)
    assert ran.status == 1
    assert ran.out.startswith("duel fails same_seed_same_match ")


@pytest.mark.parametrize(
    ("name", "code"),
    [("no_such_game", "unknown_game"), ("broken", "broken_plugin"), ("json", "broken_plugin")],
)
def test_what_cannot_be_checked_is_told_of_in_one_line(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str
) -> None:
    (tmp_path / "broken.py").write_text("raise RuntimeError('holed below the waterline')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert navalcore("check", name).error()[0] == code


def test_what_is_checked_and_how_long_is_chosen_and_told_as_json(duel: Command) -> None:
    ran = duel("check", "duel", "--matches", 3, "--only", "invariants", "--option", "hard=true", "--json")
    (report,) = json.loads(ran.out)
    assert ran.status == 0
    assert report["checks"] == {"plays": True, "invariants": True}
    assert report["matches"] == 3
    assert report["coverage"]["options"] == {"hard": {"True": 3}}


def test_a_failure_is_saved_and_looked_at_again(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(tmp_path, "sieve", LEAKS_IN_TURN_2)
    monkeypatch.chdir(tmp_path)
    ran = navalcore("check", "sieve", "--only", "ends", "--matches", 12, "--failures", "kept")
    assert ran.status == 1
    save = next(path for path in (tmp_path / "kept").iterdir() if path.name.startswith("duel-01-plays"))
    assert f"see it again: navalcore check duel --save kept/{save.name}" in ran.out
    again = navalcore("check", "sieve", "--save", save)
    assert again.status == 1
    assert "AssertionError" in again.out
    assert again.out.startswith("duel fails plays (1 matches, ")
    assert navalcore("check", "sieve", "--save", save, "--scenario", "calm").error() == (
        "bad_data",
        "--save has the scenario and options in its file; leave --scenario and --option out",
    )


def test_a_check_that_is_not_there_is_refused_with_those_that_are(duel: Command) -> None:
    code, message = duel("check", "duel", "--only", "everything").error()
    assert code == "unknown_name"
    assert message.startswith(
        "the kit has no check 'everything'; it has plays, ends, ends_however_it_is_played, invariants, "
    )


def test_fuzz_plays_for_a_while_and_says_what_it_reached(duel: Command, tmp_path: Path) -> None:
    ran = duel("fuzz", "duel", "--matches", 4, "--seed", "s", "--failures", tmp_path / "found")
    assert ran.status == 0
    assert ran.out.startswith("fuzz of duel found nothing in 4 matches and ")
    assert "sections of the rule book reached: " in ran.out
    assert not (tmp_path / "found").exists(), "a folder is made for findings only"
    ran = duel("fuzz", "duel", "--minutes", 0.02, "--seed", "s", "--json")
    (report,) = json.loads(ran.out)
    assert report["ok"]
    assert report["seconds"] >= 1.2


def test_fuzz_ends_with_status_1_and_a_save_where_it_finds_a_fault(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(tmp_path, "leaky", LEAKS_IN_TURN_2)
    monkeypatch.chdir(tmp_path)
    ran = navalcore("fuzz", "leaky", "--matches", 12, "--seed", "s", "--failures", "found")
    assert ran.status == 1
    assert "plays: expected a match that continues to its end; found RuleError: " in ran.out
    assert (tmp_path / "found" / "duel-s-01-plays.jsonl").is_file()


def test_fuzz_goes_on_with_the_matches_of_a_seed_where_it_stopped(duel: Command) -> None:
    def played(matches: int, first: int) -> tuple[int, dict[str, int]]:
        go_on = ("--seed", "s", "--first", first, "--closely", 4)
        (report,) = json.loads(duel("fuzz", "duel", "-n", matches, *go_on, "--json").out)
        assert report["ok"]
        assert report["checks"]["plays"] == sum(number % 4 == 0 for number in range(first, first + matches))
        return report["choices"], report["happened"]

    parts, whole = [played(5, 0), played(4, 5)], played(9, 0)
    assert sum(choices for choices, _ in parts) == whole[0]
    assert sum((Counter(happened) for _, happened in parts), Counter()) == Counter(whole[1])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(("--first", 3), "--first names a match of a seed"), (("--until", "soon"), "as turn=25")],
)
def test_fuzz_says_which_of_its_options_go_together(duel: Command, arguments: tuple[object, ...], told: str) -> None:
    ran = duel("fuzz", "duel", *arguments)
    assert ran.status == 2
    assert told in ran.err


def test_the_command_tells_each_kind_in_a_line(navalcore: Command) -> None:
    lines = navalcore("check", "uboat_cards", "--questions", "--matches", 1, "--scenario", "short").out.splitlines()
    assert all(" a match, " in line for line in lines)
    assert {line.split(":")[0] for line in lines} == {
        f"{role} {kind}" for role in ("uboat", "convoy") for kind in ("discard", "action")
    }


def test_what_a_plug_in_imports_from_others_is_no_business_of_the_upgrade(navalcore: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from __future__ import annotations\nfrom _thread import allocate_lock\nimport navalcore as nc\n\nnc.load\n",
        encoding="utf-8",
    )
    assert navalcore("check", "--upgrade", tmp_path).out.splitlines()[0].startswith("0 lines to change")
    (tmp_path / "mine.py").write_text("from navalcore._match import match\n", encoding="utf-8")
    told = navalcore("check", "--upgrade", tmp_path)
    assert told.status == 1
    assert told.out.splitlines()[0].startswith(f"{tmp_path / 'mine.py'}:1: navalcore._match is private")


def test_questions_of_a_module_in_this_folder_are_asked_for_as_its_checks_are(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_kind("cards", tmp_path / "shingle", "shingle", "Shingle", "")
    monkeypatch.chdir(tmp_path / "shingle")
    ran = navalcore("check", "shingle", "--questions", "--matches", 1)
    assert ran.status == 0, ran.err
    assert "lay" in ran.out


def test_an_upgrade_of_a_folder_that_there_is_not_is_refused_as_such(navalcore: Command, tmp_path: Path) -> None:
    assert "there is no such folder" in navalcore("check", "--upgrade", tmp_path / "scr").error()[1]
