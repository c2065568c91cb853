"""What happened in a month, or while orders were carried out: in a few lines, whatever two hundred boats did."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from navalcore.components import counted, listed, typed_number
from navalcore.errors import BadData
from navalcore.rules import ChoiceMade, Event
from navalcore_games.silent_war.data_pack.printed import month_number, month_text
from navalcore_games.silent_war.events import (
    Arrived,
    Base,
    Contact,
    Damaged,
    Doubled,
    Happened,
    Hit,
    Lost,
    Miss,
    SentHome,
    Skipper,
    Sunk,
    Torpedo,
    TotalLoss,
    Unspotted,
    WarEvent,
    WarPeriod,
    Week,
)
from navalcore_games.silent_war.headquarters.campaign_chart import history_by
from navalcore_games.silent_war.headquarters.fleet import score
from navalcore_games.silent_war.headquarters.stops import TASK_FORCE, is_new_month
from navalcore_games.silent_war.headquarters.turn_report import NOTHING_SUNK, summary, weeks
from navalcore_games.silent_war.views import SilentWarView

ROUTINE = (Arrived, SentHome, Unspotted)
"""What is told of all boats together, or not at all."""
PACK = "wolfpack of "
SEARCH_TEXT, HOMEWARD_TEXT = "search", "bypass and return to base"
NEWS = (WarEvent, WarPeriod, Torpedo, Base, Skipper)


def months(events: Sequence[Event]) -> list[list[Event]]:
    """The events by month, the month under way last."""
    found: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, Happened) and is_new_month(event):
            found.append([])
        else:
            found[-1].append(event)
    return found


_TIMES = {1: "", 2: " twice"}


def _names(counts: Counter[str]) -> str:
    return ", ".join(f"{name}{_TIMES.get(number, f' {number} times')}" for name, number in counts.items())


def headlines(events: Sequence[Event]) -> list[str]:
    """Ships sunk by boat, contacts, damage and losses, who came in, and the news of the war."""
    told = [event for event in events if isinstance(event, Happened)]
    tons: Counter[str] = Counter()
    for event in told:
        if isinstance(event, Sunk | Doubled):
            tons[event.subject] += event.amount
    ships = Counter(event.subject for event in told if isinstance(event, Sunk))
    lines = [f"sunk: {score(ships.total(), tons.total())}" if ships else NOTHING_SUNK]
    lines += [f"  {name}: {score(ships[name], number)}" for name, number in tons.most_common() if ships[name]]
    contacts = [event for event in told if isinstance(event, Contact)]
    if contacts:
        forces = sum(TASK_FORCE in event.text for event in contacts)
        with_forces = f", {forces} of them with {'a task force' if forces == 1 else 'task forces'}" if forces else ""
        lines.append(f"contacts: {len(contacts)}{with_forces}")
    for word, kinds in (("lost", (Lost, TotalLoss)), ("damaged", (Damaged,)), ("ordered home", (SentHome,))):
        if counted := Counter(event.subject for event in told if isinstance(event, kinds)):
            lines.append(f"{word}: {_names(counted)}")
    lines += [f"{_PAST.get(verb, verb)} {where}: {', '.join(names)}" for verb, where, names in _arrivals(told)]
    return lines + [event.text for event in told if isinstance(event, NEWS)]


_PAST = {"arrives": "arrived", "joins": "joined", "returns": "returned"}


def _arrivals(told: Sequence[Happened]) -> list[tuple[str, str, list[str]]]:
    """Verb, place and boats: who arrives, joins the fleet or returns from overhaul."""
    by_base: dict[str, list[str]] = defaultdict(list)
    for event in told:
        if isinstance(event, Arrived):
            by_base[event.text.removeprefix(f"{event.subject} ").rstrip(".")].append(event.subject)
    return [(verb, where, names) for what, names in by_base.items() for verb, _, where in [what.partition(" ")]]


def month_command(events: Sequence[Event], view: SilentWarView, argument: str) -> str:
    """What happened this month, in a few lines; month 1 for the month before."""
    by_month = months(events)
    back = typed_number(argument or "0")
    if back is None:
        raise BadData(f"month takes a number of months to go back (found: {argument}); for example: month 1")
    if back >= len(by_month):
        raise BadData(f"only {len(by_month) - 1} months are over (asked for: {back} back)")
    month = month_number(view.month) - back
    before, after = history_by(month - 1), history_by(month)
    ships, tons, lost = (new - old for old, new in zip(before, after, strict=True))
    past = f"history: {score(ships, tons)}, {counted(lost, 'boat')} lost"
    return "\n".join([month_text(month), *(f"  {line}" for line in headlines(by_month[-1 - back])), f"  ({past})"])


# ---- what was done by order ------------------------------------------------------------------------------------------


def moves(events: Sequence[Event], view: SilentWarView) -> dict[str, tuple[str, str]]:
    """What was chosen for each boat: where it went, how often it searched, whether it turned home; as the predicate of
    one boat and of several.
    """
    boat = view.boats[0].name if len(view.boats) == 1 else ""
    places: dict[str, list[str]] = defaultdict(list)
    searches: Counter[str] = Counter()
    homeward: set[str] = set()
    for event in events:
        if not isinstance(event, ChoiceMade):
            continue
        if event.asked == "operate":
            boat = event.text
        elif event.text.startswith(("to ", "into ")):
            places[boat].append(event.text.partition(" ")[2])
        elif event.text == SEARCH_TEXT:
            places[boat] += []
            searches[boat] += 1
        elif event.text == HOMEWARD_TEXT:
            places[boat] += []
            homeward.add(boat)
    told = {}
    places.pop("", None)
    for name, steps in places.items():
        often = "" if searches[name] == 1 else f" {searches[name]} times"
        where = ", then ".join(steps)
        parts = [(f"goes to {where}", f"go to {where}")] if steps else []
        parts += [(f"searches{often}", f"search{often}")] if searches[name] else []
        parts += [("turns for home", "turn for home")] if name in homeward else []
        told[name] = listed(one for one, _ in parts), listed(many for _, many in parts)
    return told


def digest(events: Sequence[Event], view: SilentWarView) -> list[str]:
    """What was done by order and what came of it: of a week boat by boat, of a longer time in headlines."""
    happened = [event for event in events if isinstance(event, Happened)]
    done = moves(events, view)
    if sum(isinstance(event, Week) for event in happened) > 1:
        boats = f"{counted(len(done), 'boat')} under way" if done else "no boat under way"
        return [f"{boats}; {', '.join(headlines(events)[:1])}", *headlines(events)[1:]]
    together: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, what in done.items():
        together[what].append(f"the {name}" if name.startswith(PACK) else name)
    who = {what: listed(names) for what, names in together.items()}
    lines = [f"{names[0].upper()}{names[1:]} {what[0] if len(together[what]) == 1 else what[1]}."
             for what, names in who.items()]  # fmt: skip
    lines += [f"{listed(names)} {verb if len(names) == 1 else verb.removesuffix('s')} {where}."
              for verb, where, names in _arrivals(happened)]  # fmt: skip
    if back := [event.subject for event in happened if isinstance(event, SentHome)]:
        lines.append(f"{listed(back)} must return to base.")
    rest = [event for week in weeks(happened) for event in week if not isinstance(event, ROUTINE)]
    attacks = Counter(event.subject for event in happened if isinstance(event, Hit | Miss))
    hits = Counter(event.subject for event in happened if isinstance(event, Hit))
    told = {boat: _hits(hits[boat], number) for boat, number in attacks.items()}
    return lines + [line for line in map(str.strip, summary(rest, told)) if line != NOTHING_SUNK]


def _hits(hits: int, attacks: int) -> str:
    """How many of a boat's attacks hit."""
    if attacks == 1:
        return "her attack hits" if hits else "her attack misses"
    return f"{hits} of {attacks} attacks {'hits' if hits == 1 else 'hit'}"
