"""The boats an order is about: all, a class, the boats of a base, or boats by name; those that come later too."""

from __future__ import annotations

from collections.abc import Callable

from navalcore.errors import BadData
from navalcore.rules import Event
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.events.boats import Arrived, Evacuated, Joined, Overhauled
from navalcore_games.silent_war.headquarters.fleet import find_boats
from navalcore_games.silent_war.ids import BoatIndex, numbered
from navalcore_games.silent_war.views import SilentWarView

ALL = ("", "all", "every boat", "all boats")
AT_SEA = ("operating", "done")
AT_BASE = frozenset({"ready", "pier_side", "broom", "repair_1", "repair_2", "repair_3", "hold"})


class BoatsOfBase:
    """The boats that are in a base or have sailed from it since: who comes in is added, who comes to another leaves.

    Args:
        view: the match now.
        name: the base.
    """

    def __init__(self, view: SilentWarView, name: str) -> None:
        self.name = name
        self.boats = {boat.id for boat in view.boats if boat.where == name and boat.place in AT_BASE}

    def hear(self, event: Event) -> None:
        """Note where boats arrive."""
        if isinstance(event, Arrived | Joined | Evacuated) and event.at is not None:
            if event.at.name == self.name:
                self.boats.add(event.boat.id)
            else:
                self.boats.discard(event.boat.id)
        elif isinstance(event, Overhauled):
            self.boats.discard(event.boat.id)


class Who:
    """The boats an order is about.

    Args:
        view: the match now.
        words: ``all``, or parts with commas between: a boat's name, a class (``Gato class``), a base, or words that
            ``boats`` understands (``at sea damaged``), which means the boats that are so now.

    Attributes:
        text: the same in words.

    Raises:
        BadData: a part fits no boat.
    """

    def __init__(self, view: SilentWarView, words: str) -> None:
        self._bases: list[BoatsOfBase] = []
        self._tests: list[Callable[[SilentWarView, BoatIndex], bool]] = []
        self.everybody = words.casefold() in ALL
        texts = ["all"] if self.everybody else [self._add(view, part.strip()) for part in words.split(",")]
        self.text = ", ".join(texts)

    def _add(self, view: SilentWarView, part: str) -> str:
        folded = part.casefold()
        if folded not in (boat.name.casefold() for boat in view.boats):
            names = [base.name for base in load_charts(view.data_pack).bases]
            if base := next((name for name in names if folded and name.casefold().startswith(folded)), ""):
                return self._add_base(BoatsOfBase(view, base))
            wanted = folded.removesuffix(" class")
            classes = {boat.boat_class for boat in view.boats}
            if boat_class := next((name for name in classes if name.casefold() == wanted), ""):
                self._tests.append(lambda view, number: view.boats[number].boat_class == boat_class)
                return f"{boat_class} class"
        found = frozenset(named_boats(view, part))
        self._tests.append(lambda _view, number: number in found)
        return ", ".join(view.boats[number].name for number in sorted(found))

    def _add_base(self, base: BoatsOfBase) -> str:
        self._bases.append(base)
        self._tests.append(lambda view, number: view.boats[number].id in base.boats)
        return base.name

    def covers(self, view: SilentWarView, number: BoatIndex | None) -> bool:
        """Whether a boat is one of them."""
        return number is not None and (self.everybody or any(test(view, number) for test in self._tests))

    def named(self, view: SilentWarView, boat_id: str) -> bool:
        """Whether the boat of that id is one of them."""
        return any(boat.id == boat_id and self.covers(view, number) for number, boat in numbered(BoatIndex, view.boats))

    def hear(self, event: Event) -> None:
        """Note where boats arrive."""
        for base in self._bases:
            base.hear(event)


def named_boats(view: SilentWarView, words: str) -> list[BoatIndex]:
    """Boats by names with commas between, or by words that ``boats`` understands, as they are now.

    Raises:
        BadData: a part fits no boat.
    """
    found: list[BoatIndex] = []
    for part in words.split(","):
        some = find_boats(view, part.strip())
        if not some or not part.strip():
            raise BadData(f"no boat is '{part.strip()}'; boats lists them")
        found += [number for number in some if number not in found]
    return found
