"""What the player confirms becomes the hand that is scored: the model of the page."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def model(browser, app):
    """Runs a script with the module as `m`; the model keeps no state, so one page does for all."""
    context = browser.new_context(base_url=app.url)
    page = context.new_page()
    page.goto("/live")

    def run(body, argument=None):
        code = f"async (given) => {{ const m = await import('/static/model.js'); {body} }}"
        return page.evaluate(code, argument)

    yield run
    context.close()


def document(*groups):
    tiles, out = [], []
    for kind, codes in groups:
        out.append(
            {"kind": kind, "tiles": list(range(len(tiles), len(tiles) + len(codes.split())))}
        )
        tiles += [{"code": code, "quad": [[0, 0]] * 4} for code in codes.split()]
    return {"width": 10, "height": 10, "tiles": tiles, "groups": out, "doubts": []}


HAND = "const model = m.Model.read(given); const hand = model.hand();"


def test_sets_that_lie_together_are_cut_apart(model):
    hand = model(
        f"{HAND} return hand.declared;", document(("exposed", "C3 D5 C4 D5 C5 D5 B9 B9 B9 B9"))
    )
    assert [(s["type"], s["tiles"], s["state"]) for s in hand] == [
        ("kong", ["B9"] * 4, "exposed"),
        ("chow", ["C3", "C4", "C5"], "exposed"),
        ("pung", ["D5"] * 3, "exposed"),
    ]


def test_backs_stand_for_the_face_of_a_concealed_kong(model):
    hand = model(f"{HAND} return hand.declared;", document(("concealed_kong", "X WE WE X")))
    assert hand == [{"type": "kong", "tiles": ["WE"] * 4, "state": "concealed"}]


@pytest.mark.parametrize("kind", ["kong", "concealed_kong"])
def test_a_kong_of_which_three_tiles_are_seen_is_a_kong(model, kind):
    """As the reader takes it; the fourth counts among the tiles."""
    found = model(
        f"{HAND} return [hand.declared, model.playing];",
        document(("concealed", "B1 B1"), (kind, "DR DR DR")),
    )
    state = "exposed" if kind == "kong" else "concealed"
    assert found[0] == [{"type": "kong", "tiles": ["DR"] * 4, "state": state}]
    assert found[1] == ["B1"] * 2 + ["DR"] * 4


def test_tiles_that_are_not_alike_hide_nothing(model):
    doc = document(("concealed", ""), ("kong", "C1 C2 C3"), ("kong", "X X X"))
    assert model(f"{HAND} return model.playing;", doc) == ["C1", "C2", "C3", "X", "X", "X"]


def test_whether_there_is_a_fourth_is_answered_and_taken_back(model):
    doc = document(("concealed", "B1 B1"), ("kong", "DR DR DR"))
    doc["doubts"] = [{"tile": 3, "why": "three"}]
    kinds = model(
        f"""{HAND}
        const [id] = model.doubts;
        const seen = () => [model.hand().declared[0].type, model.playing.length,
          model.doubts.length, [...model.tiles.values()].filter((tile) => tile.added).length];
        const all = [];
        for (const there of [true, false]) {{
          model.fourth(id, there); all.push(seen()); model.undo();
        }}
        model.agree([id]);
        return [...all, seen()];""",
        doc,
    )
    assert kinds == [["kong", 6, 0, 1], ["pung", 5, 0, 0], ["kong", 6, 0, 1]]


def test_a_pung_said_to_be_a_kong_gets_its_fourth_tile(model):
    doc = document(("concealed", "B1 B1"), ("exposed", "DR DR DR"))
    tiles = model(
        f"""{HAND} const group = model.groups.at(-1);
        model.kind(group.id, "kong"); return group.tiles.map((id) => model.get(id).code);""",
        doc,
    )
    assert tiles == ["DR"] * 4


def test_the_winning_tile_returns_to_the_tiles_in_hand(model):
    doc = document(("concealed", "B1 B1"), ("winning_tile", "B1"), ("exposed", "C1 C2 C3"))
    hand = model(f"{HAND} return hand;", doc)
    assert hand["concealed_tiles"] == ["B1"] * 3
    assert hand["winning_tile"] == "B1"


def test_a_set_laid_open_by_the_winning_tile_was_held_in_hand(model):
    doc = document(("concealed", "B1 B1"), ("exposed", "C1 C2 C3"))
    body = (
        "const model = m.Model.read(given);"
        "model.win([...model.tiles].find(([, tile]) => tile.code === 'C2')[0]);"
        "return [model.hand(), model.document().groups];"
    )
    hand, groups = model(body, doc)
    assert hand["declared"] == []
    assert sorted(hand["concealed_tiles"]) == ["B1", "B1", "C1", "C2", "C3"]
    assert {"kind": "winning_tile", "tiles": [3]} in groups


def test_tiles_of_others_are_left_out(model):
    doc = document(("concealed", "B1 B1"), ("other", "WN WN"), ("bonus", "F1"))
    body = f"{HAND} return [hand.concealed_tiles, model.flowers, model.document()];"
    concealed, flowers, out = model(body, doc)
    assert concealed == ["B1", "B1"]
    assert flowers == ["F1"]
    assert [t["in_hand"] for t in out["tiles"]] == [True, True, True, False, False]


def test_a_bonus_tile_read_as_a_suit_tile_changes_places_when_named(model):
    body = (
        "const model = m.Model.read(given); model.name(1, 'F2');"
        "const now = [model.flowers, model.hand().concealed_tiles, model.get(1).was];"
        "model.undo(); return [...now, model.flowers];"
    )
    flowers, concealed, was, before = model(body, document(("concealed", "B1 B2")))
    assert flowers == ["F2"]
    assert concealed == ["B2"]
    assert was == "B1"
    assert before == []


def test_many_doubts_are_settled_together(model):
    doc = document(("concealed", "B1 B2 B3"))
    doc["doubts"] = [{"tile": 0, "why": "glare"}, {"tile": 2, "why": "glare"}]
    body = (
        "const model = m.Model.read(given); const before = model.doubts.length;"
        "model.agree(model.doubts);"
        "return [before, model.doubts.length, model.document().doubts];"
    )
    assert model(body, doc) == [2, 0, []]


PROPOSED = {
    "changes": [{"tile": 0, "face": "B5"}, {"tile": 4, "face": "C3"}],
    "odds": 0.7,
    "why": "complete",
}


def test_a_taken_proposal_is_one_change_and_leaves_tiles_where_they_lie(model):
    """A tile of an open set stays there, though it was read as a flower."""
    doc = document(("exposed", "F1 B5 B5"), ("concealed", "B1 C2"))
    found = model(
        """const model = m.Model.read({ ...given[0], proposals: [given[1]] });
        const seen = () => [model.document().tiles.map((tile) => [tile.code, tile.confidence]),
          model.groups.map((g) => g.kind), model.past.length];
        const all = [seen()];
        model.take(model.proposals[0]); all.push(seen());
        model.undo(); all.push(seen());
        return all;""",
        [{**doc, "tiles": [{**tile, "confidence": 0.6} for tile in doc["tiles"]]}, PROPOSED],
    )
    kinds = ["concealed", "exposed"]
    read = [["B1", 0.6], ["C2", 0.6], ["F1", 0.6], ["B5", 0.6], ["B5", 0.6]]
    taken = [["B1", 0.6], ["C3", 1], ["B5", 1], ["B5", 0.6], ["B5", 0.6]]
    assert found == [[read, kinds, 0], [taken, kinds, 1], [read, kinds, 0]]


def test_a_proposal_without_a_winning_tile_asks_about_sets_as_they_lie(model):
    """The tile that completed an open set is not taken out of it."""
    doc = document(("concealed", "B1 B1"), ("exposed", "C1 C2 C3"))
    groups = model(
        "const model = m.Model.read(given); model.win(4);"
        "const { documentOf } = await import('/static/record.js');"
        "return documentOf(model, null).groups;",
        doc,
    )
    assert groups == [
        {"kind": "concealed", "tiles": [0, 1]},
        {"kind": "exposed", "tiles": [2, 3, 4]},
    ]
