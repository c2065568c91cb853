"""A question as it is put to a viewer: its numbers, as much of the board as matters, and its options."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from navalcore import CHANCE, AnyMatch, Decision, face_of
from navalcore._cli.events import capital
from navalcore._cli.menu import Menu, grouped, print_board, print_question, rows_of
from navalcore._cli.output import Output, Styled
from navalcore.boards import changed_parts


class QuestionSheet:
    """Shows the questions of a match, and remembers the board that was shown and the ``numbers`` of the options."""

    def __init__(self, match: AnyMatch, out: Output) -> None:
        self._match, self._out = match, out
        self._face = face_of(match.game)
        self._menu = Menu()
        self.numbers: list[int] = []
        self._board = ""
        self._turn_shown: object = None
        self._begins = True

    def number(self, decision: Decision, moment: object) -> None:
        """Give each option its number, which it keeps within the ``moment``."""
        self.numbers = self._menu.numbers(decision, moment)

    def forget_board(self) -> None:
        """Let the board be shown whole the next time."""
        self._board = ""

    def changed_board(self, viewer: str) -> str:
        """The part of the board that matters: all of it when a turn begins, and after that its changes."""
        board = self._face.glance(self._match.view(viewer), self._out.width)
        turn = self._match.game.length(self._match.state)
        self._begins = not self._board or turn != self._turn_shown
        changed = board if self._begins else changed_parts(self._board, board)
        self._board, self._turn_shown = board, turn
        return changed

    def show(self, viewer: str, decision: Decision, *, forced: bool, board: bool = False, whole: bool = False) -> None:
        """The question and its options, all of them if ``whole``; above them as much of the ``board`` as has room on
        the same screen. ``forced``: there is one answer, which Enter gives.
        """
        rule = (f"  [{decision.rule}]" if decision.rule else "", "rule")
        if decision.role == CHANCE:
            self._out.line()
            self._out.line((decision.prompt, "question"), rule)
            return
        changed = self.changed_board(viewer) if board else ""
        title = capital(self._match.game.role_title(decision.role))
        words: list[Styled] = [(f"{title}: ", "title"), (decision.prompt, "question"), rule]
        only = f"Only one answer: {decision.texts[0]}. Enter gives it."
        if not whole and (said := only if forced else self._face.unlisted.get(decision.kind)):
            print_board(self._out, changed)
            self._out.line()
            self._out.line(*words)
            for row in self.rows_of(viewer, decision, [] if forced else [0]):
                self._out.line(*row)
            self._out.line((said, "faint"))
            return
        rows_in = partial(self.rows_of, viewer, decision, range(len(decision.options)))
        fuller = self._whole_board(viewer) if changed and self._begins else ""
        print_question(self._out, changed, words, rows_in, whole, fuller)

    def rows_of(
        self, viewer: str, decision: Decision, indices: Sequence[int], close: bool = False, most: int | None = None
    ) -> list[list[Styled]]:
        """The options of these indices, in groups if they are many."""
        view = self._match.view(viewer)
        groups = grouped(decision, lambda option: self._face.group_of(view, option))
        texts = decision.texts
        facts = self._face.facts(view, decision, self._match.setup.terms) or [()] * len(texts)
        rows = rows_of(
            [texts[index] for index in indices],
            [self.numbers[index] for index in indices],
            [groups[index] for index in indices],
            self._out.room,
            plain=self._out.plain,
            meanings=[self._face.meaning(view, decision.options[index]) for index in indices],
            facts=[", ".join(str(fact) for fact in facts[index] if not fact.places) for index in indices],
            last=self._face.last_groups,
            close=close,
            most=most,
        )
        return list(rows)

    def _whole_board(self, viewer: str) -> str:
        """All of the board, for a screen that has room for it."""
        return "" if self._out.height is None else self._face.board_text(self._match.view(viewer), self._out.width)
