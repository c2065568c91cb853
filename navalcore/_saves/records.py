"""Records, as they are written: what one role may know of a match, and nothing else, to be given away while it goes on.

A record is not a save. Its first line says what is played and whose record it is; then come the events the role was
told, numbered, its own choices among them, and last where the match stands for it. It can be read and told; there is
nothing in it to be played on or to be proven.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from navalcore._play.setup import Setup
from navalcore._wire.wire import OutcomeData, Snapshot

FORMAT: Final = 1
"""The format of records."""


class _RecordLine(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RecordHeader(_RecordLine):
    """The first line of a record."""

    navalcore_record: int
    """The format."""
    game: str
    """The game's id."""
    rules: str
    """The version of its rules."""
    scenario: str
    """The scenario's id."""
    options: dict[str, Any]
    """The options by name."""
    chance: str
    """Where dice come from."""
    undo: str
    """What may be taken back."""
    commitment: str
    """What was promised of its seed; the seed itself is not told."""
    role: str
    """Whose record it is."""


class RecordEnd(_RecordLine):
    """The last line of a record: where the match stands, as the role is sent it."""

    number: int
    """How many choices the role has made."""
    view: dict[str, Any]
    """What it sees on the table."""
    decision: dict[str, Any] | None
    """What it is asked, or None."""
    waiting_for: list[str]
    """The roles that the match waits for."""
    told: int
    """How many events it has been told."""
    may_undo: bool
    """Whether it may take back its last choice."""
    outcome: OutcomeData | None
    """How the match ended, or None."""


def record_text(setup: Setup[Any, Any, Any], role: str, sent: Snapshot) -> str:
    """The text of a record, made of nothing but what everybody may know of the match and what the role was sent."""
    options = setup.options.model_dump(mode="json")
    header = RecordHeader(
        navalcore_record=FORMAT,
        game=setup.game.id,
        rules=setup.game.version,
        scenario=setup.scenario.id,
        options=options,
        chance=setup.chance,
        undo=setup.undo,
        commitment=setup.commitment,
        role=str(role),
    )
    data = sent.model_dump(mode="json")
    end = {name: data[name] for name in RecordEnd.model_fields}
    return "".join(_written(each) for each in (header.model_dump(), *data["events"], end))


def _written(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
