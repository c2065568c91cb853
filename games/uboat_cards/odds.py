"""Odds questions of the card game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from pydantic import Field, field_validator

from games.uboat_cards.decks import own_decks
from games.uboat_cards.draw_phase import draw_cards
from games.uboat_cards.options import UboatOptions
from games.uboat_cards.state import Card, Play, Seat, Side, State
from navalcore.analysis.odds import Odds, Parameters, Question, exact
from navalcore.analysis.simulate import Plan, simulate
from navalcore.components.cards import Deck, DiscardPile
from navalcore.components.chance import Chance


def _known_deck(name: str) -> str:
    if name not in own_decks():
        raise ValueError(f"there is no deck '{name}'; there are {', '.join(own_decks())}")
    return name


class OpeningHandParameters(Parameters):
    """Which card to look for, and where."""

    card: str = "Periscope"
    """The card, by its name or its id in the deck file."""
    deck: str = "standard"
    """The deck."""

    @field_validator("card")
    @classmethod
    def _known_card(cls, name: str) -> str:
        for card in Card:
            if name.casefold() in (card.value.casefold(), card.name.casefold()):
                return card.value
        raise ValueError(f"there is no card '{name}'; the cards are {', '.join(Card)}")

    _deck = field_validator("deck")(_known_deck)


class OpeningHand(Question[OpeningHandParameters]):
    """How many copies of a card an opening hand holds."""

    name = "opening-hand"
    title = "How many copies of a card does an opening hand hold?"
    parameters_class = OpeningHandParameters

    def answer(self, parameters: OpeningHandParameters) -> Odds:
        """Exact: the real draws, over every way they can fall. All other cards count as Water, which merges them."""
        deck = own_decks()[parameters.deck]
        card = Card(parameters.card)
        wanted = deck.cards[card]
        others = Card.WATER if card is not Card.WATER else Card.SONAR
        size = deck.limits.opening_hand

        def copies(chance: Chance) -> int:
            cards = Deck([card] * wanted + [others] * (deck.size - wanted))
            state = State("deal", cards, DiscardPile(), {side: Seat() for side in Side})
            play = Play(state, UboatOptions(), chance, scenario=deck)
            draw_cards(play, Side.UBOAT, size, "U3")
            return state.seats[Side.UBOAT].hand.count(card)

        return Odds.of(exact(copies), names=map(str, range(size + 1)), expected={"copies": int})


class WinRateParameters(Parameters):
    """What to play, and how often."""

    matches: int = Field(400, ge=2, le=100_000)
    """How many matches to play."""
    seed: str = "0"
    """The seed of the sample."""
    deck: str = "standard"
    """The deck."""
    uboat: str = "sensible"
    """The wolf pack's bot."""
    convoy: str = "sensible"
    """The convoy's bot."""

    _deck = field_validator("deck")(_known_deck)

    @field_validator("seed", mode="before")
    @classmethod
    def _text(cls, seed: Any) -> str:
        return str(seed)


class WinRate(Question[WinRateParameters]):
    """Which side wins, between two bots."""

    name = "win-rate"
    title = "Which side wins between two bots?"
    parameters_class = WinRateParameters

    def answer(self, parameters: WinRateParameters) -> Odds:
        """Sampled: matches are played and counted."""
        bots = {Side.UBOAT.value: parameters.uboat, Side.CONVOY.value: parameters.convoy}
        plan = Plan("uboat_cards", scenario=parameters.deck, bots=bots, seed=parameters.seed)
        records = simulate(plan, parameters.matches)
        won = Counter(record.winner for record in records)
        turns = {"turns": sum(record.length for record in records) / len(records)}
        return replace(Odds.of(won, names=Side, sampled=True), expected=turns)


QUESTIONS: list[Question[Any]] = [OpeningHand(), WinRate()]
