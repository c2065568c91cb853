"""A data pack that has been read: each of its files as its model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from navalcore.components import TomlDocument
from navalcore_games.silent_war.data_pack import models, models_base

F = TypeVar("F", bound=models_base.File)


@dataclass(frozen=True)
class DataPack:
    """Every file of a pack, read and checked.

    Attributes:
        documents: the TOML files with their line numbers, by name without ending.
        ships: the Japanese pieces, in file order.
        ijn: the named ships of the IJN expansion, in file order.
        submarines: the boats, in file order.
        skippers: the Super Skippers, in file order.
        laid_over: the files that came from the owner's folder.
    """

    documents: dict[str, TomlDocument]
    files: dict[str, models_base.File]
    ships: tuple[models.ShipPiece, ...]
    ijn: tuple[models.ShipPiece, ...]
    submarines: tuple[models.Submarine, ...]
    skippers: tuple[models.SuperSkipper, ...]
    laid_over: tuple[str, ...]

    def file(self, name: str, kind: type[F]) -> F:
        """A TOML file as its model."""
        found = self.files[name]
        assert isinstance(found, kind)
        return found
