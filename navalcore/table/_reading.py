"""Matches as their rows in a database say them."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, select

from navalcore.table._schema import MatchRow
from navalcore.table._store import MatchDetails

MATCH: Final = tuple(getattr(MatchRow, each.name) for each in fields(MatchDetails))
_KINDS: Final = {"options": dict, "told": dict, "house": dict, "notes": list, "waiting": list, "created": datetime}
DAMAGED: Final = "the match is damaged: its row in the database cannot be read; a backup may have it"

log = logging.getLogger("navalcore.table")


def readable(connection: Connection, query: Select[Any]) -> list[MatchDetails]:
    """The matches of a query. One whose row is damaged is left out; the others are read."""
    try:
        return [_details(MatchDetails(*row)) for row in connection.execute(query).all()]
    except (ValueError, TypeError):
        ids = connection.execute(only_ids(query)).scalars().all()
    found: list[MatchDetails] = []
    for match_id in ids:
        try:
            row = connection.execute(select(*MATCH).where(MatchRow.id == match_id)).one_or_none()
            found += [_details(MatchDetails(*row))] if row is not None else []
        except (ValueError, TypeError) as error:
            log.error("match %s: damaged: its row cannot be read: %s", match_id, error)
    return found


def only_ids(query: Select[Any]) -> Select[Any]:
    """The query for the ids alone, which can be read where the rest cannot."""
    return query.with_only_columns(MatchRow.id)


def aware(at: datetime) -> datetime:
    """A time with its zone, which SQLite does not keep."""
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def by_match(rows: Sequence[Any]) -> Mapping[str, Sequence[Any]]:
    """The rows that belong to each match, without its id."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for match, *row in rows:
        found[match].append(row)
    return found


def _details(match: MatchDetails) -> MatchDetails:
    """The match of a row; raises ValueError or TypeError if the row is damaged."""
    for name, kind in _KINDS.items():
        if not isinstance(getattr(match, name), kind):
            raise TypeError(f"{name} is not what it should be")
    times: dict[str, Any] = {
        name: aware(at) for name in ("created", "changed", "shown", "asked") if (at := getattr(match, name))
    }
    return replace(match, **times)
