"""Exact odds, found by running the rules' own procedures over all their chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from navalcore.components import counted
from navalcore.errors import UnknownName
from navalcore.odds import Chain, Odds, exact, question
from navalcore.rules import Chance, run
from navalcore_games.bismarck.cards import BISMARCK, RAIDERS, SHIPS, ship_number
from navalcore_games.bismarck.combat.damage import salvo, torpedo_damage, torpedo_hits
from navalcore_games.bismarck.combat.naval import gets_away, surprise_attack
from navalcore_games.bismarck.combat.strikes import destroyer_sunk, factors_granted, submarine_sunk
from navalcore_games.bismarck.options import BismarckOptions
from navalcore_games.bismarck.sea_map import FOG_AREA_OF, ROWS, square_at
from navalcore_games.bismarck.search.weather import air_search, changed, radio_silence, roll_fog
from navalcore_games.bismarck.setup import initial_state, scenarios
from navalcore_games.bismarck.shadow import shadow_modifiers, shadow_succeeds
from navalcore_games.bismarck.state import Battle, Play, State
from navalcore_games.bismarck.tables import TABLES
from navalcore_games.bismarck.turns import LAST_TURN, TURNS
from navalcore_games.bismarck.words import Fate, Hunt, ShipNumber, ShipType, Side

Losses = tuple[int, int, int, bool]
"""Midships, knots and firepower lost, and whether the ship is sunk."""

SQUARE = square_at(25, 18)
IN_THE_NORTH = square_at(12, 20)
PACK = ship_number("WP1")
NIGHT_TURN, DAY_TURN = 4, 2
OPTIONS = BismarckOptions()


def _sea(night: bool = False) -> State:
    state = initial_state(scenarios()["two_player"], BismarckOptions())
    state.turn = NIGHT_TURN if night else DAY_TURN
    for ship in state.ships:
        ship.fate = Fate.WAITING
    for plane in state.planes:
        plane.fate = Fate.WAITING
    return state


def _in_play(state: State, number: ShipNumber) -> None:
    ship, card = state.ships[number], SHIPS[number]
    ship.fate, ship.square, ship.midships, ship.knots = Fate.ACTIVE, SQUARE, card.midships, card.knots
    ship.firepower, ship.fuel, ship.torpedoes = card.firepower or 0, None, card.torpedoes or 0
    ship.salvos = ship.torpedo_hits = 0


def _set(state: State, number: ShipNumber, losses: Losses) -> None:
    """A ship with these losses; oil plays no part in the questions."""
    _in_play(state, number)
    ship = state.ships[number]
    ship.midships -= losses[0]
    ship.knots -= losses[1]
    ship.firepower -= losses[2]


def _losses(state: State, number: ShipNumber) -> Losses:
    ship, card = state.ships[number], SHIPS[number]
    sunk = ship.fate is not Fate.ACTIVE
    return card.midships - ship.midships, card.knots - ship.knots, (card.firepower or 0) - ship.firepower, sunk


UNHURT: Losses = (0, 0, 0, False)


def blows(
    number: ShipNumber, blow: Callable[[Play, ShipNumber], None], options: BismarckOptions = OPTIONS
) -> Chain[Losses]:
    """The cost to a ship of several blows of one kind, one after another."""
    state = _sea()

    def one_more(losses: Losses, chance: Chance) -> Losses:
        _set(state, number, losses)
        blow(Play(state, options, chance), number)
        return _losses(state, number)

    return Chain(one_more, over=lambda losses: losses[3])


PARTS: Mapping[str, Callable[[Losses], int | bool]] = {
    "sunk": lambda losses: losses[3],
    "midships_lost": lambda losses: losses[0],
    "knots_lost": lambda losses: losses[1],
    "firepower_lost": lambda losses: losses[2],
}


def named(losses: Losses) -> str:
    """The name of an outcome."""
    midships, knots, firepower, sunk = losses
    return f"{midships} MS, {counted(knots, 'knot')}, {firepower} FP{', sunk' if sunk else ''}"


def losses_odds(odds: Mapping[Losses, Fraction]) -> Odds:
    """Joint chances of a ship's losses, with those of each part and the expected values."""
    means = {name: read for name, read in PARTS.items() if name != "sunk"}
    return Odds.of({losses: odds[losses] for losses in sorted(odds)}, name=named, parts=PARTS, expected=means)


def _surface_ship(name: str) -> str:
    try:
        card = SHIPS[ship_number(name)]
    except UnknownName as error:
        raise ValueError(str(error)) from None
    if card.type is ShipType.SUBMARINES:
        raise ValueError(f"{card.name} is not a surface ship: salvos and torpedoes are for those (16.41.1, 16.61)")
    return card.name


SurfaceShip: TypeAlias = Annotated[str, Field(max_length=60), AfterValidator(_surface_ship)]
"""A ship by its name."""
Level: TypeAlias = Annotated[int, Field(ge=1, le=8)]
"""Of visibility."""


@question("shadow")
def shadow(
    strength: Annotated[int, Field(ge=0, le=9)] = 4,
    visibility: Level = 4,
    squares: Annotated[int, Field(ge=0, le=4)] = 1,
    helpers: Annotated[int, Field(ge=0, le=40)] = 0,
) -> Odds:
    """Does a shadow attempt succeed?

    Section 10.7.

    Args:
        strength: Shadow strength of the shadower (by day or night).
        visibility: Visibility where the shadow starts.
        squares: Squares the shadowed ship moves.
        helpers: Other friendly units in the square that could shadow.
    """
    parts = shadow_modifiers(strength, visibility, squares, helpers)
    state, options = _sea(), BismarckOptions()
    odds = exact(lambda chance: shadow_succeeds(Play(state, options, chance), BISMARCK, parts, SQUARE))
    return Odds.of(odds, name=lambda shadowed: "succeeds" if shadowed else "fails", names=("succeeds", "fails"))


@question("salvos")
def salvos(
    target: SurfaceShip = "Bismarck",
    salvos: Annotated[int, Field(ge=0, le=100)] = 10,
    gunnery_table: Literal["nested", "exclusive"] = "nested",
) -> Odds:
    """What does a number of salvos cost an undamaged ship?

    The losses of 16.81, jointly.

    Args:
        target: The ship fired at, undamaged.
        salvos: How many gunnery salvos.
        gunnery_table: The option of that name (BIS-R41).
    """
    options = BismarckOptions(gunnery_table=gunnery_table)
    return losses_odds(blows(ship_number(target), salvo, options).after(UNHURT, salvos))


@question("torpedoes")
def torpedoes(
    target: SurfaceShip = "Bismarck",
    factors: Annotated[int, Field(ge=0, le=18)] = 5,
    knots: Annotated[int, Field(ge=0, le=35)] | None = None,
) -> Odds:
    """What does a number of torpedoes cost an undamaged ship?

    Hits first (16.82), then the damage of each (16.83).

    Args:
        target: The ship fired at, undamaged.
        factors: Torpedo factors fired.
        knots: The target's speed; that of its card if left out.
    """
    number = ship_number(target)
    hits = hit_odds(number, factors, SHIPS[number].knots if knots is None else knots)
    joint: dict[Losses, Fraction] = {}
    for share, after in zip(hits.values(), blows(number, torpedo_damage).stages(UNHURT), strict=False):
        for losses, chance in after.items():
            joint[losses] = joint.get(losses, Fraction(0)) + share * chance
    answer, counted = losses_odds(joint), Odds.of(hits, expected={"hits": int})
    parts, means = {"hits": counted.outcomes} | dict(answer.marginals), {**counted.expected, **answer.expected}
    return replace(answer, marginals=parts, expected=means)


def hit_odds(number: ShipNumber, factors: int, knots: int) -> dict[int, Fraction]:
    """The chances of no hit, of one, and so on: torpedo after torpedo, each rolled for by the rule."""
    state, options = _sea(), BismarckOptions()

    def one_more(hits: int, chance: Chance) -> int:
        return hits + torpedo_hits(Play(state, options, chance), number, 1, knots)

    odds = Chain(one_more).after(0, factors)
    return {hits: odds[hits] for hits in sorted(odds)}


@question("submarine-attack")
def submarine_attack(target: SurfaceShip = "Convoy SL1", anti_sub: Annotated[int, Field(ge=0, le=200)] = 0) -> Odds:
    """Does a submarine attack lose a boat, and how often does it hit?

    Boat sunk or not, and hits, jointly (16.41.2); by a unit that still has more than one submarine.

    Args:
        target: The ship attacked.
        anti_sub: The defenders' anti-submarine strength.
    """
    number = ship_number(target)
    row = TABLES.submarine.row(anti_sub)
    knots = SHIPS[number].knots
    state, options = _sea(), BismarckOptions()

    def attack(chance: Chance) -> tuple[bool, int]:
        play = Play(state, options, chance)
        return submarine_sunk(play, PACK, row), factors_granted(play, PACK, row)

    joint: dict[tuple[bool, int], Fraction] = {}
    for (sunk, factors), weight in exact(attack).items():
        for hits, share in hit_odds(number, factors, knots).items():
            joint[sunk, hits] = joint.get((sunk, hits), Fraction(0)) + weight * share
    return Odds.of(
        {key: joint[key] for key in sorted(joint)},
        name=lambda key: f"{'boat sunk' if key[0] else 'no boat sunk'}, {counted(key[1], 'hit')}",
        parts={"boat_sunk": lambda key: key[0], "hits": lambda key: key[1]},
        expected={"hits": lambda key: key[1], "boats_sunk": lambda key: int(key[0])},
    )


@question("destroyer-run")
def destroyer_run(
    destroyers: Annotated[int, Field(ge=1, le=6)] = 6,
    firing: Annotated[int, Field(ge=0, le=2)] = 1,
    night: bool = False,
) -> Odds:
    """How many destroyers survive their torpedo run?

    Section 16.51.2.

    Args:
        destroyers: Destroyers in the flotilla.
        firing: How many of Bismarck and Prinz Eugen fire.
        night: Whether it is night.
    """
    state, options = _sea(night), BismarckOptions()
    for number in RAIDERS[:firing]:
        _in_play(state, number)

    def one_more(survivors: int, chance: Chance) -> int:
        return survivors + (not destroyer_sunk(Play(state, options, chance), SQUARE))

    return Odds.of(Chain(one_more).after(0, destroyers), expected={"survivors": int})


@question("withdrawal")
def withdrawal(rounds: Annotated[int, Field(ge=1, le=50)] = 1) -> Odds:
    """In which round does a ship that is not faster get away?

    The round of success (16.63), or not at all.

    Args:
        rounds: How many attempts at most, one a round.
    """
    state, options = _sea(), BismarckOptions()
    enemy = ship_number("P of Wales")
    for number in (BISMARCK, enemy):
        _in_play(state, number)
    one = exact(lambda chance: gets_away(Play(state, options, chance), BISMARCK, [enemy]))[True]
    outcomes = {f"round {turn}": one * (1 - one) ** (turn - 1) for turn in range(1, rounds + 1)}
    outcomes["not at all"] = (1 - one) ** rounds
    return Odds("exact", outcomes, {"away": {"yes": 1 - outcomes["not at all"], "no": outcomes["not at all"]}})


@question("fog")
def fog(turn: Annotated[int, Field(ge=1, le=LAST_TURN)] = 1) -> Odds:
    """Is there fog in the two areas on a turn?

    Which areas have fog (13.32).

    Args:
        turn: The turn.
    """
    state, options = _sea(), BismarckOptions()

    def run(chance: Chance) -> tuple[bool, bool]:
        roll_fog(Play(state, options, chance), turn)
        return state.fog[0], state.fog[1]

    names = {(False, False): "none", (True, False): "area 1", (False, True): "area 2", (True, True): "both areas"}
    return Odds.of(
        exact(run),
        name=names.__getitem__,
        names=names.values(),
        parts={"area_1": lambda fog: fog[0], "area_2": lambda fog: fog[1]},
        notes=(str(TURNS[turn]),),
    )


@question("weather")
def weather(row: Annotated[int, Field(ge=11, le=30)] = 16, level: Level = 4) -> Odds:
    """What is the next visibility of a row?

    Section 13.2.

    Args:
        row: The row.
        level: The level of the row north of it (of row 11: its own).
    """
    state, options = _sea(), BismarckOptions()
    odds = exact(lambda chance: changed(Play(state, options, chance), row, level))
    return Odds.of(odds, names=map(str, range(1, 9)), expected={"level": int})


def _reports_of(
    search: Callable[[Play, ShipNumber], None], turns: int, state: State, options: BismarckOptions
) -> Mapping[int, Fraction]:
    """How many reports of Bismarck such a search of every turn makes."""

    def one_turn(reports: int, chance: Chance) -> int:
        state.reports.clear()
        search(Play(state, options, chance), BISMARCK)
        return reports + len(state.reports)

    return Chain(one_turn).after(0, turns)


@question("radio-silence")
def silence_broken(turns: Annotated[int, Field(ge=1, le=LAST_TURN)] = 30) -> Odds:
    """How often does one ship break radio silence in a number of turns?

    Section 12.3.

    Args:
        turns: How many turns.
    """
    state = _sea()
    _in_play(state, BISMARCK)
    odds = _reports_of(radio_silence, turns, state, BismarckOptions())
    silence = {"silence": lambda reports: "broken" if reports else "kept"}
    return Odds.of(odds, parts=silence, expected={"reports": int})


@question("air-search")
def searched(
    visibility: Level = 4,
    turns: Annotated[int, Field(ge=1, le=LAST_TURN)] = 1,
    fog: bool = False,
    fog_blocks_air_search: bool = False,
) -> Odds:
    """Does the general air search find a ship in the north or the east?

    In how many of so many turns a ship in the search zone is found (12.2).

    Args:
        visibility: Visibility of her row; the search finds nothing where it is above 4.
        turns: How many turns she is there.
        fog: Whether there is fog where she is; it counts by the option only.
        fog_blocks_air_search: The option of that name (BIS-R28).
    """
    state, options = _sea(), BismarckOptions(fog_blocks_air_search=fog_blocks_air_search)
    _in_play(state, BISMARCK)
    state.ships[BISMARCK].square = IN_THE_NORTH
    state.visibility[IN_THE_NORTH // 100 - ROWS[0]] = visibility
    state.fog[FOG_AREA_OF[IN_THE_NORTH]] = fog
    odds = _reports_of(air_search, turns, state, options)
    return Odds.of(odds, parts={"search": lambda found: "found" if found else "not found"}, expected={"reports": int})


@question("surprise")
def surprised(shadowed: bool = False, night: bool = True, visibility: Level = 4) -> Odds:
    """Does Bismarck surprise her enemy?

    If the Germans try (16.68).

    Args:
        shadowed: Whether she was shadowed this turn.
        night: Whether it is night.
        visibility: By day, the visibility where they meet; 6, 7 and 8 let her try.
    """
    options = BismarckOptions()
    enemy = ship_number("P of Wales")

    def attack(chance: Chance) -> bool:
        state = _sea(night)
        for number in (BISMARCK, enemy):
            _in_play(state, number)
        state.visibility[SQUARE // 100 - ROWS[0]] = visibility
        state.ships[BISMARCK].hunt = Hunt.FOLLOWED if shadowed else Hunt.NONE
        state.battle = battle = Battle(SQUARE, {Side.BRITISH: [enemy], Side.GERMAN: [BISMARCK]})
        run(surprise_attack(Play(state, options, chance)))
        return battle.surprise

    return Odds.of(exact(attack), name=lambda done: "surprise" if done else "none", names=("surprise", "none"))


QUESTIONS = (
    shadow, salvos, torpedoes, submarine_attack, destroyer_run, withdrawal, fog, weather, silence_broken, searched,
    surprised,
)  # fmt: skip
"""The odds questions of the game."""
