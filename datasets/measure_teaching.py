"""How many errors teaching a set takes away, on sets that no model was trained on.

    python datasets/measure_teaching.py rendered --sets 12
    python datasets/measure_teaching.py real --photos PHOTOS --source leo-miura-riichi

Real: of each kind one or two tiles are taught, from different photographs, all others are read;
drawn again several times. Rendered: designs kept for testing, taught from one or two rendered
photographs of the layout that players are shown, read from racks of the same set; where there is
a locator (--locate) it finds the tiles, else the true places are used. Both also read the other
sets with the profile left on by mistake.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from mahjonglens.dataset.faults import DatasetError
from mahjonglens.dataset.profiles import SIDE
from mahjonglens.dataset.teaching import Teacher
from vision import geometry, store
from vision.classify import TileClassifier, load_classifier
from vision.data.synth import lens
from vision.data.synth.bodies import Body
from vision.data.synth.camera import View, place_camera
from vision.data.synth.faces import Inks, choose_faces
from vision.data.synth.layouts import Hand, Layout, Pose, lay_row
from vision.data.synth.render import scene, subject_of, tile_box
from vision.data.teach import CONTEXT, LAYOUTS, Profile
from vision.labels import FACES
from vision.reading import Detection, GroupKind, Quad


@dataclass(slots=True)
class Score:
    """Tiles read and read wrong."""

    tiles: int = 0
    wrong: int = 0

    def add(self, logits: np.ndarray, faces: np.ndarray) -> None:
        self.tiles += len(faces)
        self.wrong += int((logits.argmax(axis=1) != faces).sum())

    def __str__(self) -> str:
        share = 100 * self.wrong / max(1, self.tiles)
        return f"{self.wrong} of {self.tiles} wrong ({share:.1f} %)"


def compared(title: str, before: Score, after: Score) -> None:
    gone = 1 - (after.wrong / max(1, after.tiles)) / max(1e-9, before.wrong / max(1, before.tiles))
    print(f"{title}: before {before}, after {after}: {100 * gone:.0f} % of the errors gone")


def racks_of(photos: Path, source: str) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Each picture of a source: image, quads (N, 4, 2), face numbers (N,)."""
    racks = []
    with (photos / "provenance.csv").open(newline="") as table:
        rows = [r for r in csv.DictReader(table) if r["source"] == source]
    for row in rows:
        path = photos / row["file"]
        if int(row["caption_only_boxes"] or 0) or row["augmented"] == "1":
            continue
        image = cv2.imread(str(path))
        label = path.parents[1] / "labels" / f"{path.stem}.txt"
        lines = np.array([line.split() for line in label.read_text().splitlines()], float)
        if not len(lines):
            continue
        height, width = image.shape[:2]
        centre, half = lines[:, 1:3] * (width, height), lines[:, 3:5] * (width, height) / 2
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        quads = centre[:, None] + half[:, None] * signs
        racks.append((image, quads.astype(np.float32), lines[:, 0].astype(int)))
    return racks


def real(args: argparse.Namespace) -> None:
    teacher = plain_teacher()
    net = teacher.classifier
    racks = racks_of(args.photos, args.source)
    seen = [net.believe(geometry.crops(i, q, net.side, margin=net.margin)) for i, q, _ in racks]
    crops = [geometry.crops(i, q, SIDE, margin=(CONTEXT - 1) / 2) for i, q, _ in racks]
    where = [(rack, tile) for rack, (_, q, _) in enumerate(racks) for tile in range(len(q))]
    faces = np.array([racks[rack][2][tile] for rack, tile in where])
    others = [
        (net.believe(geometry.crops(i, q, net.side, margin=net.margin)), f)
        for i, q, f in racks_of(args.photos, args.other)
    ][: args.others]
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
                kept = np.array([k not in set(taught) for k, w in enumerate(where) if w[0] == rack])
                said = profile.adjust(seen[rack].logits, seen[rack].embeddings)
                before.add(seen[rack].logits[kept], truth[kept])
                after.add(said[kept], truth[kept])
            for belief, truth in others:
                off.add(belief.logits, truth)
                left_on.add(profile.adjust(belief.logits, belief.embeddings), truth)
        compared(f"{args.source}, {shots} of each kind", before, after)
        print(f"  {args.other} with that profile left on: {left_on}; without it {off}")


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
    layout = LAYOUTS[args.layout]
    scores = {shots: (Score(), Score()) for shots in (1, 2)}
    refused: list[str] = []
    for number in range(args.sets):
        rng = np.random.default_rng([args.seed, number])
        body = Body.sample(rng)
        name, inks = choose_faces(rng, args.art, split="test", dark=body.dark)
        kinds = [face for row in layout for face in row]
        taught = [shoot(body, inks, layout, s, 1600, view(rng, 0.25)) for s in (1, 2)]
        hands = [
            shoot(body, inks, (tuple(rng.choice(kinds, 14)),), 10 + s, 1280, view(rng, 0.8))
            for s in range(args.hands)
        ]
        line = [name]
        for shots in (1, 2):
            try:
                profile = profile_of(teacher, taught[:shots], layout, locate=args.locate)
            except DatasetError as error:
                refused.append(f"{name}: {error}")
                continue
            before, after = Score(), Score()
            for hand in hands:
                belief = believe(teacher.classifier, hand)
                before.add(belief.logits, hand.faces)
                after.add(profile.adjust(belief.logits, belief.embeddings), hand.faces)
            line.append(f"{shots}: {before} -> {after}")
            for total, part in zip(scores[shots], (before, after), strict=True):
                total.tiles, total.wrong = total.tiles + part.tiles, total.wrong + part.wrong
        print("  " + "; ".join(line), flush=True)
    for shots, (before, after) in scores.items():
        compared(f"{args.sets} rendered sets, {shots} photo(s)", before, after)
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
    one.add_argument("--source", default="leo-miura-riichi")
    one.add_argument("--other", default="hk-rethink-bonus-label")
    one.add_argument("--others", type=int, default=120, help="pictures of the other sets")
    one.add_argument("--trials", type=int, default=10)
    two = kinds.add_parser("rendered")
    two.add_argument("--sets", type=int, default=12)
    two.add_argument("--hands", type=int, default=6)
    two.add_argument("--seed", type=int, default=900)
    two.add_argument("--layout", default="42", choices=LAYOUTS)
    two.add_argument("--art", type=Path, nargs="*", default=[])
    two.add_argument("--locate", action="store_true", help="let the locator find the tiles")
    args = parser.parse_args()
    {"real": real, "rendered": rendered}[args.kind](args)


if __name__ == "__main__":
    main()
