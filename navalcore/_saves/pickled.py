"""A match as it is pickled: its game and its save, so that it can be played again elsewhere."""

from __future__ import annotations

from typing import Any, NamedTuple

from navalcore._play.chance import AnsweredChance
from navalcore._play.driver import AnyDriver
from navalcore._rules.game import Rules
from navalcore._saves.files import read_save_text
from navalcore._saves.recorder import tape_of
from navalcore._saves.saves import load_driver
from navalcore.errors import BadData, Diverged


class Pickled(NamedTuple):
    """The pickled part of a match."""

    game: Rules[Any, Any, Any]
    save: str
    digest: str  # of the state it stands in

    @classmethod
    def of(cls, driver: AnyDriver) -> Pickled:
        """The part to be pickled of the match that this driver plays."""
        game, root = driver.setup.game, driver.root
        if driver.setup.chance == "recorded" and not isinstance(root, AnsweredChance):
            raise BadData(f"a match whose chance comes from a {type(root).__name__} cannot be pickled; save it instead")
        if "<locals>" in type(game).__qualname__ and not game.variants:
            raise BadData(
                f"{type(game).__qualname__} is defined in a function, where no other process finds it, so its "
                "matches cannot be pickled; define the game at the top of a module"
            )
        return cls(game, tape_of(driver).text(), driver.digest)

    def played_again(self) -> AnyDriver:
        """A driver that has played it again."""
        driver = load_driver(read_save_text(self.save), self.game).driver
        if driver.digest != self.digest:
            raise Diverged(f"the pickled match of {self.game.id} comes to another state when it is played again here")
        return driver
