"""Alembic runs this to take the steps, on the connection that the store has opened."""

from __future__ import annotations

from alembic import context

from navalcore.table._schema import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
