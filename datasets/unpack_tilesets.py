"""Makes folders of CODE.png out of installed Mahjongg tilesets, for `synthesise.py --art`.

    apt install kdegames-mahjongg-data-kf5 librsvg2-bin
    python datasets/unpack_tilesets.py OUT [TILESET.svgz …]

Each tileset of the KDE library becomes OUT/NAME. Their winds run N S E W, their dragons W G R.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np

LIBRARY = Path("/usr/share/kmahjongglib/tilesets")
NAMES = ("default", "jade", "traditional")
PARTS = {f"{part}_{rank}": f"{suit}{rank}" for part, suit, last in (
    ("BAMBOO", "B", 9), ("CHARACTER", "C", 9), ("ROD", "D", 9), ("FLOWER", "F", 4),
    ("SEASON", "S", 4)) for rank in range(1, last + 1)}  # fmt: skip
PARTS |= {f"WIND_{i}": f"W{wind}" for i, wind in enumerate("NSEW", 1)}
PARTS |= {f"DRAGON_{i}": f"D{dragon}" for i, dragon in enumerate("WGR", 1)}
HEIGHT = 320


def unpack(tileset: Path, folder: Path) -> int:
    """Writes the faces of one .svgz file; returns how many it had."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        drawing = Path(scratch) / "tileset.svg"
        drawing.write_bytes(gzip.decompress(tileset.read_bytes()))
        return sum(_face(drawing, part, folder / f"{code}.png") for part, code in PARTS.items())


def _face(drawing: Path, part: str, target: Path) -> bool:
    """Draws one named part, cut to its ink, in the middle of a face; False where there is none."""
    command = ["rsvg-convert", f"--export-id={part}", "--zoom=4", str(drawing)]
    data = subprocess.run(command, capture_output=True, check=False).stdout
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED) if data else None
    if picture is None or picture.shape[2] != 4 or not picture[..., 3].any():
        return False
    left, top, width, height = cv2.boundingRect((picture[..., 3] > 20).astype(np.uint8))
    ink = picture[top : top + height, left : left + width]
    if not (ink[..., :3][ink[..., 3] > 99] < 128).any():  # drawn in white for a dark tile
        ink[..., :3] = 0
    scale = min(0.96 * HEIGHT / height, 0.96 * HEIGHT * 0.75 / width)
    ink = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    face = np.zeros((HEIGHT, HEIGHT * 3 // 4, 4), np.uint8)
    y, x = (face.shape[0] - ink.shape[0]) // 2, (face.shape[1] - ink.shape[1]) // 2
    face[y : y + ink.shape[0], x : x + ink.shape[1]] = ink
    return cv2.imwrite(str(target), face)


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("tilesets", type=Path, nargs="*")
    given = parser.parse_args()
    if shutil.which("rsvg-convert") is None:
        parser.error("rsvg-convert is missing: apt install librsvg2-bin")
    tilesets = given.tilesets or [LIBRARY / f"{name}.svgz" for name in NAMES]
    for tileset in tilesets:
        if not tileset.is_file():
            parser.error(f"{tileset} is missing: apt install kdegames-mahjongg-data-kf5")
        unpack(tileset, given.out / f"kde-{tileset.stem}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
