"""The events that the roles of a match heard, and their choices: a linked list; texts and digests of it are made when
asked for.

A copy of a match shares the list up to where it was made. Each link remembers the lines that it is to a role, and the
digest of all lines up to it. So only new lines are digested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache

from navalcore._rules.decision import Decision
from navalcore._rules.events import choice_made
from navalcore._rules.option import key_of
from navalcore._rules.state import digest
from navalcore._rules.terms import View
from navalcore.components._events import Event


class MemoryLink:
    """A link of the list; this class itself is its beginning."""

    __slots__ = ("_digests", "before")

    def __init__(self, before: MemoryLink | None = None) -> None:
        self.before = before
        self._digests: dict[str, str] = {}

    def said_to(self, role: str) -> Sequence[str]:  # noqa: ARG002 - the beginning says nothing to anybody
        """The lines that this link is to a role."""
        return ()

    def begins_for(self, role: str) -> bool:  # noqa: ARG002 - the beginning is that of everybody
        """Whether what the role knows begins here."""
        return self.before is None

    def lines(self, role: str) -> list[str]:
        """All lines up to here."""
        found: list[Sequence[str]] = []
        link: MemoryLink | None = self
        while link is not None:
            found.append(link.said_to(role))
            link = None if link.begins_for(role) else link.before
        return [line for said in reversed(found) for line in said]

    def digest(self, role: str) -> str:
        """A fingerprint of all lines up to here."""
        waiting: list[MemoryLink] = []
        link: MemoryLink | None = self
        while link is not None and role not in link._digests:
            waiting.append(link)
            link = None if link.begins_for(role) else link.before
        known = "" if link is None else link._digests[role]
        for each in reversed(waiting):
            for line in each.said_to(role):
                known = digest(f"{known}{line}")
            each._digests[role] = known
        return known


class ToldLink(MemoryLink):
    """Events that were told."""

    __slots__ = ("_events",)

    def __init__(self, before: MemoryLink, events: Sequence[Event]) -> None:
        super().__init__(before)
        self._events = events

    def said_to(self, role: str) -> Sequence[str]:
        """A line for each event that the role may know of."""
        return [line_of(event) for each in self._events if (event := each.seen_by(role)) is not None]


class ChoiceLink(MemoryLink):
    """A choice of a role, and what it was shown and asked then."""

    __slots__ = ("_made", "_options", "_prompt", "_role", "_shown")

    def __init__(self, before: MemoryLink, shown: View | str, decision: Decision, index: int) -> None:
        super().__init__(before)
        self._shown = shown  # the view, or the line that it has been made into already
        self._role = decision.role
        self._prompt = decision.prompt  # words are made now, as they look at the state of now
        self._options = decision.options
        self._made = choice_made(decision, index)

    def said_to(self, role: str) -> Sequence[str]:
        """The choice, if the role may know of it. If the role made it, a fingerprint of its view comes first."""
        made = self._made.seen_by(role)
        lines = [] if made is None else [line_of(made)]
        if role != self._role:
            return lines
        if not isinstance(self._shown, str):
            self._shown = _shown_line(self._shown, self._prompt, self._options)
        return [self._shown, *lines]


class ImaginedLink(MemoryLink):
    """From here on it is a world that one role imagines; the others' knowledge begins with their present views."""

    __slots__ = ("_views",)

    def __init__(self, before: MemoryLink, views: Mapping[str, View]) -> None:
        super().__init__(before)
        self._views = views

    def begins_for(self, role: str) -> bool:
        """It does for those who do not imagine it."""
        return role in self._views

    def said_to(self, role: str) -> Sequence[str]:
        """The role's view of the imagined world."""
        return (f"imagined {self._views[role].model_dump_json()}",) if role in self._views else ()


def shown_line(view: View, decision: Decision | None) -> str:
    """A line of an information state: a fingerprint of a view and of the decision asked there."""
    return _shown_line(view, "", ()) if decision is None else _shown_line(view, decision.prompt, decision.options)


def _shown_line(view: View, prompt: str, options: Sequence[object]) -> str:
    asked = "\n".join([prompt, *map(key_of, options)])
    return f"shown {digest(f'{view.model_dump_json()}{asked}')}"


@cache
def _told_in(kind: type[Event]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.name not in ("rule", "to"))


def line_of(event: Event) -> str:
    """An event as a line of an information state: what it is and all that it says."""
    return " ".join([event.kind, *(f"{name}={getattr(event, name)}" for name in _told_in(type(event)))])  # type: ignore[arg-type]
