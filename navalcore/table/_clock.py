"""Clocks: the time that each player has left, worked out from the stored times."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from typing import Any, Final, TypeAlias

from navalcore.table._messages import HouseRules

Turn = tuple[datetime, Sequence[str]]
"""Who was awaited from a moment on."""
TimeSpan: TypeAlias = tuple[datetime, datetime]
"""The time between two moments."""
BEGINNING: Final = datetime.min.replace(tzinfo=UTC)
"""A moment before all others."""


def time_left(
    house: HouseRules, turns: Sequence[Turn], notes: Sequence[Mapping[str, Any]], now: datetime,
    pauses: Sequence[TimeSpan] = (), free: Collection[str] = (),
) -> dict[str, float]:  # fmt: skip
    """Of each person who was ever awaited the seconds that are left, for this time and of the reserve. Each time one is
    awaited has ``move_hours`` of its own; what it takes beyond them comes from the reserve. No time is taken on leave,
    in the ``pauses`` in which no process served the table, nor while the seat was free, as those of some roles are now.
    Nothing where there is no clock.
    """
    if not house.move_hours and not house.reserve_hours:
        return {}
    move, left = 3600 * house.move_hours, {}
    turns = lasting(turns, now)
    for role in dict.fromkeys(role for _, waiting in turns for role in waiting):
        off = not_counted(role, house, notes, now, pauses, free)
        reserve, mine = 3600 * house.reserve_hours, move
        for begin, end in awaited(role, turns, now):
            took = counted(begin, end, off)
            mine = move - took if end == now else move
            reserve -= max(0.0, took - move) if end != now else 0
        left[role] = reserve + mine
    return left


def not_counted(
    role: str, house: HouseRules, notes: Sequence[Mapping[str, Any]], now: datetime, pauses: Sequence[TimeSpan],
    free: Collection[str],
) -> list[TimeSpan]:  # fmt: skip
    """The times that do not count for a person: leave, pauses, and those in which no person had the seat."""
    return merged((*leaves(role, house, notes, now), *pauses, *vacancies(role, notes, now, free)))


def counted(begin: datetime, end: datetime, off: Sequence[TimeSpan]) -> float:
    """The seconds between two moments, but for those in some times, which are merged."""
    took = (end - begin).total_seconds()
    for first, last in off[bisect_right(off, begin, key=itemgetter(1)) :]:
        if first >= end:
            break
        took -= (min(end, last) - max(begin, first)).total_seconds()
    return max(0.0, took)


def merged(spans: Iterable[TimeSpan]) -> list[TimeSpan]:
    """The same times, in order and without overlaps."""
    found: list[TimeSpan] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begin, max(begin, end)))
    return found


def on_leave(role: str, house: HouseRules, notes: Sequence[Mapping[str, Any]], now: datetime) -> bool:
    """Whether a person is on leave now."""
    return any(end == now for _, end in leaves(role, house, notes, now))


def leaves(role: str, house: HouseRules, notes: Sequence[Mapping[str, Any]], now: datetime) -> Iterator[TimeSpan]:
    """When a person was, or is, on leave: until the return or the last day; who gives the seat away gives no leave."""
    allowed = timedelta(days=house.leave_days)
    begin: datetime | None = None
    until = now
    for note in (*notes, {"what": "back", "role": role, "at": now.isoformat()}):
        if note["role"] != role or note["what"] not in ("left", "back", "freed", "bot"):
            continue
        at = datetime.fromisoformat(note["at"])
        if begin is not None:
            end = min(at, until, begin + allowed)
            allowed -= end - begin
            yield begin, end
        begin = at if note["what"] == "left" else None
        until = at + timedelta(days=int(note["text"] or 0)) if begin else now


def vacancies(
    role: str, notes: Sequence[Mapping[str, Any]], now: datetime, free: Collection[str]
) -> Iterator[TimeSpan]:
    """When no person had a seat. A seat at which a person sits down was free before."""
    mine = [note for note in notes if note["role"] == role and note["what"] in ("sat", "freed", "bot")]
    changes = [(datetime.fromisoformat(note["at"]), note["what"] == "sat") for note in mine]
    begin = BEGINNING if (changes[0][1] if changes else role in free) else None
    for at, taken in (*changes, (now, True)):
        if not taken:
            begin = begin or at
        elif begin is not None:
            yield begin, at
            begin = None


def lasting(turns: Sequence[Turn], now: datetime) -> list[Turn]:
    """The turns that have lasted, without those taken back. None begins after the next one, nor after now: where one
    did, the time of the system has been set back since.
    """
    kept: list[Turn] = []
    for at, waiting in turns:
        if kept and at <= kept[-1][0]:  # a taking back has the time of the turn that it ends
            kept = kept[: next((n for n, turn in enumerate(kept) if turn[0] == at), len(kept))]
        kept.append((at, waiting))
    for n, (at, waiting) in reversed(list(enumerate(kept))):
        now = min(at, now)
        kept[n] = now, waiting
    return kept


def taken_back_to(waiting: Sequence[str], turns: Sequence[Turn]) -> datetime | None:
    """When the turns began that come after the last in which the same people were awaited; None without one."""
    last = max((n for n, (_, each) in enumerate(turns) if list(each) == list(waiting)), default=None)
    return None if last is None else next((at for at, _ in turns[last + 1 :]), None)


def waiting_since(role: str, turns: Sequence[Turn], now: datetime) -> datetime | None:
    """Since when a person is awaited; None for a person who is not."""
    found = [begin for begin, end in awaited(role, lasting(turns, now), now) if end == now]
    return found[-1] if found else None


def awaited(role: str, turns: Sequence[Turn], now: datetime) -> Iterator[TimeSpan]:
    """When a person was awaited; a wait that has not ended ends now."""
    begin: datetime | None = None
    for at, waiting in turns:
        if role in waiting and begin is None:
            begin = at
        elif role not in waiting and begin is not None:
            yield begin, at
            begin = None
    if begin is not None:
        yield begin, now
