"""Parts of a state that are seen far more often than they change: what is shown of them is kept until they do.

Views that show the same object again are made faster, and whoever compares views, such as
:class:`navalcore.learn.Encoder`, sees at once what has not changed.

There are two ways. A :class:`Looked` part drops its look as soon as anything of it is set, so that setting a field
costs more; it is for many parts that change seldom. The parts of a :class:`Recalled` state are compared with what was
shown of them last, which costs a little more than copying them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import compress, count, starmap
from operator import ne
from typing import TYPE_CHECKING, Any, TypeVar, cast

T = TypeVar("T")
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
        seen: what is shown of one: an object that shares with it nothing that can change, and that is true (what is
            false, such as an empty tuple, is made each time). It is shown to all who see the thing, so everybody has
            to see it alike.
    """

    def anew(thing: L) -> Any:
        look = seen(thing)
        set_look(thing, look)
        return look

    try:
        return [thing.look or anew(thing) for thing in things]
    except AttributeError:  # things of a fork, of which nothing has been set
        return [getattr(thing, "look", None) or anew(thing) for thing in things]


class Recalled:
    """A state that keeps what was last shown of some of its parts; see :func:`shown_again`.

    Attributes:
        shown: what was shown of them; not there at all before anybody has seen them.
    """

    __slots__ = ("shown",)

    shown: tuple[Any, ...]


def shown_again(
    state: Recalled, things: Iterable[T], looks: Callable[[Iterable[T]], list[tuple[Any, ...]]], make: Callable[..., T]
) -> tuple[T, ...]:
    """Copies of things for a view; of a thing that still looks like the copy that was last shown, the same copy.

    Args:
        state: what keeps them.
        things: the parts of the state, such as all its units; no other parts of it are shown by this.
        looks: gives all that can be seen of each: see :func:`attributes_of_each`.
        make: makes a copy of what can be seen of one. Copies are shown to all who see the state, so everybody has to
            see it alike.
    """
    now = looks(things)
    shown: tuple[T, ...] = getattr(state, "shown", ())
    before = looks(shown)  # as they are: whoever was given them may have changed them
    changed = list(compress(count(), map(ne, now, before)))
    if len(now) != len(before):  # which is which behind the first change is not asked
        same = changed[0] if changed else min(len(now), len(before))
        shown = (*shown[:same], *starmap(make, now[same:]))
    elif changed:
        copies = list(shown)
        for place in changed:
            copies[place] = make(*now[place])
        shown = tuple(copies)
    else:
        return shown
    state.shown = shown
    return shown


@lru_cache
def getter(*names: str) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the attributes of these names, always as a tuple. (Python reads attributes that stand in its code
    three times as fast as ``attrgetter`` does.)
    """
    return cast(Callable[[Any], tuple[Any, ...]], eval(f"lambda value: {_attributes(names)}"))


@lru_cache
def attributes_of_each(*names: str) -> Callable[[Iterable[Any]], list[tuple[Any, ...]]]:
    """The same of several things."""
    made = eval(f"lambda values: [{_attributes(names)} for value in values]")
    return cast(Callable[[Iterable[Any]], list[tuple[Any, ...]]], made)


def _attributes(names: Sequence[str]) -> str:
    return f"({' '.join(f'value.{name},' for name in names)})"
