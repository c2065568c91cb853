"""When processes served the database: other time counts for no player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table. Of the time before nothing is known, and it counts as it did."""
    op.create_table(
        "served",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("since", sa.DateTime(timezone=True), primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
