"""Odds questions of the card game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field

from games.uboat_cards.decks import DeckScenario, load_deck, own_decks
from games.uboat_cards.draw_phase import draw_cards
from games.uboat_cards.options import UboatOptions
from games.uboat_cards.state import CHAIN, Card, Play, Seat, Side, State
from navalcore.analysis.odds import Chain, Choice, Odds, Question, Samples, exact, question
from navalcore.analysis.simulate import Plan, simulate
from navalcore.bots import make_bots
from navalcore.components.cards import Deck, DiscardPile
from navalcore.components.chance import Chance
from navalcore.engine.installed import find_game
from navalcore.errors import NavalCoreError


def _card(name: str) -> str:
    for card in Card:
        if name.casefold() in (card.value.casefold(), card.name.casefold()):
            return card.value
    raise ValueError(f"there is no card '{name}'; the cards are {', '.join(Card)}")


def _bot(name: str) -> str:
    try:
        make_bots(find_game("uboat_cards"), dict.fromkeys(Side, name))
    except NavalCoreError as error:
        raise ValueError(str(error)) from None
    return name


CardName: TypeAlias = Annotated[str, Field(max_length=60), AfterValidator(_card)]
DeckName: TypeAlias = Annotated[str, Choice("deck", own_decks)]


class _DeckChoice(Choice):
    """A deck of the game, or a deck file of the reader's own."""

    def check(self, name: str) -> str:
        """The name itself, if there is such a deck or file."""
        if not name.endswith(".toml"):
            return super().check(name)
        try:
            load_deck(Path(name).expanduser())
        except NavalCoreError as error:
            raise ValueError(str(error)) from None
        return name


def _deck(name: str) -> DeckScenario:
    return load_deck(Path(name).expanduser()) if name.endswith(".toml") else own_decks()[name]


DeckFile: TypeAlias = Annotated[str, _DeckChoice("deck", own_decks)]
HandSize: TypeAlias = Annotated[int, Field(ge=1, le=15)]
Held: TypeAlias = tuple[int, ...]
"""How many of each card of a chain a hand holds, and of all others."""
BotName: TypeAlias = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_bot)]
SeedText: TypeAlias = Annotated[
    str,
    BeforeValidator(lambda seed: str(seed) if type(seed) is int and abs(seed) < 2**63 else seed),
    Field(min_length=1, max_length=100),
]


@question("opening-hand")
def opening_hand(card: CardName = "Periscope", deck: DeckFile = "standard") -> Odds:
    """How many copies of a card does an opening hand hold?

    Exact: the real draws (U3), over every way they can fall. All other cards count as Water, which merges them.

    Args:
        card: The card, by its name or its id in the deck file.
        deck: The deck, or a deck file.
    """
    scenario = _deck(deck)
    looked_for = Card(card)
    wanted = scenario.cards[looked_for]
    others = Card.WATER if looked_for is not Card.WATER else Card.SONAR
    size = scenario.limits.opening_hand

    def copies(chance: Chance) -> int:
        cards = Deck([looked_for] * wanted + [others] * (scenario.size - wanted))
        state = State("deal", cards, DiscardPile(), {side: Seat() for side in Side})
        draw_cards(Play(state, UboatOptions(), chance, scenario=scenario), Side.UBOAT, size, "U3")
        return state.seats[Side.UBOAT].hand.count(looked_for)

    return Odds.of(exact(copies), names=map(str, range(size + 1)), expected={"copies": int})


@question("hand")
def hand(side: Literal["uboat", "convoy"] = "uboat", size: HandSize = 7, deck: DeckFile = "standard") -> Odds:
    """How much of its chain does a hand hold?

    Exact: the real draws (U4), one after another. By default the seven cards that a side holds when it has drawn.

    Args:
        side: Whose chain (U10).
        size: How many cards are drawn from the whole deck.
        deck: The deck, or a deck file.
    """
    scenario, holder = _deck(deck), Side(side)
    chain = CHAIN[holder]
    others = next(card for card in Card if card not in chain)
    whole = Counter({card: scenario.cards[card] for card in chain})
    whole[others] = scenario.size - whole.total()

    def one_more(held: Held, chance: Chance) -> Held:
        left = whole - Counter(dict(zip((*chain, others), held, strict=True)))
        state = State("deal", Deck(list(left.elements())), DiscardPile(), {each: Seat() for each in Side})
        draw_cards(Play(state, UboatOptions(), chance, scenario=scenario), holder, 1, "U4")
        (drawn,) = state.seats[holder].hand
        return tuple(number + (card == drawn) for card, number in zip((*chain, others), held, strict=True))

    odds = Chain(one_more).after((0,) * (len(chain) + 1), size)
    kinds: Callable[[Held], int] = lambda held: sum(1 for number in held[:-1] if number)  # noqa: E731
    return Odds.of(
        odds,
        name=lambda held: f"{kinds(held)} of {len(chain)}",
        names=[f"{number} of {len(chain)}" for number in range(len(chain) + 1)],
        expected={"cards_of_the_chain": lambda held: sum(held[:-1])},
    )


@question("win-rate")
def win_rate(
    matches: Samples = 400,
    seed: SeedText = "0",
    deck: DeckName = "standard",
    uboat: BotName = "sensible",
    convoy: BotName = "sensible",
) -> Odds:
    """Which side wins between two bots?

    Sampled: matches are played and counted.

    Args:
        matches: How many matches to play.
        seed: The seed of the sample.
        deck: The deck.
        uboat: The wolf pack's bot.
        convoy: The convoy's bot.
    """
    bots = {Side.UBOAT.value: uboat, Side.CONVOY.value: convoy}
    records = simulate(Plan("uboat_cards", scenario=deck, bots=bots, seed=seed), matches)
    won = Counter(record.winner for record in records)
    turns = {"turns": sum(record.length for record in records) / len(records)}
    return replace(Odds.of(won, names=Side, sampled=True), expected=turns)


QUESTIONS: tuple[Question[Any], ...] = (opening_hand, hand, win_rate)
