"""The events of the card game. A drawn card is known to its owner only; everything else is public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import ClassVar, Self

from navalcore.components import listed, place_id
from navalcore.rules import Event, Move, Place, places
from navalcore_games.uboat_cards import MANIFEST
from navalcore_games.uboat_cards.ids import BACK, CARD, HAND, ROW, VESSEL, CardId
from navalcore_games.uboat_cards.state import CHAIN, OPPONENT, Card, Side

NAMES = {Side(role): name for role, name in MANIFEST.roles.items()}
VESSELS = {Side.UBOAT: "Transport", Side.CONVOY: "U-boat"}
"""The kind of ship that each side destroys."""


def _discarded(cards: Sequence[Card]) -> tuple[Move, ...]:
    """The moves of cards from their spots to the pile."""
    return tuple(Move(CARD[card], ROW[card], "discards") for card in cards)


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A card was drawn; the other player learns only that one was."""

    side: Side
    card: CardId | None

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """The draws of one side in a sentence."""
        lines = []
        for side, drawn in groupby(events, key=lambda event: event.side):
            cards = [event.card for event in drawn]
            named = Counter(str(card) for card in cards if card is not None)
            told = ", ".join(f"{number} {card}" if number > 1 else card for card, number in named.items())
            lines.append(f"The {NAMES[side]} draws {told or _cards(len(cards))}.")
        return lines

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the deck to the hand; of a card that is not seen, a back."""
        piece = BACK[self.side] if self.card is None else CARD[self.card]
        return (Move(piece, "deck", HAND[self.side]),)

    def redacted(self) -> Event:
        """The draw without its card."""
        return replace(self, card=None, to=None)

    def __str__(self) -> str:
        return f"The {NAMES[self.side]} draws {self.card if self.card is not None else 'a card'}."


def drawn(side: Side, cards: Sequence[Card], section: str) -> Iterator[CardDrawn]:
    """Cards drawn one by one, which only their side sees."""
    for card in cards:
        yield CardDrawn(side, card, rule=section, to=(side,))


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """A card went from a hand to the discard pile, shown to all; in a closed pile no player may look it up."""

    passing: ClassVar[bool] = True
    side: Side
    card: CardId

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the hand to the pile."""
        return (Move(CARD[self.card], HAND[self.side], "discards"),)

    def __str__(self) -> str:
        return f"The {NAMES[self.side]} discards {self.card}."


@dataclass(frozen=True, slots=True)
class CardLaid(Event):
    """A card was laid in its side's row; the last of a row goes to the pile at once, and in a closed pile no player may
    look it up.
    """

    passing: ClassVar[bool] = True
    side: Side
    card: CardId

    @property
    def moves(self) -> tuple[Move, ...]:
        """From the hand to its spot."""
        return (Move(CARD[self.card], HAND[self.side], ROW[self.card]),)

    def __str__(self) -> str:
        return f"The {NAMES[self.side]} lays {self.card}."


@dataclass(frozen=True, slots=True)
class VesselDestroyed(Event):
    """A row was completed: one enemy vessel is destroyed. In a closed pile no player may look the row up."""

    passing: ClassVar[bool] = True
    side: Side
    sunk: int
    needed: int

    @property
    def places(self) -> tuple[Place, ...]:
        """The vessel sunk, and the row that sank it."""
        return places(subject=[CARD[card] for card in CHAIN[self.side]], target=VESSEL[self.side])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The vessel goes down; the row goes to the pile."""
        down = Move(VESSEL[self.side], place_id("afloat", self.side), place_id("sunk", self.side))
        return (down, *_discarded(CHAIN[self.side]))

    def __str__(self) -> str:
        return f"The {NAMES[self.side]} destroys a {VESSELS[self.side]}, {self.sunk} of the {self.needed} it needs."


@dataclass(frozen=True, slots=True)
class TableCleared(Event):
    """A Dive or a Destroyer Sweep took cards off the table; in a closed pile no player may look it up."""

    passing: ClassVar[bool] = True
    side: Side
    card: CardId
    cleared: tuple[CardId, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The card, and what it takes off the table, go to the pile."""
        return (Move(CARD[self.card], HAND[self.side], "discards"), *_discarded(self.cleared))

    def __str__(self) -> str:
        gone = listed(self.cleared) if self.cleared else "nothing"
        leave = "leave" if len(self.cleared) > 1 else "leaves"
        return f"The {NAMES[self.side]} plays {self.card}: {gone} {leave} the table."


@dataclass(frozen=True, slots=True)
class OpponentHarassed(Event):
    """A Cat and Mouse or Near Miss cost the opponent a card taken at random, seen as it goes to the discard pile."""

    passing: ClassVar[bool] = True
    side: Side
    card: CardId
    lost: CardId
    discarded: bool
    """It works as a discard (UBC-R09), which has been told."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Both cards go to the pile, each from its hand."""
        lost = Move(CARD[self.lost], HAND[OPPONENT[self.side]], "discards")
        return (lost,) if self.discarded else (Move(CARD[self.card], HAND[self.side], "discards"), lost)

    def __str__(self) -> str:
        loses = f"{self.card}: the {NAMES[OPPONENT[self.side]]} loses {self.lost}."
        return loses if self.discarded else f"The {NAMES[self.side]} plays {loses}"


@dataclass(frozen=True, slots=True)
class RowBroken(Event):
    """A row that was not extended this turn was discarded (option ``consecutive_turns``)."""

    side: Side
    cards: tuple[CardId, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        """The spots of the row."""
        return places(at=[ROW[card] for card in CHAIN[self.side]])

    @property
    def moves(self) -> tuple[Move, ...]:
        """Its cards go to the pile."""
        return _discarded(self.cards)

    def __str__(self) -> str:
        return f"The {NAMES[self.side]}'s row is broken: it was not extended this turn."


@dataclass(frozen=True, slots=True)
class DeckRenewed(Event):
    """The discard pile was shuffled and is the deck again."""

    cards: int

    @property
    def moves(self) -> tuple[Move, ...]:
        """All of them, face down."""
        return (Move("back/deck", "discards", "deck", self.cards),)

    def __str__(self) -> str:
        discards = "1 discard is" if self.cards == 1 else f"{self.cards} discards are"
        return f"The deck is empty: the {discards} shuffled and become{'s' * (self.cards == 1)} the deck."
