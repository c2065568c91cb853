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

    def request(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the server, which answers with JSON whatever happens."""
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(f"{self.url}{path}", data)) as reply:
                return json.load(reply)
        except HTTPError as refused:
            return json.load(refused)

    def play(self) -> dict[str, Any]:
        """Show what happens and answer what is asked, until there is an outcome."""
        while True:
            snapshot: dict[str, Any] | None = self.request(f"/snapshot?token={self.token}&since={self.told}")
            if snapshot is None:
                continue
            self.show(snapshot)
            if snapshot["outcome"] is not None:
                return snapshot
            decision = snapshot["decision"]
            if decision is not None:
                choice = {"act": "choose", "keys": [self.pick(decision)], "decision": decision["number"]}
                answer = self.request(f"/act?token={self.token}", choice)
                if not answer["ok"]:
                    print("!", answer["error"]["message"])

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
