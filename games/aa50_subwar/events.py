"""What the game tells; all of it is public. Every event names the section it follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.aa50_subwar.theatre import title_of
from games.aa50_subwar.words import Kind, Power, Side, Space, Territory, Zone
from navalcore.components.events import Event


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A power's turn begins."""

    round: int
    power: Power

    def __str__(self) -> str:
        return f"Round {self.round}: the turn of {self.power.upper() if self.power != 'germany' else 'Germany'}."


@dataclass(frozen=True, slots=True)
class UnitBought(Event):
    """A unit was bought."""

    power: Power
    unit: Kind
    left: int

    def __str__(self) -> str:
        return f"Bought: a {self.unit}; {self.left} IPC are left."


@dataclass(frozen=True, slots=True)
class UnitMoved(Event):
    """A unit moved."""

    unit: str
    source: Space
    target: Space
    purpose: str = ""

    def __str__(self) -> str:
        purpose = f" to {self.purpose}" if self.purpose else ""
        return f"{self.unit}: {title_of(self.source)} to {title_of(self.target)}{purpose}."


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
        result = "its movement ends here" if self.stopped else "it is not spotted"
        return f"A submarine leaves {title_of(self.zone)}, the destroyer rolls {self.face}: {result}."


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
        return f"{self.hunter} searches: {'spotted' if self.spotted else 'nothing'}."

    def __str__(self) -> str:
        result = "spotted" if self.spotted else "nothing"
        return f"{self.hunter} searches, rolls {self.face} ({self.needed} or less): {result}."


@dataclass(frozen=True, slots=True)
class Directed(Event):
    """An aircraft directed a destroyer instead of attacking."""

    aircraft: str
    destroyer: str

    def __str__(self) -> str:
        return f"{self.aircraft} directs {self.destroyer} to the submarine."


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
        return f"{self.who}: {self.hits} hit{'s' * (self.hits != 1)}."

    def __str__(self) -> str:
        faces = " ".join(map(str, self.faces))
        return f"{self.who}: {faces} against {self.value}: {self.hits} hit{'s' * (self.hits != 1)}."


@dataclass(frozen=True, slots=True)
class DuelEnded(Event):
    """A fight between a hunter and a submarine is over."""

    ending: str

    def __str__(self) -> str:
        return f"The fight is over: {self.ending}."


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
        return f"{self.unit} is damaged."


@dataclass(frozen=True, slots=True)
class UnitLost(Event):
    """A unit was destroyed."""

    unit: str
    space: Space
    how: str = ""

    def __str__(self) -> str:
        return f"{self.unit} is lost in {title_of(self.space)}{': ' + self.how if self.how else ''}."


@dataclass(frozen=True, slots=True)
class Submerged(Event):
    """Submarines submerged and left the battle."""

    number: int
    side: Side

    def __str__(self) -> str:
        return f"{self.number} submarine{'s' * (self.number != 1)} of the {self.side} submerge."


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
        return f"{self.unit} is mobilized in {title_of(self.space)}."


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
        return f"Convoys in {title_of(self.zone)}: {self.loss} IPC lost."

    def __str__(self) -> str:
        shown = " ".join(map(str, self.faces))
        return f"Convoys in {title_of(self.zone)}: {shown} = {self.rolled} IPC, {self.loss} within the limit."


@dataclass(frozen=True, slots=True)
class LossCharged(Event):
    """Convoy loss was charged to a territory."""

    figures: ClassVar[tuple[str, ...]] = ("ipc",)
    zone: Zone
    territory: Territory
    ipc: int

    def __str__(self) -> str:
        return f"{self.ipc} IPC of {title_of(self.zone)} are charged to {title_of(self.territory)}."


@dataclass(frozen=True, slots=True)
class IncomeCollected(Event):
    """A power collected its income."""

    power: str
    value: int
    charges: int
    commitment: int
    income: int

    def __str__(self) -> str:
        sum_of_it = f"{self.value} - {self.charges} lost - {self.commitment} committed"
        return f"{self.power} income: {sum_of_it} = {self.income} IPC."


@dataclass(frozen=True, slots=True)
class PeaceMade(Event):
    """England starves, the United Kingdom sues for peace."""

    loss: int

    def __str__(self) -> str:
        return f"England has lost {self.loss} IPC to convoy disruption: the United Kingdom sues for peace."
