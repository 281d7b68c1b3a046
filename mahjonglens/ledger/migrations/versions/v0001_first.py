"""The first ledger: games, entries, payments, racks, photos, paired devices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Create every table."""
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("changed", sa.DateTime(), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("draw_keeps_dealer", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_table(
        "photo",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("received", sa.DateTime(), nullable=False),
        sa.Column("media_type", sa.String(40), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("reading", sa.JSON(), nullable=False),
        sa.Column("label", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_photo"),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("paired", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
        sa.UniqueConstraint("token_hash", name="uq_device_token_hash"),
    )
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("happened", sa.DateTime(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("discarder", sa.Integer(), nullable=True),
        sa.Column("scores", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_entry_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_entry"),
        sa.UniqueConstraint("game_id", "key", name="uq_entry_game_id"),
    )
    op.create_index("ix_entry_game_id", "entry", ["game_id"])
    op.create_table(
        "payment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("payer", sa.Integer(), nullable=False),
        sa.Column("receiver", sa.Integer(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entry.id"], name="fk_payment_entry_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_payment"),
    )
    op.create_index("ix_payment_entry_id", "payment", ["entry_id"])
    op.create_table(
        "rack",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("record", sa.JSON(), nullable=True),
        sa.Column("sheet", sa.JSON(), nullable=True),
        sa.Column("reading", sa.JSON(), nullable=True),
        sa.Column("corrections", sa.JSON(), nullable=False),
        sa.Column("photo_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entry.id"], name="fk_rack_entry_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["photo_id"], ["photo.id"], name="fk_rack_photo_id"),
        sa.PrimaryKeyConstraint("id", name="pk_rack"),
    )
    op.create_index("ix_rack_entry_id", "rack", ["entry_id"])
    op.create_index("ix_rack_photo_id", "rack", ["photo_id"])


def downgrade() -> None:
    """Drop every table."""
    for table in ("rack", "payment", "entry", "device", "photo", "game"):
        op.drop_table(table)
