"""Train the one-class tile locator (YOLO11n, oriented boxes), on real and rendered photographs.

    python models/train/locator.py --photos PHOTOS --synthetic RENDERED --out runs/locator

Resumes from its own checkpoint with --resume, its clock too; a two-core machine without a GPU
trains in bfloat16.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import random
import sys
import time
from pathlib import Path
from typing import Any

import torch
from ultralytics.engine import trainer as engine
from ultralytics.models.yolo.obb import OBBTrainer

sys.path.insert(0, str(Path(__file__).resolve().parent))
from pictures import write_lists, write_real, write_rendered

QUARTERS = (0.46, 0.18, 0.18, 0.18)  # how often a batch is turned by 0, 90, 180, 270 degrees


class Trainer(OBBTrainer):
    """ultralytics' trainer, with bfloat16 on a CPU and batches turned by quarter turns."""

    taken = 0  # batches so far

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        self._set_rate()
        batch = super().preprocess_batch(batch)
        return turned(batch, random.choices(range(4), QUARTERS)[0])

    def _set_rate(self) -> None:
        """A learning rate that falls with every batch: ultralytics' falls once a pass, which leaves
        a run of few passes at a high rate to its end."""
        passed = self.epochs * len(self.train_loader)
        self.taken = max(self.taken, self.epoch * len(self.train_loader)) + 1
        progress = self.taken / passed
        if self.args.time:
            spent = (time.time() - self.train_time_start) / 3600 / self.args.time
            progress = max(progress, spent)
        falling = 0.5 * (1 + math.cos(math.pi * min(progress, 0.99)))
        for group in self.optimizer.param_groups:
            group["lr"] = self.args.lr0 * falling * min(1.0, self.taken / 100)


def turned(batch: dict[str, Any], quarters: int) -> dict[str, Any]:
    """The batch turned counter-clockwise by quarter turns; images square, boxes (n, 5) xywhr."""
    for _ in range(quarters):
        batch["img"] = torch.rot90(batch["img"], 1, (2, 3))
        x, y, w, h, angle = batch["bboxes"].unbind(-1)
        batch["bboxes"] = torch.stack((y, 1 - x, w, h, angle - torch.pi / 2), -1)
    return batch


def go_on(trainer: Trainer) -> None:
    """The clock of a resumed run goes on: --minutes are those of all its parts."""
    if trainer.start_epoch:
        trainer.train_time_start -= seconds_spent(trainer.csv, trainer.start_epoch)


def count_all(trainer: Trainer) -> None:
    """The clock tells the time of all passes, so all are counted: ultralytics divides the two to
    see how many more there will be."""
    trainer.start_epoch = 0


def seconds_spent(table: Path, passes: int) -> float:
    """Seconds that so many passes took, by the table that ultralytics keeps of them."""
    with table.open(newline="") as file:
        rows = [{key.strip(): value for key, value in row.items()} for row in csv.DictReader(file)]
    return max((float(row["time"]) for row in rows if int(row["epoch"]) <= passes), default=0.0)


def finished(checkpoint: Path) -> bool:
    """Whether the run that left this checkpoint came to its end."""
    return int(torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"]) < 0


def bfloat16_on_cpu() -> None:
    """ultralytics switches mixed precision off on a CPU; switch it on."""
    engine.autocast = lambda *_, **__: torch.autocast("cpu", dtype=torch.bfloat16)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="folder with train/ and provenance.csv")
    parser.add_argument("--synthetic", type=Path, nargs="*", default=[], help="rendered folders")
    parser.add_argument("--refined", type=Path, help="JSON of quads that replace loose boxes")
    parser.add_argument("--repeat-real", type=int, default=1, help="times a real picture is seen")
    parser.add_argument("--out", type=Path, default=Path("runs/locator"))
    parser.add_argument("--weights", help="start from these weights instead of from scratch")
    parser.add_argument("--size", type=int, default=640, help="side of the square input, px")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--minutes", type=float, help="stop after this long instead of by epochs")
    parser.add_argument("--lr", type=float, default=0.0015)
    parser.add_argument("--mosaic", type=float, default=0.3, help="share of pictures joined")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--resume", action="store_true", help="go on from OUT's last checkpoint")
    args = parser.parse_args()

    out = args.out.resolve()
    refined = json.loads(args.refined.read_text()) if args.refined else {}
    paths = write_real(args.photos.resolve(), out / "data", refined) if args.photos else []
    listed = [str(p) for p in paths] * args.repeat_real
    for folder in args.synthetic:
        listed += [str(p) for p in write_rendered(folder.resolve(), out / "data")]
    if not listed:
        parser.error("nothing to train on: give --photos or --synthetic")
    out.mkdir(parents=True, exist_ok=True)
    data = write_lists(listed, out)

    cuda = torch.cuda.is_available()
    if not cuda:
        bfloat16_on_cpu()
        engine.unset_deterministic()
    settings: dict[str, Any] = {
        "model": args.weights or "yolo11n-obb.yaml",
        "data": str(data),
        "project": str(out),
        "name": "run",
        "exist_ok": True,
        "imgsz": args.size,
        "batch": args.batch,
        "nbs": args.batch,  # a step each batch, not one for every 64 pictures
        "epochs": args.epochs,
        "time": args.minutes / 60 if args.minutes else None,
        "optimizer": "AdamW",
        "lr0": args.lr,
        "warmup_epochs": 0,
        "val": False,
        "plots": True,  # of the losses, the confusion of tile and background, precision and recall
        "cache": False,
        "workers": 1,
        "device": 0 if cuda else "cpu",
        "amp": cuda,
        "degrees": 45,  # beside quarter turns: every angle
        "perspective": 0.0003,
        "scale": 0.5,
        "shear": 3,
        "fliplr": 0.5,
        "mosaic": args.mosaic,
        "close_mosaic": 2,
        "hsv_h": 0.03,
        "hsv_s": 0.6,
        "hsv_v": 0.4,
        "save_period": 1,
        "seed": 1,
        "deterministic": False,
    }
    last = out / "run" / "weights" / "last.pt"
    if args.resume and last.exists():
        if finished(last):
            print(f"{last} is of a run that came to its end: nothing is left to do")
            return
        settings["resume"] = str(last)
    trainer = Trainer(overrides=settings)
    trainer.add_callback("on_train_start", go_on)
    trainer.add_callback("on_train_epoch_start", count_all)
    trainer.add_callback("on_train_start", lambda _: torch.set_num_threads(args.threads))
    trainer.train()


if __name__ == "__main__":
    main()
