"""How many errors teaching a set takes away, on sets that no model was trained on.

    python datasets/measure_teaching.py real --photos PHOTOS
    python datasets/measure_teaching.py rendered --locate

Real: of each kind one or two tiles are taught, from different photographs, all others are read;
drawn again several times; the other real photographs that no model saw (dev, and the sessions that
`models/train/real.py` holds out) are read with that profile left on by mistake. Rendered: designs
kept for testing, taught from one or two rendered photographs of the layout that players are shown
(with --locate the locator finds the tiles there, else the true places are used), read from racks
of the same set, in the true places, on photographs of three sizes; and from the next set's racks,
with that profile left on. Both take a few minutes on one core.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "models" / "train")]
import real as kept

from mahjonglens.dataset.faults import DatasetError
from mahjonglens.dataset.profiles import SIDE
from mahjonglens.dataset.teaching import Teacher
from vision import geometry, store
from vision.classify import Beliefs, TileClassifier, load_classifier, softmax
from vision.data.synth import lens
from vision.data.synth.bodies import Body
from vision.data.synth.camera import View, place_camera
from vision.data.synth.faces import Inks, choose_faces
from vision.data.synth.layouts import Hand, Layout, Pose, lay_row
from vision.data.synth.render import scene, subject_of, tile_box
from vision.data.teach import CONTEXT, LAYOUTS, Profile
from vision.labels import FACES
from vision.reading import Detection, GroupKind, Quad

SIZES = (1280, 640, 480)  # px, long side of the photographs that are read


@dataclass(slots=True)
class Score:
    """Tiles read; `sure` are the confidences given, `right` whether they were right."""

    sure: list[np.ndarray] = field(default_factory=list)
    right: list[np.ndarray] = field(default_factory=list)

    def add(self, logits: np.ndarray, faces: np.ndarray, temperature: float) -> None:
        self.sure.append(softmax(logits, temperature=temperature).max(axis=1))
        self.right.append(logits.argmax(axis=1) == faces)

    def join(self, other: Score) -> None:
        self.sure += other.sure
        self.right += other.right

    @property
    def tiles(self) -> int:
        return sum(len(part) for part in self.right)

    @property
    def wrong(self) -> int:
        return self.tiles - sum(int(part.sum()) for part in self.right)

    @property
    def gap(self) -> float:
        """Expected calibration error over ten equal bins."""
        if not self.tiles:
            return 0.0
        sure, right = np.concatenate(self.sure), np.concatenate(self.right)
        bins = np.minimum((sure * 10).astype(int), 9)
        parts = [bins == at for at in range(10) if (bins == at).any()]
        return float(sum(abs(sure[p].mean() - right[p].mean()) * p.mean() for p in parts))

    def __str__(self) -> str:
        share = 100 * self.wrong / max(1, self.tiles)
        return f"{self.wrong} of {self.tiles} wrong ({share:.1f} %, calibration {self.gap:.3f})"


def compared(title: str, before: Score, after: Score) -> None:
    gone = 1 - after.wrong / max(1, before.wrong)
    print(f"{title}: before {before}, after {after}: {100 * gone:.0f} % of the errors gone")


Rack = tuple[np.ndarray, np.ndarray, np.ndarray]


def racks_of(photos: Path, wanted: Callable[[dict[str, str]], bool]) -> list[Rack]:
    """The pictures whose rows of provenance.csv are wanted: image, quads (N, 4, 2), face numbers
    (N,)."""
    racks = []
    with (photos / "provenance.csv").open(newline="") as table:
        rows = [row for row in csv.DictReader(table) if wanted(row)]
    for row in rows:
        path = photos / row["file"]
        if int(row["caption_only_boxes"] or 0) or row["augmented"] == "1":
            continue
        label = path.parents[1] / "labels" / f"{path.stem}.txt"
        lines = np.array([line.split() for line in label.read_text().splitlines()], float)
        if not len(lines):
            continue
        image = cv2.imread(str(path))
        height, width = image.shape[:2]
        centre, half = lines[:, 1:3] * (width, height), lines[:, 3:5] * (width, height) / 2
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        quads = centre[:, None] + half[:, None] * signs
        racks.append((image, quads.astype(np.float32), lines[:, 0].astype(int)))
    return racks


def of_source(name: str) -> Callable[[dict[str, str]], bool]:
    return lambda row: row["source"] == name


def of_other_sets(row: dict[str, str]) -> bool:
    """Real photographs that no model was trained on, of other sets than those held out whole."""
    if row["file"].startswith("dev/"):
        return True
    photo = kept.Photo(Path(row["file"]), row["source"], row["session"], False, 0, ())
    return photo.held_out and row["source"] not in kept.HELD_OUT_SOURCES


def looked(net: TileClassifier, racks: list[Rack]) -> list[Beliefs]:
    return [net.believe(geometry.crops(i, q, net.side, margin=net.margin)) for i, q, _ in racks]


def real(args: argparse.Namespace) -> None:
    teacher = plain_teacher()
    net, heat = teacher.classifier, temperature()
    racks = racks_of(args.photos, of_source(args.source))
    others = racks_of(args.photos, of_other_sets)
    seen, elsewhere = looked(net, racks), looked(net, others)
    crops = [geometry.crops(i, q, SIDE, margin=(CONTEXT - 1) / 2) for i, q, _ in racks]
    where = [(rack, tile) for rack, (_, q, _) in enumerate(racks) for tile in range(len(q))]
    faces = np.array([racks[rack][2][tile] for rack, tile in where])
    for shots in (1, 2):
        before, after, left_on, off = Score(), Score(), Score(), Score()
        for trial in range(args.trials):
            rng = np.random.default_rng(trial)
            taught = [
                int(k) for face in np.unique(faces)
                for k in rng.permutation(np.flatnonzero(faces == face))[:shots]
            ]  # fmt: skip
            profile = teacher.learn(
                [FACES[faces[k]] for k in taught],
                np.stack([crops[where[k][0]][where[k][1]] for k in taught]),
            )
            for rack, (_, _, truth) in enumerate(racks):
                free = np.array([k not in set(taught) for k, w in enumerate(where) if w[0] == rack])
                said = profile.adjust(seen[rack].logits, seen[rack].embeddings)
                before.add(seen[rack].logits[free], truth[free], heat)
                after.add(said[free], truth[free], heat)
            for belief, (_, _, truth) in zip(elsewhere, others, strict=True):
                off.add(belief.logits, truth, heat)
                left_on.add(profile.adjust(belief.logits, belief.embeddings), truth, heat)
        compared(f"{args.source}, {shots} of each kind", before, after)
        print(f"  other real sets, that profile left on: {left_on}; without it {off}", flush=True)


@dataclass(frozen=True, slots=True)
class Shot:
    """A rendered photograph and where its tiles lie."""

    image: np.ndarray
    quads: np.ndarray
    faces: np.ndarray


def shoot(
    body: Body, inks: Inks, rows: tuple[tuple[str, ...], ...], seed: int, size: int, view: View
) -> Shot:
    """The set laid out in rows, photographed."""
    rng = np.random.default_rng([seed, 77])
    laid = Layout("rows", body.size)
    group = laid.group(GroupKind.OTHER)
    neat = Hand(0.06, 0.02, 0.01, 0.0, 0.0)
    for number, row in enumerate(rows):
        lay_row(laid, list(row), (0, -number * (body.size[1] + 0.35)), Pose.LIE, group, neat, rng)
    boxes = [tile_box(put, body, inks, rng) for put in laid.puts]
    frame = (size, size * 3 // 4)
    camera = place_camera(view, subject_of(boxes), frame, rng)
    canvas, owner = scene(boxes, camera, frame, laid, rng)
    image = lens.photograph(
        cv2.resize(canvas, frame, interpolation=cv2.INTER_AREA).astype(np.uint8), owner, rng
    )
    quads = np.stack([camera.project(box.face(front=True))[0] for box in boxes])
    faces = np.array([FACES.index(put.face) for put in laid.puts])
    return Shot(image, quads.astype(np.float32), faces)


def rendered(args: argparse.Namespace) -> None:
    teacher = Teacher.load() if args.locate else plain_teacher()
    heat, layout = temperature(), LAYOUTS[args.layout]
    scores = {shots: (Score(), Score()) for shots in (1, 2)}
    left_on, off = Score(), Score()
    refused: list[str] = []
    last: Profile | None = None
    for number in range(args.sets):
        rng = np.random.default_rng([args.seed, number])
        body = Body.sample(rng)
        name, inks = choose_faces(rng, args.art, split="test", dark=body.dark)
        kinds = [face for row in layout for face in row]
        taught = [shoot(body, inks, layout, s, 1600, view(rng, 0.25)) for s in (1, 2)]
        hands = [
            shoot(body, inks, (tuple(rng.choice(kinds, 14)),), 10 + s, size, view(rng, 0.8))
            for s, size in zip(range(args.hands), cycle(SIZES), strict=False)
        ]
        seen = [(believe(teacher.classifier, hand), hand.faces) for hand in hands]
        for belief, faces in seen if last is not None else ():
            off.add(belief.logits, faces, heat)
            left_on.add(last.adjust(belief.logits, belief.embeddings), faces, heat)
        line, last = [name], None
        for shots in (1, 2):
            try:
                profile = profile_of(teacher, taught[:shots], layout, locate=args.locate)
            except DatasetError as error:
                refused.append(f"{name}, {shots} photo(s): {error}")
                continue
            before, after = Score(), Score()
            for belief, faces in seen:
                before.add(belief.logits, faces, heat)
                after.add(profile.adjust(belief.logits, belief.embeddings), faces, heat)
            line.append(f"{shots}: {before.wrong} of {before.tiles} -> {after.wrong}")
            scores[shots][0].join(before)
            scores[shots][1].join(after)
            last = last or profile
        print("  " + "; ".join(line), flush=True)
    for shots, (before, after) in scores.items():
        compared(f"{args.sets} rendered sets, {shots} photo(s)", before, after)
    print(f"the next set read with that profile left on: {left_on}; without it {off}")
    for line in refused:
        print(f"refused: {line}")


def view(rng: np.random.Generator, slant: float) -> View:
    """Nearly from above for teaching, more from the side for racks."""
    pitch = math.radians(float(rng.uniform(88 - 60 * slant, 88)))
    turn, roll = (math.radians(float(rng.normal(0, 6))) for _ in range(2))
    return View(pitch, turn, roll, math.radians(60), 0.92)


def believe(net: TileClassifier, shot: Shot):
    return net.believe(geometry.crops(shot.image, shot.quads, net.side, margin=net.margin))


def profile_of(teacher: Teacher, shots: list[Shot], layout, *, locate: bool) -> Profile:
    if locate:
        return teacher.teach("measured", [shot.image for shot in shots], layout).profile
    crops = [geometry.crops(s.image, s.quads, SIDE, margin=(CONTEXT - 1) / 2) for s in shots]
    return teacher.learn([FACES[f] for s in shots for f in s.faces], np.concatenate(crops))


def temperature() -> float:
    """Of the logits, as readers are told confidences."""
    return store.find("classifier").number("temperature", 1.0)


def plain_teacher() -> Teacher:
    """A teacher that is told where the tiles lie."""
    entry = store.find("classifier").entry
    return Teacher(lambda image: [Detection(Quad.of(np.zeros((4, 2))), 0.0)], load_classifier(),
                   str(entry["sha256"]))  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    one = kinds.add_parser("real")
    one.add_argument("--photos", type=Path, required=True)
    one.add_argument("--source", default=kept.HELD_OUT_SOURCES[0])
    one.add_argument("--trials", type=int, default=6)
    two = kinds.add_parser("rendered")
    two.add_argument("--sets", type=int, default=20)
    two.add_argument("--hands", type=int, default=6)
    two.add_argument("--seed", type=int, default=900)
    two.add_argument("--layout", default="42", choices=LAYOUTS)
    two.add_argument("--art", type=Path, nargs="*", default=[])
    two.add_argument("--locate", action="store_true", help="let the locator find the tiles")
    args = parser.parse_args()
    {"real": real, "rendered": rendered}[args.kind](args)


if __name__ == "__main__":
    main()
