"""Every command says what it did as one JSON document, when it is asked to."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
import typer

import navalcore as nc
from navalcore._cli import app
from navalcore._cli.journals import journal_folder
from navalcore.boards import match_report
from navalcore.study import MAIN
from tests.cli.conftest import Command

CHOICES = 4


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """A saved match."""
    path = tmp_path / "match.jsonl"
    begun = nc.load("uboat_cards").new_match(seed=1)
    for _ in range(CHOICES):
        begun.choose(0)
    begun.save(path)
    return path


@pytest.fixture
def told(navalcore: Command) -> Any:
    """Run a line with ``--json``; the document, which must be all of standard output."""

    def read(*words: object) -> Any:
        ran = navalcore(*words, "--json")
        assert (ran.status, ran.err) == (0, "")
        return json.loads(ran.out)

    return read


def commands(of: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """The commands that the help lists, each with those that it is made of."""
    for name, command in of.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def test_every_command_has_json() -> None:
    found = dict(commands(typer.main.get_command(app.command_line())))
    assert {"play", "serve", "matches resume"} <= found.keys()
    assert [name for name, each in found.items() if not any("--json" in option.opts for option in each.params)] == []


def test_a_match_that_nobody_plays_is_told_by_how_it_ended(told: Any, tmp_path: Path) -> None:
    save = tmp_path / "unattended.jsonl"
    line = ["play", "uboat_cards", "--role", "spectator", "--seed", 3, "--bot", "uboat=random"]
    document = told(*line, "--save", save)
    ended = nc.load_match(nc.read_save(save))
    assert ended.outcome is not None
    assert document["outcome"]["reason"] == ended.outcome.reason
    assert (document["choices"], document["seed"], document["written"]) == (ended.count, "3", [str(save)])
    assert document["seats"] == ended.seats
    assert ended.seats["uboat"] == "bot:random"
    assert told(*line) == {name: value for name, value in document.items() if name != "written"}


def test_a_match_at_the_keyboard_is_not_played_with_json(navalcore: Command, tmp_path: Path) -> None:
    save = tmp_path / "match.jsonl"
    ran = navalcore("play", "uboat_cards", "--save", save, "--json")
    assert "--role spectator" in ran.error()[1]
    assert json.loads(ran.out)["error"]["code"] == "bad_data"
    assert not save.exists()


def test_an_error_is_a_line_too_where_lines_of_json_are_spoken(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--role", "nobody", "--protocol")
    assert json.loads(ran.out)["error"] == {"code": "unknown_name", "message": ran.error()[1]}
    assert ran.out.count("\n") == 1


def test_a_kept_match_is_told_with_the_command_that_continues_it(match: Path, told: Any, navalcore: Command) -> None:
    kept = keep(match)
    document = told("matches", "resume", 1)
    assert (document["file"], document["choices"]) == (str(kept), CHOICES)
    name, *words = document["command"]
    assert name == "navalcore"
    ran = navalcore(*words, "--role", "uboat")
    assert json.loads(ran.out.splitlines()[0])["snapshot"]["role"] == "uboat"


def test_a_replay_is_what_each_event_the_board_and_the_question_say(match: Path, told: Any) -> None:
    game = nc.load("uboat_cards")
    again = nc.load_match(nc.read_save(match), game)
    asked = again.decision
    assert asked is not None
    document = told("replay", match)
    assert document["choices"] == CHOICES
    assert document["board"] == nc.face_of(game).board_text(again.view(nc.UMPIRE))
    assert document["waiting"]["prompt"] == asked.prompt
    assert document["outcome"] is None
    assert [each["kind"] for each in document["events"]].count("choice_made") == CHOICES
    assert told("replay", match, "--to", 2)["choices"] == 2


def test_a_replay_as_one_role_hides_what_the_role_may_not_see(match: Path, told: Any) -> None:
    everything, seen = told("replay", match), told("replay", match, "--role", "convoy")
    assert everything["events"][0]["text"] != "The wolf pack draws a card."
    assert seen["events"][0]["text"] == "The wolf pack draws a card."
    assert seen["board"] != everything["board"]


def test_a_narrated_replay_tells_the_file_entry_by_entry(match: Path, told: Any) -> None:
    entries = told("replay", match, "--narrate")["entries"]
    assert [each["choice"] for each in entries if each["kind"] == "choice"] == list(range(1, CHOICES + 1))
    assert all(each["choice"] <= 2 for each in told("replay", match, "--narrate", "--to", 2)["entries"])


def test_what_a_line_came_of_has_its_reasons(match: Path, told: Any) -> None:
    event = told("replay", match)["events"][-1]
    document = told("replay", match, "--how", event["text"])
    assert document["event"] == event
    assert document["reasons"]
    assert all(set(each) >= {"text", "value", "rule"} for each in document["reasons"])


def test_a_record_is_told_by_its_role(match: Path, tmp_path: Path, told: Any) -> None:
    record = tmp_path / "convoy.jsonl"
    record.write_text(nc.load_match(match).dumps_for("convoy"), encoding="utf-8")
    document = told("replay", record)
    assert document["role"] == "convoy"
    assert document["board"] == told("replay", match, "--role", "convoy")["board"]


def test_a_command_names_the_file_that_it_wrote(match: Path, tmp_path: Path, told: Any) -> None:
    page, drawn = tmp_path / "match.html", tmp_path / "board.svg"
    document = told("replay", match, "--narrate", "--html", page)
    assert document["written"] == [str(page)]
    assert page.read_text(encoding="utf-8") == match_report(nc.read_save(match), nc.load("uboat_cards"))
    document = told("render", "uboat_cards", "--save", match, "--role", "convoy", "-o", drawn)
    assert document["written"] == [str(drawn)]
    assert (document["role"], document["choices"]) == ("convoy", CHOICES)
    assert drawn.read_text(encoding="utf-8").startswith("<svg")
    assert told("upgrade", match)["written"] == [str(tmp_path / "match.upgraded.jsonl")]
    bare = Path(copy(match, tmp_path / "bare"))
    assert told("upgrade", bare)["written"] == [str(tmp_path / "bare.upgraded.jsonl")], "also of a name without end"
    luck = tmp_path / "luck.svg"
    assert told("report", match, "--seconds-per-decision", 0, "--plot", luck)["written"] == [str(luck)]
    rows = tmp_path / "rows.csv"
    assert told("simulate", "uboat_cards", "-n", 1, "--seed", 1, "--csv", rows)["written"] == [str(rows)]
    assert "written" not in told("report", match, "--seconds-per-decision", 0)


@pytest.mark.parametrize(
    "line",
    [
        "replay {match} --narrate --html -",
        "render uboat_cards -o -",
        "report {match} --plot -",
        "odds uboat_cards opening-hand --plot -",
        "simulate uboat_cards -n 1 --csv -",
    ],
)
def test_one_stream_cannot_carry_a_file_and_a_document(line: str, match: Path, navalcore: Command) -> None:
    ran = navalcore(*line.format(match=match).split(), "--json")
    assert "--json writes to standard output too" in ran.error()[1]
    assert json.loads(ran.out)["error"]["message"] == ran.error()[1]


def test_what_is_done_to_a_tree_is_told_with_its_branch(match: Path, tmp_path: Path, told: Any) -> None:
    tree, out = tmp_path / "tree.json", tmp_path / "bold.jsonl"
    begun = told("branch", "start", tree, match)
    assert (begun["written"], begun["branch"]["name"], begun["branch"]["choices"]) == ([str(tree)], MAIN, CHOICES)
    assert told("branch", "new", tree, "bold", "--at", 2)["branch"]["parent"] == MAIN
    played = told("branch", "play", tree, "bold", "--bot-choices", 1)["branch"]
    assert played["choices"] == 3
    said = told("branch", "comment", tree, "bold", "at once")["branch"]
    assert said == {**played, "comment": "at once"}
    saved = told("branch", "save", tree, "bold", "-o", out)
    assert (saved["written"], saved["choices"]) == ([str(out)], nc.read_save(out).count)


def test_json_asks_nobody(match: Path, tmp_path: Path, navalcore: Command) -> None:
    tree = tmp_path / "tree.json"
    navalcore("branch", "start", tree, match)
    assert "--bot-choices N" in navalcore("branch", "play", tree, MAIN, "--json").error()[1]
    keep(match)
    assert "--yes" in navalcore("matches", "delete", 1, "--json").error()[1]


def keep(match: Path) -> Path:
    """Put a match where those are that ``play`` keeps."""
    kept = journal_folder() / "uboat_cards" / "2026-01-02-030405-000000.jsonl"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(match.read_bytes())
    return kept


def test_what_is_done_to_a_kept_match_is_told_with_its_file(match: Path, tmp_path: Path, told: Any) -> None:
    keep(match)
    named = told("matches", "name", 1, "long war")
    assert Path(named["file"]).read_bytes() == match.read_bytes()
    out = tmp_path / "war.jsonl"
    exported = told("matches", "export", "long war", "-o", out)
    assert exported == {"number": 1, "choices": CHOICES, "written": [str(out)]}
    gone = told("matches", "delete", 1, "--yes")["deleted"]
    assert gone["file"] == named["file"]
    assert told("matches", "list")["matches"] == []


@pytest.mark.parametrize("kind", [[], ["--kind", "cards"]])
def test_a_new_project_is_told_with_its_files_and_what_comes_next(kind: list[str], tmp_path: Path, told: Any) -> None:
    document = told("new", "night_raid", "--into", tmp_path, *kind)
    assert document["written"] == [str(tmp_path / "night_raid")]
    assert all((tmp_path / "night_raid" / file).is_file() for file in document["files"])
    assert document["next"][0] == f"cd {tmp_path / 'night_raid'}"


def test_schemas_are_listed_given_and_written_as_json(tmp_path: Path, told: Any, navalcore: Command) -> None:
    names = [each["name"] for each in told("schema")["schemas"]]
    assert "rulebook" in names
    assert told("schema", "rulebook") == json.loads(navalcore("schema", "rulebook").out)
    assert "types" in told("schema", "uboat_cards", "types")
    files = told("schema", "uboat_cards", "--into", tmp_path / "schemas")["written"]
    assert sorted(files) == sorted(map(str, (tmp_path / "schemas").iterdir()))


def test_the_questions_of_a_game_and_what_a_plug_in_has_to_change_are_json(tmp_path: Path, navalcore: Command) -> None:
    asked = json.loads(navalcore("check", "uboat_cards", "--questions", "--matches", 2, "--json").out)
    assert asked["matches"] == 2
    assert {each["role"] for each in asked["questions"]} <= set(nc.load("uboat_cards").roles)
    (tmp_path / "old.py").write_text("from navalcore.rules import no_such_thing\n", encoding="utf-8")
    ran = navalcore("check", "--upgrade", tmp_path, "--json")
    assert ran.status == 1
    assert "no_such_thing" in json.loads(ran.out)["changes"][0]


def test_an_operator_is_told_in_figures(tmp_path: Path, told: Any) -> None:
    table = pytest.importorskip("navalcore.table")
    first, second = f"sqlite:///{tmp_path / 'one.db'}", f"sqlite:///{tmp_path / 'two.db'}"
    asyncio.run(table.prepare_database(first))
    assert told("table", "check", "--database", first) == {"whole": 0, "damaged": {}}
    kept = tmp_path / "kept.jsonl.gz"
    assert told("table", "backup", "-o", kept, "--database", first) == {"matches": 0, "written": [str(kept)]}
    assert told("table", "restore", kept, "--database", second) == {"restored": 0}
    assert told("table", "prune", "--finished", 1, "--database", first) == {"deleted": 0}


def test_decisions_as_rows_are_told_in_figures(tmp_path: Path, told: Any) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("greenlet")
    rows = tmp_path / "rows.parquet"
    document = told("dataset", "uboat_cards", "-n", 1, "--seed", 1, "--bot", "random", "--output", rows)
    assert (document["written"], document["matches"], document["seed"]) == ([str(rows)], 1, "1")
    assert document["decisions"] == pytest.importorskip("pyarrow.parquet").read_metadata(rows).num_rows


def test_a_fault_of_the_program_is_a_document_too(navalcore: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(app, "read_config", broken)
    ran = navalcore("games", "--json")
    assert ran.status == 1
    assert json.loads(ran.out)["error"]["code"] == "internal"
