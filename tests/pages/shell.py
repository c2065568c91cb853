"""Carries out the commands of pages, each in a process of its own that has navalcore loaded already.

``python -m tests.pages.shell`` reads a request a line and answers with a line. A fresh process for each of some 200
commands would take longer to import navalcore than to do what it is asked.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import runpy
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

SECONDS: Final = 90
"""How long a command may take on a busy machine before it is ended."""
UNCAUGHT: Final = 70


@dataclass(frozen=True)
class Asked:
    """A command: its program (``navalcore``, ``pytest`` or a module), its words, and whether they are only read."""

    program: str
    words: Sequence[str]
    folder: str
    read: bool = False
    plugin: str = ""


@dataclass(frozen=True)
class Ended:
    """The result."""

    status: int
    printed: str


class Shell:
    """The process that has navalcore loaded."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        root = Path(__file__).parents[2]
        path = os.pathsep.join(filter(None, (str(root), os.environ.get("PYTHONPATH", ""))))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.pages.shell"],
            cwd=root,
            env={**os.environ, **environment, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def carry_out(self, asked: Asked) -> Ended:
        """Have a command carried out; nobody types anything."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asdict(asked)), file=self._process.stdin, flush=True)
        return Ended(**json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def _status(asked: Asked) -> int:
    sys.argv = [asked.program, *asked.words]
    if asked.program == "pytest":
        import pytest

        return int(pytest.main([*asked.words, *(["--collect-only"] if asked.read else [])]))
    if asked.program == "navalcore":
        from navalcore._cli import grammar
        from navalcore._cli.app import run

        if asked.read:
            _only_read(grammar.OneCommand)
        return run([*(["--plugin", asked.plugin] if asked.plugin else []), *asked.words])
    if asked.read:
        _only_read(argparse.ArgumentParser)
    runpy.run_module(asked.program, run_name="__main__", alter_sys=True)
    return 0


def _only_read(parser: type[Any]) -> None:
    """Let a kind of command end where its words have been read and found right."""
    if issubclass(parser, argparse.ArgumentParser):
        whole = parser.parse_args

        def read(self: Any, *arguments: Any, **named: Any) -> None:
            whole(self, *arguments, **named)
            sys.exit(0)

        parser.parse_args = read  # type: ignore[method-assign, assignment]
    else:
        parser.invoke = lambda _self, _context: 0


def _begin(asked: Asked, files: Sequence[Any]) -> None:
    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(os.fdopen(number, mode), encoding="utf-8", write_through=True)
        for number, mode in enumerate(("rb", "wb", "wb"))
    )
    signal.alarm(SECONDS)
    os.chdir(asked.folder)
    if "--data" in asked.words:  # a game reads its data once, and has done so here
        os.execv(sys.executable, [sys.executable, "-m", asked.program, *asked.words])
    try:
        status = _status(asked)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception:
        traceback.print_exc()
        status = UNCAUGHT
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


def _carried_out(asked: Asked) -> Ended:
    with TemporaryFile() as typed, TemporaryFile() as printed:
        child = os.fork()
        if not child:
            try:
                _begin(asked, (typed, printed, printed))
            finally:
                os._exit(UNCAUGHT)
        _, status = os.waitpid(child, 0)
        printed.seek(0)
        return Ended(os.waitstatus_to_exitcode(status), printed.read().decode("utf-8", "replace"))


def main() -> None:
    """Answer requests until there are no more."""
    import navalcore as nc
    from navalcore._cli.app import command_line

    command_line()
    for game in nc.games():
        nc.load(game)
    for line in sys.stdin:
        print(json.dumps(asdict(_carried_out(Asked(**json.loads(line))))), flush=True)


if __name__ == "__main__":
    main()
