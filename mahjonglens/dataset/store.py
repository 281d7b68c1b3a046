"""A dataset on disk: `photos/` by content, and one SQLite file with what is known about them.

A photo's file is renamed into place before its row is committed, so a row never points at half a
file. Labels carry a revision: whoever saves on an old one gets a ConflictError, not the last word.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from mahjonglens.dataset.faults import ConflictError, DatasetError, DiskError
from mahjonglens.dataset.files import sweep, write_whole
from mahjonglens.dataset.photos import Look
from mahjonglens.dataset.records import Record, doubt_of, dump_tiles, load_tiles
from mahjonglens.dataset.tables import FILE, connect, made, make, only_begun, writing
from vision.data.labelled import LabelledPhoto, LabelledTile, Origin
from vision.labels import FACES

STATUSES = ("unlabelled", "prelabelled", "labelled")
MACHINE = "model"  # who says labels that no person has seen


@contextmanager
def _refusals(root: Path) -> Iterator[None]:
    """What the disk and SQLite refuse, as a DatasetError."""
    try:
        yield
    except OSError as error:
        raise DatasetError(f"no dataset made: {error.strerror or error}") from error
    except sqlite3.OperationalError as error:
        raise DatasetError(f"no dataset made in {root}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise DatasetError(f"{root / FILE} is damaged: {error}") from error


class Store:
    """An open dataset; use it as a context manager. One connection, one thread."""

    def __init__(self, root: Path, db: sqlite3.Connection) -> None:
        self.root = root
        self.db = db

    @classmethod
    def create(cls, root: Path, name: str = "") -> Store:
        """A new, empty dataset in a new or empty folder. Raises DatasetError."""
        with _refusals(root):
            if made(root / FILE):
                raise DatasetError(f"{root} already is a dataset")
        return cls.ensure(root, name)

    @classmethod
    def ensure(cls, root: Path, name: str = "") -> Store:
        """The dataset in a folder, made where there is none yet; two may try at once."""
        with _refusals(root):
            if not made(root / FILE):
                if root.is_file() or (root.is_dir() and not only_begun(root)):
                    raise DatasetError(
                        f"{root} holds other things; a dataset wants a folder of its own"
                    )
                (root / "photos").mkdir(parents=True, exist_ok=True)
                make(root / FILE, name or root.resolve().name)
        return cls.open(root)

    @classmethod
    def open(cls, root: Path) -> Store:
        """Raises DatasetError where there is none, or its class order is not today's."""
        if not (root / FILE).is_file():
            raise DatasetError(f"{root} is no dataset; make one with: mahjonglens dataset new")
        try:
            db = connect(root / FILE)
            meta = dict(db.execute("SELECT key, value FROM meta"))
        except sqlite3.OperationalError as error:
            raise DatasetError(f"{root / FILE} cannot be opened: {error}") from error
        except sqlite3.DatabaseError as error:
            raise DatasetError(f"{root / FILE} is damaged: {error}") from error
        if json.loads(meta.get("classes", "[]")) != list(FACES):
            db.close()
            raise DatasetError(f"{root} has another class order than this version; not touched")
        return cls(root, db)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.db.close()

    @property
    def name(self) -> str:
        """The dataset's own name."""
        return str(self.db.execute("SELECT value FROM meta WHERE key = 'name'").fetchone()[0])

    def fact(self, key: str, value: str | None = None) -> str:
        """Keeps a fact about the dataset when `value` is given; returns it, '' if unknown."""
        if value is not None:
            with writing(self.db):
                self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))
        row = self.db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else ""

    def sweep(self) -> int:
        """Removes leftovers of killed runs: half files, and photos that no row points at."""
        with writing(self.db):  # nobody adds a photo meanwhile, whose row is still to come
            left = sweep(self.root)
            known = {str(row[0]) for row in self.db.execute("SELECT stored FROM photos")}
            for path in (self.root / "photos").rglob("*"):
                if path.is_file() and path.relative_to(self.root).as_posix() not in known:
                    path.unlink(missing_ok=True)
                    left += 1
        return left

    def add(
        self, photo: LabelledPhoto, data: bytes, look: Look, *, status: str, who: str
    ) -> int | None:
        """Takes a photo in; None where the very same is there already. Raises DatasetError."""
        origin = photo.origin
        key = (origin.source, photo.file, look.sha256)
        same = "SELECT 1 FROM photos WHERE source = ? AND original = ? AND sha256 = ?"
        suffix = Path(photo.file).suffix.lower() or ".jpg"
        stored = f"photos/{look.sha256[:2]}/{look.sha256}{suffix}"
        values = {
            "stored": stored, "original": photo.file,
            "sha256": look.sha256, "phash": look.phash, "width": photo.size[0],
            "height": photo.size[1], "luma": look.luma, "contrast": look.contrast,
            "sharpness": look.sharpness, "taken": look.taken, "source": origin.source,
            "session": origin.session, "tileset": origin.tileset, "licence": origin.licence,
            "author": origin.author, "split": origin.split, "status": status,
            "doubt": doubt_of(photo.tiles), "tiles": dump_tiles(photo.tiles),
        }  # fmt: skip
        try:
            with writing(self.db):  # the file too: `sweep` and `forget` of others wait
                if self.db.execute(same, key).fetchone():
                    return None
                if not (self.root / stored).exists():
                    write_whole(self.root / stored, data)
                values["name"] = self._free_name(Path(photo.file).stem, look.sha256)
                columns = ", ".join(values)
                marks = ", ".join(f":{column}" for column in values)
                row = self.db.execute(f"INSERT INTO photos ({columns}) VALUES ({marks})", values)
                self._remember(int(row.lastrowid or 0), 0, status, str(values["tiles"]), who)
        except OSError as error:
            raise DiskError(f"{photo.file} not stored: {error.strerror or error}") from error
        except sqlite3.OperationalError as error:
            raise DiskError(f"{photo.file} not stored: {error}") from error
        return int(row.lastrowid or 0)

    def _free_name(self, stem: str, sha256: str) -> str:
        base = re.sub(r"[^\w.\-]+", "_", stem).strip("._") or sha256[:12]
        name, count = base, 1
        while self.db.execute("SELECT 1 FROM photos WHERE name = ?", (name,)).fetchone():
            count += 1
            name = f"{base}-{count}"
        return name

    def _remember(self, photo: int, revision: int, status: str, tiles: str, who: str) -> None:
        self.db.execute(
            "INSERT OR REPLACE INTO history VALUES (?, ?, ?, ?, ?, ?)",
            (photo, revision, status, tiles, who, datetime.now(UTC).isoformat(timespec="seconds")),
        )

    def get(self, photo: int) -> Record:
        """Raises DatasetError where there is no such photo."""
        row = self.db.execute("SELECT * FROM photos WHERE id = ?", (photo,)).fetchone()
        if row is None:
            raise DatasetError(f"no photo {photo} in {self.root}")
        return self._record(row)

    def find(self, where: str = "1", values: tuple[object, ...] = ()) -> Iterator[Record]:
        """Photos in the order they came, a page at a time, so that memory stays constant."""
        last = 0
        while True:
            rows = self.db.execute(
                f"SELECT * FROM photos WHERE ({where}) AND id > ? ORDER BY id LIMIT 256",
                (*values, last),
            ).fetchall()
            if not rows:
                return
            yield from (self._record(row) for row in rows)
            last = int(rows[-1]["id"])

    def count(self, where: str = "1", values: tuple[object, ...] = ()) -> int:
        """How many photos `find` would give."""
        row = self.db.execute(f"SELECT count(*) FROM photos WHERE {where}", values).fetchone()
        return int(row[0])

    def _record(self, row: sqlite3.Row) -> Record:
        origin = Origin(
            row["source"], row["session"], row["tileset"],
            row["licence"], row["author"], row["split"],
        )  # fmt: skip
        photo = LabelledPhoto(
            row["original"], (row["width"], row["height"]), load_tiles(row["tiles"]), origin,
            row["status"] != "unlabelled",
        )  # fmt: skip
        return Record(
            row["id"], row["name"], self.root / row["stored"], row["original"], row["sha256"],
            row["phash"], (row["luma"], row["contrast"], row["sharpness"]), row["taken"],
            row["status"], row["duplicate_of"], row["revision"], row["doubt"], photo,
        )  # fmt: skip

    def save(
        self, photo: int, tiles: Iterable[LabelledTile], *, status: str, revision: int, who: str
    ) -> Record:
        """New labels over revision `revision`. Raises ConflictError where it is not the newest,
        DiskError where they cannot be kept."""
        said = tuple(tiles)
        text = dump_tiles(said)
        try:
            with writing(self.db):
                done = self.db.execute(
                    "UPDATE photos SET tiles = ?, status = ?, doubt = ?, revision = revision + 1"
                    " WHERE id = ? AND revision = ?",
                    (text, status, doubt_of(said), photo, revision),
                )
                if done.rowcount == 0:
                    raise ConflictError(photo, self.get(photo).revision)
                self._remember(photo, revision + 1, status, text, who)
        except sqlite3.OperationalError as error:
            raise DiskError(f"photo {photo} not saved: {error}") from error
        return self.get(photo)

    def undo(self, photo: int, *, revision: int, who: str) -> Record:
        """Back to the labels before revision `revision`, as a new revision: undo is kept too."""
        row = self.db.execute(
            "SELECT * FROM history WHERE photo = ? AND revision < ? ORDER BY revision DESC",
            (photo, self._undone_to(photo, revision)),
        ).fetchone()
        if row is None:
            raise DatasetError(f"nothing to undo on photo {photo}")
        mark = f"{who} undo {row['revision']}"
        return self.save(
            photo, load_tiles(row["tiles"]), status=row["status"], revision=revision, who=mark
        )

    def _undone_to(self, photo: int, revision: int) -> int:
        """A second undo goes on where the first one stopped, instead of undoing the undo."""
        row = self.db.execute(
            "SELECT who FROM history WHERE photo = ? AND revision = ?", (photo, revision)
        ).fetchone()
        found = re.search(r" undo (\d+)$", row["who"]) if row else None
        return int(found.group(1)) if found else revision

    def tried(self, job: str, photo: int, why: str) -> None:
        """Notes that a job has dealt with a photo, so that a resumed run passes it by."""
        with writing(self.db):
            self.db.execute("INSERT OR REPLACE INTO tried VALUES (?, ?, ?)", (photo, job, why))

    def assign(self, column: str, values: Mapping[int, object], **facts: str) -> None:
        """Sets one column, split or duplicate_of, of many photos, and facts of the dataset with
        it: all or, where the run is killed, none."""
        if column not in {"split", "duplicate_of"}:
            raise ValueError(f"not a column to set: {column}")
        with writing(self.db):
            self.db.executemany(
                f"UPDATE photos SET {column} = ? WHERE id = ?",
                ((value, photo) for photo, value in values.items()),
            )
            self.db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", facts.items())

    def forget(self, photo: int) -> None:
        """Deletes a photo, its labels and their history for good."""
        record = self.get(photo)
        with writing(self.db):
            self.db.execute("DELETE FROM photos WHERE id = ?", (photo,))
            if not self.count("stored = ?", (record.stored.relative_to(self.root).as_posix(),)):
                record.stored.unlink(missing_ok=True)
        self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
