"""Tables that serve matches over days: whose turn it is, what happened besides the match, other keys, notices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _match(*, key: bool = False, index: bool = False) -> sa.Column[str]:
    of = sa.ForeignKey("matches.id", ondelete="CASCADE")
    return sa.Column("match", sa.String(32), of, primary_key=key, nullable=False, index=index)


def upgrade() -> None:
    """Make them. Older matches do not say who began them, or since when a player has been awaited."""
    when = sa.DateTime(timezone=True)
    for column in (
        sa.Column("closed", sa.Text(), nullable=False, server_default=""),
        sa.Column("origin", sa.String(32), nullable=False, server_default=""),
        sa.Column("size", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("shown", when, nullable=True),
        sa.Column("headline", sa.Text(), nullable=False, server_default=""),
        sa.Column("waiting", sa.JSON(), nullable=False, server_default="[]"),
        sa.Column("asked", when, nullable=True),
        sa.Column("told", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("house", sa.JSON(), nullable=False, server_default="{}"),
        sa.Column("notes", sa.JSON(), nullable=False, server_default="[]"),
    ):
        op.add_column("matches", column)
    op.create_index("ix_matches_origin", "matches", ["origin"])
    op.execute(
        "UPDATE matches SET size = (SELECT coalesce(sum(length(text)), 0) FROM pieces WHERE pieces.match = matches.id)"
    )
    op.create_table(
        "turns",
        _match(key=True),
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("at", when, nullable=False),
        sa.Column("waiting", sa.JSON(), nullable=False),
    )
    op.create_table(
        "holdings",
        sa.Column("holder", sa.String(64), primary_key=True),
        _match(key=True),
        sa.Column("role", sa.String(100), primary_key=True),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False, index=True),
        sa.Column("channel", sa.String(10), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("mention", sa.String(100), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("worked", when, nullable=True),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        _match(index=True),
        sa.Column("role", sa.String(100), nullable=False),
        sa.Column("asked", when, nullable=False),
        sa.Column("due", when, nullable=False, index=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=False),
    )
