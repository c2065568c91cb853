"""Seats have notes of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them; nobody has any yet."""
    op.add_column("seats", sa.Column("notes", sa.Text(), nullable=False, server_default=""))
