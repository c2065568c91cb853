"""Ctrl-C ends a command with one line, from its beginning on."""

import signal
import subprocess
import sys
import time

import pytest

from navalcore._cli.stopped import is_ctrl_c
from tests.cli.conftest import environment

BEGINS_ALOUD = """
import sys
from _navalcore_command import main

class SaysWhenTheLibraryIsSought:
    def find_spec(name, *rest):
        if name == "navalcore":
            print("begun", flush=True)

sys.meta_path.insert(0, SaysWhenTheLibraryIsSought)
main()
"""
"""The command as its script starts it; it prints a line as the first thing inside ``main``: what comes before is
Python's own.
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize("after", [0.0, 0.03, 0.12, 0.3])
def test_ctrl_c_is_one_line_from_the_beginning(after: float) -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", BEGINS_ALOUD, "rules", "silent_war", "--coverage"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    time.sleep(after)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert "Traceback" not in told
    assert running.returncode in (0, 130, -signal.SIGINT)


BUILDS_A_MODEL_WHILE_CTRL_C_COMES = """
from _navalcore_command import main
from navalcore._cli import app

def build(*_):
    from pydantic_core import SchemaError
    raise SchemaError('Error building "enum" validator:; KeyboardInterrupt: ')

app.command_line = build
main()
"""


def test_ctrl_c_is_one_line_while_pydantic_builds_a_model() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", BUILDS_A_MODEL_WHILE_CTRL_C_COMES, "games"],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.stderr, ran.returncode) == ("navalcore: stopped\n", 130)


STOPPED_AT_ITS_FIRST_IMPORT = """
import os, runpy, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests in the background has it ignored

class Stops:
    def find_spec(name, *rest):
        if name.startswith("navalcore._cli"):
            Stops().__del__()

    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Stops)
runpy.run_module("navalcore", run_name="__main__")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize("where", ["Stops().__del__()", "Stops()"], ids=["in an import", "in a callback of an import"])
def test_ctrl_c_ends_the_command_in_silence_while_its_modules_are_loaded(where: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STOPPED_AT_ITS_FIRST_IMPORT.replace("Stops().__del__()", where), "games"],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.stdout, ran.stderr, ran.returncode) == ("", "", -signal.SIGINT)


def test_ctrl_c_is_sought_among_the_causes_of_an_error_even_if_they_go_in_a_circle() -> None:
    first, second = ValueError("first"), ValueError("second")
    first.__cause__, second.__cause__ = second, first
    assert not is_ctrl_c(first)
    second.__cause__ = KeyboardInterrupt()
    assert is_ctrl_c(first)
