"""The face of Computer Bismarck: its map, the information commands of chart A, bots and odds questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from games.bismarck.bots import BOTS
from games.bismarck.cards import SHIPS, is_ship
from games.bismarck.choices import Unit
from games.bismarck.commands import COMMANDS, Command
from games.bismarck.odds import QUESTIONS
from games.bismarck.options import BismarckOptions
from games.bismarck.render import board
from games.bismarck.sea_map import MapFile
from games.bismarck.state import State
from games.bismarck.tables import Tables
from games.bismarck.text_board import board_text, glance
from games.bismarck.views import BismarckView
from navalcore.analysis.odds import Question
from navalcore.bots import Bot
from navalcore.components.chance import SeededChance
from navalcore.face import Face
from navalcore.render.board import Board
from navalcore.render.text import WIDTH


class BismarckFace(Face[State, BismarckOptions, BismarckView]):
    """What people see of Computer Bismarck."""

    def board_text(self, view: BismarckView, width: int = WIDTH) -> str:
        """The map of 1980."""
        return board_text(view, width)

    def glance(self, view: BismarckView, width: int = WIDTH) -> str:
        """The enemy, the planes in the air and the map."""
        return glance(view, width)

    def group_of(self, view: BismarckView, option: object) -> str:
        """Units by what they are; everything else by its kind."""
        if isinstance(option, Unit):
            return ("convoys" if SHIPS[option.number].type == "M" else "ships") if is_ship(option.number) else "planes"
        return super().group_of(view, option)

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
