"""The tables of the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, DateTime, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What all tables have in common."""


class MatchRow(Base):
    """A match, but for its lines: ``MatchDetails``."""

    __tablename__ = "matches"
    __table_args__ = (Index("matches_in_lobby", "public", "changed"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(200))
    rules: Mapped[str] = mapped_column(String(40))
    scenario: Mapped[str] = mapped_column(String(200))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    undo: Mapped[str] = mapped_column(String(10))
    public: Mapped[bool] = mapped_column(Boolean)
    commitment: Mapped[str] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    pieces: Mapped[int] = mapped_column(Integer)
    edition: Mapped[int] = mapped_column(Integer)
    outcome: Mapped[str] = mapped_column(Text)


class SeatRow(Base):
    """A seat: ``StoredSeat``. Of secrets only digests are stored."""

    __tablename__ = "seats"

    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(String(100), primary_key=True)
    place: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(10))
    bot: Mapped[str] = mapped_column(String(100))
    name: Mapped[str] = mapped_column(String(100))
    secret: Mapped[str | None] = mapped_column(String(64))
    invitation: Mapped[str | None] = mapped_column(String(64))


class PieceRow(Base):
    """The whole lines of the set-up, a choice or a taking back; all pieces of an edition in order are a save."""

    __tablename__ = "pieces"

    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    edition: Mapped[int] = mapped_column(Integer, primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class OrderRow(Base):
    """A standing order in force: ``StoredOrder``."""

    __tablename__ = "orders"

    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True)
    role: Mapped[str] = mapped_column(String(100))
    words: Mapped[str] = mapped_column(String(400))
    piece: Mapped[int] = mapped_column(Integer)
