"""A complete front end for one seat of any game, in the terminal: python client.py LINK, as server.py prints it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen


class Seat:
    """One seat: what it knows of the match, and how it answers."""

    def __init__(self, url: str, token: str, pick: Callable[[dict[str, Any]], int]) -> None:
        self.url, self.token, self.pick = url, token, pick
        self.log: dict[int, str] = {}

    def play(self) -> None:
        """Show what happens and answer what is asked, until there is an outcome."""
        for message in urlopen(f"{self.url}/messages?token={self.token}"):
            news = json.loads(message)  # the first time a whole snapshot, then what has changed
            self.show(news["events"])
            if decision := news.get("decision"):
                while not self.choose(decision):
                    pass
            if outcome := news.get("outcome"):
                print(outcome["reason"])

    def choose(self, decision: dict[str, Any]) -> bool:
        """Answer a decision; whether that is done with."""
        answer = self.act(act="choose", keys=[self.pick(decision)], decision=decision["number"])
        if not answer["ok"]:
            print("!", answer["error"]["message"])
        return bool(answer["ok"] or answer["error"]["code"] == "stale_decision")

    def act(self, **act: Any) -> Any:
        """Say something; the answer is JSON too."""
        with urlopen(Request(f"{self.url}/act?token={self.token}", json.dumps(act).encode())) as reply:
            return json.load(reply)

    def show(self, events: list[dict[str, Any]]) -> None:
        """Print what is new; strike what was taken back."""
        for event in events:
            for number in event["fields"].get("takes_back", ()) if event["kind"] == "undone" else ():
                self.log.pop(number, None)
            self.log[event["n"]] = event["text"]
            if not event["detail"]:
                print(f"  {event['text']}  [{event['rule']}]")


def ask(decision: dict[str, Any]) -> int:
    """Let a person choose by number."""
    print(f"{decision['prompt']}  [{decision['rule']}]")
    for option in decision["options"]:
        print(f"{option['index']:3}  {option['text']}")
    while not (number := input("> ")).isdecimal():
        print("Type the number of an option.")
    return int(number)


if __name__ == "__main__":
    if len(sys.argv) != 2 or "/#" not in sys.argv[1]:
        sys.exit("client.py takes the link of a seat, such as http://127.0.0.1:8000/#TOKEN")
    url, _, token = sys.argv[1].partition("/#")
    Seat(url, token, ask).play()
