"""The campaign against history: many campaigns by the ComSubPac bot, one line of a journal each, and what they say.

``python -m games.silent_war.calibration --campaigns 60`` plays what the journal lacks and writes the report.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from games.silent_war.campaign_chart import HISTORY
from games.silent_war.charts import month_number, month_text
from games.silent_war.events import Happened
from games.silent_war.game import SilentWar
from games.silent_war.pack import load_pack
from games.silent_war.state import State
from games.silent_war.views import see
from navalcore.analysis.statistics import quantile
from navalcore.bots import make_bots
from navalcore.components.dice import DiceRolled
from navalcore.components.events import Event
from navalcore.engine.decision import UMPIRE
from navalcore.errors import BadData

SCENARIO, BOT, ROLE = "campaign_full", "comsubpac", "comsubpac"
SERIES = "calibration"
"""The seeds of the campaigns come from this word and their numbers."""


class Target(NamedTuple):
    """What history has at the end of a month: ships sunk, thousands of tons, boats lost; each from - to."""

    ships: tuple[float, float]
    tonnage: tuple[float, float]
    lost: tuple[float, float]


LOWER_ESTIMATE = {"1945-08": 4900}
"""Thousands of tons where the assessments differ: the lower one."""
TARGETS = {
    month: Target((ships, ships), (LOWER_ESTIMATE.get(month, tons), tons), (lost, lost))
    for month, (ships, tons, lost) in HISTORY.items()
    if ships
}
"""The post-war assessment, rounded: what the campaign shall come to."""
MARGINS = {"ships": 0.15, "tonnage": 0.15, "lost": 0.30}
"""How far the median may be from history."""


@dataclass(frozen=True)
class Campaign:
    """One campaign played.

    Attributes:
        number: which of the series.
        tables: the digest of the tables it was played with.
        months: at each month's end ships sunk, thousands of tons sunk and boats lost.
        dates: the month in which a torpedo value or War Period came, by name.
        counts: what happened, by War Period: patrols, searches, contacts, units met, ships and tons sunk, losses.
        choices: decisions taken.
        seconds: processor time.
    """

    number: int
    tables: str
    months: dict[str, list[int]]
    dates: dict[str, str]
    counts: dict[str, dict[str, int]]
    choices: int
    seconds: float


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
    """Counts what the events of a match tell, by War Period."""

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
            return
        if not isinstance(event, Happened):
            return
        counter[event.kind] += 1
        if event.kind == "sunk":
            counter["tons"] += event.amount
        elif event.kind == "contact" and " units" in event.text:
            counter["convoys"] += 1
            counter["units"] += int(event.text.rsplit(": ", 1)[1].split()[0])
        elif event.kind == "lost":
            counter[f"lost by {event.rule}"] += 1


def play_campaign(number: int, until: str = "") -> Campaign:
    """Play one campaign of the series.

    Args:
        number: which.
        until: stop when this month (``1942-06``) begins; to the end of the war if left out.
    """
    game = SilentWar()
    began = time.process_time()
    match = game.new_match(SCENARIO, seed=f"{SERIES} {number}")
    bot = make_bots(game, {ROLE: BOT}, f"{SERIES} bot {number}")[ROLE]
    census = Census(match.state)
    match.events.subscribe(census.hear, role=UMPIRE)
    stop = month_number(until) if until else sys.maxsize
    months: dict[str, list[int]] = {}
    dates: dict[str, str] = {}
    state = match.state
    month = state.month
    while (decision := match.decision) is not None and state.month < stop:
        choice = bot.decide(see(state, ROLE, live=True), decision)
        if decision.rule == "15.1" and str(decision.options[0]) == "remain in base" and choice != decision.options[0]:
            census.counts[state.war_period]["patrols"] += 1
        match.choose(choice)
        if state.month != month:
            months[month_text(month)] = [state.ships_sunk, state.tonnage, state.submarines_lost]
            month = state.month
            dates.setdefault(f"torpedo {state.torpedo:+d}", month_text(month))
            dates.setdefault(f"War Period {state.war_period}", month_text(month))
    counts = {str(period): dict(sorted(counter.items())) for period, counter in census.counts.items()}
    seconds = round(time.process_time() - began, 1)
    return Campaign(number, tables_digest(), months, dates, counts, match.count, seconds)


# ---- the journal -----------------------------------------------------------------------------------------------------


def read_journal(path: Path, tables: str) -> dict[int, Campaign]:
    """The campaigns a journal holds that were played with these tables, by number; a torn last line is left out."""
    found: dict[int, Campaign] = {}
    if not path.exists():
        return found
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            campaign = Campaign(**json.loads(line))
        except (json.JSONDecodeError, TypeError):
            continue
        if campaign.tables == tables:
            found[campaign.number] = campaign
    return found


def add_to_journal(path: Path, campaign: Campaign) -> None:
    """One line more, on the disk before this returns; a torn line before it is closed first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(json.dumps(asdict(campaign), separators=(",", ":")).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def play_missing(path: Path, campaigns: int, jobs: int, until: str = "") -> list[Campaign]:
    """The first ``campaigns`` of the series, those the journal lacks played now and added to it.

    Args:
        path: the journal.
        campaigns: how many, at least one.
        jobs: processes; the campaigns are the same whatever their number is.
        until: play to the beginning of this month only.

    Raises:
        BadData: fewer than one campaign or job.
    """
    if campaigns < 1 or jobs < 1:
        raise BadData(f"at least one campaign and one job are needed, not {campaigns} and {jobs}")
    done = read_journal(path, tables_digest())
    missing = [number for number in range(campaigns) if number not in done]
    for campaign in _played(missing, min(jobs, max(len(missing), 1)), until):
        add_to_journal(path, campaign)
        done[campaign.number] = campaign
        ships, tons, lost = campaign.months[max(campaign.months)]
        there = sum(number < campaigns for number in done)
        print(
            f"{there} of {campaigns}: {ships} ships, {tons} kt, {lost} lost, {campaign.seconds} s",
            file=sys.stderr,
            flush=True,
        )
    return [done[number] for number in range(campaigns)]


def _played(numbers: Sequence[int], jobs: int, until: str) -> Iterator[Campaign]:
    play = partial(play_campaign, until=until)
    if jobs == 1:
        yield from map(play, numbers)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(play, number) for number in numbers]):
            yield future.result()


# ---- what they say ---------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One figure at the end of a year: history, median, tenth and ninetieth percentile, whether it is near enough."""

    month: str
    track: str
    history: tuple[float, float]
    low: float
    median: float
    high: float

    @property
    def deviation(self) -> float:
        """The median against history: the nearer end of its range."""
        nearest = min(max(self.median, self.history[0]), self.history[1])
        return self.median / nearest - 1

    @property
    def within(self) -> bool:
        """Whether the median is as near as it shall be."""
        return abs(self.deviation) <= MARGINS[self.track]


def against_history(campaigns: Sequence[Campaign]) -> list[Line]:
    """Every target with what the campaigns came to."""
    lines = []
    for month, target in TARGETS.items():
        for number, track in enumerate(Target._fields):
            values = [campaign.months[month][number] for campaign in campaigns if month in campaign.months]
            if values:
                low, median, high = (quantile(values, share) for share in (0.1, 0.5, 0.9))
                lines.append(Line(month, track, target[number], low, median, high))
    return lines


def totals(campaigns: Iterable[Campaign]) -> dict[str, Counter[str]]:
    """What happened in all campaigns together, by War Period."""
    whole: dict[str, Counter[str]] = {period: Counter() for period in "1234"}
    for campaign in campaigns:
        for period, counts in campaign.counts.items():
            whole[period].update(counts)
    return whole


def month_by_month(campaigns: Sequence[Campaign], number: int) -> dict[str, tuple[float, float, float]]:
    """10 %, median and 90 % of a track at each month's end."""
    series: dict[str, list[int]] = {}
    for campaign in campaigns:
        for month, tracks in campaign.months.items():
            series.setdefault(month, []).append(tracks[number])
    return {
        month: (quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9))
        for month, values in sorted(series.items())
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and write the report; 0 if every median is near enough to history, 1 if not, 2 for a bad request."""
    from games.silent_war.calibration_report import write_report

    parser = argparse.ArgumentParser(prog="make calibrate", description=__doc__)
    parser.add_argument("--campaigns", type=int, default=60, help="how many campaigns (default: 60)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--docs", type=Path, default=Path("docs/games"), help="where journal, report and plots go")
    wanted = parser.parse_args(arguments)
    try:
        journal = wanted.docs / "simulated" / "silent_war_calibration.jsonl"
        campaigns = play_missing(journal, wanted.campaigns, wanted.jobs)
    except BadData as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    write_report(wanted.docs, campaigns)
    lines = against_history(campaigns)
    for line in lines:
        word = "within" if line.within else "OUTSIDE"
        print(
            f"{line.month} {line.track:8} {line.median:7.0f} ({line.deviation:+.0%}) {word} {MARGINS[line.track]:.0%}"
        )
    return 0 if all(line.within for line in lines) else 1


if __name__ == "__main__":  # worker processes must find the functions in the module of this name
    from games.silent_war import calibration

    raise SystemExit(calibration.main())
