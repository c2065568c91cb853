"""Running the command: in this process where that is enough, in one of its own where it is not."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from navalcore._cli.app import run

DUEL = Path(__file__).parent / "duel"
"""The folder of the game ``duel``, which ``--plugin duel`` finds when it is the current one or on the path."""


@dataclass(frozen=True)
class Ran:
    """What a command line came to."""

    status: int
    out: str
    err: str

    def error(self) -> tuple[str, str]:
        """The code and message of the one line that an error is; it must be one line, and status 2."""
        assert self.status == 2, self
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        begin, _, rest = self.err.strip().partition(" [")
        assert begin == "navalcore: error"
        code, _, message = rest.partition("]: ")
        assert message
        return code, message


Command = Callable[..., Ran]


@pytest.fixture(autouse=True)
def journals_apart(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Journals and settings of these tests lie nowhere near the user's."""
    monkeypatch.setenv("NAVALCORE_STATE", str(tmp_path_factory.mktemp("state") / "journals"))
    config = tmp_path_factory.mktemp("config") / "config.toml"
    config.write_text("", encoding="utf-8")
    monkeypatch.setenv("NAVALCORE_CONFIG", str(config))


@pytest.fixture
def navalcore(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command line in this process; ``typed`` is what a person or script types."""
    monkeypatch.setattr(sys, "path", [str(DUEL), *sys.path])
    for name in ("NO_COLOR", "COLUMNS"):  # a command may set them: they are as they were after the test
        monkeypatch.setenv(name, os.environ.get(name, ""))
        if not os.environ[name]:
            monkeypatch.delenv(name)
    logger = logging.getLogger("navalcore._plugins")
    monkeypatch.setattr(logger, "propagate", logger.propagate)
    monkeypatch.setattr(logger, "handlers", logger.handlers[:])

    def command(*arguments: object, typed: str | Sequence[str] = "") -> Ran:
        lines = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return command


@pytest.fixture
def duel(navalcore: Command) -> Command:
    """Run a command line that knows the game ``duel``."""
    return lambda *arguments, typed="": navalcore("--plugin", "duel", *arguments, typed=typed)


def environment(*path: Path) -> dict[str, str]:
    """The environment for a process of its own, with further folders to import from."""
    known = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, path), *([known] if known else [])])}


def program(*arguments: object) -> list[str]:
    """The command line as a process of its own."""
    return [sys.executable, "-m", "navalcore", *map(str, arguments)]


def process(*arguments: object, typed: str = "", path: Sequence[Path] = (), cwd: Path | None = None) -> Ran:
    """Run a command line in a process of its own."""
    done = subprocess.run(
        program(*arguments),
        input=typed,
        env=environment(*path),
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)
