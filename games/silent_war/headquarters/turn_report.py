"""The events of this week: the events of a turn, summed up boat by boat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from navalcore.components import counted, listed, typed_number
from navalcore.errors import BadData
from navalcore.rules import Event
from navalcore_games.silent_war.events.boats import (
    Damaged,
    Disbanded,
    HeadedHome,
    Lost,
    MadeReady,
    Sailed,
    SentHome,
    Spotted,
    TonnageCredited,
    TurnedBack,
    WrittenOff,
)
from navalcore_games.silent_war.events.fights import (
    Counterattacked,
    Hit,
    Missed,
    Revealed,
    Searched,
    Shelled,
    TdcPlaced,
)
from navalcore_games.silent_war.events.telling import Attacked, BoatEvent, Deed, Sinking
from navalcore_games.silent_war.events.war import (
    BaseFell,
    BaseOpened,
    SkipperLeft,
    StormFormed,
    TorpedoesImproved,
    UltraReported,
    WarEventHappened,
    WarPeriodBegan,
    WeekBegan,
)
from navalcore_games.silent_war.views import SilentWarView
from navalcore_games.silent_war.words import Named, Result

NOTHING_SUNK = "sunk: nothing"
NEWS = (
    WarEventHappened, TorpedoesImproved, UltraReported, StormFormed, BaseOpened, BaseFell, WarPeriodBegan, Disbanded,
    SkipperLeft,
)  # fmt: skip
"""Events that are not of one boat."""
BLOWS = (Revealed, TdcPlaced, Hit, Missed, Counterattacked, Shelled, Searched)
"""Details for a player who follows every blow of a fight."""
STEPS = (Sailed, TurnedBack, HeadedHome)
"""Events that the map shows."""


def weeks(events: Sequence[Event]) -> list[list[Event]]:
    """The events by week, the week under way last."""
    found: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, WeekBegan):
            found.append([])
        else:
            found[-1].append(event)
    return found


def week_command(events: Sequence[Event], view: SilentWarView, argument: str) -> str:
    """The events of this week; week 1 for the week before, week 2 for the one before that."""
    by_week = weeks(events)
    back = typed_number(argument or "0")
    if back is None:
        raise BadData(f"week takes a number of weeks to go back (found: {argument}); for example: week 1")
    if back >= len(by_week):
        raise BadData(f"weeks that are over: {len(by_week) - 1} (asked for: {back} back)")
    month, week = _weeks_ago(view, back)
    return f"{month}, week {week}\n" + "\n".join(summary(by_week[-1 - back]))


def _weeks_ago(view: SilentWarView, back: int) -> tuple[str, int]:
    year, month = map(int, view.month.split("-"))
    weeks_since = (year * 12 + month - 1) * 4 + view.week - 1 - back
    months = weeks_since // 4
    return f"{months // 12}-{months % 12 + 1:02d}", weeks_since % 4 + 1


def summary(events: Sequence[Event], attacks: Mapping[Named, str] | None = None) -> list[str]:
    """The score of the week, the war around, and a sentence for each boat to which something happened, which ends with
    the report of its ``attacks``. Details, such as single steps and which boat is in which column, are left out.
    """
    ships = sum(isinstance(event, Sinking) for event in events)
    tons = sum(event.tons for event in events if isinstance(event, Sinking | TonnageCredited))
    score = f"  sunk: {counted(ships, 'ship')}, {tons * 1000:,} tons" if ships else f"  {NOTHING_SUNK}"
    for word, kind in (("lost", Lost), ("written off", WrittenOff)):
        if names := [event.who for event in events if isinstance(event, kind)]:
            score += f"; {word}: {', '.join(names)}"
    lines = [score]
    lines += [f"  {event}" for event in events if isinstance(event, NEWS)]
    if ready := [event for event in events if isinstance(event, MadeReady)]:
        lines.append(f"  {listed([event.who for event in ready])} {ready[0].deed.of(len(ready))}.")
    by_boat: dict[Named, list[BoatEvent]] = defaultdict(list)
    for event in events:
        if isinstance(event, BoatEvent) and not event.detail and not isinstance(event, (*BLOWS, *STEPS)):
            by_boat[event.boat].append(event)
    for boat, happened in by_boat.items():
        told = _in_one(_once(happened))
        ending = (attacks or {}).get(boat, "")
        lines.append(f"  {boat} {told}{f'; {ending}' if ending else ''}.")
    return lines


COMES_OF_IT: Final[Mapping[Result, tuple[type[BoatEvent], ...]]] = {
    Result.NO_EFFECT: (),
    Result.SPOTTED: (Spotted,),
    Result.RTB: (SentHome,),
    Result.DAMAGED: (Damaged,),
    Result.DAMAGED_RTB: (Damaged, SentHome),
    Result.SUNK: (),
}
"""Events that an attack or a Transit Event has reported in its own sentence."""


def _once(happened: Sequence[BoatEvent]) -> list[Deed]:
    """The events of a boat, without what another of its events reports: that she is Spotted, after the attack that did
    it. How she is lost is told where she is.
    """
    lost = any(isinstance(event, Lost) for event in happened)
    deeds: list[Deed] = []
    due: list[type[BoatEvent]] = []
    for event in happened:
        if type(event) in due:
            due.remove(type(event))
            continue
        deed = event.deed
        if isinstance(event, Attacked):
            due = list(COMES_OF_IT[event.result])
            deed = event.attack if lost and event.result is Result.SUNK else deed
        deeds.append(deed)
    return deeds


def _in_one(deeds: Sequence[Deed]) -> str:
    """Several acts as one predicate."""
    *rest, last = map(str, deeds)
    if any(deed.hers or "," in deed.rest or ":" in deed.rest for deed in deeds[:-1]):
        return "; ".join([*rest, f"and {last}"])
    return listed([*rest, last])
