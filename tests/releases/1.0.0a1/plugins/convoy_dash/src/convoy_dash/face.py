"""The face of Convoy Dash: its board, bots and odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from navalcore.boards import Board
from navalcore.bots import Bot
from navalcore.odds import Question
from navalcore.rules import Face, SeededChance

from convoy_dash import render
from convoy_dash.bots import Hunter, Navigator
from convoy_dash.odds import QUESTIONS
from convoy_dash.state import Rules, Side, State
from convoy_dash.views import SeaView


class ConvoyDashFace(Face[State, Rules, SeaView]):
    """What people see of Convoy Dash."""

    def board_text(self, view: SeaView, width: int = 80) -> str:
        """The sea as text."""
        return render.board_text(view, width)

    def board(self, view: SeaView) -> Board:
        """The sea as data."""
        return render.board(view)

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[SeaView]]]:
        """The old hand, who plays either side."""
        return {"old_hand": lambda role, chance: Navigator(chance) if role == Side.CONVOY else Hunter(chance)}

    def questions(self) -> Sequence[Question[Any]]:
        """The odds of an attack."""
        return QUESTIONS
