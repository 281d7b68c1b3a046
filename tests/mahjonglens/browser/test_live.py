"""Live, with chromium's fake camera playing the film of the scene."""

from __future__ import annotations


def test_live_reads_settles_and_hands_over(visitor, shot):
    page = visitor.page()
    page.add_init_script("localStorage.setItem('mahjonglens.live.auto', 'false')")
    page.goto("/live")
    page.click("#go")
    page.wait_for_selector(".shot polygon")
    page.wait_for_selector("#pulse.locked")
    assert page.locator(".shot polygon").count() == 15
    assert page.locator("#seen .tile").count() == 15
    rate = float(page.get_attribute("#rate", "data-rate") or 0)
    assert rate > 0
    shot(page, "live-phone")
    page.click("#hand-over")
    page.wait_for_selector("#work .group")
    assert page.locator("#work .shot polygon").count() == 15
    page.click("#back-to-live")
    page.wait_for_selector("#stage .shot polygon")


def test_a_steady_reading_goes_on_by_itself(visitor, shot):
    page = visitor.page(wide=True)
    page.goto("/live")
    page.click("#go")
    page.wait_for_selector("#work .group")
    assert page.locator("#work .shot img").evaluate("(i) => i.naturalWidth") > 0
    shot(page, "live-confirm-desktop")


def test_without_a_camera_the_page_says_so(visitor):
    page = visitor.page()
    page.add_init_script(
        "navigator.mediaDevices.getUserMedia = () => "
        "Promise.reject(new DOMException('no', 'NotAllowedError'))"
    )
    page.goto("/live")
    page.click("#go")
    page.wait_for_selector("#problem .error")
    assert "Allow it" in page.inner_text("#problem")
