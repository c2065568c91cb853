"""The state of the card game, and the words it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, TypeAlias

from navalcore import rules
from navalcore.components import Deck, DiscardPile, Hand
from navalcore.rules import harmless
from navalcore_games.uboat_cards.options import UboatOptions


class Side(StrEnum):
    """The two players (U1)."""

    UBOAT = "uboat"
    CONVOY = "convoy"


UBOAT, CONVOY = Side.UBOAT, Side.CONVOY

OPPONENT = {Side.UBOAT: Side.CONVOY, Side.CONVOY: Side.UBOAT}
"""The other player."""


class Card(StrEnum):
    """The eleven kinds of card (U22); the names are those of ``data/cards.toml``."""

    SONAR = "Sonar"
    PERISCOPE = "Periscope"
    DEPTH_CHARGES = "Depth Charges"
    TORPEDO = "Torpedo"
    U_BOAT = "U-boat"
    TRANSPORT = "Transport"
    DESTROYER_SWEEP = "Destroyer Sweep"
    DIVE = "Dive"
    CAT_AND_MOUSE = "Cat and Mouse"
    NEAR_MISS = "Near Miss"
    WATER = "Water"


CHAIN = {
    Side.UBOAT: (Card.PERISCOPE, Card.TORPEDO, Card.TRANSPORT),
    Side.CONVOY: (Card.SONAR, Card.DEPTH_CHARGES, Card.U_BOAT),
}
"""The three cards each side lays in a row, in order (U9, U15)."""

CLEARING = {Side.UBOAT: Card.DIVE, Side.CONVOY: Card.DESTROYER_SWEEP}
"""The card that empties the table (U8, U14)."""

HARASSING = (Card.CAT_AND_MOUSE, Card.NEAR_MISS)
"""The cards that cost the opponent a card; either side may use both (U20, UBC-R10)."""


@dataclass(slots=True)
class Seat:
    """Everything in front of one player."""

    hand: Hand[Card] = field(default_factory=Hand)
    """The cards held, in the order of their names."""
    row: list[Card] = field(default_factory=list)
    """The cards laid face up towards the next sinking, at most two between turns."""
    sunk: int = 0
    """Enemy vessels destroyed so far."""
    needed: int = 0
    """How many must be destroyed to win."""


@dataclass(slots=True)
class State:
    """The whole table."""

    phase: str
    """The step of the sequence of play."""
    deck: Deck[Card]
    """The shared deck (U2), drawn blindly."""
    discards: Annotated[DiscardPile[Card], harmless("every card was shown to all as it was discarded (UBC-R14)")]
    """The shared discard pile, oldest card first."""
    seats: dict[Side, Seat]
    """The seat of each side."""
    turn: int = 0
    """Turns begun; 0 before the first."""
    winner: Side | None = None
    """The side that has reached its number."""


Play: TypeAlias = rules.Play[State, UboatOptions]
"""The first argument of every procedure of the game: the state, the options, the dice."""
