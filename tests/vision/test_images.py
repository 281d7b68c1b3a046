"""Photos from strangers: each is decoded as displayed, or refused in one sentence."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pil

from vision import images
from vision.errors import ImageError
from vision.images import full_size, load


def encoded(picture: Pil.Image, kind: str = "PNG", **options: object) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)  # type: ignore[arg-type]
    return stream.getvalue()


def corners(size: tuple[int, int] = (8, 4)) -> Pil.Image:
    """Black, with a red top left corner."""
    picture = Pil.new("RGB", size)
    picture.putpixel((0, 0), (255, 0, 0))
    return picture


def test_colours_are_bgr() -> None:
    image = load(encoded(corners()))
    assert image.shape == (4, 8, 3)
    assert image.dtype == np.uint8
    assert image[0, 0].tolist() == [0, 0, 255]


@pytest.mark.parametrize(
    ("orientation", "shape", "red"),
    [
        (1, (4, 8), (0, 0)),
        (2, (4, 8), (0, 7)),
        (3, (4, 8), (3, 7)),
        (4, (4, 8), (3, 0)),
        (5, (8, 4), (0, 0)),
        (6, (8, 4), (0, 3)),
        (7, (8, 4), (7, 3)),
        (8, (8, 4), (7, 0)),
    ],
)
def test_exif_orientation(orientation: int, shape: tuple[int, int], red: tuple[int, int]) -> None:
    exif = Pil.Exif()
    exif[0x0112] = orientation
    image = load(encoded(corners(), exif=exif))
    assert image.shape[:2] == shape
    assert image[red].tolist() == [0, 0, 255]
    assert full_size(image) == shape[::-1]


@pytest.mark.parametrize(
    ("picture", "pixel"),
    [
        (Pil.new("L", (5, 4), 90), [90, 90, 90]),
        (Pil.new("1", (5, 4), 1), [255, 255, 255]),
        (Pil.new("RGBA", (5, 4), (0, 0, 0, 0)), [255, 255, 255]),
        (Pil.new("RGBA", (5, 4), (10, 20, 30, 255)), [30, 20, 10]),
        (Pil.new("LA", (5, 4), (0, 0)), [255, 255, 255]),
        (Pil.fromarray(np.full((4, 5), 40000, np.uint16)), [155, 155, 155]),
        (Pil.new("P", (5, 4), 0), [0, 0, 0]),
    ],
)
def test_modes(picture: Pil.Image, pixel: list[int]) -> None:
    image = load(encoded(picture))
    assert image.shape == (4, 5, 3)
    assert image[2, 2].tolist() == pixel


def test_cmyk() -> None:
    image = load(encoded(Pil.new("CMYK", (16, 16), (0, 255, 255, 0)), "JPEG", quality=95))
    blue, green, red = image[8, 8].tolist()
    assert red > 200
    assert max(blue, green) < 60


def test_a_twelve_megapixel_photo_keeps_every_pixel() -> None:
    image = load(encoded(Pil.new("RGB", (4000, 3000), "green"), "JPEG"))
    assert image.shape == (3000, 4000, 3)


def test_a_sixty_megapixel_photo_is_halved_but_knows_its_size() -> None:
    image = load(encoded(Pil.new("RGB", (9000, 6700), "green"), "JPEG"))
    assert full_size(image) == (9000, 6700)
    assert image.shape == (3350, 4500, 3)
    assert full_size(image[:10]) == (4500, 10)  # a part is no longer the photo


def test_a_large_png_is_halved_as_well() -> None:
    image = load(encoded(Pil.new("L", (6000, 5000), 7)))
    assert full_size(image) == (6000, 5000)
    assert image.shape == (2500, 3000, 3)


def test_heic() -> None:
    heif = pytest.importorskip("pillow_heif")
    stream = io.BytesIO()
    heif.from_pillow(Pil.new("RGB", (64, 48), (200, 10, 10))).save(stream)
    image = load(stream.getvalue())
    assert image.shape == (48, 64, 3)
    assert image[20, 20, 2] > 150


def broken(folder: Path) -> dict[str, Path]:
    """Files that are no photos, by what is wrong with them."""
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    jpeg = encoded(Pil.fromarray(noise), "JPEG")
    bomb = encoded(Pil.new("1", (20000, 20000)))
    contents = {
        "cut off": jpeg[: len(jpeg) // 2],
        "not a picture": b"these are words, not a picture\n" * 9,
        "empty": b"",
        "too": bomb,
    }
    files = {}
    for number, (what, data) in enumerate(contents.items()):
        files[what] = folder / f"photo{number}.jpg"
        files[what].write_bytes(data)
    files["folder"] = folder / "photos.jpg"
    files["folder"].mkdir()
    files["does not exist"] = folder / "nowhere.jpg"
    return files


@pytest.mark.parametrize(
    "what", ["cut off", "not a picture", "empty", "too", "folder", "does not exist"]
)
def test_refused_in_one_sentence_that_names_the_file(tmp_path: Path, what: str) -> None:
    path = broken(tmp_path)[what]
    with pytest.raises(ImageError, match=what) as caught:
        load(path)
    text = str(caught.value)
    assert text.startswith(path.name)
    assert "\n" not in text
    assert str(tmp_path) not in text


@pytest.mark.parametrize("size", [1, 7, 20, 60, 200])
def test_bytes_cut_anywhere_never_raise_anything_else(size: int) -> None:
    for kind in ("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF"):
        whole = encoded(corners((40, 30)), kind)
        with contextlib.suppress(ImageError):  # some decoders make do with less
            assert load(whole[: min(size, len(whole) - 8)]).shape == (30, 40, 3)


def test_garbled_bytes_never_raise_anything_else() -> None:
    random = np.random.default_rng(7)
    for kind in ("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF"):
        for _ in range(25):
            data = bytearray(encoded(corners((40, 30)), kind))
            for place in random.integers(0, len(data), 12):
                data[place] = int(random.integers(256))
            try:
                image = load(bytes(data))
            except ImageError:
                continue
            assert image.ndim == 3


def test_postscript_is_never_opened() -> None:
    with pytest.raises(ImageError):
        load(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\nshowpage\n")


def test_the_limits_are_in_order() -> None:
    assert images.KEPT_PIXELS < images.MOST_PIXELS
