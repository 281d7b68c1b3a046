"""The database file: opened durably, brought up to date by Alembic."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.script.revision import ResolutionError
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import ConnectionPoolEntry

from mahjonglens.ledger.errors import LedgerError

_BUSY_MS = 15_000


def open_engine(path: Path) -> Engine:
    """An engine on this file, made if it is missing, with its tables as this version wants them.

    Write-ahead log, and `synchronous=FULL`: what a commit said is on the disk, whatever happens to
    the process or the power right after. Raises `LedgerError` for a file that is no ledger.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise LedgerError(f"Cannot keep games in {path}: {error.strerror}") from None
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    try:
        with engine.begin() as connection:
            command.upgrade(_alembic(connection), "head")
    except (DatabaseError, sqlite3.DatabaseError):
        engine.dispose()
        raise LedgerError(f"{path} is not a ledger of mahjonglens, or it is damaged") from None
    except (CommandError, ResolutionError):
        engine.dispose()
        raise LedgerError(f"{path} was written by a newer mahjonglens: use that one") from None
    return engine


def empty_log(engine: Engine) -> None:
    """Write the log into the file and cut it, so that deleted pages are nowhere any more. While
    another process reads, that is left to the next time."""
    raw = engine.raw_connection()
    try:
        raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        raw.close()


def newest_revision() -> str:
    """The revision a ledger of this version has."""
    head = ScriptDirectory(str(_scripts())).get_current_head()
    if head is None:
        raise LedgerError("This installation lacks its migrations: install it again")
    return head


def _scripts() -> Path:
    return Path(__file__).parent / "migrations"


def _alembic(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_scripts()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _on_connect(connection: sqlite3.Connection, _record: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # we begin transactions ourselves, see _on_begin
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={_BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",  # what a player deletes for good is overwritten, not only let go
        "trusted_schema=OFF",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    """Take the write lock at once: two phones that save together then wait, and never fail."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
