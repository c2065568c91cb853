"""Events and outcomes in words."""

from __future__ import annotations

from navalcore.cli.common import AnyRules
from navalcore.cli.output import Output
from navalcore.components.events import Event
from navalcore.engine.events import ChoiceMade, MatchEnded, Undone
from navalcore.engine.terms import Outcome


class EventLog:
    """All that happened in a match, and how much of it each onlooker has been shown."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._shown: dict[str, int] = {}

    def add(self, event: Event) -> None:
        """Take down one more event."""
        self._events.append(event)

    def seen_by(self, role: str) -> list[Event]:
        """Everything so far as ``role`` may see it; ``UMPIRE`` sees all."""
        return self._visible(role, 0)

    def news_for(self, role: str) -> list[Event]:
        """What ``role`` has not been shown yet; it counts as shown from now on."""
        start = self._shown.get(role, 0)
        self._shown[role] = len(self._events)
        return self._visible(role, start)

    def skip(self, roles: tuple[str, ...]) -> None:
        """Count everything so far as shown to these roles."""
        self._shown |= dict.fromkeys(roles, len(self._events))

    def _visible(self, role: str, start: int) -> list[Event]:
        seen = (event.seen_by(role) for event in self._events[start:])
        return [event for event in seen if event is not None]


def print_event(out: Output, game: AnyRules, event: Event) -> None:
    """One event as a line: who chose what, or what happened, and by which rule."""
    if isinstance(event, MatchEnded):
        return  # the outcome is printed at the end, with the scores
    if isinstance(event, ChoiceMade):
        text, style = f"{capital(game.role_title(event.role))}: {event.text}", "faint"
    elif isinstance(event, Undone):
        text, style = f"{capital(game.role_title(event.role))} takes back: {event.text}", ""
    else:
        text, style = str(event), ""
    out.line("  ", (text, style), (f"  [{event.rule}]" if event.rule else "", "rule"))


def print_outcome(out: Output, game: AnyRules, outcome: Outcome) -> None:
    """How the match ended."""
    out.line((f"The match is over: {outcome.reason}", "title"), (f"  [{outcome.rule}]" if outcome.rule else "", "rule"))
    out.fields(*((f"  {game.role_title(name)}", score) for name, score in outcome.scores.items()))


def capital(text: str) -> str:
    """The text with a capital letter to begin with."""
    return text[:1].upper() + text[1:]
