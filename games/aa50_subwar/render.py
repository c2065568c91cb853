"""The theatre as a picture and as text, from the map data."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from functools import cache

from navalcore.boards import DrawnBoard as Board, Mark, Palette, Picture, Point, badge, counter, frame, legend, spot
from navalcore.components import counted
from navalcore_games.aa50_subwar.choices import BUY, counter_place, space_place
from navalcore_games.aa50_subwar.theatre import COST, MAP, POWERS, TERRITORIES, ZONES, owners, title_of
from navalcore_games.aa50_subwar.views import AtlanticView
from navalcore_games.aa50_subwar.words import SHORT, Kind, Power, Side, Space, Territory, Zone

WIDTH, HEIGHT = 1240, 900
PLACES: Mapping[str, Point] = {
    "sz1": (315, 165), "sz2": (520, 215), "sz3": (715, 150), "sz4": (920, 105), "sz5": (985, 385), "sz6": (800, 345),
    "sz7": (665, 500), "sz8": (450, 440), "sz9": (265, 370), "sz10": (160, 530), "sz11": (330, 690), "sz12": (530, 650),
    "sz13": (830, 720), "greenland": (425, 98), "iceland": (585, 102), "e_canada": (90, 240), "e_us": (70, 400),
    "panama": (85, 690), "eire": (554, 345), "england": (666, 345), "norway": (885, 235), "sweden": (1010, 265),
    "finland": (1064, 175), "karelia": (1178, 245), "archangel": (1130, 85), "baltic_states": (1178, 335),
    "poland": (1178, 425), "germany": (1040, 515), "nw_europe": (860, 480), "france": (820, 605), "spain": (684, 610),
    "gibraltar": (690, 770), "morocco": (545, 790),
}  # fmt: skip
"""Where the middle of each space is drawn, north at the top."""
BENDS: Mapping[frozenset[str], Point] = {frozenset({"morocco", "sz13"}): (700, 830)}
"""Where a coast is drawn around what would lie in its way."""

COLOURS = {Power.GERMANY: Palette.AXIS, Power.UK: Palette.ALLIES, Power.US: Palette.GOOD}
LETTERS = {
    Kind.SUBMARINE: "S",
    Kind.DESTROYER: "D",
    Kind.CRUISER: "Cr",
    Kind.CARRIER: "V",
    Kind.BATTLESHIP: "B",
    Kind.TRANSPORT: "T",
    Kind.FIGHTER: "f",
    Kind.BOMBER: "b",
}
"""The letters of each kind on its counter; C with a figure is the convoy limit of a space."""
ZONE_SIZE, LAND_SIZE = (138, 86), (108, 74)
PRICE_LIST = HEIGHT - 36
"""How far down the list of units and their prices is drawn."""


def fleets(view: AtlanticView) -> dict[str, dict[tuple[Power, Kind], int]]:
    """The numbers of units in each space, powers and kinds in their order."""
    powers, kinds = list(Power), list(Kind)
    found: dict[str, Tally[tuple[Power, Kind]]] = {}
    for unit in view.units:
        found.setdefault(unit.space, Tally())[unit.power, unit.kind] += 1
    order = sorted(((p, k) for p in powers for k in kinds), key=lambda key: (powers.index(key[0]), kinds.index(key[1])))
    return {space: {key: tally[key] for key in order if key in tally} for space, tally in found.items()}


def board(view: AtlanticView) -> Board:
    """The map: zones with their limits, territories with owners, fleets, the dice of the last convoy phase."""
    picture = Picture(WIDTH, HEIGHT, f"The Atlantic, {heading(view)}", background=None)
    picture.text(16, 26, f"The Atlantic, {heading(view)}", size=15, bold=True)
    picture.text(16, 46, money(view), size=13)
    units = fleets(view)
    for space in PLACES:
        draw_state(picture, view, Space(space), units.get(space, {}))
    for kind in Kind:
        x = price_at(kind)
        title = f"{kind}: {COST[kind]} IPC"
        spot(picture, x, PRICE_LIST, PRICE_WIDTH - 8, 26, place=BUY[kind].places[0].id, title=title)
    return Board(still_map(view.owners), picture.as_svg())


def heading(view: AtlanticView) -> str:
    """Whose turn of which round it is, and the points."""
    return f"{when(view)}, {POWERS[view.power].title}. {points(view)}"


def when(view: AtlanticView) -> str:
    """Which round it is."""
    return "after the last round" if view.round > view.rounds else f"round {view.round} of {view.rounds}"


def points(view: AtlanticView) -> str:
    """The points of both sides."""
    return f"Points: Axis {view.points(Side.AXIS)}, Allies {view.points(Side.ALLIES)}"


def money(view: AtlanticView) -> str:
    """The treasuries, and what has been bought and not yet mobilized."""
    treasuries = ", ".join(f"{POWERS[power].title} {view.treasury[power]}" for power in Power)
    bought = ", ".join(counted(number, kind) for kind, number in Tally(view.bought).items())
    return f"IPC: {treasuries}{f'; bought: {bought}' if bought else ''}"


@cache
def still_map(column: str) -> str:
    """What does not change in a match: lanes and coasts, the spaces with names, limits and owners, the price list."""
    picture = Picture(WIDTH, HEIGHT, "The Atlantic", background=Palette.SEA)
    for one, other, link in MAP.edges():
        if link.kind != "land-land":
            sea = link.kind == "sea-sea"
            bend = BENDS.get(frozenset({one, other}))
            way = [PLACES[one], *([bend] if bend else []), PLACES[other]]
            colour = Palette.DEEP if sea else Palette.COAST
            picture.line(way, stroke=colour, line=2 if sea else 1, dashed=not sea)
    for land in TERRITORIES:
        draw_territory(picture, land, owners(column)[land])
    for zone in ZONES:
        draw_zone(picture, zone)
    draw_key(picture)
    return picture.as_svg()


def corner(space: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of a space."""
    (x, y), (width, height) = PLACES[space], LAND_SIZE if space in TERRITORIES else ZONE_SIZE
    return x - width / 2, y - height / 2, width, height


def draw_zone(picture: Picture, zone: Zone) -> None:
    """One sea zone with its limit."""
    x, y, width, height = corner(zone)
    limit = ZONES[zone].convoy_limit
    picture.rectangle(x, y, width, height, fill="#f3f8fb", stroke=Palette.DEEP, line=1.5, round=12)
    picture.text(x + 8, y + 17, title_of(zone), size=13, bold=True)
    if limit:
        picture.text(x + width - 8, y + 17, f"C{limit}", size=13, anchor="end", fill=Palette.ALERT, bold=True)


def draw_territory(picture: Picture, name: Territory, owner: str) -> None:
    """One territory with its owner, value and limit."""
    x, y, width, height = corner(name)
    territory = TERRITORIES[name]
    colour = COLOURS[Power(owner)] if owner in list(Power) else Palette.NEUTRAL
    picture.rectangle(x, y, width, height, fill=Palette.LAND, stroke=colour, line=3, round=4)
    picture.text(x + 6, y + 15, title_of(name), size=11, bold=True)
    limit = f", C{territory.convoy_limit}" if territory.convoy_limit else ""
    value = f"{territory.ipc} IPC{limit}" if territory.passable else "neutral"
    picture.text(x + 6, y + 28, value, size=10, fill=Palette.FAINT)


def draw_state(picture: Picture, view: AtlanticView, space: Space, units: Mapping[tuple[Power, Kind], int]) -> None:
    """What is in a space now: its units, the combat fought there, what it has lost to convoy disruption."""
    x, y, width, height = corner(space)
    fighting = view.battle is not None and view.battle.zone == space
    lost = view.marks.get(space) or view.charges.get(space)
    what = [described(units) or "empty", *(["a combat"] if fighting else []), *([f"lost {lost} IPC"] if lost else [])]
    title = f"{title_of(space)}: {', '.join(what)}"
    with picture.place(space_place(space), title):
        picture.rectangle(x, y, width, height, stroke="none", opacity=0, round=12)
        if fighting:
            frame(picture, x, y, width, height, line=4, round=12)
    land = space in TERRITORIES
    draw_counters(picture, space, x + 7, y + (33 if land else 23), width - 12, height - (35 if land else 25), units)
    if lost:
        badge(picture, x + width - 8, y + height - 6, Mark(str(lost), Palette.ALERT, f"{lost} IPC lost"), size=13)


def draw_counters(
    picture: Picture, space: Space, left: float, top: float, width: float, height: float,
    units: Mapping[tuple[Power, Kind], int],
) -> None:  # fmt: skip
    """Counters side by side, number and letters in the power's colour, small enough for all to fit."""
    across, rows = 4 if width > 100 else 3, 3 if height > 50 else 2
    while across * rows < len(units):
        across, rows = across + 1, rows + 1
    wide, high = (width - 3 * (across - 1)) / across, min(18, (height - 2 * (rows - 1)) / rows)
    for place, ((power, kind), number) in enumerate(units.items()):
        title = f"{counted(number, f'{SHORT[power]} {kind}')} in {title_of(space)}"
        mark = Mark(f"{number}{LETTERS[kind]}", COLOURS[power], title, counter_place(space, power, kind))
        x, y = left + place % across * (wide + 3), top + place // across * (high + 2)
        counter(picture, x, y, high, mark, width=wide, round=3)


PRICE_WIDTH = 118


def price_at(kind: Kind) -> float:
    """How far to the right a kind stands on the price list."""
    return 16 + PRICE_WIDTH * list(Kind).index(kind)


def draw_key(picture: Picture) -> None:
    """What letters and colours mean, and what units cost."""
    for kind, letters in LETTERS.items():
        x = price_at(kind)
        picture.rectangle(x, PRICE_LIST, PRICE_WIDTH - 8, 26, fill=Palette.PAPER, stroke=Palette.FAINT, round=4)
        picture.text(x + 6, PRICE_LIST + 17, f"{letters}  {kind}, {COST[kind]}", size=11)
    swatches = [(COLOURS[power], SHORT[power]) for power in Power]
    legend(picture, 980, PRICE_LIST + 7, swatches, size=12, columns=len(swatches), width=86)
    note = "Units and what they cost in IPC. C: convoy limit. Brown figure: IPC lost."
    picture.text(16, PRICE_LIST - 8, note, size=11, fill=Palette.FAINT)


def described(units: Mapping[tuple[Power, Kind], int]) -> str:
    """Units as text: "2 German submarines, 1 British destroyer"."""
    return ", ".join(counted(number, f"{SHORT[power]} {kind}") for (power, kind), number in units.items())
