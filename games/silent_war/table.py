"""The combat table as a scene: four columns of units, and below each the boats that are in it."""

from __future__ import annotations

from functools import cache
from typing import Final

from navalcore.boards import Rect, Region, Scene
from navalcore_games.silent_war.ids import column_id, station_id
from navalcore_games.silent_war.words import COLUMNS

WIDTH: Final = 960
HEIGHT: Final = 700
COLUMN: Final = (232, 460)
GAP: Final = 6.4
TOP: Final = 50


@cache
def table() -> Scene:
    """The combat table."""
    regions = [Region("fight", "The fight", Rect(4, 4, WIDTH - 8, TOP - 10), "box", lie="row")]
    for number, column in enumerate(COLUMNS):
        x, down = GAP + number * (COLUMN[0] + GAP), TOP + COLUMN[1] + GAP
        beside = tuple(column_id(COLUMNS[near]) for near in (number - 1, number + 1) if 0 <= near < len(COLUMNS))
        shape = Rect(x, TOP, *COLUMN)
        room = Rect(x + 5, TOP + 28, COLUMN[0] - 10, COLUMN[1] - 34)
        regions.append(
            Region(
                column_id(column),
                f"Column {column}",
                shape,
                "hand",
                column,
                beside,
                "grid",
                room,
                (x + COLUMN[0] / 2, TOP + 20),
            )
        )
        stands = Rect(x, down, COLUMN[0], 74)
        regions.append(Region(station_id(column), f"Boats in column {column}", stands, "box", lie="row"))
    waits = Rect(GAP, TOP + COLUMN[1] + 2 * GAP + 74, WIDTH - 2 * GAP, 66)
    regions.append(Region(station_id(""), "Boats not placed yet", waits, "open", lie="grid"))
    return Scene("table", "Combat table", (WIDTH, HEIGHT), tuple(regions), ground="table")
