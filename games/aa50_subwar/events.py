"""What the game tells; all of it is public. Every event names the section it follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from navalcore.components import counted, listed
from navalcore.rules import Event
from navalcore_games.aa50_subwar.theatre import title_of
from navalcore_games.aa50_subwar.words import POWER_NAMES, SIDE_NAMES, Kind, Power, Side, Space, Territory, Zone

ENDINGS = {
    "both lost": "the hunter and the submarine are both lost",
    "broken off": "the hunter breaks off",
    "dived": "the submarine dives",
    "escaped": "the submarine escapes",
    "hunter lost": "the hunter is lost",
    "submarine sunk": "the submarine is sunk",
}
"""How a fight between a hunter and a submarine can end, in words."""


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A power's turn begins."""

    round: int
    power: Power

    def __str__(self) -> str:
        return f"Round {self.round}: {POWER_NAMES[self.power]} begins its turn."


@dataclass(frozen=True, slots=True)
class UnitBought(Event):
    """A unit was bought."""

    power: Power
    unit: Kind
    left: int

    def __str__(self) -> str:
        name = POWER_NAMES[self.power].replace("the", "The")
        return f"{name} buys a {self.unit} and has {self.left} IPC left."


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
    needed: int
    stopped: bool

    @property
    def headline(self) -> str:
        """Without the roll."""
        does = "stops" if self.stopped else "does not spot"
        return f"A destroyer {does} a submarine leaving {title_of(self.zone)}."

    def __str__(self) -> str:
        result = "the submarine's movement ends here" if self.stopped else "the submarine is not spotted"
        roll = f"rolls {self.face} (it needs {self.needed} or less) against a submarine leaving {title_of(self.zone)}"
        return f"A destroyer {roll}: {result}."


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
        return f"The {self.who} {'score' if self._several else 'scores'} {counted(self.hits, 'hit')}."

    @property
    def _several(self) -> bool:
        return len(self.faces) > 1

    def __str__(self) -> str:
        rolled = f"{'roll' if self._several else 'rolls'} {listed(self.faces)}"
        each = f"each {self.value} or less hits" if self._several else f"a {self.value} or less hits"
        return f"The {self.who} {rolled} ({each}): {counted(self.hits, 'hit')}."


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
        return f"A {'submarine hunt' if self.mode == 'hunt' else 'fleet battle'} begins in {title_of(self.zone)}."


@dataclass(frozen=True, slots=True)
class UnitDamaged(Event):
    """A battleship took its first hit."""

    unit: str

    def __str__(self) -> str:
        return f"The {self.unit} is damaged."


@dataclass(frozen=True, slots=True)
class UnitLost(Event):
    """A unit was destroyed; ``how`` says so after its name."""

    unit: str
    space: Space
    how: str

    def __str__(self) -> str:
        return f"The {self.unit} {self.how} in {title_of(self.space)}."


@dataclass(frozen=True, slots=True)
class Submerged(Event):
    """Submarines submerged and left the battle."""

    number: int
    side: Side

    def __str__(self) -> str:
        what = counted(self.number, f"{SIDE_NAMES[self.side]} submarine")
        return f"{what} {'submerges' if self.number == 1 else 'submerge'}."


@dataclass(frozen=True, slots=True)
class Retreated(Event):
    """The attacker left a battle."""

    zone: Zone
    target: Zone | None

    def __str__(self) -> str:
        if self.target is None:
            return f"The attacker breaks off the battle in {title_of(self.zone)}."
        return f"The attacker retreats from {title_of(self.zone)} to {title_of(self.target)}."


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
        dice = "convoy die shows" if len(self.faces) == 1 else "convoy dice show"
        limit = "" if self.loss == self.rolled else f"; the limit is {self.loss}"
        return f"In {title_of(self.zone)} the {dice} {listed(self.faces)}, which costs {self.rolled} IPC{limit}."


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
