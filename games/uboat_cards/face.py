"""The face of the wolf-pack card game: its table, card list, bot and odds questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from navalcore.boards import WIDTH, Board, ruled_table
from navalcore.bots import Bot, careless
from navalcore.odds import Question
from navalcore.rules import Decision, Face, Fact, SeededChance, Terms
from navalcore_games.uboat_cards.action_keys import action_keys
from navalcore_games.uboat_cards.aids import facts
from navalcore_games.uboat_cards.board import board
from navalcore_games.uboat_cards.bots import SensibleBot
from navalcore_games.uboat_cards.decks import DeckScenario, catalogue
from navalcore_games.uboat_cards.evaluation import TURNS_AHEAD, estimate
from navalcore_games.uboat_cards.events import NAMES
from navalcore_games.uboat_cards.hard_bot import HardBot
from navalcore_games.uboat_cards.keen_bot import KeenBot
from navalcore_games.uboat_cards.odds import QUESTIONS
from navalcore_games.uboat_cards.options import UboatOptions
from navalcore_games.uboat_cards.state import Side, State
from navalcore_games.uboat_cards.text_board import discard_list, table_text
from navalcore_games.uboat_cards.views import CardTableView


class UboatCardsFace(Face[State, UboatOptions, CardTableView]):
    """The face of the wolf-pack card game."""

    last_groups = ("discard card",)

    def board_text(self, view: CardTableView, width: int = WIDTH) -> str:
        """The card table as text."""
        return table_text(view, width)

    def board(self, view: CardTableView) -> Board:
        """The card table."""
        return board(view)

    def headline(self, view: CardTableView) -> Sequence[str]:
        """The turn, and the sinkings that each side has and needs."""
        uboat, convoy = view.uboat, view.convoy
        return (
            f"turn {view.turn}",
            f"transports sunk {uboat.sunk} of {uboat.needed}",
            f"U-boats sunk {convoy.sunk} of {convoy.needed}",
        )

    def info_commands(self) -> Mapping[str, Callable[[CardTableView, str], str]]:
        """``cards``: the card catalogue; ``discards``: what is on the discard pile."""
        return {
            "cards": cards_command,
            "discards": discards_command,
        }

    def facts(self, view: CardTableView, decision: Decision, terms: Terms[UboatOptions]) -> Sequence[Sequence[Fact]]:
        """The effect of each card."""
        return facts(view, decision, terms)

    def known(self, view: CardTableView, terms: Terms[UboatOptions]) -> Mapping[str, object]:
        """The deck that is played with, and whose cards they are."""
        return {"deck": terms.scenario.id, "side": view.role}

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The files that people may write or change."""
        return {"scenario": DeckScenario}

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[CardTableView]]]:
        """The sensible bot, a keener one, and the levels that differ from them; all for either side."""
        return {"sensible": SensibleBot, "easy": careless(SensibleBot, 8), "keen": KeenBot, "hard": HardBot}

    def levels(self) -> Mapping[str, str]:
        """How each level plays, and how often it was measured to win."""
        return {
            "easy": "plays as the standard bot does, but takes any option once in 8 choices",
            "keen": "plays by rules of thumb whose 30 figures were found by playing",
            "hard": "weighs every card by 50 figures found by playing; it wins 3 of 5 matches against the standard bot",
        }

    def questions(self) -> Sequence[Question[Any]]:
        """Opening hands (exact) and win rates (sampled)."""
        return QUESTIONS

    def action_keys(self) -> Iterator[str]:
        """Every key that an option may have."""
        return action_keys()

    def evaluate(self, state: State, role: str, terms: Terms[UboatOptions]) -> float:
        """The estimated chance that a side wins."""
        return estimate(state, Side(role))

    def horizon(self, state: State, terms: Terms[UboatOptions]) -> int:
        """A few turns on."""
        return state.turn + TURNS_AHEAD


def cards_command(view: CardTableView, words: str) -> str:  # noqa: ARG001
    """List the cards, or those that match some words: cards torpedo."""
    return card_list(words)


def discards_command(view: CardTableView, words: str) -> str:  # noqa: ARG001
    """Everything on the discard pile."""
    return discard_list(view)


def card_list(words: str = "") -> str:
    """The card catalogue as a text table; with words, the cards of which they are said."""
    rows = [
        [card.name, card.type, " and ".join(NAMES[side] for side in card.played_by) or "nobody", card.use]
        for card in catalogue()
    ]
    wanted = words.casefold().split()
    found = [row for row in rows if all(word in " ".join(row).casefold() for word in wanted)]
    if not found:
        return f"No card has the words '{words}'; cards alone lists them all."
    return ruled_table(["card", "type", "played by", "use"], found, WIDTH)
