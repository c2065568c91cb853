"""The conformance kit under pytest: one test for each check of each game named.

Call it with ``pytest -p navalcore.testing.pytest_plugin --navalcore-game my_game``; a game is an installed id or
``package.module:ClassName``. To have it always, name the plug-in and the option in ``addopts``.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from navalcore.testing import CHECKS, check_game, find_game


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the kit."""
    group = parser.getgroup("navalcore", "conformance of navalcore games")
    group.addoption("--navalcore-game", action="append", default=[], metavar="GAME", help="check this game")
    group.addoption("--navalcore-matches", type=int, default=20, metavar="N", help="random matches to play")


class Conformance(pytest.Item):
    """One check of one game."""

    def __init__(self, *, game: str, **arguments: object) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.game = game

    def runtest(self) -> None:
        """Carry the check out; the matches must be playable as well."""
        matches = self.config.getoption("--navalcore-matches")
        report = check_game(find_game(self.game), matches=matches, only=[self.name])
        found = [failure for failure in report.failures if failure.check == self.name]
        if found:
            pytest.fail("\n".join(map(str, found)), pytrace=False)
        if self.name not in report.ran:
            pytest.skip(report.skipped.get(self.name, "not carried out"))

    def reportinfo(self) -> tuple[str, None, str]:
        """The heading of a failure."""
        return self.game, None, f"{self.game}: {self.name}"


class GameChecks(pytest.Collector):
    """The checks of one game."""

    def collect(self) -> Iterator[Conformance]:
        """A test for each check."""
        for name in CHECKS:
            yield Conformance.from_parent(self, name=name, game=self.name)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add the tests of the games named."""
    for game in session.config.getoption("--navalcore-game"):
        collector = GameChecks.from_parent(session, name=game)
        items += collector.collect()
