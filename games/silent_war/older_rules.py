"""Saves of earlier versions of the rules: their entries as today's rules would have them."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any, TypeAlias

from navalcore.rules import asked_alone

Entries: TypeAlias = list[dict[str, Any]]

HOSPITAL_SHIPS = re.compile(r"(?<!hospital ship )(Asahi Maru|Kiku Maru)")
COLUMN = re.compile(r"Which column does (.+) take\?")
POSTURE = re.compile(r"In which posture does (.+) attack\?")
NOT_ASKED_ALONE = ("aim", "unmodified", "lumber", "operate", "column", "join_pack")
"""The kinds of questions that are not asked any more where there is one answer."""
END_OF_A_ROUND = ("4.0", "14.11", "24.55")
"""The sections that ask for something when a wolfpack's round is over."""


def from_1_0(entries: Entries) -> Entries:
    """Saves of rules version 1.0, in which options did not say which ship is a hospital ship.

    Where a rule that has changed since asks or rolls something else the match parts from them, and the error says so.
    """
    entries = from_1_1(entries)
    for entry in entries:
        if entry["kind"] == "choice":
            entry["text"] = HOSPITAL_SHIPS.sub(r"hospital ship \1", entry["text"])
    return entries


def from_1_1(entries: Entries) -> Entries:
    """Saves of rules version 1.1, in which a wolfpack withdrew as a whole and a skipper had to take a boat.

    What was chosen is offered still. Where today a boat in Hold could be given a skipper and no question was asked
    then, the match parts from the file.
    """
    return from_1_2(entries)


def from_1_2(entries: Entries) -> Entries:
    """Saves of rules version 1.2, in which questions with one answer were asked, and each boat of a wolfpack chose its
    posture when its own attack came (SW-R105). Of two players Pearl Harbor answered what the other had begun (26.0).
    The bomber of event 3 rolled by 14.13.

    A boat that did not come to its attack is given the posture she had. Where a Diligent Escort struck a boat that had
    not chosen yet, the match may part from the file.
    """
    asked = [entry for entry in postures_first(entries) if not asked_for_nothing(entry)]
    return [by_its_event(entry) for entry in asked_of_who_began(asked)]


def by_its_event(entry: dict[str, Any]) -> dict[str, Any]:
    """The roll of a patrol bomber belongs to the event that brings it."""
    bomber = entry["kind"] == "chance" and entry.get("why") == "patrol bomber"
    return {**entry, "rule": "19.21"} if bomber else entry


def asked_of_who_began(entries: Entries) -> Entries:
    """The commander who forms a wolfpack says which boats are in it. Who gives a boat up says who gets her skipper."""
    found: Entries = []
    role, decommissioned = "", False
    for entry in entries:
        if entry["kind"] == "choice":
            if entry["rule"] == "4.0":
                role, decommissioned = entry["role"], entry["text"].startswith("decommission ")
            elif entry["rule"] == "24.1" or (entry["rule"] == "25.3" and decommissioned):
                entry = {**entry, "role": role}
            if entry["rule"] not in ("4.0", "25.3"):
                decommissioned = False
        found.append(entry)
    return found


def asked_for_nothing(entry: dict[str, Any]) -> bool:
    """Whether an entry answers a question that had one answer."""
    return entry["kind"] == "choice" and any(asked_alone(entry, kind) for kind in NOT_ASKED_ALONE)


def postures_first(entries: Entries) -> Entries:
    """The postures of a wolfpack's boats behind their columns, in each of its rounds."""
    found: Entries = []
    had: dict[str, str] = {}
    left = list(entries)
    while left:
        boats = columns_taken(left)
        found += left[: max(len(boats), 1)]
        del left[: max(len(boats), 1)]
        if found[-1].get("rule") == "4.0":
            had.clear()
        if len(boats) < 2 or not left:
            boats = []
        for boat in boats:
            place = posture_chosen(left, boat)
            chosen = posture_kept(found[-1], boat, had.get(boat, "standard")) if place is None else left.pop(place)
            had[boat] = chosen["text"]
            found.append(chosen)
    return found


def columns_taken(entries: Entries) -> list[str]:
    """The boats that take their columns in the first entries, one directly after the other."""
    matches = (COLUMN.fullmatch(entry.get("prompt", "")) for entry in entries)
    return [match[1] for match in takewhile(bool, matches) if match]


def posture_chosen(entries: Entries, boat: str) -> int | None:
    """Where a boat chooses its posture in the round that the entries begin with; None if it does not."""
    for place, entry in enumerate(entries):
        if entry.get("rule") in END_OF_A_ROUND:
            return None
        asked = POSTURE.fullmatch(entry.get("prompt", ""))
        if asked is not None and asked[1] == boat:
            return place
    return None


def posture_kept(before: dict[str, Any], boat: str, posture: str) -> dict[str, Any]:
    """The choice of the posture that a boat has, behind another choice of the same role."""
    key = None if before.get("key") is None else f"take_posture/{posture}"
    said = {"prompt": f"In which posture does {boat} attack?", "key": key, "text": posture}
    return {**before, "rule": "14.12", "pick": 1, **said}
