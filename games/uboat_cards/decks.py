"""Decks: U2 and U22."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, field_validator, model_validator
from pydantic.dataclasses import dataclass

from navalcore.components import load_models, load_toml
from navalcore.rules import Scenario, rule
from navalcore_games.uboat_cards.state import CHAIN, Card, Side

HERE = Path(__file__).parent
RESERVE = 8
"""Cards that a deck must have beyond those that can be in hands and rows, so that a draw can always be served
(UBC-R17).
"""
MOST_CARDS = 10_000
"""Cards that a deck may have: a match lays every one of them on the table."""


Figure: TypeAlias = Annotated[int, Field(ge=1, strict=True)]


@dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"))
class Limits:
    """The figures of hands and turns (U3, U6, U7), each 1 or more."""

    # A dataclass, because the rules read it at every draw, and a model's fields take three times as long to read.

    opening_hand: Figure = 5
    draw_per_phase: Figure = 2
    hand_limit: Figure = 5
    actions_per_turn: Literal[1] = 1

    @property
    def smallest_deck(self) -> int:
        """How many cards it takes (UBC-R17): a hand that has just drawn, the other hand, two rows of two, and a
        reserve; by the rules 7 + 5 + 4 + 8.
        """
        hand = max(self.opening_hand, self.hand_limit)
        return hand + self.draw_per_phase + hand + sum(len(chain) - 1 for chain in CHAIN.values()) + RESERVE


CARD_COUNTS = {
    "type": "object",
    "properties": {card.name: {"type": "integer", "minimum": 0, "maximum": MOST_CARDS} for card in Card},
    "required": [card.name for card in Card],
    "additionalProperties": False,
}
"""How the counts of a deck look in its file: every card by its name there."""


def _card(name: Any) -> Any:
    """A card by its id in a deck file; the name that saves and views use will do too."""
    if name in Card.__members__:
        return Card[name]
    if name not in list(Card):
        raise ValueError(f"there is no card {name}; the cards are {', '.join(Card.__members__)}")
    return name


class DeckScenario(Scenario):
    """A deck to play with, and what it takes to win with it."""

    provenance: str
    """Where the counts come from."""
    victory: dict[Side, int]
    """Vessels each side must destroy."""
    size: int
    cards: Annotated[dict[Annotated[Card, BeforeValidator(_card)], int], WithJsonSchema(CARD_COUNTS)]
    """How many of each card."""
    limits: Limits = Limits()
    """Opening hand, cards drawn, hand limit."""

    @field_validator("cards")
    @classmethod
    def _playable(cls, cards: dict[Card, int]) -> dict[Card, int]:
        missing = [card.name for card in Card if card not in cards]
        if missing:
            raise ValueError(f"{', '.join(missing)} missing; a deck names all eleven cards, with 0 where it has none")
        for card, count in cards.items():
            if not 0 <= count <= MOST_CARDS:
                raise ValueError(f"{card.name} = {count}; a count is from 0 to {MOST_CARDS}")
            if count == 0 and any(card in chain for chain in CHAIN.values()):
                raise ValueError(f"{card.name} = 0; the cards of the two chains must be there at least once")
        return cards

    @field_validator("victory")
    @classmethod
    def _both_sides(cls, victory: dict[Side, int]) -> dict[Side, int]:
        if set(victory) != set(Side) or min(victory.values()) < 1:
            raise ValueError("a number of at least 1 for uboat and for convoy is wanted")
        return victory

    @model_validator(mode="after")
    def _counted(self) -> DeckScenario:
        total = sum(self.cards.values())
        if total != self.size:
            raise ValueError(f"size is {self.size}, but the cards add up to {total}")
        if total > MOST_CARDS:
            raise ValueError(f"{total} cards in all; a deck has at most {MOST_CARDS}")
        least = self.limits.smallest_deck
        if total < least:
            raise ValueError(
                f"{total} cards in all; with its limits of hands the deck needs at least {least} (UBC-R17)"
            )
        return self


@rule("U22")
def load_deck(path: Path) -> DeckScenario:
    """One deck file, laid out like those in ``scenarios/``; its id is the file's name without ``.toml``.

    Raises:
        BadData: the file breaks the layout; names file, line, key and what would be right.
    """
    return load_toml(path).model(DeckScenario, given={"id": path.stem})


@cache
def own_decks() -> dict[str, DeckScenario]:
    """The decks that come with the game, the standard deck first."""
    files = sorted((HERE / "scenarios").glob("*.toml"), key=lambda path: (path.stem != "standard", path.stem))
    return {path.stem: load_deck(path) for path in files}


class CatalogueCard(BaseModel):
    """One line of the card catalogue."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str
    type: Literal["detection", "attack", "target", "clear", "harass", "water"]
    played_by: tuple[Side, ...]
    use: str


@cache
def catalogue() -> tuple[CatalogueCard, ...]:
    """The eleven kinds of card: type, who plays them, what they do."""
    return tuple(load_models(HERE / "data" / "cards.toml", CatalogueCard, "card"))
