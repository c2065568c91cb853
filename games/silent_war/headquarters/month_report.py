"""The events of a month, or those while orders were carried out: in a few lines, however much two hundred boats did."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from navalcore.components import counted, listed, typed_number
from navalcore.errors import BadData
from navalcore.rules import Event
from navalcore_games.silent_war.data_pack.printed import month_number, month_text
from navalcore_games.silent_war.events.boats import (
    Arrived,
    CameBack,
    Damaged,
    HeadedHome,
    Joined,
    Lost,
    Sailed,
    SentHome,
    SkipperGained,
    SkipperRelieved,
    TonnageCredited,
    Unspotted,
    WrittenOff,
)
from navalcore_games.silent_war.events.fights import ConvoyMet, Hit, Missed, Searched
from navalcore_games.silent_war.events.telling import BoatEvent, ContactMade, Deed, Sinking, sentence
from navalcore_games.silent_war.events.war import (
    BaseFell,
    BaseOpened,
    SkipperLeft,
    TorpedoesImproved,
    WarEventHappened,
    WarPeriodBegan,
    WeekBegan,
)
from navalcore_games.silent_war.headquarters.fleet import score
from navalcore_games.silent_war.headquarters.history import history_by
from navalcore_games.silent_war.headquarters.stops import meets_task_force
from navalcore_games.silent_war.headquarters.turn_report import NOTHING_SUNK, summary, weeks
from navalcore_games.silent_war.views import SilentWarView
from navalcore_games.silent_war.words import Named

ROUTINE = (Arrived, Joined, CameBack, SentHome, Unspotted)
"""Events that are reported of all boats together, or not at all."""
SKIPPERS = (SkipperGained, SkipperRelieved, SkipperLeft)
NEWS = (WarEventHappened, WarPeriodBegan, TorpedoesImproved, BaseOpened, BaseFell, *SKIPPERS)


def months(events: Sequence[Event]) -> list[list[Event]]:
    """The events by month, the month under way last."""
    found: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, WeekBegan) and event.begins_a_month:
            found.append([])
        else:
            found[-1].append(event)
    return found


_TIMES = {1: "", 2: " twice"}


def _names(counts: Counter[Named]) -> str:
    return ", ".join(f"{boat}{_TIMES.get(number, f' {number} times')}" for boat, number in counts.items())


def headlines(events: Sequence[Event]) -> list[str]:
    """Ships sunk by boat, contacts, damage and losses, who came in, and the news of the war."""
    tons: Counter[Named] = Counter()
    for event in events:
        if isinstance(event, Sinking | TonnageCredited):
            tons[event.boat] += event.tons
    ships = Counter(event.boat for event in events if isinstance(event, Sinking))
    lines = [f"sunk: {score(ships.total(), tons.total())}" if ships else NOTHING_SUNK]
    lines += [f"  {boat}: {score(ships[boat], number)}" for boat, number in tons.most_common() if ships[boat]]
    contacts = [event for event in events if isinstance(event, ContactMade)]
    if contacts:
        forces = sum(map(meets_task_force, contacts))
        with_forces = f", {forces} of them with {'a task force' if forces == 1 else 'task forces'}" if forces else ""
        lines.append(f"contacts: {len(contacts)}{with_forces}")
    for word, kind in (("lost", Lost), ("written off", WrittenOff), ("damaged", Damaged), ("ordered home", SentHome)):
        if counted := Counter(event.boat for event in events if isinstance(event, kind)):
            lines.append(f"{word}: {_names(counted)}")
    lines += [f"{_PAST[kind]} {deed.rest}: {', '.join(names)}" for kind, deed, names in _arrivals(events)]
    return lines + [str(event) for event in events if isinstance(event, NEWS)]


_PAST: Final[Mapping[type[BoatEvent], str]] = {Arrived: "arrived", Joined: "joined", CameBack: "returned"}


def _arrivals(events: Sequence[Event]) -> list[tuple[type[BoatEvent], Deed, list[str]]]:
    """Who arrives at a base, joins the fleet or returns from overhaul: how, and the boats of which the same is said."""
    alike: dict[tuple[type[BoatEvent], Deed], list[str]] = defaultdict(list)
    for event in events:
        if isinstance(event, Arrived | Joined | CameBack):
            alike[type(event), event.deed].append(event.who)
    return [(kind, deed, names) for (kind, deed), names in alike.items()]


def month_command(events: Sequence[Event], view: SilentWarView, argument: str) -> str:
    """The events of this month, in a few lines; month 1 for the month before."""
    by_month = months(events)
    back = typed_number(argument or "0")
    if back is None:
        raise BadData(f"month takes a number of months to go back (found: {argument}); for example: month 1")
    if back >= len(by_month):
        raise BadData(f"months that are over: {len(by_month) - 1} (asked for: {back} back)")
    month = month_number(view.month) - back
    before, after = history_by(month - 1), history_by(month)
    ships, tons, lost = (new - old for old, new in zip(before, after, strict=True))
    past = f"history: {score(ships, tons)}, {counted(lost, 'boat')} lost"
    return "\n".join([month_text(month), *(f"  {line}" for line in headlines(by_month[-1 - back])), f"  ({past})"])


# ---- what was done by order ------------------------------------------------------------------------------------------


def moves(events: Sequence[Event]) -> dict[str, tuple[Deed, ...]]:
    """Everything done by order, by boat or wolfpack: where it went, how often it searched, whether it turned home."""
    ways: dict[str, list[str]] = defaultdict(list)
    searches: Counter[str] = Counter()
    homeward: set[str] = set()
    for event in events:
        if isinstance(event, Sailed) and event.home is None:
            ways[event.party] += [str(area) for area in (*event.way, event.at)]
        elif isinstance(event, Searched | ConvoyMet):
            ways[event.party] += []
            searches[event.party] += 1
        elif isinstance(event, HeadedHome):
            ways[event.party] += []
            homeward.add(event.party)
    told = {}
    for party, steps in ways.items():
        number = searches[party]
        deeds = [Deed("goes", f"to {', then '.join(steps)}")] if steps else []
        deeds += [Deed("searches", "" if number == 1 else f"{number} times")] if number else []
        deeds += [HeadedHome.does] if party in homeward else []
        told[party] = tuple(deeds)
    return told


def digest(events: Sequence[Event], view: SilentWarView) -> list[str]:  # noqa: ARG001
    """Everything done by order and what came of it: of a week boat by boat, of a longer time in headlines."""
    done = moves(events)
    if sum(isinstance(event, WeekBegan) for event in events) > 1:
        boats = f"{counted(len(done), 'boat')} under way" if done else "no boat under way"
        return [f"{boats}; {', '.join(headlines(events)[:1])}", *headlines(events)[1:]]
    together: dict[tuple[Deed, ...], list[str]] = defaultdict(list)
    for party, deeds in done.items():
        together[deeds].append(party)
    lines = [
        sentence(f"{listed(parties)} {listed([deed.of(len(parties)) for deed in deeds])}")
        for deeds, parties in together.items()
    ]
    lines += [sentence(f"{listed(names)} {deed.of(len(names))}") for _, deed, names in _arrivals(events)]
    if back := [event.who for event in events if isinstance(event, SentHome)]:
        lines.append(sentence(f"{listed(back)} {SentHome.does}"))
    rest = [event for week in weeks(events) for event in week if not isinstance(event, ROUTINE)]
    attacks = Counter(event.boat for event in events if isinstance(event, Hit | Missed))
    hits = Counter(event.boat for event in events if isinstance(event, Hit))
    told = {boat: _hits(hits[boat], number) for boat, number in attacks.items()}
    return lines + [line for line in map(str.strip, summary(rest, told)) if line != NOTHING_SUNK]


def _hits(hits: int, attacks: int) -> str:
    """How many of a boat's attacks hit."""
    if attacks == 1:
        return "her attack hits" if hits else "her attack misses"
    return f"{hits} of {attacks} attacks {'hits' if hits == 1 else 'hit'}"
