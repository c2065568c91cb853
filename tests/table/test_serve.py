"""The command that opens the table."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import socket
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from navalcore._cli import common
from navalcore._cli.app import run
from navalcore._cli.serve import NEEDED
from navalcore.table import _serving as serving, prepare_database
from navalcore.table._settings import Limits


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(common, "find_spec", lambda name: None)
    for name in NEEDED:  # other tests have loaded them
        monkeypatch.setitem(sys.modules, name, None)
    assert run(["serve"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("navalcore: error [missing_extra]: the table needs ")
    assert "pip install 'navalcore[table]'" in said


@pytest.mark.parametrize("url", ["mysql://here/there", "nonsense", "postgresql://nobody@127.0.0.1:1/none"])
def test_a_database_that_cannot_be_is_refused_in_one_line(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--port", "0", "--database", url]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert said[0].startswith("navalcore: error [bad_data]: ")


@pytest.mark.skipif(sys.platform == "win32", reason="only there can a process be given less room for files")
def test_a_disk_that_is_full_is_told_of_and_no_part_of_a_database_is_left(tmp_path: Path) -> None:
    limited = f"ulimit -f 8; exec {sys.executable} -m navalcore serve --port 0 --database sqlite:///{tmp_path / 'it'}"
    unwritten = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # Python would leave parts of modules in its cache
    ran = subprocess.run(["bash", "-c", limited], env=unwritten, capture_output=True, text=True, timeout=60)
    (said,) = ran.stderr.strip().splitlines()
    assert (ran.returncode, said.partition("]")[0]) == (2, "navalcore: error [disk_full")
    assert said.endswith("make room and try again")
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_may_only_be_read_is_refused_in_one_line_and_backed_up_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.sqlite"
    asyncio.run(prepare_database(f"sqlite:///{file}"))
    only_read = f"sqlite:///file:{file}?mode=ro&uri=true"
    assert run(["serve", "--port", "0", "--database", only_read]) == 2
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert said.startswith("navalcore: error [bad_data]: sqlite:///")
    assert "readonly" in said
    assert run(["table", "backup", "-o", str(tmp_path / "it.gz"), "--database", only_read]) == 0


def test_a_database_in_a_folder_that_cannot_be_is_refused_by_its_own_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    database = tmp_path / "file" / "folder" / "it.sqlite"
    assert run(["serve", "--port", "0", "--database", f"sqlite:///{database}"]) == 2
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert said.startswith(f"navalcore: error [bad_data]: {database}: cannot be made: ")
    assert said.endswith("name a database elsewhere")


def test_an_address_that_is_taken_or_not_this_machines_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        here, elsewhere = ("127.0.0.1", taken.getsockname()[1], "port_in_use"), ("192.0.2.1", 0, "bad_data")
        for host, port, code in (here, elsewhere):
            assert (
                run(["serve", "--host", host, "--port", str(port), "--database", f"sqlite:///{tmp_path / 'it'}"]) == 2
            )
            (said,) = capsys.readouterr().err.strip().splitlines()
            assert said.startswith(f"navalcore: error [{code}]: the server cannot listen at {host}:{port}: ")


def test_a_message_of_as_many_characters_as_are_allowed_gets_through_however_many_bytes_each_takes() -> None:
    server = serving.Server(None, "127.0.0.1", 0, lambda host, port: None)
    most = Limits().message
    assert len(("\N{SHIP}" * most).encode()) <= server.config.ws_max_size == 4 * most


def test_with_json_the_table_says_where_it_is_in_one_line_and_its_log_is_json(tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--json", "--database", f"sqlite:///{tmp_path / 'it.db'}"]
    line = [sys.executable, "-m", "navalcore", *words]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = json.loads(running.stdout.readline())
        try:
            assert told["process"] == running.pid
            with urlopen(f"{told['address']}/health", timeout=30) as answer:
                assert answer.status == 200
        finally:
            running.terminate()
        rest, log = running.communicate(timeout=60)
    assert told["address"] == f"http://{told['host']}:{told['port']}"
    assert rest == ""
    assert any(json.loads(each).get("route") == "/health" for each in log.splitlines())


class Circle:
    """Refers to itself, so that only the collector finds it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector() -> Iterator[None]:
    """The collector as the server sets it, and afterwards as it was."""
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(*serving.YOUNG)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
def test_all_garbage_is_looked_for_when_there_is_little_to_do_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "QUIET", 0.02)
    monkeypatch.setattr(serving, "LITTLE", 0.5)
    old = Circle()
    gc.collect()
    gone = weakref.ref(old)
    del old
    kept = [Circle() for _ in range(2 * serving.YOUNG[0])]  # what comes of an evening's choices

    async def busy_then_quiet() -> tuple[bool, bool]:
        task = asyncio.create_task(serving.tidy())
        for _ in range(20):
            await asyncio.sleep(0)
        while_busy = gone() is not None
        for _ in range(3000):
            await asyncio.sleep(0.01)
            if gone() is None:
                break
        task.cancel()
        return while_busy, gone() is None

    assert asyncio.run(busy_then_quiet()) == (True, True)
    assert kept
