"""Looks at a photo file: its frame, its fingerprints, its light. Decodes it whole, once."""

from __future__ import annotations

import hashlib
import io
import struct
from dataclasses import dataclass
from pathlib import Path

import cv2
import imagehash
import numpy as np
import numpy.typing as npt
from PIL import ExifTags, Image, ImageOps

from mahjonglens.dataset.faults import DatasetError
from mahjonglens.dataset.files import PARTIAL

SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif"))
ORIENTATION = 0x0112
# All that PIL's decoders are known to raise on files that strangers made.
DECODER_ERRORS = (
    *(OSError, SyntaxError, ValueError, TypeError, LookupError, ArithmeticError, RuntimeError),
    *(MemoryError, EOFError, struct.error, Image.DecompressionBombError),
)
SMALL = 512  # px; light is measured on the photo shrunk to this long side


class PhotoError(DatasetError):
    """The file is no photo that can be decoded to its last row."""


@dataclass(frozen=True, slots=True)
class Frame:
    """`size` is (width, height) as displayed, `raw` as stored; they differ under EXIF rotation."""

    size: tuple[int, int]
    raw: tuple[int, int]
    orientation: int

    def displayed(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Points (N, 2) in px of the stored picture, as px of the displayed one."""
        w, h = self.raw
        x, y = points[:, 0], points[:, 1]
        turned = {
            2: (w - x, y), 3: (w - x, h - y), 4: (x, h - y), 5: (y, x),
            6: (h - y, x), 7: (h - y, w - x), 8: (y, w - x),
        }.get(self.orientation, (x, y))  # fmt: skip
        return np.stack(turned, axis=1)


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at a photo tells. `luma` and `contrast` are 0..255, `taken` is EXIF's text."""

    frame: Frame
    sha256: str
    phash: str
    luma: float
    contrast: float
    sharpness: float
    taken: str


def is_photo(path: Path) -> bool:
    """Whether the name looks like a photo's; hidden files never do."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(".")


def photos_under(root: Path) -> list[Path]:
    """Every photo in a folder and below, in a fixed order; a single file is itself."""
    if root.is_file():
        return [root]
    return sorted(
        path
        for path in root.rglob("*")
        if is_photo(path) and path.is_file() and not half_written(path.relative_to(root))
    )


def half_written(path: Path) -> bool:
    """Whether a path lies in what a killed export left."""
    return any(part.startswith(PARTIAL) for part in path.parts)


def _heif() -> None:
    try:
        import pillow_heif
    except ImportError:
        return
    pillow_heif.register_heif_opener()


def _open(data: bytes, name: str) -> Image.Image:
    if name.lower().endswith((".heic", ".heif")):
        _heif()
    try:
        return Image.open(io.BytesIO(data))
    except DECODER_ERRORS as error:
        raise PhotoError(f"not a picture that can be opened ({type(error).__name__})") from error


def _frame(image: Image.Image) -> Frame:
    try:
        orientation = int(image.getexif().get(ORIENTATION, 1) or 1)
    except DECODER_ERRORS:  # a broken EXIF block turns nothing
        orientation = 1
    if orientation not in range(1, 9):
        orientation = 1
    raw = image.size
    size = (raw[1], raw[0]) if orientation >= 5 else raw
    return Frame(size, raw, orientation)


def frame(path: Path) -> Frame:
    """Reads the header only. Raises PhotoError."""
    return _frame(_open(read_bytes(path), path.name))


def read_bytes(path: Path) -> bytes:
    """The file's bytes. Raises PhotoError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise PhotoError(f"cannot be read: {error.strerror or error}") from error


def decode(data: bytes, name: str, *, shrink: int = 1) -> npt.NDArray[np.uint8]:
    """(H, W, 3) uint8 BGR as displayed. Raises PhotoError, also for a picture cut short.

    With `shrink` 2, 4 or 8 a JPEG is decoded at that part of its size, which is much quicker.
    """
    image = _open(data, name)
    if shrink > 1:
        image.draft("RGB", (image.width // shrink, image.height // shrink))
    return np.asarray(_upright(image))[:, :, ::-1].copy()


def _upright(image: Image.Image) -> Image.Image:
    try:
        return ImageOps.exif_transpose(image).convert("RGB")
    except DECODER_ERRORS as error:
        raise PhotoError(f"damaged: {error}") from error


def look(data: bytes, name: str) -> Look:
    """Decodes the whole picture and measures it. Raises PhotoError."""
    image = _open(data, name)
    shape = _frame(image)
    taken = _taken(image)
    upright = _upright(image)
    small = upright.copy()
    small.thumbnail((SMALL, SMALL))
    grey = np.asarray(small.convert("L"))
    return Look(
        frame=shape,
        sha256=hashlib.sha256(data).hexdigest(),
        phash=str(imagehash.phash(small, hash_size=16)),
        luma=float(grey.mean()),
        contrast=float(grey.std()),
        sharpness=float(cv2.Laplacian(grey, cv2.CV_64F).var()),
        taken=taken.strip("\x00 "),
    )


def _taken(image: Image.Image) -> str:
    try:
        details = image.getexif().get_ifd(ExifTags.IFD.Exif)
        return str(details.get(ExifTags.Base.DateTimeOriginal, ""))
    except DECODER_ERRORS:
        return ""


def shareable(data: bytes, name: str) -> tuple[bytes, str]:
    """Bytes to give away and their suffix: turned upright, without EXIF (place, camera, time).

    Every reader then sees the same frame. Pixels are only recoded where they must be turned or
    the file is of a kind that trainers do not read.
    """
    image = _open(data, name)
    suffix = Path(name).suffix.lower()
    turned = _frame(image).orientation != 1
    if not turned and suffix in (".jpg", ".jpeg") and image.format == "JPEG":
        return without_exif(data), suffix
    if not turned and suffix in (".png", ".webp", ".bmp"):
        return data, suffix
    out = io.BytesIO()
    _upright(image).save(out, "JPEG", quality=95, subsampling=0)
    return out.getvalue(), ".jpg"


def without_exif(data: bytes) -> bytes:
    """A JPEG without its APP1 segments (EXIF, XMP); the picture's own bytes stay as they are."""
    out, at = bytearray(data[:2]), 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        length = 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if data[at + 1] != 0xE1:
            out += data[at : at + length]
        at += length
    return bytes(out + data[at:])
