"""The face of Tonnage War: its table, bot and odds questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from navalcore.boards import WIDTH, Board
from navalcore.bots import Bot
from navalcore.odds import Question
from navalcore.rules import Decision, Face, Fact, SeededChance, Terms
from navalcore_games.tonnage_war.action_keys import action_keys
from navalcore_games.tonnage_war.aids import facts
from navalcore_games.tonnage_war.board import board
from navalcore_games.tonnage_war.bots import SensibleBot
from navalcore_games.tonnage_war.convoys import ConvoyScenario
from navalcore_games.tonnage_war.engagement_odds import ENGAGEMENTS
from navalcore_games.tonnage_war.evaluation import estimate, look_ahead
from navalcore_games.tonnage_war.odds import QUESTIONS
from navalcore_games.tonnage_war.options import TonnageOptions
from navalcore_games.tonnage_war.state import Side, State, Unit
from navalcore_games.tonnage_war.text_board import table_glance, table_text
from navalcore_games.tonnage_war.values import UNITS, ValuesFile, in_words
from navalcore_games.tonnage_war.veterans import VeteranBot
from navalcore_games.tonnage_war.views import TableView
from navalcore_games.tonnage_war.wary import WaryBot


class TonnageWarFace(Face[State, TonnageOptions, TableView]):
    """The face of Tonnage War."""

    last_groups = ("discard",)

    def board_text(self, view: TableView, width: int = WIDTH) -> str:
        """The table as text."""
        return table_text(view, width)

    def glance(self, view: TableView, width: int = WIDTH) -> str:
        """The table without its piles."""
        return table_glance(view, width)

    def headline(self, view: TableView) -> Sequence[str]:
        """Round and turn, and the points of both sides."""
        tally, game = view.tally, [f"game {view.game}, sides exchanged"] if view.game > 1 else []
        when = f"turn {view.turn} of 26" if view.turn else "before the first turn"
        return (
            *game,
            f"round {view.round} of {view.rounds}, {when}",
            f"points: U-boats {tally.uboat_points}, escorts {tally.escort_points}",
        )

    def meaning(self, view: TableView, option: object) -> str:
        """The meaning of the letters of a unit card."""
        unit = getattr(option, "unit", None)
        return in_words(unit) if isinstance(unit, Unit) and unit in UNITS else ""

    def facts(self, view: TableView, decision: Decision, terms: Terms[TonnageOptions]) -> Sequence[Sequence[Fact]]:
        """The numbers that an attack needs, and its chances (8.2, 8.5, 13.1)."""
        return facts(self.game, view, decision, terms)

    def known(self, view: TableView, terms: Terms[TonnageOptions]) -> Mapping[str, object]:
        """The weather and the sonar of the round, and the die against the convoy."""
        return {"storm": view.storm, "bad_sonar": view.bad_sonar, "die": terms.options.convoy_attack_die}

    def board(self, view: TableView) -> Board:
        """The table."""
        return board(view)

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The files that people may write or change."""
        return {"scenario": ConvoyScenario, "values": ValuesFile}

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[TableView]]]:
        """The sensible bot, the wary one and the hard one, for either side."""
        return {"sensible": SensibleBot, "wary": WaryBot, "hard": VeteranBot}

    def levels(self) -> Mapping[str, str]:
        """How each level plays, and how often it was measured to win."""
        return {
            "wary": "makes contact for a good attack card and a seasoned boat; "
            "it wins 56 % of the decided matches against the standard bot",
            "hard": "weighs every action of both sides, and has no fixed habits; "
            "it wins 3 of 4 decided matches against the standard bot",
        }

    def policy(self) -> Callable[[str, SeededChance], Bot[TableView]]:
        """The wary bot."""
        return WaryBot

    def questions(self) -> Sequence[Question[Any]]:
        """Exact odds of attacks, detection, flak."""
        return (*QUESTIONS, *ENGAGEMENTS)

    def action_keys(self) -> Iterator[str]:
        """Every key that an option may have."""
        return action_keys()

    def evaluate(self, state: State, role: str, terms: Terms[TonnageOptions]) -> float:
        """The estimated chance that a player wins."""
        return estimate(state, Side(role))

    def horizon(self, state: State, terms: Terms[TonnageOptions]) -> int:
        """A few turns on, or the end of the round under way."""
        return look_ahead(state)
