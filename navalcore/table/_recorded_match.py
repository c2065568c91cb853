"""A match that is written down piece by piece, and played again from its pieces."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, cast

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore.errors import NavalCoreError
from navalcore.rules import ChoiceMade, Undone
from navalcore.table._store import OutOfSync

APART: Final = 64
"""Choices between two moments of a match that are stored, so that none is played from the start each time."""


@dataclass(frozen=True, slots=True)
class MadeChoice:
    """A decision that has been taken: by whom, and how many events each role and the spectator had been told before."""

    role: str
    told: Mapping[str, int]


class RecordedMatch:
    """A match and its pieces: together a save, and whoever follows them comes to the same events and numbers."""

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.fresh: list[str] = []  # pieces that nobody has collected yet
        self.pieces = 0
        self.made: list[MadeChoice] = []  # without those taken back
        self._moments: list[tuple[int, AnyMatch]] = []  # how it stood after so many choices, once somebody has asked
        self._told = {str(role): match.snapshot(role).told for role in (*match.game.roles, nc.SPECTATOR)}
        match.events.subscribe(self._hear, role=nc.UMPIRE)
        for role in self._told:
            match.events.subscribe(partial(self._count, role), role=role)
        match.record_to(self._write)
        self.fresh = ["".join(self.fresh)]  # the header and the set-up
        self.pieces = 1

    @classmethod
    def new(
        cls, game: AnyGame, scenario: str | None, options: Mapping[str, Any], undo: str,
        seats: Mapping[str, str] | None = None,
    ) -> RecordedMatch:  # fmt: skip
        """A new match, whose seed nobody knows and everybody is promised."""
        policy: Any = undo
        match = game.new_match(scenario, options=options, undo=policy, chance="committed", seats=seats, history=True)
        return cls(match)

    @classmethod
    def begun(cls, game: AnyGame, first: str) -> RecordedMatch:
        """The match that begins with this piece; what it begins with now is fresh, and may be another."""
        header = nc.read_save_text(first).header
        chance: Any = header.chance
        return cls(
            game.new_match(
                header.scenario, seed=header.seed, salt=header.salt, options=header.options, chance=chance,
                undo=header.undo, seats=header.seats, history=True,
            )
        )  # fmt: skip

    @classmethod
    def going_on(cls, past: AnyMatch, choices: int, undo: str, seats: Mapping[str, str]) -> RecordedMatch:
        """A match on the terms and dice of another one, with the first so many of its choices made already."""
        setup, policy, chance = past.setup, cast(Any, undo), cast(Any, past.setup.chance)
        recorded = cls(
            past.game.new_match(
                setup.scenario.id, seed=setup.seed, salt=setup.salt, options=setup.options, chance=chance,
                undo=policy, seats=seats, history=True,
            )
        )  # fmt: skip
        for entry in [each for each in past.tape() if each.kind == "choice"][:choices]:
            recorded.match.choose(entry.pick, role=entry.role)
        return recorded

    @classmethod
    def carried_over(cls, game: AnyGame, pieces: Sequence[str]) -> RecordedMatch:
        """The match that these pieces of another version of the rules are of, all written anew."""
        old = nc.loads_match("".join(pieces), game)
        recorded = cls.begun(game, pieces[0])
        for entry in old.tape():
            if entry.kind == "choice":
                recorded.match.choose(entry.pick, role=entry.role)
        return recorded

    def follow(self, piece: str) -> None:
        """Do what was written elsewhere; raises OutOfSync if it does not fit what is written of it here."""
        if not self.fresh:
            entry = json.loads(piece.split("\n", 1)[0])
            try:
                if entry["kind"] == "undo":
                    self.match.undo(entry.get("role"))
                else:
                    self.match.choose(entry["pick"], role=entry["role"])
            except (NavalCoreError, KeyError):
                raise OutOfSync from None
        if self.fresh != [piece]:
            raise OutOfSync
        self.fresh.clear()

    def at(self, position: int) -> AnyMatch:
        """The match after so many choices; not to be changed."""
        if not self._moments:
            self._moments = [(0, nc.loads_match(self.match.dumps(), self.match.game, to=0))]
        start, match = [each for each in self._moments if each[0] <= position][-1]
        match, picks = match.fork(), self.match.choices()
        for place in range(start, position):
            match.choose(picks[place], role=self.made[place].role)
            if (place + 1) % APART == 0 and place + 1 > self._moments[-1][0]:
                self._moments.append((place + 1, match.fork()))
        return match

    def _write(self, text: str) -> None:
        self.fresh.append(text)
        self.pieces += 1

    def _hear(self, event: nc.Event) -> None:
        """Note what was chosen and taken back, before the roles are told of it."""
        if isinstance(event, ChoiceMade):
            self.made.append(MadeChoice(event.role, dict(self._told)))
        elif isinstance(event, Undone):
            place = max(n for n, this in enumerate(self.made) if this.role == event.role)
            del self.made[place]
            self._moments = [each for each in self._moments if each[0] <= place]

    def _count(self, role: str, _event: object) -> None:
        self._told[role] += 1
