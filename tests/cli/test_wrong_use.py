"""Whatever is wrong with a command line: one line on standard error with a stable code, and exit status 2."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import navalcore as nc
from tests.cli.conftest import Command, environment, process

MISTAKES = {
    "play nothing": "unknown_game",
    "simulate nothing -n 1": "unknown_game",
    "odds nothing": "unknown_game",
    "rules nothing": "unknown_game",
    "rules nothing --rulings": "unknown_game",
    "render nothing -o x.svg": "unknown_game",
    "play duel --scenario storm": "unknown_name",
    "play duel --role green": "unknown_name",
    "play duel --bot green=random": "unknown_name",
    "play duel --bot red=clever": "unknown_name",
    "play duel --role red --bot red=random": "bad_data",
    "play duel --role red --role spectator": "bad_data",
    "play duel --role red --role all": "bad_data",
    "play duel --bot=": "bad_data",
    "play duel --bot red=": "bad_data",
    "play silent_war --data-pack=": "bad_data",
    "matches export 1 -o x.svg": "bad_data",
    "play duel --option hard": "bad_data",
    "play duel --option hard=maybe": "bad_data",
    "play duel --option fog=true": "bad_data",
    "play duel --option hard=true --option hard=false": "bad_data",
    "play duel --dice loaded": "usage",
    "play duel --dice physical --seed 3": "bad_data",
    "play duel --save missing/match.jsonl": "bad_data",
    "play duel --save chart.py": "damaged_tape",
    "play": "usage",
    "simulate duel": "usage",
    "simulate duel -n 0": "usage",
    "simulate duel -n many": "usage",
    "simulate duel -n 1 --jobs 0": "usage",
    "simulate duel -n 1 --bot red=clever": "unknown_name",
    "simulate duel -n 1 --option fog=1": "bad_data",
    "simulate duel -n 1 --csv missing/rows.csv": "bad_data",
    "replay missing.jsonl": "bad_data",
    "replay chart.py": "damaged_tape",
    "replay x.jsonl --to -1": "usage",
    "verify missing.jsonl": "bad_data",
    "verify .": "bad_data",
    "verify /dev/zero": "bad_data",
    "--plugin nosuchmodule games": "broken_plugin",
    "simulate duel -n 1 --seed=": "bad_data",
    "simulate duel -n 1 --plot wins.png": "bad_data",
    "odds uboat_cards opening-hand --plot odds.pdf": "bad_data",
    "charts silent_war --data-pack /etc": "bad_data",
    "play duel --save .": "bad_data",
    "rules duel D99": "unknown_name",
    "odds duel luck": "unknown_name",
    "odds uboat_cards opening-hand -p card=Anchor": "bad_data",
    "odds uboat_cards opening-hand -p": "usage",
    "odds uboat_cards opening-hand -p card": "bad_data",
    "perft duel calm 5000": "bad_data",
    "fuzz duel -n 1 --minutes inf": "usage",
    "fuzz duel -n 1 --seed \udcff": "bad_data",
    "fuzz duel -n 1 --seed=": "bad_data",
    "dataset uboat_cards -n 1 -o x.parquet --seed=": "bad_data",
    "check duel -n 1 --seed \udcff": "bad_data",
    "report x.jsonl --seconds-per-decision inf": "usage",
    "table prune --finished inf": "bad_data",
    "render duel": "usage",
    "render duel -o missing/board.svg": "bad_data",
    "render duel --role green -o x.svg": "unknown_name",
    "frobnicate": "usage",
    "games --loud": "usage",
    "play duel --resume --new": "bad_data",
    "dataset uboat_cards -n 1 -o -": "bad_data",
    "simulate duel -n 1 --parquet -": "bad_data",
    "schema rulebook --into chart.py": "bad_data",
    "schema uboat_cards types --into schemas": "unknown_name",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_told_in_one_line_with_its_code(
    duel: Command, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chart.py").write_text("not a save\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, _ = duel(*line.split()).error()
    assert code == MISTAKES[line]


def test_names_that_would_be_right_are_listed(duel: Command) -> None:
    assert "uboat_cards" in duel("play", "nothing").error()[1]
    assert "red, blue" in duel("play", "duel", "--role", "green").error()[1]
    assert "random" in duel("play", "duel", "--bot", "red=clever").error()[1]
    assert "calm" in duel("play", "duel", "--scenario", "storm").error()[1]
    assert "hard" in duel("play", "duel", "--option", "fog=1").error()[1]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("replay chart.py --how", "(see: navalcore replay --help)"),
        ("play duel --resume --new", "--resume or --new is given 2 times; give it once"),
        ("branch list match.jsonl", "navalcore branch start makes a tree of a saved match"),
        ("play duel --bot red=exec:'x", "exec:'x: a quotation mark or backslash in it is alone; close it"),
        ("play duel --seed \udcff", "the seed has characters that no text has; give a word"),
        ("replay tree.json", "a tree of branches is read by navalcore branch"),
        ("play duel calm", "too many arguments: calm; a value follows its option, as in --seed 3"),
        ("replay -", "standard input: is empty or its first line is torn"),
        ("serve --database sqlite:///chart.py", "sqlite:///chart.py: cannot be opened: file is not a database"),
    ],
)
def test_a_mistake_is_told_in_the_words_of_the_line(
    duel: Command, line: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("chart.py").write_text("not a database, and longer than the first page of one would have to be\n" * 20)
    duel("play", "duel", "--save", "match.jsonl", "--seed", 1, typed=["quit"])
    assert duel("branch", "start", "tree.json", "match.jsonl").status == 0
    assert told in duel(*line.split()).error()[1]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's words for it are POSIX's")
@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("games >&-", 0, ""),
        ("games <&- >&- 2>&-", 0, ""),
        ("nothing 2>&-", 2, ""),
        ("nothing >&-", 2, "navalcore: error [usage]"),
        ("play uboat_cards --seed 1 --save match.jsonl <&- >&-", 0, ""),
    ],
)
def test_streams_that_are_closed_do_no_harm(line: str, status: int, said: str, tmp_path: Path) -> None:
    shell = f"exec {shlex.quote(sys.executable)} -m navalcore {line}"
    ran = subprocess.run(
        ["sh", "-c", shell], cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout) == (status, "")
    assert ran.stderr.startswith(said)
    assert bool(ran.stderr) == bool(said)
    if "match.jsonl" in line:
        nc.verify(tmp_path / "match.jsonl")


def test_no_traceback_leaves_the_program_itself() -> None:
    assert process("play", "nothing").error()[0] == "unknown_game"


def test_a_fault_of_the_program_is_one_line_too_and_shown_in_full_on_request(
    duel: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError("no ships left")

    monkeypatch.setattr("navalcore._cli.games._print", fail)
    ran = duel("games")
    assert ran.status == 1
    assert ran.err == (
        "navalcore: error [internal]: ZeroDivisionError: no ships left (navalcore --traceback COMMAND shows where)\n"
    )
    with pytest.raises(ZeroDivisionError):
        duel("--traceback", "games")


@pytest.mark.parametrize("role", ["umpire", "", "purple"])
@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("play duel", "duel has red, blue, all, spectator; choose one, or leave it out to play the first"),
        ("replay MATCH", "duel has red, blue, spectator; choose one, or leave it out to see everything"),
        ("replay MATCH --narrate --html page.html", "leave it out to see everything"),
        ("render duel -o board.svg", "leave it out to see everything"),
        ("report MATCH", "duel has red, blue; choose one, or leave it out for a report about all"),
    ],
)
def test_a_role_that_there_is_not_is_answered_with_what_the_command_line_takes(
    duel: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, advice: str, role: str
) -> None:
    monkeypatch.chdir(tmp_path)
    duel("play", "duel", "--seed", "1", "--save", "match.jsonl", typed=["quit"])
    code, message = duel(*line.replace("MATCH", "match.jsonl").split(), "--role", role).error()
    assert code == "unknown_name"
    assert message.startswith(f"--role '{role}': ")
    assert advice in message


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--data uboat_cards games", "--data uboat_cards: write it as GAME=FOLDER"),
        ("--data uboat_cards= games", "--data uboat_cards=: write it as GAME=FOLDER"),
        ("play uboat_cards --position nowhere.toml", "nowhere.toml: cannot be read: No such file or directory"),
        ("play uboat_cards --save nowhere/x.jsonl", "nowhere/x.jsonl: cannot be written: there is no folder nowhere"),
        ("play uboat_cards --position a.toml --resume", "--resume continues another; leave one of them out"),
        *(
            (f"play uboat_cards --position a.toml {more}", "--position begins a match of its own")
            for more in (
                "--scenario short",
                "--option sequence=alternating",
                "--dice seeded",
                "--commit",
                "--free-undo",
            )
        ),
    ],
)
def test_what_is_named_wrongly_or_twice_is_told_in_one_line(
    line: str, told: str, navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in navalcore(*line.split()).error()[1]


def test_a_line_without_its_game_is_told_which_there_are(duel: Command) -> None:
    for line in ("play", "rules", "simulate -n 1", "check"):
        assert f"Installed are: {', '.join([*nc.games(), 'duel'])}" in duel(*line.split()).error()[1]


def test_a_file_in_place_of_a_game_is_told_what_reads_it(navalcore: Command, tmp_path: Path) -> None:
    save = tmp_path / "match.jsonl"
    save.write_text("")
    for line in (["play", save], ["render", save, "-o", tmp_path / "board.svg"]):
        assert "is a file: replay reads a saved match" in navalcore(*line).error()[1]
    assert "is a file" not in navalcore("play", tmp_path / "none.jsonl").error()[1]
