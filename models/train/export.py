"""Export trained weights to ONNX, verify the export against the original, and enter it in the
manifest.

    python models/train/export.py locator runs/locator/run/weights/last.pt --version 1
    python models/train/export.py classifier runs/classifier/last.pt --version 1

Weights are stored as float16 and widened when the model is loaded: half the size, same arithmetic.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import tomllib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).resolve().parent
MODELS = HERE.parent
sys.path[:0] = [str(HERE), str(MODELS.parent)]
import crops as cropping
from net import TileNet

from vision.labels import FACES, FACES_HASH

SMALL = 256  # tensors of fewer elements stay float32
OPSET = 17


def locator_to_onnx(weights: Path, target: Path) -> float:
    """Write the locator; the largest difference of its outputs from the original's."""
    from ultralytics import YOLO

    model = YOLO(str(weights)).model.float().fuse().eval()
    model.model[-1].export = True
    model.model[-1].format = "onnx"
    model.model[-1].dynamic = True
    axes = {"images": {2: "height", 3: "width"}, "output0": {2: "places"}}
    example = torch.rand(1, 3, 640, 640, generator=torch.Generator().manual_seed(1))
    model(example)
    _export(model, example, target, ["images"], ["output0"], axes)
    narrow = torch.rand(1, 3, 448, 640, generator=torch.Generator().manual_seed(2))
    return max(_difference(model, target, x) for x in (example, narrow))


def classifier_to_onnx(weights: Path, target: Path) -> float:
    """Write the classifier; the largest difference of its outputs from the original's."""
    net = TileNet(len(FACES))
    net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=False)["average"])
    net.eval()
    side = cropping.SIDE
    example = torch.rand(14, 3, side, side, generator=torch.Generator().manual_seed(1))
    outputs = ["logits", "turn", "embedding"]
    _export(
        net, example, target, ["crops"], outputs, {n: {0: "tiles"} for n in ["crops", *outputs]}
    )
    return _difference(net, target, example)


def _export(model, example, target, inputs, outputs, axes) -> None:  # type: ignore[no-untyped-def]
    torch.onnx.export(
        model,
        (example,),
        str(target),
        input_names=inputs,
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
    halve(target)


def halve(path: Path) -> None:
    """Store the model's larger weights as float16, widened by a Cast when it is loaded."""
    model = onnx.load(path)
    graph, casts = model.graph, []
    for weight in list(graph.initializer):
        values = numpy_helper.to_array(weight)
        if weight.data_type != TensorProto.FLOAT or values.size < SMALL:
            continue
        name = weight.name
        graph.initializer.remove(weight)
        small = numpy_helper.from_array(values.astype(np.float16), f"{name}_half")
        graph.initializer.append(small)
        casts.append(helper.make_node("Cast", [small.name], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def _difference(model: torch.nn.Module, path: Path, example: torch.Tensor) -> float:
    with torch.no_grad():
        wanted = model(example)
    wanted = wanted if isinstance(wanted, (tuple, list)) else [wanted]
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    got = session.run(None, {session.get_inputs()[0].name: example.numpy()})
    return max(float(np.abs(w.numpy() - g).max()) for w, g in zip(wanted, got, strict=True))


def enter(role: str, path: Path, args: argparse.Namespace, difference: float) -> None:
    """Name the file after its hash, move it to models/ and write its manifest entry."""
    sha = hashlib.sha256(path.read_bytes()).hexdigest()
    final = args.models / f"{role}-{args.version}-{sha[:8]}.onnx"
    final.write_bytes(path.read_bytes())
    entry = {
        "file": final.name,
        "sha256": sha,
        "faces": FACES_HASH,
        "dataset": args.dataset,
        "licence": "AGPL-3.0-or-later",
        "made_by": f"models/train/{role}.py, models/train/export.py",
        "export_difference": f"{difference:.2g}",
    }
    if role == "locator":
        entry |= {"input": 640, "threshold": args.threshold}
    else:
        # half the square's growth on each side, in tile widths: the net sees the tile's edge
        entry |= {"input": cropping.SIDE, "margin": 0.0, "temperature": args.temperature}
        entry |= {"reject_probability": args.reject}
    manifest = args.models / "manifest.toml"
    table = tomllib.loads(manifest.read_text()) if manifest.exists() else {}
    old = table.get(role, {}).get("file")
    table[role] = entry
    manifest.write_text(
        "# One entry a model; written by models/train/export.py.\n"
        + "\n".join(f"[{r}]\n" + "".join(_line(*kv) for kv in e.items()) for r, e in table.items())
    )
    if old and old != final.name and (args.models / old).exists():
        print(f"{old} is no longer named by the manifest; remove it when nothing needs it")
    print(f"{final.name}: {final.stat().st_size / 1e6:.2f} MB, outputs differ by {difference:.2g}")


def _line(key: str, value: object) -> str:
    return f'{key} = "{value}"\n' if isinstance(value, str) else f"{key} = {value}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("role", choices=["locator", "classifier"])
    parser.add_argument("weights", type=Path)
    parser.add_argument("--version", type=int, required=True)
    parser.add_argument("--dataset", default="see models/cards/reader.md")
    parser.add_argument("--temperature", type=float, default=0.6, help="of the confidences")
    parser.add_argument(
        "--reject", type=float, default=0.25, help="raw probability below which a face is strange"
    )
    parser.add_argument("--threshold", type=float, default=0.45, help="least confidence of a tile")
    parser.add_argument("--models", type=Path, default=MODELS)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        convert = locator_to_onnx if args.role == "locator" else classifier_to_onnx
        difference = convert(args.weights, path)
        enter(args.role, path, args, difference)


if __name__ == "__main__":
    main()
