"""A match that is written down piece by piece, and played again from its pieces."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore.errors import NavalCoreError
from navalcore.rules import ChoiceMade, Undone
from navalcore.table._store import OutOfSync


@dataclass(frozen=True, slots=True)
class MadeChoice:
    """A decision that has been taken: by whom, and how many events each role and the spectator had been told before."""

    role: str
    told: Mapping[str, int]


class RecordedMatch:
    """A match and what has been written of it: pieces for the set-up, each choice and each taking back, which in order
    are a save, and lead whoever follows them to the same events under the same numbers.
    """

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.fresh: list[str] = []  # pieces that nobody has collected yet
        self.pieces = 0
        self.made: list[MadeChoice] = []  # without those taken back
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
    def carried_over(cls, game: AnyGame, pieces: Sequence[str]) -> RecordedMatch:
        """The match that these pieces of another version of the rules are of, all written anew."""
        old = nc.loads_match("".join(pieces), game)
        recorded = cls.begun(game, pieces[0])
        for entry in old.tape():
            if entry.kind == "choice":
                recorded.match.choose(entry.pick, role=entry.role)
        return recorded

    def follow(self, piece: str) -> None:
        """Do what was written elsewhere.

        Raises:
            OutOfSync: it does not fit, or something else is written of it here.
        """
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

    def _write(self, text: str) -> None:
        self.fresh.append(text)
        self.pieces += 1

    def _hear(self, event: nc.Event) -> None:
        """Note what was chosen and taken back, before the roles are told of it."""
        if isinstance(event, ChoiceMade):
            self.made.append(MadeChoice(event.role, dict(self._told)))
        elif isinstance(event, Undone):
            del self.made[max(n for n, this in enumerate(self.made) if this.role == event.role)]

    def _count(self, role: str, _event: object) -> None:
        self._told[role] += 1
