"""Events: what happened, told to anyone who listens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from inspect import get_annotations
from typing import Any, ClassVar, Self, dataclass_transform

from navalcore.components._declared import DeclaredMove, DeclaredPlaces, hiding, moving, placed, written
from navalcore.components._places import Move, Place
from navalcore.components._roles import UMPIRE, looking_role
from navalcore.errors import BadData

_BEGINNING = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def word_for(name: str) -> str:
    """The word for the name of a class: ``use_b_dienst`` for ``UseBDienst``."""
    return _BEGINNING.sub("_", name).lower()


class Kinded:
    """Something whose class has a stable word for programs."""

    __slots__ = ()

    kind: ClassVar[str] = ""
    """The word, made from the name of the class (``PlayCard`` is a ``play_card``) unless the class sets it."""
    reserved: ClassVar[frozenset[str]] = frozenset({"kind"})
    """Names that no field may have, as they mean something else."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, hint in get_annotations(cls).items():
            if name in cls.reserved and "ClassVar" not in str(hint):
                raise BadData(
                    f"{cls.__module__}.{cls.__qualname__} has a field '{name}', which means something else in every "
                    "option and event: give the field another name"
                )
        if "kind" not in cls.__dict__:
            cls.kind = word_for(cls.__name__)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Kinded):
    """Something that happened, for logs, front ends and statistics. Games derive their own frozen dataclasses.

    A class that is declared with its text needs no decorator and no methods; fields and ids are written as in an
    :class:`~navalcore.rules.Option`::

        class Sailed(Event, text="{ship} sails to {to_area}.", move=("ship/{ship:id}", "", "area/{to_area:id}")):
            ship: str
            to_area: str

    Args:
        text: its sentence; left out where the class writes ``__str__`` itself.
        places: by part, the id of the place, or a function that makes one of the event. An empty id is left out, and
            so is one of a field that is None.
        move: the piece that it moves, from where and to where.
        hides: the fields that only the roles in ``to`` may know; for the others they are None.

    Attributes:
        kind: a stable word for the class, made from its name (``ShipSailed`` is a ``ship_sailed``) unless it sets one.
    """

    passing: ClassVar[bool] = False
    """Set by a class whose events show for a moment what no player may look up later (a card seen on its way into a
    closed pile). The conformance kit treats any other event that says more than the views as a leak.
    """
    figures: ClassVar[tuple[str, ...]] = ()
    """Set by a class: its fields that add up, such as hits or points; odds report their means."""
    rule: str = field(default="", kw_only=True)
    """The section of the rules it follows."""
    to: tuple[str, ...] | None = field(default=None, kw_only=True)
    """The roles that may see it; None means all roles."""

    def __init_subclass__(
        cls,
        *,
        text: str = "",
        places: DeclaredPlaces | None = None,
        move: DeclaredMove | None = None,
        hides: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super(Event, cls).__init_subclass__(**kwargs)
        if not text and places is None and move is None and not hides:
            return
        dataclass(frozen=True)(cls)
        declared: dict[str, Any] = {"__str__": written(cls, text)} if text else {}
        declared |= {} if places is None else {"places": placed(cls, places)}
        declared |= {} if move is None else {"moves": moving(cls, move)}
        declared |= {"redacted": hiding(cls, hides)} if hides else {}
        for name, method in declared.items():
            setattr(cls, name, method)

    @property
    def places(self) -> tuple[Place, ...]:
        """The regions and pieces it is about, each with its part, as :func:`~navalcore.rules.places` makes them: who
        acted, what was hit, where it was. It names nothing that its recipients may not know.
        """
        return ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The pieces that it moves on the board, from where to where."""
        return ()

    @property
    def detail(self) -> bool:
        """Whether the event matters only to readers who follow every step; summaries leave it out."""
        return False

    @property
    def headline(self) -> str:
        """The event in a sentence without its dice: events with the same headline are one outcome of the odds.
        A class whose sentence is about dice returns a shorter one here.
        """
        return str(self)

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """The news of ``events``, all of this class that follow one another: a sentence each, unless a class has a
        shorter way to report a turn's routine.
        """
        return [str(event) for event in events]

    def redacted(self) -> Event | None:
        """The event as the roles outside ``to`` see it: None (nothing) unless a subclass blanks its secret fields."""
        return None

    def seen_by(self, role: str) -> Event | None:
        """The event as ``role`` may see it (``UMPIRE`` sees all), or None if it may not.

        Raises:
            UnknownName: ``role`` is empty, or names the umpire by a text instead of ``UMPIRE``.
        """
        if role is UMPIRE:
            return self
        looking_role(role, None, "an event")
        return self if self.to is None or role in self.to else self.redacted()


# Set here, as Event has these fields itself; a game's events that had them too would lose the section or the audience.
Event.reserved = Kinded.reserved | {"rule", "to"}
