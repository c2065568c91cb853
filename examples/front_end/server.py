"""A match over HTTP for clients of any kind, with nothing but the standard library.

GET /messages?token=T is what a seat is sent, one JSON text a line, for as long as the client listens; with &short=1 in
short messages. POST /act?token=T takes an act as JSON. That is what seat.mjs asks for. A token stands for a seat, so
nobody names a role. GET / is page.html.
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
from navalcore.boards import board_style, client_modules

FOLDER = Path(__file__).parent
MODULES = {f"/{name}": text for name, text in client_modules().items()}
NOBODY = {"ok": False, "error": {"code": "bad_request", "message": "there is no such token"}}


class MatchServer(ThreadingHTTPServer):
    """One match, its seats, and the seats' tokens."""

    daemon_threads = True

    def __init__(self, port: int, game: str, scenario: str | None = None, **how: Any) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.match = nc.load(game).new_match(scenario, **how)
        self.session = nc.Session(self.match)
        people = [role for role, taken_by in self.match.seats.items() if taken_by == "person"]
        self.roles = {token_urlsafe(16): role for role in people}

    def server_close(self) -> None:
        """End the streams too."""
        self.session.close()
        super().server_close()


class Handler(BaseHTTPRequestHandler):
    """Turns requests into calls."""

    server: MatchServer

    def do_GET(self) -> None:
        """Send a seat its messages, or a file of the page."""
        path, query = urlsplit(self.path)[2:4]
        if path == "/messages" and (seat := self.seat()):
            self.begin(200, "application/x-ndjson")
            for message in seat.messages_now(pictures=True, short="short" in parse_qs(query)):
                self.wfile.write(f"{message}\n".encode())
        elif path == "/":
            self.send(200, (FOLDER / "page.html").read_text(encoding="utf-8"), "text/html; charset=utf-8")
        elif path == "/style.css":
            self.send(200, board_style(), "text/css; charset=utf-8")
        elif path in MODULES:
            self.send(200, MODULES[path], "text/javascript; charset=utf-8")
        elif path != "/messages":
            self.send(404, "", "text/plain")

    def do_POST(self) -> None:
        """Take an act."""
        text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if seat := self.seat():
            self.send(200, seat.act_now(text), "application/json")

    def seat(self) -> nc.SeatSession | None:
        """The seat of the token; a stranger is refused."""
        tokens = parse_qs(urlsplit(self.path).query).get("token", [""])
        role = self.server.roles.get(tokens[0])
        if role is None:
            self.send(400, json.dumps(NOBODY), "application/json")
            return None
        return self.server.session.seat(role)

    def send(self, status: int, body: str, kind: str) -> None:
        """Send a text."""
        self.begin(status, kind)
        self.wfile.write(body.encode())

    def begin(self, status: int, kind: str) -> None:
        """Send what comes before a body."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Stay quiet."""


if __name__ == "__main__":
    server = MatchServer(0, *sys.argv[1:])  # at a free port
    for token, role in server.roles.items():
        print(f"{role}: http://127.0.0.1:{server.server_port}/#{token}", flush=True)
    server.serve_forever()
