"""Order of the tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages come last: an open browser keeps an event loop running, in which other tests could
    start none of their own."""
    items.sort(key=_drives_a_browser)
    for item in filter(_drives_a_browser, items):
        # a real browser on a busy machine may miss a deadline; what is broken fails every time
        item.add_marker(pytest.mark.flaky(reruns=4, reruns_delay=2))


def _drives_a_browser(item: pytest.Item) -> bool:
    return "browser" in item.path.parts
