"""Any photo file, decoded: (H, W, 3) uint8 BGR as displayed.

Files come from strangers. Only ordinary picture formats are opened, the number of pixels is looked
at before any is decoded, and all that a decoder may raise becomes one sentence.
"""

from __future__ import annotations

import io
import struct
import warnings
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image as Pil
from PIL import ImageOps, UnidentifiedImageError

from vision.errors import ImageError

Image = npt.NDArray[np.uint8]

MOST_PIXELS = 130_000_000  # more is refused undecoded
KEPT_PIXELS = 26_000_000  # more is halved while decoding, so that memory stays bounded
MOST_BYTES = 200_000_000
FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF")
_HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
_DECODER_ERRORS = (
    OSError,
    ValueError,
    SyntaxError,
    TypeError,
    LookupError,
    ArithmeticError,
    RuntimeError,
    MemoryError,
    EOFError,
    struct.error,
)


class Photo(np.ndarray):
    """An image that knows how large its file is: `full_size` (width, height) px as displayed.

    The array is smaller than that only for very large files, which are halved when decoded.
    """

    full_size: tuple[int, int] | None

    def __array_finalize__(self, parent: object) -> None:
        self.full_size = None  # a slice or a changed copy is no longer the whole photo


def full_size(image: Image) -> tuple[int, int]:
    """(width, height) px of the photo that `image` was decoded from."""
    size = image.full_size if isinstance(image, Photo) else None
    return size or (int(image.shape[1]), int(image.shape[0]))


def load(source: str | Path | bytes, *, name: str | None = None) -> Image:
    """Decode a file or its bytes; EXIF orientation is applied, transparency lies over white.

    Raises `ImageError`, one sentence beginning with the file's name (`name`, or the path's).
    """
    label = name or ("The picture" if isinstance(source, bytes) else Path(source).name)
    if not isinstance(source, bytes):
        _look_at(Path(source), label)
    try:
        with warnings.catch_warnings():
            # large photos and odd EXIF blocks are ordinary here; the limits are ours
            warnings.simplefilter("ignore")
            return _decoded(source, label)
    except Pil.DecompressionBombError:
        raise ImageError(f"{label} has far too many pixels for a photo") from None
    except UnidentifiedImageError:
        raise ImageError(f"{label} is not a picture that can be read") from None
    except _DECODER_ERRORS as error:
        raise ImageError(f"{label} cannot be decoded: {_reason(error)}") from None


def _look_at(path: Path, label: str) -> None:
    """Refuse what is no file at all, before anything is opened."""
    try:
        if path.is_dir():
            raise ImageError(f"{label} is a folder, not a photo")
        if not path.exists():
            raise ImageError(f"{label} does not exist")
        if not path.is_file():
            raise ImageError(f"{label} is not a file")
        size = path.stat().st_size
    except (OSError, ValueError) as error:
        raise ImageError(f"{label} cannot be opened: {_reason(error)}") from None
    if not size:
        raise ImageError(f"{label} is empty")
    if size > MOST_BYTES:
        raise ImageError(f"{label} is larger than {MOST_BYTES // 1_000_000} MB")


def _decoded(source: str | Path | bytes, label: str) -> Image:
    if isinstance(source, bytes) and not source:
        raise ImageError(f"{label} is empty")
    head = source[:32] if isinstance(source, bytes) else _head(Path(source))
    stream = io.BytesIO(source) if isinstance(source, bytes) else Path(source)
    if head[4:8] == b"ftyp" and any(brand in head[8:] for brand in _HEIC_BRANDS):
        return _finished(_heic(source, label), label)
    with Pil.open(stream, formats=FORMATS) as picture:
        return _finished(picture, label)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(32)


def _heic(source: str | Path | bytes, label: str) -> Pil.Image:
    """A phone's HEIC picture, not yet decoded; the decoder is an optional library."""
    try:
        import pillow_heif
    except ImportError:
        raise ImageError(
            f"{label} is a HEIC picture: install pillow-heif to read it, or save it as JPEG"
        ) from None
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    _refuse_bombs(pillow_heif.open_heif(data).size, label)
    opened: Pil.Image = pillow_heif.HeifImageFile(io.BytesIO(data))  # type: ignore[no-untyped-call]
    return opened


def _finished(picture: Pil.Image, label: str) -> Image:
    _refuse_bombs(picture.size, label)
    width, height = picture.size
    factor = 1
    while width * height > KEPT_PIXELS * factor * factor:
        factor *= 2
    if factor > 1:
        picture.draft("RGB", (width // factor, height // factor))  # cheap, JPEG only
        if picture.width > width // factor + 1:
            picture = _upright(picture).reduce(round(picture.width * factor / width))
    turned = picture.getexif().get(0x0112, 1) in (5, 6, 7, 8)
    upright = ImageOps.exif_transpose(_upright(picture))
    rgb = np.asarray(upright, dtype=np.uint8)
    photo = np.ascontiguousarray(rgb[..., ::-1]).view(Photo)
    photo.full_size = (height, width) if turned else (width, height)
    return photo


def _refuse_bombs(size: tuple[int, int], label: str) -> None:
    width, height = size
    if width * height > MOST_PIXELS:
        raise ImageError(f"{label} has {width} × {height} pixels, too many for a photo")
    if width < 1 or height < 1:
        raise ImageError(f"{label} has no pixels")


def _upright(picture: Pil.Image) -> Pil.Image:
    """The picture as 8-bit RGB, still with its EXIF data."""
    exif = picture.getexif()
    flat = _flat(picture)
    flat.info["exif"] = exif.tobytes() if exif else b""
    return flat


def _flat(picture: Pil.Image) -> Pil.Image:
    if picture.mode.startswith(("I", "F")):
        return _from_deep(np.asarray(picture))
    if picture.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in picture.info:
        seen = picture.convert("RGBA")
        white = Pil.new("RGBA", seen.size, "white")
        return Pil.alpha_composite(white, seen).convert("RGB")
    return picture.convert("RGB")


def _from_deep(values: npt.NDArray[np.generic]) -> Pil.Image:
    """Grey of 16 or more bits, or floating point, as 8-bit RGB."""
    deep = values.astype(np.float32)
    top = float(np.nanmax(deep, initial=0.0))
    white = 65535.0 if top > 255 else 255.0 if top > 1 else 1.0
    if top > 65535:
        white = top
    grey = np.nan_to_num(deep * (255.0 / white)).clip(0, 255).astype(np.uint8)
    return Pil.fromarray(grey).convert("RGB")


def _reason(error: BaseException) -> str:
    """The decoder's own words, on one line and without the file's path."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    if isinstance(error, MemoryError):
        return "not enough memory"
    text = " ".join(str(error).split())
    if "truncated" in text or "broken data stream" in text:
        return "the file is cut off"
    return text[:120] or type(error).__name__
