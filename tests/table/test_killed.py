"""A server that is killed in mid-match and started again has lost no choice that it had acknowledged."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx


@contextmanager
def serving(database: str) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """A server process, and a client of it."""
    command = [sys.executable, "-m", "navalcore", "serve", "--port", "0", "--database", database]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, said + server.stdout.read()
        with httpx.Client(base_url=found[0] + "/api", trust_env=False, timeout=30) as client:
            yield server, client
    finally:
        server.kill()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def test_a_server_killed_in_mid_match_has_every_choice_it_acknowledged(database: str) -> None:
    acknowledged = 0
    with serving(database) as (server, client):
        seats = {role: {"by": "me"} for role in ("british", "german")}
        begun = client.post("/matches", json={"game": "bismarck", "scenario": "two_player", "seats": seats}).json()
        secret = begun["seats"][0]["secret"]
        seat = {"Authorization": f"Seat {secret}"}
        address = f"/matches/{begun['match']}"
        state = client.get(f"{address}?pictures=false", headers=seat).json()
        with suppress(httpx.HTTPError):
            while state["snapshot"]["decision"]:
                asked = state["snapshot"]["decision"]
                choice = {"act": "choose", "decision": asked["number"], "keys": [asked["options"][-1]["key"]]}
                answer = client.post(f"{address}/act?pictures=false", json={"id": 1, **choice}, headers=seat).json()
                assert answer["ok"]
                acknowledged = answer["number"]
                if acknowledged == 4:
                    threading.Timer(0.2, server.kill).start()
                state = client.get(f"{address}?pictures=false", headers=seat).json()
    assert acknowledged > 3
    with serving(database) as (_, client):
        after = client.get(f"{address}?pictures=false", headers=seat).json()["snapshot"]
        assert after["number"] in (acknowledged, acknowledged + 1), "one more may have been kept and not acknowledged"
        assert after["decision"]
