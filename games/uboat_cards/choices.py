"""The options of the card game's decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from navalcore.components import place_id
from navalcore.rules import Option, Place, places
from navalcore_games.uboat_cards.state import CHAIN, Card, Side

HAND: Final = {card: place_id("hand", card) for card in Card}
"""The place of a card that is held."""
ROW: Final = {card: place_id("row", side, number) for side in Side for number, card in enumerate(CHAIN[side], start=1)}
"""The place on the table of a card that can be laid."""


@dataclass(frozen=True, slots=True)
class Pass(Option):
    """Play no card this turn."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class PlayCard(Option):
    """Play a card: lay it in the row, clear the table with it, or harass the opponent with it."""

    card: Card

    @property
    def places(self) -> tuple[Place, ...]:
        """The card in the hand, and where it is laid."""
        return places(subject=HAND[self.card], to=ROW.get(self.card, ""))

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class DiscardCard(Option):
    """Discard a card to come down to the hand limit."""

    card: Card

    @property
    def places(self) -> tuple[Place, ...]:
        """The card in the hand, and the pile it goes to."""
        return places(subject=HAND[self.card], to="discards")

    def __str__(self) -> str:
        return f"discard {self.card}"


PASS = Pass()
PLAY = {card: PlayCard(card) for card in Card}
DISCARD = {card: DiscardCard(card) for card in Card}
