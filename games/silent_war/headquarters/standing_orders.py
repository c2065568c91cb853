"""Standing orders for boats: the bot makes every choice of theirs, week after week."""

from __future__ import annotations

from games.silent_war.choices import GoToOverhaul, Operate
from games.silent_war.headquarters.fleet import find_boats
from games.silent_war.ids import BoatIndex
from games.silent_war.views import SilentWarView
from navalcore.bots import Bot
from navalcore.engine.decision import Decision
from navalcore.errors import BadData
from navalcore.face import Order


def boat_orders(view: SilentWarView, words: str) -> Order[SilentWarView]:
    """Boats, until recalled: orders boat Wahoo, orders boat Fremantle, orders boat at sea"""
    if not words:
        raise BadData("which boats? Write, for example: orders boat Wahoo, or orders boat ready Fremantle")
    boats = frozenset(find_boats(view, words))
    if not boats:
        raise BadData(f"no boat is '{words}'; boats lists them")
    names = ", ".join(view.boats[number].name for number in sorted(boats))

    def answer(view: SilentWarView, decision: Decision, bot: Bot[SilentWarView]) -> object | None:
        if decision.rule == "4.0":
            return next(
                (o for o in decision.options if isinstance(o, Operate | GoToOverhaul) and o.index in boats), None
            )
        return bot.decide(view, decision) if subject(view) in boats else None

    return Order(f"boat {names}", answer, lasting=True)


def subject(view: SilentWarView) -> BoatIndex | None:
    """The boat that a decision is about, by index, or None: on the display the one whose round it is."""
    if view.combat is not None and view.combat.acting is not None:
        return view.combat.fighters[view.combat.acting].boat
    return view.acting
