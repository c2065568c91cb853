"""The little that discovery needs to know of what plug-ins offer; the engine knows the rest."""

from __future__ import annotations

from typing import Protocol

ANY_GAME = "*"
"""The ``game`` of a bot that can play every game."""


class GameLike(Protocol):
    """What discovery asks of a game. Its ``id`` is for commands and files, a word that one game of an installation has;
    its ``title`` is for people; and its ``version`` is that of its rules, as saves record it.
    """

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def version(self) -> str: ...


class VariantLike(Protocol):
    """What discovery asks of a variant: the ``game`` it changes, by its id; its own ``id``, a word that one variant of
    the game has; and its ``title`` for people.
    """

    @property
    def game(self) -> str: ...

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...


class BotLike(Protocol):
    """What discovery asks of a bot. It is a class, or something else to call with a role and a stream of chance, which
    makes a ``navalcore.bots.Bot``. It has the id of the ``game`` it plays, or ``*`` for every game, and a ``name``, a
    word.
    """

    @property
    def game(self) -> str: ...

    @property
    def name(self) -> str: ...
