"""The face of every companion: the marks, and the chances of the procedure in the form."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, ClassVar, Final

from navalcore._companion.companion import companion_in
from navalcore._companion.desk import Begin, CompanionView, Fill
from navalcore._companion.kept import state_with
from navalcore._face.face import Face
from navalcore._rules.decision import Decision
from navalcore._rules.facts import Fact
from navalcore._rules.terms import Terms
from navalcore.components._lines import WIDTH, wrapped
from navalcore.errors import NavalCoreError
from navalcore.odds._answers import Odds

MOST: Final = 10
"""Outcomes that are shown next to the button that begins."""
REMEMBERED: Final = 32
"""Forms whose chances are remembered, so that the same form at the same board is worked out once."""


class CompanionFace(Face[Any, Any, CompanionView]):
    """The face of a companion."""

    unlisted: ClassVar[Mapping[str, str]] = {
        "form": "Type what differs, such as a field and its value, or begin, or another procedure; Enter lists all."
    }

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._known: deque[tuple[Any, Odds | None]] = deque(maxlen=REMEMBERED)

    def board_text(self, view: CompanionView, width: int = WIDTH) -> str:
        """The marks and the form, a line each."""
        marks = [wrapped(each.text, width) for each in view.marks] or ["Nothing is marked."]
        form = [wrapped(f"{each.name.replace('_', ' ')}: {each.shown}", width) for each in view.form]
        return "\n\n".join("\n".join(part) for part in (["Marks", *marks], form and [view.title, *form]) if part)

    def glance(self, view: CompanionView, width: int = WIDTH) -> str:
        """The same, without the words for nothing."""
        return self.board_text(view, width) if view.marks or view.form else ""

    def headline(self, view: CompanionView) -> Sequence[str]:
        """The question, and how many marks there are."""
        return (view.title or "beside the real board",)

    def group_of(self, view: CompanionView, option: object) -> str:
        """Values by their field."""
        return option.field.replace("_", " ") if isinstance(option, Fill) else super().group_of(view, option)

    def meaning(self, view: CompanionView, option: object) -> str:
        """The last contents of the form of a procedure; of the button that begins, what the chances assume."""
        if isinstance(option, Begin):
            return view.assumes.removesuffix(".") if view.weighed else ""
        name = getattr(option, "procedure", "")
        return next((each.last for each in view.procedures if each.name == name), "")

    def facts(self, view: CompanionView, decision: Decision, terms: Terms[Any]) -> Sequence[Sequence[Fact]]:
        """The chances of the procedure in the form, shown with the option that begins it."""
        if not view.weighed or not any(isinstance(option, Begin) for option in decision.options):
            return ()
        odds = self.chances(view, terms)
        told = _facts(odds) if odds is not None else ()
        return [told if isinstance(option, Begin) else () for option in decision.options]

    def chances(self, view: CompanionView, terms: Terms[Any]) -> Odds | None:
        """The chances of the procedure in a view's form, given the kept figures; None if it cannot be carried out."""
        values = {each.name: each.value for each in view.form}
        asked = (view.procedure, values, terms.options, terms.scenario, view.kept)
        for known, odds in self._known:
            if known == asked:
                return odds
        found: Odds | None = None
        with suppress(NavalCoreError):
            kept = state_with(self.game, view.kept, terms)
            found = companion_in(self.game).odds(self.game, terms, view.procedure, values, kept)
        self._known.appendleft((asked, found))
        return found


def _facts(odds: Odds) -> tuple[Fact, ...]:
    """The likeliest outcomes, those of a sample with their standard error, then what is to be expected."""
    outcomes = sorted(((p, name) for name, p in odds.outcomes.items() if p), reverse=True)[:MOST]
    sampled = odds.method == "sampled"
    chances = [
        Fact(
            "outcome",
            Fraction(p).limit_denominator(10**9),
            words=f"{_words(name)}{f' (± {100 * odds.standard_error[name]:.1g} %), about' if sampled else ''}",
        )
        for p, name in outcomes
    ]
    means = [
        Fact(
            "expected",
            Fraction(value).limit_denominator(10**6),
            words=f"{_words(name)}{', about' if sampled else ''}",
            mean=True,
        )
        for name, value in odds.expected.items()
    ]
    return (*chances, *means)


def _words(name: object) -> str:
    return str(name).replace("_", " ")
