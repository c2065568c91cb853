"""The face of Skerry Passage: its board, bots and odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from navalcore.boards import Board, wrapped
from navalcore.bots import Bot
from navalcore.odds import Question
from navalcore.rules import Face, SeededChance

from skerry_passage import render
from skerry_passage.bots import OldHand
from skerry_passage.odds import QUESTIONS
from skerry_passage.state import Rules, State
from skerry_passage.views import PassageView


class SkerryPassageFace(Face[State, Rules, PassageView]):
    """What people see of Skerry Passage."""

    def board_text(self, view: PassageView, width: int = 80) -> str:
        """The passage as text."""
        return wrapped(render.board_text(view), width)

    def board(self, view: PassageView) -> Board:
        """The passage as data."""
        return render.board(view)

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[PassageView]]]:
        """The old hand, who plays either side."""
        return {"old_hand": OldHand}

    def questions(self) -> Sequence[Question[Any]]:
        """The odds of salvos and torpedoes."""
        return QUESTIONS
