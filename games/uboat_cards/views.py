"""Everything that each player may see of the card game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeVar

from navalcore.components import deal_anew
from navalcore.rules import UMPIRE, Chance, Part, View, stacked
from navalcore_games.uboat_cards.ids import CARD, HAND, ROW, CardId
from navalcore_games.uboat_cards.state import Card, Seat, Side, State


@dataclass(frozen=True, slots=True)
class SeatView(Part, of=Seat):
    """One player's seat as seen."""

    hand: tuple[Card, ...] | None
    """The cards held, or None where they are hidden."""
    hand_size: int
    """How many cards are held."""
    row: Annotated[tuple[Card, ...], stacked(CARD, ROW)]
    sunk: int
    needed: int


@dataclass(frozen=True, slots=True)
class WolfPackView(SeatView, of=Seat):
    """The wolf pack's seat as seen."""

    hand: Annotated[tuple[Card, ...] | None, stacked(CARD, HAND[Side.UBOAT])]


@dataclass(frozen=True, slots=True)
class ConvoyView(SeatView, of=Seat):
    """The convoy's seat as seen."""

    hand: Annotated[tuple[Card, ...] | None, stacked(CARD, HAND[Side.CONVOY])]


S = TypeVar("S", bound=SeatView)


class CardTableView(View, of=State):
    """The table as one role sees it."""

    role: str
    """Who looks."""
    phase: str
    turn: int
    uboat: WolfPackView
    """The wolf pack's seat."""
    convoy: ConvoyView
    """The convoy's seat."""
    deck_size: int
    """Cards in the deck."""
    discard_size: int
    """Cards in the discard pile."""
    discards: Annotated[tuple[Card, ...] | None, stacked(CARD, "discards")]
    """The discard pile, oldest first, or None where it is closed (UBC-R14)."""
    deck: dict[CardId, int] | None = None
    """The cards left in the deck by name, for the umpire only."""
    winner: Side | None = None
    """The winning side, once there is one."""

    def seat(self, side: str) -> SeatView:
        """The seat of a side."""
        return self.uboat if side == Side.UBOAT else self.convoy


def see(state: State, role: str) -> CardTableView:
    """Everything that ``role`` may know: own hand, both rows and scores, pile sizes; the umpire sees all."""
    discards = state.discards
    return CardTableView.of(
        state,
        role=role,
        uboat=_seat(WolfPackView, state, Side.UBOAT, role),
        convoy=_seat(ConvoyView, state, Side.CONVOY, role),
        deck_size=len(state.deck),
        discard_size=len(discards),
        discards=tuple(discards.cards) if discards.face_up or role is UMPIRE else None,
        deck=dict(state.deck.remaining()) if role is UMPIRE else None,
    )


def _seat(view: type[S], state: State, side: Side, role: str) -> S:
    seat = state.seats[side]
    cards = seat.hand.cards
    return view.of(seat, hand=tuple(cards) if role == side or role is UMPIRE else None, hand_size=len(cards))


def redeal(state: State, role: str, chance: Chance) -> None:
    """Redeal, in place, every card ``role`` has not seen: the deck and the other hands. A closed discard pile stays,
    as every card in it was shown to all when it went there (UBC-R14).
    """
    hidden = [state.seats[side].hand.cards for side in Side if side != role]
    deal_anew(chance, *hidden, state.deck.cards)
    for hand in hidden:
        hand.sort()
