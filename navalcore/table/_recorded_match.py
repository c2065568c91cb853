"""A match that is written down piece by piece, and played again from its pieces."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

import navalcore as nc
from navalcore import AnyGame, AnyMatch
from navalcore.bots import Bot, StandingOrders, broken_bot
from navalcore.errors import NavalCoreError, NotOffered
from navalcore.rules import Order
from navalcore.table._store import OutOfSync, Revision, StoredOrder


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
        self._last: dict[str, tuple[int, nc.Decision, int]] = {}
        self._orders: dict[str, StandingOrders[Any]] = {}
        self._in_force: list[tuple[StoredOrder, Order[Any]]] = []
        self._told = {str(role): match.snapshot(role).told for role in (*match.game.roles, nc.SPECTATOR)}
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
    def read(cls, game: AnyGame, pieces: Sequence[str], orders: Sequence[StoredOrder] = ()) -> RecordedMatch:
        """The match that these pieces are of."""
        recorded = cls._begun(game, pieces[0])
        if recorded.fresh != [pieces[0]]:
            raise OutOfSync
        recorded.fresh.clear()
        recorded.follow(pieces[1:], orders)
        return recorded

    @classmethod
    def carried_over(cls, game: AnyGame, pieces: Sequence[str]) -> RecordedMatch:
        """The match that these pieces of another version of the rules are of, all written anew."""
        old = nc.loads_match("".join(pieces), game)
        recorded = cls._begun(game, pieces[0])
        for entry in old.tape():
            if entry.kind == "choice":
                recorded.choose(entry.pick, entry.role)
        return recorded

    @classmethod
    def _begun(cls, game: AnyGame, first: str) -> RecordedMatch:
        header = nc.read_save_text(first).header
        chance: Any = header.chance
        return cls(
            game.new_match(
                header.scenario, seed=header.seed, salt=header.salt, options=header.options, chance=chance,
                undo=header.undo, seats=header.seats, history=True,
            )
        )  # fmt: skip

    # ---- playing ----------------------------------------------------------------------------------------------------

    def choose(self, choice: object, role: str, decision: int | None = None) -> str:
        """Answer the decision of a role; the text of what was chosen. The errors are those of ``match.choose``."""
        this, asked = MadeChoice(role, dict(self._told)), self.match.decisions.get(role)
        number = -1 if asked is None else asked.number
        self.match.choose(choice, role=role, decision=decision)
        self.made.append(this)
        if asked is None:
            return ""
        index = asked.read(choice)
        self._last[role] = number, asked, index
        return asked.texts[index]

    def chosen_last(self, role: str, decision: int, words: str) -> str:
        """The text of what the role chose last if these words mean it once more; else nothing."""
        if role in self._last:
            number, asked, index = self._last[role]
            with suppress(NotOffered):
                return asked.texts[index] if number == decision and asked.read(words) == index else ""
        return ""

    def undo(self, role: str | None, made: int | None = None) -> None:
        """Take the last choice of a role back, and its standing orders; the errors are those of ``match.undo``."""
        self.match.undo(role, decision=made)
        if role is None:
            self._last.clear()
        else:
            self._last.pop(role, None)
            self.recall(role)
        place = max((n for n, this in enumerate(self.made) if role in (None, this.role)), default=None)
        if place is not None:
            del self.made[place]

    def answer(self, bots: Mapping[str, Bot[Any]], seconds: float) -> bool:
        """Let bots and standing orders answer for so many seconds; whether they would go on."""
        end = monotonic() + seconds
        while self._answer_one(bots):
            if monotonic() > end:
                return True
        return False

    def _answer_one(self, bots: Mapping[str, Bot[Any]]) -> bool:
        for role, decision in self.match.decisions.items():
            bot, orders = bots.get(role), self._orders.get(role)
            answer: object = None
            if bot is not None:
                try:
                    answer = bot.decide(self.match.view(role), decision.bare())
                except Exception as error:
                    raise broken_bot(bot, decision, error) from error
            elif orders is not None:
                answer = orders.answer()
            if answer is not None:
                self.choose(answer, role)
                return True
        return False

    # ---- standing orders --------------------------------------------------------------------------------------------

    def kinds_of_orders(self, role: str) -> dict[str, str]:
        """What a role may hand to a bot, by word, with a line on each."""
        return self._standing_orders(role).kinds()

    def give(self, role: str, words: str) -> None:
        """Hand something to a bot; the errors are those of ``StandingOrders.give``."""
        self._order(StoredOrder(role, " ".join(words.split()), self.pieces))

    def recall(self, role: str, words: str = "") -> list[str]:
        """Take standing orders back, all of a role's without words; the texts of those that were in force."""
        orders = self._orders.get(role)
        return [] if orders is None else orders.take_back(words)

    def in_force(self) -> list[StoredOrder]:
        """The standing orders in force."""
        self._in_force = [
            (stored, order)
            for stored, order in self._in_force
            if any(order is each for each in self._orders[stored.role].in_force)
        ]
        return [stored for stored, _ in self._in_force]

    def is_ahead_of(self, revision: Revision) -> bool:
        """Whether something has happened here that is not in what is stored."""
        return bool(self.fresh) or tuple(self.in_force()) != revision.orders

    def orders_of(self, role: str) -> tuple[str, ...]:
        """The standing orders of a role as it may be told of them: those in force, and why they rest if they do."""
        in_force = tuple(stored.words for stored in self.in_force() if stored.role == role and stored.words != "rest")
        orders = self._orders.get(role)
        return in_force if orders is None or not orders.resting else (*in_force, f"rest: {orders.resting}")

    def _order(self, stored: StoredOrder) -> None:
        self._in_force.append((stored, self._standing_orders(stored.role).give(stored.words)))

    def _standing_orders(self, role: str) -> StandingOrders[Any]:
        if role not in self._orders:
            self._orders[role] = StandingOrders(self.match, role, f"orders {self.match.setup.seed} {role}")
        return self._orders[role]

    # ---- following --------------------------------------------------------------------------------------------------

    def follow(self, pieces: Sequence[str], orders: Sequence[StoredOrder]) -> None:
        """Do what was written elsewhere, and give the orders that were given there."""
        known = self.in_force()
        for stored, order in self._in_force:
            if stored not in orders:
                self._orders[stored.role].take_back(order.text)
        due = [stored for stored in orders if stored not in known]
        for piece in pieces:
            self._give(due)
            self._apply(piece)
        self._give(due)

    def _give(self, due: list[StoredOrder]) -> None:
        for stored in [each for each in due if each.piece <= self.pieces]:
            due.remove(stored)
            try:
                self._order(stored)
            except NavalCoreError:  # its bot is not installed here any more, or its piece is gone
                continue

    def _apply(self, piece: str) -> None:
        entry = json.loads(piece.split("\n", 1)[0])
        try:
            if entry["kind"] == "undo":
                self.undo(entry.get("role"))
            else:
                self.choose(entry["pick"], entry["role"])
        except (NavalCoreError, KeyError):
            raise OutOfSync from None
        if self.fresh != [piece]:
            raise OutOfSync
        self.fresh.clear()

    def _write(self, text: str) -> None:
        self.fresh.append(text)
        self.pieces += 1

    def _count(self, role: str, _event: object) -> None:
        self._told[role] += 1
