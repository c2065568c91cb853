"""``navalcore serve --watch``: what is wrong with a game that is being written, and what is served meanwhile."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from navalcore._cli import serve
from navalcore._cli.common import Settings
from navalcore._cli.new import make_kind
from navalcore._cli.output import Output
from navalcore.errors import BadData


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    made = tmp_path / "watched_raid"
    make_kind("cards", made, "watched_raid", "", "")
    monkeypatch.chdir(made)
    path = list(sys.path)
    yield made
    sys.path[:] = path


def changed(folder: Path, old: str, new: str, file: str = "watched_raid.py") -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("watched_raid.py", "turn += 1", "turn += oops", ["watched_raid.py:", "NameError", "| play.state.turn"]),
        ("watched_raid.py", "convoy, wolf = (", "convoy, wolf = ((", ["watched_raid.py:", "was never closed"]),
        ("watched_raid.toml", "ships = 5", 'ships = "five"', ["watched_raid.toml:", "scenarios.night.ships"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(
    folder: Path, file: str, old: str, new: str, told: tuple[str, ...]
) -> None:
    changed(folder, old, new, file)
    problem = serve._problem("watched_raid", ["watched_raid"])
    assert all(words in problem for words in told), problem


def test_each_change_that_works_is_taken_over_and_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    problems, done = iter(["", "watched_raid.py:3: NameError", ""]), []

    class Process:
        def __init__(self, *, target: object, args: tuple[list[str]]) -> None:
            self.line = args[0]

        def start(self) -> None:
            done.append(("started", *self.line))

        def terminate(self) -> None:
            done.append(("ended",))

        def join(self) -> None:
            pass

    files: Any = SimpleNamespace(DefaultFilter=lambda: lambda *_: True, watch=lambda *_, **__: iter(["saved", "saved"]))
    monkeypatch.setitem(sys.modules, "watchfiles", files)
    monkeypatch.setattr(serve, "_problem", lambda *_: next(problems))
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr(serve, "get_context", lambda _: SimpleNamespace(Process=Process))
    out = Output()
    out.plain = True
    serve.watch(Settings((), out, data=("bismarck=mine",)), "watched_raid", ["--port", "8000"])
    started = ("started", "--plugin", "watched_raid", "--data", "bismarck=mine", "serve", "--port", "8000")
    assert done == [started, ("ended",), started, ("ended",)]
    assert "watched_raid.py:3: NameError\nMend it and save." in capsys.readouterr().out


def test_a_game_that_is_not_there_is_refused(folder: Path) -> None:
    with pytest.raises(BadData, match="there is no module of this name"):
        serve.folder_of("no_such_game")
