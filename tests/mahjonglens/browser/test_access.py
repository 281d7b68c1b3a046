"""Every page and every dialogue before an accessibility engine, and the whole way by keyboard."""

from __future__ import annotations

import json
import socket
import threading

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from mahjonglens.dataset.photos import look
from mahjonglens.dataset.store import Store
from mahjonglens.web.review.pages import review_app
from mahjonglens.web.settings import Settings
from vision.data.labelled import LabelledPhoto, LabelledTile, Origin
from vision.reading import Quad

LEVELS = ("serious", "critical")
RULES = ("goulash", "taiwanese", "european", "singapore")


@pytest.fixture(scope="module")
def reviewed(scene, tmp_path_factory):
    """The address of a review over two photos of the scene, one of them labelled by the model."""
    root = tmp_path_factory.mktemp("review") / "set"
    document = json.loads(scene.reading.read_text())
    size = (document["width"], document["height"])
    tiles = tuple(
        LabelledTile(tile["code"], Quad.of(tile["quad"]), tile["confidence"])
        for tile in document["tiles"]
    )
    with Store.create(root, "the set") as store:
        data = scene.photo.read_bytes()
        photo = LabelledPhoto("hand.jpg", size, tiles, Origin("club", "monday"), labelled=False)
        store.add(photo, data, look(data, "hand.jpg"), status="prelabelled", who="test")
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        settings = Settings(frozenset({f"127.0.0.1:{port}"}))
        server = uvicorn.Server(uvicorn.Config(review_app(settings, root), log_config=None))
        running = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        running.start()
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        running.join()


def violations(page):
    """What the engine holds against the page as it is now, and where."""
    found = Axe().run(page).response["violations"]
    return [
        (each["id"], node["html"][:160], node["failureSummary"][:300])
        for each in found
        if each["impact"] in LEVELS
        for node in each["nodes"]
    ]


def check(page):
    page.evaluate(  # what moves in is there; what turns for ever never ends
        """Promise.all(document.getAnimations()
          .filter((a) => a.effect.getTiming().iterations !== Infinity)
          .map((a) => a.finished.catch(() => null)))"""
    )
    assert violations(page) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
class TestNothingStandsInTheWay:
    def test_of_the_photo(self, visitor, scene, dark):
        page = visitor.page(dark=dark)
        page.goto("/")
        page.wait_for_selector("#phones :first-child")
        check(page)
        page.set_input_files("#file", scene.photo)
        page.wait_for_selector("#refused")
        check(page)
        page.click("#doubts .pick")
        page.wait_for_selector("dialog .alts")
        check(page)
        page.click("dialog [data-alt=D5]")
        page.click(".group [data-code=DR] >> nth=0")
        page.click("dialog .win-btn")
        page.wait_for_selector("#payments")
        page.click("[data-line=own_wind]")
        check(page)
        page.click("#add-set")
        page.wait_for_selector("dialog .grid2")
        check(page)

    def test_of_an_error(self, visitor, scene, dark):
        page = visitor.page(dark=dark)
        page.goto("/")
        page.set_input_files("#file", scene.blank)
        page.wait_for_selector("#problem .error")
        check(page)

    def test_of_live(self, visitor, dark):
        page = visitor.page(dark=dark)
        page.add_init_script("localStorage.setItem('mahjonglens.live.auto', 'false')")
        page.goto("/live")
        page.wait_for_selector("#go")
        check(page)
        page.click("#go")
        page.wait_for_selector("#pulse.locked")
        page.click("#stop")
        page.evaluate(  # the stage with its last picture, while nothing moves
            "document.getElementById('stage').hidden = false"
        )
        check(page)

    def test_of_the_game(self, visitor, scene, dark):
        page = visitor.page(dark=dark)
        page.goto("/game")
        page.wait_for_selector("#start-game")
        check(page)
        for i, name in enumerate(("Ann", "Ben", "Chloé", "Dimitri")):
            page.fill(f"#player-{i}", name)
        page.select_option("#game-rules", "singapore")
        page.click("#start-game")
        page.click("#new-event")
        page.wait_for_selector("#event-type")
        check(page)
        page.click("#save-entry")
        expect(page.locator(".entry")).to_have_count(1)
        page.click("#new-hand")
        page.check("input[name=winner][value='0']", force=True)
        page.set_input_files(".intake-row input[type=file] >> nth=1", scene.photo)
        page.wait_for_selector("#refused")
        check(page)
        page.click(".entry >> nth=0")
        page.wait_for_selector("dialog #payments")
        check(page)

    @pytest.mark.parametrize("rules", RULES)
    def test_of_the_rules(self, visitor, dark, rules):
        page = visitor.page(dark=dark, wide=True)
        page.goto(f"/rules/{rules}")
        page.wait_for_selector("#calculator #add-set")
        check(page)

    @pytest.mark.parametrize("rules", RULES)
    def test_of_practice(self, visitor, dark, rules):
        page = visitor.page(dark=dark)
        page.goto(f"/practice/{rules}")
        page.wait_for_selector("#reveal")
        page.click("#reveal")
        page.wait_for_selector("#verdict #sheet")
        check(page)

    @pytest.mark.parametrize("path", ["", "/sheet/B1", "/capture"])
    def test_of_the_review(self, visitor, reviewed, dark, path):
        page = visitor.page(dark=dark, wide=not path, base_url=reviewed)
        page.goto(f"/review{path}")
        page.wait_for_selector("#quads g.chosen, #cells img, #names:not(:empty)")
        check(page)
        if not path:
            expect(page.locator("#current")).to_contain_text("6 dots")
            page.keyboard.press("Escape")  # from the photo to the buttons and on: no trap
            press_until(page, "#to-sheet", most=20)

    def test_of_the_photos_given_for_learning(self, visitor, scene, dark):
        page = visitor.page(dark=dark)
        page.goto("/labels")
        page.wait_for_selector("#count:not(:empty)")
        check(page)


def press_until(page, wanted, key="Tab", most=200):
    """Press a key until the focus is on `wanted`, as somebody without a mouse does."""
    for _ in range(most):
        if page.evaluate("(s) => document.activeElement.matches(s)", wanted):
            return
        page.keyboard.press(key)
    pytest.fail(f"{wanted} is not reached by {key}")


def test_from_a_photo_into_a_game_by_keyboard_alone(visitor, scene):
    """Choose a photo, mend the doubtful tile, mark the winning one, read the score, save it."""
    page = visitor.page(wide=True)
    page.goto("/game")
    press_until(page, "#player-0")
    for name in ("Ann", "Ben", "Chloé", "Dimitri"):
        page.keyboard.press("Control+A")
        page.keyboard.type(name)
        page.keyboard.press("Tab")
    press_until(page, "#start-game")
    page.keyboard.press("Enter")
    page.wait_for_selector("#new-hand")

    # asked for before the page is there: a chooser that opens at once would be missed otherwise
    page.on("filechooser", lambda chooser: chooser.set_files(scene.photo))
    page.goto("/")
    press_until(page, "#choose")
    page.keyboard.press("Enter")
    page.wait_for_selector("#doubts")
    press_until(page, "#doubts .pick")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    press_until(page, "dialog [data-alt=D5]")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#say")).to_have_text("Now 5 dots")
    # the keyboard is still among the tiles, not back at the top of the page
    assert page.evaluate("document.activeElement.matches('[data-tile]')")
    press_until(page, ".group [data-code=DR]")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    press_until(page, "dialog .win-btn")
    page.keyboard.press("Enter")
    expect(page.locator("#total")).to_have_text("768")
    assert page.evaluate("document.activeElement.dataset.code") == "DR"
    press_until(page, "input[name=seat_wind]:checked")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#total")).to_have_text("0")
    assert page.evaluate("document.activeElement.value") == "S"
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#total")).to_have_text("768")
    press_until(page, "[data-line=own_wind]")
    page.keyboard.press("Enter")
    expect(page.locator(".pick.lit")).to_have_count(3)
    press_until(page, "[data-game]")
    page.keyboard.press("Enter")

    page.wait_for_selector("#entry-form .group")
    press_until(page, "input[name=winner]")
    page.keyboard.press("Space")
    expect(page.locator("input[name=from]")).to_have_count(4)
    press_until(page, "input[name=from]:checked")
    page.wait_for_selector("#preview #payments")
    press_until(page, "#save-entry")
    page.keyboard.press("Enter")
    expect(page.locator(".seat[data-player='0'] .sum")).to_have_text("4,608")
    assert page.evaluate("document.activeElement.id") == "new-hand"
