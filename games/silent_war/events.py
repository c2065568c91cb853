"""What happened, as events: a class for each kind, all with the same fields."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

from navalcore.components import listed
from navalcore.rules import Event, Play

SEVERAL: Final = 3
"""So many boats or areas of which the same is said are named together."""
MOST_NAMED: Final = 8


_HERS: Final = re.compile(r"\b(she|her)\b")
"""What is said of one boat by these words is not said of several."""
_PLURALS: Final = {"is": "are", "has": "have", "goes": "go", "searches": "search", "must": "must"}


def _of_several(words: str) -> str:
    """A sentence about one boat as one about several, where the boat is its subject."""
    if not words.startswith("{} "):
        return words
    verb, _, rest = words.removeprefix("{} ").partition(" ")
    return f"{{}} {_PLURALS.get(verb, verb.removesuffix('s'))} {rest}"


def _list(names: Sequence[str]) -> str:
    """Names as a sentence has them; those beyond the first few are counted."""
    return listed(names if len(names) <= MOST_NAMED else (*names[:MOST_NAMED], f"{len(names) - MOST_NAMED} more"))


@dataclass(frozen=True, slots=True)
class Happened(Event):
    """Something happened to a boat or in the war, in a sentence."""

    minor: ClassVar[bool] = False
    """Set by a class that only somebody who follows every blow of a fight and every boat in port wants to hear of."""
    subject: str
    """The boat, ship or area it happened to; the week that begins."""
    text: str
    """The sentence."""
    amount: int = 0
    """Its figure, if it has one."""

    @property
    def detail(self) -> bool:
        """Whether it is one blow of a fight, or all in a day's work."""
        return self.minor

    @classmethod
    def in_brief(cls, events: Sequence[Self]) -> Sequence[str]:
        """What is said of several boats or areas in the same words is said once, with their names."""
        said: dict[str, list[Self]] = {}
        for event in events:
            said.setdefault(event.text.replace(event.subject, "{}", 1), []).append(event)
        lines: list[str] = []
        for words, those in said.items():
            if len(those) < SEVERAL or "{}" not in words or _HERS.search(words):
                lines += [event.text for event in those]
            else:
                lines.append(_of_several(words).format(_list([event.subject for event in those])))
        return lines

    def __str__(self) -> str:
        return self.text


class Lost(Happened):
    """A boat was lost."""

    __slots__ = ()


class Damaged(Happened):
    """A boat was damaged."""

    __slots__ = ()


class Spotted(Happened):
    """A boat was spotted."""

    __slots__ = ()


class SentHome(Happened):
    """A boat must return to base."""

    __slots__ = ()


class Counterattack(Happened):
    """A boat was counterattacked; the figure is the columns it was worse off by."""

    __slots__ = ()
    minor = True


class Gunnery(Happened):
    """A boat shelled a ship; the figure is the result."""

    __slots__ = ()
    minor = True


class Doubled(Happened):
    """A boat was credited with more tonnage."""

    __slots__ = ()


class Skipper(Happened):
    """A boat was given a Super Skipper."""

    __slots__ = ()


class Revealed(Happened):
    """A boat made out a unit."""

    __slots__ = ()
    minor = True


class DiligentEscort(Happened):
    """A Diligent Escort attacked a boat."""

    __slots__ = ()


class Tdc(Happened):
    """A boat has a solution on a unit."""

    __slots__ = ()
    minor = True


class Hit(Happened):
    """A boat's attack hit; the figure is the difference of attack and defence."""

    __slots__ = ()
    minor = True


class Miss(Happened):
    """A boat's attack missed; the figure is the difference of attack and defence."""

    __slots__ = ()
    minor = True


class ShipDamaged(Happened):
    """A boat damaged a ship."""

    __slots__ = ()


class Sunk(Happened):
    """A boat sank a ship; the figure is her tonnage in thousands of tons."""

    __slots__ = ()


class CombatEvent(Happened):
    """A boat met with a combat event; the figure is its number."""

    __slots__ = ()


class Searched(Happened):
    """A boat or a wolfpack searched and met no ships but perhaps a loner or a submarine."""

    __slots__ = ()
    minor = True


class Contact(Happened):
    """A boat met ships; the figure is the level of activity."""

    __slots__ = ()


class Arrived(Happened):
    """A boat came to a base, or came into the war."""

    __slots__ = ()


class TotalLoss(Happened):
    """A boat is a constructive total loss."""

    __slots__ = ()


class Decommissioned(Happened):
    """A boat was decommissioned."""

    __slots__ = ()


class Overhaul(Happened):
    """A boat went to the West Coast."""

    __slots__ = ()


class Ready(Happened):
    """A boat is ready for sea."""

    __slots__ = ()
    minor = True


class Repaired(Happened):
    """A boat was repaired."""

    __slots__ = ()


class Unspotted(Happened):
    """A boat is no longer spotted."""

    __slots__ = ()


class TransitEvent(Happened):
    """A boat met with a transit event."""

    __slots__ = ()


class Relegated(Happened):
    """A boat went to training duty."""

    __slots__ = ()


class Week(Happened):
    """A week ended; the subject names the one that begins."""

    __slots__ = ()


class Ultra(Happened):
    """Ultra placed traffic in an area."""

    __slots__ = ()


class Torpedo(Happened):
    """The torpedoes are better or worse; the figure is their value."""

    __slots__ = ()


class WarEvent(Happened):
    """A war event happened."""

    __slots__ = ()


class Storm(Happened):
    """A storm formed in an area."""

    __slots__ = ()


class WarPeriod(Happened):
    """A War Period began; the figure is its number."""

    __slots__ = ()


class Base(Happened):
    """A base opened."""

    __slots__ = ()


def announce(
    play: Play[Any, Any], what: type[Happened], subject: str, text: str, section: str, amount: int = 0
) -> None:
    """Tell what happened in the war at large."""
    play.tell(what, subject, text, amount, rule=section)
