"""The dataset commands as people type them, and pre-labelling with a reader that is made up."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from mahjonglens.cli import run
from mahjonglens.dataset.asking import Answer, Question, ask, questions
from mahjonglens.dataset.crew import Crew
from mahjonglens.dataset.faults import Fault
from mahjonglens.dataset.prelabel import Done, Task, prelabel, waiting
from mahjonglens.dataset.store import Store
from vision.data.active import Seen
from vision.data.labelled import LabelledTile, box_quad, tiles_of
from vision.labels import UNFAMILIAR
from vision.reading import Detection, RackReading, TileReading


def photo(path: Path, seed: int) -> None:
    small = np.random.default_rng(seed).integers(0, 255, (12, 12, 3), dtype=np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.resize(small, (120, 90), interpolation=cv2.INTER_CUBIC))


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    root = tmp_path / "shots"
    for n in range(12):
        photo(root / f"images/evening {n % 4}/{n:02}.jpg", n)
        labels = root / f"labels/evening {n % 4}/{n:02}.txt"
        labels.parent.mkdir(parents=True, exist_ok=True)
        labels.write_text("0 .5 .5 .2 .3\n1 .2 .5 .1 .3\n" if n else "")
    (root / "data.yaml").write_text("names: [1m, joker]\n")
    return root


def test_a_dataset_goes_all_its_way(
    shots: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / "set")
    assert run(["dataset", "import", data, str(shots), "--licence", "CC0-1.0"]) == 0
    said = capsys.readouterr().out
    assert "12 new photos with 22 tiles" in said
    assert "joker (11)" in said
    assert run(["dataset", "import", data, str(shots)]) == 0
    assert "12 were there already" in capsys.readouterr().out
    assert run(["dataset", "dedupe", data, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["copies"] == 0
    assert run(["dataset", "split", data, "--shares", "50/25/25"]) == 0
    assert "Split by session" in capsys.readouterr().out
    assert run(["dataset", "stats", data, "--json", "--plots", str(tmp_path / "plots")]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert counted["faces"]["C1"] == 11
    assert set(counted["splits"]) == {"train", "val", "test"}
    assert run(["dataset", "stats", data]) == 0
    assert run(["dataset", "export", data, str(tmp_path / "out"), "--format", "coco"]) == 0
    assert "classes outside the 47, at the end: joker" in capsys.readouterr().out
    assert (tmp_path / "out/annotations/instances_val.json").exists()
    assert "CC0-1.0" in (tmp_path / "out/README.md").read_text()
    assert run(["dataset", "list", data]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 12
    assert run(["dataset", "check", data]) == 0
    assert run(["dataset", "capture", data, "--show"]) == 0
    assert "standing on a rack" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["split", "NOWHERE"], ["stats", "."], ["import", "SET", "NOWHERE"],
     ["import", "SET", ".", "--format", "riddle"], ["export", "NOWHERE", "OUT"],
     ["split", "NOWHERE", "--shares", "x"], ["teach", "a/b", "x.jpg"], ["sets", "use", "nobody"],
     ["order", "--layout", "7"], ["sets", "import", "NOWHERE"], ["hands", "SET", "--data", "."]],
)  # fmt: skip
def test_mistakes_are_one_line_and_status_2(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAHJONGLENS_PROFILES", str(tmp_path / "profiles"))
    assert run(["dataset", *arguments]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert "Traceback" not in told.err


def test_faults_are_listed_kept_and_status_2(
    shots: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (shots / "images/evening 1/01.jpg").write_bytes(b"\xff\xd8 cut")
    assert run(["dataset", "import", str(tmp_path / "set"), str(shots)]) == 2
    told = capsys.readouterr()
    assert "11 new photos" in told.out
    assert "01.jpg" in told.err
    assert "01.jpg" in (tmp_path / "set/faults.tsv").read_text()


def test_the_order_of_teaching_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["dataset", "order"]) == 0
    assert "F1 F2 F3 F4 S1 S2 S3 S4" in capsys.readouterr().out


class MadeUp:
    """Reads one tile on every photo, fails on those of seed 3, interrupts at number `stop`."""

    def __init__(self, stop: int = -1) -> None:
        self.read: list[str] = []
        self.stop = stop

    def __call__(self, task: Task) -> Done:
        if len(self.read) == self.stop:
            raise KeyboardInterrupt
        self.read.append(task.original)
        if task.original.startswith("3"):
            return Done(task, (), "cannot be decoded")
        return Done(task, (LabelledTile("B1", box_quad(1, 2, 3, 4), 0.6),))


@pytest.fixture
def bare(tmp_path: Path) -> Store:
    for n in range(6):
        photo(tmp_path / f"bare/{n}.jpg", n)
    assert run(["dataset", "import", str(tmp_path / "bare set"), str(tmp_path / "bare")]) == 0
    return Store.open(tmp_path / "bare set")


def test_prelabelling_goes_on_where_it_was_stopped(bare: Store) -> None:
    first = MadeUp(stop=4)
    with pytest.raises(KeyboardInterrupt):
        list(prelabel(bare, Crew(), lambda: first))
    assert bare.count("status = 'prelabelled'") == 3
    second = MadeUp()
    events = list(prelabel(bare, Crew(), lambda: second))
    assert second.read == ["4.jpg", "5.jpg"]  # 3.jpg was tried and is not tried again
    assert not any(isinstance(event, Fault) for event in events)
    assert bare.count(waiting(bare)) == 0
    assert next(bare.find("status = 'prelabelled'")).doubt == pytest.approx(0.4)
    again = MadeUp()
    assert sum(isinstance(e, Fault) for e in prelabel(bare, Crew(), lambda: again, again=True)) == 1
    assert len(again.read) == 6


def test_what_a_person_labels_meanwhile_is_never_overwritten(bare: Store) -> None:
    class Slow(MadeUp):
        def __call__(self, task: Task) -> Done:
            if task.photo == 1:
                bare.save(1, (), status="labelled", revision=0, who="Ann")
            return super().__call__(task)

    slow = Slow()
    events = list(prelabel(bare, Crew(), lambda: slow))
    told = [event.why for event in events if isinstance(event, Fault)]
    assert told == ["a person labelled it meanwhile; left as they left it", "cannot be decoded"]
    assert bare.get(1).photo.tiles == ()
    assert bare.get(1).status == "labelled"


def test_questions_come_from_datasets_and_folders(bare: Store, tmp_path: Path) -> None:
    bare.save(1, (), status="labelled", revision=0, who="Ann")
    free, known = questions(bare.root)
    assert (len(free), len(known)) == (5, 1)
    assert len(questions(tmp_path / "bare")[0]) == 6


def test_ranking_passes_bad_photos_by(tmp_path: Path) -> None:
    axes = np.eye(4, dtype=np.float32)

    def see(question: Question) -> Answer:
        if question.name == "bad":
            return Answer(question, None, "no photo")
        kinds = [int(digit) for digit in question.name]
        return Answer(question, Seen(axes[kinds], np.full(len(kinds), 0.5, np.float32)))

    names = ["0", "bad", "123", "1"]
    asked = [Question(name, tmp_path / name) for name in names]
    found = ask(asked, [Question("0", tmp_path)], Crew(), lambda: see, first=2)
    assert [question.name for question, _ in found.picks] == ["123", "0"]
    assert found.faults == (Fault("bad", "no photo"),)


def test_a_tile_the_model_cannot_name_is_labelled_with_its_likeliest_face() -> None:
    quad = box_quad(0, 0, 10, 14)
    guesses = (("D3", 0.4), ("D2", 0.3))
    tile = TileReading(Detection(quad, 0.9), UNFAMILIAR, 0.7, guesses)
    plain = TileReading(Detection(quad, 0.9), "D2", 0.7, guesses)
    labels = tiles_of(RackReading((tile, plain), (), (20, 20), ()))
    assert [(one.face, one.confidence) for one in labels] == [("D3", 0.0), ("D2", 0.7)]
