"""What deploy/ describes is started as far as this machine can: two tables on PostgreSQL behind the proxy, as processes
where nginx is installed, and as containers where ``NAVALCORE_COMPOSE`` names a program, such as ``docker compose``.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.request import urlopen

import httpx
import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
NAVALCORE = Path(sys.executable).with_name("navalcore")
PATIENCE = 120.0
ASK = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8017/metrics').read().decode())"


@dataclass(frozen=True)
class Deployed:
    """Two tables behind a proxy."""

    proxy: str
    """Host and port."""
    metrics: Callable[[int], str]
    """What a table tells its operator."""
    kill: Callable[[int], object]
    """Ends a table at once."""

    def sockets(self) -> list[int]:
        """How many sockets each table has."""
        told = [re.search(r"^navalcore_sockets (\d+)", self.metrics(table), re.MULTILINE) for table in (0, 1)]
        return [int(found[1]) for found in told if found]


async def seated(stack: AsyncExitStack, at: Deployed, begun: Any) -> list[tuple[Any, Any]]:
    """The sockets of both people of a match, with their first states."""
    websockets = pytest.importorskip("websockets.asyncio.client", reason="websockets is not installed")
    lines = []
    for seat in begun["seats"]:
        address = f"ws://{at.proxy}/api/matches/{begun['match']}/socket"
        line = await stack.enter_async_context(
            websockets.connect(address, origin=f"http://{at.proxy}", proxy=None, max_size=None, open_timeout=PATIENCE)
        )
        await line.send(json.dumps({"secret": seat["secret"]}))
        state = json.loads(await line.recv())
        assert state["type"] == "state", state
        lines.append((line, state["snapshot"]))
    return lines


async def choose(lines: list[tuple[Any, Any]]) -> int:
    """Have somebody choose; the number that the choice had, and the other person is told of it."""
    line, mine = next((line, snapshot) for line, snapshot in lines if snapshot["decision"])
    asked = mine["decision"]
    act = {"act": "choose", "decision": asked["number"], "keys": [asked["options"][0]["key"]], "id": 1}
    await line.send(json.dumps(act))
    async with asyncio.timeout(PATIENCE):
        while (answer := json.loads(await line.recv())).get("id") != 1:
            pass
        assert answer["ok"], answer
        other = next(each for each, _ in lines if each is not line)
        assert json.loads(await other.recv())["snapshot"]["told"] > 0
    return int(asked["number"])


async def hold(at: Deployed) -> None:
    """Strangers play; each match is at one table; when that is killed, the match goes on at the other."""
    async with httpx.AsyncClient(base_url=f"http://{at.proxy}", trust_env=False, timeout=PATIENCE) as http:
        end = monotonic() + PATIENCE
        while (await http.get("/health/ready")).status_code != 200:
            assert monotonic() < end, "the tables are not ready"
            await asyncio.sleep(0.5)
        assert (await http.get("/metrics")).status_code == 404
        wish = {"game": "uboat_cards", "seats": {"uboat": {"by": "me"}, "convoy": {"by": "me"}}}
        matches = [(await http.post("/api/matches", json=wish)).json() for _ in range(4)]
    async with AsyncExitStack() as stack:
        chosen, counts = [], [[0, 0]]
        for begun in matches:
            lines = await seated(stack, at, begun)
            counts.append(at.sockets())
            assert sorted(now - then for now, then in zip(counts[-1], counts[-2], strict=True)) == [0, 2], (
                "at one table"
            )
            chosen.append(await choose(lines))
    at.kill(counts[1].index(2))
    for begun, before in zip(matches, chosen, strict=True):
        async with AsyncExitStack() as stack:
            lines = await seated(stack, at, begun)
            assert sum(snapshot["number"] for _, snapshot in lines) == before + 1, "what was chosen is kept"
            await choose(lines)


# ---- as processes ---------------------------------------------------------------------------------------------------


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@contextmanager
def ended(process: subprocess.Popen[Any]) -> Iterator[subprocess.Popen[Any]]:
    """A process that is ended at last."""
    with process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def begin_tables(stack: ExitStack, folder: Path, database: str, ports: list[int]) -> list[subprocess.Popen[Any]]:
    """Two tables with the settings of the folder, behind a proxy of this machine."""
    settings = folder / "table.toml"
    settings.write_text((DEPLOY / "table.toml").read_text().replace("172.30.0.10", "127.0.0.1"))
    environment = {**os.environ, "NAVALCORE_DATABASE": database, "NAVALCORE_SETTINGS": str(settings)}
    return [
        stack.enter_context(
            ended(
                subprocess.Popen(
                    [str(NAVALCORE), "serve", "--port", str(port)], env=environment, stderr=subprocess.DEVNULL
                )
            )
        )
        for port in ports
    ]


def begin_proxy(stack: ExitStack, folder: Path, port: int, tables: list[int]) -> None:
    """The proxy of the folder, at a port of this machine."""
    conf = (DEPLOY / "nginx.conf").read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
    for number, table in enumerate(tables, 11):
        conf = conf.replace(f"172.30.0.{number}:8017", f"127.0.0.1:{table}")
    written = folder / "nginx.conf"
    written.write_text(f"pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{conf}\n}}\n")
    command = ["nginx", "-p", str(folder), "-c", str(written), "-e", str(folder / "errors"), "-g", "daemon off;"]
    stack.enter_context(ended(subprocess.Popen(command, stderr=subprocess.DEVNULL)))


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_behind_the_proxy_each_match_is_at_one_table_and_goes_on_at_the_other_when_that_is_killed(
    postgresql: str, tmp_path: Path
) -> None:
    ports = [free_port() for _ in range(3)]
    with ExitStack() as stack:
        tables = begin_tables(stack, tmp_path, postgresql, ports[:2])
        begin_proxy(stack, tmp_path, ports[2], ports[:2])

        def metrics(table: int) -> str:
            with urlopen(f"http://127.0.0.1:{ports[table]}/metrics") as told:
                return str(told.read().decode())

        asyncio.run(hold(Deployed(f"127.0.0.1:{ports[2]}", metrics, lambda table: tables[table].kill())))


# ---- as containers --------------------------------------------------------------------------------------------------


@pytest.mark.skipif("NAVALCORE_COMPOSE" not in os.environ, reason="NAVALCORE_COMPOSE names no program")
def test_the_containers_of_the_compose_file_are_built_and_hold_when_a_table_is_killed() -> None:
    environment = {**os.environ, "NAVALCORE_PASSWORD": "known-to-this-test"}
    program = [*shlex.split(os.environ["NAVALCORE_COMPOSE"]), "-f", str(DEPLOY / "compose.yaml")]

    def compose(*words: str) -> str:
        done = subprocess.run([*program, *words], env=environment, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout

    try:
        compose("up", "-d", "--build")
        asyncio.run(
            hold(
                Deployed(
                    "127.0.0.1:8080",
                    lambda table: compose("exec", "-T", f"table{table + 1}", "python", "-c", ASK),
                    lambda table: compose("kill", f"table{table + 1}"),
                )
            )
        )
    finally:
        compose("down", "--volumes")
