"""Whole campaigns played by a bot: the events of each, and when and where it was played."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from navalcore.bots import make_bots
from navalcore.components import DiceRolled
from navalcore.rules import UMPIRE, Event
from navalcore_games.silent_war.choices import REMAIN
from navalcore_games.silent_war.data_pack.loading import load_pack
from navalcore_games.silent_war.data_pack.printed import month_number, month_text
from navalcore_games.silent_war.events.boats import Damaged, Lost
from navalcore_games.silent_war.events.fights import ConvoyMet
from navalcore_games.silent_war.events.telling import ContactMade, Sinking
from navalcore_games.silent_war.game import SilentWar
from navalcore_games.silent_war.state import State
from navalcore_games.silent_war.views import see

SCENARIO, BOT, ROLE = "campaign_full", "comsubpac", "comsubpac"
HARD = "hard"
"""The bot that the calibration's own is compared with, in the same campaigns."""
SERIES = "calibration"
"""The seeds of the campaigns come from this word and their numbers."""


@dataclass(frozen=True)
class Campaign:
    """One campaign played."""

    number: int
    """Which of the series."""
    bot: str
    """Who played it."""
    date: str
    """The day it was played on."""
    machine: str
    """The machine it was played on."""
    tables: str
    """The digest of the tables it was played with."""
    months: dict[str, list[int]]
    """At each month's end ships sunk, thousands of tons sunk and boats lost."""
    dates: dict[str, str]
    """The month in which a torpedo value or War Period came, by name."""
    counts: dict[str, dict[str, int]]
    """The events by War Period: patrols, searches, contacts, units met, ships and tons sunk, losses."""
    ending: str
    """The level of victory, a draw or a defeat; "" if it was not played to its end."""
    choices: int
    """Decisions taken."""
    seconds: float
    """Processor time."""


def tables_digest() -> str:
    """A fingerprint of every figure the campaign is played with; comments, notes and victory levels are left out."""
    pack = load_pack()
    figures: dict[str, Any] = {name: dict(document.data) for name, document in pack.documents.items()}
    war = next(row for row in figures["scenarios"]["scenario"] if row["id"] == SCENARIO)
    figures["scenarios"] = {key: value for key, value in war.items() if key not in ("victory", "history", "title")}
    for rows in figures.values():
        rows.pop("meta", None)
    figures |= {"ships": [row.model_dump(mode="json") for row in pack.ships]}
    figures |= {"submarines": [row.model_dump(mode="json") for row in pack.submarines]}
    return hashlib.sha256(json.dumps(figures, sort_keys=True, default=str).encode()).hexdigest()[:16]


class Census:
    """Counts the events of a match, by War Period."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.counts: dict[int, Counter[str]] = {period: Counter() for period in (1, 2, 3, 4)}

    def hear(self, event: Event) -> None:
        """Count one event."""
        counter = self.counts[self.state.war_period]
        if isinstance(event, DiceRolled):
            if event.why == "search":
                counter["searches"] += 1
            elif event.why.startswith("Transit Event,"):
                counter["transit checks"] += 1
        elif isinstance(event, Sinking):
            counter["sunk"] += 1
            counter["tons"] += event.tons
        elif isinstance(event, ContactMade):
            counter["contact"] += 1
            if isinstance(event, ConvoyMet):
                counter["convoys"] += 1
                counter["units"] += event.units
        elif isinstance(event, Damaged):
            counter["damaged"] += 1
        elif isinstance(event, Lost):
            counter["lost"] += 1
            counter[f"lost by {event.rule}"] += 1


def this_machine() -> str:
    """This machine in a few words."""
    name = platform.processor() or platform.machine()
    return f"{os.cpu_count() or 1} cores of {name}, Python {platform.python_version()}"


def play_campaign(number: int, bot: str = BOT, until: str = "") -> Campaign:
    """Play one campaign of the series.

    Args:
        number: which.
        bot: who plays it.
        until: stop when this month (``1942-06``) begins; to the end of the war if left out.
    """
    game = SilentWar()
    began = time.process_time()
    match = game.new_match(SCENARIO, seed=f"{SERIES} {number}")
    player = make_bots(game, {ROLE: bot}, f"{SERIES} bot {number}")[ROLE]
    census = Census(match.state)
    match.events.subscribe(census.hear, role=UMPIRE)
    stop = month_number(until) if until else sys.maxsize
    months: dict[str, list[int]] = {}
    dates: dict[str, str] = {}
    state = match.state
    month = state.month
    while (decision := match.decision) is not None and state.month < stop:
        choice = player.decide(see(state, ROLE), decision)
        if decision.kind == "transit" and decision.options[0] == REMAIN and choice != REMAIN:
            census.counts[state.war_period]["patrols"] += 1
        match.choose(choice)
        if state.month != month:
            months[month_text(month)] = [state.ships_sunk, state.tonnage, state.submarines_lost]
            month = state.month
            dates.setdefault(f"torpedo {state.torpedo:+d}", month_text(month))
            dates.setdefault(f"War Period {state.war_period}", month_text(month))
    counts = {str(period): dict(sorted(counter.items())) for period, counter in census.counts.items()}
    seconds = round(time.process_time() - began, 1)
    today = datetime.now(UTC).date().isoformat()
    ending = match.outcome.ending if match.outcome else ""
    played = (number, bot, today, this_machine(), tables_digest())
    return Campaign(*played, months, dates, counts, ending, match.count, seconds)
