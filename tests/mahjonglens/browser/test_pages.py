"""Every page, as a phone and as a desktop, light and dark: quiet, in bounds, and usable by all."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

PAGES = {
    "home": ("/", "#take"),
    "live": ("/live", "#go"),
    "game": ("/game", "#start-game"),
    "practice": ("/practice", "#points"),
    "rules": ("/rules", "#calculator"),
}
NAMELESS = """() => [...document.querySelectorAll("button, a[href], input, select, img, summary")]
  .filter((e) => e.checkVisibility() || e.matches("input"))
  .filter((e) => {
    if (e.matches("img")) return !e.hasAttribute("alt");
    if (e.matches("input, select")) return !(e.labels?.length || e.ariaLabel);
    return !(e.ariaLabel || e.textContent.trim());
  }).map((e) => e.outerHTML.slice(0, 120))"""
SMALL = """() => [...document.querySelectorAll("main button, main select, .tabs a")]
  .filter((e) => e.checkVisibility())
  .filter((e) => e.getBoundingClientRect().height < 40)
  .map((e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("wide", "dark"), [(False, False), (False, True), (True, False)])
def test_a_page_is_quiet_in_bounds_and_named(visitor, shot, name, wide, dark):
    path, ready = PAGES[name]
    page = visitor.page(wide=wide, dark=dark)
    page.goto(path)
    page.wait_for_selector(ready)
    page.wait_for_load_state("networkidle")
    shot(page, f"{name}-{'desktop' if wide else 'phone'}{'-dark' if dark else ''}")
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate("[...document.images].every((i) => i.naturalWidth > 0)")
    assert page.locator("h1:visible").count() == 1
    assert page.locator("nav a[aria-current=page]").count() >= 1


def test_the_theme_is_chosen_and_kept(visitor):
    page = visitor.page()
    page.goto("/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.click("#theme")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = page.evaluate(paper)
    assert dark != light
    page.goto("/rules")
    page.wait_for_selector("#calculator")
    assert page.evaluate(paper) == dark


def test_the_keyboard_reaches_the_content_first(visitor):
    page = visitor.page(wide=True)
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "take"


def test_the_rules_show_every_line_and_open_question(visitor):
    page = visitor.page()
    for name in ("goulash", "taiwanese", "european", "singapore"):
        page.goto(f"/rules/{name}")
        page.wait_for_selector("#calculator")
        rules = page.evaluate(f"fetch('/api/rules/{name}').then((r) => r.json())")
        lines = page.locator(".rule-row").evaluate_all(
            "all => all.flatMap((e) => e.dataset.line.split(' '))"
        )
        assert lines == [row["line"] for row in rules["rows"]]
        drawn = page.locator(".rule-row .ex").evaluate_all(
            "all => all.map((e) => [...e.querySelectorAll('img')]"
            ".map((i) => i.src.match(/(\\w+)\\.svg/)[1]))"
        )
        asked = [(row["ref"], row["example"]["tiles"]) for row in rules["rows"]]
        once = [tiles for i, (ref, tiles) in enumerate(asked) if (ref, tiles) not in asked[:i]]
        assert drawn == once
        expect(page.locator("#rules-choice")).to_have_value(name)
        assert page.locator("#questions details").count() == len(rules["options"])


def test_the_calculator_needs_no_photo(visitor, shot):
    page = visitor.page()
    page.goto("/rules/goulash")
    page.wait_for_selector("#calculator")

    def add(kind: str, code: str) -> None:
        page.click("#add-set")
        page.get_by_role("button", name=kind, exact=True).click()
        page.click(f"dialog [data-code={code}]")
        expect(page.locator("dialog")).to_have_count(0)

    for kind, code in (
        ("Concealed pung", "C2"),
        ("Concealed pung", "C3"),
        ("Exposed pung", "C4"),
        ("Concealed kong", "C5"),
        ("Pair", "C6"),
    ):
        add(kind, code)
    page.click("#calculator [data-code=C6] >> nth=0")
    page.click("dialog .win-btn")
    # 20 + 4 + 4 + 2 + 16 points, a pure hand for 3 doubles
    expect(page.locator("#total")).to_have_text("368")
    shot(page, "calculator-phone")
