"""A match that is written down piece by piece, and played again from its pieces."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any, Final, Self, cast

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore.errors import NavalCoreError
from navalcore.rules import ChoiceMade, Undone
from navalcore.table._store import OutOfSync

APART: Final = 64
"""Choices between two moments of a match that are kept, so that none is played from the start each time; twice as many
whenever there are too many of them."""
LONG: Final = 500
"""Pieces of a match that is not played again from its beginning when it is loaded."""
MOMENTS: Final = 200
"""Moments that are kept."""


@dataclass(frozen=True, slots=True)
class MadeChoice:
    """A decision that has been taken: by whom, and how many events each role and the spectator had been told before."""

    role: str
    told: Mapping[str, int]


def by_people(entry: Any) -> bool:
    """Whether an entry of a tape is a choice, or what a person rolled or drew."""
    return bool(entry.kind == "choice" or (entry.kind == "chance" and entry.manual))


class RecordedMatch:
    """A match and its pieces, together a save: all who follow them come to the same events and numbers."""

    def __init__(self, match: AnyMatch, told: Mapping[str, int] | None = None) -> None:
        self.match = match
        self.fresh: list[str] = []  # pieces that nobody has collected yet
        self.written: list[str] = []  # all pieces
        roles = (*map(str, match.game.roles), nc.SPECTATOR)
        self.told = dict(told) if told else {role: match.snapshot(role).told for role in roles}
        self.oldest = dict(self.told) if told else dict.fromkeys(roles, 0)
        """Events of each role up to these are not at hand without the past."""
        for role in roles:
            match.events.subscribe(partial(self._count, role), role=role)
        match.record_to(self._write, resume=bool(told))
        if not told:
            self.fresh = ["".join(self.fresh)]  # the header and the set-up
            self.written = list(self.fresh)

    @property
    def pieces(self) -> int:
        """How many pieces there are."""
        return len(self.written)

    @property
    def headline(self) -> str:
        """The turn and the score in one line, as a spectator sees them."""
        return " · ".join(nc.face_of(self.match.game).headline(self.match.view(nc.SPECTATOR)))

    @classmethod
    def new(
        cls, game: AnyGame, scenario: str | None, options: Mapping[str, Any], undo: str,
        seats: Mapping[str, str] | None = None, dice: str = "committed", position: Mapping[str, Any] | None = None,
    ) -> RecordedMatch:  # fmt: skip
        """A new match, also from a position: its seed is known to no player and promised to all, or people roll."""
        policy: Any = undo
        chance: Any = dice
        if position is not None:
            return cls(game.position(position, undo=policy, seats=seats, history=True, chance=chance))
        match = game.new_match(scenario, options=options, undo=policy, chance=chance, seats=seats, history=True)
        return cls(match)

    @classmethod
    def begun(cls, game: AnyGame, first: str) -> Self:
        """The match that begins with this piece; what it begins with now is fresh, and may be another."""
        header = nc.read_save_text(first).header
        if header.position is not None:
            return cls(nc.loads_match(first, game, history=True))  # with the choices that the position has
        chance: Any = header.chance
        return cls(
            game.new_match(
                header.scenario, seed=header.seed or None, salt=header.salt or None, options=header.options,
                chance=chance, undo=header.undo, seats=header.seats, history=True,
            )
        )  # fmt: skip

    @classmethod
    def going_on(cls, past: AnyMatch, choices: int, undo: str, seats: Mapping[str, str]) -> RecordedMatch:
        """A match on the terms and dice of another one, with the first so many of its choices made already."""
        setup, policy, chance = past.setup, cast(Any, undo), cast(Any, past.setup.chance)
        if getattr(setup, "position", None) is not None:  # its first line holds it; who sits where, the table keeps
            recorded = cls(nc.loads_match(past.dumps(), past.game, to=0, history=True))
        else:
            recorded = cls(
                past.game.new_match(
                    setup.scenario.id, seed=setup.seed, salt=setup.salt, options=setup.options, chance=chance,
                    undo=policy, seats=seats, history=True,
                )
            )  # fmt: skip
        for entry in past.tape():
            if entry.kind == "choice":
                choices -= 1
            if choices < 0:
                break
            recorded.do_again(entry)
        return recorded

    def do_again(self, entry: Any) -> None:
        """Choose what an entry of a tape chose, or give what a person rolled."""
        if entry.kind == "choice":
            self.match.choose(entry.pick, role=entry.role)
        elif entry.kind == "chance" and entry.manual:
            self.match.choose(entry.text, role=nc.CHANCE)

    @classmethod
    def standing(cls, there: AnyMatch, undo: str, seats: Mapping[str, str]) -> RecordedMatch:
        """A match that begins at another one's present moment, with unknown dice."""
        policy = cast(Any, undo)
        placed = there.game.position(there.position(), undo=policy, seats=seats)
        return cls.going_on(
            placed, placed.count, undo, seats
        )  # the choices of the step under way are pieces of its own

    @classmethod
    def resumed(cls, game: AnyGame, pieces: Sequence[str], told: Mapping[str, int]) -> RecordedMatch:
        """The match that these pieces are of, played from the last checkpoint on, since they are this table's own."""
        recorded = cls(nc.loads_match("".join(pieces), game, trust=True, history=told), told)
        recorded.written = list(pieces)
        return recorded

    @classmethod
    def read(cls, game: AnyGame, pieces: Sequence[str], told: Mapping[str, int]) -> RecordedMatch:
        """The match of these pieces; from its last checkpoint if it is known how many events were reported."""
        if told and len(pieces) > LONG:
            return cls.resumed(game, pieces, told)
        recorded = cls.begun(game, pieces[0])
        for piece in pieces:
            recorded.follow(piece)
        return recorded

    @classmethod
    def carried_over(cls, game: AnyGame, pieces: Sequence[str]) -> RecordedMatch:
        """The match that these pieces of another version of the rules are of, all written again."""
        old = nc.loads_match("".join(pieces), game)
        recorded = cls.begun(game, pieces[0])
        made = len([*filter(by_people, recorded.match.tape())])  # those of a position are there already
        for entry in [*filter(by_people, old.tape())][made:]:
            recorded.do_again(entry)
        return recorded

    def follow(self, piece: str) -> None:
        """Do what was written elsewhere; raises OutOfSync if it does not fit what is written of it here."""
        if not self.fresh:
            try:
                entry = json.loads(piece.split("\n", 1)[0])
                if entry["kind"] == "undo" and entry["to"] == self.match.count:
                    self.match.unroll()
                elif entry["kind"] == "undo":
                    self.match.undo(entry.get("role"))
                elif entry["kind"] == "chance":
                    self.match.choose(entry.get("text", str(entry["value"])), role=nc.CHANCE)
                else:
                    self.match.choose(entry["pick"], role=entry["role"])
            except (NavalCoreError, KeyError, TypeError, ValueError):
                raise OutOfSync from None
        if self.fresh != [piece]:
            raise OutOfSync
        self.fresh.clear()

    def took_back(self) -> bool:
        """Whether something was taken back in the fresh pieces."""
        return any(json.loads(piece.split("\n", 1)[0])["kind"] == "undo" for piece in self.fresh)

    def rolls(self) -> int:
        """How often people have rolled and drawn since the last choice."""
        since = takewhile(lambda entry: entry.kind != "choice", reversed(self.match.tape()))
        return sum(entry.kind == "chance" and entry.manual for entry in since)

    def _write(self, text: str) -> None:
        self.fresh.append(text)
        self.written.append(text)

    def _count(self, role: str, _event: object) -> None:
        self.told[role] += 1


class Past(RecordedMatch):
    """A second copy of a match under way, to look back at: it follows when a client looks."""

    def __init__(self, match: AnyMatch, told: Mapping[str, int] | None = None) -> None:
        self.made: list[MadeChoice] = []  # without those taken back
        self._apart = APART
        match.events.subscribe(self._hear, role=nc.UMPIRE)
        super().__init__(match, told)
        self._moments = [(0, match.fork())]  # how it stood after so many choices

    def follow(self, piece: str) -> None:
        """Do what was written."""
        super().follow(piece)
        if len(self.made) >= self._moments[-1][0] + self._apart:
            self._moments.append((len(self.made), self.match.fork()))
            if len(self._moments) > MOMENTS:
                self._apart *= 2
                self._moments = self._moments[::2]

    def at(self, position: int) -> AnyMatch:
        """The match after so many choices; not to be changed."""
        start, match = [each for each in self._moments if each[0] <= position][-1]
        match, picks = match.fork(), self.match.choices()
        for place in range(start, position):
            match.choose(picks[place], role=self.made[place].role)
        return match

    def _hear(self, event: nc.Event) -> None:
        """Note what was chosen and taken back, before the roles are told of it."""
        if isinstance(event, ChoiceMade):
            self.made.append(MadeChoice(event.role, dict(self.told)))
        elif isinstance(event, Undone) and event.role != nc.CHANCE:
            place = max(n for n, this in enumerate(self.made) if this.role == event.role)
            del self.made[place]
            self._moments = [each for each in self._moments if each[0] <= place]
