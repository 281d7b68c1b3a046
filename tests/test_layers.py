"""Imports flow one way: scoring ← vision ← mahjonglens; models/ and datasets/ are scripts."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("scoring", "vision", "mahjonglens", "models", "datasets", "tests")
MAY = {
    "scoring": {"scoring"},
    "vision": {"scoring", "vision"},
    "mahjonglens": {"scoring", "vision", "mahjonglens"},
}
TRAINING = {"torch", "torchvision", "ultralytics"}


def imports(file: Path) -> Iterator[str]:
    """The top-level package of everything that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield (node.module or "").split(".")[0]


def files(package: str) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py"))
    assert found, f"{package} holds no code"
    return found


@pytest.mark.parametrize("package", MAY)
def test_nothing_imports_upward(package: str) -> None:
    wrong = {
        f"{file.relative_to(ROOT)} imports {name}"
        for file in files(package)
        for name in imports(file)
        if name in OURS and name not in MAY[package]
    }
    assert wrong == set()


def test_scoring_needs_the_standard_library_only() -> None:
    foreign = {name for file in files("scoring") for name in imports(file)}
    assert foreign - set(sys.stdlib_module_names) == {"scoring"}


@pytest.mark.parametrize("package", ["vision", "mahjonglens"])
def test_running_needs_nothing_of_training(package: str) -> None:
    found = {(str(file), name) for file in files(package) for name in imports(file)}
    assert not {each for each in found if each[1] in TRAINING}


@pytest.mark.parametrize("folder", ["models", "datasets"])
def test_script_folders_are_no_packages(folder: str) -> None:
    """An `__init__.py` in datasets/ would hide a library of that name."""
    assert not list((ROOT / folder).rglob("__init__.py"))
