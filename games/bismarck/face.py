"""The face of Computer Bismarck: its map, the information commands of chart A, bots and odds questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from games.bismarck.bots import BOTS
from games.bismarck.commands import COMMANDS, Command
from games.bismarck.odds import QUESTIONS
from games.bismarck.options import BismarckOptions
from games.bismarck.render import board
from games.bismarck.sea_map import MapFile
from games.bismarck.state import State
from games.bismarck.tables import Tables
from games.bismarck.text_board import board_text
from games.bismarck.views import BismarckView
from navalcore.analysis.odds import Question
from navalcore.bots import Bot
from navalcore.components.chance import SeededChance
from navalcore.face import Face
from navalcore.render.board import Board


class BismarckFace(Face[State, BismarckOptions, BismarckView]):
    """What people see of Computer Bismarck."""

    def board_text(self, view: BismarckView) -> str:
        """The map of 1980."""
        return board_text(view)

    def board(self, view: BismarckView) -> Board:
        """The map over the coastline."""
        return board(view)

    def info_commands(self) -> Mapping[str, Command]:
        """The information commands of chart A by their two letters: each takes a view and what follows the letters
        (a square, three letters of a name, or nothing) and returns the lines to show.
        """
        return COMMANDS

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The files that people may write or change."""
        return {"map": MapFile, "tables": Tables}

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[BismarckView]]]:
        """The Admiralty for the British, Otto for the Germans; ``sensible`` is whichever fits the role."""
        return BOTS

    def questions(self) -> Sequence[Question[Any]]:
        """The odds questions, all exact."""
        return QUESTIONS
