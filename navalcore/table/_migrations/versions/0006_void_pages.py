"""The pages of people whose link is void: no seat comes to them any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; no link was ever void before."""
    op.create_table("void_pages", sa.Column("holder", sa.String(64), primary_key=True))
