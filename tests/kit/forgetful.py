"""A saboteur that forgets ``yield from``. It is apart from the others: the check reads all of a game's modules."""

from __future__ import annotations

from functools import cached_property

from navalcore._rulebook.model import Rulebook
from navalcore._rules.decision import Flow
from tests.kit.saboteurs.base import Saboteur, steps
from tests.kit.saboteurs.honest import Pickets, Play, battle


def scout_again(play: Play) -> Flow[None]:
    """A procedure that asks nothing more."""
    yield from ()


def battle_without_it(play: Play) -> None:
    """The honest battle, before which a procedure is called and never carried out."""
    scout_again(play)
    battle(play)


class Forgetful(Saboteur):
    """It calls a procedure without ``yield from``, so that nothing comes of it."""

    id = "forgetful"
    package = "tests.kit.saboteurs"
    replaced = steps(battle=battle_without_it)
    caught_by = ("procedures_are_carried_out",)

    @cached_property
    def _rulebook(self) -> Rulebook:
        return Pickets().rulebook
