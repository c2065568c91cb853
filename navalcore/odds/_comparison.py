"""Several answers to one question of odds, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from navalcore._misfits import told_in_methods
from navalcore.components._model_errors import closest
from navalcore.errors import UnknownName
from navalcore.odds._answers import Odds, Share, percent, table


@told_in_methods
@dataclass(frozen=True)
class Comparison:
    """Answers to one question side by side: of two policies, of two values of a parameter."""

    answers: Mapping[str, Odds]
    """Each answer by its label, in the order to show them."""

    @property
    def outcomes(self) -> list[str]:
        """Every outcome that any answer has, in the order in which they first come."""
        return list(dict.fromkeys(name for odds in self.answers.values() for name in odds.outcomes))

    @property
    def expected(self) -> list[str]:
        """Every expected value that any answer has."""
        return list(dict.fromkeys(name for odds in self.answers.values() for name in odds.expected))

    def chances(self, outcome: str) -> dict[str, Share]:
        """The chance of ``outcome`` in every answer, by label; 0 where it is impossible.

        Raises:
            UnknownName: no answer has such an outcome.
        """
        if outcome not in self.outcomes:
            raise UnknownName(f"no answer has an outcome {outcome!r}; {closest(outcome, self.outcomes)}")
        return {label: odds.outcomes.get(outcome, Fraction(0)) for label, odds in self.answers.items()}

    def difference(self, outcome: str) -> Share:
        """The difference in the chance of ``outcome`` between the last answer and the first, from -1 to 1.

        Raises:
            UnknownName: no answer has such an outcome.
        """
        each = [*self.chances(outcome).values()]
        first, last = each[0], each[-1]
        return last - first

    def part(self, name: str | None) -> Comparison:
        """The comparison of the part ``name`` of joint outcomes; of the outcomes themselves if it is None.

        Raises:
            UnknownName: an answer has no such part.
        """
        if name is None:
            return self
        return Comparison(
            {label: Odds(odds.method, odds.part(name), expected=odds.expected) for label, odds in self.answers.items()}
        )

    def rows(self) -> list[list[str]]:
        """A row for each outcome and each expected value: its name, and its figure in every answer."""
        found = [[name, *map(percent, self.chances(name).values())] for name in self.outcomes]
        for name in self.expected:
            means = [odds.expected.get(name) for odds in self.answers.values()]
            found.append([f"mean {name}", *("" if value is None else f"{float(value):.4g}" for value in means)])
        return found

    def to_json(self, game: str, question: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The comparison as ``navalcore odds --compare --json`` prints it: every answer in its own form, by label.

        Args:
            game: the id of the game.
            question: the name of the question.
            parameters: its parameters by name.
        """
        answers = {label: odds.to_json(game, question, parameters) for label, odds in self.answers.items()}
        for answer in answers.values():
            for shared in ("game", "question", "parameters"):
                del answer[shared]
        return {"game": game, "question": question, "parameters": dict(parameters), "answers": answers}

    def markdown(self) -> str:
        """The comparison as a Markdown table."""
        return table(["", *self.answers], self.rows())

    def plot(self, title: str = "Odds compared", part: str | None = None) -> str:
        """A bar for each answer, made of its outcomes, as SVG text.

        Args:
            title: the heading of the picture.
            part: the part of joint outcomes to show.

        Raises:
            UnknownName: an answer has no such part.
        """
        from navalcore.odds._charts import stacked

        chosen = self.part(part)
        return stacked(title, {label: odds.outcomes for label, odds in chosen.answers.items()}, chosen.outcomes)

    def _repr_svg_(self) -> str:
        return self.plot()

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(label)}</th>" for label in ["", *self.answers])
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
