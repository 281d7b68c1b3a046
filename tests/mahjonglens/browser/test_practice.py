"""Practice: the tally is this browser's, shown is missed, and only the first answer counts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


def tally(page, *figures):
    for name, figure in zip(("played", "right", "missed"), figures, strict=True):
        expect(page.locator(f"#{name}")).to_have_text(figure)


def answer(page, points, doubles):
    page.fill("#points", str(points))
    page.fill("#doubles", str(doubles))
    with page.expect_response("**/check"):
        page.click("#check")
    page.wait_for_selector("#verdict #sheet")


def truth(page, rules, n):
    """The right answer to dealt hand `n`, from the API the page uses."""
    return page.evaluate(
        """async ([rules, n]) => {
          const {seed} = JSON.parse(localStorage.getItem(`mahjonglens.practice.${rules}`));
          const answer = await fetch(`/api/practice/${rules}/check`, {
            method: "POST", headers: {"Content-Type": "application/json"},
            body: JSON.stringify({n, seed, reveal: true})});
          const {sheet} = await answer.json();
          return [sheet.base_total, sheet.doubles];
        }""",
        [rules, n],
    )


def test_practice_counts_first_answers_only(visitor, shot):
    page = visitor.page()
    page.goto("/practice/goulash")
    page.wait_for_selector("#points")
    tally(page, "0", "0", "0")
    page.fill("#practice-name", "Ann")
    page.press("#practice-name", "Tab")
    points, doubles = truth(page, "goulash", 0)
    answer(page, points, doubles)
    tally(page, "1", "1", "0")
    expect(page.locator("#verdict .good")).to_have_count(1)
    shot(page, "practice-phone")

    page.click("#next")
    expect(page.locator("#dealt h2")).to_have_text("Hand 2")
    page.click("#reveal")
    page.wait_for_selector("#verdict #sheet")
    tally(page, "2", "1", "1")
    answer(page, *truth(page, "goulash", 1))  # too late: it was shown
    tally(page, "2", "1", "1")

    page.click("#before")
    expect(page.locator("#dealt h2")).to_have_text("Hand 1")
    answer(page, points + 1, doubles)  # reading again never changes the tally
    tally(page, "2", "1", "1")

    page.reload()
    page.wait_for_selector("#points")
    tally(page, "2", "1", "1")
    expect(page.locator("#practice-name")).to_have_value("Ann")
    page.click("#reset")
    expect(page.locator("#played")).to_have_text("0")
    expect(page.locator("#practice-name")).to_have_value("")


@pytest.mark.parametrize("rules", ["taiwanese", "european", "singapore"])
def test_the_other_rules_can_be_practised(visitor, rules):
    page = visitor.page(wide=True)
    page.goto("/practice")
    page.wait_for_selector("#points")
    # the hand dealt before stays until the next one is there: its button is not the one to press
    page.locator("#dealt").evaluate("dealt => dealt.classList.add('before')")
    page.select_option("#practice-rules", rules)
    expect(page).to_have_url(re.compile(f"/practice/{rules}$"))
    page.wait_for_selector("#dealt:not(.before) .tile")
    page.click("#reveal")
    page.wait_for_selector("#verdict #sheet")
    assert page.locator("#verdict .line").count() > 0


def from_photo(page, scene):
    """Makes an exercise of the photo, mended as it must be; it does not tell its worth."""
    page.check("input[name=source][value=photo]", force=True)
    page.set_input_files(".intake-row input[type=file] >> nth=1", scene.photo)
    page.click("#doubts .pick")
    page.click("dialog [data-alt=D5]")
    page.click(".group [data-code=DR] >> nth=0")
    page.click("dialog .win-btn")
    assert page.locator("#total").count() == 0


def test_practice_from_a_photo_asks_before_it_tells(visitor, scene, shot):
    page = visitor.page()
    page.goto("/practice/goulash")
    page.wait_for_selector("#points")
    from_photo(page, scene)
    answer(page, 48, 4)
    expect(page.locator("#verdict .good")).to_have_count(1)
    tally(page, "1", "1", "0")
    shot(page, "practice-photo-phone")


@pytest.mark.parametrize("rules", ["european", "singapore"])
def test_a_photo_is_an_exercise_under_other_rules_too(visitor, scene, rules):
    page = visitor.page()
    page.goto(f"/practice/{rules}")
    page.wait_for_selector("#reveal")
    from_photo(page, scene)
    page.click("#reveal")
    expect(page.locator("#verdict #total")).not_to_be_empty()
    tally(page, "1", "0", "1")
