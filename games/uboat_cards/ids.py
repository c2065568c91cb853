"""The ids of cards, hands, spots and vessels: in options, in events and on the board."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from navalcore.components import place_id
from navalcore.rules import written_as
from navalcore_games.uboat_cards.state import CHAIN, Card, Side

CARD: Final = {card: place_id("card", card) for card in Card}
"""The id of a card; like cards in one place are one stack."""
CardId: TypeAlias = Annotated[Card, written_as(CARD, "CardId")]
"""A card, by its id on the wire."""
BACK: Final = {side: place_id("back", side) for side in Side}
"""The id of a card in a hand that is not seen: it reveals nothing about the card."""
HAND: Final = {side: place_id("hand", side) for side in Side}
ROW: Final = {card: place_id("row", side, number) for side in Side for number, card in enumerate(CHAIN[side], start=1)}
"""The spot on the table for a card that can be laid."""
VESSEL: Final = {Side.UBOAT: place_id("vessel", "transport"), Side.CONVOY: place_id("vessel", "u-boat")}
"""The id of the vessels that a side destroys."""
