"""What happened this week: the events of a turn, summed up boat by boat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from navalcore.components import counted, listed, typed_number
from navalcore.errors import BadData
from navalcore.rules import Event
from navalcore_games.silent_war.events import Happened
from navalcore_games.silent_war.views import SilentWarView

WEEK = "week"
"""The kind of the event that ends a week; its subject names the week that begins."""
NOTHING_SUNK = "sunk: nothing"
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
    back = typed_number(argument or "0")
    if back is None:
        raise BadData(f"week takes a number of weeks to go back (found: {argument}); for example: week 1")
    if back >= len(by_week):
        raise BadData(f"only {len(by_week) - 1} weeks are over (asked for: {back} back)")
    month, week = _weeks_ago(view, back)
    return f"{month}, week {week}\n" + "\n".join(summary(by_week[-1 - back]))


def _weeks_ago(view: SilentWarView, back: int) -> tuple[str, int]:
    year, month = map(int, view.month.split("-"))
    weeks_since = (year * 12 + month - 1) * 4 + view.week - 1 - back
    months = weeks_since // 4
    return f"{months // 12}-{months % 12 + 1:02d}", weeks_since % 4 + 1


def summary(events: Sequence[Happened], attacks: Mapping[str, str] | None = None) -> list[str]:
    """The score of the week, the war around, and a sentence for each boat to which something happened, which ends with
    what is told of its ``attacks``.
    """
    sunk = [event for event in events if event.kind == "sunk"]
    tons = sum(event.amount for event in events if event.kind in ("sunk", "doubled"))
    lost = [event.subject for event in events if event.kind in LOSSES]
    score = f"  sunk: {counted(len(sunk), 'ship')}, {tons * 1000:,} tons" if sunk else f"  {NOTHING_SUNK}"
    lines = [score + (f"; lost: {', '.join(lost)}" if lost else "")]
    lines += [f"  {event.text}" for event in events if event.kind in WAR]
    if ready := [event.subject for event in events if event.kind == "ready"]:
        lines.append(f"  {listed(ready)} {'is' if len(ready) == 1 else 'are'} ready for sea.")
    by_boat: dict[str, list[Happened]] = defaultdict(list)
    for event in events:
        if event.kind not in WAR and not event.detail:
            by_boat[event.subject].append(event)
    for name, happened in by_boat.items():
        told = _in_one(_once([event.text.removeprefix(f"{name} ").removesuffix(".") for event in happened]))
        ending = (attacks or {}).get(name, "")
        lines.append(f"  {name} {told}{f'; {ending}' if ending else ''}.")
    return lines


def _once(acts: Sequence[str]) -> list[str]:
    """What happened to a boat, without what another of its events tells: "is Spotted" after an event that did it."""
    lost = any(act.startswith("is lost") for act in acts)
    whole = [act.removesuffix(": she is sunk") if lost else act for act in acts]
    return [act for at, act in enumerate(whole) if not any(f": she {act}" in before for before in whole[:at])]


def _in_one(acts: Sequence[str]) -> str:
    """Several acts as one predicate."""
    *rest, last = acts
    if any("," in act or ":" in act for act in rest):
        return "; ".join([*rest, f"and {last}"])
    return listed(acts)
