"""Taught sets of tiles, kept by name: one zip file each, of pictures and what was learnt.

The pictures of the taught tiles are kept, so that a set need not be photographed again when the
models get better: what was learnt belongs to one model, and is learnt anew for another.
"""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from mahjonglens.dataset.faults import DatasetError
from mahjonglens.dataset.files import write_whole
from vision.data.teach import Profile
from vision.geometry import Image
from vision.labels import FACES

SUFFIX = ".mjset"
VARIABLE = "MAHJONGLENS_PROFILES"
MOST = 500  # taught tiles
LARGEST = 64_000_000  # bytes, unpacked
SIDE = 108  # px of a kept crop
VERSION = 2  # of the file; 1 kept one mean view of each face
OUTDATED = "outdated"  # the model of what is to be learnt anew
Relearn = Callable[[Sequence[str], Image], Profile]


@dataclass(frozen=True, slots=True)
class TaughtSet:
    """A named set: its taught tiles' faces, their crops (M, SIDE, SIDE, 3), what was learnt."""

    name: str
    faces: tuple[str, ...]
    crops: Image
    profile: Profile
    made: str

    @property
    def kinds(self) -> int:
        """How many different faces were taught."""
        return len(set(self.faces))


def folder() -> Path:
    """Where profiles are kept: the environment's folder, else the user's data folder."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "mahjonglens" / "profiles"


class Shelf:
    """The folder of profiles."""

    def __init__(self, root: Path | None = None) -> None:
        self.root = folder() if root is None else root

    def path(self, name: str) -> Path:
        """Where a name is kept. Raises DatasetError for what is no name."""
        if not re.fullmatch(r"[\w][\w .\-]{0,59}", name) or name.endswith((".", " ")):
            raise DatasetError(f"'{name}' is no name: letters, digits, spaces, '-' and '.'")
        return self.root / f"{name}{SUFFIX}"

    def names(self) -> list[str]:
        """All names, sorted."""
        if not self.root.is_dir():
            return []
        return sorted(p.stem for p in self.root.glob(f"*{SUFFIX}") if not p.name.startswith("."))

    @property
    def chosen(self) -> str | None:
        """The set that is read with, None for no particular one."""
        try:
            name = (self.root / "chosen").read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return name if name in self.names() else None

    def choose(self, name: str | None) -> None:
        """Read with this set from now on; None: with none. Raises DatasetError if unknown."""
        if name is not None and name not in self.names():
            raise DatasetError(self._unknown(name))
        write_whole(self.root / "chosen", (name or "").encode())

    def keep(self, taught: TaughtSet, *, replace: bool = False) -> Path:
        """Saves a set under its name. Raises DatasetError where the name is taken."""
        path = self.path(taught.name)
        if path.exists() and not replace:
            raise DatasetError(f"there is a set {taught.name} already; say --replace to redo it")
        write_whole(path, dump(taught))
        return path

    def load(self, name: str) -> TaughtSet:
        """Raises DatasetError where it is unknown or damaged."""
        path = self.path(name)
        if not path.is_file():
            raise DatasetError(self._unknown(name))
        return load(path.read_bytes(), name)

    def remove(self, name: str) -> None:
        """Deletes a set for good; if it was chosen, none is."""
        if name not in self.names():
            raise DatasetError(self._unknown(name))
        if self.chosen == name:
            self.choose(None)
        self.path(name).unlink()

    def _unknown(self, name: str) -> str:
        known = ", ".join(self.names()) or "none"
        return f"no set '{name}' was taught; there are: {known}"


def dump(taught: TaughtSet) -> bytes:
    """A set as bytes: a zip of JSON, one PNG and the learnt arrays."""
    about = {"version": VERSION, "faces": list(taught.faces), "side": SIDE, "made": taught.made,
             "model": taught.profile.model, "kinds": list(taught.profile.faces),
             "counts": list(taught.profile.counts)}  # fmt: skip
    done, png = cv2.imencode(".png", taught.crops.reshape(-1, SIDE, 3))
    if not done:
        raise DatasetError("the pictures of the tiles cannot be written")
    arrays = io.BytesIO()
    np.savez(arrays, views=taught.profile.views, whiten=taught.profile.whiten)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as box:
        box.writestr("set.json", json.dumps(about))
        box.writestr("tiles.png", png.tobytes())
        box.writestr("learnt.npz", arrays.getvalue())
    return out.getvalue()


def load(data: bytes, name: str) -> TaughtSet:
    """Inverse of `dump`; the file may come from a stranger. Raises DatasetError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as box:
            if sum(entry.file_size for entry in box.infolist()) > LARGEST:
                raise DatasetError(f"{name}: too large for a taught set")
            about = json.loads(box.read("set.json"))
            picture = cv2.imdecode(np.frombuffer(box.read("tiles.png"), np.uint8), cv2.IMREAD_COLOR)
            learnt = b"" if about.get("version") == 1 else box.read("learnt.npz")
        faces, crops = _pictures(about, picture)
        kinds = tuple(face for face in FACES if face in set(faces))
        profile = _learnt(about, kinds, learnt)
        return TaughtSet(name, faces, crops, profile, str(about.get("made", "")))
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, OSError, cv2.error) as error:
        raise DatasetError(f"{name}: not a taught set, or a damaged one ({error})") from error


def _pictures(about: dict[str, object], picture: object) -> tuple[tuple[str, ...], Image]:
    faces = about["faces"]
    if not isinstance(faces, list) or not 1 < len(faces) <= MOST:
        raise ValueError("its faces are not listed")
    if not set(faces) <= set(FACES) or about["kinds"] != [f for f in FACES if f in set(faces)]:
        raise ValueError("it names faces that do not exist")
    if not isinstance(picture, np.ndarray) or picture.shape != (len(faces) * SIDE, SIDE, 3):
        raise ValueError("its pictures do not match its faces")
    return tuple(faces), picture.astype(np.uint8).reshape(-1, SIDE, SIDE, 3)


def _learnt(about: dict[str, object], kinds: tuple[str, ...], data: bytes) -> Profile:
    """What was learnt; of an earlier version's file nothing, so that it is learnt anew."""
    if not data:
        nothing = np.zeros((0, 0), np.float32)
        return Profile(OUTDATED, kinds, (), nothing, nothing)
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        views, whiten = arrays["views"], arrays["whiten"]
    counts = about.get("counts")
    if not isinstance(counts, list) or not all(isinstance(n, int) and n > 0 for n in counts):
        raise ValueError("it does not say how many views each face has")
    depth = whiten.shape[0]
    if len(counts) != len(kinds) or views.shape != (sum(counts), depth):
        raise ValueError("what it learnt does not match its faces")
    if whiten.shape != (depth, depth):
        raise ValueError("what it learnt has no square form")
    if not (np.isfinite(views).all() and np.isfinite(whiten).all()):
        raise ValueError("what it learnt is not numbers")
    return Profile(
        str(about["model"]), kinds, tuple(counts),
        views.astype(np.float32), whiten.astype(np.float32),
    )  # fmt: skip


def today() -> str:
    """The date a set is taught."""
    return datetime.now(UTC).date().isoformat()
