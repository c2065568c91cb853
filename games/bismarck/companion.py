"""Beside a real chart of Computer Bismarck: a shadow attempt, a search, and a naval combat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import Field

from navalcore.components import counted, listed
from navalcore.odds import Choice
from navalcore.rules import Companion, Desk, Flow, Mark, Misfit, resolves, rule
from navalcore_games.bismarck import BESIDE_THE_CHART
from navalcore_games.bismarck.cards import GUNS, SHIPS, ship_number
from navalcore_games.bismarck.combat.naval import (
    aim,
    combat_check,
    fight_round,
    surprise_attack,
    withdrawal,
)
from navalcore_games.bismarck.sea_map import square_at
from navalcore_games.bismarck.search.spotting import search_strength
from navalcore_games.bismarck.shadow import doubled_parts, shadow_succeeds
from navalcore_games.bismarck.state import Battle, State
from navalcore_games.bismarck.words import Fate, ShipNumber, Side

SQUARE = square_at(25, 18)
"""Where combats are fought that need no place."""
NIGHT_TURN, DAY_TURN = 4, 2
NONE = "none"


@dataclass(slots=True)
class BesideState(State):
    """The real chart: the losses of ships are kept from one combat to the next."""

    desk: Desk = field(default_factory=Desk)
    met: list[ShipNumber] = field(default_factory=list)
    """Ships that have fought."""


def _ships(side: Side, *, guns: bool, also_none: bool) -> Callable[[], Mapping[str, str]]:
    def named() -> Mapping[str, str]:
        found = {card.name: card.name for card in SHIPS if card.side is side and (card.type in GUNS or not guns)}
        return {NONE: "nobody else"} | found if also_none else found

    return named


Level: TypeAlias = Annotated[int, Field(ge=1, le=8)]
Total: TypeAlias = Annotated[int, Field(ge=0, le=40)]
GermanShip: TypeAlias = Annotated[str, Choice("German ship", _ships(Side.GERMAN, guns=True, also_none=False))]
OtherGerman: TypeAlias = Annotated[str, Choice("German ship", _ships(Side.GERMAN, guns=True, also_none=True))]
BritishShip: TypeAlias = Annotated[str, Choice("British ship", _ships(Side.BRITISH, guns=True, also_none=False))]
OtherBritish: TypeAlias = Annotated[str, Choice("British ship", _ships(Side.BRITISH, guns=True, also_none=True))]


@resolves("shadow", "10.7")
@rule("10.7")
def shadow(
    play: Any, quarry: GermanShip = "Bismarck", strength: Annotated[int, Field(ge=0, le=9)] = 4, visibility: Level = 4,
    squares: Annotated[int, Field(ge=0, le=4)] = 1, helpers: Annotated[int, Field(ge=0, le=12)] = 0,
) -> Flow[str | None]:  # fmt: skip
    """Shadow attempt.

    Args:
        quarry: The ship that is shadowed.
        strength: Shadow strength of the shadower, by day or night.
        visibility: Visibility where the shadow starts.
        squares: Squares the shadowed ship moves.
        helpers: Other friendly units in the square that could shadow.
    """
    yield from ()
    parts = doubled_parts(play, strength, visibility, squares, helpers)
    followed = shadow_succeeds(play, ship_number(quarry), parts, SQUARE)
    return f"{quarry} is {'shadowed' if followed else 'lost from sight'}"


@resolves("search", "9.2")
@rule("9.2")
def search(
    play: Any, british: Total = 4, german: Total = 2, visibility: Level = 4, fog: bool = False
) -> Flow[str | None]:
    """Search of a square.

    Args:
        british: The British search total in the square, where both sides have units.
        german: The German search total in the square.
        visibility: The visibility there.
        fog: Whether there is fog.
    """
    yield from ()
    if fog:
        return "fog: no unit is spotted"
    totals = {Side.BRITISH: british, Side.GERMAN: german}
    if any(search_strength(play, side, total) >= visibility for side, total in totals.items()):
        return "both sides spot each other"
    return "nobody spots anybody"


def battle_misfit(
    state: BesideState, *, german: str, with_german: str, british: str, with_british: str, and_british: str,
    **_: object,
) -> Misfit | None:  # fmt: skip
    """A ship that is named twice or was sunk this evening."""
    named = {
        "german": german, "with_german": with_german, "british": british, "with_british": with_british,
        "and_british": and_british,
    }  # fmt: skip
    known: dict[str, str] = {}
    for given, name in named.items():
        if name in known:
            return Misfit(given, f"{name} is there already, as {known[name]}; name another ship or nobody else")
        if name == NONE:
            continue
        known[name] = given
        number = ship_number(name)
        if number in state.met and state.ships[number].fate is not Fate.ACTIVE:
            return Misfit(given, f"{name} was sunk this evening; name another ship")
    return None


FOUGHT_OUT = (
    "Assumed: no ship withdraws or launches torpedoes, Germans who can surprise do, and each ship fires at the first "
    "that is named."
)


@resolves("battle", "16.62", misfit=battle_misfit, odds_when_asked=True, assumes=FOUGHT_OUT)
@rule("16.62", "16.66", "16.68")
def battle(
    play: Any, german: GermanShip = "Bismarck", with_german: OtherGerman = NONE, british: BritishShip = "Hood",
    with_british: OtherBritish = NONE, and_british: OtherBritish = NONE, night: bool = False, visibility: Level = 4,
) -> Flow[str | None]:  # fmt: skip
    """Naval combat.

    Args:
        german: A German ship.
        with_german: Another German ship.
        british: A British ship.
        with_british: Another British ship.
        and_british: A third British ship.
        night: Whether it is night.
        visibility: The visibility there.
    """
    state: BesideState = play.state
    state.turn = NIGHT_TURN if night else DAY_TURN
    state.visibility[:] = [visibility for _ in state.visibility]
    sides = {Side.BRITISH: (british, with_british, and_british), Side.GERMAN: (german, with_german)}
    fighting = {
        side: [_come(state, ship_number(name)) for name in names if name != NONE] for side, names in sides.items()
    }
    state.battle, state.squares[:] = Battle(SQUARE, fighting), []
    following = yield from surprise_attack(play)
    while True:
        if following != "aim":
            yield from combat_check(play)
            if withdrawal(play) == "open_battle":
                break
        yield from aim(play)
        following = fight_round(play, in_the_open=True)
        if following == "open_battle":
            break
    state.battle = None
    fought = [ship_number(name) for side in Side for name in sides[side] if name != NONE]
    sunk = [SHIPS[n].name for n in fought if state.ships[n].fate is not Fate.ACTIVE]
    return f"{listed(sunk)} sunk" if sunk else "the combat is over, all are afloat"


def _come(state: BesideState, number: ShipNumber) -> ShipNumber:
    """Put a ship on the chart as her card has her, or as the last combat has left her."""
    ship, card = state.ships[number], SHIPS[number]
    if number not in state.met:
        state.met.append(number)
        ship.fate, ship.square, ship.midships, ship.knots = Fate.ACTIVE, SQUARE, card.midships, card.knots
        ship.firepower, ship.fuel, ship.torpedoes = card.firepower or 0, None, card.torpedoes or 0
        ship.salvos = ship.torpedo_hits = 0
    return number


class BesideTheChart(Companion):
    """Shadows, searches and combats beside a real chart."""

    manifest = BESIDE_THE_CHART
    version = "2"
    state_class = BesideState
    sides: ClassVar[Mapping[str, str]] = {Side.BRITISH: "British", Side.GERMAN: "Germans"}
    procedures = (shadow, search, battle)

    def marks(self, state: BesideState) -> Iterator[Mark]:
        """The losses of the ships that have fought."""
        for place, number in enumerate(state.met):
            ship, card = state.ships[number], SHIPS[number]
            sunk = "" if ship.fate is Fate.ACTIVE else "sunk, "
            lost = card.midships - ship.midships, card.knots - ship.knots, (card.firepower or 0) - ship.firepower
            if sunk or any(lost):
                midships, knots, guns = lost
                lost_so_far = f"{sunk}lost {midships} midships, {counted(knots, 'knot')}, {guns} firepower"
                yield Mark(f"{card.name}: {lost_so_far}", key=f"met/{place}")
