"""Records, as they are written: what one role may know of a match, and nothing else, to be given away meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from navalcore._play.setup import Setup
from navalcore._wire.messages import OutcomeData, Snapshot

FORMAT: Final = 1
"""The format of records."""


class _RecordLine(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RecordHeader(_RecordLine):
    """The first line of a record."""

    navalcore_record: int
    """The format."""
    game: str
    rules: str
    scenario: str
    options: dict[str, Any]
    chance: str
    undo: str
    commitment: str
    """The commitment to its seed; the seed itself is left out."""
    role: str
    """Whose record it is."""


class RecordEnd(_RecordLine):
    """The last line of a record: where the match is, in the fields of the role's :class:`~navalcore.Snapshot`."""

    number: int
    view: dict[str, Any]
    decision: dict[str, Any] | None
    waiting_for: list[str]
    told: int
    may_undo: bool
    outcome: OutcomeData | None


def record_text(setup: Setup[Any, Any, Any], role: str, sent: Snapshot) -> str:
    """The text of a record. It holds only public facts of the match and what the role was sent."""
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
