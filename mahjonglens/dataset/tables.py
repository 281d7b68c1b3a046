"""A dataset's SQLite file: its tables, how it is made, opened and written to."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from mahjonglens.dataset.files import PARTIAL
from vision.labels import FACES

FILE = "dataset.sqlite"
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE photos (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,          -- file name without suffix, as exports write it
    stored TEXT NOT NULL,               -- path below the dataset folder
    original TEXT NOT NULL,             -- path as it was imported
    sha256 TEXT NOT NULL, phash TEXT NOT NULL,
    width INTEGER NOT NULL, height INTEGER NOT NULL,
    luma REAL NOT NULL, contrast REAL NOT NULL, sharpness REAL NOT NULL, taken TEXT NOT NULL,
    source TEXT NOT NULL, session TEXT NOT NULL, tileset TEXT NOT NULL,
    licence TEXT NOT NULL, author TEXT NOT NULL, split TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('unlabelled', 'prelabelled', 'labelled')),
    duplicate_of INTEGER REFERENCES photos (id) ON DELETE SET NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    doubt REAL NOT NULL DEFAULT 0,
    tiles TEXT NOT NULL,
    UNIQUE (source, original, sha256)
);
CREATE INDEX photos_sha256 ON photos (sha256);
CREATE TABLE history (
    photo INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    revision INTEGER NOT NULL, status TEXT NOT NULL, tiles TEXT NOT NULL,
    who TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (photo, revision)
);
CREATE TABLE tried (photo INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    job TEXT NOT NULL, why TEXT NOT NULL, PRIMARY KEY (photo, job));
"""


def only_begun(root: Path) -> bool:
    """Whether a folder is empty but for what a killed `make` leaves."""
    return all(
        path.name.startswith((PARTIAL, FILE)) or (path.name == "photos" and not any(path.iterdir()))
        for path in root.iterdir()
    )


def made(path: Path) -> bool:
    """Whether a database file has its tables: a killed `make` leaves one without."""
    if not path.is_file():
        return False
    with closing(connect(path)) as db:
        return _has_tables(db)


def make(path: Path, name: str) -> bool:
    """The tables, in one transaction; False where another process has been quicker."""
    with closing(connect(path)) as db, writing(db):
        if _has_tables(db):
            return False
        for statement in SCHEMA.split(";\n"):
            db.execute(statement)
        facts = {"version": "1", "classes": json.dumps(FACES), "name": name}
        db.executemany("INSERT INTO meta VALUES (?, ?)", facts.items())
    return True


def _has_tables(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'tried'").fetchone() is not None


@contextmanager
def writing(db: sqlite3.Connection) -> Iterator[None]:
    """One transaction: all of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if db.in_transaction:  # a full disk has already rolled back
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=30, check_same_thread=False, isolation_level=None)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA secure_delete = ON")  # "deleted for good" is meant
    return db
