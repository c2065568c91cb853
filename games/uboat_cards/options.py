"""The switchable rulings."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from navalcore.rules import Options


class UboatOptions(Options):
    """The switchable rulings of the card game; the defaults are the rulings as written."""

    sequence: Literal["draws_first", "alternating"] = Field("draws_first", title="Order of play")
    """UBC-R02. ``draws_first``: both draw, then both act. ``alternating``: the wolf pack draws and acts, then the
    convoy."""

    consecutive_turns: bool = False
    """UBC-R04. Whether the three cards of a row must be laid in three consecutive turns of their owner."""

    clear_scope: Literal["all", "opponent"] = Field("all", title="Cards that clearing takes off")
    """UBC-R07. Whose cards a Dive or Destroyer Sweep takes off the table."""

    harass_timing: Literal["action", "free_in_action", "any_discard"] = Field(
        "action", title="When a harassing card works"
    )
    """UBC-R09. A harassing card is the card of the turn; or free, any number in one's action phase; or works also when
    it is discarded in the draw phase."""

    discard_pile: Literal["open", "closed"] = "open"
    """UBC-R14. Whether the discard pile may be looked through."""
