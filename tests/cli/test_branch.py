"""``navalcore branch``: a tree of branches from the command line."""

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest

from navalcore._cli.session import TerminalSession
from navalcore.study import Branches
from tests.cli.conftest import Command, environment, program


@pytest.fixture
def tree(navalcore: Command, tmp_path: Path) -> Path:
    save, tree = tmp_path / "match.jsonl", tmp_path / "tree.json"
    bots = ["--bot", "uboat=sensible"]
    navalcore(
        "play", "uboat_cards", "--scenario", "short", "--seed", 3, "--save", save, *bots, typed=["1", "1", "quit"]
    )
    assert navalcore("branch", "start", tree, save, "--comment", "the evening").status == 0
    return tree


def test_a_tree_is_made_played_commented_and_listed(navalcore: Command, tree: Path, tmp_path: Path) -> None:
    made = navalcore("branch", "new", tree, "bold", "--at", 1, "--comment", "first thought")
    assert "branch bold leaves main after 1 choice" in made.out
    first = made.out.splitlines()[2].split(maxsplit=1)[1]
    played = navalcore("branch", "play", tree, "bold", first, "--bot-choices", 2)
    assert "branch bold has 4 choices now" in played.out
    assert navalcore("branch", "comment", tree, "bold", "second thought").status == 0
    listed = json.loads(navalcore("branch", "list", tree, "--json").out)["branches"]
    assert [(entry["name"], entry["parent"], entry["comment"]) for entry in listed] == [
        ("main", None, "the evening"),
        ("bold", "main", "second thought"),
    ]
    shown = navalcore("branch", "list", tree).out
    assert f"  bold: leaves after {listed[1]['parts_at']}, 4 choices; " in shown
    saved = tmp_path / "bold.jsonl"
    assert navalcore("branch", "save", tree, "bold", "-o", saved).status == 0
    rows = {row["what"]: row for row in json.loads(navalcore("verify", saved, "--json").out)["checks"]}
    assert rows["choices"]["proof"] == "proven"
    assert rows["choices"]["detail"].startswith("4,")


def test_a_choice_of_a_branch_is_the_number_that_the_list_of_options_gives_it(navalcore: Command, tree: Path) -> None:
    shown = navalcore("branch", "new", tree, "bold", "--at", 1).out.splitlines()[3]
    number, option = shown.split(maxsplit=1)
    assert navalcore("branch", "play", tree, "bold", number).status == 0
    assert [each.text for each in Branches.read(tree).match("bold").tape() if each.kind == "choice"][1] == option


def test_a_branch_is_played_at_the_keyboard(navalcore: Command, tree: Path) -> None:
    before = json.loads(navalcore("branch", "list", tree, "--json").out)["branches"][0]["choices"]
    ran = navalcore("branch", "play", tree, "main", typed=["1", "quit"])
    assert ran.status == 0
    assert f"branch main has {before + 1} choices now" in ran.out


def test_a_branch_says_who_is_asked_and_once_it_is_over_how_it_ended(navalcore: Command, tree: Path) -> None:
    def stands() -> str:
        told: str = json.loads(navalcore("branch", "list", tree, "--json").out)["branches"][0]["stands"]
        return told

    assert re.match(r"(Wolf pack|Convoy): Which ", stands(), re.IGNORECASE)
    assert navalcore("branch", "play", tree, "main", "--bot-choices", 5000).status == 0
    assert re.match(r"The (wolf pack|convoy) wins: ", stands())


def test_branches_are_compared(navalcore: Command, tree: Path) -> None:
    navalcore("branch", "new", tree, "other", "--at", 0, "--seed", 8)
    compared = json.loads(navalcore("branch", "compare", tree, "-n", 3, "--json").out)["branches"]
    assert list(compared) == ["main", "other"]
    shown = navalcore("branch", "compare", tree, "-n", 3).out
    share = f"{compared['other']['wins']['uboat']['share']:.1%}"
    assert any(line.startswith("other") and share in line for line in shown.splitlines())


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["new", "TREE", "late", "--at", "999"], "bad_data", "after 0 to"),
        (["new", "TREE", "late", "--of", "nobody"], "unknown_name", "there are main"),
        (["play", "TREE", "main", "sail to the moon"], "not_offered", "sail to the moon"),
        (["start", "TREE", "match.jsonl"], "bad_data", "exists already"),
        (["list", "nothing.json"], "bad_data", "cannot be read"),
        (["compare", "TREE", "nobody"], "unknown_name", "no branch 'nobody'"),
        (["compare", "TREE", "--role", "admiral"], "unknown_name", "--role 'admiral': "),
    ],
)
def test_wrong_use_is_one_line_and_leaves_the_tree(
    navalcore: Command, tree: Path, arguments: list[str], code: str, words: str
) -> None:
    before = tree.read_bytes()
    found, message = navalcore("branch", *(str(tree) if part == "TREE" else part for part in arguments)).error()
    assert (found, words in message) == (code, True), message
    assert tree.read_bytes() == before


@pytest.mark.parametrize(
    "line", ["new {} bold", "play {} main --bot-choices 1", "play {} main", "comment {} main better", "start {} {save}"]
)
def test_a_tree_that_may_not_be_written_is_refused_before_anything_is_played(
    line: str, navalcore: Command, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree.read_bytes()
    monkeypatch.setattr(os, "access", lambda _file, mode: mode != os.W_OK)
    save, target = tree.with_name("match.jsonl"), tree
    if line.startswith("start"):
        target = tree.with_name("new.json")
    assert navalcore("branch", *line.format(target, save=save).split()).error()[0] == "no_permission"
    assert tree.read_bytes() == before
    assert not tree.with_name("new.json").exists()


def test_a_branch_made_while_another_is_played_at_the_keyboard_is_kept(
    navalcore: Command, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(_: TerminalSession) -> None:
        made = Branches.read(tree)
        made.fork("main", "meanwhile")
        made.write(tree)

    monkeypatch.setattr(TerminalSession, "run", meanwhile)
    assert navalcore("branch", "play", tree, "main").status == 0
    assert Branches.read(tree).names == ["main", "meanwhile"]


def test_branches_made_by_commands_at_the_same_time_are_all_kept(tree: Path) -> None:
    names = ["one", "two", "three"]
    running = [
        subprocess.Popen(program("branch", "new", tree, name), env=environment(), stdout=subprocess.DEVNULL)
        for name in names
    ]
    assert [each.wait(60) for each in running] == [0, 0, 0]
    assert sorted(Branches.read(tree).names) == sorted(["main", *names])


def test_a_choice_in_a_branch_is_in_its_file_though_the_program_is_killed_after_it(tree: Path) -> None:
    before = Branches.read(tree)["main"].choices
    playing = subprocess.Popen(
        program("branch", "play", tree, "main"),
        env=environment(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, bufsize=1,
    )  # fmt: skip
    assert playing.stdin is not None
    try:
        playing.stdin.write("1\n")
        while Branches.read(tree)["main"].choices == before:
            time.sleep(0.02)
    finally:
        playing.kill()
        playing.communicate()
    assert Branches.read(tree)["main"].choices == before + 1


def test_a_branch_is_saved_to_standard_output(navalcore: Command, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree.parent)
    saved = navalcore("branch", "save", tree, "main", "-o", "-")
    assert saved.out.splitlines() == list(Branches.read(tree)["main"].lines)
    assert not Path("-").exists()
