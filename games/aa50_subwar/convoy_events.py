"""The events of convoy disruption; all of them are public. Every event names the section it follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from navalcore.components import listed
from navalcore.rules import Event, Place, places
from navalcore_games.aa50_subwar.events import stacks
from navalcore_games.aa50_subwar.ids import SpaceId, TerritoryId, ZoneId, convoy_id, space_id
from navalcore_games.aa50_subwar.theatre import STARVATION, title_of
from navalcore_games.aa50_subwar.words import Named


@dataclass(frozen=True, slots=True)
class ZoneRaided(Event):
    """The convoy dice of a zone were rolled."""

    figures: ClassVar[tuple[str, ...]] = ("loss",)
    zone: ZoneId
    raiders: tuple[Named, ...]
    faces: tuple[int, ...]
    rolled: int
    loss: int

    @property
    def headline(self) -> str:
        """Without the rolls."""
        return f"The convoys in {title_of(self.zone)} lose {self.loss} IPC."

    def __str__(self) -> str:
        dice = "convoy die shows" if len(self.faces) == 1 else "convoy dice show"
        limit = "" if self.loss == self.rolled else f"; the limit allows {self.loss}"
        return f"In {title_of(self.zone)} the {dice} {listed(self.faces)}, which costs {self.rolled} IPC{limit}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The raiders, the convoys, and the zone."""
        return places(subject=tuple(stacks(self.raiders)), target=convoy_id(self.zone), at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class LossCharged(Event):
    """Convoy loss was charged to a territory."""

    figures: ClassVar[tuple[str, ...]] = ("ipc",)
    zone: ZoneId
    territory: TerritoryId
    ipc: int

    def __str__(self) -> str:
        are = "is" if self.ipc == 1 else "are"
        return f"{self.ipc} IPC of the loss in {title_of(self.zone)} {are} charged to {title_of(self.territory)}."

    @property
    def places(self) -> tuple[Place, ...]:
        """The territory that pays, and the zone."""
        return places(target=[space_id(self.territory), convoy_id(self.territory)], at=space_id(self.zone))


@dataclass(frozen=True, slots=True)
class ConvoysSailed(Event):
    """A new convoy phase begins: what the last one sank is replaced."""

    spaces: tuple[SpaceId, ...]

    @property
    def detail(self) -> bool:
        """It is the same in every turn."""
        return True

    @property
    def places(self) -> tuple[Place, ...]:
        """Where merchantmen are afloat again."""
        return places(at=[convoy_id(space) for space in self.spaces])

    def __str__(self) -> str:
        return f"New convoys sail: {listed(title_of(space) for space in self.spaces)}."


@dataclass(frozen=True, slots=True)
class PeaceMade(Event):
    """England starves, the United Kingdom sues for peace."""

    loss: int

    def __str__(self) -> str:
        return f"England has lost {self.loss} IPC to convoy disruption: the United Kingdom sues for peace."

    @property
    def places(self) -> tuple[Place, ...]:
        """England."""
        return places(at=space_id(STARVATION.territory))
