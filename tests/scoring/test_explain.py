"""The worked examples of the sources, as the explanation prints them."""

from __future__ import annotations

from scoring import RULESETS, Context, Declaration, ScoreSheet, Seat, parse, score
from scoring.explain import explain, sheet_text
from scoring.records import to_winner

GOULASH = Context(seat=Seat.SOUTH, round=Seat.SOUTH)


def text(sheet: ScoreSheet) -> str:
    return sheet_text(sheet, sheet.rules.pay(to_winner(sheet), sheet.options))


def test_goulash_54_points_5_doubles() -> None:
    hand = parse("B1113337999 [B555] F13 S4 +B7")
    told = text(score(hand, GOULASH, RULESETS["goulash"]))
    assert "54 × 32 = 1,728 (5 doubles)" in told
    assert "E pays S 3,456 (the winner's score, East double)" in told
    assert "pung B5 B5 B5, exposed" in told


def test_goulash_58_points_12_doubles() -> None:
    hand = parse("WS DRRRGGGWWW [WEEE] F1 S3 +WS")
    sheet = score(hand, Context(), RULESETS["goulash"])
    assert "58 × 4,096 = 237,568 (12 doubles)" in text(sheet)


def test_goulash_under_three_doubles() -> None:
    sheet = score(parse("B8 [B222] [C444] [C666] [D333] +B8"), GOULASH, RULESETS["goulash"])
    assert "0 of the 3 doubles a hand needs: it scores 0" in text(sheet)


def test_taiwanese_40_to_320() -> None:
    hand = parse("B6799 [B123] [B456] [WSSSS] [DRRR] +B8")
    told = text(score(hand, Context(seat=Seat.SOUTH), RULESETS["taiwanese"]))
    assert "40 × 8 = 320 (3 doubles)" in told
    assert "E pays S 640" in told


def test_singapore_six_and_a_half_to_320() -> None:
    hand = parse("C67 D555 DRR [WWWWW] [WNNN] +C8")
    north = Context(seat=Seat.NORTH, round=Seat.WEST)
    told = text(score(hand, north, RULESETS["singapore"]))
    for step in (
        "6½ × 4 = 26",
        "rounded up to a multiple of 10: 30",
        "30 + 50 for winning = 80",
        "80 × 4 = 320 (2 doubles)",
        "E pays N 640",
        "Net E -640, S -320, W -320, N +1,280",
    ):
        assert step in told


def test_european_limit_and_cap() -> None:
    rules, south = RULESETS["european"], Context(seat=Seat.SOUTH)
    told = text(score(parse("D2 [B3333] (C5555) [D9999] [WNNNN] +D2"), south, rules))
    assert "Four Kongs: the limit, 500" in told
    capped = score(parse("B9 [WEEE] [WSSS] [DRRR] [DGGG] +B9"), south, rules)
    assert "The limit is 500" in text(capped)
    assert capped.tally.capped


def test_moon_game() -> None:
    sheet = score(parse("B1155 C2288 D337 WNN +D7"), Context(), RULESETS["singapore"])
    assert sheet_text(sheet).splitlines()[-1] == "Total: the whole pot"


def test_running_sums_and_reasons() -> None:
    told = explain(score(parse("B1113337999 [B555] F13 S4 +B7"), GOULASH, RULESETS["goulash"]))
    assert [entry.running for entry in told.points] == [2, 6, 14, 22, 26, 30, 34, 54]
    assert [entry.running for entry in told.doubles] == [3, 4, 5]
    assert told.points[0].why == "pung B5 B5 B5, exposed"
    assert told.doubles[1].name == "Pungs of 1s and 9s in one suit"
    assert [str(tile) for tile in told.doubles[1].tiles] == ["B1"] * 3 + ["B9"] * 3
    assert told.payments == ()


def test_a_losers_loose_tiles_are_shown() -> None:
    loser = Context(seat=Seat.WEST, is_winner=False)
    sheet = score(parse("B111 C234 D48 DGG [DRRR]"), loser, RULESETS["european"])
    assert "in no set: D4 D8" in sheet_text(sheet)


def test_a_line_about_the_last_tile_names_it() -> None:
    context = Context(seat=Seat.SOUTH, self_drawn=True, declared=frozenset({Declaration.LAST_WALL}))
    told = explain(score(parse("B46789 C12399 D789 +B5"), context, RULESETS["european"]))
    said = {entry.id: entry.why for entry in (*told.points, *told.doubles)}
    assert said["selfdrawn"] == "B5: the last tile was drawn"
    assert said["last_wall"] == "B5: won on the last tile of the wall"
    assert said["out_chow"] == (
        "B5 completes chow B4 B5 B6: the last tile fills 1-2-X, X-8-9 or the middle of a chow"
    )


def test_no_reason_trails_off_in_its_options() -> None:
    for rules in RULESETS.values():
        for row in rules.rows:
            assert row.condition.says.count("(") == row.condition.says.count(")"), row.id
