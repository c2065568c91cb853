"""Odds asked in the middle of a match: of the options on the table, or of anything, with what the match says of it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from navalcore import AnyMatch, Decision, face_of
from navalcore._cli.common import pairs
from navalcore._cli.odds import find_question, print_odds, print_option, print_options, print_questions
from navalcore._cli.output import Output
from navalcore.errors import Ambiguous, BadData, NotOffered
from navalcore.odds import Question

JOINT = "joint"
"""The word that asks for joint outcomes."""


class OddsCommand:
    """Answers what is asked behind the command ``odds``.

    Args:
        out: where to print.
        match: the match.
        viewer: who asks; nothing is told that he may not know.
    """

    def __init__(self, out: Output, match: AnyMatch, viewer: str) -> None:
        self._out, self._match, self._viewer = out, match, viewer
        self._face = face_of(match.game)

    def ask(self, decision: Decision, numbers: Sequence[int], argument: str) -> None:
        """Answer one line; Ctrl-C stops an answer that takes long, and not the match."""
        try:
            self._answer_line(decision, numbers, argument)
        except KeyboardInterrupt:
            self._out.line("Stopped.")

    def _answer_line(self, decision: Decision, numbers: Sequence[int], argument: str) -> None:
        word = argument.partition(" ")[0]
        questions = {question.name for question in self._face.questions()}
        if word == "questions":
            print_questions(self._out, self._match.game)
        elif word in questions or "=" in argument:
            self._answer(argument)
        elif argument:
            index = self._meant(decision, numbers, argument)
            print_option(self._out, self._match.odds(index, role=decision.role))
        else:
            print_options(self._out, self._match.odds_table(role=decision.role), numbers)

    def _meant(self, decision: Decision, numbers: Sequence[int], words: str) -> int:
        """The option that odds are asked of."""
        try:
            return decision.read(words, numbers)
        except Ambiguous:
            raise
        except NotOffered:
            raise BadData(
                f"'{words}' is neither an option nor an odds question; odds alone shows the options, odds questions "
                "the questions"
            ) from None

    def _answer(self, argument: str) -> None:
        try:
            name, *parameters = shlex.split(argument)
        except ValueError as error:
            raise BadData(f"odds {argument}: {error}") from None
        question = find_question(self._match.game, name)
        typed = pairs([each for each in parameters if each != JOINT], "odds")
        understood, answer = question.ask(self._known_of(question) | typed)
        print_odds(self._out, question, understood.model_dump(mode="json"), answer, JOINT in parameters)

    def _known_of(self, question: Question[Any]) -> dict[str, Any]:
        """The parameters of a question that the match has: its scenario, its options, and what its game says."""
        setup = self._match.setup
        known: dict[str, Any] = {"scenario": setup.scenario.id, **setup.options.model_dump(mode="json")}
        known |= self._face.known(self._match.view(self._viewer), setup.terms)
        allowed = question.parameters_class.model_fields
        return {name: value for name, value in known.items() if name in allowed and _fits(question, name, value)}


def _fits(question: Question[Any], name: str, value: object) -> bool:
    """Whether a question takes what the match has under a parameter's name."""
    try:
        question.parameters_class.model_validate({name: value})
    except ValueError:
        return False
    return True
