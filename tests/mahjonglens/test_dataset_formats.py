"""Every format, out and in again: the same boxes, classes and order; and what is odd in them."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from mahjonglens.dataset.exporting import ExportJob, export
from mahjonglens.dataset.faults import DatasetError, Fault, Note
from mahjonglens.dataset.formats import FORMATS, guess
from mahjonglens.dataset.importing import ImportJob, Tally, take_in
from mahjonglens.dataset.photos import Frame, decode, look
from mahjonglens.dataset.store import Store
from vision.data.labelled import LabelledPhoto, LabelledTile, Origin, box_quad, hull
from vision.data.names import Names
from vision.labels import FACES
from vision.reading import Quad

WHOLE = ("yolo", "yolo-obb", "coco", "voc", "labelstudio")


def picture(width: int, height: int, seed: int = 0) -> np.ndarray:
    """Noise in large blobs, so that JPEG keeps it and no two seeds look alike."""
    small = np.random.default_rng(seed).integers(0, 255, (6, 8, 3), dtype=np.uint8)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def turned(cx: float, cy: float, w: float, h: float, degrees: float) -> Quad:
    """A rectangle turned clockwise about its centre."""
    a = math.radians(degrees)
    along, down = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return Quad.of([np.array([cx, cy]) + s * w / 2 * along + t * h / 2 * down for s, t in signs])


def put(
    store: Store, folder: Path, photo: LabelledPhoto, seed: int, status: str = "labelled"
) -> None:
    path = folder / photo.file
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture(*photo.size, seed))
    data = path.read_bytes()
    assert store.add(photo, data, look(data, path.name), status=status, who="test") is not None


def examples() -> list[LabelledPhoto]:
    """Non-square photos: upright boxes, turned and skewed ones, an empty one, a foreign class."""
    upright = tuple(
        LabelledTile(face, box_quad(10.25 + 20 * n, 30.5, 28.0 + 20 * n, 61.75))
        for n, face in enumerate(("B1", "X", "DW", "A4", "S1"))
    )
    loose = (
        LabelledTile("C5", turned(120, 90, 30, 44, 33)),
        LabelledTile("WN", turned(220, 80, 30, 44, 181)),
        LabelledTile("D9", Quad(((300.5, 20), (341, 24.25), (338, 80), (298, 71.5)))),
        LabelledTile("joker", turned(60, 60, 30, 40, -75)),
    )
    origin = Origin("club", "monday", "jade", "CC0-1.0", "Ann | Bo", "")
    return [
        LabelledPhoto("wide.png", (400, 150), upright, origin),
        LabelledPhoto("tall/turned.jpg", (360, 480), loose, origin),
        LabelledPhoto("empty.png", (90, 200), (), Origin("club", "tuesday", "bone", "CC0-1.0")),
    ]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store.create(tmp_path / "set", "the set")
    for seed, photo in enumerate(examples()):
        put(made, tmp_path / "shots", photo, seed)
    return made


def bring_back(root: Path, tmp_path: Path, form: str | None = None) -> tuple[Store, Tally]:
    again, tally = Store.create(tmp_path / f"again-{root.name}"), Tally()
    for event in take_in(again, ImportJob(root, form)):
        tally.add(event)
    return again, tally


def gap(a: Quad, b: Quad) -> float:
    return float(np.abs(np.array(a.corners) - np.array(b.corners)).max())


@pytest.mark.parametrize("form", WHOLE)
def test_a_round_trip_gives_the_same_boxes_and_classes(
    form: str, store: Store, tmp_path: Path
) -> None:
    outcome = export(store, ExportJob(form, tmp_path / "out"))
    assert not outcome.faults
    assert outcome.classes == (*FACES, "joker")
    again, tally = bring_back(tmp_path / "out", tmp_path, form)
    assert (tally.new, tally.faults, tally.notes) == (3, [], [])
    before = {record.name: record for record in store.find()}
    after = {record.name: record for record in again.find()}
    assert before.keys() == after.keys()
    for name, was in before.items():
        now = after[name].photo
        assert now.size == was.photo.size
        assert now.labelled
        assert now.origin == was.photo.origin
        assert [tile.face for tile in now.tiles] == [tile.face for tile in was.photo.tiles]
        for new, old in zip(now.tiles, was.photo.tiles, strict=True):
            assert gap(new.quad, old.quad) < 0.5


@pytest.mark.parametrize("form", WHOLE)
def test_a_format_is_told_by_what_lies_in_the_folder(
    form: str, store: Store, tmp_path: Path
) -> None:
    export(store, ExportJob(form, tmp_path / "out"))
    assert guess(tmp_path / "out").name == {"yolo-obb": "yolo"}.get(form, form)


def test_classification_folders_keep_class_and_order(store: Store, tmp_path: Path) -> None:
    export(store, ExportJob("folders", tmp_path / "out"))
    assert (tmp_path / "out/classes.txt").read_text().split() == [*FACES, "joker"]
    again, tally = bring_back(tmp_path / "out", tmp_path)
    assert tally.new == 9
    assert tally.unknown == {"joker": 1}
    faces = sorted(tile.face for record in again.find() for tile in record.photo.tiles)
    assert faces == sorted(tile.face for photo in examples() for tile in photo.tiles)
    for record in again.find():
        assert hull(record.photo.tiles[0].quad) == (0, 0, *record.photo.size)


def test_supervision_reads_what_we_write(store: Store, tmp_path: Path) -> None:
    sv = pytest.importorskip("supervision")
    for form in ("yolo", "coco", "voc"):
        export(store, ExportJob(form, tmp_path / form, drop_unknown=True))
    yolo = sv.DetectionDataset.from_yolo(
        str(tmp_path / "yolo/images"),
        str(tmp_path / "yolo/labels"),
        str(tmp_path / "yolo/data.yaml"),
    )
    coco = sv.DetectionDataset.from_coco(
        str(tmp_path / "coco/images"), str(tmp_path / "coco/annotations/instances_all.json")
    )
    voc = sv.DetectionDataset.from_pascal_voc(
        str(tmp_path / "voc/JPEGImages"), str(tmp_path / "voc/Annotations")
    )
    assert yolo.classes == coco.classes == list(FACES)
    ours = {record.name: record.photo for record in store.find()}
    for read in (yolo, coco, voc):
        assert len(read) == 3
        for path, _, found in read:
            tiles = [tile for tile in ours[Path(path).stem].tiles if tile.known]
            assert [read.classes[number] for number in found.class_id] == [t.face for t in tiles]
            for box, tile in zip(found.xyxy, tiles, strict=True):
                assert np.abs(box - hull(tile.quad)).max() <= 0.51


@pytest.mark.parametrize("form", WHOLE)
def test_what_sticks_out_and_what_the_model_thought_survive(form: str, tmp_path: Path) -> None:
    tiles = (
        LabelledTile("B1", box_quad(-30.5, 40, 20, 90.25)),
        LabelledTile("C9", turned(195, 100, 40, 60, 30)),
        LabelledTile("F3", box_quad(60, 20, 90, 60)),
    )
    guesses = tuple(LabelledTile(t.face, t.quad, 0.5 + n / 8) for n, t in enumerate(tiles))
    made = Store.create(tmp_path / "set")
    put(made, tmp_path / "shots", LabelledPhoto("said.jpg", (200, 120), tiles), 1)
    put(made, tmp_path / "shots", LabelledPhoto("guessed.jpg", (200, 120), guesses), 2,
        "prelabelled")  # fmt: skip
    outcome = export(made, ExportJob(form, tmp_path / "out"))
    cut = [line for line in outcome.left_out if "sticks out" in line]
    assert cut == (["what of 4 tiles sticks out of their photos (the exact corners are in exact/)"]
                   if form.startswith("yolo") else [])  # fmt: skip
    again, tally = bring_back(tmp_path / "out", tmp_path, form)
    assert sum("sticks out" in note.why for note in tally.notes) == 4  # told when they come in
    now = {record.name: record for record in again.find()}
    assert (now["said"].status, now["guessed"].status) == ("labelled", "prelabelled")
    for name, was in (("said", tiles), ("guessed", guesses)):
        assert len(now[name].photo.tiles) == 3
        for new, old in zip(now[name].photo.tiles, was, strict=True):
            assert (new.face, new.confidence) == (old.face, old.confidence)
            assert gap(new.quad, old.quad) < 0.01


def test_labels_that_a_trainer_would_refuse_are_cut_off_at_the_edge(tmp_path: Path) -> None:
    made = Store.create(tmp_path / "set")
    photo = LabelledPhoto("a.jpg", (200, 120), (LabelledTile("B1", turned(5, 60, 40, 60, 20)),))
    put(made, tmp_path / "shots", photo, 1)
    for form in ("yolo", "yolo-obb"):
        export(made, ExportJob(form, tmp_path / form))
        numbers = [float(n) for n in (tmp_path / form / "labels/a.txt").read_text().split()[1:]]
        assert all(0 <= value <= 1 for value in numbers)


def test_a_label_that_was_changed_elsewhere_wins_over_the_exact_one(tmp_path: Path) -> None:
    made = Store.create(tmp_path / "set")
    two = tuple(LabelledTile("B1", turned(60 + n, 60, 40, 60, 20)) for n in (0, 70))
    put(made, tmp_path / "shots", LabelledPhoto("a.jpg", (200, 120), two), 1)
    export(made, ExportJob("yolo", tmp_path / "out"))
    label = tmp_path / "out/labels/a.txt"
    first, _ = label.read_text().splitlines()
    label.write_text(f"{first}\n1 0.5 0.5 0.2 0.2\n")
    again, _ = bring_back(tmp_path / "out", tmp_path)
    tiles = next(again.find()).photo.tiles
    assert gap(tiles[0].quad, two[0].quad) < 0.01
    assert tiles[1].face == FACES[1]
    assert hull(tiles[1].quad) == pytest.approx((80, 48, 120, 72))
    (tmp_path / "out/exact/a.exact").write_text("{broken")
    _, tally = bring_back(tmp_path / "out", tmp_path / "other")
    assert (tally.new, tally.faults) == (1, [])


def test_an_empty_line_among_the_class_names_shifts_no_number(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), picture(50, 50))
    (tmp_path / "classes.txt").write_text("1m\n\nPei\n\n")
    (tmp_path / "a.txt").write_text("2 .5 .5 .4 .4\n")
    again, _ = bring_back(tmp_path, tmp_path)
    assert next(again.find()).photo.tiles[0].face == "WN"


def test_classes_whose_names_make_no_folder_come_back_by_name(tmp_path: Path) -> None:
    made = Store.create(tmp_path / "set")
    tile = LabelledTile("joker: 1/2", box_quad(5, 5, 30, 40))
    put(made, tmp_path / "shots", LabelledPhoto("a.jpg", (60, 60), (tile,)), 1)
    export(made, ExportJob("folders", tmp_path / "out"))
    again, _ = bring_back(tmp_path / "out", tmp_path, "folders")
    assert next(again.find()).photo.tiles[0].face == "joker: 1/2"


def exif_photo(path: Path, orientation: int, seed: int = 3) -> None:
    image = Image.fromarray(picture(200, 120, seed)[:, :, ::-1])
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "a camera with a place"
    image.save(path, quality=95, exif=exif)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_stored_points_follow_their_pixels_into_the_displayed_frame(
    orientation: int, tmp_path: Path
) -> None:
    stored = np.zeros((120, 200, 3), np.uint8)
    stored[30:34, 50:54] = 255
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.fromarray(stored).save(tmp_path / "dot.png", exif=exif)
    data = (tmp_path / "dot.png").read_bytes()
    seen = decode(data, "dot.png")
    ys, xs = np.nonzero(seen[:, :, 0])
    frame = look(data, "dot.png").frame
    assert frame.size == (seen.shape[1], seen.shape[0])
    moved = frame.displayed(np.array([[52.0, 32.0]]))[0]
    assert np.allclose(moved, (xs.mean() + 0.5, ys.mean() + 0.5))


@pytest.mark.parametrize("form", WHOLE)
def test_turned_photos_are_given_away_upright_without_exif(form: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    exif_photo(tmp_path / "in/phone.jpg", 6)
    (tmp_path / "in/classes.txt").write_text("B1\n")
    (tmp_path / "in/phone.txt").write_text("0 0.25 0.5 0.2 0.3\n")  # of the displayed picture
    first, _ = bring_back(tmp_path / "in", tmp_path)
    record = next(first.find())
    assert record.photo.size == (120, 200)
    assert hull(record.photo.tiles[0].quad) == pytest.approx((18, 70, 42, 130))
    export(first, ExportJob(form, tmp_path / "out"))
    path = next((tmp_path / "out").rglob("phone.jpg"))
    with Image.open(path) as given:
        assert given.size == (120, 200)
        assert not given.getexif()
    again, _ = bring_back(tmp_path / "out", tmp_path)
    assert hull(next(again.find()).photo.tiles[0].quad) == pytest.approx((18, 70, 42, 130), abs=0.5)


@pytest.mark.parametrize(
    ("declared", "box"), [((200, 120), (20, 10, 60, 50)), ((120, 200), (70, 20, 110, 60))]
)
def test_coco_boxes_are_in_the_frame_their_size_declares(
    declared: tuple[int, int], box: tuple[int, int, int, int], tmp_path: Path
) -> None:
    exif_photo(tmp_path / "phone.jpg", 6)
    left, top, right, bottom = box
    document = {
        "images": [
            {"id": 7, "file_name": "phone.jpg", "width": declared[0], "height": declared[1]}
        ],
        "categories": [{"id": 4, "name": "5 Dots"}],
        "annotations": [
            {
                "id": 1,
                "image_id": 7,
                "category_id": 4,
                "bbox": [left, top, right - left, bottom - top],
            }
        ],
    }
    (tmp_path / "labels.json").write_text(json.dumps(document))
    again, tally = bring_back(tmp_path / "labels.json", tmp_path)
    tile = next(again.find()).photo.tiles[0]
    assert tally.faults == []
    assert tile.face == "D5"
    assert hull(tile.quad) == pytest.approx((70, 20, 110, 60))


def test_labels_of_another_picture_are_refused(tmp_path: Path) -> None:
    exif_photo(tmp_path / "phone.jpg", 1)
    document = {
        "images": [{"id": 7, "file_name": "phone.jpg", "width": 300, "height": 300}],
        "categories": [], "annotations": [],
    }  # fmt: skip
    (tmp_path / "labels.json").write_text(json.dumps(document))
    _, tally = bring_back(tmp_path, tmp_path)
    assert [fault.why for fault in tally.faults] == [
        "its labels are for a picture of 300×300, the file is 200×120"
    ]


def test_what_is_wrong_is_reported_by_file_and_the_rest_goes_on(tmp_path: Path) -> None:
    root = tmp_path / "mixed"
    (root / "images").mkdir(parents=True)
    (root / "labels").mkdir()
    (root / "data.yaml").write_text("names: [1m, 2m, joker]\n")
    good = cv2.imencode(".jpg", picture(100, 80))[1].tobytes()
    for name in ("good", "bare", "cut"):
        (root / f"images/{name}.jpg").write_bytes(good if name != "cut" else good[: len(good) // 2])
    (root / "images/text.png").write_text("no picture")
    lines = ["0 .5 .5 .2 .2", "1 3 3 .1 .1", "2 .3 .3 .1 .1", "0 .5 x .1 .1", "9 .6 .6 .1 .1",
             "0 .5 .5 0 .1", "0 nan .5 .1 .1"]  # fmt: skip
    (root / "labels/good.txt").write_text("\n".join(lines))
    (root / "labels/cut.txt").write_text("")
    (root / "labels/lost.txt").write_text("0 .5 .5 .2 .2\n")
    store, tally = bring_back(root, tmp_path)
    records = {record.name: record for record in store.find()}
    assert sorted(records) == ["bare", "good"]
    assert [tile.face for tile in records["good"].photo.tiles] == ["C1", "joker", "class 9"]
    assert records["bare"].status == "unlabelled"
    assert tally.unknown == {"joker": 1, "class 9": 1}
    faults = {Path(fault.file).name: fault.why for fault in tally.faults}
    assert set(faults) == {"cut.jpg", "text.png", "lost.txt"}
    assert faults["cut.jpg"].startswith("damaged")
    assert faults["lost.txt"] == "labels without a picture"
    why = " ".join(note.why for note in tally.notes)
    for part in ("box 2 (2m) left out: it lies outside", "line 4 left out", "no area", "line 7"):
        assert part in why
    assert all(isinstance(note, Note) and note.file.endswith("good.jpg") for note in tally.notes)


def test_a_bomb_of_xml_entities_is_a_fault(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), picture(50, 50))
    (tmp_path / "a.xml").write_text(
        '<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><annotation>&y;</annotation>'
    )
    events = list(FORMATS["voc"].read(tmp_path))
    assert isinstance(events[0], Fault)
    assert "no XML" in events[0].why


def test_voc_files_count_pixels_as_their_makers_do(tmp_path: Path) -> None:
    for maker, left in (("Unknown", 10.0), ("The VOC2007 Database", 9.0)):
        folder = tmp_path / maker
        folder.mkdir()
        cv2.imwrite(str(folder / "a.jpg"), picture(50, 50))
        (folder / "a.xml").write_text(
            f"<annotation><filename>a.jpg</filename><source><database>{maker}</database></source>"
            "<object><name>east</name><bndbox><xmin>10</xmin><ymin>10</ymin><xmax>20</xmax>"
            "<ymax>30</ymax></bndbox></object></annotation>"
        )
        again, _ = bring_back(folder, tmp_path)
        tile = next(again.find()).photo.tiles[0]
        assert (tile.face, hull(tile.quad)) == ("WE", (left, left, 20, 30))


def test_label_studio_turns_rectangles_about_their_top_left_corner(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), picture(200, 100))
    value = {"x": 50, "y": 20, "width": 10, "height": 30, "rotation": 90, "rectanglelabels": ["B2"]}
    task = {
        "data": {"image": "/data/upload/1/1a2b3c4d-a.jpg"},
        "annotations": [
            {"result": [{"original_width": 200, "original_height": 100, "value": value}]}
        ],
    }
    (tmp_path / "tasks.json").write_text(json.dumps([task]))
    again, _ = bring_back(tmp_path, tmp_path)
    quad = next(again.find()).photo.tiles[0].quad
    assert gap(quad, Quad(((100, 20), (100, 40), (70, 40), (70, 20)))) < 1e-6


def test_the_models_guesses_stay_guesses(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "set")
    guessed = (LabelledTile("B1", turned(50, 50, 20, 30, 10), 0.75),)
    put(store, tmp_path / "shots", LabelledPhoto("a.jpg", (100, 100), guessed), 1, "prelabelled")
    put(
        store,
        tmp_path / "shots",
        LabelledPhoto("b.jpg", (100, 100), labelled=False),
        2,
        "unlabelled",
    )
    export(store, ExportJob("labelstudio", tmp_path / "out"))
    tasks = json.loads((tmp_path / "out/tasks.json").read_text())
    assert ["predictions" in task for task in tasks] == [True, False]
    assert not any("annotations" in task for task in tasks)
    again, _ = bring_back(tmp_path / "out", tmp_path)
    assert [record.status for record in again.find()] == ["prelabelled", "unlabelled"]
    assert next(again.find()).photo.tiles[0].confidence == 0.75
    outcome = export(store, ExportJob("coco", tmp_path / "reviewed", reviewed=True))
    assert outcome.counts.photos.total() == 0
    assert outcome.left_out == ["2 photos that no person has labelled"]


def test_an_export_is_whole_or_not_there(store: Store, tmp_path: Path, monkeypatch) -> None:
    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(DatasetError, match="No space left"):
            export(store, ExportJob("voc", tmp_path / "out"))
    assert not (tmp_path / "out").exists()
    assert not list(tmp_path.glob(".partial-*"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("do not lose")
    for replace in (False, True):
        with pytest.raises(DatasetError):
            export(store, ExportJob("voc", tmp_path / "mine", replace=replace))
    assert (tmp_path / "mine/thesis.txt").read_text() == "do not lose"
    export(store, ExportJob("voc", tmp_path / "out"))
    export(store, ExportJob("coco", tmp_path / "out", replace=True))
    assert not (tmp_path / "out/Annotations").exists()


def test_a_stored_photo_that_rotted_is_left_out_and_named(store: Store, tmp_path: Path) -> None:
    record = next(store.find())
    record.stored.write_bytes(b"rot")
    outcome = export(store, ExportJob("yolo", tmp_path / "out"))
    assert [fault.file for fault in outcome.faults] == ["wide.png"]
    assert outcome.counts.photos.total() == 2


def test_the_card_says_where_it_all_comes_from(store: Store, tmp_path: Path) -> None:
    export(store, ExportJob("coco", tmp_path / "out"))
    card = (tmp_path / "out/README.md").read_text()
    assert "9 labelled tiles on 3 photos (1 without a tile)" in card
    assert "| club | CC0-1.0 | Ann \\| Bo | 2 |" in card
    assert "| 47 | joker | 1 |" in card
    assert "Sessions: 2; sets of tiles: bone, jade" in card
    store.fact("read_by", "classifier-9-abc, locator-9-def")
    export(store, ExportJob("photos", tmp_path / "plain"))
    card = (tmp_path / "plain/README.md").read_text()
    assert "3 photographs of mahjong tiles, without their labels." in card
    assert "read by classifier-9-abc, locator-9-def" in card


def test_every_format_carries_its_card_and_provenance(store: Store, tmp_path: Path) -> None:
    for form in FORMATS:
        export(store, ExportJob(form, tmp_path / form))
        card = (tmp_path / form / "README.md").read_text()
        for heading in ("Sources and licences", "Split", "Who labelled", "Classes, in order",
                        "How it was made"):  # fmt: skip
            assert f"## {heading}" in card
        rows = (tmp_path / form / "provenance.csv").read_text().splitlines()
        assert len(rows) == 1 + 3
        assert all("CC0-1.0" in row for row in rows[1:])


@pytest.mark.parametrize(
    ("name", "face"),
    [("1m", "C1"), ("0p", "D5"), ("7z", "DR"), ("five bamboo", "B5"), ("bamboo-9", "B9"),
     ("三萬", "C3"), ("Red Dragon", "DR"), ("S4", "S4"), ("4s", "B4"), ("white_dragon", "DW"),
     ("spring", "S1"), ("gobbledygook", "gobbledygook")],
)  # fmt: skip
def test_common_names_are_known(name: str, face: str) -> None:
    assert Names().face(name) == face


@pytest.mark.parametrize(
    ("classes", "face"),
    [(["1B", "9B", "1S", "4S"], "S1"), (["1m", "1p", "1s", "9s"], "B1"), (["1s", "2s"], "B1"),
     (["1B", "1S", "5S"], "B1"), ([], "B1")],
)  # fmt: skip
def test_names_are_meant_as_their_list_tells(classes: list[str], face: str) -> None:
    assert Names().among(classes).face("1S") == face
    assert Names({"1s": "D1"}).among(classes).face("1S") == "D1"


def test_seasons_of_public_datasets_are_not_taken_for_bamboos(tmp_path: Path) -> None:
    for kind in ("1B", "1S"):
        (tmp_path / "tiles" / kind).mkdir(parents=True)
        cv2.imwrite(str(tmp_path / f"tiles/{kind}/a.png"), picture(40, 56, len(kind)))
    cv2.imwrite(str(tmp_path / "a.jpg"), picture(50, 50))
    (tmp_path / "classes.txt").write_text("1B\n1S\nEW\n")
    (tmp_path / "a.txt").write_text("1 .5 .5 .4 .4\n0 .5 .5 .4 .4\n")
    yolo, _ = bring_back(tmp_path, tmp_path, "yolo")
    faces = [tile.face for record in yolo.find("original = 'a.jpg'") for tile in record.photo.tiles]
    assert faces == ["S1", "B1"]
    folders, _ = bring_back(tmp_path / "tiles", tmp_path)
    assert sorted(record.photo.tiles[0].face for record in folders.find()) == ["B1", "S1"]


def test_the_users_own_names_come_first_and_must_be_faces() -> None:
    assert Names({"1m": "D1"}).face("1M") == "D1"
    with pytest.raises(ValueError, match="not a face: Z9"):
        Names({"x": "Z9"})


def test_frames_without_rotation_leave_points_alone() -> None:
    points = np.array([[1.0, 2.0]])
    assert np.array_equal(Frame((10, 20), (10, 20), 1).displayed(points), points)


def test_a_photo_whose_label_file_cannot_be_read_is_not_taken_for_an_empty_table(
    tmp_path: Path,
) -> None:
    (tmp_path / "in").mkdir()
    cv2.imwrite(str(tmp_path / "in/a.png"), picture(60, 40))
    (tmp_path / "in/a.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "in/classes.txt").write_text("B1\n")
    with Store.create(tmp_path / "set") as store:
        events = list(take_in(store, ImportJob(tmp_path / "in", "yolo")))
        assert [record.status for record in store.find()] == ["unlabelled"]
    assert [event.file for event in events if isinstance(event, Fault)] == [
        str(tmp_path / "in/a.txt")
    ]
