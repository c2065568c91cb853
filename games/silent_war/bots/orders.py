"""Where boats are sent and by which moves: what a patrol in an OpArea promises, from the printed charts."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache
from typing import NamedTuple

from navalcore_games.silent_war.bots.fight import TURNED_BACK, danger
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import HIGH, WHITE, BoatCard
from navalcore_games.silent_war.ids import AreaIndex
from navalcore_games.silent_war.movement.routes import FAR, distances, steps_to

Active = tuple[bool, ...]

TYPICAL_ESCORTS = 1
"""The ASW in reach of a boat in a typical attack."""
EVENT_COST = 0.06
"""The cost of a Transit Event, as a share of the boat's worth."""
IN_PORT = 1.6
"""Weeks in base between patrols."""
LONER = 0.5
"""The gain of a loner, measured by the smallest contact."""


@lru_cache(maxsize=64)
def yield_of_contact(data_pack: str, war_period: int, level: int, ultra: bool, torpedo: int) -> float:
    """Thousands of tons an average fleet boat sinks of a contact: with the root of its pieces that are not chits."""
    charts = load_charts(data_pack)
    mix = charts.war_mix[war_period]
    solid = []
    for cup in range(4):
        whole = sum(counts[cup] for counts in mix.values())
        solid.append(1 - mix["no_tdc"][cup] / whole if whole else 0.0)
    rows = charts.engagement[war_period]
    total = 0.0
    for kind in charts.contact[war_period]:
        counts = rows[kind][level]
        total += sum((n + (ultra and n > 0)) * solid[cup] for cup, n in enumerate(counts)) ** 0.5
    return total / len(charts.contact[war_period]) * (0.65 + 0.3 * (torpedo + 2))


@lru_cache(maxsize=8192)
def week_on_station(
    data_pack: str,
    war_period: int,
    area: AreaIndex,
    drm: int,
    ultra: bool,
    torpedo: int,
    defense: int,
    boat_worth: float,
) -> float:
    """Thousands of tons a week's search brings, less what the escorts cost."""
    charts = load_charts(data_pack)
    place = charts.areas[area]
    boxes = place.boxes[war_period]
    if boxes[9] == WHITE:
        return 0.0
    levels = [boxes[min(max(die + drm + place.narrow + ultra, 0), 9)] for die in range(10)]
    japanese = TYPICAL_ESCORTS + place.reds[war_period] + charts.general_asw[war_period]
    cost = danger(data_pack, japanese - defense + place.shallow, 0, defense, 0) * boat_worth
    worth = 0.0
    for level in levels:
        if level != WHITE:
            worth += max(0.0, yield_of_contact(data_pack, war_period, level, ultra, torpedo) - cost)
    loner = levels.count(WHITE) / 10 * levels.count(HIGH) / 10
    return worth / 10 + loner * LONER * yield_of_contact(data_pack, war_period, 1, ultra, torpedo)


@lru_cache(maxsize=256)
def weeks_out(data_pack: str, endurance: str, torpedo: int) -> float:
    """Searches until the endurance check sends a boat home, on average."""
    stays = min(0.9, (load_charts(data_pack).endurance[endurance][torpedo + 2] + 1.5) / 10)
    return 1 / (1 - stays)


def event_chance(data_pack: str, war_period: int, areas: Iterable[AreaIndex], modifier: int) -> float:
    """How likely a move into OpAreas brings a Transit Event: the one whose red begins lowest governs."""
    charts = load_charts(data_pack)
    lowest = min((charts.areas[area].first_red[war_period] for area in areas), default=FAR)
    return min(1.0, max(0, 10 - (lowest - modifier)) / 10) if lowest < FAR else 0.0


@lru_cache(maxsize=8192)
def passage(
    data_pack: str, war_period: int, path: tuple[AreaIndex, ...], speed: int, cost_of_event: float, cost_of_week: float
) -> tuple[float, int]:
    """The cheapest way along a path of OpAreas: its cost in thousands of tons, and the steps of its first move."""
    if not path:
        return 0.0, 0
    best = (float("inf"), 1)
    for steps in range(1, min(speed, len(path)) + 1):
        modifier = -2 if steps == 1 and speed > 1 else -1
        risk = event_chance(data_pack, war_period, path[:steps], modifier) * cost_of_event
        later, _ = passage(data_pack, war_period, path[steps:], speed, cost_of_event, cost_of_week)
        best = min(best, (risk + cost_of_week + later, steps))
    return best


class Ratings(NamedTuple):
    """The printed figures of a boat that count for its patrols: the same for many boats."""

    range: int
    speed: int
    endurance: str
    attack: int
    tactical: int
    defense: int


@lru_cache(maxsize=512)
def ratings_of(card: BoatCard) -> Ratings:
    """The ratings of a boat."""
    return Ratings(card.range, card.speed, card.endurance, card.attack, card.tactical, card.defense)


@lru_cache(maxsize=16384)
def patrol_worth(
    data_pack: str,
    war_period: int,
    active: Active,
    card: Ratings,
    where: str,
    area: AreaIndex,
    crowded: int,
    torpedo: int,
    boat_worth: float,
) -> float:
    """Thousands of tons a week that a patrol from an OpArea promises, the way there and back and port time counted.

    Args:
        where: the OpArea or the base the boat is in, by name.
        crowded: the modifier of Congregating Risk there with this boat and those there already or on their way.
    """
    charts = load_charts(data_pack)
    near = distances(data_pack, active)
    ways = steps_to(data_pack, active, (area,), card.range)
    if near[area] > card.range:
        return -1.0
    base = next((base for base in charts.bases if base.name == where), None)
    if base is None:
        steps = ways[charts.area_named[where]]
    else:
        steps = min((ways[a] for a in base.areas), default=FAR) + (not base.forward)
    if steps >= FAR:
        return -1.0
    week = week_on_station(data_pack, war_period, area, -crowded, False, torpedo, card.defense, boat_worth) * min(
        1.3, card.attack * card.tactical / 28 + 0.1
    )
    weeks = weeks_out(data_pack, card.endurance, torpedo)
    out, back = -(-steps // card.speed), -(-near[area] // card.speed)
    risk = 2 * event_chance(data_pack, war_period, (area,), crowded + charts.areas[area].transit_drm - 1)
    return (weeks * week - risk * EVENT_COST * boat_worth) / (weeks + out + back + IN_PORT)


def shortest_path(
    data_pack: str, ways: tuple[int, ...], first: Iterable[AreaIndex], avoid: Container[AreaIndex]
) -> tuple[AreaIndex, ...]:
    """OpAreas from one of ``first`` to where ``ways`` is 0, around those to avoid where another way is as short."""
    charts = load_charts(data_pack)
    path = []
    near = list(first)
    while near:
        here = min(near, key=lambda area: (ways[area], area in avoid, area))
        path.append(here)
        onward = 0 < ways[here] < FAR
        near = [area for area in charts.areas[here].neighbours if ways[area] == ways[here] - 1] if onward else []
    return tuple(path)


def cost_of_event(boat_worth: float, damaged: bool) -> float:
    """The cost of a Transit Event to a boat, in thousands of tons."""
    return boat_worth * (EVENT_COST + (0.12 if damaged else 0.0)) + TURNED_BACK
