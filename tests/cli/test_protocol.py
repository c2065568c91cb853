"""A seat over lines of JSON: any program plays, and one that misbehaves is told of in clear words and loses nothing."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from shlex import quote
from threading import Thread

import pytest

import navalcore as nc
from navalcore._cli import protocol
from navalcore._cli.seats import PERSON
from tests.cli.conftest import Command, environment, program

LAST = """
import json, sys
for line in sys.stdin:
    decision = json.loads(line).get("snapshot", {}).get("decision")
    if decision:
        key = decision["options"][-1]["key"]
        print(json.dumps({"act": "choose", "keys": [key], "decision": decision["number"]}), flush=True)
"""
"""A bot that always takes the last option."""


@pytest.fixture
def bot(tmp_path: Path) -> "Bots":
    """Makes the command line of a program from its source."""
    return Bots(tmp_path)


class Bots:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, source: str) -> str:
        path = self.folder / f"bot_{len(list(self.folder.glob('bot_*')))}.py"
        path.write_text(source, encoding="utf-8")
        return f"exec:{quote(sys.executable)} {quote(str(path))}"


def test_a_program_plays_a_match_to_its_end_over_the_standard_streams(tmp_path: Path) -> None:
    save = tmp_path / "match.jsonl"
    line = program("play", "uboat_cards", "--seed", 3, "--role", "uboat", "--protocol", "--save", save)
    outcome, said = None, set()
    with subprocess.Popen(line, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for told in running.stdout:
            message = json.loads(told)
            said |= message.keys()
            snapshot = message.get("snapshot")
            if snapshot is None:
                assert message["reply"]["ok"], message
                continue
            assert snapshot["role"] == "uboat"
            outcome = snapshot["outcome"]
            if (decision := snapshot["decision"]) is not None:
                act = {"act": "choose", "keys": [decision["options"][-1]["key"]], "decision": decision["number"]}
                running.stdin.write(json.dumps(act) + "\n")
                running.stdin.flush()
    assert running.returncode == 0
    assert said == {"snapshot", "reply"}
    assert outcome is not None
    found = nc.load_match(nc.read_save(save))
    assert found.outcome is not None
    assert found.outcome.reason == outcome["reason"]


def test_what_it_says_wrong_is_answered_and_changes_nothing(navalcore: Command) -> None:
    lines = ["nonsense", '{"act": "choose", "keys": ["no such key"], "decision": 0}', '{"act": "sing"}']
    ran = navalcore("play", "uboat_cards", "--seed", 3, "--role", "uboat", "--protocol", typed=lines)
    messages = [json.loads(line) for line in ran.out.splitlines()]
    assert [message["reply"]["ok"] for message in messages if "reply" in message] == [False, False, False]
    assert sum("snapshot" in message for message in messages) == 1, "nothing has changed"
    assert ran.status == 0
    assert "the input has ended before the match" in ran.err


def test_the_seat_must_be_one_roles(navalcore: Command) -> None:
    assert "the seat of one role" in navalcore("play", "uboat_cards", "--role", "all", "--protocol").error()[1]


def test_two_programs_play_each_other_and_a_person_may_look_on(navalcore: Command, bot: Bots, tmp_path: Path) -> None:
    save = tmp_path / "match.jsonl"
    ran = navalcore("play", "uboat_cards", "--seed", 3, "--save", save, "--bot", bot(LAST), "--role", "spectator")
    assert ran.status == 0
    assert " wins: " in ran.out
    assert nc.read_save(save).header.seats == {"uboat": "bot:exec", "convoy": "bot:exec"}


def test_a_program_sees_its_own_snapshot_and_nothing_else(navalcore: Command, bot: Bots, tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    spy = LAST.replace("for line in sys.stdin:", f"for line in sys.stdin:\n    open({str(heard)!r}, 'a').write(line)")
    save = tmp_path / "match.jsonl"
    line = ["play", "uboat_cards", "--seed", 3, "--role", "uboat", "--save", save, "--bot", f"convoy={bot(spy)}"]
    navalcore(*line, typed=["1", "quit"])
    snapshots = [
        json.loads(each)["snapshot"]
        for each in heard.read_text(encoding="utf-8").splitlines()
        if "snapshot" in each[:12]
    ]
    assert snapshots
    assert {each["role"] for each in snapshots} == {"convoy"}
    assert all("seed" not in each for each in snapshots)


def test_a_match_against_a_program_starts_none_when_it_is_opened(navalcore: Command, bot: Bots, tmp_path: Path) -> None:
    save = tmp_path / "match.jsonl"
    line = ["play", "uboat_cards", "--seed", 3, "--save", save, "--role", "uboat"]
    navalcore(*line, "--bot", f"convoy={bot(LAST)}", typed=["1", "quit"])
    assert "exec:" not in save.read_text(encoding="utf-8")
    assert "name it again: --bot convoy=exec:PROGRAM" in navalcore("play", "uboat_cards", "--save", save).error()[1]
    again = navalcore("play", "uboat_cards", "--save", save, "--bot", f"convoy={bot(LAST)}", typed=["quit"])
    assert "Continuing the match" in again.out
    assert navalcore("play", "uboat_cards", "--save", save, "--bot", "convoy=easy", typed=["quit"]).status == 0


@pytest.mark.parametrize("role", ["uboat", "convoy", "spectator"])
def test_a_forged_save_starts_no_program(role: str, navalcore: Command, tmp_path: Path) -> None:
    save, made = tmp_path / "forged.jsonl", tmp_path / "made"
    forged = dict.fromkeys(("uboat", "convoy"), f"bot:exec:touch {made}")
    nc.load("uboat_cards").new_match(seed=1, seats=forged).save(save)
    assert "name it again" in navalcore("play", "uboat_cards", "--save", save, "--role", role).error()[1]
    assert "name it again" in navalcore("play", "uboat_cards", "--save", save).error()[1]
    assert not made.exists()


TAKES_BACK = """
import json, sys
made = 0
for line in sys.stdin:
    told = json.loads(line)
    made = told.get("reply", {}).get("number", made)
    if "snapshot" in told and told["snapshot"]["may_undo"]:
        print(json.dumps({"act": "undo", "decision": made}), flush=True)
    elif told.get("snapshot", {}).get("decision"):
        decision = told["snapshot"]["decision"]
        print(json.dumps({"act": "choose", "keys": [0], "decision": decision["number"]}), flush=True)
"""
"""A bot that takes back every choice that it can take back."""


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import sys; sys.exit(3)", "has ended with exit status 3 before the match was over"),
        ("import time; time.sleep(60)", "has not answered for 0.5 seconds"),
        ("import sys\nfor line in sys.stdin: print('what?', flush=True)", "has been refused 20 times in a row"),
        ("import sys\nwhile True: print('x' * 500, flush=True)", "has been refused 20 times in a row"),
        ("while True: print('x' * 999_999, end='', flush=True)", "has been refused 20 times in a row"),
        ("import sys\nwhile True: sys.stdout.buffer.write(b'\\xff\\n')", "has been refused 20 times in a row"),
        (
            'import sys\nfor line in sys.stdin: print(\'{"act": "board"}\', flush=True)',
            "has not answered for 0.5 seconds",
        ),
        ('while True: print(\'{"act": "board"}\', flush=True)', "has not answered for 0.5 seconds"),
        (TAKES_BACK, "has taken back its choice at decision 0 more than 20 times"),
    ],
)
def test_one_that_misbehaves_ends_the_command_in_clear_words_and_the_match_is_kept(
    source: str, told: str, navalcore: Command, bot: Bots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "SECONDS", 0.5 if "0.5" in told else 20.0)
    save = tmp_path / "match.jsonl"
    ran = navalcore(
        "play", "uboat_cards", "--seed", 3, "--save", save, "--role", "uboat", "--bot", f"convoy={bot(source)}",
        typed=["1"] * 20,
    )  # fmt: skip
    code, message = ran.error()
    assert ran.out.splitlines()[-2:] == [
        f"Goodbye. The match is kept in {save}; resume it with the same command.",
        "To continue with another opponent, add --bot ROLE=NAME.",
    ]
    assert code == "broken_plugin"
    assert "the program of convoy" in message
    assert told in message
    again = navalcore("play", "uboat_cards", "--save", save, "--bot", "convoy=easy", typed=["quit"])
    assert again.status == 0


@pytest.mark.parametrize("after", ["for line in sys.stdin: pass", "sys.exit(3)"])
def test_a_program_that_stops_after_a_refusal_is_told_what_was_refused(
    after: str, navalcore: Command, bot: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "SECONDS", 5.0)
    wrong = json.dumps({"act": "choose", "key": "pass", "decision": 0})
    source = f"import sys\nsys.stdin.readline()\nprint({wrong!r}, flush=True)\nsys.stdin.readline()\n{after}"
    line = ["play", "uboat_cards", "--seed", 3, "--role", "spectator", "--bot", f"uboat={bot(source)}"]
    told = navalcore(*line, "--bot", "convoy=easy").error()[1]
    assert "its last line was refused: " in told
    assert told.endswith("keys: is missing")


STAYS = """
import os, signal, sys, time
from pathlib import Path
if os.fork() == 0:
    with open({pids!r}, "a") as pids: pids.write(f"{{os.getpid()}}\\n")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    time.sleep(120)
    os._exit(0)
with open({pids!r}, "a") as pids: pids.write(f"{{os.getpid()}}\\n")
signal.signal(signal.SIGINT, signal.SIG_IGN)
time.sleep(120)
"""
"""A program that starts another, and both stay whatever they are told."""


INTERRUPTIBLE = """
import signal
from navalcore._cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests in the background has it ignored
main()
"""


def still_there(pids: Path) -> list[int]:
    """Which of the processes noted in a file have not ended, though they had a moment for it."""
    until = time.monotonic() + 10
    while True:
        noted = [Path(f"/proc/{pid}/stat") for pid in pids.read_text().split()]
        left = [int(stat.parent.name) for stat in noted if stat.exists() and " Z " not in stat.read_text()]
        if not left or time.monotonic() > until:
            return left
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_a_program_and_what_it_has_started_end_with_the_match(
    navalcore: Command, bot: Bots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "FAREWELL", 0.2)
    monkeypatch.setattr(protocol, "SECONDS", 1.0)
    pids = tmp_path / "pids"
    stays = bot(STAYS.format(pids=str(pids)))
    line = ["play", "uboat_cards", "--seed", 3, "--role", "spectator", "--bot", f"uboat={stays}"]
    assert "has not answered" in navalcore(*line, "--bot", "convoy=easy").error()[1]
    assert len(pids.read_text().split()) == 2
    assert still_there(pids) == []
    assert "cannot be started" in navalcore(*line, "--bot", "convoy=exec:./nothing_here").error()[1]
    assert navalcore(*line, "--bot", "convoy=exec:").error()[1].endswith("name a program, as in exec:./my_bot")
    assert still_there(pids) == [], "nor does the first stay where the second cannot be started"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("pause", [0.5, 0.0])
def test_a_match_left_while_a_program_thinks_leaves_no_process_behind(bot: Bots, tmp_path: Path, pause: float) -> None:
    pids = tmp_path / "pids"
    stays = bot(STAYS.format(pids=str(pids)))
    line = ["play", "uboat_cards", "--seed", "3", "--role", "spectator", "--bot", f"uboat={stays}"]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *line], env=environment(), start_new_session=True
    ) as playing:
        try:
            until = time.monotonic() + 20
            while not pids.exists() or len(pids.read_text().split()) < 2:
                assert time.monotonic() < until
                time.sleep(0.05)
            playing.send_signal(signal.SIGINT)
            time.sleep(pause)
            playing.send_signal(signal.SIGINT)  # the impatient press it again
            playing.wait(20)
        finally:
            playing.kill()
    assert still_there(pids) == []


def test_a_program_is_ended_though_who_was_interrupted_twice_left_its_queues_locked(bot: Bots, tmp_path: Path) -> None:
    """On Python 3.13 a second Ctrl-C in the midst of the first left one locked, and the command never ended."""
    pids = tmp_path / "pids"
    stays = bot(STAYS.format(pids=str(pids)))
    with nc.Session(nc.load("uboat_cards").new_match(seed=3), seats={"uboat": PERSON}) as session:
        line = protocol.ProgramLine(session.seat("uboat"), stays.removeprefix("exec:"))
        until = time.monotonic() + 20
        while not pids.exists() or len(pids.read_text().split()) < 2:
            assert time.monotonic() < until
            time.sleep(0.05)
        for queue in (line._said, line._told):
            assert queue.mutex.acquire(timeout=5)
        ending = Thread(target=line.close, daemon=True)
        ending.start()
        ending.join(20)
        assert not ending.is_alive()
        for queue in (line._said, line._told):
            queue.mutex.release()
    assert still_there(pids) == []


def test_a_program_that_is_not_there_is_refused_before_anything_is_asked(navalcore: Command) -> None:
    told = navalcore("play", "uboat_cards", "--role", "uboat", "--bot", "convoy=exec:./nothing_here").error()[1]
    assert "cannot be started: No such file or directory" in told


def test_programs_do_not_play_simulations(navalcore: Command) -> None:
    assert (
        "in navalcore play only" in navalcore("simulate", "uboat_cards", "-n", 1, "--bot", "convoy=exec:./x").error()[1]
    )


@pytest.mark.skipif(shutil.which("node") is None, reason="the example is in JavaScript, and there is no node")
def test_the_example_in_another_language_plays(navalcore: Command) -> None:
    example = Path(__file__).parents[2] / "examples" / "bot_program" / "cautious.mjs"
    ran = navalcore(
        "play",
        "uboat_cards",
        "--seed",
        3,
        "--role",
        "uboat",
        "--bot",
        f"convoy=exec:node {example}",
        typed=["1", "1", "quit"],
    )
    assert ran.status == 0
    assert "Convoy" in ran.out
