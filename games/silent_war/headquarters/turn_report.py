"""What happened this week: the events of a turn, summed up boat by boat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from games.silent_war.events import Happened
from games.silent_war.views import SilentWarView
from navalcore.components.events import Event
from navalcore.components.sentences import counted
from navalcore.errors import BadData

WEEK = "week"
"""The kind of the event that ends a week; its subject names the week that begins."""
LOSSES = frozenset({"lost", "total_loss"})
WAR = frozenset({"war_event", "torpedo", "ultra", "storm", "base", "war_period"})


def weeks(events: Sequence[Event]) -> list[list[Happened]]:
    """The events by week, the week under way last."""
    found: list[list[Happened]] = [[]]
    for event in events:
        if isinstance(event, Happened):
            if event.kind == WEEK:
                found.append([])
            else:
                found[-1].append(event)
    return found


def week_command(events: Sequence[Event], view: SilentWarView, argument: str) -> str:
    """What happened this week; week 1 for the week before, week 2 for the one before that."""
    by_week = weeks(events)
    if argument and not argument.isdecimal():
        raise BadData(f"week takes a number of weeks to go back (found: {argument}); for example: week 1")
    back = int(argument or 0)
    if back >= len(by_week):
        raise BadData(f"only {len(by_week) - 1} weeks are over (asked for: {back} back)")
    month, week = _weeks_ago(view, back)
    return f"{month}, week {week}\n" + "\n".join(summary(by_week[-1 - back]))


def _weeks_ago(view: SilentWarView, back: int) -> tuple[str, int]:
    year, month = map(int, view.month.split("-"))
    weeks_since = (year * 12 + month - 1) * 4 + view.week - 1 - back
    months = weeks_since // 4
    return f"{months // 12}-{months % 12 + 1:02d}", weeks_since % 4 + 1


def summary(events: Sequence[Happened]) -> list[str]:
    """The score of the week, the war around, and a line for each boat to which something happened."""
    sunk = [event for event in events if event.kind == "sunk"]
    tons = sum(event.amount for event in events if event.kind in ("sunk", "doubled"))
    lost = [event.subject for event in events if event.kind in LOSSES]
    score = f"  sunk: {counted(len(sunk), 'ship')}, {tons * 1000:,} tons" if sunk else "  nothing sunk"
    lines = [score + (f"; lost: {', '.join(lost)}" if lost else "")]
    lines += [f"  {event.text}" for event in events if event.kind in WAR]
    if ready := [event.subject for event in events if event.kind == "ready"]:
        lines.append(f"  ready for sea: {', '.join(ready)}")
    by_boat: dict[str, list[Happened]] = defaultdict(list)
    for event in events:
        if event.kind not in WAR and not event.detail:
            by_boat[event.subject].append(event)
    for name, happened in by_boat.items():
        told = "; ".join(event.text.removeprefix(f"{name} ").removesuffix(".") for event in happened)
        lines.append(f"  {name}: {told}.")
    return lines
