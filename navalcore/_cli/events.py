"""Events and outcomes in words: all of them, or the news of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any, Final

from navalcore import CHANCE, AnyGame, Event, Outcome
from navalcore._cli.output import Output
from navalcore.components import DiceRolled
from navalcore.rules import ChoiceMade, MatchEnded, Undone
from navalcore.study import reasons, told_about

FOLDED: Final = 10
"""More blows and minor matters than this, all at once, are left out of the news."""
FEW_DICE: Final = 4
"""No more dice by one section than these are news, where nothing else says what came of them."""
_FILLING: Final = frozenset({"the", "and", "with", "for", "from", "into"})


class EventLog:
    """All that happened in a match, and how much of it each onlooker has been shown."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._shown: dict[str, int] = {}
        self._news: dict[str, int] = {}  # where the last news of each begin

    def add(self, event: Event) -> None:
        """Take down one more event."""
        self._events.append(event)

    def seen_by(self, role: str) -> list[Event]:
        """Everything so far as ``role`` may see it; ``UMPIRE`` sees all."""
        return self._visible(role, 0)

    def news_for(self, role: str) -> list[Event]:
        """The events that ``role`` has not been shown yet; they count as shown from now on."""
        start = self._shown.get(role, 0)
        self._shown[role] = len(self._events)
        news = self._visible(role, start)
        if any(not isinstance(event, ChoiceMade) or event.role != role for event in news):
            self._news[role] = start
        return news

    def last_news(self, role: str) -> list[Event]:
        """The news that ``role`` was shown last, with all that came after them; nothing before the first."""
        return self._visible(role, self._news.get(role, len(self._events)))

    def share(self, viewer: str, role: str) -> None:
        """Count as shown to ``role`` the events that ``viewer`` was shown and both may see."""
        start, end = self._shown.get(role, 0), self._shown.get(viewer, 0)
        known = [event.seen_by(viewer) == event.seen_by(role) for event in self._events[start:end]]
        if all(known):
            self._shown[role] = max(start, end)

    def skip(self, roles: tuple[str, ...]) -> None:
        """Count everything so far as shown to these roles."""
        self._shown |= dict.fromkeys(roles, len(self._events))

    def _visible(self, role: str, start: int) -> list[Event]:
        seen = (event.seen_by(role) for event in self._events[start:])
        return [event for event in seen if event is not None]


@dataclass(frozen=True)
class NewsLine:
    """A line of the news."""

    text: str
    """A sentence."""
    rule: str = ""
    """The section it follows, or nothing."""
    style: str = ""
    """How it is shown."""


def digest(events: Sequence[Event], viewer: str, game: AnyGame, brief: bool = False) -> list[NewsLine]:
    """The events as news: nothing that another line says, nothing the viewer has just typed, nothing twice."""
    told = _told_by_nothing_else(events, viewer)
    rolled = Counter(event.rule for event in events if isinstance(event, DiceRolled))
    left = []
    for event in events:
        if isinstance(event, DiceRolled):
            wanted = id(event) in told and rolled[event.rule] <= FEW_DICE and not brief
        elif isinstance(event, ChoiceMade):
            wanted = id(event) in told and not brief
        else:
            wanted = not isinstance(event, MatchEnded) and not (brief and event.detail)
        left += [event] if wanted else []
    lines = list(_repeated(_sentences(left, game)))
    great = [event for event in left if not event.detail or isinstance(event, ChoiceMade | DiceRolled)]
    fewer = list(_repeated(_sentences(great, game)))
    if len(lines) - len(fewer) > FOLDED:
        note = f"({len(left) - len(great)} minor matters left out; log shows them)"
        return [*fewer, NewsLine(note, style="faint")]
    return lines


def _sentences(events: Sequence[Event], game: AnyGame) -> Iterator[NewsLine]:
    """A line for each event; those of a class that summarises them share one line, where the first is."""
    shorter = {type(event) for event in events if _overrides(type(event))}
    told: set[type[Event]] = set()
    for event in events:
        kind = type(event)
        if kind in shorter:
            if kind not in told:
                told.add(kind)
                alike = [each for each in events if type(each) is kind]
                for rule, run in groupby(alike, key=lambda each: each.rule):
                    yield from (NewsLine(text, rule) for text in kind.in_brief(list(run)))
        else:
            yield line_of(event, game)


def _overrides(kind: type[Event]) -> bool:
    return getattr(kind.in_brief, "__func__", None) is not getattr(Event.in_brief, "__func__", None)


def _repeated(lines: Iterable[NewsLine]) -> Iterator[NewsLine]:
    """The lines, those that are alike and follow one another as one."""
    for line, run in groupby(lines):
        number = sum(1 for _ in run)
        times = "" if number == 1 else " (twice)" if number == 2 else f" ({number} times)"
        yield NewsLine(line.text + times, line.rule, line.style)


def _told_by_nothing_else(events: Sequence[Event], viewer: str) -> set[int]:
    """By ``id``: choices of others after which no event says the same, dice that no event by their section follows."""
    found: set[int] = set()
    for place, event in enumerate(events):
        if isinstance(event, ChoiceMade) and event.role != viewer:
            if not any(_says(str(each), event.text) for each in _until_next_choice(events, place + 1)):
                found.add(id(event))
        elif isinstance(event, DiceRolled) and all(
            each.rule != event.rule for each in _until_next_choice(events, place + 1)
        ):
            found.add(id(event))
    return found


def _until_next_choice(events: Sequence[Event], start: int) -> Iterator[Event]:
    for event in events[start:]:
        if isinstance(event, ChoiceMade):
            return
        if not isinstance(event, DiceRolled):
            yield event


def _says(sentence: str, choice: str) -> bool:
    """Whether a sentence has half of the words of a choice or more, ignoring their endings."""
    words = [word for word in re.findall(r"[\w+]+", choice.casefold()) if word not in _FILLING]
    said = sentence.casefold()
    return bool(words) and 2 * sum(word[:5] in said for word in words) >= len(words)


def line_of(event: Event, game: AnyGame) -> NewsLine:
    """One event as a line: who chose what, or what happened, and by which rule."""
    if isinstance(event, ChoiceMade):
        return NewsLine(f"{capital(game.role_title(event.role))}: {event.text}", event.rule, "faint")
    if isinstance(event, Undone) and event.role != CHANCE:
        return NewsLine(f"{capital(game.role_title(event.role))} takes back: {event.text}", event.rule)
    return NewsLine(str(event), event.rule)


def print_line(out: Output, line: NewsLine) -> None:
    """One line, with its rule behind it."""
    out.line("  ", (line.text, line.style), (f"  [{line.rule}]" if line.rule else "", "rule"), hang=4)


def print_event(out: Output, game: AnyGame, event: Event) -> None:
    """One event of any kind; the outcome is printed at the end, with the scores."""
    if not isinstance(event, MatchEnded):
        print_line(out, line_of(event, game))


def print_sum(out: Output, game: AnyGame, events: Sequence[Event], words: str = "", news: int = 0) -> None:
    """How something came about: the last line with all these words, or of dice; older than ``news``, it says so."""
    place = told_about(events, words)
    if news and not words.strip() and place < len(events) - news:
        out.line(("No line of the last news is about dice. An earlier one:", "faint"))
    print_line(out, line_of(events[place], game))
    for reason in reasons(game, events, place):
        value = "" if reason.value is None else f"{reason.value:+d}  "
        out.line("    ", (value, "number"), reason.text, (f"  [{reason.rule}]" if reason.rule else "", "rule"), hang=6)


def event_documents(game: AnyGame, events: Iterable[Event]) -> list[dict[str, Any]]:
    """Events as JSON: what kind each is, the section it follows, and its sentence."""
    return [{"kind": event.kind, "rule": event.rule, "text": line_of(event, game).text} for event in events]


def sum_document(game: AnyGame, events: Sequence[Event], words: str) -> dict[str, Any]:
    """The sum that :func:`print_sum` prints, as JSON."""
    place = told_about(events, words)
    told = [asdict(reason) for reason in reasons(game, events, place)]
    return {"event": event_documents(game, events[place : place + 1])[0], "reasons": told}


def outcome_document(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a match ended, as JSON."""
    return None if outcome is None else asdict(outcome)


def print_outcome(out: Output, game: AnyGame, outcome: Outcome) -> None:
    """How the match ended."""
    out.line((f"The match is over. {outcome.reason}", "title"), (f"  [{outcome.rule}]" if outcome.rule else "", "rule"))
    out.fields(*((f"  {game.score_title(name)}", score) for name, score in outcome.scores.items()))


def capital(text: str) -> str:
    """The text with a capital letter to begin with."""
    return text[:1].upper() + text[1:]
