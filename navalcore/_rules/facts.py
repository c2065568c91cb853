"""Facts: what is known at the table about an option, exactly and before it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from navalcore._misfits import refuse_misfits, told_of_misfits
from navalcore.components._places import NO_PLACES, Place
from navalcore.errors import BadData


@dataclass(frozen=True, slots=True)
class Summand:
    """One number of a sum: what it is for, and the section that says so."""

    text: str
    """Its reason, in a word or a few."""
    value: int
    """The number."""
    rule: str = ""
    """The section it follows, or nothing."""

    def __post_init__(self) -> None:
        if not (isinstance(self.text, str) and isinstance(self.value, int) and isinstance(self.rule, str)):
            refuse_misfits(self)

    def __str__(self) -> str:
        return f"{self.text} {self.value:+d}"


@told_of_misfits
def summands(modifiers: Mapping[str, int], rule: str = "") -> tuple[Summand, ...]:
    """The numbers of a sum, made from ``modifiers`` by name without those that are 0. All of them follow the section
    ``rule``.

    >>> [str(each) for each in summands({"attack points": 3, "storm": 0, "torpedo value": -2}, "14.16")]
    ['attack points +3', 'torpedo value -2']
    """
    return tuple([Summand(text, value, rule) for text, value in modifiers.items() if value])


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is known at the table about an option: a chance, a count, a mean, or a total.

    >>> str(Fact("hit", Fraction(7, 10), rule="14.16")), str(Fact("fuel", 2, words="fuel left"))
    ('hit 70 %', 'fuel left 2')
    >>> total = Fact("to_hit", 1, summands=summands({"attack points": 3, "torpedo value": -2}))
    >>> total.kind, str(total)
    ('total', 'to hit 1')

    Raises:
        BadData: a chance is not from 0 to 1, or the numbers of a sum do not come to its value.
    """

    name: str
    """A stable word for the fact, the same in all matches."""
    value: Fraction | int
    """An exact chance as a fraction from 0 to 1, a whole number, or an exact mean as a fraction."""
    rule: str = ""
    """The section it follows, or nothing."""
    words: str = ""
    """The words before the figure; if nothing, the name."""
    summands: tuple[Summand, ...] = ()
    """The numbers that add up to the value; none if it is not a sum."""
    places: tuple[Place, ...] = NO_PLACES
    """The parts of the board that it is about besides the places of the option; of a way its places in order, each with
    ``at``.
    """
    mean: bool = False
    """Whether the value is what comes of it on average."""

    def __post_init__(self) -> None:
        if not (
            isinstance(self.name, str)
            and isinstance(self.value, int | Fraction)
            and isinstance(self.rule, str)
            and isinstance(self.words, str)
            and isinstance(self.summands, tuple)
            and isinstance(self.places, tuple)
            and all(isinstance(each, Summand) for each in self.summands)
            and all(isinstance(each, Place) for each in self.places)
        ):
            refuse_misfits(self)
        if self.kind == "chance" and not 0 <= self.value <= 1:
            raise BadData(f"the chance of '{self.name}' is {self.value}; a chance is from 0 to 1")
        if self.summands and self.value != sum(each.value for each in self.summands):
            found = ", ".join(map(str, self.summands))
            raise BadData(f"'{self.name}' is {self.value}, but {found} come to another number")

    @property
    def kind(self) -> str:
        """The kind of its figure: ``chance``, ``count``, ``mean``, or ``total`` for a sum."""
        if self.mean:
            return "mean"
        return "chance" if isinstance(self.value, Fraction) else "total" if self.summands else "count"

    def __str__(self) -> str:
        figure = f"{float(100 * self.value):.3g} %" if self.kind == "chance" else f"{round(float(self.value), 2):.12g}"
        return f"{self.words or self.name.replace('_', ' ')} {figure}"
