"""The figures: what counts as found, right, extra, exact, in order, doubted, grouped."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pil

from tests.vision.racks import put, row
from vision import evaluate
from vision.data import gains, metrics
from vision.data.labels_io import BadLabelError, Label, Truth, read_folder
from vision.data.synth.export import Job, write
from vision.group import arrange
from vision.labels import FACES
from vision.pipeline import load_reader
from vision.reading import Doubt, RackReading, TileReading

THIRTEEN = "C1 C2 C3 D4 D5 D6 B7 B8 B9 WE WE WE DR"
GROUPS = Path(__file__).parent / "data" / "dev_groups.json"


def outcome(
    tiles: list[TileReading], labelled: list[TileReading] | None = None, **known: object
) -> metrics.Outcome:
    """A reading of `tiles` where `labelled` lie."""
    labels = tuple(Label(tile.face, tile.quad) for tile in labelled or tiles)
    truth = Truth(Path("a.jpg"), labels, "somewhere", **known)  # type: ignore[arg-type]
    layout = arrange(tiles)
    reading = RackReading(layout.tiles, layout.groups, (9, 9), (Doubt(0, "?"),))
    matches = metrics.match(labels, reading)
    ordered = metrics.in_order(truth, reading, matches)
    return metrics.Outcome(truth, reading, matches, 0.1, ordered)


def test_all_right() -> None:
    good = outcome(row(THIRTEEN))
    assert good.exact
    assert good.wrong == set()
    assert good.truth.kind == "winning hands"


def test_a_wrong_face() -> None:
    bad = outcome(row(THIRTEEN), row(THIRTEEN.replace("D5", "D6", 1)))
    assert not bad.exact
    figures = metrics.report([bad])
    assert figures["kinds"]["all"]["place_found"] == 1
    assert figures["kinds"]["all"]["right_place_and_class"] == pytest.approx(12 / 13, abs=1e-4)
    assert figures["confusions"] == [["D6", "D5", 1]]
    assert figures["doubts"]["wrong_doubted"] == 0


def test_a_missing_and_an_extra_tile() -> None:
    missing = outcome(row(THIRTEEN)[1:], row(THIRTEEN))
    extra = outcome(row(THIRTEEN), row(THIRTEEN)[1:])
    assert not missing.exact
    assert missing.extra == []
    assert not extra.exact
    assert extra.extra == [0]
    assert metrics.doubts([extra])["wrong_doubted"] == 1


def test_tiles_outside_the_hand_are_neither_extra_nor_wanted() -> None:
    wall = row(["X"] * 9, 0, -3.5)
    assert outcome([*row(THIRTEEN), *wall], row(THIRTEEN)).exact


def test_a_caption_is_found_by_the_tile_that_holds_it() -> None:
    tile = put("F1", 0, 0)
    upper = tile.quad.array.copy()
    upper[2:, 1] -= 30
    label = Label("F1", type(tile.quad).of(upper), caption=True)
    reading = RackReading((tile,), (), (9, 9), ())
    assert metrics.match([label], reading) == {0: 0}
    assert metrics.match([Label("F1", label.quad)], reading) == {}


def test_order_of_rows_that_lean() -> None:
    tiles = [put("C1", x, y + 0.3 * x) for y in (0, 1.6) for x in range(8)]
    assert outcome(tiles).ordered
    good = outcome(row(THIRTEEN))
    swapped = RackReading(
        (good.reading.tiles[1], good.reading.tiles[0], *good.reading.tiles[2:]),
        good.reading.groups,
        (9, 9),
        (),
    )
    matches = metrics.match(good.truth.labels, swapped)
    assert not metrics.in_order(good.truth, swapped, matches)


def test_groups_are_compared_without_the_order_of_concealed_pieces() -> None:
    tiles = row("DG DG DG", 0, 0) + row("C6 C6 D7 D8 D9 D1 D2 D3", 0, 2)
    known = (("exposed", (0, 1, 2)), ("concealed", tuple(range(3, 11))))
    assert outcome(tiles, groups=known).grouped is True
    assert outcome(tiles, groups=(("concealed", tuple(range(11))),)).grouped is False
    assert outcome(tiles).grouped is None


NINE = "C1 C1 C1 C2 C3 C4 C5 C6 C7 C8 C9 C9 C9 C5"


def test_what_a_proposal_gains() -> None:
    seen = row(NINE)
    seen[4] = put("B3", 4, 0, sure=0.6, other="C3")
    gained = gains.proposals([outcome(seen, row(NINE))])
    assert gained["exact_as_read"] == 0
    assert gained["exact_if_accepted"] == gained["hands_mended"] == gained["right"] == 1
    assert (gained["tiles_mended"], gained["tiles_spoilt"]) == (1, 0)
    assert 0.9 < gained["mean_odds"] < 1  # type: ignore[operator]


def test_what_a_proposal_spoils() -> None:
    seen = row(NINE)
    seen[4] = put("B3", 4, 0, sure=0.6, other="C3")
    spoilt = gains.proposals([outcome(seen), outcome(row(NINE))])
    assert spoilt["photos"] == spoilt["hands_spoilt"] == spoilt["tiles_spoilt"] == 1
    assert (spoilt["exact_as_read"], spoilt["exact_if_accepted"]) == (2, 1)


def test_a_pair_of_single_tiles_has_no_first() -> None:
    tiles = [*row("DG DG DG | C6 C6 C6 | D7 D8 D9 | D1 D2 D3"), put("WN", 0, 3), put("WN", 6, 3)]
    sets = tuple(("exposed", (k, k + 1, k + 2)) for k in (0, 3, 6, 9))
    for held, won in ((12, 13), (13, 12)):
        known = (*sets, ("concealed", (held,)), ("winning_tile", (won,)))
        assert outcome(tiles, groups=known).grouped is True


def rendered(at: Path, layout: str, groups: dict[str, str]) -> Truth:
    """A rendered photo of rows of tiles, one group a row, read back."""
    tiles, listed = [], []
    for number, (kind, faces) in enumerate(groups.items()):
        laid = row(faces, 0, 2 * number)
        listed.append({"kind": kind, "tiles": [len(tiles) + k for k in range(len(laid))]})
        tiles += [
            {"face": t.face, "quad": t.quad.corners, "group": number, "in_hand": kind != "other"}
            for t in laid
        ]
    for name in ("images", "labels"):
        (at / name).mkdir()
    Pil.new("RGB", (900, 700)).save(at / "images" / "one.jpg")
    document = {"layout": layout, "tiles": tiles, "groups": listed}
    (at / "labels" / "one.json").write_text(json.dumps(document))
    (truth,) = read_folder(at)
    return truth


def test_true_tiles_are_grouped(tmp_path: Path) -> None:
    truth = rendered(
        tmp_path, "tidy", {"exposed": "DG DG DG", "concealed": "C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5"}
    )
    for degrees in (0, 90, 123, 180):
        judged = evaluate.judge(truth, None, degrees=degrees)
        assert judged.grouped
        assert judged.exact


def test_a_hand_that_is_cut_off_has_no_groups(tmp_path: Path) -> None:
    truth = rendered(tmp_path, "tidy", {"exposed": "DG DG DG", "concealed": "C6 D7 D8 D9 D1"})
    assert truth.groups == ()


def test_of_a_kong_that_is_cut_off_nobody_can_tell(tmp_path: Path) -> None:
    truth = rendered(
        tmp_path, "tidy", {"kong": "DG DG DG", "concealed": "C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5"}
    )
    assert truth.groups == ()


def test_a_kong_whose_top_tile_hides_one_is_whole(tmp_path: Path) -> None:
    faces = {"kong": "DG DG DG", "concealed": "C6 C6 D7 D8 D9 D1 D2 D3 B3 B4 B5"}
    rendered(tmp_path, "tidy", faces)
    label = tmp_path / "labels" / "one.json"
    document = json.loads(label.read_text())
    for tile, x in zip(document["tiles"][:3], (0, 2, 1), strict=True):
        tile["quad"] = put("DG", x, -0.7 * (x == 1)).quad.corners
    label.write_text(json.dumps(document))
    (truth,) = read_folder(tmp_path)
    assert truth.groups[0] == ("kong", (0, 1, 2))
    assert evaluate.judge(truth, None).grouped


def test_flowers_of_a_desk_row_are_a_group_of_their_own(tmp_path: Path) -> None:
    truth = rendered(tmp_path, "desk", {"concealed": "C6 F1 D7 ?"})
    assert truth.groups == (("concealed", (0, 2, 3)), ("bonus", (1,)))
    assert truth.labels[3].face == "?"


def test_rendered_rows_are_in_order_as_they_were_laid(tmp_path: Path) -> None:
    truth = rendered(tmp_path, "hand", {"concealed": "C1 C1 C1 C2 C3 C4 C5 C6 C7 C8 C9 C9 C9 C5"})
    assert evaluate.judge(truth, None).ordered
    backwards = tuple((kind, tiles[::-1]) for kind, tiles in truth.groups)
    assert not evaluate.judge(replace(truth, groups=backwards), None).ordered


def test_calibration() -> None:
    half = outcome(
        [put("C1", x, 0, sure=0.75) for x in range(8)],
        [put("C1" if x % 4 else "C2", x, 0) for x in range(8)],
    )
    assert metrics.calibration([half])["ece"] == pytest.approx(0, abs=1e-6)


def folder(at: Path, line: str) -> Path:
    for name in ("images", "labels"):
        (at / name).mkdir()
    Pil.new("RGB", (200, 100)).save(at / "images" / "one.jpg")
    (at / "labels" / "one.txt").write_text(line)
    return at


def test_reading_labels(tmp_path: Path) -> None:
    (truth,) = read_folder(folder(tmp_path, f"{FACES.index('DR')} 0.5 0.5 0.2 0.4\n"))
    assert truth.labels[0].face == "DR"
    assert truth.labels[0].quad.corners[0] == pytest.approx((80, 30))
    assert truth.kind == "desk rows"


@pytest.mark.parametrize("line", ["99 0.5 0.5 0.1 0.1", "3 0.5", "x 1 1 1 1"])
def test_broken_labels_are_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadLabelError, match=r"one\.txt, line 1"):
        list(read_folder(folder(tmp_path, line)))


@pytest.mark.parametrize("degrees", [90, 180, 270, 33.3])
def test_points_of_a_turned_photo_come_back(degrees: float) -> None:
    image = np.zeros((100, 200, 3), np.uint8)
    image[20:24, 150:154] = 255
    turned, back = evaluate.turned(image, degrees)
    y, x = (np.argwhere(turned[..., 0] > 120)).mean(axis=0)
    assert back[:, :2] @ [x, y] + back[:, 2] == pytest.approx([151.5, 21.5], abs=1)


def test_the_program_groups_true_tiles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rendered(tmp_path, "hand", {"concealed": "C1 C1 C1 C2 C3 C4 C5 C6 C7 C8 C9 C9 C9 C5"})
    assert evaluate.main(["--photos", str(tmp_path), "--true-tiles", "--rotate", "180"]) == 0
    assert "true tiles" in capsys.readouterr().out


def test_the_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = folder(tmp_path, "0 0.5 0.5 0.2 0.4")
    target = tmp_path / "report.json"
    assert evaluate.main(["--photos", str(photos), "--json", str(target)]) == 0
    assert "desk rows" in capsys.readouterr().out
    assert json.loads(target.read_text())["kinds"]["all"]["tiles"] == 1


def test_one_command_makes_the_table(tmp_path: Path) -> None:
    photos = tmp_path / "rendered"
    for layout, seed in (("tidy", 1), ("desk", 2)):
        write(Job(photos, seed, size=256, layout=layout, split="test"))
    target = tmp_path / "out" / "table.md"
    program = Path(__file__).parents[2] / "models" / "measure.py"
    command = [sys.executable, str(program), "--rendered", str(photos), "--out", str(target)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    text = target.read_text()
    assert done.stdout == text
    for line in ("rendered, rendered: tidy", "rendered, rendered, tiles given: desk", "| test |"):
        assert line in text
    assert len({line.count("|") for line in text.split("\n\n")[0].splitlines()}) == 1
    report = json.loads(target.with_suffix(".json").read_text())["rendered, rendered"]
    assert {"kinds", "classes", "confusions", "calibration", "doubts", "proposals"} <= set(report)


def test_group_truth_names_each_label_once() -> None:
    given = json.loads(GROUPS.read_text())
    assert len(given) == 32
    for kinds in given.values():
        flat = [
            i
            for value in kinds.values()
            for part in value
            for i in (part if isinstance(part, list) else [part])
        ]
        assert sorted(flat) == list(range(len(flat)))


def test_groups_of_real_hands(photos: Path) -> None:
    given = json.loads(GROUPS.read_text())
    truths = [t for t in read_folder(photos / "dev") if t.image.name in given]
    outcomes = evaluate.evaluate(evaluate.with_groups(truths, given), load_reader(), lambda _: 0.0)
    assert len(outcomes) == 32
    assert sum(bool(o.grouped) for o in outcomes) >= 0.9 * 32
