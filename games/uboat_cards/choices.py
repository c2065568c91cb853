"""The options of the card game's decisions."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from navalcore.rules import About, Option, Place, places
from navalcore_games.uboat_cards.ids import CARD, HAND, ROW, CardId
from navalcore_games.uboat_cards.state import Card, Side


class Pass(Option, text="pass", places={"at": "hand/{side:id}"}):
    """Play no card this turn."""

    side: Side = field(compare=False)
    """Who passes: the same action for either."""


class PlayCard(Option, text="play {card}"):
    """Play a card: lay it in the row, clear the table with it, or harass the opponent with it."""

    card: CardId
    side: Side = field(compare=False)
    """Whose it is: the same action for either."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The card in the hand, and where it goes: its spot in the row, or the discard pile."""
        return places(subject=CARD[self.card], from_=HAND[self.side], to=ROW.get(self.card, "discards"))


class DiscardCard(
    Option, text="discard {card}", places={"subject": "card/{card:id}", "from": "hand/{side:id}", "to": "discards"}
):
    """Discard a card to come down to the hand limit."""

    card: CardId
    side: Side = field(compare=False)
    """Whose it is: the same action for either."""


PASS: Final = {side: Pass(side) for side in Side}
PLAY: Final = {side: {card: PlayCard(card, side) for card in Card} for side in Side}
DISCARD: Final = {side: {card: DiscardCard(card, side) for card in Card} for side in Side}
ABOUT: Final = {side: About(places=places(at=HAND[side])) for side in Side}
"""The subject of every question to a side: its hand."""
