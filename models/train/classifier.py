"""Train the tile classifier on crops of real and rendered photographs.

    python models/train/classifier.py --photos PHOTOS --synthetic RENDERED --out runs/classifier

Resumes from its own checkpoint with --resume, its clock too; a two-core machine without a GPU
trains in bfloat16. Tile sets of `real.Photo.held_out` are never trained on, or where there are none
one picture in 40; their accuracy is printed after each pass.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]
import augment
import crops as cropping
from net import TileNet

from vision.labels import FACES

UNFAMILIAR_WEIGHT = 0.5
BONUS_WEIGHT = 2.5  # of real flowers and seasons: told apart by a small numeral, each set its own
SOURCE_WEIGHTS = {  # many sets count more than many pictures of one set
    "hk-rethink-bonus-label": 2.0,
    "crops": 3.0,
    "chinese-mahjong-detection-v4": 0.5,
    "general-mahjong-42-lasttherapy": 0.7,
    "riichi-my-first-project": 0.7,
}


class Deck:
    """Crops as tensors: draws weighted batches, keeps the images as uint8."""

    def __init__(self, crops: cropping.Crops, weights: dict[str, float]) -> None:
        self.images = np.stack(crops.images)
        self.faces = torch.tensor(crops.faces)
        self.turns = torch.tensor(crops.turns)
        per_face = torch.bincount(self.faces + 1, minlength=len(FACES) + 1).float()
        rarity = per_face.clamp_min(50).rsqrt()[self.faces + 1]  # between even and as they come
        trusted = torch.tensor([weights.get(source, 1.0) for source in crops.sources])
        numbered = torch.tensor(
            [FACES[face][0] in "FS" if face >= 0 else False for face in crops.faces]
        )
        real = torch.tensor([source != "rendered" for source in crops.sources])
        self.weights = rarity * trusted * torch.where(numbered & real, BONUS_WEIGHT, 1.0)

    def __len__(self) -> int:
        return len(self.images)

    def tensors(self, chosen: torch.Tensor) -> torch.Tensor:
        """Images (N, 3, STORED, STORED), RGB 0..1."""
        batch = self.images[chosen.numpy()][..., ::-1].copy()
        return torch.from_numpy(batch).permute(0, 3, 1, 2).float() / 255


def loss_of(
    net: TileNet, images: torch.Tensor, faces: torch.Tensor, turns: torch.Tensor
) -> torch.Tensor:
    """Faces by cross entropy; unfamiliar faces towards none; turns where known."""
    with torch.autocast(images.device.type, dtype=torch.bfloat16):
        logits, turn, _ = net(images)
    logits, turn = logits.float(), turn.float()
    known = faces >= 0
    loss = F.cross_entropy(logits[known], faces[known], label_smoothing=0.05)
    if (~known).any():
        loss = loss - UNFAMILIAR_WEIGHT * logits[~known].log_softmax(1).mean()
    if (turns >= 0).any():
        loss = loss + 0.3 * F.cross_entropy(turn[turns >= 0], turns[turns >= 0])
    return loss


@torch.no_grad()
def accuracy(net: TileNet, deck: Deck) -> tuple[float, torch.Tensor]:
    """Share of right faces with crops as they lie, and the confusion matrix (faces, faces)."""
    net.eval()
    table = torch.zeros(len(FACES), len(FACES), dtype=torch.long)
    still, device = torch.Generator(), next(net.parameters()).device
    for chosen in torch.arange(len(deck)).split(256):
        images = augment.place(deck.tensors(chosen), strength=0, random=still)
        guess = net(images.to(device))[0].argmax(1)
        for face, got in zip(deck.faces[chosen].tolist(), guess.tolist(), strict=True):
            if face >= 0:
                table[face, got] += 1
    return float(table.diagonal().sum() / table.sum().clamp_min(1)), table


def gather(args: argparse.Namespace) -> tuple[Deck, Deck | None]:
    """The training deck, and the one held out: whole tile sets, else some pictures."""
    refined = json.loads(args.refined.read_text()) if args.refined else {}
    mirrored = frozenset(json.loads(args.mirrored.read_text())) if args.mirrored else frozenset()
    crops, held = cropping.Crops(), cropping.Crops()
    if args.photos:
        crops = cropping.from_photos(
            args.photos,
            held_out=False,
            refined=refined,
            mirrored=mirrored,
            skip_augmented=args.mirrored is None,
        )
        held = cropping.from_photos(args.photos, held_out=True, refined=refined, mirrored=mirrored)
        if (args.photos / "crops").is_dir():
            crops.extend(cropping.from_singles(args.photos / "crops"))
    for folder in args.synthetic:
        crops.extend(cropping.from_rendered(folder))
    if not len(held):
        crops, held = crops.parted()
    if not len(crops):
        raise SystemExit("nothing to train on: give --photos or --synthetic")
    deck = Deck(crops, SOURCE_WEIGHTS | {"rendered": args.rendered_weight})
    return deck, Deck(held, {}) if len(held) else None


def plot(out: Path, history: list[dict[str, float]], table: torch.Tensor | None) -> None:
    """Loss by pass and the confusion matrix of what was held out, as PNG."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(18, 8))
    axes[0].plot([h["loss"] for h in history], label="training loss")
    axes[0].plot([h.get("held_out", float("nan")) for h in history], label="held-out accuracy")
    axes[0].set_xlabel("pass")
    axes[0].legend()
    if table is not None:
        shares = table / table.sum(1, keepdim=True).clamp_min(1)
        axes[1].imshow(shares.numpy(), cmap="viridis")
        axes[1].set_xticks(range(len(FACES)), FACES, rotation=90, fontsize=6)
        axes[1].set_yticks(range(len(FACES)), FACES, fontsize=6)
    figure.savefig(out / "training.png", dpi=80)
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="folder with train/ and provenance.csv")
    parser.add_argument("--synthetic", type=Path, nargs="*", default=[], help="rendered folders")
    parser.add_argument("--refined", type=Path, help="JSON of quads that replace loose boxes")
    parser.add_argument("--mirrored", type=Path, help="JSON list of mirrored pictures' names")
    parser.add_argument("--rendered-weight", type=float, default=0.5)
    parser.add_argument("--out", type=Path, default=Path("runs/classifier"))
    parser.add_argument("--weights", type=Path, help="start from this checkpoint's weights")
    parser.add_argument("--passes", type=int, default=20)
    parser.add_argument("--samples", type=int, default=20000, help="crops a pass")
    parser.add_argument(
        "--minutes",
        type=float,
        help="shorten the schedule to fit this long, resumed parts together",
    )
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on from OUT's checkpoint")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    train(args)


def train(args: argparse.Namespace) -> None:
    device = "cuda" if torch.cuda.is_available() else "cpu"
    args.out.mkdir(parents=True, exist_ok=True)
    checkpoint = args.out / "last.pt"
    deck, held = gather(args)
    print(f"{len(deck)} crops to train on, {len(held) if held else 0} held out", flush=True)

    net = TileNet(len(FACES)).to(device, memory_format=torch.channels_last)
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=_follow, use_buffers=True)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.lr, weight_decay=0.02)
    start, history, random = 0, [], torch.Generator().manual_seed(args.seed)
    begun, table = time.monotonic(), None
    if args.weights:
        state = torch.load(args.weights, map_location=device)
        net.load_state_dict(state["average"])
        average.module.load_state_dict(state["average"])
    if args.resume and checkpoint.exists():
        state = torch.load(checkpoint, map_location=device)
        net.load_state_dict(state["net"])
        average.module.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        start, history = state["pass"], state["history"]
        begun -= state.get("seconds", 0.0)
        random.manual_seed(args.seed + start)

    steps = args.samples // args.batch
    for number in range(start, args.passes):
        if args.minutes and history and time.monotonic() - begun > args.minutes * 60:
            break
        net.train()
        total = 0.0
        for step in range(steps):
            progress = (number + step / steps) / args.passes
            if args.minutes:
                spent = (time.monotonic() - begun) / 60 / args.minutes
                progress = max(progress, min(spent, 0.999))
            warm = min(1.0, (number * steps + step + 1) / 200)
            for group in optimiser.param_groups:
                group["lr"] = float(args.lr * warm * 0.5 * (1 + np.cos(np.pi * progress)))
            total += _step(net, average, optimiser, deck, args.batch, random, device)
        history.append({"loss": total / steps})
        if held:
            history[-1]["held_out"], table = accuracy(average.module, held)
        print(
            f"pass {number + 1}/{args.passes}",
            history[-1],
            f"{time.monotonic() - begun:.0f} s",
            flush=True,
        )
        state = {
            "net": net.state_dict(),
            "average": average.module.state_dict(),
            "optimiser": optimiser.state_dict(),
            "pass": number + 1,
            "history": history,
            "seconds": time.monotonic() - begun,
        }
        torch.save(state, checkpoint.with_suffix(".part"))
        checkpoint.with_suffix(".part").replace(checkpoint)
    if table is None and held:  # nothing was left to do
        _, table = accuracy(average.module, held)
    plot(args.out, history, table)


def _follow(slow: list[torch.Tensor], fast: list[torch.Tensor], seen: torch.Tensor) -> None:
    """Move the average towards the weights: quickly at first, over some 500 steps later."""
    decay = min(0.998, (1 + float(seen)) / (10 + float(seen)))
    for old, new in zip(slow, fast, strict=True):
        if old.is_floating_point():
            old.lerp_(new, 1 - decay)
        else:
            old.copy_(new)


def _step(net, average, optimiser, deck, batch, random, device) -> float:  # type: ignore[no-untyped-def]
    """One batch; its loss."""
    chosen = torch.multinomial(deck.weights, batch, replacement=True, generator=random)
    images = augment.place(deck.tensors(chosen), strength=1, random=random)
    images = augment.light(images, random=random)
    quarters = torch.randint(4, (batch,), generator=random)
    quarters[torch.rand(batch, generator=random) < 0.4] = 0
    images = augment.turned(images, quarters)
    base = deck.turns[chosen]
    turns = torch.where(base >= 0, (base + quarters) % 4, -1)
    images = images.to(device).contiguous(memory_format=torch.channels_last)
    loss = loss_of(net, images, deck.faces[chosen].to(device), turns.to(device))
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimiser.step()
    average.update_parameters(net)
    return float(loss.detach())


if __name__ == "__main__":
    main()
