"""Dice: whole-number rolls, each reported with its purpose, modifiers and rule to all listeners."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from navalcore.components._chance import Chance, Reading
from navalcore.components._events import Event
from navalcore.components._places import Place
from navalcore.components._sentences import listed
from navalcore.errors import BadData

WhereRolled: TypeAlias = Callable[[], tuple[Place, ...]]
"""Gives the places of a roll, as :func:`~navalcore.rules.places` makes them."""
_SPEC = re.compile(r"([1-9]\d{0,3})?d([1-9]\d{0,8}|%)(z?)")
LEGAL_SPECS = 'd6, d10 (1-10), d10z (0-9), d20, d% (1-100) or NdM, the sum of N dice with M faces, such as "2d6"'


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """Dice were rolled."""

    spec: str
    """The dice, such as ``"2d6"``."""
    faces: tuple[int, ...]
    """The natural result of each die, in the order rolled."""
    why: str
    """The purpose of the roll."""
    modifiers: tuple[tuple[str, int], ...]
    """``(name, value)`` pairs, in the order they were given."""
    total: int
    """The sum of faces and modifiers."""
    summed: bool = True
    """Whether the sum is what counts; the dice of a pool are read one by one."""
    needed: tuple[tuple[str, int], ...] = ()
    """The parts of the number that must not be exceeded, as ``(name, value)`` pairs."""
    row: str = ""
    """The row or column of the table that the roll is read in."""
    places: tuple[Place, ...] = ()
    """The roller, the target and the place of the roll. Programs find its purpose in ``rule``."""

    @property
    def detail(self) -> bool:
        """A roll is a detail; its result is an event of its own."""
        return True

    def __str__(self) -> str:
        faces = listed(self.faces)
        added = "".join(f", {name} {value:+d}" for name, value in self.modifiers)
        total = f", which makes {self.total}" if self.summed and (added or len(self.faces) > 1) else ""
        shows = "shows" if len(self.faces) == 1 else "show"
        why = self.why or "A roll"
        return f"{why[0].upper()}{why[1:]}: the {said_of_dice(self.spec)} {shows} {faces}{added}{total}."


def said_of_dice(spec: str) -> str:
    """A die as a sentence names it: one die is not counted, and its faces are told if they begin with 0."""
    match = _SPEC.fullmatch(spec)
    if match is None:
        return spec
    count, faces, zero = match.groups()
    number = "" if count == "1" else count or ""
    return f"{number}d{faces} (0 to {int(faces) - 1})" if zero and faces != "10" else f"{number}d{faces}"


class DiceSpec(NamedTuple):
    """The meaning of a dice specification: ``number`` dice, each numbered ``low`` to ``high``."""

    number: int
    low: int
    high: int


@lru_cache(maxsize=256)
def parse_dice(spec: str) -> DiceSpec:
    """The meaning of ``spec``; worked out once for each text."""
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise _not_dice(spec)
    count, faces, from_zero = match.groups()
    low = 0 if from_zero else 1
    return DiceSpec(int(count or 1), low, low + (100 if faces == "%" else int(faces)) - 1)


def _not_dice(spec: object) -> BadData:
    return BadData(f"{spec!r} is not a dice specification; legal are {LEGAL_SPECS}")


class Dice:
    """Rolls dice from a :class:`~navalcore.rules.Chance`; every result is a plain int.

    Arguments:
        chance: where the faces come from.
        tell: called with one :class:`DiceRolled` for each roll; with None no event is built.
        modify: given the rule and the modifiers of :meth:`roll`, gives those that count; None leaves them. A roll
            without modifiers is not asked about.

    >>> from navalcore.components import SeededChance
    >>> dice = Dice(SeededChance.from_seed(1943), tell=lambda event: print(event.why, event.modifiers))
    >>> total = dice.roll("2d6", "search", modifiers={"night": -1})
    search (('night', -1),)
    >>> 1 <= total <= 11
    True
    """

    __slots__ = ("chance", "modify", "tell")

    def __init__(
        self,
        chance: Chance,
        tell: Callable[[Event], object] | None = None,
        modify: Callable[[str, Mapping[str, int]], Mapping[str, int]] | None = None,
    ) -> None:
        self.chance = chance
        self.tell = tell
        self.modify = modify

    def d6(self, why: str = "", rule: str = "", about: WhereRolled | None = None) -> int:
        """One die numbered 1 to 6. Arguments as for :meth:`roll`."""
        return self._one("d6", 1, 6, why, rule, about)

    def d10(self, why: str = "", rule: str = "", about: WhereRolled | None = None) -> int:
        """One die numbered 1 to 10. Arguments as for :meth:`roll`."""
        return self._one("d10", 1, 10, why, rule, about)

    def d10z(self, why: str = "", rule: str = "", about: WhereRolled | None = None) -> int:
        """One die numbered 0 to 9. Arguments as for :meth:`roll`."""
        return self._one("d10z", 0, 9, why, rule, about)

    def d20(self, why: str = "", rule: str = "", about: WhereRolled | None = None) -> int:
        """One die numbered 1 to 20. Arguments as for :meth:`roll`."""
        return self._one("d20", 1, 20, why, rule, about)

    def _one(self, spec: str, low: int, high: int, why: str, rule: str, about: WhereRolled | None) -> int:
        face = self.chance.roll(low, high, why, rule)
        if self.tell is not None:
            self.tell(DiceRolled(spec, (face,), why, (), face, places=() if about is None else about(), rule=rule))
        return face

    def pool(
        self,
        count: int,
        spec: str = "d6",
        why: str = "",
        rule: str = "",
        reads: Reading | None = None,
        needed: Mapping[str, int] | None = None,
        about: WhereRolled | None = None,
    ) -> list[int]:
        """The faces of ``count`` dice of one kind, each read on its own; their order must mean nothing to the rules.

        Reported as one event. Without dice there is no roll: an empty list, and no event. Exact odds run over the
        combinations of faces in any order, or of their readings where ``reads`` is given. Of ten dice that hit on 2 or
        less (``reads=lambda face: face <= 2``) there are eleven. ``needed`` says what the number that none may exceed
        is the sum of, ``about`` who rolls, and where.

        Args:
            why: the purpose, in words for people.
            rule: the section that asks for it.

        Raises:
            BadData: ``spec`` is not one die, or ``count`` is negative.
        """
        dice, low, high = parse_dice(spec)
        if dice != 1:
            raise BadData(f"a pool is made of single dice such as 'd6', not {spec!r}: pass the number as count")
        if count < 0:
            raise BadData(f"a pool needs 0 or more dice, not {count}")
        faces = self.chance.pool(count, low, high, why, rule, reads)
        if faces and self.tell is not None:
            shown = f"{count}d{spec.partition('d')[2]}"
            told = tuple(needed.items()) if needed else ()
            where = () if about is None else about()
            rolled = DiceRolled(shown, tuple(faces), why, (), sum(faces), False, told, places=where, rule=rule)
            self.tell(rolled)
        return faces

    def roll(
        self,
        spec: str,
        why: str = "",
        rule: str = "",
        modifiers: Mapping[str, int] | None = None,
        to: tuple[str, ...] | None = None,
        reads: Reading | None = None,
        needed: Mapping[str, int] | None = None,
        row: str | Callable[[int], str] = "",
        about: WhereRolled | None = None,
    ) -> int:
        """The sum of the dice of ``spec`` and of all ``modifiers``.

        Arguments:
            spec: "d6", "d10", "d10z", "d20", "d%" or "NdM".
            why: what the roll is for.
            rule: the section of the rules it follows.
            modifiers: the value of each modifier by name, in the order to show them; empty where there happens to be
                none. None for a roll that takes none: a variant is not asked for it.
            to: the roles that may see the roll; None means all.
            reads: what the rules see in the face of a single die without modifiers, where that is less than the face:
                the row of a table, a success. Exact odds run over that instead of over the faces.
            needed: the summands of the number that the roll must not exceed, by name; reported, and not compared.
            row: the row or column of the table in which the roll is read, or a function that names it by the sum;
                told with it.
            about: gives the roller, the target and the place; asked only if the roll is reported.

        Raises:
            BadData: ``spec`` is none of these, or a modifier is not a whole number.
        """
        try:
            count, low, high = parse_dice(spec)
        except TypeError:
            raise _not_dice(spec) from None
        if self.modify is not None and modifiers is not None:
            modifiers = self.modify(rule, modifiers)
        if count > 1:
            faces: tuple[int, ...] = tuple(self.chance.total(count, low, high, why, rule))
        elif reads is None or modifiers:
            faces = (self.chance.roll(low, high, why, rule),)
        else:
            faces = tuple(self.chance.pool(1, low, high, why, rule, reads))
        total = sum(faces)
        if modifiers:
            try:
                total += sum(modifiers.values())
            except (AttributeError, TypeError):
                said = f"the modifiers of a roll are whole numbers by name, such as {{'night': -1}}, not {modifiers!r}"
                raise BadData(said) from None
        if self.tell is not None:
            named = tuple(modifiers.items()) if modifiers else ()
            against = tuple(needed.items()) if needed else ()
            where = () if about is None else about()
            read = row if isinstance(row, str) else row(total)
            self.tell(DiceRolled(spec, faces, why, named, total, True, against, read, where, rule=rule, to=to))
        return total
