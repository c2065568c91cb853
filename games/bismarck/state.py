"""The state of a match: every unit, the weather, the score, and what is being resolved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Protocol, TypeAlias, cast

from navalcore import rules
from navalcore.rules import UMPIRE, CachesView, Categorical, harmless, none_as, seen_by
from navalcore_games.bismarck.options import BismarckOptions
from navalcore_games.bismarck.words import (
    GRID_LINES,
    Fate,
    Hunt,
    Mode,
    PlaneNumber,
    ShipNumber,
    Side,
    Square,
    UnitNumber,
)

Path = tuple[Square, ...]
"""The squares a unit moves through, without the one it starts from."""

ENEMY_KNOWLEDGE = seen_by(lambda _unit, role: role is UMPIRE)
"""Everything that the enemy knows of a unit: its owner does not see it."""
SPOTTING_IS_MUTUAL = harmless("the spotter of a unit is seen by it (9.5)")
HITS_ARE_COUNTED = harmless("its owner sees the damage of each, and the attacker is told what hit")


@dataclass(slots=True)
class Ship(CachesView):
    """One ship unit; its number is its place in the list, see ``cards.SHIPS``."""

    fate: Fate
    """In play or not."""
    square: Annotated[Square | None, none_as(0), GRID_LINES]
    """Where it is; None before it comes into play, an exit square after it left the map."""
    mode: Mode
    """Its mode (chart B)."""
    midships: int
    """Hits left, or single ships left."""
    firepower: int
    """Salvos a round."""
    knots: int
    """Speed."""
    fuel: Annotated[int | None, none_as(-1)]
    """Fuel left; None for units that need none."""
    torpedoes: int
    """Torpedo factors left."""
    slow: Annotated[str, Categorical(("Y", "N"))] = ""
    """The slow mode indicator: ``Y``, ``N`` or nothing (6.51.2)."""
    moved: int = 0
    """Squares moved on the turn before."""
    barred: Annotated[int | None, none_as(0)] = None
    """The turn on which it may not move (16.67); None for none."""
    order_mode: Mode = Mode.MOVE
    """The mode ordered."""
    path: Annotated[Path, GRID_LINES] = ()
    """The squares ordered."""
    hunt: Hunt = Hunt.NONE
    """Its part in the shadow phases of this turn."""
    contact: bool = False
    """Whether it keeps contact by a shadow: search factor 8 (10.8)."""
    seen: Annotated[bool, ENEMY_KNOWLEDGE, SPOTTING_IS_MUTUAL] = False
    """Whether the enemy has it spotted."""
    seen_square: Annotated[Square | None, none_as(0), GRID_LINES, ENEMY_KNOWLEDGE, SPOTTING_IS_MUTUAL] = None
    """Where the enemy saw it last; None for never."""
    seen_turn: Annotated[int, ENEMY_KNOWLEDGE, SPOTTING_IS_MUTUAL] = 0
    """When."""
    salvos: Annotated[int, ENEMY_KNOWLEDGE, HITS_ARE_COUNTED] = 0
    """Gunnery rolls taken, and torpedo_hits: torpedo hits taken: what the enemy knows of its damage."""
    torpedo_hits: Annotated[int, ENEMY_KNOWLEDGE, HITS_ARE_COUNTED] = 0

    @property
    def here(self) -> Square:
        """Where it is, if it has come into play."""
        assert self.square is not None, "a unit that waits is nowhere"
        return self.square

    @property
    def projected(self) -> Square:
        """Where it will be at the end of the turn, if it has come into play."""
        return self.path[-1] if self.path else self.here


@dataclass(slots=True)
class Plane(CachesView):
    """One plane unit; its number is its place in the list, see ``cards.PLANES``."""

    fate: Fate
    """In play, crashed, or lost with its carrier."""
    square: Annotated[Square | None, none_as(0), GRID_LINES]
    """Where it is; on the ground or deck, its base's square; None before its carrier comes into play."""
    mode: Mode
    """Its mode (chart C); BASE on the ground or deck."""
    endurance: int
    """Turns it can still stay in the air."""
    ready: int = 0
    """The first turn on which it may fly again (8.6)."""
    struck: bool = False
    """Whether it has attacked since it last rearmed (16.33)."""
    order_mode: Mode = Mode.BASE
    """The mode ordered."""
    path: Annotated[Path, GRID_LINES] = ()
    """The squares ordered."""
    mark: Annotated[Square | None, none_as(0), GRID_LINES] = None
    """The square a torpedo bomber attacks (8.24.2), or None."""
    hunt: Hunt = Hunt.NONE
    """Its part in the shadow phases of this turn."""
    contact: bool = False
    """Search factor 8 after a shadow."""
    seen: Annotated[bool, ENEMY_KNOWLEDGE, SPOTTING_IS_MUTUAL] = False
    """Whether the Germans have it spotted."""

    @property
    def here(self) -> Square:
        """Where it is, if it has come into play."""
        assert self.square is not None, "a unit that waits is nowhere"
        return self.square

    @property
    def projected(self) -> Square:
        """Where it will be at the end of the turn, if it has come into play."""
        return self.path[-1] if self.path else self.here

    @property
    def aloft(self) -> bool:
        """Whether it is in the air."""
        return self.mode is not Mode.BASE and self.fate is Fate.ACTIVE


@dataclass(frozen=True, slots=True)
class Award:
    """Victory points given: an entry of the record (17.2)."""

    turn: int
    side: Side
    points: int
    reason: Annotated[str, harmless("says in words what the turn, the points and the fates of units say")]


@dataclass(frozen=True, slots=True)
class Report:
    """A chance spotting (12.1): the square is exact after an air search, approximate after a broken radio silence;
    None where a view leaves it out."""

    turn: int
    ship: ShipNumber
    square: Annotated[Square | None, none_as(0), GRID_LINES]
    exact: bool


@dataclass(frozen=True, slots=True)
class Aim:
    """The orders of one ship in a naval combat round: at whom it fires salvos, at whom it launches torpedoes."""

    shooter: ShipNumber
    target: ShipNumber
    salvos: int
    torpedo_target: Annotated[ShipNumber | None, none_as(-1)] = None
    torpedoes: int = 0


@dataclass(slots=True)
class Battle:
    """A naval combat under way (16.6)."""

    square: Square
    """Where."""
    fighting: dict[Side, list[ShipNumber]]
    """The ships in the fight, by side."""
    round: int = 0
    """Rounds fought."""
    surprise: bool = False
    """Whether the next round is the surprise attack."""
    withdraw: dict[Side, bool] = field(default_factory=dict)
    """Each side's secret wish for this round."""
    aims: dict[Side, list[Aim]] = field(default_factory=lambda: {side: [] for side in Side})
    """The orders of each side for this round."""


@dataclass(slots=True)
class State:
    """The whole match."""

    phase: str
    """The step of the sequence of play."""
    ships: list[Ship]
    """Every ship unit, by number."""
    planes: list[Plane]
    """Every plane unit, by number."""
    visibility: list[int]
    """The level of each row, from row 11 on."""
    fog: list[bool]
    """Whether there is fog in each of the two areas."""
    solitaire: bool
    """Whether the Germans play without oilers and with prearranged refuelling squares (15.2, 15.3)."""
    two_squares: str = "after_rest"
    """When fast battleships may move two squares (BIS-R04)."""
    otto: str = "by_seed"
    """The strategy Otto is to begin with (BIS-R53)."""
    refuel_squares: list[Square] = field(default_factory=list)
    """Those squares."""
    turn: int = 0
    """The turn under way."""
    points: dict[Side, int] = field(default_factory=lambda: {Side.BRITISH: 0, Side.GERMAN: 0})
    """Victory points by side."""
    record: list[Award] = field(default_factory=list)
    """How they came about."""
    reports: list[Report] = field(default_factory=list)
    """Chance spottings."""
    bergen_turn: Annotated[int | None, none_as(0)] = None
    """The turn Bergen was first searched with success, or None."""
    located_turn: Annotated[int | None, none_as(0), SPOTTING_IS_MUTUAL] = None
    """The turn Bismarck was first spotted by regular search, or None."""
    missions: dict[ShipNumber, int] = field(default_factory=dict)
    """For each convoy that reached its goal, the turn."""
    due: list[ShipNumber] = field(default_factory=list)
    """Convoys whose mission was judged."""
    queue: list[int] = field(default_factory=list)
    """The ships (in the plane phase, the planes) that still have their turn in the current phase."""
    squares: list[Square] = field(default_factory=list)
    """Squares that still have a naval combat this turn."""
    hunter: Annotated[UnitNumber | None, none_as(-1)] = None
    """The unit that shadows, in the shadow phase; None for none."""
    ordering: dict[Side, UnitNumber] = field(default_factory=dict)
    """The unit that each side is ordering, if it is."""
    ordered: dict[Side, list[UnitNumber]] = field(default_factory=dict)
    """The units that each side has ordered in this movement phase."""
    crashed: list[PlaneNumber] = field(default_factory=list)
    """Planes that crashed this turn and are not yet paid for."""
    battle: Battle | None = None
    """The naval combat under way."""
    ended: str = ""
    """How the match ended, or nothing."""

    @property
    def ships_waiting(self) -> list[ShipNumber]:
        """The queue in every phase but the planes' attacks."""
        return cast("list[ShipNumber]", self.queue)

    @property
    def planes_waiting(self) -> list[PlaneNumber]:
        """The queue in the planes' attacks (16.3)."""
        return cast("list[PlaneNumber]", self.queue)


Play: TypeAlias = rules.Play[State, BismarckOptions]
"""The first argument of every procedure of the game: the state, the options, the dice."""


class _Ships(Protocol):
    def __getitem__(self, number: ShipNumber, /) -> Ship: ...


class Board(Protocol):
    """The board for search and movement: the state, or a player's view of their own side."""

    @property
    def turn(self) -> int:
        """The turn under way."""

    @property
    def ships(self) -> _Ships:
        """Ships by number; a view has only one side's."""

    @property
    def planes(self) -> Sequence[Plane]:
        """Planes by number; none in a German view."""

    @property
    def visibility(self) -> Sequence[int]:
        """The level of each row."""

    @property
    def fog(self) -> Sequence[bool]:
        """Whether there is fog in each area."""

    @property
    def two_squares(self) -> str:
        """When fast battleships may move two squares (BIS-R04)."""

    @property
    def solitaire(self) -> bool:
        """Whether it is the solitaire game."""

    @property
    def refuel_squares(self) -> Sequence[Square]:
        """The refuelling squares of the solitaire game."""
