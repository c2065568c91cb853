"""Runs of simulations: any executor, journals that survive a kill, matches that fail, rows for other programs."""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import navalcore as nc
from navalcore import learn
from navalcore._plugins.discovery import reset
from navalcore.errors import BadData, RuleError, UnknownName
from navalcore.study import _records as rows_module
from navalcore.study._charts import bins, results_svg
from navalcore.study._plan import Plan
from navalcore.study._records import FailedMatch, SimulatedMatch, as_csv, as_json, journal_plan, rows, write_parquet
from navalcore.study._simulate import in_batches, keep_failures, play_batch, simulate
from navalcore.study._summary import summary
from tests.study.workers import as_long_as_its_number

FOLDER = Path(__file__).parents[2] / "examples" / "learn"
PLAN = Plan("uboat_cards", scenario="short", seed="11")
TOO_LONG = 45
FAULTY = '''
"""The card game with rules that break in long matches."""
from navalcore_games.uboat_cards.game import UboatCards
from navalcore.rules import hookimpl


class FaultyCards(UboatCards):
    """The rules fail in turn {turn}."""

    id = "faulty_cards"

    def outcome(self, state, terms):
        if state.turn >= {turn}:
            raise ValueError("the sea is full")
        return super().outcome(state, terms)


@hookimpl
def navalcore_games():
    return [FaultyCards]
'''


def test_threads_give_the_same_records_as_no_executor() -> None:
    with ThreadPoolExecutor(3) as threads:
        assert simulate(PLAN, 10, executor=threads) == simulate(PLAN, 10)


@pytest.mark.filterwarnings("default")  # the cluster's libraries are not ours to judge
def test_a_cluster_of_two_processes_gives_the_same_records() -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    )
    with cluster, distributed.Client(cluster) as client:
        done: list[int] = []
        assert len(client.scheduler_info()["workers"]) == 2
        played = simulate(PLAN, 12, executor=client.get_executor(), progress=done.append)
    assert played == simulate(PLAN, 12)
    assert done == list(range(1, 13))


# ---- journals ------------------------------------------------------------------------------------------------------


def test_a_journal_holds_every_match_and_a_second_run_plays_only_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    assert simulate(PLAN, 6, journal=path) == simulate(PLAN, 6)
    done: list[int] = []
    assert simulate(PLAN, 9, journal=path, progress=done.append) == simulate(PLAN, 9)
    assert done == [6, 7, 8, 9]
    before = path.read_bytes()
    assert simulate(PLAN, 5, journal=path) == simulate(PLAN, 5)
    assert path.read_bytes() == before
    assert [json.loads(line).get("number") for line in before.splitlines()] == [None, *range(9)]


def test_a_torn_last_line_is_dropped_and_its_match_played_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    simulate(PLAN, 4, journal=path)
    whole = path.read_bytes()
    for cut in (whole[:-1], whole[:-30], whole[:20], whole[:5], whole[:1], b""):
        path.write_bytes(cut)
        assert simulate(PLAN, 4, journal=path) == simulate(PLAN, 4)
        assert path.read_bytes() == whole


def changed(lines: list[bytes], number: int, text: bytes) -> bytes:
    return b"\n".join([*lines[:number], text, *lines[number + 1 :]]) + b"\n"


def test_a_journal_that_is_damaged_or_foreign_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    simulate(PLAN, 3, journal=path)
    lines = path.read_bytes().splitlines()
    for wrong, message in (
        (changed(lines, 2, b"ahoy"), "line 3: is not the record of a match"),
        (changed(lines, 2, b'{"number":1}'), "line 3: is not the record of a match"),
        (changed(lines, 2, b'{"number":"x","failed":"y","seed":"z"}'), "line 3: is not the record"),
        (changed(lines, 2, lines[1]), "line 3: match 0 is in the journal twice"),
        (changed(lines, 2, lines[2].replace(b'"seed":"', b'"seed":"0')), "line 3: match 1 .* has the seed"),
        (b"shopping list\n", "is not a journal of a simulation"),
        (b"shopping list", "is not a journal of a simulation"),
        (b'{"navalcore":1}\n', "is not a journal of a simulation"),
    ):
        path.write_bytes(wrong)
        with pytest.raises(BadData, match=message):
            simulate(PLAN, 3, journal=path)
        assert path.read_bytes() == wrong
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(BadData, match="another simulation: seed is '11' there, '12' here"):
        simulate(Plan("uboat_cards", scenario="short", seed="12"), 3, journal=path)
    with pytest.raises(BadData, match="cannot be read and written"):
        simulate(PLAN, 3, journal=tmp_path)
    kept = journal_plan(path)
    assert kept is not None
    assert kept["seed"] == "11"
    assert journal_plan(tmp_path / "none.jsonl") is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_run_goes_on_without_repeating_or_losing_a_match(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    line = ["simulate", "uboat_cards", "-n", "60", "--seed", "5", "--jobs", "2", "--journal", str(path), "--json"]
    running = subprocess.Popen([sys.executable, "-m", "navalcore", *line], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") < 5:
        assert running.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    held = path.read_bytes()
    done = held.count(b"\n") - 1
    assert 4 <= done < 60, "killed in the middle"
    subprocess.run([sys.executable, "-m", "navalcore", *line], check=True, stdout=subprocess.DEVNULL)
    lines = path.read_bytes().splitlines()
    assert path.read_bytes().startswith(held[: held.rindex(b"\n") + 1]), "what was there is not played again"
    numbers = [json.loads(line)["number"] for line in lines[1:]]
    assert sorted(numbers) == list(range(60))
    one = json.loads(lines[-1])
    assert simulate(Plan("uboat_cards", seed="5"), one["number"] + 1, journal=path)[-1].row()["length"] == one["length"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")
@pytest.mark.parametrize(
    ("after", "number"), [(0.0, signal.SIGINT), (0.05, signal.SIGINT), (0.2, signal.SIGINT), (0.2, signal.SIGTERM)]
)
def test_ctrl_c_while_the_workers_begin_is_told_once_and_not_by_them(after: float, number: signal.Signals) -> None:
    """As a terminal sends it: to all processes of the command at once; SIGTERM to the first alone."""
    code = (
        "import signal, sys, navalcore.study._simulate as s; from navalcore._cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # in the background it is ignored
        "class Pool(s.ProcessPoolExecutor):\n"
        "    def submit(self, *work):\n"
        "        made = super().submit(*work)\n"
        "        print('begun', file=sys.stderr, flush=True)\n"
        "        return made\n"
        "s.ProcessPoolExecutor = Pool\n"
        "if __name__ == '__main__': main()\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", code, "simulate", "uboat_cards", "-n", "2000", "--seed", "5", "--jobs", "2", "--json"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stderr is not None
    assert running.stderr.readline() == "begun\n"
    send = os.killpg if number is signal.SIGINT else os.kill
    time.sleep(after)
    send(running.pid, number)
    time.sleep(0.1)
    if running.poll() is None:
        send(running.pid, number)  # the impatient press it again
    _, told = running.communicate(timeout=60)
    assert [line for line in told.splitlines() if line not in ("", "begun")] == ["navalcore: stopped"]
    assert running.returncode == 130


@pytest.mark.parametrize("script", ["unguarded.py", "-"])
def test_a_script_that_starts_workers_when_it_is_imported_is_told_of_it_once(tmp_path: Path, script: str) -> None:
    program = (
        "from navalcore.study import Plan, simulate\n"
        "from navalcore.errors import BadData\n"
        "try:\n"
        "    simulate(Plan('uboat_cards', scenario='short', seed='1'), 4, jobs=2, journal='run.jsonl')\n"
        "except BadData as error:\n"
        "    print(error)\n"
    )
    (tmp_path / "unguarded.py").write_text(program)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, script]
    run = subprocess.run(command, input=program, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert run.stdout.startswith(
        "no worker process could begin: they were killed, or each imports the script that starts it"
    )
    assert run.stdout.count("\n") == 1
    assert "simulate" not in run.stderr, "no traceback of ours"


def test_who_stops_a_run_does_not_wait_for_what_is_being_played() -> None:
    began = time.monotonic()
    running = in_batches(as_long_as_its_number, [0, 60, 60, 60], jobs=2)
    assert isinstance(running, Generator)
    assert next(running) == 0
    running.close()
    assert time.monotonic() - began < 45


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_workers_do_not_outlive_a_killed_run(tmp_path: Path) -> None:
    program = (
        "from concurrent.futures import as_completed\nimport os\n"
        "from navalcore.study._simulate import in_batches\n"
        "from tests.study.workers import own_id\n"
        "if __name__ == '__main__':\n"
        "    for pid in in_batches(own_id, range(100000), jobs=2): print(pid, flush=True)\n"
    )
    script = tmp_path / "run.py"
    script.write_text(program)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment) as running:
        assert running.stdout is not None
        worker = int(running.stdout.readline())
        running.kill()
    deadline = time.monotonic() + 20
    while Path(f"/proc/{worker}").exists() and "State:\tZ" not in Path(f"/proc/{worker}/status").read_text():
        assert time.monotonic() < deadline, "the worker is still there"
        time.sleep(0.05)


# ---- matches that fail ---------------------------------------------------------------------------------------------


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plan:
    """A plan for a game whose long matches fail."""
    (tmp_path / "faulty_cards_here.py").write_text(FAULTY.format(turn=TOO_LONG), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "faulty_cards_here", raising=False)
    reset()
    return Plan("faulty_cards", scenario="short", seed="3", plugins=("faulty_cards_here",))


def test_a_failing_match_is_saved_and_left_out_and_the_others_are_played(faulty: Plan, tmp_path: Path) -> None:
    failed: list[FailedMatch] = []
    keep = keep_failures(tmp_path / "failed")

    def note(failure: FailedMatch) -> None:
        failed.append(failure)
        keep(failure)

    played = simulate(faulty, 20, on_failure=note)
    healthy = {record.number: record for record in simulate(PLAN.__class__("uboat_cards", "short", seed="3"), 20)}
    assert {failure.number for failure in failed} == {n for n, record in healthy.items() if record.length >= TOO_LONG}
    assert played == [record for record in healthy.values() if record.length < TOO_LONG]
    assert failed
    assert played
    path = tmp_path / "failed" / f"failed-{failed[0].number}.jsonl"
    match = nc.load_match(path, nc.load("faulty_cards", plugins=faulty.plugins))
    assert f"after {match.count} choices" in failed[0].error
    choice = failed[0].error.rpartition("chose '")[2].removesuffix("')")
    with pytest.raises(RuleError, match="the sea is full"):
        match.choose(choice)


def test_without_anybody_to_tell_the_first_failure_ends_the_simulation(faulty: Plan) -> None:
    with pytest.raises(RuleError, match=r"match \d+ \(seed [0-9a-f]+\) failed: .*the sea is full"):
        simulate(faulty, 20)


def test_a_journal_remembers_failures_and_does_not_repeat_them(faulty: Plan, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    first: list[FailedMatch] = []
    again: list[FailedMatch] = []
    played = simulate(faulty, 12, journal=path, on_failure=first.append)
    before = path.read_bytes()
    assert simulate(faulty, 12, journal=path, on_failure=again.append) == played
    assert path.read_bytes() == before
    assert [(each.number, each.error) for each in again] == [(each.number, each.error) for each in first]


def test_failures_that_a_journal_remembers_are_saved_when_they_are_asked_for(faulty: Plan, tmp_path: Path) -> None:
    journal, folder, straight = tmp_path / "run.jsonl", tmp_path / "failed", tmp_path / "straight"
    simulate(faulty, 12, on_failure=keep_failures(straight))
    simulate(faulty, 12, journal=journal, on_failure=lambda _: None)
    before = journal.read_bytes()
    simulate(faulty, 12, journal=journal, on_failure=keep_failures(folder))
    assert journal.read_bytes() == before
    game = nc.load("faulty_cards", plugins=faulty.plugins)
    assert [path.name for path in sorted(folder.iterdir())] == [path.name for path in sorted(straight.iterdir())] != []
    for path in folder.iterdir():
        assert nc.load_match(path, game).count == nc.load_match(straight / path.name, game).count
        path.write_text("written before")
    simulate(faulty, 12, journal=journal, on_failure=keep_failures(folder))
    assert {path.read_text() for path in folder.iterdir()} == {"written before"}


def test_a_match_that_fails_in_its_set_up_is_saved_too(
    faulty: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = nc.load("faulty_cards", plugins=faulty.plugins)

    def broken(*_: object) -> None:
        raise ValueError("no cards in the box")

    monkeypatch.setattr(game, "initial_state", broken)
    (failure,) = play_batch(faulty, [0])
    assert isinstance(failure, FailedMatch)
    assert failure.error == "ValueError: no cards in the box (during set-up)"
    path = keep_failures(tmp_path)(failure)
    with pytest.raises(ValueError, match="no cards in the box"):
        nc.load_match(path, game)


# ---- rows and pictures ---------------------------------------------------------------------------------------------


def test_rows_have_the_same_columns_and_json_and_parquet_hold_the_same_rows_as_csv(tmp_path: Path) -> None:
    played = simulate(PLAN, 5)
    table = rows(played)
    assert json.loads(as_json(played)) == table
    assert as_csv(played).splitlines()[0] == ",".join(table[0])
    parquet = pytest.importorskip("pyarrow.parquet")
    write_parquet(played, tmp_path / "rows.parquet")
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == table
    with pytest.raises(BadData, match="cannot be written"):
        write_parquet(played, tmp_path / "no folder" / "rows.parquet")


def test_a_parquet_file_stays_as_it_was_when_the_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")

    def full(_: object, path: str) -> None:
        Path(path).write_bytes(b"PAR1")
        raise OSError(28, "No space left on device")

    path = tmp_path / "run.parquet"
    path.write_bytes(b"before")
    monkeypatch.setattr(parquet, "write_table", full)
    with pytest.raises(BadData, match=r"run\.parquet: cannot be written: No space left"):
        write_parquet(simulate(PLAN, 1), path)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("run.parquet", b"before")]


def test_parquet_without_its_library_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadData, match=r"pip install 'navalcore\[parquet\]'"):
        rows_module.write_parquet(simulate(PLAN, 1), tmp_path / "rows.parquet")


def test_a_row_is_empty_where_a_match_has_no_such_score() -> None:
    one, two = simulate(PLAN, 2)
    other = type(two)(two.number, two.seed, None, "", 1, 1, {"prizes": 3})
    table = rows([one, other])
    assert table[0]["score_prizes"] is None
    assert table[1]["score_uboat"] is None


def side_bias(roles: Sequence[str], asked: tuple[str, ...] = ("uboat", "convoy"), **won: int) -> Any:
    """Of so many matches won by each side or drawn."""
    winners = [None if name == "draw" else name for name, count in won.items() for _ in range(count)]
    played = [SimulatedMatch(n, "", winner, "", 1, 1, {}, asked) for n, winner in enumerate(winners)]
    return summary(PLAN, played, roles)["side_bias"]


SIDES = ("uboat", "convoy")


def test_the_side_bias_is_the_difference_of_wins_with_newcombes_interval() -> None:
    bias = side_bias(SIDES, uboat=60, convoy=30, draw=10)
    assert bias["difference"] == pytest.approx(0.3)
    # Wilson: 60 of 100 is 0.5020 to 0.6906, 30 of 100 is 0.2189 to 0.3958. Correlation -60*30 / sqrt(60*40*30*70) =
    # -0.80178. Down: sqrt(0.0980**2 + 2*0.80178*0.0980*0.0958 + 0.0958**2) = 0.18395; up, the same of 0.0906 and
    # 0.0811: 0.16300.
    assert (bias["low"], bias["high"]) == pytest.approx((0.3 - 0.18395, 0.3 + 0.16300), abs=2e-4)
    assert bias["favours"] == "uboat"
    even = side_bias(SIDES, uboat=5, convoy=5)
    assert (even["difference"], even["favours"]) == (0, None)
    assert side_bias(("captain",), uboat=10) is None


@pytest.mark.parametrize("won", [(1, 0), (1, 1), (2, 0), (5, 0), (3, 2)])
def test_nothing_is_said_of_a_side_before_there_is_evidence(won: tuple[int, int]) -> None:
    assert side_bias(SIDES, uboat=won[0], convoy=won[1]) is None
    assert side_bias(SIDES, uboat=won[0], convoy=won[1], draw=200) is None


@pytest.mark.parametrize("draws", [0, 1, 30])
def test_the_side_bias_never_leaves_its_range_and_never_has_no_width(draws: int) -> None:
    for first in range(11):
        bias = side_bias(SIDES, uboat=first, convoy=10 - first, draw=draws)
        mirrored = side_bias(SIDES, uboat=10 - first, convoy=first, draw=draws)
        assert -1 <= bias["low"] < bias["high"] <= 1
        assert bias["low"] - 1e-12 <= bias["difference"] <= bias["high"] + 1e-12
        assert (bias["low"], bias["high"]) == pytest.approx((-mirrored["high"], -mirrored["low"]))


def test_a_side_that_is_never_asked_is_not_compared() -> None:
    assert side_bias(SIDES, asked=("uboat",), uboat=60, convoy=30) is None
    solitaire = Plan("silent_war", scenario="patrol_wahoo_1943", seed="1")
    assert {record.asked for record in simulate(solitaire, 2)} == {("comsubpac",)}


def test_nothing_to_sum_up_is_said() -> None:
    with pytest.raises(BadData, match="nothing to sum up"):
        summary(PLAN, [], ("uboat", "convoy"))


def test_bins_hold_every_length_once() -> None:
    lengths = [7, 100, 31, 7, 54, 55]
    counted = bins(lengths)
    assert len(counted) <= 24
    assert sum(count for _, _, count in counted) == len(lengths)
    assert all(first <= last for first, last, _ in counted)
    assert counted[0][0] == 7
    assert counted[-1][0] <= 100 <= counted[-1][1]


def test_the_picture_tells_shares_and_counts_every_match_in_its_histogram() -> None:
    played = simulate(PLAN, 10)
    summed = summary(PLAN, played, ("uboat", "convoy"))
    for measure in ("length", "uboat"):
        text = results_svg("Ten matches", summed, played, {"uboat": "wolf pack"}, measure)
        assert f"wolf pack {summed['wins']['uboat']['share']:.0%}" in text
        assert sum(int(count) for count in re.findall(rf"{measure} [-\d]+(?: to -?\d+)?: (\d+) matches", text)) == 10
    with pytest.raises(UnknownName, match="no measure 'tons'; they have length, choices, convoy, uboat"):
        results_svg("Ten matches", summed, played, {}, "tons")


def test_a_heading_that_is_wider_than_the_picture_goes_on_in_a_second_line() -> None:
    played = simulate(PLAN, 1)
    heading = "24 matches of a game with a title that nobody could write in one line of a picture"
    text = results_svg(heading, summary(PLAN, played, ("uboat", "convoy")), played, {})
    lines = [*re.findall(r'font-weight="bold"[^>]*>([^<]*)</text>', text)]
    assert " ".join(lines[:2]) == heading
    assert all(len(line) < 60 for line in lines)


def test_a_journal_refuses_another_bot_of_the_same_name(tmp_path: Path) -> None:
    policies, bot, journal = FOLDER / "uboat_cards.zip", tmp_path / "p.zip", tmp_path / "run.jsonl"
    bot.write_bytes(policies.read_bytes())
    plan = Plan("uboat_cards", scenario="short", bots={"uboat": str(bot)}, seed="1")
    simulate(plan, 2, journal=journal)
    assert len(simulate(plan, 3, journal=journal)) == 3
    learn.Policy.of("uboat_cards", [(np.zeros((22, 94), np.float32), np.zeros(22, np.float32))]).save(bot)
    with pytest.raises(BadData, match="another simulation: bot_prints is"):
        simulate(plan, 4, journal=journal)


def test_a_worker_that_is_killed_costs_no_match() -> None:
    killed: list[int] = []

    def kill(done: int) -> None:
        if not killed:
            killed.append(done)
            child = multiprocessing.active_children()[0]
            assert child.pid is not None
            os.kill(child.pid, signal.SIGKILL)

    whole = simulate(PLAN, 60, jobs=2, progress=kill)
    assert killed
    assert whole == simulate(PLAN, 60)
