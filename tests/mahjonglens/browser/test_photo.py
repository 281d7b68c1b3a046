"""From a picture to payments, with a correction on the way; and what is said when it goes wrong."""

from __future__ import annotations

import base64
import re

import pytest
from playwright.sync_api import expect

from vision.doubts import HIDDEN


def opened(visitor, scene, **how):
    page = visitor.page(**how)
    page.goto("/")
    page.set_input_files("#file", scene.photo)
    page.wait_for_selector("#doubts")
    return page


def settle_doubt(page):
    page.click("#doubts .pick")
    page.click("dialog [data-alt=D5]")
    page.wait_for_selector("#doubts", state="detached")


def mark_winning(page, code="DR"):
    page.click(f".group [data-code={code}] >> nth=0")
    page.click("dialog .win-btn")


def test_photo_to_payments_with_a_correction(visitor, scene, shot):
    page = opened(visitor, scene)
    assert page.locator(".shot polygon").count() == 15
    assert page.locator(".shot polygon.doubt").count() == 1
    refused = page.locator("#refused")  # two 5 dots and a 6 are no set
    expect(refused).to_contain_text("make no set. Tap the tile that is wrong")
    expect(refused.locator("img")).to_have_count(3)
    assert refused.locator("img").first.get_attribute("alt") == "5 dots"
    shot(page, "confirm-phone")
    settle_doubt(page)
    mark_winning(page)
    # 20 + 8 + 8 + 2 + 4 + 2 + 4 points; east wind twice, plum twice: 48 x 2^4
    expect(page.locator("#total")).to_have_text("768")
    expect(page.locator("#formula")).to_contain_text("48")
    expect(page.locator("#payments .amount")).to_have_text(["1,536", "1,536", "1,536"])
    shot(page, "score-phone")


@pytest.mark.parametrize(("answer", "total"), [("kong", "960"), ("pung", "768")])
def test_a_kong_of_which_three_tiles_are_seen_is_asked_about(visitor, scene, shot, answer, total):
    """One tap either way; until then it counts as what it was read as."""

    def kong_of_nines(route):
        answered = route.fetch()
        document = answered.json()
        document["groups"][2]["kind"] = "kong"
        nines = document["groups"][2]["tiles"]
        document["doubts"].append({"tile": nines[1], "why": HIDDEN})
        route.fulfill(response=answered, json=document)

    page = visitor.page()
    page.route("**/api/read", kong_of_nines)
    page.goto("/")
    page.set_input_files("#file", scene.photo)
    page.click("#doubts [data-code=D6]")
    page.click("dialog [data-alt=D5]")
    expect(page.locator("#doubts strong")).to_have_text("Kong or pung of 9 characters?")
    shot(page, "kong-phone")
    mark_winning(page)
    expect(page.locator("#total")).to_have_text("960")  # 12 points more than as a pung
    page.click(f"#doubts [data-key^={answer}-]")
    expect(page.locator("#doubts")).to_have_count(0)
    expect(page.locator("#total")).to_have_text(total)
    kind = "kong" if answer == "kong" else "exposed"
    tiles = page.locator(f".group[data-kind={kind}] [data-code=C9]")
    expect(tiles).to_have_count(4 if answer == "kong" else 3)
    page.click("#edit-undo")
    expect(page.locator("#doubts")).to_have_count(1)


def test_a_touched_line_lights_its_tiles_on_the_photo(visitor, scene, shot):
    page = opened(visitor, scene, wide=True)
    settle_doubt(page)
    mark_winning(page)
    expect(page.locator("#total")).to_have_text("768")
    page.click("[data-line=own_wind]")
    lit = page.locator(".shot polygon.lit")
    expect(lit).to_have_count(3)
    assert lit.first.text_content() == "east wind"
    expect(page.locator(".pick.lit")).to_have_count(3)
    shot(page, "lit-desktop")
    page.click("[data-line=own_wind]")
    expect(lit).to_have_count(0)


def test_circumstances_change_the_score(visitor, scene):
    page = opened(visitor, scene)
    settle_doubt(page)
    mark_winning(page)
    expect(page.locator("#total")).to_have_text("768")
    page.check("input[name=seat_wind][value=S]", force=True)
    # own wind and own flower are gone
    expect(page.locator("#total")).to_have_text("0")
    expect(page.locator("#sheet .note")).to_contain_text("192")


def test_no_to_a_doubt_opens_the_choice_of_tiles(visitor, scene):
    page = opened(visitor, scene)
    page.click("#doubts [data-key^=no-]")
    page.click("dialog [data-alt=D5]")
    expect(page.locator("#doubts")).to_have_count(0)
    expect(page.locator("#sheet .note")).to_contain_text("won with")  # none is marked yet


def test_rules_that_the_tiles_fit_are_offered(visitor, scene):
    """Fourteen tiles under rules that are played with seventeen."""
    page = opened(visitor, scene)
    settle_doubt(page)
    mark_winning(page)
    page.select_option("#rules-choice", "taiwanese")
    expect(page.locator("#refused")).to_contain_text("17 tiles")
    expect(page.locator("#other-rules button")).to_have_count(3)
    page.click("#other-rules [data-rules=goulash]")
    expect(page.locator("#total")).to_have_text("768")
    expect(page.locator("#rules-choice")).to_have_value("goulash")
    expect(page.locator("#rules-choice")).to_be_focused()


def test_tiles_are_added_moved_removed_and_undone(visitor, scene):
    page = opened(visitor, scene)
    settle_doubt(page)
    bonus = page.locator(".group[data-kind=bonus] [data-tile]")
    page.click(".group[data-kind=bonus] .plus")
    page.click("dialog [data-code=S4]")
    expect(bonus).to_have_count(2)
    page.click(".group[data-kind=bonus] [data-code=S4]")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(bonus).to_have_count(1)
    page.click("#edit-undo")
    expect(bonus).to_have_count(2)
    page.locator(".group[data-kind=exposed] select").first.select_option("concealed")
    expect(page.locator(".group[data-kind=concealed] [data-tile]")).to_have_count(11)


def test_a_tile_moves_to_another_group_and_to_one_of_its_own(visitor, scene):
    page = opened(visitor, scene)
    settle_doubt(page)
    in_hand = page.locator(".group[data-kind=concealed] [data-tile]")
    open_sets = page.locator(".group[data-kind=exposed]")
    expect(in_hand).to_have_count(8)
    page.click(".group[data-kind=concealed] [data-code=WE] >> nth=0")
    page.click("dialog summary")
    page.get_by_role("button", name="Laid open (exposed): 5 dots").click()
    expect(in_hand).to_have_count(7)
    expect(open_sets.first.locator("[data-tile]")).to_have_count(4)
    page.click(".group[data-kind=exposed] [data-code=WE]")
    page.click("dialog summary")
    page.get_by_role("button", name="New group: Laid open (exposed)").click()
    expect(open_sets).to_have_count(3)
    page.click(".group[data-kind=exposed] [data-code=WE]")
    page.click("dialog summary")
    page.get_by_role("button", name="New group: Not part of the hand").click()
    expect(page.locator("#tile-count")).to_have_text("13 tiles + 1 bonus")
    expect(page.locator(".shot polygon.other")).to_have_count(1)
    for _ in range(3):
        page.click("#edit-undo")
    expect(in_hand).to_have_count(8)


def test_a_tile_is_changed_by_keyboard_alone(visitor, scene):
    page = opened(visitor, scene, wide=True)
    page.focus("#doubts .pick")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    page.focus("dialog [data-alt=D5]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#doubts", state="detached")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#say")).to_have_text("Now 5 dots")


def test_a_pasted_picture_is_read(visitor, scene):
    page = visitor.page(wide=True)
    page.goto("/")
    page.wait_for_selector("#take")
    page.evaluate(
        """(data) => {
          const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
          const box = new DataTransfer();
          box.items.add(new File([bytes], "hand.jpg", { type: "image/jpeg" }));
          document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: box }));
        }""",
        base64.b64encode(scene.photo.read_bytes()).decode(),
    )
    page.wait_for_selector("#doubts")


def test_a_dropped_picture_is_read(visitor, scene, shot):
    """Over the page the place to drop it is marked; a second one is read in place of the first."""
    page = visitor.page(wide=True)
    page.goto("/")
    drop = """([name, data]) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], "hand.jpg", { type: "image/jpeg" }));
      const how = { dataTransfer, bubbles: true, cancelable: true };
      return !document.getElementById("main").dispatchEvent(new DragEvent(name, how));
    }"""
    data = base64.b64encode(scene.photo.read_bytes()).decode()
    assert page.evaluate(drop, ["dragover", data])  # ours to take, not the browser's to open
    expect(page.locator("#intake")).to_have_class(re.compile("drophere"))
    shot(page, "drop-desktop")
    assert page.evaluate(drop, ["drop", data])
    settle_doubt(page)
    expect(page.locator("#intake")).not_to_have_class(re.compile("drophere"))
    page.evaluate(drop, ["drop", data])
    page.wait_for_selector("#doubts")
    expect(page.locator(".shot polygon")).to_have_count(15)


@pytest.mark.parametrize("way", ["paste", "drop"])
def test_what_is_no_picture_is_not_taken_for_one(visitor, way):
    page = visitor.page(wide=True)
    page.goto("/")
    page.evaluate(
        """(way) => {
          const box = new DataTransfer();
          box.items.add("just words", "text/plain");
          document.dispatchEvent(way === "paste"
            ? new ClipboardEvent("paste", { clipboardData: box, bubbles: true })
            : new DragEvent("drop", { dataTransfer: box, bubbles: true, cancelable: true }));
        }""",
        way,
    )
    expect(page.locator("#take")).to_be_visible()
    if way == "drop":
        expect(page.locator("#problem")).to_contain_text("picture")


def test_a_picture_without_tiles_says_what_to_do(visitor, scene):
    page = visitor.page()
    page.goto("/")
    page.set_input_files("#file", scene.blank)
    expect(page.locator("#problem .error")).to_contain_text("closer")


def test_a_file_that_is_no_picture_is_refused_in_one_sentence(visitor, tmp_path):
    visitor.expected = ("Failed to load resource",)  # the browser's own word on the refusal
    page = visitor.page()
    page.goto("/")
    text = tmp_path / "hand.jpg"
    text.write_text("this is no picture")
    page.set_input_files("#file", text)
    page.wait_for_selector("#problem .error")
    assert page.locator("#take").is_visible()
    assert page.inner_text("#problem").strip().endswith(".")


def test_a_photo_that_did_not_get_through_is_sent_again(visitor, scene):
    """The app was away for a moment: the picture need not be taken anew."""
    visitor.expected = ("Failed to load resource", "net::ERR")
    page = visitor.page()
    page.goto("/")
    page.route("**/api/read", lambda route: route.abort())
    page.set_input_files("#file", scene.photo)
    expect(page.locator("#problem .error")).to_contain_text("still running")
    page.unroute("**/api/read")
    page.click("#try-again")
    page.wait_for_selector("#doubts")
    expect(page.locator("#problem")).to_be_empty()


def test_a_picture_chosen_before_the_scripts_came_is_read(visitor, scene):
    page = visitor.page()
    held = []
    page.route("**/static/dom.js", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    page.set_input_files("#file", scene.photo)
    expect(page.locator("#say")).to_be_attached()  # the page is there to its end
    for route in held:
        route.continue_()
    page.wait_for_selector("#doubts")
