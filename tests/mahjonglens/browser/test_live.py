"""Live, with chromium's fake camera playing the film of the scene."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_live_reads_settles_and_hands_over(visitor, shot):
    page = visitor.page()
    page.add_init_script("localStorage.setItem('mahjonglens.live.auto', 'false')")
    page.goto("/live")
    page.click("#go")
    page.wait_for_selector(".shot polygon")
    page.wait_for_selector("#pulse.locked")
    expect(page.locator(".shot polygon")).to_have_count(15)
    expect(page.locator("#seen .tile")).to_have_count(15)
    expect(page.locator("#rate")).to_have_attribute("data-rate", re.compile("[1-9]"))
    shot(page, "live-running-phone")
    page.click("#hand-over")
    page.wait_for_selector("#work .group")
    expect(page.locator("#work .shot polygon")).to_have_count(15)
    page.click("#back-to-live")
    page.wait_for_selector("#stage .shot polygon")


def test_a_steady_reading_goes_on_by_itself(visitor, shot):
    page = visitor.page(wide=True)
    page.goto("/live")
    page.click("#go")
    page.wait_for_selector("#work .group")
    picture = page.locator("#work .shot img")
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    shot(page, "live-confirm-desktop")


def test_without_a_camera_the_page_says_so(visitor):
    page = visitor.page()
    page.add_init_script(
        "navigator.mediaDevices.getUserMedia = () => "
        "Promise.reject(new DOMException('no', 'NotAllowedError'))"
    )
    page.goto("/live")
    page.click("#go")
    expect(page.locator("#problem .error")).to_contain_text("Allow it")
