"""A proposal on the page: shown with its odds, taken, taken back, refused; with mouse and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

CARD = ".perhaps"
SENTENCE = "Perhaps tile 10 is 5 dots, not 6 dots (odds 97%)"


def opened(visitor, scene, **how):
    """The scene's reader takes one of three open 5 dots for a 6, which is no set."""
    page = visitor.page(**how)
    page.goto("/")
    page.set_input_files("#file", scene.photo)
    page.wait_for_selector(CARD)
    return page


def first_set(page):
    return page.locator(".group[data-kind=exposed]").first


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_proposal_stands_above_the_doubts_and_changes_nothing(visitor, scene, shot, dark):
    page = opened(visitor, scene, wide=dark, dark=dark)
    expect(page.locator(f"{CARD} strong")).to_have_text(SENTENCE)
    expect(page.locator(f"{CARD} canvas.crop")).to_have_count(1)  # the tile as it is on the photo
    assert page.locator(f"{CARD} img.tile").get_attribute("src") == "/static/tiles/D5.svg"
    top = [page.locator(each).bounding_box()["y"] for each in (CARD, "#doubts")]
    assert top == sorted(top)
    expect(page.locator("p[role=status]")).to_have_text(SENTENCE)  # said, too
    expect(page.locator(".group [data-code=D6]")).to_have_count(1)
    expect(page.locator("#edit-undo")).to_have_count(0)
    shot(page, f"proposal-{'dark-desktop' if dark else 'light-phone'}")


def test_a_taken_proposal_is_one_change_that_can_be_undone(visitor, scene):
    page = opened(visitor, scene)
    page.get_by_role("button", name="Take it: tile 10 is 5 dots, not 6 dots").click()
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator("#doubts")).to_have_count(0)
    expect(first_set(page).locator("[data-code=D5]")).to_have_count(3)
    expect(page.locator("#say")).to_have_text("Now 5 dots")
    expect(page.locator("#refused")).to_have_count(0)  # the open tiles are a set now
    page.click("#edit-undo")
    expect(page.locator(f"{CARD} strong")).to_have_text(SENTENCE)
    expect(page.locator("#doubts")).to_have_count(1)
    expect(page.locator(".group [data-code=D6]")).to_have_count(1)
    expect(page.locator("#edit-undo")).to_have_count(0)


def test_a_refused_proposal_does_not_come_back(visitor, scene):
    page = opened(visitor, scene)
    page.get_by_role("button", name="No, not this: tile 10 is 5 dots, not 6 dots").click()
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator("#say")).to_have_text("Left as it was read")
    expect(page.locator("#doubts")).to_have_count(1)
    expect(page.locator(".group [data-code=D6]")).to_have_count(1)
    with page.expect_response("**/api/proposals"):
        page.locator(".group select").nth(1).select_option("concealed")
    with page.expect_response("**/api/proposals") as answer:
        page.click("#edit-undo")
    assert len(answer.value.json()["proposals"]) == 1
    page.wait_for_selector("#refused")
    expect(page.locator(CARD)).to_have_count(0)


def test_proposals_follow_every_edit(visitor, scene):
    """Gone with a tile that leaves the hand incomplete, there again with its return."""
    page = opened(visitor, scene)
    page.click(".group[data-kind=concealed] [data-code=WE] >> nth=0")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator(CARD)).to_have_count(0)
    page.click("#edit-undo")
    expect(page.locator(f"{CARD} strong")).to_have_text(SENTENCE)
    page.click("#doubts [data-key^=yes-]")  # it is a 6: that settles it
    expect(page.locator(CARD)).to_have_count(0)


def test_a_proposal_is_taken_and_refused_by_keyboard(visitor, scene):
    """Its tile lights up on the photo meanwhile, and the keyboard goes on among the tiles."""
    page = opened(visitor, scene, wide=True)
    page.focus(f"{CARD} .main")
    expect(page.locator(".shot polygon.lit")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(CARD)).to_have_count(0)
    expect(page.locator(".shot polygon.lit")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.code") == "D5"
    page.focus("#edit-undo")
    page.keyboard.press("Enter")
    page.wait_for_selector(CARD)
    page.focus(f"{CARD} .main")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator(CARD)).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('#doubts .pick')")


def test_of_several_proposals_each_is_taken_or_refused_alone(visitor, scene, shot):
    """The keyboard goes from a refused one to the next; taking that one ends them all."""
    three = [{"tile": tile, "face": "C9"} for tile in (8, 9, 10)]

    def more(route):
        answered = route.fetch()
        document = answered.json()
        document["proposals"].append({"changes": three, "odds": 0.06, "why": "A second one."})
        route.fulfill(response=answered, json=document)

    page = visitor.page(dark=True)
    page.route("**/api/read", more)
    page.goto("/")
    page.set_input_files("#file", scene.photo)
    rows = page.locator(f"{CARD} [role=group]")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("not 5 dots, tile 10 is 9 characters, not 6 dots, and tile")
    shot(page, "proposals-dark-phone")
    rows.nth(0).get_by_text("No", exact=True).focus()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(1)
    assert page.evaluate("document.activeElement.matches('.perhaps .main')")
    page.keyboard.press("Enter")
    expect(page.locator(CARD)).to_have_count(0)
    expect(first_set(page).locator("[data-code=C9]")).to_have_count(3)
    page.click("#edit-undo")
    expect(first_set(page).locator("[data-code=C9]")).to_have_count(0)


def test_a_hand_brought_into_a_game_has_its_proposal_there(visitor, scene):
    page = visitor.page()
    page.goto("/game")
    for i, name in enumerate(("Ann", "Ben", "Chloé", "Dimitri")):
        page.fill(f"#player-{i}", name)
    page.click("#start-game")
    page.wait_for_selector("#new-hand")
    page.goto("/")
    page.set_input_files("#file", scene.photo)
    page.click("[data-game] >> nth=0")
    expect(page.locator(f"#entry-form {CARD} strong")).to_have_text(SENTENCE)
