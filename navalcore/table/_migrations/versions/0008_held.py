"""The seats that pages and devices hold are found by their match."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the index: without it each match that is deleted, and each notice, reads all the rows."""
    op.create_index("ix_holdings_match", "holdings", ["match"])
