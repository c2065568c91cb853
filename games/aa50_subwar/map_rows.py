"""The rows of the files of the map, and what is wrong where these files disagree (B19, S17, S18)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

from pydantic import Field

from navalcore.components import closest, counted, listed
from navalcore_games.aa50_subwar.powers import WORLD, FileRow

LimitSource = Literal["source", "default", "exact", "historical", "reconstructed", "your own"]
"""Where a convoy limit comes from; on the charts of the Atlantic ``source`` are the exact ones."""


MOST_LIMIT = 20
"""The highest convoy limit that a file or a group may set."""


class ZoneData(FileRow):
    """One sea zone: its limit is the most IPC that can be destroyed from it (S17)."""

    id: str
    map_name: str
    convoy_limit: int = Field(ge=0, le=MOST_LIMIT)
    limit_source: LimitSource
    shores: str = ""


class TerritoryData(FileRow):
    """One territory: owners by set-up, value, and the most IPC that can be charged to it (S18)."""

    id: str
    source_name: str = ""
    map_name: str
    owner_1941: str
    owner_1942: str
    ipc: int = Field(ge=0)
    convoy_limit: int = Field(ge=0, le=MOST_LIMIT)
    limit_source: LimitSource
    factory: bool
    capital_of: str = ""
    passable: bool


class Link(FileRow):
    """A connection of two spaces; those out of the theatre (``inside`` 0) are closed."""

    a: str
    b: str
    kind: Literal["sea-sea", "sea-land", "land-land"]
    inside: bool


Fault = tuple[int | None, str, str]
"""The number of a row (None: the file), its column, and what would be right."""
NAMED = 5
"""How many spaces without a row are named."""


def wrong_links(links: Sequence[Link]) -> Iterator[Fault]:
    """Connections that are there twice, or lead back to where they begin."""
    known: set[frozenset[str]] = set()
    for number, link in enumerate(links):
        ends = frozenset((link.a, link.b))
        if len(ends) == 1:
            yield number, "b", f"{link.a} is connected with itself; leave the row out"
        elif ends in known:
            yield number, "a", f"{link.a} and {link.b} are connected twice; leave one row out"
        known.add(ends)


class Adjacency:
    """The connections in the file for the rows of zones and territories.

    Args:
        name: the file's name.
        links: its rows.
    """

    def __init__(self, name: str, links: Sequence[Link]) -> None:
        self.name = name
        self.links = links
        self.inside = [link for link in links if link.inside]

    def wrong_zones(self, zones: Sequence[ZoneData]) -> Iterator[Fault]:
        """Zones that are not connected, or have no row, and shores that are not those of the connections."""
        faults = [*self._misnamed([zone.id for zone in zones], self._connected("sea"))]
        if not faults and self._shores and not any(zone.shores for zone in zones):
            like = next(zone.id for zone in zones if self._shores[zone.id])
            faults = [
                (None, "shores", f"no row has any; it lists the territories on a zone's shores, {self._right(like)}")
            ]
        yield from faults or [
            (number, "shores", f"not as in {self.name}; it should be {self._right(zone.id)}")
            for number, zone in enumerate(zones)
            if self._shores[zone.id] != set(filter(None, zone.shores.split(";")))
        ]

    def wrong_territories(self, territories: Sequence[TerritoryData]) -> Iterator[Fault]:
        """Territories that are not connected, or have no row, and owners that there are not."""
        yield from self._misnamed([land.id for land in territories], self._connected("land"))
        owners = [*WORLD.power, "neutral"]
        for number, land in enumerate(territories):
            for column, owner in (("owner_1941", land.owner_1941), ("owner_1942", land.owner_1942)):
                if owner not in owners:
                    yield number, column, f"there is no power '{owner}'; {closest(owner, owners)}"
                    owners.append(owner)  # each is named once

    def _right(self, zone: str) -> str:
        return f"'{';'.join(sorted(self._shores[zone]))}' for {zone}"

    def _connected(self, what: str) -> list[str]:
        """The seas, or the lands, in their order."""
        ends = [
            (end, kind)
            for link in self.inside
            for end, kind in zip((link.a, link.b), link.kind.split("-"), strict=True)
        ]
        return list(dict.fromkeys(end for end, kind in ends if kind == what))

    @cached_property
    def _shores(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for link in self.inside:
            if link.kind == "sea-land":
                found[link.a].add(link.b)
        return found

    def _misnamed(self, given: Sequence[str], connected: Sequence[str]) -> Iterator[Fault]:
        """Rows of spaces that there are not, and spaces without a row."""
        missing = [name for name in connected if name not in given]
        unknown = [(number, name) for number, name in enumerate(given) if name not in connected]
        for number, name in unknown:
            yield number, "id", f"{self.name} connects no '{name}'; {closest(name, missing or connected)}"
        if missing and not unknown:
            more = [counted(len(missing) - NAMED, "other")] if len(missing) > NAMED else []
            yield (
                None, "id",
                f"there is no row for {listed([*missing[:NAMED], *more])}; every space that {self.name} connects needs "
                "one, as in the game's own file",
            )  # fmt: skip
