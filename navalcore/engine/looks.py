"""Parts of a state that are seen far more often than they change: what is shown of them is kept until they do.

Views that show the same object again are made faster, and whoever compares views, such as
:class:`navalcore.learn.Encoder`, sees at once what has not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

L = TypeVar("L", bound="Looked")


class Looked:
    """A part of a state that keeps how it looks until anything of it is set. It is to be a slotted dataclass whose
    fields hold nothing that changes in place.

    Attributes:
        look: how it looks; None if it has changed since, and not there at all if nothing of it has been set.
    """

    __slots__ = ("look",)
    if TYPE_CHECKING:
        look: Any

    def __setattr__(self, name: str, value: object) -> None:
        _set(self, name, value)
        set_look(self, None)


_set = object.__setattr__
set_look: Callable[[Looked, object], None] = vars(Looked)["look"].__set__


def looks_of(things: Sequence[L], seen: Callable[[L], Any]) -> list[Any]:
    """How each of the things looks; what has changed is looked at anew.

    Args:
        things: the parts of a state.
        seen: what is shown of one: an object that shares with it nothing that can change. It is shown to all who see
            the thing, so everybody has to see it alike.
    """

    def anew(thing: L) -> Any:
        look = seen(thing)
        set_look(thing, look)
        return look

    try:
        return [thing.look or anew(thing) for thing in things]
    except AttributeError:  # things of a fork, of which nothing has been set
        return [getattr(thing, "look", None) or anew(thing) for thing in things]
