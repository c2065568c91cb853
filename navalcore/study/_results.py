"""The matches of a simulation together: they sum themselves up, draw themselves, and become a data frame."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import import_module
from typing import Any, SupportsIndex, overload

from navalcore._match.installed import load
from navalcore._misfits import told_in_methods
from navalcore.study._charts import results_svg
from navalcore.study._plan import Plan
from navalcore.study._records import COLUMNS, SimulatedMatch, rows
from navalcore.study._summary import summary


@told_in_methods
class Simulation(list[SimulatedMatch]):
    """The records of the matches that :func:`simulate` played, in the order of their numbers. A notebook shows it as a
    picture and a table. A slice of them is such records too.

    >>> from navalcore.study import Plan, simulate
    >>> played = simulate(Plan("uboat_cards", scenario="short", seed="1943"), 40)
    >>> len(played), played[0].winner, played.summary["wins"]["uboat"]["count"]
    (40, 'uboat', 22)
    >>> played.plot("choices")[:4]
    '<svg'

    Args:
        plan: the plan that was played.
        records: the matches.

    Attributes:
        plan: the plan that was played, every name filled in.
    """

    plan: Plan

    def __init__(self, plan: Plan, records: Iterable[SimulatedMatch] = ()) -> None:
        super().__init__(records)
        self.plan = plan

    @overload
    def __getitem__(self, wanted: SupportsIndex, /) -> SimulatedMatch: ...
    @overload
    def __getitem__(self, wanted: slice, /) -> Simulation: ...
    def __getitem__(self, wanted: SupportsIndex | slice, /) -> SimulatedMatch | Simulation:
        if isinstance(wanted, slice):
            return Simulation(self.plan, super().__getitem__(wanted))
        return super().__getitem__(wanted)

    def copy(self) -> Simulation:
        """The same records in a list of its own."""
        return self[:]

    @property
    def summary(self) -> dict[str, Any]:
        """A summary of the matches: wins with 95 % intervals, side bias, lengths, endings, scores (:func:`summary`).

        Raises:
            BadData: no match came to its end.
        """
        return summary(self.plan, self, [str(role) for role in load(self.plan.game, self.plan.plugins).roles])

    def plot(self, measure: str = "length") -> str:
        """Shares of wins with 95 % intervals above, a histogram of the matches below, as SVG text.

        Args:
            measure: what the histogram counts the matches by: ``length``, ``choices`` or the name of a score.

        Raises:
            BadData: no match came to its end.
            UnknownName: the matches have no such measure.
        """
        game = load(self.plan.game, self.plan.plugins)
        title = f"{game.title}, {game.scenario(self.plan.scenario).title}: {len(self)} matches"
        names = {str(role): game.role_title(role) for role in game.roles}
        return results_svg(title, self.summary, self, names, measure)

    def frame(self) -> Any:
        """One row a match as a ``pandas.DataFrame``, one column a score, indexed by the match's number.

        Raises:
            ModuleNotFoundError: pandas is not installed: ``pip install 'navalcore[notebook]'``.
        """
        try:
            pandas = import_module("pandas")
        except ModuleNotFoundError as error:
            lacking = f"Simulation.frame needs pandas: pip install 'navalcore[notebook]' ({error})"
            raise ModuleNotFoundError(lacking, name="pandas") from None
        table = rows(self)
        return pandas.DataFrame(table, columns=list(table[0]) if table else COLUMNS).set_index("number")

    def _repr_html_(self) -> str:
        if not self:
            return "<p>No match came to its end.</p>"
        game = load(self.plan.game, self.plan.plugins)
        wins = {game.role_title(role): self.summary["wins"][str(role)] for role in game.roles}
        lines = "".join(
            f"<tr><td>{escape(name)}</td><td>{share['count']}</td><td>{share['share']:.1%}</td>"
            f"<td>{share['low']:.1%} to {share['high']:.1%}</td></tr>"
            for name, share in [*wins.items(), ("no winner", self.summary["draws"])]
        )
        head = "<tr><th>side</th><th>wins</th><th>share</th><th>95 % interval</th></tr>"
        return f"{self.plot()}<table><thead>{head}</thead><tbody>{lines}</tbody></table>"
