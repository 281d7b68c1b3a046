"""Measures teaching and the choice of photos anew, and puts the figures into datasets/README.md.

    python datasets/measure.py --photos PHOTOS

PHOTOS is a folder with `provenance.csv`, whose held-out sources `models/train/real.py` names. Runs
`measure_teaching.py` and `measure_active.py` with the installed models; minutes on one core.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from vision import store

README = HERE / "README.md"
BEGIN, END = "<!-- measured by measure.py -->\n", "<!-- end -->\n"
COMMANDS = (
    ("measure_teaching.py", "real", "--photos", "PHOTOS"),
    ("measure_teaching.py", "rendered", "--locate"),
    ("measure_active.py", "--photos", "PHOTOS"),
)


def figures(photos: Path) -> str:
    """Each command with what it prints, but for the lines of single sets."""
    models = " and ".join(Path(store.find(role).entry["file"]).stem for role in
                          ("classifier", "locator"))  # fmt: skip
    parts = [f"With {models}:\n\n```\n"]
    for command in COMMANDS:
        given = [str(photos) if word == "PHOTOS" else word for word in command]
        done = subprocess.run(
            [sys.executable, str(HERE / given[0]), *given[1:]],
            stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        print(done.stdout, flush=True)
        lines = [line for line in done.stdout.splitlines() if not line.startswith("  drawn-")]
        parts += [f"$ python datasets/{' '.join(command)}\n", *(f"{line}\n" for line in lines)]
    return "".join((*parts, "```\n"))


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    found = figures(parser.parse_args().photos)
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    README.write_text(before + BEGIN + found + END + rest.split(END)[1], encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
