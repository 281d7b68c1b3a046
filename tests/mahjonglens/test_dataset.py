"""The dataset itself: revisions and undo, copies, splits, counts, crews, kills and full disks."""

from __future__ import annotations

import importlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

from mahjonglens.dataset import alike, crew
from mahjonglens.dataset.checking import damaged
from mahjonglens.dataset.crew import Crew, joined
from mahjonglens.dataset.faults import ConflictError, DatasetError, DiskError, Fault
from mahjonglens.dataset.files import whole_folder, write_whole
from mahjonglens.dataset.importing import ImportJob, take_in
from mahjonglens.dataset.photos import look, photos_under
from mahjonglens.dataset.plots import draw
from mahjonglens.dataset.prelabel import Done, prelabel
from mahjonglens.dataset.records import dump_tiles, load_tiles
from mahjonglens.dataset.splitting import split
from mahjonglens.dataset.stats import collect, collect_on, light_name, size_name
from mahjonglens.dataset.store import Store
from mahjonglens.dataset.tables import FILE
from vision.data.labelled import LabelledPhoto, LabelledTile, Origin, box_quad

ROOT = Path(__file__).parents[2]
TILE = LabelledTile("B1", box_quad(10, 10, 40, 55.125))


def picture(width: int, height: int, seed: int, cells: int = 8) -> np.ndarray:
    small = np.random.default_rng(seed).integers(0, 255, (cells, cells, 3), dtype=np.uint8)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def jpeg(image: np.ndarray, quality: int = 95) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def put(
    store: Store, name: str, data: bytes, origin: Origin | None = None,
    tiles: tuple[LabelledTile, ...] = (TILE,), status: str = "labelled",
) -> int:  # fmt: skip
    seen = look(data, name)
    photo = LabelledPhoto(name, seen.frame.size, tiles, origin or Origin("club", "monday"))
    added = store.add(photo, data, seen, status=status, who="test")
    assert added is not None
    return added


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.create(tmp_path / "set")


def test_tiles_survive_their_text() -> None:
    tiles = (TILE, LabelledTile("joker", TILE.quad, 0.25, (("B1", 0.25), ("B2", 0.125))))
    assert load_tiles(dump_tiles(tiles)) == tiles


def test_the_second_of_two_people_is_told_and_loses_nothing(store: Store) -> None:
    photo = put(store, "a.jpg", jpeg(picture(90, 60, 1)))
    ann = (LabelledTile("C1", TILE.quad),)
    bob = (LabelledTile("C2", TILE.quad),)
    saved = store.save(photo, ann, status="labelled", revision=0, who="Ann")
    with pytest.raises(ConflictError) as refused:
        store.save(photo, bob, status="labelled", revision=0, who="Bob")
    assert refused.value.revision == saved.revision == 1
    assert store.get(photo).photo.tiles == ann


def test_undo_goes_back_step_by_step_and_never_back_and_forth(store: Store) -> None:
    photo = put(store, "a.jpg", jpeg(picture(90, 60, 1)))
    for revision, face in enumerate(("C1", "C2", "C3")):
        store.save(photo, (LabelledTile(face, TILE.quad),), status="labelled",
                   revision=revision, who="Ann")  # fmt: skip
    seen = [
        store.undo(photo, revision=3 + step, who="Ann").photo.tiles[0].face for step in range(3)
    ]
    assert seen == ["C2", "C1", "B1"]
    with pytest.raises(DatasetError, match="nothing to undo"):
        store.undo(photo, revision=6, who="Ann")
    store.save(photo, (LabelledTile("C9", TILE.quad),), status="labelled", revision=6, who="Ann")
    assert store.undo(photo, revision=7, who="Ann").photo.tiles[0].face == "B1"


def test_a_forgotten_photo_leaves_nothing_behind(store: Store) -> None:
    data = jpeg(picture(90, 60, 1))
    photo, twin = put(store, "a.jpg", data), put(store, "b.jpg", data)
    stored = store.get(photo).stored
    secret = (LabelledTile("secret-face", TILE.quad),)
    store.save(photo, secret, status="labelled", revision=0, who="Ann")
    store.forget(photo)
    assert stored.exists()  # the twin still needs it
    store.forget(twin)
    assert not stored.exists()
    left = b"".join(path.read_bytes() for path in store.root.glob("dataset.sqlite*"))
    assert b"secret-face" not in left
    with pytest.raises(DatasetError, match="no photo"):
        store.get(photo)


def test_another_class_order_is_never_taken_silently(store: Store) -> None:
    store.fact("classes", json.dumps(["B2", "B1"]))
    with pytest.raises(DatasetError, match="another class order"):
        Store.open(store.root)


def test_folders_that_are_something_else_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(DatasetError, match="holds other things"):
        Store.create(tmp_path)
    with pytest.raises(DatasetError, match="is no dataset"):
        Store.open(tmp_path)
    (tmp_path / FILE).write_bytes(b"not a database, but long enough to be looked at")
    with pytest.raises(DatasetError, match="damaged"):
        Store.open(tmp_path)


def test_copies_are_found_across_sources_mirrored_and_recoded(store: Store) -> None:
    image = picture(640, 480, 1, 24)
    kept = put(store, "a.jpg", jpeg(image), Origin("club"))
    same = put(store, "b.jpg", jpeg(image), Origin("web"), (), "unlabelled")
    small = put(store, "c.jpg", jpeg(cv2.resize(image, (320, 240)), 60), Origin("web"))
    mirror = put(store, "d.jpg", jpeg(image[:, ::-1].copy()), Origin("web"))
    turned = put(store, "e.jpg", jpeg(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)), Origin("web"))
    other = put(store, "f.jpg", jpeg(picture(160, 120, 2)))
    found = alike.pairs(store)
    assert (found[0].first, found[0].second, found[0].exact) == (kept, same, True)
    copies = alike.keepers(store, found)
    assert copies == {same: kept, small: kept, mirror: kept, turned: kept}
    assert other not in copies


def test_a_split_never_parts_sessions_or_copies_and_says_how(store: Store) -> None:
    for n in range(30):
        put(store, f"{n}.jpg", jpeg(picture(90, 60, n)), Origin("club", f"evening {n % 10}"))
    put(store, "copy.jpg", jpeg(picture(90, 60, 0)[:, ::-1].copy()), Origin("web", "elsewhere"))
    done = split(store)
    assert "Split by session" in done.how
    assert store.fact("split_how") == done.how
    where: dict[str, set[str]] = {}
    for record in store.find():
        where.setdefault(record.photo.origin.session, set()).add(record.photo.origin.split)
    assert all(len(parts) == 1 for parts in where.values())
    assert where["elsewhere"] == where["evening 0"]
    assert len(set.union(*where.values())) == 3
    with pytest.raises(DatasetError, match="goes by"):
        split(store, by="colour")


def test_photos_without_a_session_stay_together(store: Store) -> None:
    for n in range(6):
        put(store, f"{n}.jpg", jpeg(picture(90, 60, n)), Origin("web"))
    done = split(store)
    assert done.nameless == 6
    assert set(done.plan.parts.values()) == {"train"}


def test_counts_are_the_same_whoever_counts(store: Store, tmp_path: Path) -> None:
    put(store, "a.jpg", jpeg(picture(90, 60, 1)), Origin("club", "monday", "jade"))
    put(store, "b.jpg", jpeg(np.full((60, 90, 3), 20, np.uint8)), tiles=())
    stats = collect(store)
    document = stats.document()
    assert (document["photos"], document["tiles"], document["empty"]) == (2, 1, 1)
    assert document["faces"]["B1"] == 1
    assert list(document["faces"]) == [*document["faces"]]
    assert document["light"]["dark"] == 1
    assert document["tile_sizes_px"]["32–48"] == 1
    assert document["sets"]["jade"] == {"photos": 1, "tiles": 1}
    assert "A1" in document["missing"]
    assert collect_on(store, Crew()).document() == document
    assert [path.name for path in draw(stats, tmp_path / "plots")] == [
        "faces.png", "sizes.png", "light.png", "sets.png",
    ]  # fmt: skip
    assert all(cv2.imread(str(path)) is not None for path in (tmp_path / "plots").iterdir())


def test_bins_meet_without_gaps() -> None:
    assert [size_name(side) for side in (0, 15.9, 16, 383, 384, 5000)] == [
        "0–16", "0–16", "16–32", "256–384", "384+", "384+",
    ]  # fmt: skip
    assert [light_name(luma) for luma in (0, 60, 105, 170, 255)] == [
        "dark", "dim", "even", "bright", "bright",
    ]  # fmt: skip


def test_processes_do_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = importable(monkeypatch)
    drawn = []

    def tasks():
        for number in range(12):
            drawn.append(number)
            yield number

    done = list(Crew(2).run(partial(workers.Doubler), tasks()))
    assert sorted(value for value, _ in done) == [2 * n for n in range(12)]
    assert {process for _, process in done}.isdisjoint({os.getpid()})
    assert [value for value, _ in Crew().run(workers.Doubler, [1, 2])] == [2, 4]


def test_a_dead_worker_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = importable(monkeypatch)
    with pytest.raises(DatasetError, match="a worker died; run the same command again"):
        list(Crew(2).run(workers.Doubler, [1, 13, 2]))


def importable(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Work that other processes can import too, which this test file itself is not."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module("dataset_workers")


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_ray_cluster_of_two_labels_and_counts_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = pytest.importorskip("ray")
    workers = importable(monkeypatch)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    for n in range(12):
        put(store, f"{n}.jpg", jpeg(picture(90, 60, n)), tiles=(), status="unlabelled")
    crew = Crew(2, "local")
    try:
        joined(ray, crew)  # once, for both jobs
        done = list(prelabel(store, crew, workers.OneTile))
        counted = collect_on(store, crew).document()
    finally:
        ray.shutdown()
    assert len(done) == 12
    assert len({one.tiles[0].face for one in done if isinstance(one, Done)}) == 2  # two workers
    assert store.count("status = 'prelabelled'") == 12
    assert counted == collect(store).document()


def test_tasks_are_drawn_as_workers_become_free() -> None:
    drawn = []
    results = Crew().run(lambda: lambda n: n, (drawn.append(n) or n for n in range(100)))
    next(results)
    assert drawn == [0]
    assert crew.AHEAD * 2 < 100


def test_a_full_disk_stops_the_import_in_one_sentence_and_keeps_what_is_whole(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots = tmp_path / "shots"
    shots.mkdir()
    for n in range(3):
        (shots / f"{n}.jpg").write_bytes(jpeg(picture(90, 60, n)))
    real, calls = os.fsync, []

    def fsync(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        with pytest.raises(DatasetError, match=r"1\.jpg not stored: No space left on device"):
            list(take_in(store, ImportJob(shots)))
    assert [record.name for record in store.find()] == ["0"]
    assert list(damaged(store)) == []
    assert [event.new for event in take_in(store, ImportJob(shots))] == [False, True, True]


def test_a_full_database_is_one_sentence(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = store.db.execute("PRAGMA page_count").fetchone()[0]
    store.db.execute(f"PRAGMA max_page_count = {pages}")
    many = tuple(LabelledTile("B1", box_quad(n, n, n + 5, n + 5)) for n in range(500))
    with pytest.raises(DatasetError, match="full"):
        put(store, "a.jpg", jpeg(picture(90, 60, 1)), tiles=many)
    assert store.count() == 0
    assert store.sweep() == 1  # the photo whose row never came


IMPORT = """
import sys
from pathlib import Path
from types import ModuleType
from mahjonglens.dataset.importing import ImportJob, take_in
from mahjonglens.dataset.store import Store
store = Store.open(Path(sys.argv[1]))
for event in take_in(store, ImportJob(Path(sys.argv[2]))):
    print(event.file, flush=True)
"""


def test_two_imports_at_once_share_the_work_and_lose_nothing(tmp_path: Path) -> None:
    """Both begin with an empty folder, sweep it, and take the same photos in."""
    shots, root = tmp_path / "shots", tmp_path / "set"
    shots.mkdir()
    for n in range(40):
        (shots / f"{n:02}.jpg").write_bytes(jpeg(picture(90, 60, n)))
    command = [sys.executable, "-m", "mahjonglens", "dataset", "import", str(root), str(shots)]
    children = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in range(3)
    ]
    said = [child.communicate()[0].decode() for child in children]
    assert [child.returncode for child in children] == [0, 0, 0], said
    new = [int(text.split(" new photos")[0].split()[-1]) for text in said]
    assert sum(new) == 40
    with Store.open(root) as store:
        assert store.count() == 40
        assert list(damaged(store)) == []
        assert store.sweep() == 0


def test_a_sweep_waits_for_the_photo_that_is_being_taken_in(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file is there before its row is, and looks like a leftover."""
    from mahjonglens.dataset import store as module

    swept, real = [], module.write_whole

    def write(path: Path, data: bytes) -> None:
        real(path, data)
        with Store.open(store.root) as other:
            other.db.execute("PRAGMA busy_timeout = 10")
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.sweep()
        swept.append(path)

    monkeypatch.setattr(module, "write_whole", write)
    put(store, "a.jpg", jpeg(picture(90, 60, 1)))
    assert len(swept) == 1
    assert list(damaged(store)) == []


def test_an_import_killed_in_the_middle_goes_on_where_it_stopped(
    store: Store, tmp_path: Path
) -> None:
    shots = tmp_path / "shots"
    shots.mkdir()
    for n in range(40):
        (shots / f"{n:02}.jpg").write_bytes(jpeg(picture(90, 60, n)))
    with subprocess.Popen(
        [sys.executable, "-c", IMPORT, str(store.root), str(shots)],
        stdout=subprocess.PIPE, cwd=ROOT,
    ) as child:  # fmt: skip
        assert child.stdout is not None
        for _ in range(5):
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
    half = store.count()
    assert 5 <= half < 40
    (store.root / "photos/.partial-left").write_bytes(b"half")
    store.sweep()
    assert not list(store.root.rglob(".partial-*"))
    assert list(damaged(store)) == []
    new = [event.new for event in take_in(store, ImportJob(shots))]
    assert new.count(True) == 40 - half
    assert store.count() == 40


def test_a_changed_or_missing_file_is_named(store: Store) -> None:
    first, second = (put(store, f"{n}.jpg", jpeg(picture(90, 60, n))) for n in range(2))
    store.get(first).stored.write_bytes(b"rot")
    store.get(second).stored.unlink()
    found = list(damaged(store))
    assert [fault.file for fault in found] == ["0.jpg", "1.jpg"]
    assert all(isinstance(fault, Fault) for fault in found)


def test_memory_does_not_grow_with_the_dataset(store: Store) -> None:
    data = jpeg(picture(90, 60, 1))
    for n in range(600):
        put(store, f"{n}.jpg", data)
    going = store.find()
    first = next(going)
    store.save(first.id, (), status="labelled", revision=0, who="x")  # while going through
    assert sum(1 for _ in going) == 599


def test_writes_wait_for_each_other_instead_of_failing(store: Store) -> None:
    photo = put(store, "a.jpg", jpeg(picture(90, 60, 1)))
    with Store.open(store.root) as other:
        assert other.db.execute("PRAGMA busy_timeout").fetchone()[0] >= 10_000
        other.db.execute("BEGIN IMMEDIATE")
        store.db.execute("PRAGMA busy_timeout = 10")
        with pytest.raises(DiskError, match="photo 1 not saved: database is locked"):
            store.save(photo, (), status="labelled", revision=0, who="x")
        other.db.execute("ROLLBACK")
    assert store.get(photo).revision == 0


def test_a_dataset_whose_making_was_killed_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "set" / "photos").mkdir(parents=True)
    (tmp_path / "set" / ".partial-dataset.sqlite").write_bytes(b"half")
    (tmp_path / "set" / FILE).touch()
    with Store.create(tmp_path / "set") as store:
        assert store.count() == 0
        store.sweep()
    assert not list((tmp_path / "set").glob(".partial-*"))


def test_what_a_killed_export_left_is_never_taken_and_goes_with_the_next(tmp_path: Path) -> None:
    left = tmp_path / ".partial-out-abcd1234" / "images"
    left.mkdir(parents=True)
    (left / "half.jpg").write_bytes(jpeg(picture(40, 30, 1)))
    (tmp_path / "whole.jpg").write_bytes(jpeg(picture(40, 30, 2)))
    assert [path.name for path in photos_under(tmp_path)] == ["whole.jpg"]
    with whole_folder(tmp_path / "out") as work:
        (work / "a").touch()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "whole.jpg"]


def test_a_thousand_copies_are_a_thousand_pairs(store: Store) -> None:
    """All kept by the one that people labelled, whichever came first."""
    data, near = picture(90, 60, 1), picture(90, 60, 1)
    near[:2, :2] = 0
    for n in range(30):
        put(store, f"{n}.jpg", jpeg(data), tiles=(), status="unlabelled")
    best = put(store, "best.jpg", jpeg(data))
    for n in range(20):
        put(store, f"near {n}.jpg", jpeg(near, 80), tiles=(), status="unlabelled")
    found = alike.pairs(store)
    assert len(found) < 2 * 51
    assert alike.keepers(store, found) == {
        record.id: best for record in store.find() if record.id != best
    }


def test_a_split_is_written_whole_or_not_at_all(store: Store) -> None:
    first, second = (put(store, f"{n}.jpg", jpeg(picture(90, 60, n))) for n in range(2))

    class Stop(dict[int, object]):
        def items(self):  # as if the run was killed between two photos
            yield first, "train"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.assign("split", Stop(), split_how="half")
    assert [store.get(photo).photo.origin.split for photo in (first, second)] == ["", ""]
    assert store.fact("split_how") == ""


def test_an_export_killed_while_it_replaced_another_gives_the_old_one_back(tmp_path: Path) -> None:
    aside = tmp_path / ".partial-old-out-abcd1234" / "out"
    aside.mkdir(parents=True)
    (aside / "a").write_text("the old one")
    with pytest.raises(DatasetError, match="is not empty"), whole_folder(tmp_path / "out"):
        pass
    assert (tmp_path / "out/a").read_text() == "the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_is_written_may_be_read_by_whom_the_user_lets(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_whole(tmp_path / "a", b"x")
    finally:
        os.umask(old)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
