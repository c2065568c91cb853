"""The set-up (3.0): every unit at its start, the first weather, and the solitaire game's own."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

from navalcore.components import load_models
from navalcore.rules import places, rule
from navalcore_games.bismarck.cards import PLANES, SHIPS, ShipCard
from navalcore_games.bismarck.events import RefuellingArranged
from navalcore_games.bismarck.ids import square_id
from navalcore_games.bismarck.movement.activity import full_endurance
from navalcore_games.bismarck.options import GIVEN_ROWS, BismarckOptions, BismarckScenario, starting_fuel
from navalcore_games.bismarck.sea_map import MAP, ROWS, SEA_WAYS
from navalcore_games.bismarck.search.weather import roll_fog
from navalcore_games.bismarck.state import Plane, Play, Ship, State
from navalcore_games.bismarck.words import Fate, Mode, ShipType, Side

SCENARIO_FILE = Path(__file__).parent / "scenarios" / "scenarios.toml"
OILER_STATIONS = tuple(card.square for card in SHIPS if card.type is ShipType.OILER and card.square is not None)


@cache
def scenarios() -> dict[str, BismarckScenario]:
    """The scenarios by id.

    Raises:
        BadData: the scenario file is wrong; names file, line and key.
    """
    return {scenario.id: scenario for scenario in load_models(SCENARIO_FILE, BismarckScenario, "scenario")}


@rule("3.0", "9.23", "15.2")
def initial_state(scenario: BismarckScenario, options: BismarckOptions) -> State:
    """Every unit as its card says; in the solitaire game there are no oilers."""
    levels = [MAP.initial_visibility[row] for row in ROWS[:GIVEN_ROWS]] + [int(n) for n in options.first_visibility]
    state = State(
        phase="setup",
        ships=[_ship(card, scenario, options) for card in SHIPS],
        planes=[],
        visibility=levels,
        fog=[False, False],
        solitaire=scenario.solitaire,
        two_squares=options.two_squares,
        otto=options.otto,
    )
    for card in PLANES:
        waits = card.carrier is not None and state.ships[card.carrier].fate is Fate.WAITING
        fate = Fate.WAITING if waits else Fate.ACTIVE
        state.planes.append(Plane(fate, card.base, Mode.BASE, full_endurance(card.number)))
    return state


@rule("3.0", "6.8", "14.21", "14.31", "14.41", "14.43")
def _ship(card: ShipCard, scenario: BismarckScenario, options: BismarckOptions) -> Ship:
    """A ship at the start: reinforcements wait off the map (BIS-R20), and so do the oilers of the solitaire game."""
    waits = card.mode is None or (scenario.solitaire and card.type is ShipType.OILER)
    return Ship(
        fate=Fate.WAITING if waits else Fate.ACTIVE,
        square=None if waits else card.square,
        mode=card.mode or Mode.MOVE,
        midships=card.midships,
        firepower=card.firepower or 0,
        knots=card.knots,
        fuel=starting_fuel(card.number, options),
        torpedoes=card.torpedoes or 0,
        slow=card.slow,
    )


@rule("13.31", "15.3")
def begin_match(play: Play) -> None:
    """The fog of turn 1; in the solitaire game three refuelling squares near where the oilers would be."""
    roll_fog(play, 1)
    state = play.state
    if state.solitaire:
        for station in OILER_STATIONS:
            near = sorted({station, *(there for _, there in SEA_WAYS[Side.GERMAN][station])})
            face = play.dice.roll(
                f"d{len(near)}", "refuelling square", "15.3", to=(), about=partial(places, at=[*map(square_id, near)])
            )
            state.refuel_squares.append(near[face - 1])
        play.tell(RefuellingArranged, tuple(sorted(set(state.refuel_squares))), rule="15.3", to=(Side.GERMAN,))
