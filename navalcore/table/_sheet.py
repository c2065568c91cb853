"""A match that is written down piece by piece, and played again from its pieces."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, TypeAlias

import navalcore as nc
from navalcore._face import Order
from navalcore.bots import Bot, broken_bot
from navalcore.bots._orders import StandingOrders
from navalcore.errors import NavalCoreError, NotOffered
from navalcore.table._kept import KeptOrder, OutOfStep

AnyGame: TypeAlias = nc.Game[Any, Any, Any]
AnyMatch: TypeAlias = nc.Match[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """A decision that has been taken.

    Attributes:
        role: who took it.
        told: how many events each role, and the spectator, had been told before.
    """

    role: str
    told: Mapping[str, int]


class Sheet:
    """A match and what has been written of it: one piece for the set-up, then one for every choice and every taking
    back. The pieces in order are a save, and whoever follows them one by one has the same match, with the same events
    under the same numbers.

    Args:
        match: the match, with its history; nobody else records it.

    Attributes:
        match: the match.
        pieces: how many pieces have been written.
        fresh: those of them that nobody has collected yet.
        marks: the decisions that have been taken, in order, without those taken back.
    """

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.fresh: list[str] = []
        self.pieces = 0
        self.marks: list[Mark] = []
        self._last: dict[str, tuple[int, nc.Decision, int]] = {}
        self._orders: dict[str, StandingOrders[Any]] = {}
        self._in_force: list[tuple[KeptOrder, Order[Any]]] = []
        self._told = {str(role): match.snapshot(role).told for role in (*match.game.roles, nc.SPECTATOR)}
        for role in self._told:
            match.events.subscribe(partial(self._count, role), role=role)
        match.record_to(self._write)
        self.fresh = ["".join(self.fresh)]  # the header and the set-up
        self.pieces = 1

    @classmethod
    def new(cls, game: AnyGame, scenario: str | None, options: Mapping[str, Any], undo: str) -> Sheet:
        """A new match, whose seed nobody knows and everybody is promised.

        Raises:
            UnknownName, BadData: no such scenario, or options that do not fit.
        """
        policy: Any = undo
        return cls(game.new_match(scenario, options=options, undo=policy, chance="committed", history=True))

    @classmethod
    def read(cls, game: AnyGame, pieces: Sequence[str], orders: Sequence[KeptOrder] = ()) -> Sheet:
        """The match that these pieces are of.

        Raises:
            OutOfStep: the rules do not do what was written.
        """
        sheet = cls._begun(game, pieces[0])
        if sheet.fresh != [pieces[0]]:
            raise OutOfStep
        sheet.fresh.clear()
        sheet.follow(pieces[1:], orders)
        return sheet

    @classmethod
    def carried_over(cls, game: AnyGame, pieces: Sequence[str]) -> Sheet:
        """The match that these pieces of another version of the rules are of, all written anew.

        Raises:
            IncompatibleSave: there is no way to carry it over.
            Diverged: the rules no longer do what was written.
        """
        old = nc.loads_match("".join(pieces), game)
        sheet = cls._begun(game, pieces[0])
        for entry in old.tape():
            if entry.kind == "choice":
                sheet.choose(entry.pick, entry.role)
        return sheet

    @classmethod
    def _begun(cls, game: AnyGame, first: str) -> Sheet:
        header = nc.read_save_text(first).header
        chance: Any = header.chance
        return cls(
            game.new_match(
                header.scenario, seed=header.seed, salt=header.salt, options=header.options, chance=chance,
                undo=header.undo, history=True,
            )
        )  # fmt: skip

    # ---- playing ----------------------------------------------------------------------------------------------------

    def choose(self, choice: object, role: str, decision: int | None = None) -> str:
        """Answer the decision of a role; returns the text of what was chosen. The errors are those of
        ``match.choose``.
        """
        mark, asked = Mark(role, dict(self._told)), self.match.decisions.get(role)
        number = -1 if asked is None else asked.number
        self.match.choose(choice, role=role, decision=decision)
        self.marks.append(mark)
        if asked is None:
            return ""
        index = asked.read(choice)
        self._last[role] = number, asked, index
        return asked.texts[index]

    def chosen_last(self, role: str, decision: int, words: str) -> str:
        """The text of what the role chose last if these words mean that option of that decision, so that the same
        choice has come twice; else nothing.
        """
        if role in self._last:
            number, asked, index = self._last[role]
            with suppress(NotOffered):
                return asked.texts[index] if number == decision and asked.read(words) == index else ""
        return ""

    def undo(self, role: str | None) -> None:
        """Take the last choice of a role back, and its standing orders with it; the errors are those of
        ``match.undo``.
        """
        self.match.undo(role)
        if role is None:
            self._last.clear()
        else:
            self._last.pop(role, None)
        place = max((n for n, mark in enumerate(self.marks) if role in (None, mark.role)), default=None)
        if place is not None:
            del self.marks[place]
        if role is not None:
            self.recall(role)

    def answer(self, bots: Mapping[str, Bot[Any]], seconds: float) -> bool:
        """Let bots and standing orders answer for so many seconds; whether they would go on.

        Raises:
            BrokenPlugin: a bot failed.
        """
        end = monotonic() + seconds
        while self._answer_one(bots):
            if monotonic() > end:
                return True
        return False

    def _answer_one(self, bots: Mapping[str, Bot[Any]]) -> bool:
        for role, decision in self.match.decisions.items():
            bot = bots.get(role)
            try:
                if bot is not None:
                    answer = bot.decide(self.match.view(role), decision.bare())
                else:
                    orders = self._orders.get(role)
                    answer = orders.answer() if orders is not None else None
            except NavalCoreError:
                raise
            except Exception as error:
                raise broken_bot(bot, decision, error) if bot is not None else error from error
            if answer is not None:
                self.choose(answer, role)
                return True
        return False

    # ---- standing orders --------------------------------------------------------------------------------------------

    def kinds_of_orders(self, role: str) -> dict[str, str]:
        """What a role may hand to a bot, by word, with a line on each."""
        return self._standing(role).kinds()

    def give(self, role: str, words: str) -> None:
        """Hand something to a bot; the errors are those of ``StandingOrders.give``."""
        self._order(KeptOrder(role, " ".join(words.split()), self.pieces))

    def recall(self, role: str, words: str = "") -> list[str]:
        """Take standing orders back, all of a role's without words; the texts of those that were in force."""
        orders = self._orders.get(role)
        return [] if orders is None else orders.take_back(words)

    def in_force(self) -> list[KeptOrder]:
        """The standing orders in force."""
        self._in_force = [
            (kept, order)
            for kept, order in self._in_force
            if any(order is each for each in self._orders[kept.role].in_force)
        ]
        return [kept for kept, _ in self._in_force]

    def orders_of(self, role: str) -> tuple[str, ...]:
        """The standing orders of a role as it may be told of them: those in force, and why they rest if they do."""
        in_force = tuple(kept.words for kept in self.in_force() if kept.role == role and kept.words != "rest")
        orders = self._orders.get(role)
        return in_force if orders is None or not orders.resting else (*in_force, f"rest: {orders.resting}")

    def _order(self, kept: KeptOrder) -> None:
        self._in_force.append((kept, self._standing(kept.role).give(kept.words)))

    def _standing(self, role: str) -> StandingOrders[Any]:
        if role not in self._orders:
            self._orders[role] = StandingOrders(self.match, role, f"orders {self.match.setup.seed} {role}")
        return self._orders[role]

    # ---- following --------------------------------------------------------------------------------------------------

    def follow(self, pieces: Sequence[str], orders: Sequence[KeptOrder]) -> None:
        """Do what was written elsewhere, and give the orders that were given there.

        Raises:
            OutOfStep: the rules do not do what was written.
        """
        known = self.in_force()
        for kept, order in self._in_force:
            if kept not in orders:
                self._orders[kept.role].take_back(order.text)
        due = [kept for kept in orders if kept not in known]
        for piece in pieces:
            self._give(due)
            self._apply(piece)
        self._give(due)

    def _give(self, due: list[KeptOrder]) -> None:
        for kept in [each for each in due if each.piece <= self.pieces]:
            due.remove(kept)
            try:
                self._order(kept)
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
            raise OutOfStep from None
        if self.fresh != [piece]:
            raise OutOfStep
        self.fresh.clear()

    def _write(self, text: str) -> None:
        self.fresh.append(text)
        self.pieces += 1

    def _count(self, role: str, _event: object) -> None:
        self._told[role] += 1
