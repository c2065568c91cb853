"""Odds questions of the card game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field

from navalcore import load
from navalcore.bots import make_bots
from navalcore.components import Deck, DiscardPile, counted
from navalcore.errors import BadData, NavalCoreError
from navalcore.odds import Chain, Choice, Odds, Question, Samples, exact, question
from navalcore.rules import Chance, Decision, DecisionPolicy, run
from navalcore.study import Plan, simulate
from navalcore_games.uboat_cards.action_phase import action_phase
from navalcore_games.uboat_cards.choices import DiscardCard
from navalcore_games.uboat_cards.decks import DeckScenario, load_deck, own_decks
from navalcore_games.uboat_cards.draw_phase import draw_cards, draw_phase
from navalcore_games.uboat_cards.options import UboatOptions
from navalcore_games.uboat_cards.state import CHAIN, HARASSING, Card, Play, Seat, Side, State


def _card(name: str) -> str:
    for card in Card:
        if name.casefold() in (card.value.casefold(), card.name.casefold()):
            return card.value
    raise ValueError(f"there is no card '{name}'; the cards are {', '.join(Card)}")


def _bot(name: str) -> str:
    try:
        make_bots(load("uboat_cards"), dict.fromkeys(Side, name))
    except NavalCoreError as error:
        raise ValueError(str(error)) from None
    return name


CardName: TypeAlias = Annotated[str, Field(max_length=60), AfterValidator(_card)]


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


class Course(NamedTuple):
    """A side on its way to its first sinking.

    Attributes:
        held: how many of each card of its chain it holds, and of all others.
        drawn: how many of each it has drawn from the deck.
        laid: how many cards of the chain are in its row.
        done: whether it has sunk something.
    """

    held: Held
    drawn: Held
    laid: int
    done: bool


class Undisturbed:
    """A side that draws, keeps the cards of its chain and lays them one a turn, undisturbed.

    Args:
        deck: the deck.
        side: whose chain.
    """

    def __init__(self, deck: DeckScenario, side: Side) -> None:
        self._deck, self._side = deck, side
        others = next(card for card in Card if card not in CHAIN[side] and card not in HARASSING)
        self._kinds = (*CHAIN[side], others)
        counts = [deck.cards[card] for card in CHAIN[side]]
        self._whole = (*counts, deck.size - sum(counts))

    def turns(self, most: int) -> list[Fraction]:
        """The chance that it has sunk something after one turn, after two, and so on."""
        nothing = (0,) * len(self._kinds)
        chain: Chain[Course] = Chain(self._step, over=lambda now: now.done)
        found = islice(chain.stages(Course(nothing, nothing, 0, False)), self._deck.limits.opening_hand + most + 1)
        after = list(found)[self._deck.limits.opening_hand + 1 :]
        return [sum((chance for now, chance in states.items() if now.done), Fraction(0)) for states in after]

    def _step(self, now: Course, chance: Chance) -> Course:
        """One card of the opening hand (U3), or one turn: the draw phase and the action phase of the rules."""
        cards = [card for card, whole, drawn in zip(self._kinds, self._whole, now.drawn, strict=True)
                 for _ in range(whole - drawn)]  # fmt: skip
        state = State("turn", Deck(cards), DiscardPile(), {side: Seat(needed=2) for side in Side})
        seat = state.seats[self._side]
        seat.hand.cards.extend(sorted(Counter(dict(zip(self._kinds, now.held, strict=True))).elements()))
        seat.row.extend(CHAIN[self._side][: now.laid])
        play = Play(state, UboatOptions(), chance, scenario=self._deck)
        if sum(now.drawn) < self._deck.limits.opening_hand:
            draw_cards(play, self._side, 1, "U3")
        else:
            run(draw_phase(play, self._side), self._policy(state))
            run(action_phase(play, self._side), self._policy(state))
        if seat.sunk:
            return Course((0,), (0,), 0, True)
        held, left = Counter(seat.hand.cards), Counter(state.deck.cards)
        return Course(
            tuple(held[card] for card in self._kinds),
            tuple(whole - left[card] for card, whole in zip(self._kinds, self._whole, strict=True)),
            len(seat.row),
            False,
        )

    def _policy(self, state: State) -> DecisionPolicy:
        """Lay every card that can be laid. Discard a card that the chain no longer needs, before one it has twice."""
        seat = state.seats[self._side]

        def worth(option: object) -> tuple[bool, int]:
            card = option.card if isinstance(option, DiscardCard) else self._kinds[-1]
            return card in CHAIN[self._side][len(seat.row) :], -seat.hand.count(card)

        def choose(decision: Decision) -> int:
            options = decision.options
            if decision.kind == "discard":
                return min(range(len(options)), key=lambda index: worth(options[index]))
            useful = [
                index for index, option in enumerate(options) if getattr(option, "card", None) in self._kinds[:-1]
            ]
            return useful[0] if useful else 0

        return choose


@question("chain")
def chain(
    side: Literal["uboat", "convoy"] = "uboat",
    turns: Annotated[int, Field(ge=1, le=8)] = 4,
    deck: DeckFile = "standard",
) -> Odds:
    """In which of its turns does an undisturbed side complete its first chain?

    Exact: the opening hand (U3), then draw phase and action phase turn by turn. The side keeps the cards that its chain
    needs. The enemy's draws make no difference as long as the deck lasts.

    Args:
        side: Whose chain (U10).
        turns: How many turns are looked at; no more than the deck lasts if both sides draw.
        deck: The deck, or a deck file.
    """
    scenario = _deck(deck)
    limits = scenario.limits
    lasts = (scenario.size - 2 * limits.opening_hand) // (2 * limits.draw_per_phase)
    if turns > lasts:
        raise BadData(f"parameter turns of chain: the deck lasts {counted(lasts, 'turn')} of both sides, not {turns}")
    by = Undisturbed(scenario, Side(side)).turns(turns)
    outcomes = {f"turn {turn}": chance - (by[turn - 2] if turn > 1 else 0) for turn, chance in enumerate(by, start=1)}
    return Odds("exact", outcomes | {"later": 1 - by[-1]})


@question("win-rate")
def win_rate(
    matches: Samples = 400,
    seed: SeedText = "0",
    deck: DeckFile = "standard",
    uboat: BotName = "sensible",
    convoy: BotName = "sensible",
) -> Odds:
    """Which side wins between two bots?

    Sampled: matches are played and counted.

    Args:
        matches: How many matches to play.
        seed: The seed of the sample.
        deck: The deck, or a deck file.
        uboat: The wolf pack's bot.
        convoy: The convoy's bot.
    """
    bots = {Side.UBOAT.value: uboat, Side.CONVOY.value: convoy}
    records = simulate(Plan("uboat_cards", scenario=deck, bots=bots, seed=seed), matches)
    won = Counter(record.winner for record in records)
    turns = {"turns": sum(record.length for record in records) / len(records)}
    return replace(Odds.of(won, names=Side, sampled=True), expected=turns)


QUESTIONS: tuple[Question[Any], ...] = (opening_hand, hand, chain, win_rate)
