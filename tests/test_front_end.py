"""The server and the clients of the page "Use it from your program", run as they stand there."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import navalcore as nc
from navalcore.testing._places import places_in

FOLDER = Path(__file__).parents[1] / "examples" / "front_end"
NODE = shutil.which("node")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def module(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"front_end_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture
def serve() -> Iterator[Any]:
    servers = []

    def start(game: str, scenario: str | None = None, **how: Any) -> tuple[Any, str, dict[str, str]]:
        server = module("server").MatchServer(0, game, scenario, seed="front end", **how)
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        servers.append(server)
        return server, f"http://127.0.0.1:{server.server_address[1]}", {r: t for t, r in server.roles.items()}

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def last(decision: dict[str, Any]) -> int:
    return len(decision["options"]) - 1


def varied(decision: dict[str, Any]) -> int:
    """Now this, now that: whoever always takes the last option plays a match several times as long."""
    number: int = decision["number"]
    return number % len(decision["options"])


def test_two_python_clients_play_a_match_and_miss_nothing(serve: Any, capsys: pytest.CaptureFixture[str]) -> None:
    server, url, tokens = serve("uboat_cards", "short")
    client = module("client")
    seats = {role: client.Seat(url, token, varied) for role, token in tokens.items()}
    players = [Thread(target=seat.play, daemon=True) for seat in seats.values()]
    for player in players:
        player.start()
    for player in players:
        player.join(timeout=60)
    assert server.match.over
    for role, seat in seats.items():
        told = server.match.snapshot(role, since=0).events
        assert seat.log == {event.n: event.text for event in told}


def test_the_clients_play_a_game_that_brings_its_own_bot(serve: Any) -> None:
    server, url, tokens = serve("bismarck", "solitaire")
    assert list(tokens) == ["british"], "Otto has the other seat"
    seat = module("client").Seat(url, tokens["british"], lambda decision: 0)
    snapshot = seat.request("/snapshot?token=" + tokens["british"] + "&since=0")
    assert snapshot["decision"] is not None
    assert snapshot["role"] == "british"
    number = snapshot["number"]
    choice = {"act": "choose", "keys": [0], "decision": snapshot["decision"]["number"]}
    assert seat.request(f"/act?token={tokens['british']}", choice)["ok"]
    assert server.match.snapshot("british").number == number + 1


def test_a_stranger_and_a_second_click_are_refused_with_a_code(serve: Any) -> None:
    _, url, tokens = serve("uboat_cards")
    seat = module("client").Seat(url, tokens["uboat"], last)
    assert seat.request("/snapshot?token=guessed&since=0")["error"]["code"] == "bad_request"
    choice = {"act": "choose", "keys": [0], "decision": 0}
    for wrong in ("/act?token=guessed", "/act", f"/snapshot?token={tokens['uboat']}&since=x"):
        assert seat.request(wrong, choice if wrong.startswith("/act") else None)["error"]["code"] == "bad_request"
    act = f"/act?token={tokens['uboat']}"
    assert seat.request(act, choice)["ok"]
    assert seat.request(act, choice)["error"]["code"] == "stale_decision"
    junk: list[Any] = [[], "ahoy", 7, {**choice, "keys": None}, {**choice, "act": []}, {**choice, "decision": "x"}]
    for sent in junk:
        assert seat.request(act, sent)["error"]["code"] == "bad_data"


@pytest.mark.skipif(NODE is None, reason="the JavaScript client needs node, which is not installed")
def test_a_javascript_client_plays_a_match_against_a_python_client(serve: Any) -> None:
    server, url, tokens = serve("uboat_cards", "short")
    python = Thread(target=module("client").Seat(url, tokens["convoy"], varied).play, daemon=True)
    python.start()
    assert NODE is not None
    ran = subprocess.run(
        [NODE, str(FOLDER / "client.mjs"), url, tokens["uboat"], "auto"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    python.join(timeout=60)
    assert server.match.over
    assert ran.stderr == ""
    assert ran.stdout.splitlines()[-1] == server.match.outcome.reason
    told = [event for event in server.match.snapshot("uboat", since=0).events if not event.detail]
    assert ran.stdout.splitlines()[:-1] == [f"  {event.text}  [{event.rule}]" for event in told]


def test_the_still_layer_is_sent_once_and_the_places_of_the_options_are_drawn(serve: Any) -> None:
    _, url, tokens = serve("tonnage_war")
    seat = module("client").Seat(url, tokens["uboat"], last)
    first = seat.request(f"/board?token={tokens['uboat']}&known=")
    assert first["still"].startswith("<svg ")
    again = seat.request(f"/board?token={tokens['uboat']}&known={first['digest']}")
    assert again == {"digest": first["digest"], "still": None, "moving": first["moving"]}
    drawn = places_in(first["still"]) | places_in(first["moving"])
    decision = seat.request(f"/snapshot?token={tokens['uboat']}&since=0")["decision"]
    named = {place["place"] for option in decision["options"] for place in option["places"]}
    assert named
    assert named <= drawn


@pytest.mark.skipif(BROWSER is None, reason="the page needs a browser, and chromium is not installed")
def test_the_page_plays_a_match_in_a_browser(serve: Any) -> None:
    server, url, tokens = serve("uboat_cards", "short", seats={"convoy": "bot:standard"})
    assert BROWSER is not None
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom"]
    ran = subprocess.run(
        [BROWSER, *options, f"{url}/#{tokens['uboat']},auto"], capture_output=True, text=True, timeout=120, check=True
    )
    assert server.match.over
    assert f'<h1 id="prompt">{server.match.outcome.reason}</h1>' in ran.stdout
    assert ran.stdout.count("<svg") == 2, "the moving layer lies in the still one"
    assert 'data-place="discards"' in ran.stdout


def test_every_person_has_a_token_and_nobody_else(serve: Any) -> None:
    for game in ("tonnage_war", "aa50_subwar", "silent_war"):
        _, _, tokens = serve(game)
        seats = nc.load(game).seats()
        assert list(tokens) == [seat.role for seat in seats if seat.taken_by == "person"]
