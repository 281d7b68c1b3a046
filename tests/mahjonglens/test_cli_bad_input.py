"""Every kind of strange photo and stream: read, or refused in one line with the right status."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from mahjonglens.cli import run

SAMPLE = Path(__file__).resolve().parents[2] / "datasets" / "samples" / "hand.jpg"
GOOD = ["B1", "B1", "B1", "C1", "C1", "C1", "D1", "D1", "D1", "WE", "WE", "WE", "DR", "DR"]
Captured = pytest.CaptureFixture[str]
PROGRAM = [sys.executable, "-m", "mahjonglens"]


def read(capsys: Captured, *files: Path) -> tuple[int, list[dict[str, object]], str]:
    """Exit status, the documents, stderr."""
    status = run(["read", "--json", *map(str, files)])
    captured = capsys.readouterr()
    return status, [json.loads(line) for line in captured.out.splitlines()], captured.err


@pytest.fixture(scope="module")
def sample() -> Image.Image:
    picture = Image.open(SAMPLE)
    picture.load()
    return picture


@pytest.fixture(scope="module")
def codes() -> list[str]:
    """What stands in the sample, sorted."""
    return sorted(["DG"] * 3 + ["DW"] * 3 + ["B6"] * 3 + ["DR"] * 3 + ["C9"] * 2)


def turned(picture: Image.Image) -> Image.Image:
    return picture.transpose(Image.Transpose.ROTATE_90)


def upside_down(picture: Image.Image) -> Image.Image:
    return picture.transpose(Image.Transpose.ROTATE_180)


def by_exif(picture: Image.Image) -> Image.Image:
    """Stored lying on its side, with the tag that sets it upright."""
    stored = picture.transpose(Image.Transpose.ROTATE_90)
    stored.getexif()[0x0112] = 6
    return stored


def deep(picture: Image.Image) -> Image.Image:
    """Grey with 16 bits a px."""
    grey = np.asarray(picture.convert("L")).astype(np.uint16)
    return Image.fromarray(grey * 257)


CHANGES: dict[str, tuple[Callable[[Image.Image], Image.Image], str]] = {
    "turned": (turned, "jpg"),
    "upside down": (upside_down, "jpg"),
    "exif": (by_exif, "jpg"),
    "grey": (lambda picture: picture.convert("L"), "jpg"),
    "rgba": (lambda picture: picture.convert("RGBA"), "png"),
    "palette": (lambda picture: picture.convert("P"), "png"),
    "cmyk": (lambda picture: picture.convert("CMYK"), "jpg"),
    "16-bit": (deep, "png"),
    "12 megapixels": (lambda picture: picture.resize((4000, 3000)), "jpg"),
    "60 megapixels": (lambda picture: picture.resize((9000, 6700)), "jpg"),
}


COLOURLESS = {"grey", "16-bit"}


@pytest.mark.parametrize("name", CHANGES)
def test_odd_photos_are_read(
    capsys: Captured,
    tmp_path: Path,
    sample: Image.Image,
    codes: list[str],
    name: str,
) -> None:
    change, kind = CHANGES[name]
    path = tmp_path / f"photo.{kind}"
    changed = change(sample)
    changed.save(path, exif=changed.getexif())
    status, (document,), _ = read(capsys, path)
    assert status == 0
    width, height = changed.size
    upright = (height, width) if changed.getexif().get(0x0112) == 6 else (width, height)
    assert (document["width"], document["height"]) == upright
    tiles = document["tiles"]
    assert isinstance(tiles, list)
    found = sorted(tile["code"] for tile in tiles)
    right = sum(min(found.count(code), codes.count(code)) for code in set(codes))
    missed = 6 if name in COLOURLESS else 2  # dragons are told apart by their colours too
    assert right >= len(codes) - missed, f"{found}"
    for tile in tiles:
        assert all(-1 <= x <= upright[0] + 1 and -1 <= y <= upright[1] + 1 for x, y in tile["quad"])


def no_photos(folder: Path) -> dict[str, Path]:
    """One file of each kind that is no photo."""
    whole = SAMPLE.read_bytes()
    text = folder / "text.jpg"
    text.write_text("this is a letter, not a picture\n" * 20)
    empty = folder / "empty.jpg"
    empty.write_bytes(b"")
    header = folder / "header.jpg"
    header.write_bytes(whole[:200])
    heic = folder / "phone.heic"
    heic.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(400))
    png = io.BytesIO()
    Image.new("RGB", (64, 64)).save(png, "PNG")
    broken = folder / "broken.png"
    broken.write_bytes(png.getvalue()[:60])
    return {
        "text": text,
        "empty": empty,
        "header": header,
        "heic": heic,
        "broken": broken,
        "folder": folder,
        "missing": folder / "nowhere.jpg",
    }


@pytest.mark.parametrize("kind", ["text", "empty", "header", "heic", "broken", "folder", "missing"])
def test_what_is_no_photo_is_refused_in_one_line(
    capsys: Captured, tmp_path: Path, kind: str
) -> None:
    path = no_photos(tmp_path)[kind]
    status, documents, complaint = read(capsys, path)
    assert status == 2
    assert [set(document) for document in documents] == [{"file", "error"}]
    assert documents[0]["file"] == str(path)
    assert complaint.count("\n") == 1
    assert complaint.startswith("mahjonglens: ")
    assert str(path) in complaint


def test_a_truncated_jpeg_is_read_or_refused(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "truncated.jpg"
    whole = SAMPLE.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    status, (document,), complaint = read(capsys, path)
    assert ("error" in document) == (status == 2)
    assert complaint.count("\n") == (status != 0)


def test_the_other_photos_are_still_read(capsys: Captured, tmp_path: Path) -> None:
    bad = tmp_path / "empty.jpg"
    bad.write_bytes(b"")
    status, documents, _ = read(capsys, bad, SAMPLE)
    assert status == 2
    assert ["error" in document for document in documents] == [True, False]


def test_no_tiles_one_tile_and_a_whole_set(
    capsys: Captured, tmp_path: Path, sample: Image.Image
) -> None:
    bare = tmp_path / "bare.png"
    Image.new("RGB", (640, 480), (60, 110, 60)).save(bare)
    status, (document,), complaint = read(capsys, bare)
    assert (status, document["tiles"], complaint.count("\n")) == (3, [], 1)

    status = run(["score", "--rules", "goulash", "--yes", "--json", str(bare)])
    captured = capsys.readouterr()
    assert status == 3
    assert set(json.loads(captured.out)) == {"reading", "score"}
    assert captured.err.count("\n") == 1


def test_a_hand_that_rules_refuse_is_status_3(
    capsys: Captured, tmp_path: Path, sample: Image.Image
) -> None:
    path = tmp_path / "half.png"
    sample.crop((0, 0, sample.width, sample.height * 6 // 10)).save(path)
    status = run(["score", "--rules", "goulash", "--yes", str(path)])
    captured = capsys.readouterr()
    assert status == 3
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{not json}", "line 2"),
        (b"[1, 2]", "line 2"),
        (b"\xff\xfe", "line 2"),
        (b"[" * 100_000, "line 2"),
        (b'{"id": NaN}', "line 2"),
        (b'{"id": ' + b"9" * 5000 + b"}", "line 2"),
        (b'{"hand": "' + b"x" * 2_000_000 + b'"}', "line 2"),
    ],
    ids=["broken", "list", "not-utf8", "deep", "nan", "digits", "overlong"],
)
def test_a_malformed_line_is_answered_and_the_rest_go_on(line: bytes, why: str) -> None:
    good = json.dumps(
        {
            "id": "good",
            "hand": {"concealed_tiles": GOOD},
            "context": {"seat_wind": "E", "round_wind": "E", "is_winner": True},
        }
    ).encode()
    done = subprocess.run(
        [*PROGRAM, "score", "--rules", "goulash", "--json", "-"],
        input=b"\n".join([good, line, b"", b"   ", good]),
        capture_output=True,
        check=False,
    )
    documents = [json.loads(out) for out in done.stdout.splitlines()]
    assert done.returncode == 2
    assert [document["id"] for document in documents] == ["good", None, "good"]
    assert set(documents[1]) == {"id", "error"}
    assert why in documents[1]["error"]
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"id": 1, "hand": None},
        {"hand": {"concealed_tiles": 5}},
        {"hand": {"concealed_tiles": ["B1"] * 5}},
        {"hand": {"concealed_tiles": ["Q9"] * 14}},
        {"hand": {"concealed_tiles": []}, "context": []},
        {"kind": "deal"},
        {"kind": "settlement", "input": {"scores": "many"}},
        {"kind": ["x"]},
        {"hand": {"declared": [{"type": "pung"}]}},
        {"options": 3, "hand": {"concealed_tiles": ["B1"] * 2}},
        {"options": {"nonsense": 1}, "hand": {"concealed_tiles": ["B1"] * 2}},
    ],
)
@pytest.mark.parametrize("rules", ["goulash", "taiwanese", "european", "singapore"])
def test_a_record_that_is_no_hand_is_answered(
    capsys: Captured, tmp_path: Path, rules: str, record: dict[str, object]
) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps(record))
    status = run(["score", "--rules", rules, "--json", str(path)])
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert status == 2
    assert set(document) == {"id", "error"}
    assert document["id"] == record.get("id")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["B1 B2 nonsense"],
        ["B1111 B1"],
        ["nowhere.jsonl"],
        ["no/such/photo.jpg"],
        [""],
        ["/"],
        ["B123 B456 B789 WEEE DRR", "--option", "limit"],
        ["B123 B456 B789 WEEE DRR", "--option", "nonsense=1"],
        ["B123 B456 B789 WEEE DRR", "--with", "luck"],
        ["B123 B456 B789 WEEE DRR", "--save", "x.jpg"],
        ["a\nb\x1b[31m.jpg"],
        ["x" * 5000],
    ],
)
def test_bad_arguments_of_score(capsys: Captured, arguments: list[str]) -> None:
    status = run(["score", "--rules", "european", *arguments])
    captured = capsys.readouterr()
    assert status == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "\x1b" not in captured.err


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    records = tmp_path / "many.jsonl"
    records.write_text('{"kind": "none"}\n' * 20_000)
    with subprocess.Popen(
        [*PROGRAM, "score", "--rules", "goulash", "--json", str(records)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def _hears_ctrl_c() -> None:
    """Tests may run in the background, where a shell makes its children deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_without_a_traceback() -> None:
    with subprocess.Popen(
        [*PROGRAM, "score", "--rules", "goulash", "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_hears_ctrl_c,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"kind": "none"}\n')
        process.stdin.flush()
        assert process.stdout.readline()  # answered at once, before the stream ends
        os.kill(process.pid, signal.SIGINT)
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 130


def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "rules", "goulash", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
