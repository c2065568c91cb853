"""The hard British bot: the Admiralty's plans, with destroyers around the rich convoy and escorts that keep quiet."""

from __future__ import annotations

from typing import ClassVar, Final

from navalcore_games.bismarck.bots.admiral import ESCORTS, Admiral
from navalcore_games.bismarck.bots.staff import Order
from navalcore_games.bismarck.cards import SHIP_NUMBERS, SHIPS, WS8B
from navalcore_games.bismarck.views import BismarckView
from navalcore_games.bismarck.words import Fate, Mode, ShipNumber, ShipType, Side, Square, UnitNumber

GUARDS: Final = tuple(n for n in SHIP_NUMBERS[Side.BRITISH] if SHIPS[n].type is ShipType.DESTROYERS)
"""Flotillas: by night they treble what a wolfpack has to fear near WS8B (16.84.1)."""


class HardAdmiral(Admiral):
    """Plays as the Admiralty does, but guards WS8B against wolfpacks, whose torpedoes cost the British most."""

    escorts: ClassVar = {**ESCORTS, **dict.fromkeys(GUARDS, WS8B)}

    def _called(self, view: BismarckView, number: ShipNumber, contact: Square) -> bool:
        """Flotillas stay with their convoy as long as there is one."""
        guards = number in GUARDS and view.ships[WS8B].fate is Fate.ACTIVE
        return not guards and super()._called(view, number, contact)

    def _escort(self, view: BismarckView, number: ShipNumber, plan: dict[UnitNumber, Order]) -> Order:
        """With the convoy, in move mode: a patrol's search total would show the convoy to a wolfpack (9.5)."""
        order = super()._escort(view, number, plan)
        return Order(Mode.MOVE) if order.mode is Mode.PATROL else order
