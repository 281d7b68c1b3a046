"""The scripts of models/ are no package: a fixture loads them from their folders."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Loads a script by name, as its neighbours import it."""
    monkeypatch.syspath_prepend(MODELS)
    monkeypatch.syspath_prepend(MODELS / "train")
    return importlib.import_module


@pytest.fixture
def trainer(script: Callable[[str], ModuleType]) -> Callable[[str], ModuleType]:
    """The same for scripts that train: skips where torch and ultralytics are not installed."""
    for name in ("torch", "ultralytics", "onnx"):
        pytest.importorskip(name, reason='pip install -e ".[train]"')
    return script
