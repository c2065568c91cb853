"""What lies on the table: chance, dice, cards, cups, lookup tables, maps of areas, squares and hexes, tracks and
the event bus.

Every part is useful alone, without the engine. Names are loaded when first used, so importing this package
stays light::

    from navalcore.components import Deck, SeededChance
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from navalcore.components.bus import EventBus, EventStream, Failure, Subscription
    from navalcore.components.cards import Deck, DiscardPile, Hand, OrderedPile, Pile
    from navalcore.components.chance import Chance, SeededChance
    from navalcore.components.cup import Cup
    from navalcore.components.data_files import TomlDocument, load_models, load_toml, parse_toml, read_csv_rows
    from navalcore.components.dice import Dice, DiceRolled, DiceSpec, parse_dice
    from navalcore.components.events import Event
    from navalcore.components.grids import Direction, Grid, rrcc
    from navalcore.components.hexes import Bearing, Hex
    from navalcore.components.hexes_arcs import Arcs
    from navalcore.components.hexes_map import HexMap, ccrr, rrcc_text
    from navalcore.components.hexes_movement import HexMovement, Position
    from navalcore.components.hexes_sight import blockers, in_sight
    from navalcore.components.maps import MapGraph
    from navalcore.components.movement_points import affordable, cheapest_path
    from navalcore.components.paths import reach, shortest_path, steps_from
    from navalcore.components.roles import SPECTATOR, UMPIRE
    from navalcore.components.table_files import load_tables, make_table, read_table
    from navalcore.components.tables import LookupTable, Span, TableRow, parse_span
    from navalcore.components.tiled_maps import TiledMap
    from navalcore.components.tracks import (
        DamageTrack,
        Marker,
        Markers,
        RangeBand,
        RangeBands,
        StackingLimit,
        load_range_bands,
        make_range_bands,
        read_range_bands,
    )

__all__ = [
    "SPECTATOR",
    "UMPIRE",
    "Arcs",
    "Bearing",
    "Chance",
    "Cup",
    "DamageTrack",
    "Deck",
    "Dice",
    "DiceRolled",
    "DiceSpec",
    "Direction",
    "DiscardPile",
    "Event",
    "EventBus",
    "EventStream",
    "Failure",
    "Grid",
    "Hand",
    "Hex",
    "HexMap",
    "HexMovement",
    "LookupTable",
    "MapGraph",
    "Marker",
    "Markers",
    "OrderedPile",
    "Pile",
    "Position",
    "RangeBand",
    "RangeBands",
    "SeededChance",
    "Span",
    "StackingLimit",
    "Subscription",
    "TableRow",
    "TiledMap",
    "TomlDocument",
    "affordable",
    "blockers",
    "ccrr",
    "cheapest_path",
    "in_sight",
    "load_models",
    "load_range_bands",
    "load_tables",
    "load_toml",
    "make_range_bands",
    "make_table",
    "parse_dice",
    "parse_span",
    "parse_toml",
    "reach",
    "read_csv_rows",
    "read_range_bands",
    "read_table",
    "rrcc",
    "rrcc_text",
    "shortest_path",
    "steps_from",
]

_MODULES = {
    "bus": ("EventBus", "EventStream", "Failure", "Subscription"),
    "cards": ("Deck", "DiscardPile", "Hand", "OrderedPile", "Pile"),
    "chance": ("Chance", "SeededChance"),
    "cup": ("Cup",),
    "data_files": ("TomlDocument", "load_models", "load_toml", "parse_toml", "read_csv_rows"),
    "dice": ("Dice", "DiceRolled", "DiceSpec", "parse_dice"),
    "events": ("Event",),
    "grids": ("Direction", "Grid", "rrcc"),
    "hexes": ("Bearing", "Hex"),
    "hexes_arcs": ("Arcs",),
    "hexes_map": ("HexMap", "ccrr", "rrcc_text"),
    "hexes_movement": ("HexMovement", "Position"),
    "hexes_sight": ("blockers", "in_sight"),
    "maps": ("MapGraph",),
    "paths": ("reach", "shortest_path", "steps_from"),
    "movement_points": ("affordable", "cheapest_path"),
    "roles": ("SPECTATOR", "UMPIRE"),
    "table_files": ("load_tables", "make_table", "read_table"),
    "tables": ("LookupTable", "Span", "TableRow", "parse_span"),
    "tiled_maps": ("TiledMap",),
    "tracks": (
        "DamageTrack",
        "Marker",
        "Markers",
        "RangeBand",
        "RangeBands",
        "StackingLimit",
        "load_range_bands",
        "make_range_bands",
        "read_range_bands",
    ),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
