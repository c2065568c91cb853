"""The powers of the whole board, as the file of them names them."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from navalcore.components import load_toml

HERE = Path(__file__).parent
Label = Literal["exact", "historical", "reconstructed", "your own"]
"""Where a figure comes from."""


class FileRow(BaseModel):
    """One entry of a data file; it does not change."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PowerWords(FileRow):
    """A power as people call it, and on which side it is."""

    source: Label
    side: Literal["axis", "allies"]
    title: str
    """In a sentence."""
    short: str
    """Before the name of a unit."""


class WorldSetup(FileRow):
    """A set-up of the whole board."""

    source: Label
    units: str
    """The file of its units."""
    owners: Literal["world_1941", "world_1942"]
    """Whose territories they are."""
    order: tuple[str, ...]
    """The powers in the order of their turns."""
    income: dict[str, int]
    """The worth of each power's territories together at the start."""


class WorldFile(FileRow):
    """The file of the whole board's powers and set-ups."""

    power: dict[str, PowerWords] = Field(min_length=3)
    setup: dict[str, WorldSetup]


WORLD: WorldFile = load_toml(HERE / "scenarios" / "world.toml").model(WorldFile)
TAKING_TURNS: Final = tuple(load_toml(HERE / "scenarios" / "atlantic.toml").data["power"])
"""The powers that take turns in a match, by id and in their order, as the file of the theatre lists them."""
