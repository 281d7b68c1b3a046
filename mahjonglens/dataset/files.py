"""Writing that is whole or not there: what a killed or full-disk run leaves is never taken."""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mahjonglens.dataset.faults import DatasetError

PARTIAL = ".partial-"


def write_whole(path: Path, data: bytes) -> None:
    """Writes beside the place, flushes to the disk, then renames. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.parent / f"{PARTIAL}{secrets.token_hex(8)}"  # readable to whom the user wants
    try:
        with partial.open("xb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


@contextmanager
def whole_folder(target: Path, *, replace: bool = False) -> Iterator[Path]:
    """A folder to fill, which becomes `target` only when the block ends well.

    Raises DatasetError where `target` holds something and `replace` is not set, or where the
    disk refuses; what was written is removed then.
    """
    _back(target)
    if target.exists() and not target.is_dir():
        raise DatasetError(f"{target} is a file")
    if target.is_dir() and any(target.iterdir()) and not replace:
        raise DatasetError(f"{target} is not empty; choose another folder or say --replace")
    target.parent.mkdir(parents=True, exist_ok=True)
    for left in target.parent.glob(f"{PARTIAL}{glob.escape(target.name)}-????????"):
        shutil.rmtree(left, ignore_errors=True)  # of a run that was killed
    work = Path(tempfile.mkdtemp(prefix=f"{PARTIAL}{target.name}-", dir=target.parent))
    try:
        work.chmod(0o755)
        yield work
        old = _aside(target)
        work.replace(target)
        if old is not None:
            shutil.rmtree(old)
    except OSError as error:
        shutil.rmtree(work, ignore_errors=True)
        raise DatasetError(f"nothing was written to {target}: {error.strerror or error}") from error
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise


def _aside(target: Path) -> Path | None:
    if not target.exists():
        return None
    old = Path(tempfile.mkdtemp(prefix=f"{PARTIAL}old-{target.name}-", dir=target.parent))
    return target.replace(old / target.name).parent


def _back(target: Path) -> None:
    """A run that was killed between moving the old folder away and the new one in."""
    for old in target.parent.glob(f"{PARTIAL}old-{glob.escape(target.name)}-????????"):
        if not target.exists() and (old / target.name).exists():
            (old / target.name).replace(target)
        shutil.rmtree(old, ignore_errors=True)


def sweep(folder: Path) -> int:
    """Removes what killed runs left half-written. Returns how many things that were."""
    left = list(folder.rglob(f"{PARTIAL}*"))
    for path in left:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return len(left)
