"""The history of a match: how it stood at any moment, without playing it from the start each time."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

import navalcore as nc
from navalcore import AnyMatch

APART: Final = 64
"""Choices between two moments that are stored."""


class MatchHistory:
    """How a match stood after each of its choices so far."""

    def __init__(self, match: AnyMatch) -> None:
        text = match.dumps()
        self._picks = [(entry.role, entry.pick) for entry in nc.read_save_text(text).entries if entry.kind == "choice"]
        self._stored = [(0, nc.loads_match(text, match.game, to=0))]

    def reaches(self, match: AnyMatch) -> bool:
        """Whether it is the history of the match as it stands now."""
        return match.choices() == [pick for _, pick in self._picks]

    def at(self, position: int) -> AnyMatch:
        """The match after so many choices; not to be changed."""
        if not 0 <= position <= len(self._picks):
            raise IndexError(position)
        start, match = self._stored[bisect_right(self._stored, position, key=lambda each: each[0]) - 1]
        match = match.fork()
        for place in range(start, position):
            role, pick = self._picks[place]
            match.choose(pick, role=role)
            if (place + 1) % APART == 0 and place + 1 > self._stored[-1][0]:
                self._stored.append((place + 1, match.fork()))
        return match
