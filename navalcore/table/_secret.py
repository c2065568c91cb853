"""The secrets that open seats, of which only digests are kept."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import navalcore as nc
from navalcore.table._errors import SeatRefused
from navalcore.table._kept import KeptSeat


def digest_of(secret: str) -> str:
    """What is kept of a secret: of 128 random bits nothing can be found from it."""
    return blake2b(bytes.fromhex(secret), digest_size=32, person=b"navalcore seat").hexdigest()


def role_of(seats: Sequence[KeptSeat], secret: str | None) -> str:
    """The role whose seat a secret opens; without one, that of the spectator.

    Raises:
        SeatRefused: it opens none.
    """
    if secret is None:
        return nc.SPECTATOR
    digest = digest_of(secret)
    for seat in seats:
        if seat.secret == digest:
            return seat.role
    raise SeatRefused("this link opens no seat of this match")
