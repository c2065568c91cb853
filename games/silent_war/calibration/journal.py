"""The journal of campaigns played: one line each, and those it lacks played now."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from navalcore.errors import BadData
from navalcore_games.silent_war.calibration.campaigns import BOT, Campaign, play_campaign, tables_digest

FIRST_YEAR: Final = "1943-01"
"""To the beginning of this month."""


def journal_of(docs: Path, bot: str) -> Path:
    """Where the campaigns of a bot are kept, below the pages of the games."""
    return docs / "simulated" / f"silent_war_calibration{'' if bot == BOT else f'_{bot}'}.jsonl"


def read_journal(path: Path, tables: str, bot: str = BOT) -> dict[int, Campaign]:
    """The campaigns that a journal holds of a bot and of these tables, by number; a torn last line is left out."""
    found: dict[int, Campaign] = {}
    if not path.exists():
        return found
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            campaign = Campaign(**json.loads(line))
        except (json.JSONDecodeError, TypeError):
            continue
        if (campaign.tables, campaign.bot) == (tables, bot):
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


def goes_alike(campaign: Campaign) -> bool:
    """Whether today's rules and bot play the first year of a campaign as it was played."""
    again = play_campaign(campaign.number, campaign.bot, FIRST_YEAR).months
    return again == {month: campaign.months.get(month) for month in again}


def play_missing(path: Path, campaigns: int, jobs: int, bot: str = BOT, until: str = "") -> list[Campaign]:
    """The first ``campaigns`` of the series, those the journal lacks played now and added to it. All are played again
    if the first year of one in the journal goes differently today.

    Args:
        path: the journal.
        campaigns: how many, at least one.
        jobs: processes; the campaigns are the same for any number.
        bot: who plays them.
        until: play to the beginning of this month only.

    Raises:
        BadData: fewer than one campaign or job.
    """
    if campaigns < 1 or jobs < 1:
        raise BadData(f"at least one campaign and one job are needed, not {campaigns} and {jobs}")
    done = read_journal(path, tables_digest(), bot)
    if done and not goes_alike(done[min(done)]):
        print(f"{path.name} was played by other rules or another bot: all are played again", file=sys.stderr)
        path.unlink()
        done = {}
    missing = [number for number in range(campaigns) if number not in done]
    for campaign in _played(missing, min(jobs, max(len(missing), 1)), bot, until):
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


def _played(numbers: Sequence[int], jobs: int, bot: str, until: str) -> Iterator[Campaign]:
    play = partial(play_campaign, bot=bot, until=until)
    if jobs == 1:
        yield from map(play, numbers)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(play, number) for number in numbers]):
            yield future.result()
