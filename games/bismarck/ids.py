"""The names of things outside the rules: the ids that views, options, events, decisions and the board share.

The rules call units by numbers, the places in the lists of cards. On the wire a unit is its id, ``ship/hood``, for
every viewer: the cards are open, so an id reveals nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, get_args

from navalcore.components import place_id
from navalcore.rules import written_as
from navalcore_games.bismarck.cards import PLANES, SHIPS, ShipCard
from navalcore_games.bismarck.sea_map import EXITS, SQUARES
from navalcore_games.bismarck.words import Mode, ShipNumber, ShipType, Square, UnitNumber

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


def _ship_id(card: ShipCard) -> str:
    if card.type is ShipType.CONVOY:
        return place_id("convoy", card.name.removeprefix("Convoy "))
    return place_id("ship", card.name)


UNIT_IDS: Final = (*map(_ship_id, SHIPS), *(place_id("air", card.id) for card in PLANES))
"""The id of each unit, by its number: ``ship/hood``, ``convoy/ws8b``, ``air/r_scapa_flow_2``."""
LINE_IDS: Final = tuple(place_id("list", name.partition("/")[2]) for name in UNIT_IDS)
"""The line of each unit in the lists, by its number."""
MODE_IDS: Final[Mapping[Mode, str]] = {mode: place_id("mode", mode) for mode in Mode}
"""The box of each mode."""
BATTLE: Final = "battle"
"""The scene of a naval combat, and the first word of its regions."""


def square_id(square: Square) -> str:
    """A square, on the map or beyond its edge."""
    return f"square/{square:04}"


def row_id(row: int) -> str:
    """A row of the map, with its weather."""
    return place_id("row", row)


def turn_id(turn: int) -> str:
    """A box of the turn track."""
    return place_id("turn", turn)


def port_id(name: str) -> str:
    """A port or an airfield, with the planes on its ground."""
    return place_id("port", name)


@dataclass(frozen=True, slots=True)
class _ByPlane:
    """A mark of a tuple with something for each plane, in their order: on the wire it is keyed by their ids."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Read and write a mapping."""
        from pydantic_core import core_schema

        each = core_schema.dict_schema(core_schema.str_schema(), handler.generate_schema(get_args(source)[0]))
        return core_schema.no_info_before_validator_function(
            lambda given: tuple(given.values()) if isinstance(given, Mapping) else given,
            handler(source),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda found: dict(zip(UNIT_IDS[len(SHIPS) :], found, strict=False)), return_schema=each
            ),
        )


BY_PLANE: Final = _ByPlane()
"""Marks a tuple with something for each plane: on the wire it is keyed by their ids."""
WRITTEN: Final = written_as(dict(enumerate(UNIT_IDS)), "UnitId")
"""Marks a field that holds the number of a unit, or None: on the wire it is the unit's id."""
UnitId: TypeAlias = Annotated[UnitNumber, WRITTEN]
"""A unit, by its id on the wire."""
_SHIP: Final = dict(enumerate(UNIT_IDS[: len(SHIPS)]))
ShipId: TypeAlias = Annotated[ShipNumber, written_as(_SHIP, "ShipId")]
"""A ship, by its id on the wire."""
_OFF_THE_MAP: Final = [there for ways in EXITS.values() for steps in ways.values() for _, there in steps]
SQUARE: Final = {square: square_id(square) for square in (*SQUARES, *dict.fromkeys(_OFF_THE_MAP))}
"""The ids of all squares: those of the map, and those beyond its edge where convoys leave it."""
SquareId: TypeAlias = Annotated[Square, written_as(SQUARE, "SquareId")]
"""A square, by its id on the wire."""
