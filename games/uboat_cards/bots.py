"""A sensible bot for either side of the card game."""

from __future__ import annotations

from navalcore.bots import Bot
from navalcore.rules import Decision, SeededChance
from navalcore_games.uboat_cards.choices import DISCARD, PASS, PLAY, DiscardCard
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, OPPONENT, Card, Side
from navalcore_games.uboat_cards.views import CardTableView, SeatView

THREAT = 2
"""A row this long is one card from a sinking."""


class SensibleBot(Bot[CardTableView]):
    """Lays the next card of its row when it holds it, and clears the table when the opponent is one card from a
    sinking. Otherwise it harasses, and keeps the cards its row needs.

    It takes only what it sees into account and plays the same way every time.
    """

    def __init__(self, role: str, chance: SeededChance) -> None:  # noqa: ARG002 - every bot is made like this
        self.side = Side(role)

    def decide(self, view: CardTableView, decision: Decision) -> object:
        """The option to take."""
        if isinstance(decision.options[0], DiscardCard):
            return DISCARD[self.side][self._least_wanted(view)]
        return self._action(view, decision)

    def _action(self, view: CardTableView, decision: Decision) -> object:
        own, other = view.seat(self.side), view.seat(OPPONENT[self.side])
        plays = PLAY[self.side]
        lay, clear = plays[CHAIN[self.side][len(own.row)]], plays[CLEARING[self.side]]
        if lay in decision.options and len(own.row) == THREAT:
            return lay
        if clear in decision.options and len(other.row) == THREAT and len(own.row) < THREAT:
            return clear
        if lay in decision.options:
            return lay
        for card in HARASSING:
            if plays[card] in decision.options:
                return plays[card]
        return PASS[self.side]

    def _least_wanted(self, view: CardTableView) -> Card:
        own = view.seat(self.side)
        assert own.hand is not None
        hand = own.hand
        return min(dict.fromkeys(hand), key=lambda card: self._worth(card, hand.count(card), own))

    def _worth(self, card: Card, held: int, own: SeatView) -> float:
        """How much a card is worth keeping; further copies are worth less."""
        chain = CHAIN[self.side]
        if card in chain:
            # The rarer a card, the more it is worth; one already laid is needed again only for the next row.
            worth = 4.0 + chain.index(card) * 2 - (3.0 if chain.index(card) < len(own.row) else 0.0)
        elif card is CLEARING[self.side]:
            worth = 4.5
        elif card in HARASSING:
            worth = 3.5
        elif card is CHAIN[OPPONENT[self.side]][-1]:
            # The opponent needs few cards more than this one: it is denied to him while it is held here.
            worth = 2.0
        else:
            worth = 0.0
        return worth / held
