"""The conformance kit under pytest: ``pytest --navalcore-game my_game`` adds one test for each check of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from navalcore.testing import CheckReport

_REPORTS: pytest.StashKey[dict[str, CheckReport]] = pytest.StashKey()
"""The report of each game: its matches are played once for all of its tests."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the kit."""
    group = parser.getgroup("navalcore", "conformance of navalcore games")
    group.addoption(
        "--navalcore-game", action="append", default=[], metavar="GAME", help="check this game; may be repeated"
    )
    group.addoption("--navalcore-matches", type=int, default=20, metavar="N", help="random matches to play (20)")
    group.addoption("--navalcore-seed", default="kit", metavar="SEED", help="the seed of all matches (kit)")
    group.addoption("--navalcore-saves", metavar="DIR", help="write a save that leads up to each failure")


def pytest_configure(config: pytest.Config) -> None:
    """The marker by which a test cites the sections that it tests."""
    config.addinivalue_line("markers", "rule(game, *sections): the sections of the game's rule book that a test tests")


class Conformance(pytest.Item):
    """One check of one game."""

    def __init__(self, *, game: str, **arguments: object) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.game = game

    def runtest(self) -> None:
        """Carry the check out; the matches must be playable as well."""
        report = self._report()
        found = [failure for failure in report.failures if failure.check == self.name]
        if found:
            pytest.fail("\n".join(map(str, found)), pytrace=False)
        if self.name not in report.ran:
            pytest.skip(report.skipped.get(self.name, "not carried out"))

    def _report(self) -> CheckReport:
        """All the checks of this game that were selected; under pytest-xdist, which deals the tests out, this one."""
        from navalcore.testing import check_game

        reports = self.config.stash.setdefault(_REPORTS, {})
        alone = hasattr(self.config, "workerinput")
        key = self.nodeid if alone else self.game
        if key not in reports:
            of_game = [item for item in self.session.items if isinstance(item, Conformance) and item.game == self.game]
            reports[key] = check_game(
                self.game,
                matches=self.config.getoption("--navalcore-matches"),
                seed=self.config.getoption("--navalcore-seed"),
                only=[item.name for item in ([self] if alone else of_game)],
                saves_to=self.config.getoption("--navalcore-saves"),
            )
        return reports[key]

    def reportinfo(self) -> tuple[str, None, str]:
        """The heading of a failure."""
        return self.game, None, f"{self.game}: {self.name}"


class GameChecks(pytest.Collector):
    """The checks of one game."""

    def collect(self) -> Iterator[Conformance]:
        """A test for each check."""
        from navalcore.testing import CHECKS

        for name in CHECKS:
            yield Conformance.from_parent(self, name=name, game=self.name)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add the tests of the games named."""
    names: list[str] = session.config.getoption("--navalcore-game")
    if not names:
        return
    from navalcore.errors import NavalCoreError
    from navalcore.testing import find_game
    from navalcore.testing._settings import settings_of

    if session.config.getoption("--navalcore-matches") < 1:
        raise pytest.UsageError("--navalcore-matches: at least one match is needed")
    for name in names:
        try:
            settings_of(find_game(name))
        except NavalCoreError as error:
            raise pytest.UsageError(f"--navalcore-game {name}: {error}") from None
        items += GameChecks.from_parent(session, name=name).collect()
