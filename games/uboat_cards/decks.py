"""Decks and options: U2, U22 and the switchable rulings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from games.uboat_cards.state import CHAIN, Card, Side
from navalcore.components.data_files import load_toml
from navalcore.engine.game import Options, Scenario
from navalcore.errors import BadData
from navalcore.rulebook import rule

DECK_FILE = Path(__file__).parent / "data" / "deck.toml"
SMALLEST_DECK = 24
"""Hands hold at most 7 + 5 cards and rows 2 + 2; the rest is reserve, so that a draw can always be served (UBC-R17)."""


class UboatOptions(Options):
    """The switchable rulings of the card game; the defaults are the rulings as written."""

    sequence: Literal["draws_first", "alternating"] = "draws_first"
    """UBC-R02. ``draws_first``: both draw, then both act. ``alternating``: the wolf pack draws and acts, then the
    convoy."""

    consecutive_turns: bool = False
    """UBC-R04. Whether the three cards of a row must be laid in three consecutive turns of their owner."""

    clear_scope: Literal["all", "opponent"] = "all"
    """UBC-R07. Whose cards a Dive or Destroyer Sweep takes off the table."""

    harass_timing: Literal["action", "free_in_action", "any_discard"] = "action"
    """UBC-R09. A harassing card is the card of the turn; or free, any number in one's action phase; or works also when
    it is discarded in the draw phase."""

    discard_pile: Literal["open", "closed"] = "open"
    """UBC-R14. Whether the discard pile may be looked through."""


class Limits(BaseModel):
    """The figures of hands and turns (U3, U6, U7)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    opening_hand: int = 5
    draw_per_phase: int = 2
    hand_limit: int = 5
    actions_per_turn: Literal[1] = 1


class DeckScenario(Scenario):
    """A deck to play with, and what it takes to win with it.

    Attributes:
        victory: vessels each side must destroy.
        cards: how many of each card.
        limits: opening hand, cards drawn, hand limit.
        provenance: where the counts come from.
    """

    provenance: str
    victory: dict[Side, int]
    size: int
    cards: dict[Card, int]
    limits: Limits = Limits()

    @field_validator("cards", mode="before")
    @classmethod
    def _ids(cls, cards: Any) -> Any:
        """Card ids as the file has them; the names that saves and views use will do too."""
        if not isinstance(cards, dict):
            return cards
        for name in cards:
            if name not in Card.__members__ and name not in list(Card):
                raise ValueError(f"there is no card {name}; the cards are {', '.join(Card.__members__)}")
        return {Card.__members__.get(name, name): count for name, count in cards.items()}

    @model_validator(mode="after")
    def _playable(self) -> DeckScenario:
        missing = [card.name for card in Card if card not in self.cards]
        if missing:
            raise ValueError(
                f"cards: {', '.join(missing)} missing; a deck names all eleven cards, with 0 where it has none"
            )
        for card, count in self.cards.items():
            if count < 0:
                raise ValueError(f"cards: {card.name} = {count}; a count is 0 or more")
            if count == 0 and any(card in chain for chain in CHAIN.values()):
                raise ValueError(f"cards: {card.name} = 0; the cards of the two chains must be there at least once")
        total = sum(self.cards.values())
        if total < SMALLEST_DECK:
            raise ValueError(f"cards: {total} in all; a deck needs at least {SMALLEST_DECK} (UBC-R17)")
        if total != self.size:
            raise ValueError(f"size: {self.size}, but the counts add up to {total}")
        if set(self.victory) != set(Side) or min(self.victory.values()) < 1:
            raise ValueError("victory: a number of at least 1 for uboat and for convoy")
        return self


@rule("U22")
def load_decks(path: Path = DECK_FILE) -> dict[str, DeckScenario]:
    """The decks of a file by id, the default deck first.

    Raises:
        BadData: the file breaks the layout of ``data/deck.toml``; names file, deck, key and what would be right.
    """
    document = load_toml(path)
    data = document.data
    decks: dict[str, DeckScenario] = {}
    for name, table in data.get("deck", {}).items():
        try:
            decks[name] = DeckScenario.model_validate({"id": name, "limits": data.get("limits", {}), **table})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(["deck", name, *(str(part) for part in first["loc"])])
            message = first["msg"].removeprefix("Value error, ")
            raise BadData(f"{path}, line {document.line_of(f'deck.{name}')}, {where}: {message}") from None
    default = data.get("default_deck")
    if default not in decks:
        raise BadData(
            f"{path}: default_deck is {default!r}; it must name one of the decks: {', '.join(decks) or 'none'}"
        )
    return {default: decks.pop(default), **decks}


@cache
def own_decks() -> dict[str, DeckScenario]:
    """The decks that come with the game."""
    return load_decks()
