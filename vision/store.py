"""Finds the weights and checks that they are what their manifest says. Nothing downloads."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vision.errors import WeightsCorrupt, WeightsMissing
from vision.labels import FACES_HASH

VARIABLE = "MAHJONGLENS_MODELS"
MANIFEST = "manifest.toml"
HELP = f"install the package again, or point {VARIABLE} at a folder with {MANIFEST}"


@dataclass(frozen=True, slots=True)
class Model:
    """One manifest entry whose file is there and has the right hash."""

    role: str
    path: Path
    entry: Mapping[str, object]

    def number(self, key: str, default: float) -> float:
        """A number of the entry. Raises `WeightsCorrupt` where it is something else."""
        value = self.entry.get(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise WeightsCorrupt(f"{self.role}: {key} in {MANIFEST} is no number: {value!r}")
        return float(value)


def models_dir() -> Path:
    """The environment's folder, else the installed package's, else the checkout's."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    here = Path(__file__).resolve().parent
    installed = here / "weights"
    return installed if (installed / MANIFEST).exists() else here.parent / "models"


def find(role: str, folder: Path | None = None) -> Model:
    """The model of that role. Raises `WeightsMissing` or `WeightsCorrupt` naming the path."""
    folder = models_dir() if folder is None else Path(folder)
    entry = _manifest(folder / MANIFEST).get(role)
    if not isinstance(entry, dict):
        raise WeightsMissing(f"{folder / MANIFEST} names no {role}: {HELP}")
    name = entry.get("file")
    if not isinstance(name, str) or Path(name).name != name:
        raise WeightsCorrupt(f"{folder / MANIFEST} names no file for its {role}")
    path = folder / name
    try:
        data = path.read_bytes()
    except OSError:
        raise WeightsMissing(f"{path} is missing: {HELP}") from None
    if hashlib.sha256(data).hexdigest() != entry.get("sha256"):
        raise WeightsCorrupt(f"{path} is not the file its manifest describes: {HELP}")
    if entry.get("faces") != FACES_HASH:
        raise WeightsCorrupt(f"{path} was made for another list of tile faces: {HELP}")
    return Model(role, path, entry)


def _manifest(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError:
        raise WeightsMissing(f"{path} is missing: {HELP}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WeightsCorrupt(f"{path} cannot be read: {error}") from None
