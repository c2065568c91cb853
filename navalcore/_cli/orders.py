"""Standing orders at the keyboard: given, listed, recalled, and carried out until they rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from navalcore import AnyMatch
from navalcore._cli.lookups import Command
from navalcore._cli.output import Output
from navalcore.bots import StandingOrders, bot_names
from navalcore.errors import BadData

AT_ONCE: Final = 2000
"""The most choices made by order before something is reported."""


class OrdersAtKeyboard:
    """The standing orders of those who sit at one keyboard; none cover a role of a bot."""

    def __init__(self, match: AnyMatch, people: Sequence[str], out: Output, plugins: Sequence[str] = ()) -> None:
        self._match = match
        self._out = out
        self._plugins = plugins
        seed = f"orders {match.setup.seed} {match.count}"
        self._by_role = {role: StandingOrders(match, role, seed, plugins) for role in people}

    def commands(self) -> dict[str, Command]:
        """The commands about them."""
        return {
            "orders": ("orders [WHAT [by BOT]]", "let a bot answer for you; alone: what it can do", self._give),
            "recall": ("recall [WHAT]", "take back standing orders: all of them, or those named", self._recall),
        }

    def in_force(self, role: str) -> bool:
        """Whether there are any for a role, at rest or not."""
        orders = self._by_role.get(role)
        return orders is not None and bool(orders.in_force)

    def at_work(self, role: str) -> bool:
        """Whether those of a role are being carried out."""
        return self.in_force(role) and not self._by_role[role].resting

    def lasting(self) -> list[str]:
        """Those that still hold when the match is left."""
        return [order.text for orders in self._by_role.values() for order in orders.in_force if order.lasting]

    def carry_out(self, role: str) -> tuple[int, str]:
        """Let the bot answer until Ctrl-C or an open decision; how many choices, and why orders rest now."""
        orders = self._by_role[role]
        rested, made = orders.resting, 0
        try:
            while made < AT_ONCE and (answer := orders.answer()) is not None:
                self._match.choose(answer, role=role)
                made += 1
        except KeyboardInterrupt:
            orders.rest("You stopped them.")
        return made, "" if orders.resting == rested else orders.resting

    def choice_taken_back(self) -> None:
        """Take all of them back with a choice, or they would make it again."""
        for orders in self._by_role.values():
            orders.take_back()

    def _give(self, words: str) -> None:
        decision = self._match.decision
        if decision is None or decision.role not in self._by_role:
            raise BadData("it is not your turn, and orders are given when it is")
        orders = self._by_role[decision.role]
        if words:
            given = orders.give(words)
            if given.text != "rest":
                self._out.line((given.said, "good"))
            if orders.resting:
                self._out.line("Your orders rest until you say: orders go")
            return
        for order in orders.in_force:
            self._out.line(f"In force: {order.text}")
        if orders.resting:
            self._out.line((f"They rest: {orders.resting} To continue, type: orders go", "title"))
        self._out.entries((f"orders {word}", text) for word, text in orders.kinds().items())
        known = bot_names(self._match.game, self._plugins)
        self._out.line(f"To name the bot, add by and one of: {', '.join(known)}")

    def _recall(self, words: str) -> None:
        gone = [text for orders in self._by_role.values() for text in orders.take_back(words)]
        if not gone:
            raise BadData(f"no orders of yours begin with '{words}'" if words else "no orders are in force")
        self._out.line(f"Taken back: {'; '.join(gone)}.")
