"""What the vision tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture
def photos() -> Path:
    """The folder of real photographs; tests that need it are skipped where there is none."""
    folder = Path(os.environ.get("MAHJONGLENS_PHOTOS", "../shared/photos"))
    if not (folder / "dev" / "images").is_dir():
        pytest.skip("no real photographs here (MAHJONGLENS_PHOTOS)")
    return folder
