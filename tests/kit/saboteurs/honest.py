"""Pickets: a small honest game with everything the kit looks at - hidden hands, secret and open choices, scouting, a
deck, a die, options, scenarios, a bot. It passes every check; the saboteurs beside it each break one promise.

Two squadrons of three numbered ships each fight three battles over a convoy. Before a battle each side may scout one
enemy ship; then both secretly commit a ship; the higher number, plus a die if the weather counts, wins the battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Annotated, ClassVar, Literal, TypeAlias

from navalcore._face.face import Face
from navalcore._match.match import Game
from navalcore._rulebook.citing import rule, takes_modifiers
from navalcore._rules import play
from navalcore._rules.decision import UMPIRE, Decision, Flow, Refusal, choose, together
from navalcore._rules.field_marks import harmless
from navalcore._rules.option import Option
from navalcore._rules.terms import Options, Outcome, Scenario, Step, Terms, View
from navalcore.boards import Board, Piece, Rect, Region, Scene, hand
from navalcore.bots import Bot
from navalcore.components._chance import Chance, SeededChance
from navalcore.components._events import Event
from navalcore.components._places import Move, Place, places

SHIPS = tuple(range(1, 13))


class Colour(StrEnum):
    """The two squadrons."""

    RED = "red"
    BLUE = "blue"


ENEMY = {Colour.RED: Colour.BLUE, Colour.BLUE: Colour.RED}


@dataclass(slots=True)
class Squadron:
    """One side's ships."""

    hand: list[int] = field(default_factory=list)
    """Ships held, in order."""
    committed: int | None = None
    """The ship committed to the battle to come."""
    scouted: Annotated[int | None, harmless("it was the lowest ship of a hand its owner knows")] = None
    """An enemy ship this side knows to be in the enemy's hand or committed."""
    points: int = 0
    """Battles won."""
    sent: bool = False
    """Whether it has scouted before the battle to come."""

    @property
    def held(self) -> int:
        """Ships in hand and committed: whether one is committed yet is nobody else's business."""
        return len(self.hand) + (self.committed is not None)


@dataclass(slots=True)
class State:
    """The whole game: the step, the ships in port, both squadrons, ships lost, battles fought."""

    phase: str
    port: list[int]
    squadrons: dict[Colour, Squadron]
    lost: list[int] = field(default_factory=list)
    battles: Annotated[int, harmless("two ships are lost in each")] = 0


class Rules(Options):
    """Optional rules."""

    weather: bool = False
    """PIC-R1. Whether a die is added to the number of each ship."""

    tie: Literal["nobody", "red", "blue"] = "nobody"
    """PIC-R2. Who wins a battle of equal numbers."""


class Convoy(Scenario):
    """A convoy and the number of battles over it."""

    battles: int = 3


class Picture(View):
    """What one side sees: its own ships, the sizes of the rest, what it has scouted."""

    role: str
    phase: str
    hand: tuple[int, ...]
    enemy_hand: tuple[int, ...] | None
    hand_sizes: dict[Colour, int]
    committed: dict[Colour, int | None]
    scouted: int | None
    sent: dict[Colour, bool]
    points: dict[Colour, int]
    lost: tuple[int, ...]
    port: int


@dataclass(frozen=True, slots=True)
class Order(Option):
    """An order: to scout or not."""

    text: str

    @property
    def places(self) -> tuple[Place, ...]:
        """The port, from which somebody scouts or not."""
        return places(at="port")

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Commit(Option):
    """An order to a ship."""

    text: str
    ship: int

    @property
    def places(self) -> tuple[Place, ...]:
        """The ship, which leaves the hand."""
        return places(subject=f"ship/{self.ship}", from_="hand/own")

    def __str__(self) -> str:
        return self.text


SCOUT, STAY = Order("scout"), Order("stay")
COMMIT = {ship: Commit(f"commit {ship}", ship) for ship in SHIPS}


@dataclass(frozen=True, slots=True)
class ShipJoined(Event):
    """A ship came from port; the enemy does not see which."""

    side: Colour
    ship: int | None

    def redacted(self) -> Event:
        """The arrival without the ship."""
        return replace(self, ship=None, to=None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """From port to the hand that is seen."""
        return () if self.ship is None else (Move(f"ship/{self.ship}", "port", "hand/own"),)

    def __str__(self) -> str:
        return f"The {self.side} side is joined by {'a ship' if self.ship is None else f'ship {self.ship}'}."


@dataclass(frozen=True, slots=True)
class ShipCommitted(Event):
    """A ship has left the hand; the enemy does not see that yet."""

    ship: int

    @property
    def moves(self) -> tuple[Move, ...]:
        """Out of the hand."""
        return (Move(f"ship/{self.ship}", "hand/own", ""),)

    def __str__(self) -> str:
        return f"Ship {self.ship} is committed."


@dataclass(frozen=True, slots=True)
class BattleFought(Event):
    """Both ships are shown and leave the game."""

    ships: tuple[int, int]

    def __str__(self) -> str:
        return f"Ship {self.ships[0]} meets ship {self.ships[1]}."


Play: TypeAlias = play.Play[State, Rules]


@rule("1")
def draw(play: Play, side: Colour) -> None:
    """A ship joins from port."""
    port = play.state.port
    ship = port.pop(play.chance.pick(port, f"{side} is joined by a ship", "1"))
    squadron = play.state.squadrons[side]
    squadron.hand.append(ship)
    squadron.hand.sort()
    play.tell(ShipJoined, side, ship, rule="1", to=(side,))


@rule("1")
def muster(play: Play) -> None:
    """Each side is given three ships."""
    for side in Colour:
        for _ in range(3):
            draw(play, side)


@rule("2")
def scout(play: Play, side: Colour) -> Flow[None]:
    """The side may look at the enemy's lowest ship that has not been committed."""
    order = yield from choose(side, "Scout the enemy?", (SCOUT, STAY), "2")
    play.state.squadrons[side].sent = order is SCOUT
    if order is SCOUT:
        play.state.squadrons[side].scouted = play.state.squadrons[ENEMY[side]].hand[0]
        play.reveal()


@rule("3")
def commit(play: Play, side: Colour) -> Flow[None]:
    """One ship is secretly committed."""
    squadron = play.state.squadrons[side]
    order = yield from choose(
        side,
        "Commit which ship?",
        [COMMIT[ship] for ship in squadron.hand],
        "3",
        secret=True,
        reasons=lambda: [Refusal(f"commit {s}", "3", "it is not yours") for s in SHIPS if s not in squadron.hand],
    )
    squadron.hand.remove(order.ship)
    squadron.committed = order.ship
    play.tell(ShipCommitted, order.ship, rule="3", to=(side,))


@rule("3")
def commit_both(play: Play) -> Flow[None]:
    """Both sides commit at the same time, neither knowing whether the other has done so yet."""
    yield from together({side: commit(play, side) for side in Colour})


@rule("4")
@takes_modifiers("4")
def battle(play: Play) -> None:
    """Both ships are shown; the higher number wins; a ship joins each side."""
    state = play.state
    ships, strengths = [], []
    for side in Colour:
        ship = state.squadrons[side].committed
        assert ship is not None
        ships.append(ship)
        strengths.append(ship + (play.dice.roll("d6", f"weather for {side}", "4", {}) if play.options.weather else 0))
    winner = Colour.RED if strengths[0] > strengths[1] else Colour.BLUE
    if strengths[0] != strengths[1]:
        state.squadrons[winner].points += 1
    elif play.options.tie != "nobody":
        state.squadrons[Colour(play.options.tie)].points += 1
    for side in Colour:
        squadron = state.squadrons[side]
        squadron.committed = None
        squadron.sent = False
        if squadron.scouted in ships:
            squadron.scouted = None
    state.lost.extend(ships)
    state.battles += 1
    play.reveal()
    play.tell(BattleFought, (ships[0], ships[1]), rule="4")
    for side in Colour:
        draw(play, side)


PORT = Region("port", "The port", Rect(500, 20, 100, 60), "port", "Port")
SEA = Scene("sea", "The sea", (640, 200), (PORT, hand("own", "The ships held", Rect(10, 100, 480, 80))))


class CarefulBot(Bot[Picture]):
    """Commits its highest ship and never scouts."""

    def __init__(self, role: str, chance: SeededChance) -> None:
        self.role = role
        self.chance = chance

    def decide(self, view: Picture, decision: Decision) -> object:
        """The last option."""
        return decision.options[-1]


class PicketsFace(Face[State, Rules, Picture]):
    """The face of the honest game."""

    def board(self, view: Picture) -> Board:
        """The port, and the ships that are held."""
        ships = [Piece(f"ship/{ship}", "cruiser", "hand/own", f"Ship {ship}", str(ship)) for ship in view.hand]
        return Board((SEA,), tuple(ships))

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[Picture]]]:
        """One bot."""
        return {"careful": CarefulBot}


class Pickets(Game[State, Rules, Picture]):
    """The honest game."""

    id = "pickets"
    title = "Pickets"
    version = "1.0"
    roles = (Colour.RED, Colour.BLUE)
    face = PicketsFace
    state_class = State
    options_class = Rules
    option_types: ClassVar[tuple[type, ...]] = (Order, Commit, str)
    event_types: ClassVar[tuple[type[Event], ...]] = (ShipJoined, ShipCommitted, BattleFought)

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """A short and a long one."""
        return {
            "short": Convoy(id="short", title="Three battles"),
            "skirmish": Convoy(id="skirmish", title="One battle", battles=1),
        }

    def initial_state(self, terms: Terms[Rules]) -> State:
        """All ships are in port."""
        return State("muster", list(SHIPS), {side: Squadron() for side in Colour}, battles=3 - terms.scenario.battles)

    def sequence_of_play(self, terms: Terms[Rules]) -> Sequence[Step]:
        """Muster, then scout, commit and fight until it is over."""
        return [
            Step("muster", muster, "Muster", "1", once=True),
            *(Step(f"scout_{side}", partial(scout, side=side), f"{side} scouts", "2") for side in Colour),
            Step("commit", commit_both, "Both commit", "3"),
            Step("battle", battle, "Battle", "4"),
        ]

    def outcome(self, state: State, terms: Terms[Rules]) -> Outcome | None:
        """Whoever has won more battles after the last one."""
        if state.battles < 3:
            return None
        red, blue = (state.squadrons[side].points for side in Colour)
        winner = None if red == blue else Colour.RED if red > blue else Colour.BLUE
        return Outcome(winner, f"{red} battles to {blue}", "4", {"red": red, "blue": blue}, "last_battle")

    def view(self, state: State, role: str, terms: Terms[Rules]) -> Picture:
        """Own ships, what was scouted, and what lies open."""
        own = state.squadrons.get(Colour(role)) if role in self.roles else None
        umpire = role is UMPIRE
        return Picture(
            role=role,
            phase=state.phase,
            hand=tuple(own.hand) if own else (),
            enemy_hand=tuple(ship for side in Colour for ship in state.squadrons[side].hand) if umpire else None,
            hand_sizes={side: each.held for side, each in state.squadrons.items()},
            committed={s: state.squadrons[s].committed if umpire or s == role else None for s in Colour},
            scouted=own.scouted if own else None,
            sent={side: state.squadrons[side].sent for side in Colour},
            points={side: state.squadrons[side].points for side in Colour},
            lost=tuple(state.lost),
            port=len(state.port),
        )

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Rules]) -> None:
        """Deal the port and the enemy's ships anew; a scouted ship stays with the enemy. An onlooker knows neither
        side.
        """
        for side in Colour:
            if role != side:
                self.redeal_squadron(state, side, state.squadrons[Colour(role)] if role in self.roles else None, chance)

    def redeal_squadron(self, state: State, side: Colour, own: Squadron | None, chance: Chance) -> None:
        """Deal one side's ships anew from all that may be there, for all the other knows."""
        enemy, scouted = state.squadrons[side], None if own is None else own.scouted
        enemies = [*enemy.hand, *([] if enemy.committed is None else [enemy.committed])]
        pool = [ship for ship in [*enemies, *state.port] if ship != scouted]
        dealt = [] if scouted is None else [scouted]
        while len(dealt) < len(enemies):
            dealt.append(pool.pop(chance.below(len(pool))))
        if enemy.committed is not None:
            enemy.committed = dealt.pop(chance.below(len(dealt)))
        enemy.hand[:] = sorted(dealt)
        state.port[:] = pool

    def invariants(self, state: State, terms: Terms[Rules]) -> Iterator[str]:
        """Every ship is in exactly one place."""
        ships = [*state.port, *state.lost]
        for squadron in state.squadrons.values():
            ships += squadron.hand
            ships += [] if squadron.committed is None else [squadron.committed]
        if sorted(ships) != list(SHIPS):
            yield f"the ships are {sorted(ships)}"
