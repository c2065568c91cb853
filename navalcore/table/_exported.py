"""A match as a file: its save, and what else the table keeps of it."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from navalcore.table import _messages as messages

FORMAT: Final = "navalcore match 1"


class ExportedSeat(BaseModel):
    """A seat in a file: who sat there, in the words of a save, and what the person called himself."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    taken_by: str
    name: messages.Name = ""


class ExportedNote(BaseModel):
    """The events at the table besides the match."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    at: Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\d(T[\d:.+Z-]{0,25})?$")]
    what: messages.ShortText
    role: messages.ShortText
    text: messages.LongText


class ExportedMatch(BaseModel):
    """A match as a file: its save, and what else the table keeps of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    format: str = FORMAT
    save: str
    seats: dict[str, ExportedSeat] = {}
    house: messages.HouseRules = messages.HouseRules()
    notes: Annotated[list[ExportedNote], Field(max_length=1000)] = []
    """The events at the table besides the match."""
    mine: messages.OwnNotes = ""
    """The notes of the person who had it written."""
