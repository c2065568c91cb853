"""The arrangements before a match: its promised seed, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Generic

from navalcore._match.positions import position_of
from navalcore._play.commitments import RevealedSeed
from navalcore._play.driver import Driver
from navalcore._play.setup import MatchSetup
from navalcore._plugins.manifest import resolve
from navalcore._rules.terms import O, S, V

SEATED_BOTS: Final = "navalcore.bots._makers:seated_bots"
PLAY_SEATED: Final = "navalcore.bots._makers:play_seated"
"""A function that makes the bots of a match, and lets them answer. Bots know matches, so both are imported when first
wanted.
"""


class Arranged(Generic[S, O, V]):
    """A match as far as it was arranged before it began."""

    __slots__ = ("_bots", "_driver")

    _driver: Driver[S, O, V]
    _bots: Mapping[str, Any]
    """Those who sit at the match, once they have been asked to play."""

    @property
    def setup(self) -> MatchSetup[O]:
        """The scenario and options it is played with, where chance comes from, and its seed."""
        return self._driver.setup

    @property
    def commitment(self) -> str:
        """The digest that binds the seed, to be published before the match; empty where there is none."""
        return self._driver.setup.commitment

    def reveal_seed(self) -> RevealedSeed:
        """The seed and its salt, to be published after the match: see :func:`navalcore.verify_commitment`.

        Raises SeedWithheld where only its commitment is known, or chance comes from no seed.
        """
        return self._driver.setup.reveal()

    @property
    def seats(self) -> Mapping[str, str]:
        """Who sits where: for each role ``person``, ``bot:NAME`` or ``nobody``. It is in the save if
        :meth:`Game.new_match` was told; else it is what the game says (:meth:`Game.seats`).
        """
        return MappingProxyType(self._driver.setup.seated)

    def position(self) -> dict[str, Any]:
        """Where the match is, everything hidden included: JSON-ready data, from which :meth:`Game.position` begins
        a match that is there too. Written as JSON it is a position file.

        Raises BadData where the match is over, or is a fork that cannot be saved.

        >>> import navalcore as nc
        >>> match = nc.load("uboat_cards").new_match(seed=17)
        >>> there = match.game.position(match.position(), seed=3)
        >>> there.digest == match.digest
        True
        """
        return position_of(self._driver)

    def play_bots(self, *, limit: int | None = None) -> None:
        """Let the bots that sit at the match answer until a person is asked, or the match is over.

        The same match with the same seed has the same bots; a match without a seed has bots that cannot be foretold.

        Args:
            limit: stop after this many choices.

        Raises:
            UnknownName: the game has no such bot.
            NotOffered, BrokenPlugin: a bot answered with something that is not an option, or raised something.

        >>> import navalcore as nc
        >>> match = nc.load("uboat_cards").new_match(seed=17, seats={"uboat": "bot:standard"})
        >>> match.play_bots()
        >>> str(match.decision.role), dict(match.seats)
        ('convoy', {'uboat': 'bot:standard', 'convoy': 'person'})
        """
        try:
            bots = self._bots
        except AttributeError:
            bots = self._bots = resolve(SEATED_BOTS)(self, self.seats)
        resolve(PLAY_SEATED)(self, bots, limit)
