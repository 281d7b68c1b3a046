"""Does "which photo next?" beat random order? On a tile set no model was trained on.

    python datasets/measure_active.py --photos PHOTOS

Half the photographs are a pool, the others are only read. From the pool photos are labelled one by
one, in the ranked order or in several random ones; after each the set is taught what has been
labelled, and errors on the other half are counted. Repeated over random halves; two minutes on one
core. Behind ± is the standard error over the halves.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parent)]
from measure_teaching import kept, of_source, plain_teacher, racks_of

from mahjonglens.dataset.profiles import SIDE
from vision import geometry
from vision.classify import softmax
from vision.data.active import Seen, rank
from vision.data.teach import CONTEXT, learn, views
from vision.labels import FACES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--source", default=kept.HELD_OUT_SOURCES[0])
    parser.add_argument("--trials", type=int, default=12, help="random halves")
    parser.add_argument("--orders", type=int, default=4, help="random orders of each half")
    parser.add_argument("--budget", type=int, nargs="*", default=[1, 2, 3, 4, 6, 8, 12])
    parser.add_argument("--plot", type=Path)
    args = parser.parse_args()

    net = plain_teacher().classifier
    racks = racks_of(args.photos, of_source(args.source))
    seen = [net.believe(geometry.crops(i, q, net.side, margin=net.margin)) for i, q, _ in racks]
    shown = [_shown(net, image, quads) for image, quads, _ in racks]
    looks = [Seen(s.embeddings, 1 - softmax(s.logits).max(axis=1)) for s in seen]
    errors: dict[str, list[list[float]]] = {"ranked": [], "random": []}
    for trial in range(args.trials):
        rng = np.random.default_rng(trial)
        order = rng.permutation(len(racks))
        pool, test = order[: len(order) // 2], order[len(order) // 2 :]
        ways = {
            "ranked": [[int(pool[pick.index]) for pick in rank([looks[p] for p in pool])]],
            "random": [[int(p) for p in rng.permutation(pool)] for _ in range(args.orders)],
        }
        for way, orders in ways.items():
            found = [
                [_wrong(racks, seen, shown, chosen[:n], test) for n in args.budget]
                for chosen in orders
            ]
            errors[way].append(list(np.mean(found, axis=0)))
    print("photos labelled: " + "  ".join(f"{n:11d}" for n in args.budget))
    for way, rows in errors.items():
        print(f"{way:>15}: " + _shares(np.array(rows)))
    gain = np.array(errors["random"]) - np.array(errors["ranked"])
    print(f"{'gain':>15}: " + _shares(gain))
    if args.plot:
        _plot(args, errors)


def _shares(rows: np.ndarray) -> str:
    """Mean and standard error of each column, in percent."""
    error = rows.std(axis=0, ddof=1) / np.sqrt(len(rows))
    return "  ".join(
        f"{100 * v:5.1f} ± {100 * e:.1f}" for v, e in zip(rows.mean(axis=0), error, strict=True)
    )


def _shown(net, image: np.ndarray, quads: np.ndarray) -> np.ndarray:
    """Embeddings (N, V, D) of the tiles' shaken views."""
    crops = geometry.crops(image, quads, SIDE, margin=(CONTEXT - 1) / 2)
    seen = views(crops, net.side, margin=net.margin)
    return net.believe(seen.reshape(-1, *seen.shape[2:])).embeddings.reshape(*seen.shape[:2], -1)


def _wrong(racks, seen, shown, labelled: list[int], test: np.ndarray) -> float:
    faces = [FACES[f] for p in labelled for f in racks[p][2]]
    profile = learn(faces, np.concatenate([shown[p] for p in labelled]))
    wrong = total = 0
    for p in test:
        said = profile.adjust(seen[p].logits, seen[p].embeddings)
        wrong += int((said.argmax(axis=1) != racks[p][2]).sum())
        total += len(said)
    return wrong / total


def _plot(args: argparse.Namespace, errors: dict[str, list[list[float]]]) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.add_subplot()
    for way, rows in errors.items():
        axes.plot(args.budget, 100 * np.mean(rows, axis=0), marker="o", label=way)
    axes.set_xlabel("photos labelled")
    axes.set_ylabel("tiles read wrong, %")
    axes.legend()
    figure.savefig(args.plot, dpi=110)


if __name__ == "__main__":
    main()
