"""Answers over HTTP about games and matches to people without a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import (
    Any,
    NotRequired,  # before Python 3.12 pydantic reads no other
)

from typing_extensions import TypedDict


class GameLine(TypedDict):
    """An installed game."""

    id: str
    title: str
    summary: str
    scenarios: dict[str, str]
    briefing: Mapping[str, Any] | None
    companion: bool
    """Whether it has a companion for people with a real board."""


class RoleLine(TypedDict):
    """A role of a game, with its name for people."""

    role: str
    title: str


class ScenarioLine(TypedDict):
    """A scenario of a game."""

    id: str
    title: str
    note: str
    briefing: Mapping[str, Any] | None


class GameTerms(TypedDict):
    """The choices with which a match of a game can begin; ``options`` is a JSON Schema."""

    id: str
    title: str
    version: str
    roles: list[RoleLine]
    scenarios: list[ScenarioLine]
    options: dict[str, Any]
    bots: list[str]
    bot_titles: dict[str, str]
    levels: dict[str, str]
    designer: str
    year: int


class SeatLine(TypedDict):
    """A seat on given terms: ``taken_by`` is ``person``, ``bot:NAME`` or ``nobody``."""

    role: str
    title: str
    taken_by: str


class RulingText(TypedDict):
    """A ruling where a rule book leaves something open."""

    id: str
    sections: list[str]
    question: str
    readings: list[str]
    decision: str
    reason: str
    option: str | None


class SectionText(TypedDict):
    """A section of the rules, with its rulings."""

    number: str
    title: str
    summary: str
    kind: str
    words: list[str]
    rulings: list[RulingText]


class LobbySeat(TypedDict):
    """A seat of a match in the lobby."""

    role: str
    title: str
    kind: str
    name: str
    free: bool


class LobbyMatch(TypedDict):
    """A match in the lobby."""

    id: str
    game: str
    title: str
    scenario: str
    outcome: str
    begun: str
    changed: str
    waiting: list[str]
    rolls: bool
    """Whether it waits for a person to roll or draw at their real table."""
    headline: str
    seats: list[LobbySeat]


class NewSeat(TypedDict):
    """A seat of a match just begun, with the secret of yours or the invitation to another person's."""

    role: str
    title: str
    secret: NotRequired[str]
    invitation: NotRequired[str]


class NewMatchAnswer(TypedDict):
    """A match just begun."""

    match: str
    commitment: str
    seats: list[NewSeat]


class CheckLine(TypedDict):
    """Something that was checked of a file: ``proof`` is ``proven``, ``not provable`` or ``refused``."""

    what: str
    proof: str
    detail: str


class ImportAnswer(TypedDict):
    """A file that has become a match, and what could be proven of it."""

    match: str
    commitment: str
    seats: list[NewSeat]
    proven: bool
    conclusion: str
    checks: list[CheckLine]


class TakenSeat(TypedDict):
    """A seat just taken, with the secret that opens it."""

    match: str
    role: str
    secret: str
