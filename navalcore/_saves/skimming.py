"""Skimming: of the lines of a save that are trusted only who chose what is read, and where the checkpoints are."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Final

CHOICE: Final = re.compile(rb'\{"kind":"choice","role":("(?:[^"\\]|\\.)*"),.*?"pick":(\d+),')
"""A line that records a choice; in a text the quotation marks of ``"pick":`` would be escaped."""
UNDO: Final = re.compile(rb'\{"kind":"undo","to":(\d+)(?:,"role":("(?:[^"\\]|\\.)*"|null))?,')
OTHERS: Final = (b"chanc", b"state", b"outco")
"""How the kinds begin of entries of which nothing is read."""


@dataclass
class Skimmed:
    """The line of play in a save.

    Attributes:
        lines: the number of each entry's line.
        roles: who chose.
        picks: what.
        starts: of each checkpoint its place among the entries, and the choices before it.
    """

    lines: list[int] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    picks: list[int] = field(default_factory=list)
    starts: list[tuple[int, int]] = field(default_factory=list)
    _places: list[int] = field(default_factory=list)  # of the choices, among the entries
    _known: dict[bytes, str] = field(default_factory=dict)

    def take(self, line: bytes, number: int) -> bool:
        """Take over what a line says; whether it could be read."""
        kind = line[9:14]
        if kind == b"choic":
            found = CHOICE.match(line)
            if found is None:
                return False
            self._places.append(len(self.lines))
            self.roles.append(self._role(found[1]))
            self.picks.append(int(found[2]))
        elif kind == b"check":
            self.starts.append((len(self.lines), len(self.picks)))
        elif kind == b'undo"':
            return self._take_back(line)
        elif kind not in OTHERS:
            return False
        self.lines.append(number)
        return True

    def _role(self, told: bytes) -> str:
        role = self._known.get(told)
        if role is None:
            role = self._known[told] = json.loads(told)
        return role

    def _take_back(self, line: bytes) -> bool:
        """Leave out what was taken back: all after so many choices, or the last choice of a role alone."""
        found = UNDO.match(line)
        if found is None:
            return False
        to, role = int(found[1]), found[2]
        if role in (None, b"null"):
            if to >= len(self.picks):
                return False
            place = self._places[to]
            del self.lines[place:], self.roles[to:], self.picks[to:], self._places[to:]
            self.starts = [each for each in self.starts if each[0] < place]
            return True
        name = self._role(role)
        if to != len(self.picks) - 1 or name not in self.roles:
            return False
        last = max(n for n in reversed(range(len(self.roles))) if self.roles[n] == name)
        place = self._places[last]
        del self.lines[place], self.roles[last], self.picks[last], self._places[last]
        self._places[last:] = [each - 1 for each in self._places[last:]]
        self.starts = [(at - (at > place), count - (at > place)) for at, count in self.starts]
        return True


def skim(lines: list[bytes]) -> Skimmed | None:
    """The line of play in the lines of a save, its header the first of them; None where a line cannot be read so."""
    skimmed = Skimmed()
    for number, line in enumerate(lines[1:], start=2):
        if not skimmed.take(line, number):
            return None
    return skimmed
