"""Finding boats by words - a name, a class, a base, an OpArea, a box, a condition - and listing them."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from navalcore.boards import ruled_table
from navalcore.components import closest, counted
from navalcore.errors import BadData
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, Area
from navalcore_games.silent_war.ids import BoatIndex, area_id, base_id, numbered
from navalcore_games.silent_war.views import BoatView, SilentWarView

NOT_HERE = frozenset({"not_in_play", "lost", "removed"})
FILLING = frozenset({"at", "in", "of", "on", "the", "boats", "boat", "class", "and"})
AT_SEA = "(at sea)"


def condition_words(boat: BoatView) -> list[str]:
    """Words that say what a boat is doing and what is wrong with it."""
    marks = {
        AT_SEA: boat.place in ("operating", "done"),
        "base": boat.place not in ("operating", "done", "west_coast", *NOT_HERE),
        "repair": boat.place.startswith("repair"),
        "overhaul": boat.place == "west_coast",
        "patrol": boat.on_patrol,
        "rtb": boat.rtb != "none",
        "spotted": boat.spotted,
        "damaged": boat.damage > 0,
        "sound": boat.damage == 0,
        "wolfpack": boat.pack is not None,
        "skipper": bool(boat.skipper),
        "moved": boat.moved,
        "withdrawn": boat.ordered_home,
    }
    return [word for word, holds in marks.items() if holds]


CONDITIONS = ("at sea", "base", "repair", "overhaul", "patrol", "RTB", "spotted", "damaged", "sound", "wolfpack",
              "skipper", "moved", "withdrawn", "ready", "pier", "broom", "hold", "lost")  # fmt: skip
"""The conditions that may be asked for."""


def _words(text: str) -> list[str]:
    words = text.casefold().replace("at sea", AT_SEA.replace(" ", "_")).replace(",", " ").split()
    return [word.replace("_", " ") if word.startswith("(") else word for word in words if word not in FILLING]


def _told_by(boat: BoatView) -> list[str]:
    """Every word a boat can be found by."""
    parts = (boat.boat_class, boat.where, boat.place.replace("_", " "), boat.skipper, boat.name)
    return [*condition_words(boat), *" ".join(parts).casefold().split()]


def find_boats(view: SilentWarView, words: str) -> list[BoatIndex]:
    """The boats that every word fits, by index: those in play, unless a boat is named in full or asked for as lost.

    Raises:
        BadData: a word fits no boat at all; says what would.
    """
    whole = " ".join(words.casefold().split())
    named = [n for n, boat in numbered(BoatIndex, view.boats) if boat.name.casefold() == whole]
    if named:
        return named
    wanted = _words(words)
    told = [_told_by(boat) for boat in view.boats]
    for word in wanted:
        if not any(each.startswith(word) for words_of in told for each in words_of):
            refuse_unknown(view, word)
    return [
        n
        for n, boat in numbered(BoatIndex, view.boats)
        if (boat.place not in NOT_HERE or any(word in ("lost", "removed") for word in wanted))
        and all(any(each.startswith(word) for each in told[n]) for word in wanted)
    ]


def refuse_unknown(view: SilentWarView, word: str) -> None:
    """A condition may well fit no boat today; anything else that fits none is a mistake.

    Raises:
        BadData: the word is not a condition; says what was probably meant.
    """
    if word in (AT_SEA, *(each.casefold() for each in CONDITIONS)):
        return
    charts = load_charts(view.data_pack)
    names = [*CONDITIONS, *(boat.name for boat in view.boats), *(base.name for base in charts.bases)]
    names += [area.name for area in charts.areas]
    near = get_close_matches(word, {part.casefold() for name in names for part in name.split()}, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"conditions are {', '.join(CONDITIONS)}"
    raise BadData(f"no boat, class, base, OpArea or condition is called '{word}'; {hint}")


def marks(boat: BoatView, *, moved: bool = True) -> str:
    """A boat's markers in words, with ``moved`` also whether it has had its Operations Segment."""
    words = [word for word, there in (("patrol", boat.on_patrol), ("spotted", boat.spotted)) if there]
    if boat.rtb != "none":
        words.append(f"RTB {boat.rtb}")
    if boat.damage:
        words.append(f"damage {boat.damage}")
    if boat.pack is not None:
        words.append(f"wolfpack {boat.pack + 1}")
    if boat.ordered_home:
        words.append("withdrawn for overhaul")
    if boat.skipper:
        words.append(f"{boat.skipper} +{boat.rating}")
    if moved and boat.moved:
        words.append("has moved")
    return ", ".join(words)


def score(ships: int, tonnage: int) -> str:
    """Ships and tonnage in words: tonnage is in thousands of tons."""
    return f"{counted(ships, 'ship')}, {tonnage * 1000:,} tons"


def boat_table(boats: Sequence[BoatView]) -> str:
    """Boats as a table."""
    head = ["boat", "class", "box", "where", "markers", "sunk"]
    rows = [
        [
            b.name,
            b.boat_class,
            b.place.replace("_", " "),
            b.where,
            marks(b),
            score(b.ships, b.tonnage) if b.ships else "",
        ]
        for b in boats
    ]
    return ruled_table(head, rows)


def boats_command(view: SilentWarView, words: str) -> str:
    """Boats by name, class, base, OpArea or condition: boats ready Fremantle, boats at sea damaged, boats Gato."""
    found = [view.boats[number] for number in find_boats(view, words)]
    if not found:
        return f"No boat fits '{words}'." if words else "No boat is in play."
    tally = counted(len(found), "boat")
    return f"{boat_table(found)}\n{tally}"


def open_bases(view: SilentWarView) -> list[str]:
    """The active bases by name."""
    return [base.name for base in load_charts(view.data_pack).bases if base_id(base.id) in view.bases]


def signs_of(view: SilentWarView, area: Area) -> list[str]:
    """ULTRA and the weather of an OpArea, in words."""
    at = area_id(area.id)
    signs = ["ULTRA"] if at in view.ultra else []
    return signs + ([view.storms[at].replace("_", " ")] if at in view.storms else [])


def bases_command(view: SilentWarView, words: str) -> str:
    """The active bases and how many boats each of their boxes holds."""
    boxes = ("ready", "pier_side", "broom", "repair_1", "repair_2", "repair_3", "hold")
    rows = []
    for name in open_bases(view):
        if words.casefold() in name.casefold():
            here = [boat.place for boat in view.boats if boat.where == name and boat.place in boxes]
            rows.append([name, *(here.count(box) or "" for box in boxes), len(here)])
    if not rows:
        raise BadData(f"no active base is called '{words}'; {closest(words, open_bases(view))}")
    return ruled_table(["base", *(box.replace("_", " ") for box in boxes), "in all"], rows)


def area_command(view: SilentWarView, words: str) -> str:
    """An OpArea: its ten boxes of activity in this War Period, ULTRA, weather, ways out, boats. Example: area Coral."""
    charts = load_charts(view.data_pack)
    found = [area for area in charts.areas if words and area.name.casefold().startswith(words.casefold())]
    if not found:
        raise BadData(f"no OpArea is called '{words}'; {closest(words, [area.name for area in charts.areas])}")
    lines = []
    for area in found:
        boxes = area.boxes[view.war_period]
        signs = [word for word, holds in (("narrow", area.narrow), ("shallow", area.shallow)) if holds]
        signs += signs_of(view, area)
        lines.append(f"{area.name} ({area.group})" + (f": {', '.join(signs)}" if signs else ""))
        lines.append("  activity, die 0-9: " + " ".join(ACTIVITY_NAMES[level][0].replace("N", "-") for level in boxes))
        lines.append("  (- none, S sparse, L low, M moderate, H high)")
        lines.append("  leads to: " + ", ".join(charts.areas[n].name for n in area.neighbours))
        if area.bases:
            lines.append("  bases: " + ", ".join(charts.bases[n].name for n in area.bases))
        here = [boat.name for boat in view.boats if boat.where == area.name]
        lines.append("  boats: " + (", ".join(here) or "none"))
    return "\n".join(lines)
