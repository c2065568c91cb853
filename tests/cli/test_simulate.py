"""``navalcore simulate``: many matches, the same whatever the number of processes."""

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from navalcore import study
from navalcore._cli import output
from tests.cli.conftest import DUEL, Command, process


def test_the_same_seed_prints_the_same_bytes_for_one_process_and_for_two() -> None:
    line = ("simulate", "uboat_cards", "-n", 55, "--scenario", "short", "--seed", "1", "--json")
    one, two = (process(*line, "--jobs", jobs) for jobs in (1, 2))
    assert (one.status, one.err) == (0, "")
    assert one.out == two.out
    assert json.loads(one.out)["matches"] == 55


def test_a_plugin_of_this_folder_is_known_to_the_worker_processes_too() -> None:
    line = ("--plugin", "duel", "simulate", "duel", "-n", 60, "--seed", "1", "--json", "--jobs", 2)
    assert json.loads(process(*line, cwd=DUEL).out)["matches"] == 60


def test_the_summary_as_json_is_one_document_that_names_all_it_was_made_with(navalcore: Command) -> None:
    options = ["--option", "consecutive_turns=yes", "--bot", "convoy=random"]
    ran = navalcore("simulate", "uboat_cards", "-n", 3, "--seed", "x", *options, "--jobs", 1, "--json")
    summed = json.loads(ran.out)
    assert summed["scenario"] == "standard"
    assert summed["options"] == {"consecutive_turns": True}
    assert summed["bots"] == {"uboat": "sensible", "convoy": "random"}
    assert summed["seed"] == "x"
    assert sum(share["count"] for share in [*summed["wins"].values(), summed["draws"]]) == 3


def test_a_patrol_of_one_player_that_fails_has_no_winner_and_is_not_called_a_draw(navalcore: Command) -> None:
    shown = navalcore("simulate", "silent_war", "-n", 3, "--seed", "1", "--jobs", 1).out
    assert "no winner" in shown
    assert "draw" not in shown


def test_without_a_seed_a_fresh_one_is_named_so_that_the_run_can_be_repeated(navalcore: Command) -> None:
    line = ["simulate", "uboat_cards", "-n", 2, "--scenario", "short", "--jobs", 1, "--json"]
    first, second = (json.loads(navalcore(*line).out)["seed"] for _ in range(2))
    assert first != second
    assert json.loads(navalcore(*line, "--seed", first).out)["seed"] == first


def test_the_table_shows_shares_with_95_percent_intervals(duel: Command) -> None:
    ran = duel("simulate", "duel", "-n", 40, "--seed", "1", "--jobs", 1, "--json")
    summed = json.loads(ran.out)
    lines = [line.split() for line in duel("simulate", "duel", "-n", 40, "--seed", "1", "--jobs", 1).out.splitlines()]
    red = summed["wins"]["red"]
    assert ["winner", "matches", "share", "95", "%", "interval"] in lines
    shown = ["red", "ship", str(red["count"]), f"{red['share']:.1%}", f"{red['low']:.1%}", "to", f"{red['high']:.1%}"]
    assert shown in lines
    assert red["low"] < red["share"] < red["high"]


def test_the_csv_has_a_row_a_match_whose_seed_plays_the_same_match(navalcore: Command, tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    line = ["simulate", "uboat_cards", "-n", 4, "--scenario", "short", "--seed", "1", "--jobs", 1, "--csv", file]
    assert navalcore(*line).status == 0
    with file.open(encoding="utf-8", newline="") as rows:
        records = list(csv.DictReader(rows))
    assert [record["number"] for record in records] == ["0", "1", "2", "3"]
    bots = ["--bot", "uboat=sensible", "--bot", "convoy=sensible"]
    played = navalcore("play", "uboat_cards", "--scenario", "short", "--seed", records[2]["seed"], *bots)
    winner = {"uboat": "wolf pack", "convoy": "convoy"}[records[2]["winner"]]
    assert f"The match is over. The {winner} wins" in played.out
    assert f"in {records[2]['length']} turns" in played.out


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_in_the_rules_is_one_line_wherever_it_happens(tmp_path: Path, jobs: int) -> None:
    broken = (DUEL / "duel.py").read_text(encoding="utf-8").replace("play.dice.d6(", "play.dice.d7(")
    (tmp_path / "duel.py").write_text(broken, encoding="utf-8")
    line = ("--plugin", "duel", "simulate", "duel", "-n", 2, "--seed", "1", "--jobs", jobs)
    code, message = process(*line, cwd=tmp_path).error()
    assert code == "rule_error"
    assert "d7" in message


def test_matches_that_fail_are_counted_and_saved_and_the_others_summed_up(tmp_path: Path) -> None:
    broken = (DUEL / "duel.py").read_text(encoding="utf-8").replace("play.dice.d6(", "play.dice.d7(")
    (tmp_path / "duel.py").write_text(broken, encoding="utf-8")
    line = ("--plugin", "duel", "simulate", "duel", "-n", 60, "--seed", "1", "--jobs", 1, "--failures", "bad")
    ran = process(*line, "--json", cwd=tmp_path)
    summed = json.loads(ran.out)
    saved = sorted((tmp_path / "bad").iterdir())
    assert ran.status == 1
    assert summed["matches"] + summed["failed"] == 60
    assert len(saved) == summed["failed"] > 3
    assert f"{len(saved)} of 60 matches failed; saved in bad" in ran.err
    assert ran.err.count("\n") == 4, "the first three, and how many"
    told = process("--plugin", "duel", "replay", saved[0], cwd=tmp_path)
    assert told.status == 0
    assert "it is the turn of" in told.out


def test_a_run_with_a_journal_goes_on_with_the_same_seed_and_writes_every_file(
    navalcore: Command, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    journal, rows, plot, parquet = (tmp_path / name for name in ("run.jsonl", "rows.json", "plot.svg", "rows.parquet"))
    line = ["simulate", "uboat_cards", "--scenario", "short", "--jobs", 1, "--journal", journal, "--json"]
    files = ["--rows", rows, "--plot", plot, "--parquet", parquet]
    first = json.loads(navalcore(*line, "-n", 3).out)
    second = json.loads(navalcore(*line, "-n", 5, *files).out)
    assert second["seed"] == first["seed"]
    seeds = [json.loads(text)["seed"] for text in journal.read_text().splitlines()[1:]]
    assert [row["seed"] for row in json.loads(rows.read_text())] == seeds
    assert len(seeds) == 5
    assert plot.read_text().startswith("<svg ")
    assert parquet.read_bytes()[:4] == b"PAR1"
    code, message = navalcore(*line, "-n", 5, "--seed", "other").error()
    assert code == "bad_data"
    assert "journal of another simulation: seed" in message


def test_values_of_an_option_are_compared_on_the_same_seeds(navalcore: Command) -> None:
    line = ["simulate", "uboat_cards", "-n", 4, "--scenario", "short", "--seed", "1", "--jobs", 1]
    vary = ["--vary", "sequence=draws_first,alternating"]
    compared = json.loads(navalcore(*line, *vary, "--json").out)
    assert compared["vary"] == "sequence"
    for value, summed in compared["values"].items():
        assert summed == json.loads(navalcore(*line, "--option", f"sequence={value}", "--json").out)
    shown = navalcore(*line, *vary).out.splitlines()
    assert [text.split()[0] for text in shown[-2:]] == ["draws_first", "alternating"]
    code, message = navalcore(*line, *vary, "--csv", "x.csv").error()
    assert (code, "cannot be combined" in message) == ("bad_data", True)
    code, message = navalcore(*line, "--vary", "sequence=draws_first,sideways").error()
    assert (code, "sideways" in message) == ("bad_data", True)


def test_a_cluster_without_its_library_says_what_to_install(
    navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, message = navalcore("simulate", "uboat_cards", "-n", 2, "--cluster", "tcp://127.0.0.1:9").error()
    assert (code, message) == ("missing_extra", "--cluster needs distributed: pip install 'navalcore[cluster]'")


def test_long_work_tells_how_far_and_how_fast_it_is_where_no_bar_can_be_drawn(
    navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "TOLD_EVERY", 0)
    ran = navalcore("simulate", "uboat_cards", "-n", 2, "--scenario", "short", "--seed", "1", "--jobs", 1)
    told = [line.split(", ") for line in ran.err.splitlines()]
    assert [line[0] for line in told] == [f"navalcore: uboat_cards: matches {done} of 2" for done in (1, 2)]
    assert all(float(line[1].removesuffix(" a second")) > 0 for line in told)


@pytest.mark.parametrize(
    "line", ["simulate uboat_cards", "check uboat_cards", "evaluate hard uboat_cards", "branch compare t"]
)
def test_more_matches_than_have_room_in_memory_are_refused_at_once(line: str, navalcore: Command) -> None:
    assert "it should be at most 10000000" in navalcore(*line.split(), "-n", "1000000000000").error()[1]


def test_a_run_that_is_stopped_says_how_many_matches_its_journal_has(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(plan: object, matches: int, *, progress: Callable[[int], None], **rest: object) -> None:
        progress(matches - 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(study, "simulate", stopped)
    journal = tmp_path / "run.jsonl"
    ran = navalcore("simulate", "uboat_cards", "-n", 9, "--journal", journal)
    assert ran.status == 130
    assert f"7 matches are kept in {journal}" in ran.err
