"""A bot of Tonnage War as a reader of its page writes one in an evening: hard bots must not fall to it.

Three changes to the escorts of the standard bot beat the hard boats of earlier days in 80 % of the decided games: an
attack of a single roll is not answered, one of two rolls by the narrowest card, and the convoy is routed away before a
contact is hunted. It is no part of the library and nothing is tuned to it. Boats it plays as the standard bot does.

``python -m benchmarks.levels tonnage_war --plugin benchmarks.escort_script --against script``

The bot ``boats`` has rules of thumb for both sides.

The bot ``counter`` knows more: it plays as the hard bot does, but by two rules against habits that the hard bot had
until 28 November 2026. Fresh escorts do not answer an attack of two rolls, which hard boats made with a blank before a
broadside; and its own boats bluff with a single roll, which hard escorts always answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from navalcore.rules import BotManifest, hookimpl
from navalcore_games.tonnage_war.bots import SensibleBot, escort_action
from navalcore_games.tonnage_war.choices import (
    Attack,
    Continue,
    DefendAgainstAttack,
    Discard,
    Evade,
    HuntContact,
    MakeContact,
    Route,
    UseBDienst,
    WithUnit,
)
from navalcore_games.tonnage_war.state import Side, Target, Unit
from navalcore_games.tonnage_war.values import ATTACK_CARDS, ESCORT_CARDS
from navalcore_games.tonnage_war.veterans import FRESH, VeteranBot
from navalcore_games.tonnage_war.views import TableView

BROADSIDE = 3


class ScriptBot(SensibleBot):
    """The standard boats, and escorts by three rules of thumb more."""

    def choose(self, view: TableView, options: Sequence[Any]) -> object:
        """The one of these options to take."""
        acts = any(isinstance(option, Discard) for option in options)
        return self._escorts(view, options) if acts and view.side is Side.ESCORT else super().choose(view, options)

    def _escorts(self, view: TableView, options: Sequence[Any]) -> object:
        attack = view.attack.attack_card if view.attack is not None else None
        rolls = 0 if attack is None else ATTACK_CARDS[attack].rolls
        defences = [option for option in options if isinstance(option, DefendAgainstAttack)]
        if defences and 1 < rolls < BROADSIDE:
            return min(defences, key=lambda option: ESCORT_CARDS[option.card].units)
        left = [option for option in options if rolls >= BROADSIDE or option not in defences]
        routes = [option for option in left if isinstance(option, Route)]
        if routes and not any(isinstance(option, Continue | DefendAgainstAttack) for option in left):
            left = [option for option in left if not isinstance(option, HuntContact)]
        return escort_action(view, left)


class BoatScriptBot(ScriptBot):
    """Boats too by rules of thumb: no contact without a broadside in hand. While the escorts are fresh every attack of
    one or two rolls is a blank's; broadsides are for the best boat, after the escorts have gone out. No boat evades.
    """

    def choose(self, view: TableView, options: Sequence[Any]) -> object:
        """The one of these options to take."""
        if isinstance(options[0], WithUnit) and view.side is Side.UBOAT:
            order = [Unit.BLANK, Unit.N, Unit.R, Unit.A] if self._weak else [Unit.A, Unit.R, Unit.N, Unit.BLANK]
            return min(options, key=lambda option: order.index(option.unit))
        acts = any(isinstance(option, Discard) for option in options)
        return self._boats(view, options) if acts and view.side is Side.UBOAT else super().choose(view, options)

    def _boats(self, view: TableView, options: Sequence[Any]) -> object:
        self._weak = True  # a contact is made with the weakest boat
        attacks = [each for each in options if isinstance(each, Attack) and each.target is Target.CONVOY]
        attacks.sort(key=lambda each: ATTACK_CARDS[each.card].rolls)
        counter = next((each for each in options if isinstance(each, UseBDienst)), None)
        if counter is not None or not attacks:
            ready = any(
                card in ATTACK_CARDS and ATTACK_CARDS[card].rolls >= BROADSIDE for card in view.uboat.tactical or ()
            )
            kept_back = Evade if ready else (Evade, MakeContact)
            return counter or super().choose(view, [each for each in options if not isinstance(each, kept_back)])
        self._weak = view.escort.units_size >= FRESH and ATTACK_CARDS[attacks[0].card].rolls < BROADSIDE
        return attacks[0] if self._weak else attacks[-1]

    _weak = True


class CounterBot(VeteranBot):
    """The hard bot with two rules against itself."""

    def choose(self, view: TableView, options: Sequence[Any]) -> object:
        """The one of these options to take."""
        fresh = view.escort.units_size >= FRESH
        if isinstance(options[0], WithUnit) and self._bluffs:
            blank = next((option for option in options if option.unit is Unit.BLANK), options[0])
            self._bluffs = False
            return blank
        if view.side is Side.ESCORT and fresh and view.attack is not None and view.attack.attack_card is not None:
            if ATTACK_CARDS[view.attack.attack_card].rolls == BROADSIDE - 1:
                options = [option for option in options if not isinstance(option, DefendAgainstAttack)]
        elif view.side is Side.UBOAT and fresh and view.uboat.units and Unit.BLANK in view.uboat.units:
            attacks = [each for each in options if isinstance(each, Attack) and each.target is Target.CONVOY]
            if any(ATTACK_CARDS[each.card].rolls >= BROADSIDE for each in attacks):
                bluff = next((each for each in attacks if ATTACK_CARDS[each.card].rolls == 1), None)
                self._bluffs = bluff is not None
                if bluff is not None:
                    return bluff
        return super().choose(view, options)

    _bluffs = False


@hookimpl
def navalcore_bots() -> list[BotManifest]:
    """Offer the bot."""
    bots = {"script": "ScriptBot", "boats": "BoatScriptBot", "counter": "CounterBot"}
    return [
        BotManifest(game="tonnage_war", name=name, bot=f"benchmarks.escort_script:{bot}") for name, bot in bots.items()
    ]
