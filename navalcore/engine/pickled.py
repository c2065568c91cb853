"""A match as it is pickled: what it is played with and how it was played, so that it can be played again elsewhere."""

from __future__ import annotations

from typing import Any, NamedTuple

from navalcore.components.chance import Chance
from navalcore.engine.chance import AnsweredChance, PhysicalChance
from navalcore.engine.checkpoints import Checkpoints
from navalcore.engine.commitments import seeded
from navalcore.engine.data_marks import other_data
from navalcore.engine.driver import Driver
from navalcore.engine.game import Rules
from navalcore.engine.line import Line
from navalcore.engine.setup import Setup
from navalcore.engine.terms import Scenario
from navalcore.errors import BadData, Diverged, IncompatibleSave


class Pickled(NamedTuple):
    """What is pickled of a match.

    Attributes:
        game: the game.
        version: of its rules.
        scenario: the scenario.
        options: the options as JSON-ready data.
        chance: as in its setup.
        undo: as in its setup.
        seed: as in its setup.
        salt: as in its setup.
        promised: as in its setup.
        line: its line of play.
        answers: the chance results given, where they come neither from a seed nor from a script.
        digest: of the state it stands in.
    """

    game: Rules[Any, Any, Any]
    version: str
    scenario: Scenario
    options: dict[str, Any]
    chance: Any
    undo: Any
    seed: str
    salt: str
    promised: str
    line: Line
    answers: list[int] | None
    digest: str

    @classmethod
    def of(cls, driver: Driver[Any, Any, Any]) -> Pickled:
        """What is to be pickled of the match that this driver plays.

        Raises:
            BadData: it cannot be played again elsewhere, because something in it is imagined, its chance comes from a
                source of its own, or its game lies in a function.
        """
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
                f"{type(setup.game).__qualname__} lies in a function, where no other process finds it, so its matches "
                "cannot be pickled; define the game at the top of a module"
            )
        return cls(
            setup.game,
            setup.game.version,
            setup.scenario,
            setup.options.model_dump(mode="json"),
            setup.chance,
            setup.undo,
            setup.seed,
            setup.salt,
            setup.promised,
            driver.line.whole(),
            root.answers if isinstance(root, AnsweredChance) else None,
            driver.digest,
        )

    def _driver(self) -> Driver[Any, Any, Any]:
        """A driver with the whole line before it.

        Raises:
            IncompatibleSave: here the game has another version.
        """
        game = self.game
        if told := other_data(game.id, self.version, game.version):
            raise IncompatibleSave(f"the match {told}")
        if game.version != self.version:
            raise IncompatibleSave(
                f"the match was pickled with rules version {self.version} of {game.id}, this is {game.version}; "
                "carry matches from one version to another as saves"
            )
        options = game.parse_options(self.options)
        setup = Setup(
            game,
            self.scenario,
            options,
            self.chance,
            self.undo,
            self.seed,
            self.salt,
            self.promised,
        )
        source: Chance
        if self.answers is None:
            source = seeded(self.seed, self.salt, self.chance)
        else:
            source = (PhysicalChance if self.chance == "physical" else AnsweredChance)(list(self.answers))
        return Driver(setup, source, self.line, Checkpoints())

    def played_again(self) -> Driver[Any, Any, Any]:
        """A driver that has played it again.

        Raises:
            IncompatibleSave: here the game has another version.
            Diverged: it does not come to the same.
        """
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
