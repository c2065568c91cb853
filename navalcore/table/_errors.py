"""The refusals of a table besides those of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from navalcore import AnyMatch
from navalcore.errors import NavalCoreError


class NotRead(NavalCoreError):
    """The database does not answer at this moment; try again."""

    code = "not_read"


class SeatRefused(NavalCoreError):
    """The seat is not free, or the secret or the invitation does not open it."""

    code = "seat_refused"


class NotOver(NavalCoreError):
    """It would reveal hidden things, and the match is not over."""

    code = "not_over"


class TooMany(NavalCoreError):
    """Too many requests at once; wait a moment and try again."""

    code = "too_many"


class TooLarge(NavalCoreError):
    """More is sent than any request needs."""

    code = "too_large"


class TooLong(TooLarge):
    """The request takes longer than such work may."""


class TooSlow(NavalCoreError):
    """The request did not come to its end in time."""

    code = "too_slow"


class Quota(NavalCoreError):
    """A person keeps as much at this table as one may: end, or have deleted, something first."""

    code = "quota"


class Closed(NavalCoreError):
    """Nothing can be chosen in the match any more; the message says why."""

    code = "closed"


class WrongHost(NavalCoreError):
    """The request was sent to a name that is not this table's."""

    code = "wrong_host"


class WrongOrigin(NavalCoreError):
    """A page of another site has sent the request."""

    code = "wrong_origin"


class BadRequest(NavalCoreError):
    """The request does not have the form it must have; the message says where."""

    code = "bad_request"

    @classmethod
    def of(cls, errors: Sequence[Any], what: str = "request") -> BadRequest:
        """The first of the errors that pydantic has found in it."""
        where = ".".join(str(part) for part in errors[0]["loc"] if part != "body")
        return cls(f"the {what} cannot be understood: {where}: {errors[0]['msg']}")


class TableMistake(NavalCoreError):
    """The table has made a mistake; its log has the details."""

    code = "internal"


def over(match: AnyMatch) -> AnyMatch:
    """The match, if it is over; else NotOver."""
    if not match.over:
        raise NotOver("this reveals what is hidden, so it is shown only when the match is over")
    return match


STATUS = {
    "unknown_name": 404,
    "unknown_game": 404,
    "seat_refused": 403,
    "wrong_origin": 403,
    "wrong_host": 421,
    "quota": 429,
    "closed": 409,
    "too_slow": 408,
    "stale_decision": 409,
    "not_your_turn": 409,
    "not_offered": 409,
    "ambiguous": 409,
    "undo_barrier": 409,
    "game_over": 409,
    "not_over": 409,
    "busy": 409,
    "incompatible_save": 409,
    "diverged": 409,
    "too_large": 413,
    "bad_request": 422,
    "too_many": 429,
    "not_written": 503,
    "not_read": 503,
    "over_budget": 503,
    "rule_error": 500,
    "broken_plugin": 500,
    "internal": 500,
}
"""The status of each code in HTTP; 400 for all others."""
