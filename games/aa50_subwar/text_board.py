"""The theatre as text: where units are, what was lost there, and where aircraft in the air may land."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from navalcore.boards import WIDTH, in_columns, ruled_table, wrapped
from navalcore.components import counted
from navalcore.rules import rule
from navalcore_games.aa50_subwar.summary import described, fleets, money, points, under_way, when
from navalcore_games.aa50_subwar.theatre import (
    NEIGHBOURS,
    ROOM,
    TERRITORIES,
    ZONES,
    flights,
    own_land,
    owners,
    title_of,
)
from navalcore_games.aa50_subwar.views import AtlanticView, UnitView
from navalcore_games.aa50_subwar.words import OWNERS, POWER_NAMES, SHORT, SIDE_OF, Kind, Power, Space

ALOFT_SHOWN: Final = 3
"""The most kinds of aircraft in the air shown with their landing places when room is short."""
NARROW: Final = 38
"""A column of spaces is at least this wide."""


def map_text(view: AtlanticView, width: int = WIDTH) -> str:
    """The whole map: one row for every zone, and one for every territory that has a limit or units."""
    units = fleets(view)
    zones = [
        (
            title_of(zone),
            f"C{row.convoy_limit}" if row.convoy_limit else "-",
            view.marks.get(zone, "-"),
            described(units.get(zone, {})) or "-",
            ", ".join(title_of(near) for near in NEIGHBOURS[zone]),
        )
        for zone, row in ZONES.items()
    ]
    lands = [
        (
            title_of(name),
            OWNERS[owners(view.owners)[name]],
            row.ipc,
            f"C{row.convoy_limit}" if row.convoy_limit else "-",
            view.charges.get(name, "-"),
            described(units.get(name, {})) or "-",
        )
        for name, row in TERRITORIES.items()
        if row.convoy_limit or name in units
    ]
    parts = [
        wrapped("\n".join(_head(view)), width),
        ruled_table(["zone", "limit", "lost", "units", "next to"], zones, width),
        ruled_table(["territory", "owner", "IPC", "limit", "lost", "units"], lands, width),
    ]
    return "\n\n".join(parts)


def glance(view: AtlanticView, width: int = WIDTH) -> str:
    """Everything under way, and the spaces with units or losses, side by side; the board has the other spaces and the
    neighbours.
    """
    units = fleets(view)
    limits = {str(zone): row.convoy_limit for zone, row in ZONES.items()}
    limits |= {str(land): row.convoy_limit for land, row in TERRITORIES.items()}
    lost = {str(space): number for told in (view.charges, view.marks) for space, number in told.items()}
    spaces = [
        f"{title_of(Space(space))}{_losses(limit, lost.get(space, 0))}: {_crowd(units.get(space, {}))}"
        for space, limit in limits.items()
        if space in units or lost.get(space)
    ]
    head = "\n".join(_fitting(line, width) for line in _head(view, short=True))
    return f"{head}\n\n{in_columns(spaces, width, NARROW)}"


def _fitting(line: str, width: int) -> str:
    """A line of the head as one line if it only names places, of which the last give way, and wrapped otherwise."""
    if not line.startswith("In the air") or len(line) <= width:
        return wrapped(line, width)
    return line[: width - 4].rpartition(", ")[0] + ", ..."


def _losses(limit: int, lost: int) -> str:
    """The part of its limit that a space has lost in this turn."""
    return f" (lost {lost} of {limit})" if lost else ""


def _crowd(tally: Mapping[tuple[Power, Kind], int]) -> str:
    """The units of a space, those of a power together."""
    powers = dict.fromkeys(power for power, _ in tally)
    said = (
        f"{SHORT[power]} " + ", ".join(counted(n, kind) for (who, kind), n in tally.items() if who is power)
        for power in powers
    )
    return "; ".join(said) or "no units"


def _head(view: AtlanticView, *, short: bool = False) -> Iterator[str]:
    """Whose turn it is, the points, the money, the combat under way, and the aircraft that have to land: all of them,
    or in ``short`` the first of them.
    """
    turn = f", turn of {POWER_NAMES[view.power]} ({SIDE_OF[view.power].capitalize()}), {view.phase.replace('_', ' ')}"
    yield f"{when(view).capitalize()}{turn if view.round <= view.rounds else ''}"
    yield f"{points(view)}; {money(view)}"
    if view.battle is not None:
        yield under_way(view.battle)
    aloft = list(landing_lines(view))
    left_out = len(aloft) - ALOFT_SHOWN if short else 0
    yield from aloft[:ALOFT_SHOWN] if left_out > 0 else aloft
    if left_out > 0:
        yield f"In the air: {counted(left_out, 'more kind', 'more kinds')} of aircraft, which the board lists"


@rule("B5", "B16")
def landing_lines(view: AtlanticView) -> Iterator[str]:
    """For the aircraft in the air, alike ones together: where they may land with the movement points they have left."""
    aloft = Counter(
        (unit.name, unit.space, unit.moves_left, tuple(landing_places(view, unit)))
        for unit in view.units
        if unit.airborne
    )
    for (name, space, left, places), number in aloft.items():
        counted = f"{number} {name}s" if number > 1 else name
        where = ", ".join(title_of(place) for place in places) or "nowhere"
        yield f"In the air: {counted} in {title_of(space)} ({left} left), may land in {where}"


@rule("B5", "B16")
def landing_places(view: AtlanticView, unit: UnitView) -> list[Space]:
    """The land of its side within an aircraft's movement points, and for a fighter the zones there where a carrier of
    its side has room now.
    """
    land = own_land(view.owners, unit.side)
    ways = flights(view.owners, unit.side)[unit.space]
    decks = _decks(view, unit) if unit.kind is Kind.FIGHTER else set()
    return [space for space, steps in ways.items() if steps <= unit.moves_left and (space in land or space in decks)]


def _decks(view: AtlanticView, fighter: UnitView) -> set[Space]:
    guests = Counter(unit.aboard for unit in view.units if unit.aboard is not None)
    return {
        unit.space
        for unit in view.units
        if unit.kind is Kind.CARRIER and unit.side is fighter.side and guests[unit.number] < ROOM[Kind.CARRIER]
    }
