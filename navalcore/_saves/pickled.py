"""A match as it is pickled: what it is played with and how it was played, so that it can be played again elsewhere."""

from __future__ import annotations

from typing import Any, NamedTuple

from navalcore._play.chance import AnsweredChance
from navalcore._play.checkpoints import Checkpoints
from navalcore._play.driver import AnyDriver, Driver
from navalcore._play.line import Line
from navalcore._play.setup import Setup
from navalcore._rules.game import Rules
from navalcore._rules.terms import Scenario
from navalcore.components._laid_over import other_data
from navalcore.errors import BadData, Diverged, IncompatibleSave


class Pickled(NamedTuple):
    """The pickled part of a match."""

    game: Rules[Any, Any, Any]
    version: str
    scenario: Scenario
    options: dict[str, Any]
    settings: dict[str, Any]  # the rest of its setup
    line: Line
    answers: list[int] | None  # of chance, where they come neither from a seed nor from a script
    digest: str  # of the state it stands in

    @classmethod
    def of(cls, driver: AnyDriver) -> Pickled:
        """The part to be pickled of the match that this driver plays."""
        setup, root = driver.setup, driver.root
        if driver.line.imagined is not None:
            raise BadData(
                "a fork that imagines hidden information or other chance results cannot be pickled; pickle the match "
                "it was made of"
            )
        if setup.chance == "recorded" and not isinstance(root, AnsweredChance):
            raise BadData(f"a match whose chance comes from a {type(root).__name__} cannot be pickled; save it instead")
        if "<locals>" in type(setup.game).__qualname__ and not setup.game.variants:
            raise BadData(
                f"{type(setup.game).__qualname__} is defined in a function, where no other process finds it, so its "
                "matches cannot be pickled; define the game at the top of a module"
            )
        return cls(
            setup.game,
            setup.game.version,
            setup.scenario,
            setup.options.model_dump(mode="json"),
            {
                name: getattr(setup, name)
                for name in ("chance", "undo", "seed", "salt", "promised", "seats", "position")
            },
            driver.line.whole(),
            root.answers if isinstance(root, AnsweredChance) else None,
            driver.digest,
        )

    def _driver(self) -> AnyDriver:
        """A driver with the whole line before it."""
        game = self.game
        if told := other_data(game.id, self.version, game.version):
            raise IncompatibleSave(f"the match {told}")
        if game.version != self.version:
            raise IncompatibleSave(
                f"the match was pickled with rules version {self.version} of {game.id}, this is {game.version}; "
                "carry matches from one version to another as saves"
            )
        options = game.parse_options(self.options)
        setup = Setup(self.scenario, options, **self.settings, game=game)
        return Driver(setup, setup.source(list(self.answers or ())), self.line, Checkpoints())

    def played_again(self) -> AnyDriver:
        """A driver that has played it again."""
        driver = self._driver()
        try:
            driver.rebuild(self.line.count)
            driver.take_told()
            same = driver.digest == self.digest
        except Exception as error:
            raise Diverged(f"the pickled match of {self.game.id} cannot be played again here: {error}") from error
        if not same:
            raise Diverged(f"the pickled match of {self.game.id} comes to another state when it is played again here")
        return driver
