"""Where a match is: what is asked, how it has ended, and the parts that it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from navalcore._play.busy import still
from navalcore._play.driver import Driver
from navalcore._rules.decision import Decision
from navalcore._rules.terms import O, Outcome, S, V
from navalcore._wire.history import History
from navalcore.components._bus import EventBus


class MatchProgress(Generic[S, O, V]):
    """A match as far as its driver says where it is."""

    __slots__ = ("_bots", "_busy", "_driver", "_history", "_watched")

    _driver: Driver[S, O, V]
    _bots: Mapping[str, Any]
    """Those who sit at the match, once they have been asked to play."""
    _busy: int
    _history: History | None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the match, or None."""
        return self._driver.outcome

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._driver.outcome is not None

    @property
    def state(self) -> S:
        """The state itself, with everything in it. Read it only; front ends and bots use :meth:`view`."""
        return self._driver.play.state

    @property
    @still
    def digest(self) -> str:
        """A fingerprint of the whole state. Raises Busy while the match moves."""
        return self._driver.digest

    @property
    def events(self) -> EventBus:
        """The bus on which the match publishes its events: ``match.events.subscribe(handler, role=...)``."""
        self._watched = True
        return self._driver.events

    @property
    def decision(self) -> Decision | None:
        """The current question with its role, or None when the match is over. Where several roles choose at the same
        time it is the first of :attr:`decisions`, so a program that knows one decision at a time need not change.
        """
        return self._driver.decision

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """The decisions by role: one, several in simultaneous choices, none when the match is over."""
        return self._driver.decisions

    @property
    def count(self) -> int:
        """The number of choices made so far."""
        return self._driver.line.count

    def choices(self) -> list[int]:
        """The indices chosen so far; in a fork that imagines hidden things or has other chance, those chosen since."""
        line = self._driver.line
        return line.choices()[line.imagined or 0 :]

    @property
    def _standing(self) -> tuple[object, ...]:
        driver = self._driver
        return driver, driver.line.count, len(driver.line.reseeds), driver.decision

    def _take(self, driver: Driver[S, O, V]) -> None:
        """Be played by this driver."""
        self._driver = driver
        self._watched = driver.recorder is not None or driver.bus is not None or driver.setup.chance == "physical"
        """Whether there is a recording or a listener, or a person rolls: then every choice takes the slower way."""
