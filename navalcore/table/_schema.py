"""The tables of the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, DateTime, ForeignKey, Index, Integer, String, Text, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The common part of all tables."""


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
    closed: Mapped[str] = mapped_column(Text)
    origin: Mapped[str] = mapped_column(String(32), index=True)
    size: Mapped[int] = mapped_column(BigInteger)
    shown: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    headline: Mapped[str] = mapped_column(Text)
    waiting: Mapped[list[str]] = mapped_column(JSON)
    asked: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    told: Mapped[dict[str, int]] = mapped_column(JSON)
    house: Mapped[dict[str, Any]] = mapped_column(JSON)
    notes: Mapped[list[dict[str, Any]]] = mapped_column(JSON)


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
    notes: Mapped[str] = mapped_column(Text, server_default="")


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


class TurnRow(Base):
    """Who was awaited from a moment on: what clocks are worked out from, and notices sent for."""

    __tablename__ = "turns"

    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    waiting: Mapped[list[str]] = mapped_column(JSON)


class HoldingRow(Base):
    """A seat that a secret opens besides the seat's own: of another device, or of a person's ``page``."""

    __tablename__ = "holdings"

    holder: Mapped[str] = mapped_column(String(64), primary_key=True)
    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(100), primary_key=True)
    seat: Mapped[str] = mapped_column(String(64))
    away: Mapped[bool] = mapped_column(Boolean)
    page: Mapped[bool] = mapped_column(Boolean, server_default=false())


class NoticeRow(Base):
    """Where a person is told that it is their turn: ``match`` is empty where it is for all seats of a page."""

    __tablename__ = "notices"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    holder: Mapped[str] = mapped_column(String(64), index=True)
    channel: Mapped[str] = mapped_column(String(10))
    address: Mapped[str] = mapped_column(Text)
    mention: Mapped[str] = mapped_column(String(100))
    match: Mapped[str] = mapped_column(String(32))
    trouble: Mapped[str] = mapped_column(Text)
    worked: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class OutboxRow(Base):
    """A notice to be sent in one way to one person, written with the choice that it is about."""

    __tablename__ = "outbox"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    match: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(100))
    notice: Mapped[str] = mapped_column(String(32), server_default="")
    asked: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    due: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    tries: Mapped[int] = mapped_column(Integer)
    sent: Mapped[int] = mapped_column(Integer)


class ServedRow(Base):
    """When a process served this database: from when it could serve to its last sign of life."""

    __tablename__ = "served"

    process: Mapped[str] = mapped_column(String(32), primary_key=True)
    since: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    until: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class VoidPageRow(Base):
    """A person's page that has another link by now."""

    __tablename__ = "void_pages"

    holder: Mapped[str] = mapped_column(String(64), primary_key=True)
