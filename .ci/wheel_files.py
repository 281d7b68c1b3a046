"""Fails unless a wheel holds every tracked file of the code's folders and the models.

python .ci/wheel_files.py WHEEL
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import PurePosixPath


def main() -> int:
    """Compares `git ls-files` with the wheel's list; names what is missing."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True, text=True)
    wanted = {place for file in listed.stdout.split("\0") if (place := in_wheel(file))}
    missing = sorted(wanted - set(zipfile.ZipFile(sys.argv[1]).namelist()))
    for file in missing:
        sys.stderr.write(f"not in the wheel: {file}\n")
    sys.stderr.write(f"{len(wanted) - len(missing)} of {len(wanted)} files are in the wheel\n")
    return 1 if missing else 0


def in_wheel(file: str) -> str:
    """Where a tracked file belongs in the wheel, "" if it does not."""
    path = PurePosixPath(file)
    if path.parts and path.parts[0] in ("mahjonglens", "scoring", "vision"):
        return file
    if path.parent == PurePosixPath("models") and path.suffix in (".toml", ".onnx"):
        return f"vision/weights/{path.name}"
    return ""


if __name__ == "__main__":
    raise SystemExit(main())
