"""The theatre as a picture and as text, from the map data."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from functools import cache

from games.aa50_subwar.theatre import MAP, NEIGHBOURS, POWERS, TERRITORIES, ZONES, owners, title_of
from games.aa50_subwar.views import AtlanticView
from games.aa50_subwar.words import SHORT, SIDE_OF, Kind, Power, Side, Territory, Zone
from navalcore.render.board import Board
from navalcore.render.picture import Palette, Picture, Point
from navalcore.render.text import ruled_table

WIDTH, HEIGHT = 1240, 830
PLACES: Mapping[str, Point] = {
    "sz1": (315, 165), "sz2": (520, 215), "sz3": (715, 150), "sz4": (920, 95), "sz5": (985, 385), "sz6": (780, 345),
    "sz7": (665, 500), "sz8": (455, 440), "sz9": (270, 370), "sz10": (160, 530), "sz11": (330, 690), "sz12": (530, 650),
    "sz13": (820, 720), "greenland": (425, 70), "iceland": (585, 95), "e_canada": (90, 240), "e_us": (70, 400),
    "panama": (85, 690), "eire": (540, 335), "england": (655, 350), "norway": (885, 235), "sweden": (1010, 265),
    "finland": (1075, 175), "karelia": (1165, 240), "archangel": (1130, 75), "baltic_states": (1165, 330),
    "poland": (1165, 430), "germany": (1030, 510), "nw_europe": (860, 475), "france": (815, 600), "spain": (670, 625),
    "gibraltar": (670, 700), "morocco": (650, 785),
}  # fmt: skip
"""Where the middle of each space is drawn, north at the top."""

COLOURS = {Power.GERMANY: Palette.AXIS, Power.UK: Palette.ALLIES, Power.US: Palette.GOOD}
LETTERS = {
    Kind.SUBMARINE: "S",
    Kind.DESTROYER: "D",
    Kind.CRUISER: "C",
    Kind.CARRIER: "V",
    Kind.BATTLESHIP: "B",
    Kind.TRANSPORT: "T",
    Kind.FIGHTER: "f",
    Kind.BOMBER: "b",
}
"""The letter of each kind on its counter."""
ZONE_SIZE, LAND_SIZE = (138, 82), (104, 58)


def fleets(view: AtlanticView) -> dict[str, dict[tuple[Power, Kind], int]]:
    """The numbers of units in each space, powers and kinds in their order."""
    powers, kinds = list(Power), list(Kind)
    found: dict[str, Tally[tuple[Power, Kind]]] = {}
    for unit in view.units:
        found.setdefault(unit.space, Tally())[unit.power, unit.kind] += 1
    order = sorted(((p, k) for p in powers for k in kinds), key=lambda key: (powers.index(key[0]), kinds.index(key[1])))
    return {space: {key: tally[key] for key in order if key in tally} for space, tally in found.items()}


@cache
def _still() -> str:
    return Picture(WIDTH, HEIGHT, "The Atlantic", background=Palette.SEA).as_svg()


def board(view: AtlanticView) -> Board:
    """The map: zones with their limits, territories with owners, fleets, the dice of the last convoy phase."""
    title = f"The Atlantic, round {view.round} of {view.rounds}, {POWERS[view.power].title}: {heading(view)}"
    picture = Picture(WIDTH, HEIGHT, title, background=None)
    for one, other, link in MAP.edges():
        if link.kind != "land-land":
            sea = link.kind == "sea-sea"
            picture.line(
                [PLACES[one], PLACES[other]], stroke=Palette.DEEP if sea else Palette.COAST, line=2 if sea else 1,
                dashed=not sea,
            )  # fmt: skip
    units = fleets(view)
    for land in TERRITORIES:
        draw_territory(picture, view, land, units.get(land, {}))
    for zone in ZONES:
        draw_zone(picture, view, zone, units.get(zone, {}))
    picture.text(16, 26, title, size=16, bold=True)
    draw_legend(picture)
    return Board(_still(), picture.as_svg())


def heading(view: AtlanticView) -> str:
    """Points and treasuries in a line."""
    money = ", ".join(f"{POWERS[power].title} {view.treasury[power]}" for power in Power)
    return f"Axis {view.points(Side.AXIS)}, Allies {view.points(Side.ALLIES)} points; IPC {money}"


def draw_zone(picture: Picture, view: AtlanticView, zone: Zone, units: Mapping[tuple[Power, Kind], int]) -> None:
    """One sea zone with its limit, its units and its die."""
    (x, y), (width, height) = PLACES[zone], ZONE_SIZE
    limit = ZONES[zone].convoy_limit
    fighting = view.battle is not None and view.battle.zone == zone
    picture.rectangle(
        x - width / 2, y - height / 2, width, height, fill="#f3f8fb",
        stroke=Palette.ALERT if fighting else Palette.DEEP, line=3 if fighting else 1.5, round=12,
        tip=f"{title_of(zone)}: {described(units) or 'empty'}",
    )  # fmt: skip
    picture.text(x - width / 2 + 8, y - height / 2 + 16, title_of(zone), size=13, bold=True)
    if limit:
        picture.text(
            x + width / 2 - 8, y - height / 2 + 16, f"C{limit}", size=13, anchor="end", fill=Palette.ALERT, bold=True
        )
    draw_counters(picture, x - width / 2 + 7, y - height / 2 + 23, width - 12, units)
    if view.marks.get(zone):
        picture.rectangle(
            x + width / 2 - 14, y + height / 2 - 14, 22, 22, fill=Palette.ALERT, round=4, tip="convoy loss"
        )
        picture.text(
            x + width / 2 - 3,
            y + height / 2 + 2,
            str(view.marks[zone]),
            size=14,
            anchor="middle",
            fill="#ffffff",
            bold=True,
        )


def draw_territory(
    picture: Picture, view: AtlanticView, name: Territory, units: Mapping[tuple[Power, Kind], int]
) -> None:
    """One territory with its owner, value, limit and aircraft."""
    (x, y), (width, height) = PLACES[name], LAND_SIZE
    territory = TERRITORIES[name]
    owner = owners(view.owners)[name]
    colour = COLOURS[Power(owner)] if owner in list(Power) else Palette.NEUTRAL
    charged = view.charges.get(name)
    tip = f"{title_of(name)} ({owner}): {territory.ipc} IPC, convoy limit {territory.convoy_limit}; {described(units)}"
    picture.rectangle(
        x - width / 2, y - height / 2, width, height, fill=Palette.LAND, stroke=colour, line=3, round=4, tip=tip
    )
    picture.text(x - width / 2 + 6, y - height / 2 + 15, title_of(name), size=11, bold=True)
    limit = f", C{territory.convoy_limit}" if territory.convoy_limit else ""
    loss = f", lost {charged}" if charged else ""
    value = f"{territory.ipc} IPC{limit}{loss}" if territory.passable else "neutral"
    picture.text(
        x - width / 2 + 6, y - height / 2 + 28, value, size=10, fill=Palette.ALERT if charged else Palette.FAINT
    )
    draw_counters(picture, x - width / 2 + 5, y - height / 2 + 33, width - 8, units)


def draw_counters(
    picture: Picture, left: float, top: float, width: float, units: Mapping[tuple[Power, Kind], int]
) -> None:
    """Counters side by side: number and letter in the power's colour."""
    x, y = left, top
    for (power, kind), number in units.items():
        if x + 27 > left + width:
            x, y = left, y + 19
        picture.rectangle(x, y, 26, 17, fill=COLOURS[power], round=3, tip=f"{number} {SHORT[power]} {kind}")
        picture.text(x + 13, y + 13, f"{number}{LETTERS[kind]}", size=12, anchor="middle", fill="#ffffff", bold=True)
        x += 30


def draw_legend(picture: Picture) -> None:
    """What letters and colours mean."""
    x = 790.0
    for power in Power:
        picture.rectangle(x, 796, 14, 14, fill=COLOURS[power], round=3)
        picture.text(x + 20, 808, SHORT[power], size=12)
        x += 95
    picture.text(16, 822, ", ".join(f"{letter} {kind}" for kind, letter in LETTERS.items()), size=12)
    picture.text(WIDTH - 16, 822, "C: convoy limit; orange die: IPC lost", size=12, anchor="end")


def described(units: Mapping[tuple[Power, Kind], int]) -> str:
    """Units as text: "2 German submarines, 1 British destroyer"."""
    return ", ".join(f"{number} {SHORT[power]} {kind}{'s' * (number > 1)}" for (power, kind), number in units.items())


def map_text(view: AtlanticView) -> str:
    """The map as text: one line for every zone, and one for every territory that has a limit or units."""
    units = fleets(view)
    zones = [
        (
            title_of(zone),
            f"C{row.convoy_limit}" if row.convoy_limit else "-",
            view.marks.get(zone, "-"),
            ", ".join(title_of(near) for near in NEIGHBOURS[zone]),
            described(units.get(zone, {})) or "-",
        )
        for zone, row in ZONES.items()
    ]
    lands = [
        (
            title_of(name),
            owners(view.owners)[name],
            row.ipc,
            f"C{row.convoy_limit}" if row.convoy_limit else "-",
            view.charges.get(name, "-"),
            described(units.get(name, {})) or "-",
        )
        for name, row in TERRITORIES.items()
        if row.convoy_limit or name in units
    ]
    battle = ""
    if view.battle is not None:
        what = "Hunt" if view.battle.mode == "hunt" else "Battle"
        battle = f"{what} in {title_of(view.battle.zone)}, round {view.battle.round}"
    head = (
        f"Round {view.round} of {view.rounds}, turn of {POWERS[view.power].title} ({SIDE_OF[view.power]}), {view.phase}"
    )
    bought = ", ".join(view.bought)
    lines = [head, heading(view), *([f"Bought: {bought}"] if bought else []), *([battle] if battle else [])]
    return "\n".join(
        [
            *lines,
            "",
            ruled_table(["zone", "limit", "lost", "next to", "units"], zones),
            "",
            ruled_table(["territory", "owner", "IPC", "limit", "lost", "units"], lands),
        ]
    )
