"""What waits in the outbox is for one notice each, so that one that fails has no other sent again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Have what waits already wait for each notice of its person."""
    op.add_column("outbox", sa.Column("notice", sa.String(32), nullable=False, server_default=""))
    op.execute(
        "INSERT INTO outbox (match, role, notice, asked, due, tries, sent) "
        "SELECT DISTINCT outbox.match, outbox.role, notices.id, outbox.asked, outbox.due, outbox.tries, outbox.sent "
        "FROM outbox JOIN seats ON seats.match = outbox.match AND seats.role = outbox.role "
        "JOIN holdings ON holdings.match = seats.match AND holdings.seat = seats.secret "
        "JOIN notices ON notices.holder = holdings.holder AND notices.match IN ('', outbox.match)"
    )
    op.execute("DELETE FROM outbox WHERE notice = ''")
