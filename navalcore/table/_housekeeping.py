"""The regular work of a table: clocks that run out, notices, old matches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from navalcore.errors import NavalCoreError
from navalcore.table._keeping import delete_old
from navalcore.table._life import time_is_up
from navalcore.table._notices import NoticeSender
from navalcore.table._rooms import Rooms
from navalcore.table._service_rows import ServiceRows

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
        budgets.telling = await rows.anybody_wants_notices()
        await sender.send_due()

    await asyncio.gather(
        _again(NOTICES, tell),
        _again(CLOCKS, lambda: look_at_clocks(rooms, rows)),
        _again(OLD, lambda: delete_old(rows, budgets.limits.keep_finished, budgets.limits.keep_untouched)),
    )


async def _again(every: float, work: Callable[[], Awaitable[object]]) -> None:
    while True:
        try:
            await work()
        except NavalCoreError as error:
            log.warning("housekeeping: %s", error)
        except Exception:
            log.exception("housekeeping failed")
        await asyncio.sleep(every)


async def look_at_clocks(rooms: Rooms, rows: ServiceRows) -> None:
    """Where a clock has run out do what the rules of the table say, and warn people before."""
    for match_id in await rows.clocked():
        room = await rooms.room(match_id)
        left = room.clocks()
        for role in room.stored.match.waiting:
            if any(each - CLOCKS < left.get(role, 0) <= each for each in WARNINGS):
                await rows.tell_again(match_id, role)
        if any(each < 0 for each in left.values()):
            await time_is_up(room)
