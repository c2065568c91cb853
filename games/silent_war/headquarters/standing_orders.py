"""Standing orders: who fights, who steers, what is settled in port, and what the player is to be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from navalcore.bots import FILLING, Bot
from navalcore.errors import BadData
from navalcore.rules import Ask, Decision, Event, Order
from navalcore_games.silent_war.choices import END, FormPack, GoToOverhaul, Operate
from navalcore_games.silent_war.events.boats import Arrived, CameBack, Joined
from navalcore_games.silent_war.headquarters.who import AT_SEA, Who
from navalcore_games.silent_war.ids import BoatIndex
from navalcore_games.silent_war.views import BoatView, SilentWarView

FIGHTING = frozenset({"column", "posture", "reveal", "turn_back", "mark", "unmodified", "aim", "attack", "next_attack",
                      "leave_out", "lumber", "shell", "weapon", "again", "again.pack", "stay", "fight_on",
                      "dive", "next_boat"})  # fmt: skip
"""The decisions of a fight, by kind."""
STEERING = frozenset({"transit", "side", "patrol", "patrol.pack", "search", "search.pack", "formation", "zone",
                      "zone.pack", "home", "homeward", "turned_back_at", "mission_way"})  # fmt: skip
"""The decisions on where a boat goes, whether it searches and when it comes home, by kind."""
IN_PORT = frozenset({"training", "skipper", "repair_box", "leave_hold", "demand", "take_over", "typhoon"})
"""The decisions that do not belong to a boat at sea, by kind."""
ON_THE_WAY_HOME = frozenset({"home", "homeward", "turned_back_at"})
STAFF_RANK = FILLING + 1
"""The staff ends the week when no other order has anything to do, not even one for the rest of the turn."""
FEW = 8
"""The most boats without orders that are named; more are counted base by base."""


def subject(view: SilentWarView) -> BoatIndex | None:
    """The boat that a decision is about, by index, or None: on the display the one whose round it is."""
    if view.combat is not None and view.combat.acting is not None:
        return view.combat.fighters[view.combat.acting].boat
    return view.acting


def sails_next(view: SilentWarView, decision: Decision, bot: Bot[SilentWarView], who: Who) -> object | None:
    """Which of the boats operates next, as the bot would have it; None if none of them is left."""
    options = [
        option
        for option in decision.options
        if (isinstance(option, Operate | GoToOverhaul) and who.covers(view, option.index))
        or (isinstance(option, FormPack) and who.everybody)
    ]
    if not any(isinstance(option, Operate | GoToOverhaul) for option in options):
        return None
    chosen = Decision(decision.role, decision.prompt, options, decision.rule, kind=decision.kind)
    return bot.decide(view, chosen)


class ForBoats(Order[SilentWarView]):
    """Decisions of some kinds of some boats, until recalled.

    Args:
        word: the word of the order.
        who: the boats.
        kinds: the kinds of decisions; None for all that are about a boat.
        steers: whether the boats are also named when the next to operate is asked for.
    """

    def __init__(self, word: str, who: Who, kinds: frozenset[str] | None, steers: bool) -> None:
        super().__init__(f"{word} {who.text}", lasting=True)
        self.who = who
        self.kinds = kinds
        self.steers = steers

    def answer(self, view: SilentWarView, decision: Decision, bot: Bot[SilentWarView]) -> object | None:
        """The answer of the bot for one of the boats."""
        if decision.kind == "operate":
            return sails_next(view, decision, bot, self.who) if self.steers else None
        if decision.kind == "join_pack" and self.steers and self.who.everybody:
            return bot.decide(view, decision)
        if not self.who.covers(view, subject(view)) or (self.kinds is not None and decision.kind not in self.kinds):
            return None
        return bot.decide(view, decision)

    def hear(self, event: Event) -> None:
        """Note where boats arrive."""
        self.who.hear(event)


class AskFor(ForBoats):
    """All decisions of some boats are the player's."""

    @property
    def said(self) -> str:
        """That they are."""
        return f"You are asked about {self.who.text}, before all other orders."

    def answer(self, view: SilentWarView, decision: Decision, bot: Bot[SilentWarView]) -> object | None:  # noqa: ARG002
        """That the player is to answer."""
        if decision.kind == "operate":
            first = (o for o in decision.options if isinstance(o, Operate) and self.who.covers(view, o.index))
            return next(first, None)
        return Ask() if self.who.covers(view, subject(view)) else None


def _whom(view: SilentWarView, words: str, word: str) -> Who:
    if not words:
        raise BadData(f"which boats? Write, for example: orders {word} Wahoo, or orders {word} all")
    return Who(view, words)


def boat_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:
    """WHO: steer and fight for boats, until recalled: orders boat Wahoo, orders boat Fremantle, orders boat at sea"""
    return ForBoats("boat", _whom(view, words, "boat"), None, steers=True)


def fight_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:
    """WHO: fight for boats that you steer: orders fight all, orders fight Gato class by careful"""
    return ForBoats("fight", _whom(view, words, "fight"), FIGHTING, steers=False)


def steer_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:
    """WHO: steer boats that you fight with: orders steer all, orders steer Brisbane"""
    return ForBoats("steer", _whom(view, words, "steer"), STEERING, steers=True)


def ask_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:
    """WHO: leave all choices of these boats to you, despite other orders: orders ask Wahoo"""
    return AskFor("ask", _whom(view, words, "ask"), None, steers=True)


class Staff(Order[SilentWarView]):
    """Matters of the port are settled; boats that must come home come home; the week ends when no order is left. Boats
    that are ready without orders are reported once before it ends, and again as long as no boat is at sea.
    """

    def __init__(self) -> None:
        super().__init__("staff", lasting=True, rank=STAFF_RANK)
        self.reported: set[str] = set()

    def hear(self, event: Event) -> None:
        """Boats that come in are to be reported again."""
        if isinstance(event, Arrived | Joined | CameBack):
            self.reported.discard(event.boat.id)

    def answer(self, view: SilentWarView, decision: Decision, bot: Bot[SilentWarView]) -> object | None:
        """The answer of the bot, or the end of the week."""
        if decision.kind in IN_PORT:
            return bot.decide(view, decision)
        if decision.kind == "operate":
            return self._next(view, decision)
        boat = subject(view)
        on_the_way = boat is not None and view.boats[boat].rtb != "none"
        return bot.decide(view, decision) if on_the_way and decision.kind in ON_THE_WAY_HOME else None

    def _next(self, view: SilentWarView, decision: Decision) -> object | None:
        idle = []
        for option in decision.options:
            if isinstance(option, GoToOverhaul):
                return option
            if isinstance(option, Operate):
                boat = view.boats[option.index]
                if boat.rtb != "none" or (boat.ordered_home and boat.place not in AT_SEA):
                    return option
                idle += [boat] if boat.place == "ready" else []
        if END not in decision.options:
            return None
        new = [boat for boat in idle if boat.id not in self.reported]
        if new or (idle and not any(boat.place in AT_SEA for boat in view.boats)):
            self.reported |= {boat.id for boat in new}
            return Ask(f"{_ready_without_orders(new or idle)}.")
        return END


def _ready_without_orders(boats: Sequence[BoatView]) -> str:
    if len(boats) <= FEW:
        return f"Ready for sea without orders: {', '.join(boat.name for boat in boats)}"
    bases = Counter(boat.where for boat in boats)
    return f"Ready for sea without orders: {', '.join(f'{number} at {base}' for base, number in bases.items())}"


def staff_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:  # noqa: ARG001
    """settle what comes up in port, report boats without orders, end the week when no order is left"""
    if words:
        raise BadData(f"orders staff takes no further words (found: {words})")
    return Staff()
