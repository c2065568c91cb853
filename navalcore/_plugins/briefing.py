"""Reading ``briefing.toml``, which is next to a game's ``rulebook.toml``: see ``Manifest.briefing``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from navalcore.components._data_files import load_toml

Text: TypeAlias = Annotated[str, Field(min_length=1)]


class _LabelledPlace(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    place: Text
    """A region or piece of the first board."""
    text: Text
    """A description, in a few words."""


class _PictureShown(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    example: Text
    """The id of one of the game's examples."""
    around: Sequence[Text] = ()
    """Regions or pieces of its first board: the picture is of these; empty for the whole board."""


class _Briefing(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    players: Text
    length: Text
    weight: Annotated[int, Field(ge=1, le=5)]
    goal: Mapping[str, Text]
    end: Text
    turn: Text
    shows: Sequence[_LabelledPlace] = ()
    picture: _PictureShown | None = None
    """The picture that the lobby shows of the game; its empty board if this is left out."""
    scenario: Mapping[str, Mapping[str, Any]] = {}


def briefing_in(folder: Path, scenario: str) -> Mapping[str, Any] | None:
    """The briefing of a scenario of the game whose package is in a folder; None if it has none."""
    path = folder / "briefing.toml"
    if not path.is_file():
        return None
    found = load_toml(path).model(_Briefing)
    return {**found.model_dump(exclude={"scenario"}), **found.scenario.get(scenario, {})}
