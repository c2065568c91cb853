"""Matches, seats, pieces and orders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _match() -> sa.Column[str]:
    return sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("scenario", sa.String(200), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("undo", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("pieces", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
    )
    op.create_index("matches_in_lobby", "matches", ["public", "changed"])
    op.create_table(
        "seats",
        _match(),
        sa.Column("role", sa.String(100), primary_key=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("bot", sa.String(100), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("secret", sa.String(64), nullable=True),
        sa.Column("invitation", sa.String(64), nullable=True),
    )
    op.create_table(
        "pieces",
        _match(),
        sa.Column("edition", sa.Integer(), primary_key=True),
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
    )
    op.create_table(
        "orders",
        _match(),
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("role", sa.String(100), nullable=False),
        sa.Column("words", sa.String(400), nullable=False),
        sa.Column("piece", sa.Integer(), nullable=False),
    )
