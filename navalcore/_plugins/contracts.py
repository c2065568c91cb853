"""The little that discovery needs to know of what plug-ins offer; the engine knows the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

ANY_GAME = "*"
"""The ``game`` of a bot that can play every game."""

Observer: TypeAlias = Callable[[Any], object]
"""Called with each event of a match as the umpire sees it, in their order; its result is ignored."""


class GameLike(Protocol):
    """What discovery asks of a game."""

    @property
    def id(self) -> str:
        """Its name in commands and files, without spaces; one game of an installation may have it."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def version(self) -> str:
        """The version of its rules, as saves record it."""


class VariantLike(Protocol):
    """What discovery asks of a variant."""

    @property
    def game(self) -> str:
        """The id of the game it changes."""

    @property
    def id(self) -> str:
        """Its name in commands and files, without spaces; one variant of the game may have it."""

    @property
    def title(self) -> str:
        """Its name for people."""


class BotLike(Protocol):
    """What discovery asks of a bot: a class, or something else to call with a role and a stream of chance.

    What it makes is a ``navalcore.bots.Bot``.
    """

    @property
    def game(self) -> str:
        """The id of the game it plays, or ``*`` for every game."""

    @property
    def name(self) -> str:
        """Its name in commands, without spaces; one bot of the game may have it."""
