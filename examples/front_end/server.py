"""A match over HTTP for clients of any kind, with nothing but the standard library.

GET /snapshot?token=T&since=N waits for news and answers with a snapshot; POST /choose takes
{"token": T, "option": index, "decision": number}. A token stands for a seat: nobody names a role.
GET /board?token=T&known=D draws the board, without the still layer if the client has the one of that digest; GET / is
page.html.
"""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_urlsafe
from threading import Condition
from typing import Any
from urllib.parse import parse_qs, urlsplit

import navalcore as nc
from navalcore.boards import board_layers
from navalcore.bots import make_bots, play_out

PAGE = Path(__file__).with_name("page.html")


class MatchServer(ThreadingHTTPServer):
    """One match, its seats, and the seats' tokens."""

    daemon_threads = True

    def __init__(self, port: int, game: str, scenario: str | None = None, seed: str | None = None) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        rules = nc.load(game)
        self.match = rules.new_match(scenario, seed=seed, history=True)
        self.changed = Condition()
        seats = rules.seats(scenario)
        self.roles = {token_urlsafe(16): seat.role for seat in seats if seat.taken_by == "person"}
        named = {s.role: s.taken_by.removeprefix("bot:") for s in seats if s.taken_by.startswith("bot:")}
        self.bots = {role: bot for role, bot in make_bots(rules, named).items() if role in named}
        play_out(self.match, self.bots)

    def snapshot(self, token: str, since: int) -> Any:
        """What the seat is sent; waits a while if there is nothing new for it."""
        role = self.roles[token]
        with self.changed:
            self.changed.wait_for(lambda: self.match.over or role in self.match.decisions, timeout=5)
            return self.match.snapshot(role, since=since)

    def board(self, token: str, known: str) -> str:
        """The board as the seat sees it, in two layers."""
        role = self.roles[token]
        with self.changed:
            board = board_layers(self.match.game, self.match.view(role))
        still = None if board.digest == known else board.still
        return json.dumps({"digest": board.digest, "still": still, "moving": board.moving})

    def choose(self, token: str, option: int, decision: int) -> str:
        """Answer a decision of the seat, and let the bots answer theirs."""
        with self.changed:
            self.match.choose(option, role=self.roles[token], decision=decision)
            play_out(self.match, self.bots)
            self.changed.notify_all()
        return "{}"


class Handler(BaseHTTPRequestHandler):
    """Turns requests into calls and errors into JSON."""

    server: MatchServer

    def do_GET(self) -> None:
        """Send a snapshot, a board or the page."""
        path, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        asked = {name: values[0] for name, values in query.items()}
        if path == "/":
            self.send(200, PAGE.read_text(encoding="utf-8"), "text/html; charset=utf-8")
        elif path == "/board":
            self.answer(lambda: self.server.board(asked["token"], asked.get("known", "")))
        else:
            self.answer(lambda: self.server.snapshot(asked["token"], int(asked["since"])).model_dump_json())

    def do_POST(self) -> None:
        """Take a choice."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))

        def choose() -> str:
            sent = json.loads(body)
            return self.server.choose(sent["token"], int(sent["option"]), int(sent["decision"]))

        self.answer(choose)

    def answer(self, call: Any) -> None:
        """Answer with what the call returns, or with its error's code and message."""
        try:
            status, body = 200, call()
        except nc.NavalCoreError as error:
            status, body = 409, json.dumps({"code": error.code, "message": str(error)})
        except (KeyError, TypeError, ValueError, RecursionError):  # whatever a stranger may send
            status, body = 400, json.dumps({"code": "bad_request", "message": "token, since, option or decision"})
        self.send(status, body, "application/json")

    def send(self, status: int, body: str, kind: str) -> None:
        """Send a text."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        """Stay quiet."""


if __name__ == "__main__":
    server = MatchServer(8000, *sys.argv[1:])
    for token, role in server.roles.items():
        print(f"{role}: http://127.0.0.1:8000 {token}", flush=True)
    server.serve_forever()
