"""The abilities of a boat: its card, the steps and weeks to OpAreas and bases, and the range that is left there."""

from __future__ import annotations

from dataclasses import dataclass

from navalcore.boards import ruled_table
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, BoatCard
from navalcore_games.silent_war.headquarters.fleet import marks, score, signs_of
from navalcore_games.silent_war.headquarters.who import named_boats
from navalcore_games.silent_war.ids import AreaIndex, BaseIndex, numbered
from navalcore_games.silent_war.movement.routes import FAR, distances, steps_to, steps_to_base
from navalcore_games.silent_war.views import BoatView, SilentWarView, active_bases

SEVERAL = 2
"""From so many boats on their cards are told as a table."""


@dataclass(frozen=True)
class Way:
    """How a boat comes to an OpArea or a base."""

    steps: int | None
    """Steps of movement, with those for leaving and entering permanent bases; None if it cannot."""
    weeks: int
    """The weekly turns they take at full speed, or one OpArea a week on patrol (12.0)."""
    left: int
    """How many steps farther from every base it might go from there; 0 in a base."""


def _starts(charts: Charts, boat: BoatView) -> tuple[tuple[AreaIndex, ...], int]:
    """The OpAreas that a boat is in or would leave its base by, and the steps that leaving takes (15.1)."""
    if boat.where in charts.area_named:
        return (charts.area_named[boat.where],), 0
    base = next((base for base in charts.bases if base.name == boat.where), None)
    return ((), 0) if base is None else (base.areas, 0 if base.forward else 1)


def way_to(view: SilentWarView, boat: BoatView, area: AreaIndex) -> Way:
    """A boat's shortest way to an OpArea within its Range (12.0, 15.11)."""
    charts = load_charts(view.data_pack)
    card, active = charts.boats[boat.card], active_bases(view, charts)
    ways = steps_to(view.data_pack, active, (area,), card.range)
    starts, leaving = _starts(charts, boat)
    steps = min((ways[start] for start in starts), default=FAR) + leaving
    left = card.range - distances(view.data_pack, active)[area]
    if steps >= FAR or left < 0:
        return Way(None, 0, left)
    taken = weeks(steps, 1 if boat.on_patrol else card.speed)
    return Way(steps, taken or int(boat.where not in charts.area_named), left)


def weeks(steps: int, speed: int) -> int:
    """The weekly turns that so many steps take."""
    return -(-steps // speed)


def way_home(view: SilentWarView, boat: BoatView, base: BaseIndex) -> Way:
    """A boat's shortest way to an active base within its Range that it may enter (15.23, 21.0)."""
    charts = load_charts(view.data_pack)
    card, active = charts.boats[boat.card], active_bases(view, charts)
    ways = steps_to_base(view.data_pack, active, base, card.range)
    starts, _ = _starts(charts, boat)
    steps = min((ways[start] for start in starts), default=FAR)
    if steps >= FAR or not active[base] or (charts.bases[base].allied and not card.allied):
        return Way(None, 0, 0)
    steps += not charts.bases[base].forward
    return Way(steps, weeks(steps, card.speed), 0)


def card_command(view: SilentWarView, words: str) -> str:
    """A boat's card, its way to every OpArea in reach and every base; several cards as a table. Example: card Wahoo."""
    numbers = named_boats(view, words or "ready")
    boats = [view.boats[number] for number in numbers]
    if len(boats) >= SEVERAL:
        return _cards(view, boats)
    return "\n".join([*_ratings(view, boats[0]), *_ways(view, boats[0])])


def _dive(card: BoatCard) -> str:
    return "X" if card.crash_dive is None else str(card.crash_dive)


def _cards(view: SilentWarView, boats: list[BoatView]) -> str:
    charts = load_charts(view.data_pack)
    rows = []
    for boat in boats:
        card = charts.boats[boat.card]
        ratings = f"{card.attack}.{card.defense}.{card.tactical} {card.endurance}"
        where = f"{boat.where}, {boat.place.replace('_', ' ')}" if boat.where else boat.place.replace("_", " ")
        rows.append([boat.name, boat.boat_class, card.speed, card.range, ratings, _dive(card), where])
    table = ruled_table(["boat", "class", "speed", "range", "ratings", "dive", "where"], rows)
    return f"{table}\n(ratings: Attack.Defense.Tactical Endurance)"


def _ratings(view: SilentWarView, boat: BoatView) -> list[str]:
    charts = load_charts(view.data_pack)
    card = charts.boats[boat.card]
    where = ", ".join(part for part in (boat.place.replace("_", " "), boat.where, marks(boat, moved=False)) if part)
    stays = charts.endurance[card.endurance][view.torpedo + 2]
    return [
        f"{boat.name} ({boat.boat_class} class): {where}",
        f"  Speed {card.speed}, Range {card.range}, Readiness {card.readiness}, crash dive {_dive(card)}",
        f"  Attack {card.attack}, Defense {card.defense}, Tactical {card.tactical}",
        f"  Endurance {card.endurance}: after a week on patrol a die of {stays} or less lets her stay",
        f"  sunk: {score(boat.ships, boat.tonnage) if boat.ships else 'nothing'}",
    ]


def _ways(view: SilentWarView, boat: BoatView) -> list[str]:
    """Tables of the bases and OpAreas in reach; nothing for a boat that is nowhere."""
    charts = load_charts(view.data_pack)
    if not _starts(charts, boat)[0]:
        return []
    lines = []
    if boat.where in charts.area_named:
        homes = [(base, way_home(view, boat, n)) for n, base in numbered(BaseIndex, charts.bases)]
        rows = [[base.name, way.steps, way.weeks] for base, way in homes if way.steps is not None]
        lines.append(ruled_table(["base", "steps", "weeks"], rows))
    crowd = [other.where for other in view.boats if other.place in ("operating", "done")]
    found = []
    for number, area in numbered(AreaIndex, charts.areas):
        way = way_to(view, boat, number)
        if way.steps is not None:
            signs = signs_of(view, area)
            traffic = "".join(ACTIVITY_NAMES[level][0].replace("N", "-") for level in area.boxes[view.war_period])
            found.append(
                [area.name, way.steps, way.weeks, way.left, traffic, crowd.count(area.name) or "", ", ".join(signs)]
            )
    found.sort(key=lambda row: (row[1], row[0]))
    lines.append(ruled_table(["OpArea", "steps", "weeks", "range left", "traffic", "boats", ""], found))
    return [*lines, "(traffic by the die, 0 to 9: - none, S sparse, L low, M moderate, H high)"]
