"""Renders `datasets/samples/hand.jpg`, the picture of the README: python datasets/render_sample.py

The tiles are drawn by our own code; the same code and fonts give the same picture.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from vision.data.synth.bodies import Body
from vision.data.synth.camera import View, place_camera
from vision.data.synth.faces import choose_faces
from vision.data.synth.layouts import Hand, Layout, Pose, lay_row, lay_set
from vision.data.synth.render import scene, subject_of, tile_box
from vision.reading import GroupKind

SEED, FRAME = 29, (1280, 720)
NEAT = Hand(gap=0.02, wobble=0.01, angle=math.radians(0.6), upside=0.0, tip=0.0)
VIEW = View(pitch=math.radians(72), azimuth=0.02, roll=0.01, field=math.radians(50), fill=0.9)


def main() -> int:
    """Lays East's hand out, takes its picture and writes it."""
    rng = np.random.default_rng(SEED)
    body = Body.sample(rng)
    _, faces = choose_faces(rng, None, split="train", dark=body.dark)
    laid = Layout("sample", body.size)
    row = ["B6"] * 3 + ["DR"] * 3 + ["C9"]
    right = lay_row(laid, row, (0.0, 0.0), Pose.LIE, laid.group(GroupKind.CONCEALED), NEAT, rng)
    lay_row(
        laid, ["C9"], (right + 0.9, 0.0), Pose.LIE, laid.group(GroupKind.WINNING_TILE), NEAT, rng
    )
    left = 0.2
    for meld in (("DG",) * 3, ("DW",) * 3):
        left = 0.6 + lay_set(laid, meld, (left, 1.9), NEAT, rng)
    boxes = [tile_box(put, body, faces, rng) for put in laid.puts]
    camera = place_camera(VIEW, subject_of(boxes), FRAME, rng)
    canvas, _ = scene(boxes, camera, FRAME, laid, rng)
    picture = cv2.resize(canvas, FRAME, interpolation=cv2.INTER_AREA)
    path = ROOT / "datasets" / "samples" / "hand.jpg"
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
