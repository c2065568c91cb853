"""What the game tells; all of it is public. Every event names the section it follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.aa50_subwar.theatre import title_of
from games.aa50_subwar.words import Kind, Power, Side, Space, Territory, Zone
from navalcore.components.events import Event

POWER_NAMES = {Power.GERMANY: "Germany", Power.UK: "the United Kingdom", Power.US: "the United States"}
ENDINGS = {
    "both lost": "both are lost",
    "broken off": "the hunter breaks off",
    "dived": "the submarine dives",
    "escaped": "the submarine escapes",
    "hunter lost": "the hunter is lost",
    "submarine sunk": "the submarine is sunk",
}
"""How a fight between a hunter and a submarine can end, in words."""


def and_list(things: Sequence[object]) -> str:
    """Things in words: "2", "2 and 6", "2, 6 and 6"."""
    first, last = ", ".join(map(str, things[:-1])), str(things[-1])
    return f"{first} and {last}" if first else last


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A power's turn begins."""

    round: int
    power: Power

    def __str__(self) -> str:
        return f"Round {self.round}: it is the turn of {POWER_NAMES[self.power]}."


@dataclass(frozen=True, slots=True)
class UnitBought(Event):
    """A unit was bought."""

    power: Power
    unit: Kind
    left: int

    def __str__(self) -> str:
        name = POWER_NAMES[self.power].replace("the", "The")
        buy, have = ("buy", "have") if self.power is Power.US else ("buys", "has")
        return f"{name} {buy} a {self.unit} and {have} {self.left} IPC left."


@dataclass(frozen=True, slots=True)
class UnitMoved(Event):
    """A unit moved."""

    unit: str
    source: Space
    target: Space
    purpose: str = ""

    def __str__(self) -> str:
        purpose = f" to {self.purpose}" if self.purpose else ""
        goes = "flies" if self.purpose else "sails"
        return f"The {self.unit} {goes} from {title_of(self.source)} to {title_of(self.target)}{purpose}."


@dataclass(frozen=True, slots=True)
class SubmarineStopped(Event):
    """A destroyer rolled to stop a submarine that was leaving."""

    zone: Zone
    face: int
    stopped: bool

    @property
    def headline(self) -> str:
        """Without the roll."""
        result = "is stopped" if self.stopped else "is not spotted"
        return f"A submarine that leaves {title_of(self.zone)} {result}."

    def __str__(self) -> str:
        result = "the submarine's movement ends here" if self.stopped else "the submarine is not spotted"
        return f"A submarine is leaving {title_of(self.zone)} and the destroyer rolls {self.face}: {result}."


@dataclass(frozen=True, slots=True)
class Searched(Event):
    """A hunter rolled to spot."""

    hunter: str
    face: int
    needed: int

    @property
    def spotted(self) -> bool:
        """Whether it found a submarine."""
        return self.face <= self.needed

    @property
    def headline(self) -> str:
        """Without the roll."""
        return f"The {self.hunter} searches and {'spots a submarine' if self.spotted else 'finds nothing'}."

    def __str__(self) -> str:
        result = "spots a submarine" if self.spotted else "finds nothing"
        return f"The {self.hunter} searches, rolls {self.face} (it needs {self.needed} or less), and {result}."


@dataclass(frozen=True, slots=True)
class Directed(Event):
    """An aircraft directed a destroyer instead of attacking."""

    aircraft: str
    destroyer: str

    def __str__(self) -> str:
        return f"The {self.aircraft} directs the {self.destroyer} to the submarine."


@dataclass(frozen=True, slots=True)
class Fired(Event):
    """Dice of one value were fired."""

    figures: ClassVar[tuple[str, ...]] = ("hits",)
    who: str
    faces: tuple[int, ...]
    value: int
    hits: int

    @property
    def headline(self) -> str:
        """Without the rolls."""
        return f"The {self.who} {'score' if self._several else 'scores'} {self.hits} hit{'s' * (self.hits != 1)}."

    @property
    def _several(self) -> bool:
        return self.who.endswith(("s", "aircraft"))

    def __str__(self) -> str:
        rolled = f"{'roll' if self._several else 'rolls'} {and_list(self.faces)}"
        each = f"each {self.value} or less hits" if len(self.faces) > 1 else f"{self.value} or less hits"
        return f"The {self.who} {rolled} ({each}): {self.hits} hit{'s' * (self.hits != 1)}."


@dataclass(frozen=True, slots=True)
class DuelEnded(Event):
    """A fight between a hunter and a submarine is over."""

    ending: str

    def __str__(self) -> str:
        return f"The fight is over: {ENDINGS[self.ending]}."


@dataclass(frozen=True, slots=True)
class CombatBegan(Event):
    """Combat begins in a zone."""

    zone: Zone
    mode: str

    def __str__(self) -> str:
        return f"{'Submarine hunt' if self.mode == 'hunt' else 'Fleet battle'} in {title_of(self.zone)}."


@dataclass(frozen=True, slots=True)
class UnitDamaged(Event):
    """A battleship took its first hit."""

    unit: str

    def __str__(self) -> str:
        return f"The {self.unit} is damaged."


@dataclass(frozen=True, slots=True)
class UnitLost(Event):
    """A unit was destroyed."""

    unit: str
    space: Space
    how: str = ""

    def __str__(self) -> str:
        return f"The {self.unit} is lost in {title_of(self.space)}{': ' + self.how if self.how else ''}."


@dataclass(frozen=True, slots=True)
class Submerged(Event):
    """Submarines submerged and left the battle."""

    number: int
    side: Side

    def __str__(self) -> str:
        what = "1 submarine" if self.number == 1 else f"{self.number} submarines"
        return f"{what} of the {self.side.capitalize()} {'submerges' if self.number == 1 else 'submerge'}."


@dataclass(frozen=True, slots=True)
class Retreated(Event):
    """The attacker left a battle."""

    zone: Zone
    target: Zone | None

    def __str__(self) -> str:
        return f"The attacker leaves {title_of(self.zone)}" + (f" for {title_of(self.target)}." if self.target else ".")


@dataclass(frozen=True, slots=True)
class UnitMobilized(Event):
    """A bought unit came onto the map."""

    unit: str
    space: Space

    def __str__(self) -> str:
        return f"The {self.unit} is mobilized in {title_of(self.space)}."


@dataclass(frozen=True, slots=True)
class ZoneRaided(Event):
    """The convoy dice of a zone were rolled."""

    figures: ClassVar[tuple[str, ...]] = ("loss",)
    zone: Zone
    faces: tuple[int, ...]
    rolled: int
    loss: int

    @property
    def headline(self) -> str:
        """Without the rolls."""
        return f"The convoys in {title_of(self.zone)} lose {self.loss} IPC."

    def __str__(self) -> str:
        dice = f"the {'die shows' if len(self.faces) == 1 else 'dice show'} {and_list(self.faces)}"
        limit = "" if self.loss == self.rolled else f", of which {self.loss} within the limit"
        return f"Convoys in {title_of(self.zone)}: {dice}, which costs {self.rolled} IPC{limit}."


@dataclass(frozen=True, slots=True)
class LossCharged(Event):
    """Convoy loss was charged to a territory."""

    figures: ClassVar[tuple[str, ...]] = ("ipc",)
    zone: Zone
    territory: Territory
    ipc: int

    def __str__(self) -> str:
        are = "is" if self.ipc == 1 else "are"
        return f"{self.ipc} IPC of the loss in {title_of(self.zone)} {are} charged to {title_of(self.territory)}."


@dataclass(frozen=True, slots=True)
class IncomeCollected(Event):
    """A power collected its income."""

    power: str
    value: int
    charges: int
    commitment: int
    income: int

    def __str__(self) -> str:
        less = [f"{self.charges} lost to convoy disruption"] if self.charges else []
        less += [f"{self.commitment} spent outside the theatre"] if self.commitment else []
        sum_of_it = f", which is {self.value} less {' and '.join(less)}" if less else ""
        return f"The {self.power} income is {self.income} IPC{sum_of_it}."


@dataclass(frozen=True, slots=True)
class PeaceMade(Event):
    """England starves, the United Kingdom sues for peace."""

    loss: int

    def __str__(self) -> str:
        return f"England has lost {self.loss} IPC to convoy disruption: the United Kingdom sues for peace."
