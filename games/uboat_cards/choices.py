"""The options of the card game's decisions."""

from __future__ import annotations

from dataclasses import dataclass

from games.uboat_cards.state import Card
from navalcore.engine.option import Option


@dataclass(frozen=True, slots=True)
class Pass(Option):
    """Play no card this turn."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class PlayCard(Option):
    """Play a card: lay it in the row, clear the table with it, or harass the opponent with it."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class DiscardCard(Option):
    """Discard a card to come down to the hand limit."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


PASS = Pass()
PLAY = {card: PlayCard(card) for card in Card}
DISCARD = {card: DiscardCard(card) for card in Card}
