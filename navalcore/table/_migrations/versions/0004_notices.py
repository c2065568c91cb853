"""Each entry of the outbox is for one notice, so that a failed notice does not send another again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


KEPT = ("match", "role", "asked", "due", "tries", "sent")


def upgrade() -> None:
    """Have what waits already wait for each notice of its person."""
    op.add_column("outbox", sa.Column("notice", sa.String(32), nullable=False, server_default=""))
    outbox = sa.table("outbox", sa.column("notice"), *map(sa.column, KEPT))
    seats = sa.table("seats", *map(sa.column, ("match", "role", "secret")))
    holdings = sa.table("holdings", *map(sa.column, ("match", "holder", "seat")))
    notices = sa.table("notices", *map(sa.column, ("id", "holder", "match")))
    each = (
        sa.select(notices.c.id, *(outbox.c[name] for name in KEPT))
        .join_from(outbox, seats, sa.and_(seats.c.match == outbox.c.match, seats.c.role == outbox.c.role))
        .join(holdings, sa.and_(holdings.c.match == seats.c.match, holdings.c.seat == seats.c.secret))
        .join(notices, sa.and_(notices.c.holder == holdings.c.holder, notices.c.match.in_(("", outbox.c.match))))
    )
    op.execute(outbox.insert().from_select(["notice", *KEPT], each.distinct()))
    op.execute(outbox.delete().where(outbox.c.notice == ""))
