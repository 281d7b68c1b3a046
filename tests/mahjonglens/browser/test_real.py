"""The command itself with the installed models and the sample photo, as a player starts it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from vision import store
from vision.errors import WeightsCorrupt, WeightsMissing

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "datasets" / "samples" / "hand.jpg"


@pytest.fixture
def served(app, tmp_path):
    try:
        store.find("locator")
    except (WeightsMissing, WeightsCorrupt):
        pytest.skip("no models are installed")
    own = type(app)(tmp_path, Path())
    own.command = [sys.executable, "-m", "mahjonglens", "serve", "--data", str(tmp_path), "--port"]
    own.start()
    yield own
    own.kill()


def test_the_sample_photo_becomes_a_score(visitor, served, shot):
    page = visitor.page(base_url=served.url)
    page.goto("/")
    page.set_input_files("#file", SAMPLE)
    page.wait_for_selector(".shot polygon")
    expect(page.locator(".shot polygon").nth(13)).to_be_attached()  # at least 14
    if page.locator("#all-right").count():
        page.click("#all-right")
    page.wait_for_selector("#total, #refused")
    shot(page, "sample-phone")
