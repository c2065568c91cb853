"""Bots of some thirty lines, as a reader of a game's page writes them in an evening: hard bots must not fall to them.

They are no part of the library, and nothing is tuned to them. ``python -m benchmarks.levels GAME --plugin
benchmarks.scripts --against script``; the escorts of Tonnage War have a script of their own, ``escort_script``.
"""

from __future__ import annotations

from collections.abc import Sequence

from navalcore.bots import Bot
from navalcore.rules import BotManifest, Decision, SeededChance, hookimpl
from navalcore_games.aa50_subwar.bots import AtlanticBot
from navalcore_games.aa50_subwar.choices import Sail
from navalcore_games.aa50_subwar.theatre import check_zone
from navalcore_games.aa50_subwar.views import AtlanticView
from navalcore_games.aa50_subwar.words import Kind, Side as Alliance, Zone
from navalcore_games.bismarck.bots.admiral import Admiral
from navalcore_games.bismarck.bots.otto import Otto
from navalcore_games.bismarck.bots.staff import Order
from navalcore_games.bismarck.cards import SHIPS, WS8B
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Mode, ShipNumber, ShipType, Side as Navy, UnitNumber
from navalcore_games.silent_war.bots.skipper import PatrolBot, Temperament
from navalcore_games.silent_war.state import Posture
from navalcore_games.uboat_cards.choices import DISCARD, PASS, PLAY, DiscardCard
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, OPPONENT, Card, Side
from navalcore_games.uboat_cards.views import CardTableView

RICH = check_zone("sz8"), check_zone("sz2")
"""The lanes with the highest limits."""


class CardScript(Bot[CardTableView]):
    """Waits with its row until the hand can go on with it, and breaks the other row when it is two cards long."""

    def __init__(self, role: str, chance: SeededChance) -> None:  # noqa: ARG002
        self.side = Side(role)

    def decide(self, view: CardTableView, decision: Decision) -> object:
        """The option to take."""
        own, other = view.seat(self.side), view.seat(OPPONENT[self.side])
        hand = own.hand or ()
        first, second, last = CHAIN[self.side]
        if isinstance(decision.options[0], DiscardCard):
            wanted = [last, *HARASSING, CLEARING[self.side], second, first, CHAIN[other_side(self.side)][-1]]
            surplus = [card for card in hand if card not in wanted]
            twice = [card for card in reversed(wanted) if hand.count(card) > 1]
            single = [card for card in reversed(wanted) if card in hand]
            return DISCARD[self.side][(surplus or twice or single)[0]]
        wishes: list[Card] = [last] if len(own.row) == len(CHAIN[self.side]) - 1 else []
        if len(other.row) == len(CHAIN[self.side]) - 1:
            wishes += [CLEARING[self.side], *HARASSING]
        wishes += [second] if last in hand else []
        wishes += [first] if second in hand else []
        wishes += HARASSING
        plays = [PLAY[self.side][card] for card in wishes]
        return next((play for play in plays if play in decision.options), PASS[self.side])


def other_side(side: Side) -> Side:
    """The opponent."""
    return OPPONENT[side]


class AtlanticScript(AtlanticBot):
    """The Axis sends its submarines to the two richest lanes; the Allies fly and keep their ships at home."""

    def purchases(self, view: AtlanticView) -> tuple[Kind, ...]:  # noqa: ARG002
        """Submarines; fighters, and bombers with what is left."""
        return (Kind.SUBMARINE,) if self.side is Alliance.AXIS else (Kind.BOMBER, Kind.FIGHTER)

    def combat_move(self, view: AtlanticView, options: Sequence[object]) -> object:
        """Fly."""
        return super().combat_move(view, self._without_ships(options))

    def noncombat_move(self, view: AtlanticView, options: Sequence[object]) -> object:
        """Fly home."""
        return super().noncombat_move(view, self._without_ships(options))

    def _without_ships(self, options: Sequence[object]) -> Sequence[object]:
        return options if self.side is Alliance.AXIS else [each for each in options if not isinstance(each, Sail)]

    def _lane_for(self, view: AtlanticView, source: Zone) -> Zone:  # noqa: ARG002
        packs = {zone: sum(unit.space == zone for unit in view.units) for zone in RICH}
        return min(packs, key=lambda zone: packs[zone])


class OttoScript(Otto):
    """Keeps both raiders in port, where they cannot be sunk, and leaves the war to the wolfpacks."""

    def raider_order(self, view: BismarckView, number: ShipNumber) -> Order:  # noqa: ARG002
        """Stay."""
        return Order(Mode.PATROL)


class AdmiralScript(Admiral):
    """Sends every battleship to the rich convoy, and stays there."""

    def make_plan(self, view: BismarckView) -> dict[UnitNumber, Order]:
        """The Admiralty's plan, but for battleships."""
        plan = super().make_plan(view)
        goal = view.ships[WS8B].projected
        for number, order in plan.items():
            if number < len(SHIPS) and SHIPS[number].type is ShipType.BATTLESHIP and order.mode is Mode.MOVE:
                plan[number] = Order(Mode.MOVE, goal)
        return plan


def bismarck_script(role: str, chance: SeededChance) -> Bot[BismarckView]:
    """The script of a side."""
    return AdmiralScript(role, chance) if role == Navy.BRITISH else OttoScript(role, chance)


def patrol_script(role: str, chance: SeededChance) -> PatrolBot:
    """A skipper who closes in every time, whatever his boat risks, and never goes home early."""
    return PatrolBot(role, chance, Temperament(1.0, (Posture.AGGRESSIVE,), home_when_damaged=False, content_with=0))


@hookimpl
def navalcore_bots() -> list[BotManifest]:
    """Offer the bots."""
    bots = {
        "uboat_cards": "CardScript",
        "aa50_subwar": "AtlanticScript",
        "bismarck": "bismarck_script",
        "silent_war": "patrol_script",
    }
    return [BotManifest(game=game, name="script", bot=f"benchmarks.scripts:{bot}") for game, bot in bots.items()]
