"""The calendar: thirty turns of four hours, with their nights and the moves of convoys (9.7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict

from navalcore.components import load_models
from navalcore.rules import rule
from navalcore_games.bismarck.cards import DATA
from navalcore_games.bismarck.words import Square


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    turn: int
    date: str
    time: str
    night_rows: str = ""
    fast_convoy: bool
    slow_convoy: bool
    fog_pct: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the calendar."""

    number: int
    """1 to 30."""
    date: str
    """Such as "May 22"."""
    time: str
    """Such as "1200"."""
    night_from: int
    """The northernmost row under night, or 99."""
    fast: bool
    """Whether fast convoys may move (6.24)."""
    slow: bool
    """Whether slow convoys may move (6.25, BIS-R12)."""
    fog: int
    """The chance of fog in percent (13.32)."""

    @property
    def clock(self) -> str:
        """The time with a colon: without one it reads like a year."""
        return f"{self.time[:2]}:{self.time[2:]}"

    def __str__(self) -> str:
        return f"turn {self.number} ({self.date}, {self.clock})"


@rule("Calendar", "9.7", "13.32")
def _calendar() -> tuple[Turn, ...]:
    return tuple(
        Turn(
            row.turn, row.date, row.time, int(row.night_rows.partition("-")[0] or 99), row.fast_convoy, row.slow_convoy,
            row.fog_pct,
        )
        for row in load_models(DATA / "calendar.csv", _Row)
    )  # fmt: skip


TURNS = (Turn(0, "", "", 99, False, False, 0), *_calendar())
"""Every turn by its number; number 0 is the set-up."""
LAST_TURN: Final = len(TURNS) - 1


@rule("9.7")
def is_night(turn: int, square: Square) -> bool:
    """Whether it is night in a square: by its row, on two turns of every six."""
    return square // 100 >= TURNS[turn].night_from
