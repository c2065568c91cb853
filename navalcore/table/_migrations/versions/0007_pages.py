"""Which keys of seats are those of pages of people: a page keeps a seat whose key is renewed by it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Mark them from now on; a page that opens one of its matches is marked again."""
    op.add_column("holdings", sa.Column("page", sa.Boolean(), nullable=False, server_default=sa.false()))
