"""Order of the tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages come last: an open browser keeps an event loop running, in which other tests could
    start none of their own."""
    items.sort(key=lambda item: "browser" in item.path.parts)
