"""A match over HTTP for clients of any kind, with nothing but the standard library.

GET /snapshot?token=T&since=N waits for news and answers with a snapshot, or with null if there is none for a while;
POST /act?token=T takes an act as JSON. A token stands for a seat: nobody names a role.
GET /board?token=T&known=D draws the board, without the still layer if the client has the one of that digest; GET / is
page.html.
"""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.parse import parse_qs, urlsplit

import navalcore as nc
from navalcore.boards import board_layers

PAGE = Path(__file__).with_name("page.html")


class MatchServer(ThreadingHTTPServer):
    """One match, its seats, and the seats' tokens."""

    daemon_threads = True

    def __init__(self, port: int, game: str, scenario: str | None = None, **how: Any) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.match = nc.load(game).new_match(scenario, **how)
        self.session = nc.Session(self.match)
        people = [role for role, taken_by in self.match.seats.items() if taken_by == "person"]
        self.roles = {token_urlsafe(16): role for role in people}
        self.seats = {token: self.session.seat(role) for token, role in self.roles.items()}

    def snapshot(self, token: str, since: int) -> str:
        """What is new for the seat; waits a while if there is nothing."""
        if self.seats[token].told != since:  # the client has not got the last one, or has begun anew
            self.seats[token] = self.session.seat(self.roles[token], since=since)
        snapshot = self.seats[token].news_now(timeout=5)
        return "null" if snapshot is None else snapshot.model_dump_json()

    def board(self, token: str, known: str) -> str:
        """The board as the seat sees it, in two layers."""
        role = self.roles[token]
        board = self.session.look_now(lambda match: board_layers(match.game, match.view(role)))
        still = None if board.digest == known else board.still
        return json.dumps({"digest": board.digest, "still": still, "moving": board.moving})


class Handler(BaseHTTPRequestHandler):
    """Turns requests into calls."""

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
            self.answer(lambda: self.server.snapshot(asked["token"], int(asked["since"])))

    def do_POST(self) -> None:
        """Take an act."""
        text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        query = parse_qs(urlsplit(self.path).query)
        self.answer(lambda: self.server.seats[query["token"][0]].act_now(text))

    def answer(self, call: Any) -> None:
        """Answer with what the call returns, or that there is no such seat."""
        try:
            status, body = 200, call()
        except (KeyError, ValueError, nc.NavalCoreError):  # whatever a stranger may send
            refused = {"code": "bad_request", "message": "token or since"}
            status, body = 400, json.dumps({"ok": False, "error": refused})
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
