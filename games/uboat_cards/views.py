"""What each player may see of the card game."""

from __future__ import annotations

from games.uboat_cards.state import Card, Side, State
from navalcore.components.chance import Chance
from navalcore.engine.terms import View


class SeatView(View):
    """One player's seat as seen.

    Attributes:
        hand: the cards held, or None where they are hidden.
        hand_size: how many cards are held.
        row: the cards laid, in order.
        sunk: enemy vessels destroyed.
        needed: how many win the match.
    """

    hand: tuple[Card, ...] | None
    hand_size: int
    row: tuple[Card, ...]
    sunk: int
    needed: int


class CardTableView(View):
    """The table as one role sees it.

    Attributes:
        role: who looks; None is the umpire.
        phase: the step of the sequence of play.
        turn: the turn under way.
        uboat: the wolf pack's seat.
        convoy: the convoy's seat.
        deck_size: cards in the deck.
        discard_size: cards in the discard pile.
        discards: the discard pile, oldest first, or None where it is closed (UBC-R14).
        deck: the cards left in the deck by name, for the umpire only.
        winner: the winning side, once there is one.
    """

    role: str | None
    phase: str
    turn: int
    uboat: SeatView
    convoy: SeatView
    deck_size: int
    discard_size: int
    discards: tuple[Card, ...] | None
    deck: dict[Card, int] | None = None
    winner: Side | None = None

    def seat(self, side: str) -> SeatView:
        """The seat of a side."""
        return self.uboat if side == Side.UBOAT else self.convoy


def see(state: State, role: str | None) -> CardTableView:
    """What ``role`` may know: own hand, both rows and scores, pile sizes; the umpire sees all."""
    discards = state.discards
    return CardTableView.model_construct(
        role=role,
        phase=state.phase,
        turn=state.turn,
        uboat=_seat(state, Side.UBOAT, role),
        convoy=_seat(state, Side.CONVOY, role),
        deck_size=len(state.deck),
        discard_size=len(discards),
        discards=tuple(discards.cards) if discards.face_up or role is None else None,
        deck=dict(state.deck.remaining()) if role is None else None,
        winner=state.winner,
    )


def _seat(state: State, side: Side, role: str | None) -> SeatView:
    seat = state.seats[side]
    seen = role is None or role == side
    return SeatView.model_construct(
        hand=tuple(seat.hand.cards) if seen else None,
        hand_size=len(seat.hand.cards),
        row=tuple(seat.row),
        sunk=seat.sunk,
        needed=seat.needed,
    )


def redeal(state: State, role: str, chance: Chance) -> None:
    """Deal anew, in place, every card ``role`` does not see: the deck, the other hands, a closed discard pile."""
    hidden = [state.seats[side].hand.cards for side in Side if side != role]
    piles = [*hidden, state.deck.cards] if state.discards.face_up else [*hidden, state.deck.cards, state.discards.cards]
    # Sorted, so that what is dealt depends on chance and on what the role sees, and on nothing that lies hidden.
    cards = sorted([card for pile in piles for card in pile])
    for pile in piles:
        for place in range(len(pile)):
            index = chance.below(len(cards))
            pile[place] = cards[index]
            cards[index] = cards[-1]
            cards.pop()
    for hand in hidden:
        hand.sort()
