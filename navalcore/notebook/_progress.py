"""How far a long run is, in a notebook."""

from __future__ import annotations

from typing import Final

import ipywidgets

from navalcore._misfits import told_of_misfits, whole

UNITS: Final = "matches"


class ProgressBar(ipywidgets.HBox):  # type: ignore[misc]
    """A bar in a cell: call it with how much is done. :func:`~navalcore.study.simulate` takes it as ``progress``.

    >>> from navalcore.notebook import ProgressBar
    >>> from navalcore.study import Plan, simulate
    >>> bar = ProgressBar(5)
    >>> played = simulate(Plan("uboat_cards", scenario="short", seed="1943"), 5, progress=bar)
    >>> bar.done, bar.text
    (5, '5 of 5 matches')

    Args:
        total: how much there is to do.
        units: what is counted.
    """

    def __init__(self, total: int, units: str = UNITS) -> None:
        self._bar = ipywidgets.IntProgress(value=0, min=0, max=whole("a progress bar has a total", total))
        self._label = ipywidgets.Label()
        self._units = units
        super().__init__([self._bar, self._label])
        self(0)

    @told_of_misfits
    def __call__(self, done: int) -> None:
        """So much is done."""
        self._bar.value = done
        self._label.value = f"{done} of {self._bar.max} {self._units}"

    @property
    def done(self) -> int:
        """The part that is done."""
        return int(self._bar.value)

    @property
    def text(self) -> str:
        """The text next to the bar."""
        return str(self._label.value)
