"""A plug-in: a game whose view has words of no vocabulary, so that nobody can train on arrays of it."""

from __future__ import annotations

from typing import Any

from navalcore.rules import Terms, hookimpl
from tests.kit.saboteurs.honest import Pickets, Picture, State


class Noted(Picture):
    """A view with a line of text."""

    note: str


class PlainWords(Pickets):
    """The honest game, with a view that says in words how many battles there were."""

    id = "plain_words"
    title = "Plain words"
    view_class = Noted

    def view(self, state: State, role: str, terms: Terms[Any]) -> Noted:
        """The honest view and a line."""
        return Noted(**dict(super().view(state, role, terms)), note=f"{state.battles} battles")


@hookimpl
def navalcore_games() -> list[type[PlainWords]]:
    """Register the game."""
    return [PlainWords]
