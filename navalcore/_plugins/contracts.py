"""The little that discovery needs to know about plug-ins; the engine knows the rest."""

from __future__ import annotations

from typing import Protocol

ANY_GAME = "*"
"""The ``game`` of a bot that can play every game."""


class GameLike(Protocol):
    """The contract of a game for discovery. Its ``id`` is for commands and files, a word that one game of an
    installation has; its ``title`` is for people; and its ``version`` is that of its rules, as saves record it.
    """

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def version(self) -> str: ...


class VariantLike(Protocol):
    """The contract of a variant for discovery: the ``game`` it changes, by its id; its own ``id``, a word that one
    variant of the game has; and its ``title`` for people.
    """

    @property
    def game(self) -> str: ...

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...


class BotLike(Protocol):
    """The contract of a bot for discovery. It is a class, or something else to call with a role and a stream of chance,
    which makes a ``navalcore.bots.Bot``. It has the id of the ``game`` it plays, or ``*`` for every game, and a
    ``name``, a word.
    """

    @property
    def game(self) -> str: ...

    @property
    def name(self) -> str: ...
