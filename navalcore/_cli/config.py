"""The player's settings file: what ``play`` does and how lines look where the command line says nothing of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, Field

from navalcore.components import load_toml


class Config(BaseModel):
    """The settings, each by its name in the file."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    plain: bool = False
    """Plain lines, as with ``--plain``."""
    width: Annotated[int, Field(ge=20, le=1000)] | None = None
    """Characters in a line; those of the terminal if left out."""
    level: str = ""
    """The bot that ``play`` seats opposite you in a new match, as ``--bot`` names it."""
    role: dict[str, str] = {}
    """The role that you play in a new match, by the id of the game."""


def config_file() -> Path:
    """Where the settings are: ``NAVALCORE_CONFIG``, or ``config.toml`` in the user's folder for settings."""
    given = os.environ.get("NAVALCORE_CONFIG")
    return Path(given) if given else user_config_path("navalcore", appauthor=False) / "config.toml"


def read_config() -> Config:
    """The settings there are; BadData for one that is wrong, or if ``NAVALCORE_CONFIG`` names no file that is there."""
    file = config_file()
    if not file.exists() and not os.environ.get("NAVALCORE_CONFIG"):
        return Config()
    return load_toml(file).model(Config)
