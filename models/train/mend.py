"""Mend the labels of the real photographs with the models of the round before.

    python models/train/mend.py --photos PHOTOS --locator L.pt --classifier C.pt --out runs/mended

Writes ``refined.json`` (file name -> a quad for each label as shares of the picture, or [] where
none fits): caption boxes grown to their tile, loose boxes around tilted tiles made tight. Writes
``mirrored.json``: names of augmented pictures whose glyphs read better the other way round.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from ultralytics import YOLO

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]
import crops as cropping
import real
from net import TileNet

from vision import geometry
from vision.labels import FACES

Array = npt.NDArray[np.float32]
INSIDE = 0.85  # share of a caption box that its tile must cover
LEAST = 0.25  # and how much they must overlap
TIGHT = 0.65  # least overlap of a loose box with the upright box around the refined quad
CAPTION_FACES = range(FACES.index("F1"), FACES.index("S4") + 1)


def upright(quad: Array) -> Array:
    """The quad (4, 2) px clockwise, begun so that its first side points most to the right."""
    centred = quad - quad.mean(0)
    clockwise = quad[np.argsort(np.arctan2(centred[:, 1], centred[:, 0]))]
    return geometry.nearest_upright(clockwise[None])[0]


def refine(photo: real.Photo, found: list[Array]) -> list[list[float]]:
    """A quad for each label of the photo in its order, [] where no found tile fits. Found quads are
    px of a picture of 1 × 1, so shares."""
    if not found:
        return [[] for _ in photo.boxes]
    hulls = geometry.hull_boxes(np.stack(found))
    result: list[list[float]] = []
    for box in photo.boxes:
        caption = photo.captions > 0 and box.face in CAPTION_FACES
        edges = np.array([box.edges])
        iou = geometry.box_iou(edges, hulls)[0]
        inside = geometry.box_inside(edges, hulls)[0]
        fits = (inside >= INSIDE) & (iou > LEAST) if caption else iou >= TIGHT
        best = int(np.where(fits, iou, -1).argmax())
        result.append([round(float(v), 5) for v in found[best].ravel()] if fits[best] else [])
    return result


def mirrored(net: TileNet, photo: real.Photo, quads: list[list[float]] | None) -> bool:
    """True where the labels fit the mirrored crops clearly better, each crop at its best turn."""
    deck = cropping.Crops()
    cropping.add_photo(deck, photo, quads, False)
    if not len(deck):
        return False
    straight = torch.from_numpy(np.stack(deck.images)[..., ::-1].copy()).permute(0, 3, 1, 2) / 255
    inner = (cropping.STORED - cropping.SIDE) // 2
    straight = straight[:, :, inner:-inner, inner:-inner].float()
    faces = torch.tensor(deck.faces)

    def fit(images: torch.Tensor) -> float:
        turns = torch.stack([net(torch.rot90(images, k, (2, 3)))[0] for k in range(4)])
        scores = turns.log_softmax(-1).max(0).values
        return float(scores.gather(1, faces[:, None]).clamp_min(-4).sum())

    with torch.no_grad():
        return fit(straight.flip(3)) > fit(straight) + 1.0


def find(
    locator: YOLO, photos: list[real.Photo], size: int
) -> Iterator[tuple[real.Photo, list[Array]]]:
    """Each photo with the quads found in it, as shares of the picture."""
    for photo in photos:
        image = cv2.imread(str(photo.path))
        result = locator.predict(image, imgsz=size, conf=0.15, iou=0.4, max_det=400, verbose=False)
        quads = result[0].obb.xyxyxyxy.cpu().numpy()
        yield photo, [upright(q) / np.array(image.shape[1::-1], np.float32) for q in quads]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--locator", required=True)
    parser.add_argument("--classifier", type=Path, required=True)
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--out", type=Path, default=Path("runs/mended"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    photos = real.photos(args.photos)
    loose = [p for p in photos if p.boxes and (p.captions or real.tilt(p) > 0.015)]
    refined = {p.path.name: refine(p, q) for p, q in find(YOLO(args.locator), loose, args.size)}
    (args.out / "refined.json").write_text(json.dumps(refined))
    resolved = sum(bool(q) for qs in refined.values() for q in qs)
    print(f"{resolved} of {sum(map(len, refined.values()))} loose boxes refined")

    net = TileNet(len(FACES))
    net.load_state_dict(
        torch.load(args.classifier, map_location="cpu", weights_only=False)["average"]
    )
    net.eval()
    augmented = [p for p in photos if p.augmented and not p.held_out]
    names = [p.path.name for p in augmented if mirrored(net, p, refined.get(p.path.name))]
    (args.out / "mirrored.json").write_text(json.dumps(names))
    print(f"{len(names)} of {len(augmented)} augmented pictures are mirrored")


if __name__ == "__main__":
    main()
