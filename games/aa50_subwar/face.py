"""The face of the Battle of the Atlantic: its map, bots and odds questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from navalcore.boards import WIDTH, Board
from navalcore.bots import Bot
from navalcore.odds import Question
from navalcore.rules import Decision, Face, Fact, SeededChance, Terms
from navalcore_games.aa50_subwar.action_keys import action_keys
from navalcore_games.aa50_subwar.aids import facts
from navalcore_games.aa50_subwar.board import describe
from navalcore_games.aa50_subwar.bots import BOTS, StrongBot
from navalcore_games.aa50_subwar.chart_plan import plan
from navalcore_games.aa50_subwar.hunt_odds import mixed_hunt
from navalcore_games.aa50_subwar.known import known
from navalcore_games.aa50_subwar.odds import QUESTIONS
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import State
from navalcore_games.aa50_subwar.text_board import glance, map_text
from navalcore_games.aa50_subwar.theatre import AtlanticFile
from navalcore_games.aa50_subwar.views import AtlanticView
from navalcore_games.aa50_subwar.words import POWER_NAMES, SIDE_NAMES, Side


class SubmarineWarfareFace(Face[State, SubwarOptions, AtlanticView]):
    """The face of the Battle of the Atlantic."""

    def board_text(self, view: AtlanticView, width: int = WIDTH) -> str:
        """The map as text."""
        return map_text(view, width)

    def glance(self, view: AtlanticView, width: int = WIDTH) -> str:
        """The spaces where something is, and what is under way."""
        return glance(view, width)

    def headline(self, view: AtlanticView) -> Sequence[str]:
        """The round and whose turn it is, and the points of both sides."""
        when = f"round {min(view.round, view.rounds)} of {view.rounds}: {POWER_NAMES[view.power]}"
        return when, f"points: {', '.join(f'{SIDE_NAMES[side]} {view.points(side)}' for side in Side)}"

    def group_of(self, view: AtlanticView, option: object) -> str:
        """Moves by the unit and the zone it leaves; everything else by its kind."""
        mover, to, _ = str(option).partition(" >")
        return mover + to if to else super().group_of(view, option)

    def facts(self, view: AtlanticView, decision: Decision, terms: Terms[SubwarOptions]) -> Sequence[Sequence[Fact]]:
        """The chance that a hunt finds something, and the average cost of convoy dice (S9, B15)."""
        return facts(view, decision, terms)

    def known(self, view: AtlanticView, terms: Terms[SubwarOptions]) -> Mapping[str, object]:
        """The numbers of the match's options, what hunts or fights, and what raids a convoy."""
        return known(view, terms.options)

    def board(self, view: AtlanticView) -> Board | None:
        """The map; none where some of it has neither an outline nor a tile."""
        return describe(view) if plan() is not None else None

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The files that people may write or change."""
        return {"scenarios": AtlanticFile}

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[AtlanticView]]]:
        """The bots, for either side."""
        return BOTS

    def levels(self) -> Mapping[str, str]:
        """How each level plays, and how often it was measured to win."""
        return {
            "no_submarines": "plays as the standard bot does, but the Axis buys no submarines",
            "hard": "strikes where it is twice as strong; with even chances it wins 7 of 10 matches against the "
            "standard bot. In the set-up of 1941 it wins nearly all as the Axis and 55 % as the Allies",
        }

    def policy(self) -> Callable[[str, SeededChance], Bot[AtlanticView]]:
        """The hard bot."""
        return StrongBot

    def action_keys(self) -> Iterator[str]:
        """Every key that an option may have."""
        return action_keys()

    def questions(self) -> Sequence[Question[Any]]:
        """The odds questions."""
        return (*QUESTIONS, mixed_hunt)
