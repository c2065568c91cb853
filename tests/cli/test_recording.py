"""A match killed in the middle of recording loses nothing that was acknowledged."""

import os
import signal
import subprocess
from pathlib import Path
from time import sleep

import pytest

from navalcore import read_save
from navalcore._saves.entries import ChoiceEntry
from tests.cli.conftest import environment, process, program


class Player:
    """A program that plays by hand over pipes."""

    def __init__(self, file: Path) -> None:
        self._process = subprocess.Popen(
            program("play", "uboat_cards", "--seed", "3", "--no-autopass", "--save", file),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        self._prompted()

    def _prompted(self) -> None:
        """Wait for the prompt: by it the program acknowledges the answer before."""
        assert self._process.stdout is not None
        descriptor = self._process.stdout.fileno()
        seen = b""
        while not seen.endswith(b"\n> "):
            more = os.read(descriptor, 65536)
            assert more, "the program ended"
            seen += more

    def type(self, line: str, *, wait: bool = True) -> None:
        """Answer, and wait until the answer is acknowledged."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()
        if wait:
            self._prompted()

    def kill(self) -> None:
        """End the program as a crash does."""
        self._process.send_signal(signal.SIGKILL)
        assert self._process.wait(timeout=30) == -signal.SIGKILL
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


def own_choices(file: Path) -> int:
    """How many choices of the player are in the file."""
    return sum(isinstance(entry, ChoiceEntry) and entry.role == "uboat" for entry in read_save(file).entries)


def test_kill_9_after_an_acknowledged_choice_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    player = Player(file)
    for _ in range(7):
        player.type("1")
    player.kill()
    assert own_choices(file) == 7
    assert process("verify", file).status == 0
    ran = process("play", "uboat_cards", "--no-autopass", "--save", file, typed="1\nquit\n")
    assert f"Continuing the match in {file}, after " in ran.out
    assert own_choices(file) == 8
    assert process("verify", file).status == 0


@pytest.mark.parametrize("delay", [0, 0.0003, 0.001, 0.003])
def test_kill_9_in_the_middle_of_a_choice_keeps_all_that_were_acknowledged(tmp_path: Path, delay: float) -> None:
    file = tmp_path / "match.jsonl"
    player = Player(file)
    player.type("1")
    player.type("1")
    player.type("1", wait=False)
    sleep(delay)
    player.kill()
    assert own_choices(file) in (2, 3)
    before = own_choices(file)
    ran = process("play", "uboat_cards", "--no-autopass", "--save", file, typed="1\n")
    assert ran.status == 0
    assert own_choices(file) == before + 1


def test_a_file_that_is_moved_away_is_told_of_and_no_choice_is_written_where_nobody_looks(tmp_path: Path) -> None:
    file, moved = tmp_path / "evening.jsonl", tmp_path / "moved.jsonl"
    player = Player(file)
    try:
        player.type("1")
        file.rename(moved)
        before = moved.read_bytes()
        player.type("1")
        assert (moved.read_bytes(), file.exists()) == (before, False)
        moved.rename(file)
        player.type("1")
        assert len(file.read_bytes()) > len(before)
    finally:
        player.kill()
    assert process("verify", file).status == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize("line", [["verify", "nosuch", "--json"], ["bogus", "--json"]])
def test_an_error_that_standard_output_cannot_take_is_one_line_all_the_same(line: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(program(*line), env=environment(), stdout=full, stderr=subprocess.PIPE, text=True)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
