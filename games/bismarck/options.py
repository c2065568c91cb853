"""The switchable rulings."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from navalcore.rules import Options, Scenario, rule
from navalcore_games.bismarck.cards import SHIPS, ship_number
from navalcore_games.bismarck.sea_map import MAP, ROWS
from navalcore_games.bismarck.words import ShipNumber

Strategy = Literal["by_seed", "denmark_strait", "iceland_faroes", "faroes_scapa", "wait", "split"]
FUEL_FIELDS = {
    ship_number(name): "fuel_" + name.lower().replace(" ", "_")
    for name in ("Bismarck", "Renown", "Ark Royal", "Dorsetshire", "Sheffield", "DF1", "DF3")
}
"""The ships that enter with less fuel than they hold, and the option that says how much (6.8)."""


GIVEN_ROWS = 2
"""Rows whose visibility on turn 1 the rules give (9.23)."""


def _fuel(ship: str) -> Any:
    """A field for the fuel with which a ship enters: as her card has it, up to her capacity."""
    card = SHIPS[ship_number(ship)]
    return Field(card.first_fuel, ge=0, le=card.fuel, title=f"Fuel of {ship.replace('DF', 'destroyer flotilla ')}")


class BismarckScenario(Scenario):
    """Two players, or one against Otto."""

    solitaire: bool
    """The Germans have no oilers but prearranged refuelling squares (15.2, 15.3)."""


class BismarckOptions(Options):
    """The switchable rulings; the defaults are the rulings as written."""

    two_squares: Literal["after_rest", "odd_turns", "even_turns"] = Field("after_rest", title="Moves of two squares")
    """BIS-R04. When fast battleships and carriers may move two squares: after a turn of one square or none, or on the
    odd or even turns."""

    fuel_bismarck: int = _fuel("Bismarck")
    """BIS-R10. Fuel of Bismarck at the start."""

    fuel_renown: int = _fuel("Renown")
    """BIS-R10. Fuel of Renown when she comes into play."""

    fuel_ark_royal: int = _fuel("Ark Royal")
    """BIS-R10. Fuel of Ark Royal when she comes into play."""

    fuel_dorsetshire: int = _fuel("Dorsetshire")
    """BIS-R10. Fuel of Dorsetshire when she comes into play."""

    fuel_sheffield: int = _fuel("Sheffield")
    """BIS-R10. Fuel of Sheffield when she comes into play."""

    fuel_df1: int = _fuel("DF1")
    """BIS-R10. Fuel of destroyer flotilla 1 at the start."""

    fuel_df3: int = _fuel("DF3")
    """BIS-R10. Fuel of destroyer flotilla 3 when it comes into play."""

    fog_blocks_air_search: bool = False
    """BIS-R28. Whether fog hides a ship from the general air search of the chance phase."""

    first_visibility: str = Field(
        "".join(str(MAP.initial_visibility[row]) for row in ROWS[GIVEN_ROWS:]),
        pattern="^[1-8]{18}$",
        title="Visibility of rows 13 to 30 on turn 1",
    )
    """BIS-R29. The visibility of rows 13 to 30 on turn 1, a digit each (rows 11 and 12 are given: 3 and 4)."""

    weather_row_11: Literal["keep", "random"] = Field("keep", title="Weather of row 11")
    """BIS-R30. The level of the northernmost row before its change: the level it had, or one drawn from 1 to 8."""

    bergen_search: Literal["1528", "1527", "either"] = Field("1528", title="Square to search at Bergen")
    """BIS-R31. The square whose successful search releases the reinforcements."""

    torpedo_bomber_rolls: int = Field(5, ge=1, le=9, title="Rolls of a torpedo bomber unit")
    """BIS-R36. Rolls on the torpedo hit table for one torpedo bomber unit."""

    destroyers_as_targets: bool = False
    """BIS-R40. Whether ships may fire at destroyer flotillas where there is no battleship or cruiser to fire at."""

    gunnery_table: Literal["nested", "exclusive"] = Field("nested", title="Speed losses in the gunnery table")
    """BIS-R41. Whether the speed losses of the gunnery table are inside its midships row or in a row of their own."""

    surprise_rounding: Literal["floor", "nearest", "ceil"] = Field("floor", title="Rounding in a surprise attack")
    """BIS-R45. How an eighth of the firepower is rounded: down (floor), up (ceil) or to the nearest, a half up."""

    failed_mission_points: Literal[10, 1] = Field(10, title="Points for a convoy that fails its mission")
    """BIS-R49. Points for a convoy that fails its mission."""

    otto: Strategy = Field("by_seed", title="Otto's opening strategy")
    """BIS-R53. Otto's opening strategy: drawn from the seed, or a named one."""


@rule("6.8")
def starting_fuel(number: ShipNumber, options: BismarckOptions) -> int | None:
    """A ship's fuel when it comes into play: its capacity, or less for seven ships; None for units that need none."""
    if number in FUEL_FIELDS:
        fuel: int = getattr(options, FUEL_FIELDS[number])
        return fuel
    return SHIPS[number].fuel
