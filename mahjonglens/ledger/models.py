"""The tables. Every change here needs a migration in `migrations/versions`; a test compares both.

A game's state (seats, round, totals) is stored nowhere: it follows from its entries.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, LargeBinary, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

Json = dict[str, Any]


class Base(DeclarativeBase):
    """Names every constraint, so that migrations can name it too."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {Json: JSON, list[str]: JSON, list[Any]: JSON}  # noqa: RUF012


class GameRow(Base):
    """Four players, a rule set and its options."""

    __tablename__ = "game"

    id: Mapped[int] = mapped_column(primary_key=True)
    created: Mapped[datetime]
    changed: Mapped[datetime]
    rules: Mapped[str] = mapped_column(String(40))
    options: Mapped[Json]
    players: Mapped[list[str]]
    draw_keeps_dealer: Mapped[bool]
    entries: Mapped[list[EntryRow]] = relationship(
        back_populates="game", order_by="EntryRow.number", cascade="all, delete-orphan"
    )


class EntryRow(Base):
    """One thing that happened. `number` counts from 1; an undone entry keeps its place.

    `key` is made by the client, so that a request sent twice is written once.
    """

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("game_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    key: Mapped[str] = mapped_column(String(100))
    kind: Mapped[str] = mapped_column(String(10))
    happened: Mapped[datetime]
    winner: Mapped[int | None]
    discarder: Mapped[int | None]
    scores: Mapped[list[Any]]
    note: Mapped[str]
    undone: Mapped[bool]
    game: Mapped[GameRow] = relationship(back_populates="entries")
    payments: Mapped[list[PaymentRow]] = relationship(
        order_by="PaymentRow.id", cascade="all, delete-orphan"
    )
    racks: Mapped[list[RackRow]] = relationship(
        order_by="RackRow.player", cascade="all, delete-orphan"
    )


class PaymentRow(Base):
    """Who pays whom how much, by player number."""

    __tablename__ = "payment"

    id: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entry.id", ondelete="CASCADE"), index=True)
    payer: Mapped[int]
    receiver: Mapped[int]
    amount: Mapped[int]
    why: Mapped[str]


class RackRow(Base):
    """One player's rack in a hand: as confirmed, as scored, and what the photo first read."""

    __tablename__ = "rack"

    id: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entry.id", ondelete="CASCADE"), index=True)
    player: Mapped[int]
    record: Mapped[Json | None]
    sheet: Mapped[Json | None]
    reading: Mapped[Json | None]
    corrections: Mapped[list[Any]]
    photo_id: Mapped[int | None] = mapped_column(ForeignKey("photo.id"), index=True)


class PhotoRow(Base):
    """A photo as it was sent, with what was read on it; `label` once its owner gave it to us."""

    __tablename__ = "photo"

    id: Mapped[int] = mapped_column(primary_key=True)
    received: Mapped[datetime]
    media_type: Mapped[str] = mapped_column(String(40))
    sha256: Mapped[str] = mapped_column(String(64))
    content: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    reading: Mapped[Json]
    label: Mapped[Json | None]


class DeviceRow(Base):
    """A phone that was paired; only the hash of its cookie is kept."""

    __tablename__ = "device"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    paired: Mapped[datetime]
