"""Imports flow one way: scoring ← vision ← mahjonglens, and scoring stands on Python alone."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ABOVE = {
    "scoring": {"vision", "mahjonglens", "models", "datasets"},
    "vision": {"mahjonglens", "models", "datasets"},
    "mahjonglens": {"models", "datasets"},
}
TRAINING_ONLY = {"torch", "torchvision", "ultralytics"}


def imported(file: Path) -> Iterator[str]:
    """The top-level names that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} line {node.lineno}: imports are absolute here"
            yield (node.module or "").partition(".")[0]


def files(folder: str) -> list[Path]:
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found, f"no code in {folder}"
    return found


@pytest.mark.parametrize("folder", ABOVE)
def test_nothing_is_imported_from_above(folder: str) -> None:
    forbidden = ABOVE[folder] | TRAINING_ONLY
    found = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in files(folder)
        for name in imported(file)
        if name in forbidden
    }
    assert not found


def test_scoring_needs_the_standard_library_only() -> None:
    found = {name for file in files("scoring") for name in imported(file)}
    assert found <= {*sys.stdlib_module_names, "scoring"}


@pytest.mark.parametrize("folder", ["datasets", "models", "tests"])
def test_folders_of_scripts_are_no_packages(folder: str) -> None:
    # an __init__.py in datasets/ would hide Hugging Face's package of that name
    assert not list((ROOT / folder).rglob("__init__.py"))
