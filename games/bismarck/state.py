"""The state of a match: every unit, the weather, the score, and what is being resolved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Protocol, TypeAlias, cast

from navalcore import rules
from navalcore.rules import UMPIRE, Looked, harmless, nothing_as, seen_by
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
"""What the enemy knows of a unit: its owner does not see it."""
SPOTTING_IS_MUTUAL = harmless("whoever spots a unit is seen by it (9.5)")
HITS_ARE_COUNTED = harmless("its owner has the damage of each before him, and the attacker is told what hit")


@dataclass(slots=True)
class Ship(Looked):
    """One ship unit; its number is its place in the list, see ``cards.SHIPS``.

    Attributes:
        fate: in play or not.
        square: where it is; None before it comes into play, an exit square after it left the map.
        mode: its mode (chart B).
        midships: hits left, or single ships left.
        firepower: salvos a round.
        knots: speed.
        fuel: fuel left; None for units that need none.
        torpedoes: torpedo factors left.
        slow: the slow mode indicator: ``Y``, ``N`` or nothing (6.51.2).
        moved: squares moved on the turn before.
        barred: the turn on which it may not move (16.67); None for none.
        order_mode: the mode ordered.
        path: the squares ordered.
        hunt: what it has done in the shadow phases of this turn.
        contact: whether it keeps contact by a shadow: search factor 8 (10.8).
        seen: whether the enemy has it spotted.
        seen_square: where the enemy saw it last; None for never.
        seen_turn: when.
        salvos: gunnery rolls taken, and torpedo_hits: torpedo hits taken: what the enemy knows of its damage.
    """

    fate: Fate
    square: Annotated[Square | None, nothing_as(0), GRID_LINES]
    mode: Mode
    midships: int
    firepower: int
    knots: int
    fuel: Annotated[int | None, nothing_as(-1)]
    torpedoes: int
    slow: str = ""
    moved: int = 0
    barred: Annotated[int | None, nothing_as(0)] = None
    order_mode: Mode = Mode.MOVE
    path: Annotated[Path, GRID_LINES] = ()
    hunt: Hunt = Hunt.NONE
    contact: bool = False
    seen: Annotated[bool, ENEMY_KNOWLEDGE, SPOTTING_IS_MUTUAL] = False
    seen_square: Annotated[Square | None, nothing_as(0), GRID_LINES, ENEMY_KNOWLEDGE, SPOTTING_IS_MUTUAL] = None
    seen_turn: Annotated[int, ENEMY_KNOWLEDGE, SPOTTING_IS_MUTUAL] = 0
    salvos: Annotated[int, ENEMY_KNOWLEDGE, HITS_ARE_COUNTED] = 0
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
class Plane(Looked):
    """One plane unit; its number is its place in the list, see ``cards.PLANES``.

    Attributes:
        fate: in play, crashed, or lost with its carrier.
        square: where it is; on the ground or deck, its base's square; None before its carrier comes into play.
        mode: its mode (chart C); BASE on the ground or deck.
        endurance: turns it can still stay in the air.
        ready: the first turn on which it may fly again (8.6).
        struck: whether it has attacked since it last rearmed (16.33).
        order_mode: the mode ordered.
        path: the squares ordered.
        mark: the square a torpedo bomber attacks (8.24.2), or None.
        hunt: what it has done in the shadow phases of this turn.
        contact: search factor 8 after a shadow.
        seen: whether the Germans have it spotted.
    """

    fate: Fate
    square: Annotated[Square | None, nothing_as(0), GRID_LINES]
    mode: Mode
    endurance: int
    ready: int = 0
    struck: bool = False
    order_mode: Mode = Mode.BASE
    path: Annotated[Path, GRID_LINES] = ()
    mark: Annotated[Square | None, nothing_as(0), GRID_LINES] = None
    hunt: Hunt = Hunt.NONE
    contact: bool = False
    seen: Annotated[bool, ENEMY_KNOWLEDGE, SPOTTING_IS_MUTUAL] = False

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
    reason: str


@dataclass(frozen=True, slots=True)
class Report:
    """A chance spotting (12.1): the square is exact after an air search, approximate after a broken radio silence;
    None where a view leaves it out."""

    turn: int
    ship: ShipNumber
    square: Annotated[Square | None, nothing_as(0), GRID_LINES]
    exact: bool


@dataclass(frozen=True, slots=True)
class Aim:
    """What one ship does in a naval combat round: at whom it fires salvos, at whom it launches torpedoes."""

    shooter: ShipNumber
    target: ShipNumber
    salvos: int
    torpedo_target: Annotated[ShipNumber | None, nothing_as(-1)] = None
    torpedoes: int = 0


@dataclass(slots=True)
class Battle:
    """A naval combat under way (16.6).

    Attributes:
        square: where.
        fighting: the ships in the fight, by side.
        round: rounds fought.
        surprise: whether the next round is the surprise attack.
        withdraw: each side's secret wish for this round.
        aims: what each side has ordered for this round.
    """

    square: Square
    fighting: dict[Side, list[ShipNumber]]
    round: int = 0
    surprise: bool = False
    withdraw: dict[Side, bool] = field(default_factory=dict)
    aims: dict[Side, list[Aim]] = field(default_factory=lambda: {side: [] for side in Side})


@dataclass(slots=True)
class State:
    """The whole match.

    Attributes:
        phase: the step of the sequence of play.
        ships: every ship unit, by number.
        planes: every plane unit, by number.
        visibility: the level of each row, from row 11 on.
        fog: whether there is fog in each of the two areas.
        solitaire: whether the Germans play without oilers and with prearranged refuelling squares (15.2, 15.3).
        two_squares: when fast battleships may move two squares (BIS-R04).
        otto: the strategy Otto is to begin with (BIS-R53).
        refuel_squares: those squares.
        turn: the turn under way.
        points: victory points by side.
        record: how they came about.
        reports: chance spottings.
        bergen_turn: the turn Bergen was first searched with success, or None.
        located_turn: the turn Bismarck was first spotted by regular search, or None.
        missions: for each convoy that reached its goal, the turn.
        due: convoys whose mission was judged.
        queue: the ships (in the plane phase, the planes) that still have their turn in the current phase.
        squares: squares that still have a naval combat this turn.
        hunter: the unit that shadows, in the shadow phase; None for none.
        ordering: the unit that each side is ordering, if it is.
        crashed: planes that crashed this turn and are not yet paid for.
        battle: the naval combat under way.
        ended: how the match ended, or nothing.
    """

    phase: str
    ships: list[Ship]
    planes: list[Plane]
    visibility: list[int]
    fog: list[bool]
    solitaire: bool
    two_squares: str = "after_rest"
    otto: str = "by_seed"
    refuel_squares: list[Square] = field(default_factory=list)
    turn: int = 0
    points: dict[Side, int] = field(default_factory=lambda: {Side.BRITISH: 0, Side.GERMAN: 0})
    record: list[Award] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    bergen_turn: Annotated[int | None, nothing_as(0)] = None
    located_turn: Annotated[int | None, nothing_as(0), SPOTTING_IS_MUTUAL] = None
    missions: dict[ShipNumber, int] = field(default_factory=dict)
    due: list[ShipNumber] = field(default_factory=list)
    queue: list[int] = field(default_factory=list)
    squares: list[Square] = field(default_factory=list)
    hunter: Annotated[UnitNumber | None, nothing_as(-1)] = None
    ordering: dict[Side, UnitNumber] = field(default_factory=dict)
    crashed: list[PlaneNumber] = field(default_factory=list)
    battle: Battle | None = None
    ended: str = ""

    @property
    def ships_waiting(self) -> list[ShipNumber]:
        """The queue in every phase but the planes' attacks."""
        return cast("list[ShipNumber]", self.queue)

    @property
    def planes_waiting(self) -> list[PlaneNumber]:
        """The queue in the planes' attacks (16.3)."""
        return cast("list[PlaneNumber]", self.queue)


Play: TypeAlias = rules.Play[State, BismarckOptions]
"""What every procedure of the game is given: the state, the options, the dice."""


class _Ships(Protocol):
    def __getitem__(self, number: ShipNumber, /) -> Ship: ...


class Board(Protocol):
    """What search and movement look at: the state, or a player's view of his own side."""

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
