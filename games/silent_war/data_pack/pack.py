"""A data pack that has been read: each of its files as its model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from navalcore.components import TomlDocument
from navalcore_games.silent_war.data_pack import models, models_base

F = TypeVar("F", bound=models_base.File)


@dataclass(frozen=True)
class DataPack:
    """Every file of a pack, read and checked."""

    documents: dict[str, TomlDocument]
    """The TOML files with their line numbers, by name without ending."""
    files: dict[str, models_base.File]
    ships: tuple[models.ShipPiece, ...]
    """The Japanese pieces, in file order."""
    ijn: tuple[models.ShipPiece, ...]
    """The named ships of the IJN expansion, in file order."""
    submarines: tuple[models.Submarine, ...]
    """The boats, in file order."""
    skippers: tuple[models.SuperSkipper, ...]
    """The Super Skippers, in file order."""
    laid_over: tuple[str, ...]
    """The files that came from the owner's folder."""

    def file(self, name: str, kind: type[F]) -> F:
        """A TOML file as its model."""
        found = self.files[name]
        assert isinstance(found, kind)
        return found
