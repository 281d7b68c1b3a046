"""Alembic's scripts: how an older ledger becomes one that this version reads."""
