"""Bots of a game where a variant strikes options out: they do not know the variant, and may want what is gone."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, TypeAlias

from navalcore.errors import NotOffered

Maker: TypeAlias = Callable[[str, Any], Any]


def content_with_what_is_left(face: type[Any], kinds: Container[str]) -> type[Any]:
    """The class of a face whose bots take the first option where they want one that a filter has removed.

    Args:
        face: the class as the game has it.
        kinds: the kinds of the decisions that are filtered.
    """

    def bots(self: Any) -> Mapping[str, Maker]:
        return {name: _content(maker, kinds) for name, maker in face.bots(self).items()}

    def policy(self: Any) -> Maker | None:
        maker = face.policy(self)
        return None if maker is None else _content(maker, kinds)

    members = {"__module__": face.__module__, "__doc__": face.__doc__, "bots": bots, "policy": policy}
    return type(face.__name__, (face,), members)


def _content(maker: Maker, kinds: Container[str]) -> Maker:
    def make(role: str, chance: Any) -> Any:
        bot = maker(role, chance)
        wanted = bot.decide

        def decide(view: Any, decision: Any) -> object:
            if decision.kind not in kinds:
                return wanted(view, decision)
            try:
                answer = wanted(view, decision)
                decision.index(answer)
            except (NotOffered, LookupError, StopIteration, ValueError):  # it looked for the option, or it named it
                return 0
            return answer

        bot.decide = decide
        return bot

    make.__module__ = getattr(maker, "__module__", __name__)
    return make
