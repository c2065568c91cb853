"""A complete front end for one seat of any game, in the terminal: python client.py URL TOKEN."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Seat:
    """One seat: what it knows of the match, and how it answers."""

    def __init__(self, url: str, token: str, pick: Callable[[dict[str, Any]], int]) -> None:
        self.url, self.token, self.pick = url, token, pick
        self.told = 0
        self.log: dict[int, str] = {}

    def request(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Ask the server; what it refuses comes back with a code."""
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(f"{self.url}{path}", data)) as reply:
                return json.load(reply)  # type: ignore[no-any-return]
        except HTTPError as refused:
            return json.load(refused)  # type: ignore[no-any-return]

    def play(self) -> dict[str, Any]:
        """Show what happens and answer what is asked, until there is an outcome."""
        while True:
            snapshot = self.request(f"/snapshot?token={self.token}&since={self.told}")
            self.show(snapshot)
            if snapshot["outcome"] is not None:
                return snapshot
            decision = snapshot["decision"]
            if decision is not None:
                choice = {"token": self.token, "option": self.pick(decision), "decision": decision["number"]}
                refused = self.request("/choose", choice)
                if "message" in refused:
                    print("!", refused["message"])

    def show(self, snapshot: dict[str, Any]) -> None:
        """Print what is new; strike what was taken back."""
        for event in snapshot["events"]:
            for number in event["fields"].get("takes_back", ()) if event["kind"] == "undone" else ():
                self.log.pop(number, None)
            self.log[event["n"]] = event["text"]
            if not event["detail"]:
                print(f"  {event['text']}  [{event['rule']}]")
        self.told = snapshot["told"]


def ask(decision: dict[str, Any]) -> int:
    """Let a person choose by number."""
    print(f"{decision['prompt']}  [{decision['rule']}]")
    for option in decision["options"]:
        print(f"{option['index']:3}  {option['text']}")
    return int(input("> "))


if __name__ == "__main__":
    print(Seat(sys.argv[1], sys.argv[2], ask).play()["outcome"]["reason"])
