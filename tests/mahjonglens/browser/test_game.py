"""A game over several hands, the app killed in the middle, taken up again."""

from __future__ import annotations

import csv
import io

from playwright.sync_api import expect

PLAYERS = ("Ann", "Ben", "Chloé", "Dimitri")


def begin(page):
    page.goto("/game")
    for i, name in enumerate(PLAYERS):
        page.fill(f"#player-{i}", name)
    page.select_option("#game-rules", "goulash")
    page.click("#start-game")
    page.wait_for_selector("#new-hand")


def enter_hand(page, scene, winner, discarder=None):
    page.click("#new-hand")
    page.check(f"input[name=winner][value='{winner}']", force=True)
    if discarder is not None:
        page.check(f"input[name=from][value='{discarder}']", force=True)
    page.set_input_files(".intake-row input[type=file] >> nth=1", scene.photo)
    page.click("#doubts .pick")
    page.click("dialog [data-alt=D5]")
    page.click(".group [data-code=DR] >> nth=0")
    with page.expect_response("**/hands?preview=true"):
        page.click("dialog .win-btn")
    page.wait_for_selector("#preview #payments")


def saved(page):
    page.click("#save-entry")
    page.wait_for_selector("#entry-form:empty", state="attached")


def totals(page):
    """Right after `saved`: the page shows a game as a whole."""
    sums = page.locator(".seat").evaluate_all(
        "all => all.map((e) => [e.dataset.player, e.querySelector('.sum').textContent])"
    )
    return [int(text.replace(",", "").replace("−", "-")) for _, text in sorted(sums)]


def test_a_game_over_hands_a_killed_app_and_an_undo(visitor, scene, app, shot):
    visitor.expected = ("Failed to load resource", "net::ERR")  # while the app is down
    page = visitor.page()
    begin(page)
    enter_hand(page, scene, winner=0)
    shot(page, "hand-phone")
    saved(page)
    assert totals(page) == [4608, -1536, -1536, -1536]  # 48 x 2^4 from each, doubled for East

    enter_hand(page, scene, winner=1, discarder=2)
    saved(page)  # South has two doubles only: nothing is paid, but the deal passes
    assert totals(page) == [4608, -1536, -1536, -1536]
    assert page.get_attribute(".seat[data-player='1']", "data-seat") == "E"
    enter_hand(page, scene, winner=1, discarder=2)
    saved(page)
    after_hands = totals(page)
    assert after_hands == [3072, 3072, -3072, -3072]

    page.click("#new-draw")
    saved(page)
    page.click("#new-event")
    page.select_option("#event-type", "wrong_mahjong")
    page.check("input[name=event-player][value='3']", force=True)
    saved(page)
    page.click("#new-payment")
    page.fill("#amount", "100")
    page.fill("#why", "spilt tea")
    saved(page)
    before = totals(page)
    assert before[3] == after_hands[3] - 1500
    expect(page.locator(".entry")).to_have_count(6)
    where = page.inner_text("#where")

    app.kill()
    page.click("#new-draw")
    page.click("#save-entry")
    page.wait_for_selector("#entry-form .error")  # nothing is shown as saved
    app.start()
    page.click("#save-entry")  # the same entry once more
    page.wait_for_selector("#entry-form:empty", state="attached")
    expect(page.locator(".entry")).to_have_count(7)
    page.click("#undo")
    expect(page.locator(".entry")).to_have_count(6)

    page.goto("/game")
    page.click(".game-link >> nth=0")
    page.wait_for_selector("#new-hand")
    assert totals(page) == before
    assert page.inner_text("#where") == where
    assert page.locator(".chart polyline").count() == 4
    assert page.locator("#totals tbody tr").count() == 6
    shot(page, "game-phone")

    page.click(".entry >> nth=5")
    page.wait_for_selector("dialog .total")
    assert page.locator("dialog img.full").evaluate("(i) => i.decode().then(() => i.naturalWidth)")
    expect(page.locator("dialog [data-corrections]")).to_have_attribute("data-corrections", "1")
    page.keyboard.press("Escape")


def test_exports_hold_what_the_page_shows(visitor, scene, shot):
    page = visitor.page(wide=True)
    begin(page)
    enter_hand(page, scene, winner=0)
    saved(page)
    page.click("#new-payment")
    page.fill("#amount", "30")
    saved(page)
    with page.expect_download() as download:
        page.click("text=Export CSV")
    rows = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert len(rows) >= 3
    assert all(name in ",".join(rows[0]) for name in PLAYERS)
    with page.expect_download() as download:
        page.click("text=Export JSON")
    assert "Chloé" in download.value.path().read_text("utf-8")
    shot(page, "game-desktop")


def test_nothing_else_begins_while_an_entry_is_saved(visitor, scene):
    """A hand begun meanwhile would be swept away when the game is shown anew."""
    page = visitor.page()
    begin(page)
    held = []
    page.route("**/draws", lambda route: held.append(route))
    page.click("#new-draw")
    page.click("#save-entry")
    expect(page.locator("#game")).to_have_attribute("inert", "")
    page.locator("#new-hand").click(force=True)  # a tap that comes too early
    expect(page.locator("#entry-form input[name=winner]")).to_have_count(0)
    held[0].continue_()
    expect(page.locator(".entry")).to_have_count(1)
    expect(page.locator("#new-hand")).to_be_focused()
    page.click("#new-hand")
    expect(page.locator("#entry-form input[name=winner]")).to_have_count(4)


def test_players_need_four_different_names(visitor):
    page = visitor.page()
    page.goto("/game")
    page.fill("#player-0", "Ann")
    page.click("#start-game")
    page.wait_for_selector("#problem .error")
    for i in range(4):
        page.fill(f"#player-{i}", "Ann")
    page.click("#start-game")
    expect(page.locator("#problem .error")).to_contain_text("different")


def test_a_confirmed_photo_goes_into_a_game(visitor, scene):
    page = visitor.page()
    begin(page)
    page.goto("/")
    page.set_input_files("#file", scene.photo)
    page.click("#doubts .pick")
    page.click("dialog [data-alt=D5]")
    page.get_by_role("button", name="Ann, Ben").first.click()
    page.wait_for_selector("#entry-form .group")
    expect(page.locator("#doubts")).to_have_count(0)
    expect(page.locator("#entry-form .shot polygon")).to_have_count(15)
