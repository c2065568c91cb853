"""The base of every file of the data pack: rows that refuse unknown keys, months, the label of its source."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Month = Annotated[str, Field(pattern=r"^19[34]\d-(0[1-9]|1[0-2])$")]
EntryMonth = Annotated[str, Field(pattern=r"^(W/S|19[34]\d-(0[1-9]|1[0-2]))$")]
Status = Annotated[str, Field(pattern=r"^(exact|historical|reconstructed)(\+(exact|historical|reconstructed))*$")]


Count = Annotated[int, Field(ge=0, le=99)]
Die = Annotated[int, Field(ge=0, le=9)]
Figure = Annotated[int, Field(ge=0, le=9999)]
"""Ships sunk, or thousands of tons."""
Threshold = Annotated[int, Field(ge=-9, le=19)]
"""The number with which a modified die is compared."""
TorpedoValue = Annotated[int, Field(ge=-2, le=2)]
Longitude = Annotated[float, Field(ge=-180, le=180)]
Latitude = Annotated[float, Field(ge=-90, le=90)]


class Row(BaseModel):
    """A table of a file: unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Meta(Row):
    """The head of every file."""

    game: Literal["silent_war"]
    status: Status
    """Where its figures come from."""
    sections: tuple[str, ...]
    summary: str
    tuned: tuple[str, ...] = ()
    """The changes that bring the campaign near history, each with its reason."""


class File(Row):
    """One TOML file of the pack."""

    meta: Meta


class Note(Row):
    """A remark for people."""

    note: str
