"""The hard bot of the card game: weighs what cards are worth keeping and playing by 50 figures found by playing.

The figures are in ``data/hard.toml``, for each side. They were found in a small model of the rules, against the
sensible bot, the keen one and the figures of the other side; only differences count.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from pydantic import BaseModel, ConfigDict

from navalcore.bots import Bot
from navalcore.components import load_toml
from navalcore.rules import Decision, SeededChance
from navalcore_games.uboat_cards.choices import DISCARD, PASS, PLAY, DiscardCard
from navalcore_games.uboat_cards.state import CHAIN, CLEARING, HARASSING, OPPONENT, Card, Side
from navalcore_games.uboat_cards.views import CardTableView

FIGURES_FILE: Final = Path(__file__).parent / "data" / "hard.toml"
USUAL: Final = {Card.TRANSPORT: 6, Card.U_BOAT: 4}
"""The last cards of the chains in the standard deck; of another deck the bot takes the same for granted."""
FULL_HAND: Final = 4
"""Cards of the opponent's hand from which a further one makes harassing worth more."""
ROW: Final = 2
"""A row this long is one card from a sinking."""
SINK: Final = 99.0
"""The worth of laying the last card of the chain: more than all else."""
Three: TypeAlias = tuple[float, float, float]


class Keeping(BaseModel):
    """The worth of keeping each card; three figures are for a row of no, one and two cards."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first: Three
    middle: Three
    middle_with_first: float
    last: Three
    last_with_middle: float
    clearing: Three
    clearing_own_row: float
    harassing: Three
    harassing_own_row: float
    denied: Three
    denied_at_the_end: float
    their_middle: Three
    their_clearing: float
    further: dict[str, float]


class Playing(BaseModel):
    """The worth of each action, against a pass; three figures are for a row of no, one and two cards."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lay_first: float
    lay_first_with_middle: float
    lay_first_with_last: float
    lay_first_in_danger: float
    lay_second: float
    lay_second_with_last: float
    lay_second_in_danger: float
    clear: Three
    clear_own_row: Three
    clear_threat: float
    clear_at_the_end: float
    harass: Three
    harass_full_hand: float
    harass_threat: float


class Figures(BaseModel):
    """The figures of a side."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    keep: Keeping
    play: Playing


class File(BaseModel):
    """The figures of both sides."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    uboat: Figures
    convoy: Figures


_FILE: Final = load_toml(FIGURES_FILE).model(File)
AT: Final[Mapping[Side, Figures]] = {Side.UBOAT: _FILE.uboat, Side.CONVOY: _FILE.convoy}


class HardBot(Bot[CardTableView]):
    """Keeps and plays what its figures say is worth most; always the same way."""

    def __init__(self, role: str, chance: SeededChance) -> None:  # noqa: ARG002 - every bot is made like this
        self.side = Side(role)
        self._at = AT[self.side]

    def decide(self, view: CardTableView, decision: Decision) -> object:
        """The option to take."""
        hand = view.seat(self.side).hand
        assert hand is not None
        if isinstance(decision.options[0], DiscardCard):
            kept = {card: self._keep(view, hand, card) for card in hand}
            return DISCARD[self.side][min(kept, key=kept.__getitem__)]
        worths = {PASS[self.side]: 0.0, **self._worths(view, hand)}
        return max((option for option in decision.options if option in worths), key=lambda option: worths[option])

    def _ends_soon(self, view: CardTableView) -> bool:
        """Whether the opponent needs one more sinking."""
        other = view.seat(OPPONENT[self.side])
        return other.needed - other.sunk == 1

    def _threat(self, view: CardTableView, hand: tuple[Card, ...]) -> float:
        """How likely the opponent holds the last card of its chain."""
        last, held = CHAIN[OPPONENT[self.side]][-1], view.seat(OPPONENT[self.side]).hand_size
        unseen = view.deck_size + held
        left = USUAL[last] - (view.discards or ()).count(last) - hand.count(last)
        return 1 - (1 - min(max(left, 0) / unseen, 1)) ** held if unseen else 0.0

    def _keep(self, view: CardTableView, hand: tuple[Card, ...], card: Card) -> float:
        """The worth of keeping a card in hand; of several alike, what the last of them is."""
        told, chain, theirs = self._at.keep, CHAIN[self.side], CHAIN[OPPONENT[self.side]]
        own, other = len(view.seat(self.side).row), len(view.seat(OPPONENT[self.side]).row)
        worth, kind, held = -0.001 * hand.count(card), "", 1
        if card is chain[0]:
            worth, kind = told.first[own], "first"
        elif card is chain[1]:
            worth, kind = told.middle[own] + told.middle_with_first * (own == 0 and chain[0] in hand), "middle"
        elif card is chain[2]:
            worth, kind = told.last[own] + told.last_with_middle * (chain[1] in hand), "last"
        elif card is CLEARING[self.side]:
            worth, kind = told.clearing[other] + told.clearing_own_row * own, "clearing"
        elif card in HARASSING:
            worth, kind = told.harassing[other] + told.harassing_own_row * own, "harassing"
            held = sum(map(hand.count, HARASSING))
        elif card is theirs[2]:
            worth, kind = told.denied[other] + told.denied_at_the_end * self._ends_soon(view), "denied"
        elif card is theirs[1]:
            worth = told.their_middle[other]
        elif card is CLEARING[OPPONENT[self.side]]:
            worth = told.their_clearing
        if not kind:
            return worth
        return float(worth * told.further[kind] ** ((held if kind == "harassing" else hand.count(card)) - 1))

    def _worths(self, view: CardTableView, hand: tuple[Card, ...]) -> dict[object, float]:
        """The worth of playing each card."""
        told, chain, plays = self._at.play, CHAIN[self.side], PLAY[self.side]
        own, seat = len(view.seat(self.side).row), view.seat(OPPONENT[self.side])
        other = len(seat.row)
        danger, threat = other == ROW, self._threat(view, hand) if other == ROW else 0.0
        lay = SINK
        if own == 0:
            lay = told.lay_first + told.lay_first_with_middle * (chain[1] in hand)
            lay += told.lay_first_with_last * (chain[2] in hand) + told.lay_first_in_danger * danger
        elif own == 1:
            lay = told.lay_second + told.lay_second_with_last * (chain[2] in hand) + told.lay_second_in_danger * danger
        clear = told.clear[other] - told.clear_own_row[own] + told.clear_threat * threat
        clear += told.clear_at_the_end * (danger and self._ends_soon(view))
        harass = told.harass[other] + told.harass_full_hand * (seat.hand_size - FULL_HAND) + told.harass_threat * threat
        return {
            **{plays[card]: harass for card in HARASSING},
            plays[CLEARING[self.side]]: clear,
            plays[chain[own]]: lay,
        }
