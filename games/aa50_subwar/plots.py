"""The pictures of the game's page, drawn from the odds.

``python -m navalcore_games.aa50_subwar.plots FOLDER`` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from navalcore.boards import Palette, Picture, Point, svg
from navalcore.odds import Odds
from navalcore.rules import UMPIRE
from navalcore_games.aa50_subwar.board import describe
from navalcore_games.aa50_subwar.game import SubmarineWarfare
from navalcore_games.aa50_subwar.odds import (
    Convention,
    air_search,
    best_placement,
    combined_arms,
    convoy_damage,
    destroyer_hunt,
)

CONVENTIONS: Mapping[str, Convention] = {
    "2 dice, faces 1-3 at their value (default)": (2, 3, "face"),
    "2 dice, 1 IPC for each 1-3": (2, 3, "one"),
    "1 die, faces 1-3 at their value": (1, 3, "face"),
    "1 die, 1 IPC for each 1-3": (1, 3, "one"),
    "2 dice, faces 1-2 at their value": (2, 2, "face"),
}
"""The readings of the convoy dice the page compares."""
CLAIMS = {4: 0.02, 6: 0.30}
"""The author's estimates of England's fall by number of submarines (S27)."""
COLOURS = (Palette.AXIS, Palette.ALLIES, Palette.GOOD, Palette.FAINT, Palette.ALERT, Palette.DEEP)
LEFT, TOP, WIDTH, HEIGHT = 64.0, 44.0, 560.0, 300.0


def starvation_table(most: int = 10) -> dict[str, list[tuple[str, float]]]:
    """For each convention and 1 to ``most`` submarines the best chance, as exact fraction and as number."""
    return {
        name: [
            (str(chance), float(chance)) for n in range(1, most + 1) for _, chance in [best_placement(n, convention)]
        ]
        for name, convention in CONVENTIONS.items()
    }


def starvation_plot() -> str:
    """The chance that England starves, by number of submarines and convention, with the author's claims."""
    picture = _axes("Chance that England starves in one convoy phase", "submarines, as well placed as possible", 175)

    def point(n: int, chance: float) -> Point:
        return LEFT + (n - 0.5) * WIDTH / 10, TOP + (1 - chance) * HEIGHT

    for n in range(1, 11):
        picture.text(point(n, 0)[0], TOP + HEIGHT + 18, str(n), anchor="middle")
    for (name, row), colour, line in zip(starvation_table().items(), COLOURS, range(len(CONVENTIONS)), strict=False):
        points = [point(n, chance) for n, (_, chance) in enumerate(row, 1)]
        picture.line(points, stroke=colour, line=2.5)
        for (x, y), (fraction, chance) in zip(points, row, strict=True):
            picture.circle(x, y, 3.5, fill=colour, stroke=colour, tip=f"{name}: {fraction} = {chance:.2%}")
        _key(picture, line, colour, name)
    for n, chance in CLAIMS.items():
        x, y = point(n, chance)
        picture.rectangle(
            x - 6, y - 6, 12, 12, fill="none", stroke=Palette.INK, line=2, tip=f"claim: about {chance:.0%}"
        )
    picture.rectangle(LEFT, _key_y(len(CONVENTIONS)) - 10, 12, 12, fill="none", line=2)
    picture.text(LEFT + 20, _key_y(len(CONVENTIONS)), "the author's estimate (S27)")
    return picture.as_svg()


def hunts() -> dict[str, Odds]:
    """The hunts compared on the page."""
    return {
        "destroyer": destroyer_hunt(),
        "fighter": air_search(),
        "bomber": air_search(unit="bomber"),
        "fighter directs": combined_arms(),
    }


HUNT_PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("submarine sunk", ("submarine_sunk",)),
    ("both lost", ("both_sunk", "both_lost")),
    ("hunter lost", ("destroyer_sunk", "aircraft_lost")),
    ("submarine away", ("escaped", "dived")),
    ("not found", ("not_found",)),
)


def hunt_plot() -> str:
    """The results of a hunt, by hunter."""
    picture = _axes("What comes of a hunt for one submarine", "who hunts", 150)
    colours = (Palette.GOOD, Palette.ALERT, Palette.AXIS, Palette.ALLIES, Palette.NEUTRAL)
    for column, (hunter, odds) in enumerate(hunts().items()):
        x, y = LEFT + 30 + column * WIDTH / 4, TOP + HEIGHT
        for (part, names), colour in zip(HUNT_PARTS, colours, strict=True):
            chance = float(sum(odds.outcomes.get(name, 0) for name in names))
            y -= chance * HEIGHT
            picture.rectangle(x, y, 80, chance * HEIGHT, fill=colour, tip=f"{hunter}, {part}: {chance:.1%}")
            if chance > 0.05:
                picture.text(
                    x + 40, y + chance * HEIGHT / 2 + 4, f"{chance:.0%}", anchor="middle", fill="#ffffff", size=11
                )
        picture.text(x + 40, TOP + HEIGHT + 18, hunter, anchor="middle")
    for line, ((part, _), colour) in enumerate(zip(HUNT_PARTS, colours, strict=True)):
        _key(picture, line, colour, part)
    return picture.as_svg()


def convoy_plot() -> str:
    """The IPC a pack costs a turn on average, by the zone's limit."""
    picture = _axes(
        "IPC lost in a zone in one convoy phase, on average", "submarines in the zone", 115, highest=4, unit=""
    )
    for line, (limit, colour) in enumerate(zip((1, 2, 3, 4), COLOURS, strict=False)):
        points = []
        for subs in range(7):
            lost = float(convoy_damage(subs=subs, limit=limit).expected["ipc_lost"])
            points.append((LEFT + (subs + 0.5) * WIDTH / 7, TOP + (1 - lost / 4) * HEIGHT))
        picture.line(points, stroke=colour, line=2.5)
        for subs, (x, y) in enumerate(points):
            picture.circle(x, y, 3.5, fill=colour, stroke=colour)
            picture.text(x, TOP + HEIGHT + 18, str(subs) if limit == 1 else "", anchor="middle")
        _key(picture, line, colour, f"limit C{limit}")
    return picture.as_svg()


def _axes(title: str, below: str, legend: float, highest: float = 1.0, unit: str = "%") -> Picture:
    picture = Picture(LEFT + WIDTH + 24, TOP + HEIGHT + 48 + legend, title)
    picture.text(LEFT, 24, title, size=15, bold=True)
    for step in range(5):
        y = TOP + HEIGHT - step * HEIGHT / 4
        value = highest * step / 4 * (100 if unit else 1)
        picture.line([(LEFT, y), (LEFT + WIDTH, y)], stroke="#d5d9dc")
        picture.text(LEFT - 8, y + 4, f"{value:g}{' ' + unit if unit else ''}", anchor="end", size=11)
    picture.text(LEFT + WIDTH / 2, TOP + HEIGHT + 40, below, anchor="middle", fill=Palette.FAINT)
    return picture


def _key_y(line: int) -> float:
    return TOP + HEIGHT + 66 + line * 22


def _key(picture: Picture, line: int, colour: str, text: str) -> None:
    picture.rectangle(LEFT, _key_y(line) - 10, 12, 12, fill=colour, stroke=colour)
    picture.text(LEFT + 20, _key_y(line), text)


def start_map() -> str:
    """The map with the set-up of 1941."""
    return svg(describe(SubmarineWarfare().new_match(seed=0).view(UMPIRE)))


PICTURES = {
    "aa50_subwar_map.svg": start_map,
    "aa50_subwar_starvation.svg": starvation_plot,
    "aa50_subwar_hunts.svg": hunt_plot,
    "aa50_subwar_convoys.svg": convoy_plot,
}
"""File name and drawing of each picture of the page."""


def main(arguments: Sequence[str]) -> None:
    """Write all pictures into the folder named."""
    for name, draw in PICTURES.items():
        Path(arguments[0], name).write_text(draw() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
