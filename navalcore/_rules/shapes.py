"""Marks on the fields of views that say what values they may have, for those who turn views into numbers.

They stand in ``Annotated`` hints, as in ``units: Annotated[tuple[Unit, ...], Each(ZONES, by="space")]``; nothing but
:class:`navalcore.learn.Encoder` looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Values: TypeAlias = Iterable[Hashable] | Callable[[], Iterable[Hashable]]
"""Values in their order, or a function that makes them when they are first wanted."""


def listed(values: Values) -> tuple[Hashable, ...]:
    """The values themselves."""
    return tuple(values() if callable(values) else values)


@dataclass(frozen=True, slots=True)
class Among:
    """The field (or each item of it) is one of a few values.

    Attributes:
        values: which.
    """

    values: Values


@dataclass(frozen=True, slots=True)
class Each:
    """The field is a table of known things: each has a place of its own.

    Attributes:
        keys: what the things are called by, in their order: the keys of a dictionary, or what ``by`` gives.
        by: the attribute of an item that says what it is called by; empty in a dictionary, and where it is the item's
            place in the tuple.
    """

    keys: Values
    by: str = ""


@dataclass(frozen=True, slots=True)
class Split:
    """The field is a number made of several, such as a square of row and column.

    Attributes:
        names: what the several are called.
        split: gives them.
    """

    names: tuple[str, ...]
    split: Callable[[Any], Sequence[float]]
