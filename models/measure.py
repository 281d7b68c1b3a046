"""Measures the models once over and writes the table for their card.

    python datasets/synthesise.py runs/test --count 150 --seed 50000 --split test --layout hand
    python models/measure.py --photos PHOTOS --rendered runs/test --out runs/table.md

PHOTOS holds ``dev/``, ``train/`` and ``provenance.csv``: dev is measured at several angles, then
the sets held out of training. Either may be left out. The whole reports (every class, all
confusions) are written beside the table as JSON.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from vision import evaluate
from vision.data.labels_io import Truth, read_folder
from vision.pipeline import Reader, load_reader

ANGLES = ("0", "90", "180", "270", "random")
HEAD = ("test", "photos", "tiles", "place found", "place and face right", "extra", "photos exact",
        "in order", "groups right", "seconds a photo")  # fmt: skip
SURE = ("test", "ECE", "wrong tiles doubted", "right tiles doubted", "proposals (right)", "odds",
        "hands exact as read", "if accepted")  # fmt: skip


def measure(truths: Iterable[Truth], reader: Reader | None, angle: str = "0") -> evaluate.Report:
    """The report on these photos, each turned by `angle`; without a reader, on their true tiles."""
    return evaluate.report(evaluate.evaluate(truths, reader, evaluate.angle(angle)))


def held_out(photos: Path, out: Path) -> list[Truth]:
    """The photos of tile sets that no model was trained on, laid out in `out`."""
    program = ROOT / "models" / "train" / "held_out.py"
    command = [sys.executable, str(program), "--photos", str(photos), "--out", str(out)]
    subprocess.run(command, check=True, stdout=sys.stderr)
    return list(read_folder(out))


def everything(given: argparse.Namespace) -> dict[str, evaluate.Report]:
    """All reports by the name of the test."""
    reader = load_reader(given.models)
    reports: dict[str, evaluate.Report] = {}

    def add(name: str, truths: list[Truth], read: Reader | None = reader, angle: str = "0") -> None:
        sys.stderr.write(f"{name}: {len(truths)} photos\n")
        reports[name] = measure(truths, read, angle)

    if given.photos and (given.photos / "dev").exists():
        truths = evaluate.labelled(given.photos / "dev", given.groups)
        for angle in ANGLES:
            name = "dev, random angles" if angle == "random" else f"dev, {angle}°"
            add(name, truths, angle=angle)
    if given.photos and (given.photos / "train").exists():
        add("held out", held_out(given.photos, given.out.parent / "held-out"))
    for folder in given.rendered:
        truths = list(read_folder(folder))
        add(f"rendered, {folder.name}", truths)
        add(f"rendered, {folder.name}, tiles given", truths, None)
    return reports


def tables(reports: dict[str, evaluate.Report]) -> str:
    """The reports as two markdown tables."""
    rows = [list(HEAD)]
    sure = [list(SURE)]
    for name, report in reports.items():
        kinds = dict(report["kinds"])  # type: ignore[call-overload]
        if len(kinds) <= 2:  # one kind, and all
            kinds = {"": kinds["all"]} if kinds else {}
        for kind, figures in kinds.items():
            title = f"{name}: {kind}" if kind else name
            rows.append([title, *(cell(figures[key]) for key, _ in evaluate.COLUMNS)])
        sure.append([name, *_sure(report)])
    return "\n\n".join(map(markdown, (rows, sure))) + "\n"


def _sure(report: evaluate.Report) -> list[str]:
    calibration, doubts, offers = (
        dict(report[key])  # type: ignore[call-overload]
        for key in ("calibration", "doubts", "proposals")
    )
    return [
        cell(calibration["ece"]),
        f"{cell(doubts['wrong_doubted'])} of {doubts['wrong_tiles']}",
        cell(doubts["right_doubted"]),
        f"{offers['photos']} ({offers['right']})",
        cell(offers["mean_odds"]),
        cell(offers["exact_as_read"]),
        cell(offers["exact_if_accepted"]),
    ]


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as a markdown table, the first its head."""
    lines = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def cell(value: object) -> str:
    """A figure as the tables print it."""
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def publish(out: Path, text: str, report: object) -> None:
    """Print the tables, and write them to `out` with the whole report as JSON beside."""
    out.write_text(text, "utf-8")
    whole = json.dumps(report, indent=1, ensure_ascii=False)
    out.with_suffix(".json").write_text(whole + "\n", "utf-8")
    sys.stdout.write(text)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="folder with dev/, train/, provenance.csv")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="rendered test sets")
    parser.add_argument("--models", type=Path, help="another folder of models")
    parser.add_argument("--out", type=Path, default=Path("runs/table.md"))
    default = ROOT / "tests" / "vision" / "data" / "dev_groups.json"
    parser.add_argument("--groups", type=Path, default=default, help="group truth of dev")
    given = parser.parse_args(arguments)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    reports = everything(given)
    publish(given.out, tables(reports), reports)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
