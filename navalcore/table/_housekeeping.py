"""The regular work of a table: clocks that run out, notices, old matches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from math import inf
from time import monotonic
from typing import Final

from navalcore.errors import NavalCoreError
from navalcore.table._clock import Turn, counted, not_counted, on_leave, time_left, waiting_since
from navalcore.table._keeping import delete_old
from navalcore.table._life import time_is_up
from navalcore.table._messages import HouseRules
from navalcore.table._notices import NoticeSender
from navalcore.table._rooms import Rooms
from navalcore.table._service_rows import ServiceRows
from navalcore.table._settings import Limits
from navalcore.table._signs import EVERY
from navalcore.table._store import StoredMatch

NOTICES, CLOCKS, OLD = 5.0, 30.0, 3600.0
"""Seconds between two looks at the outbox, at the clocks, and at old matches."""
WARNINGS: Final = (86_400.0, 7_200.0)
"""Seconds before a clock runs out at which its person is told once more."""

log = logging.getLogger("navalcore.table")


async def keep_house(rooms: Rooms, rows: ServiceRows) -> None:
    """Do all of it, for ever."""
    assert rooms.budgets is not None
    budgets, sender = rooms.budgets, NoticeSender(rows, rooms.budgets.limits)

    async def tell() -> None:
        await rows.signs.give()
        budgets.telling = await rows.anybody_wants_notices()
        await sender.send_due()

    await asyncio.gather(
        _again(NOTICES, tell),
        _again(CLOCKS, partial(look_at_clocks, rooms, rows, {})),
        _again(EVERY.total_seconds(), rows.signs.give),
        _again(OLD, lambda: delete_unused(rows, budgets.limits)),
    )


async def delete_unused(rows: ServiceRows, limits: Limits) -> int:
    """Delete old matches as the settings say; how many they were. Days on which no player could come do not count."""
    return await delete_old(rows, limits.keep_finished, limits.keep_untouched, rows.pauses(datetime.now(UTC)))


async def _again(every: float, work: Callable[[], Awaitable[object]]) -> None:
    while True:
        with noting_trouble():
            await work()
        await asyncio.sleep(every)


@contextmanager
def noting_trouble() -> Iterator[None]:
    """Note in the log the errors that are raised within, and continue."""
    try:
        yield
    except NavalCoreError as error:
        log.warning("housekeeping: %s", error)
    except Exception:
        log.exception("housekeeping failed")


async def look_at_clocks(rooms: Rooms, rows: ServiceRows, known: dict[str, tuple[datetime, float]]) -> None:
    """Where a clock has run out do what the rules of the table say, and warn people before. A match is left alone that
    is ``known`` not to need a look before some time of this process, as long as nothing is done in it.
    """
    # A match that cannot be opened has no say in the clocks of others, and none is opened whose clocks run.
    await rows.signs.give()
    clocked, began = await rows.clocked(), monotonic()
    for match, (at, until) in list(known.items()):
        if clocked.get(match) != at or until <= began:
            del known[match]
    due = [match for match in clocked if match not in known]
    async for stored, turns in rows.with_turns(due):
        with noting_trouble():
            seconds = await _look_at_clock(rooms, rows, stored, turns)
            known[stored.match.id] = clocked[stored.match.id], began + seconds


async def _look_at_clock(rooms: Rooms, rows: ServiceRows, stored: StoredMatch, turns: Sequence[Turn]) -> float:
    """Look at one match; the seconds in which nothing more can come of its clocks if nothing is done in it."""
    match, now = stored.match, datetime.now(UTC)
    house, pauses = HouseRules.model_validate(match.house.get("rules", {})), rows.pauses(now)
    left = time_left(house, turns, match.notes, now, pauses, stored.free)
    for role in match.waiting:
        since = waiting_since(role, turns, now)
        if since is None or role in stored.free or on_leave(role, house, match.notes, now):
            continue
        spent = counted(since, now, not_counted(role, house, match.notes, now, pauses, stored.free))
        near = [each for each in WARNINGS if left[role] <= each < left[role] + spent]
        if left[role] > 0 and near and await _first(rooms, match.id, role, f"{since.isoformat()} {min(near)}"):
            await rows.tell_again(match.id, role)
    if house.runs_out != "claim" and any(each < 0 for each in left.values()):
        await time_is_up(await rooms.room(match.id))
        return 0.0
    # No clock is faster than the time: leave, pauses and a free seat hold it up.
    mine = [left[role] for role in match.waiting if role in left]
    return min((each - mark for each in mine for mark in (*WARNINGS, 0.0) if each >= mark), default=inf)


async def _first(rooms: Rooms, match_id: str, role: str, warning: str) -> bool:
    """Note a warning with the match; whether this process is the first to do so."""

    def noted(stored: StoredMatch) -> StoredMatch | None:
        warned = dict(stored.match.house.get("warned", {}))
        if warned.get(role) == warning:
            return None
        house = {**stored.match.house, "warned": {**warned, role: warning}}
        return replace(stored, match=replace(stored.match, house=house))

    return await rooms.store.amend(match_id, noted) is not None
