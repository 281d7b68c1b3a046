"""The ledger: how a game moves, what is kept, what undo does, what survives."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import given
from hypothesis import strategies as st

from mahjonglens.ledger import Ledger, LedgerError, Moved, NotFound, export, photos, schema
from mahjonglens.ledger.deal import Deal, Rack, settle_deal
from mahjonglens.ledger.game import Entry, EntryKind, State, Transfer, check_players, replay
from mahjonglens.ledger.models import Base
from mahjonglens.ledger.store import HandIn, Shown
from scoring import ScoringError, Seat

NAMES = ("Ann", "Ben", "Cy", "Di")
Json = dict[str, Any]


def pung(code: str, state: str = "exposed") -> Json:
    return {"type": "pung", "tiles": [code] * 3, "state": state}


# 20 + 2 + 8 + 8 + 4 = 42 points, pure hand and three concealed pungs and 1s and 9s: five doubles
WIN: Json = {
    "declared": [pung("B5")],
    "concealed_tiles": [*["B1"] * 3, *["B9"] * 3, *["B3"] * 3, "B7", "B7"],
    "winning_tile": "B7",
}
LOSER: Json = {
    "declared": [pung("DR")],
    "concealed_tiles": ["C1", "C2", "C5", "C6", "D1", "D2", "D4", "D6", "WE", "WS"],
    "winning_tile": None,
}


def hand(key: str, winner: int, discarder: int | None = None, **more: Any) -> HandIn:
    return HandIn(key, Deal(winner, {winner: Rack(WIN)}, discarder), **more)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "games.sqlite") as opened:
        yield opened


@pytest.fixture
def game(ledger: Ledger) -> int:
    return int(ledger.create_game(NAMES, "goulash")["id"])


# --- how a game moves --------------------------------------------------------------------------


def won(winner: int | None) -> Entry:
    return Entry(EntryKind.DRAW if winner is None else EntryKind.HAND, (), winner)


def test_east_keeps_the_deal_while_he_wins_and_passes_it_to_the_right() -> None:
    path = replay([won(0), won(0), won(2), won(3), won(3), won(1)])
    assert [state.east for state in path] == [0, 0, 0, 1, 2, 3, 0]
    assert [state.streak for state in path] == [0, 1, 2, 0, 0, 0, 0]
    assert path[-1].round is Seat.SOUTH
    assert path[-1].hand_number == 7


def test_a_draw_passes_the_deal_unless_the_table_agreed_otherwise() -> None:
    assert [state.east for state in replay([won(None)])] == [0, 1]
    assert [state.east for state in replay([won(None)], draw_keeps_dealer=True)] == [0, 0]


def test_four_rounds_end_the_game() -> None:
    path = replay([won(None)] * 16)
    assert [str(state.round) for state in path[::4]] == ["E", "S", "W", "N", "N"]
    assert not path[15].finished
    assert path[16].finished


def test_instant_payments_do_not_move_the_deal() -> None:
    event = Entry(EntryKind.EVENT, (Transfer(0, 1, 300, "kong"),))
    after = State().after(event)
    assert (after.east, after.hand_number, after.totals) == (0, 1, (-300, 300, 0, 0))


@given(st.lists(st.sampled_from([None, 0, 1, 2, 3]), max_size=40), st.booleans())
def test_every_player_sits_somewhere_and_totals_stay_zero(
    winners: list[int | None], keeps: bool
) -> None:
    entries = [
        Entry(
            EntryKind.DRAW if w is None else EntryKind.HAND,
            () if w is None else (Transfer((w + 1) % 4, w, 7, "x"),),
            w,
        )
        for w in winners
    ]
    for state in replay(entries, draw_keeps_dealer=keeps):
        assert {state.seat(player) for player in range(4)} == set(Seat)
        assert all(state.player(state.seat(player)) == player for player in range(4))
        assert state.seat(state.east) is Seat.EAST
        assert sum(state.totals) == 0


@pytest.mark.parametrize(
    "names",
    [("A", "B", "C"), ("A", "B", "C", "a "), ("A", "", "C", "D"), ("A", "B", "C", "D" * 41)],
)
def test_four_different_names_are_needed(names: tuple[str, ...]) -> None:
    with pytest.raises(LedgerError):
        check_players(names)


@pytest.mark.parametrize(("payer", "receiver", "amount"), [(0, 0, 5), (0, 4, 5), (0, 1, 0)])
def test_a_payment_goes_between_two_players(payer: int, receiver: int, amount: int) -> None:
    with pytest.raises(LedgerError):
        Transfer(payer, receiver, amount, "x")


# --- one hand ----------------------------------------------------------------------------------


def test_the_seat_of_the_game_decides_the_payments() -> None:
    """West's player wins: in the second hand he sits South."""
    for state, doubled in ((State(), 0), (State(east=1), 1)):
        outcome = settle_deal(Deal(2, {2: Rack(WIN)}, 3), state, "goulash", {})
        assert outcome.scores()[2] == 42 * 2**5
        paid = {t.payer: t.amount for t in outcome.entry.transfers}
        assert paid == {p: 1344 * (2 if p == doubled else 1) for p in (0, 1, 3)}


def test_losers_settle_where_the_rules_say_so() -> None:
    racks = {0: Rack(LOSER), 1: Rack(WIN), 2: Rack(score=40)}
    outcome = settle_deal(Deal(1, racks), State(), "european", {"limit": 500})
    assert outcome.scores() == [8, 500, 40, None]
    amounts = {(t.payer, t.receiver): t.amount for t in outcome.entry.transfers}
    assert amounts == {
        (0, 1): 1000,
        (2, 1): 500,
        (3, 1): 500,
        (0, 2): 64,
        (3, 0): 16,
        (3, 2): 40,
    }


def test_a_loser_that_cannot_be_scored_is_named() -> None:
    racks = {0: Rack({**LOSER, "concealed_tiles": ["C1"]}), 1: Rack(WIN)}
    with pytest.raises(ScoringError, match=r"^East.s rack: "):
        settle_deal(Deal(1, racks), State(), "european", {})


def test_tiles_cannot_lie_on_the_table_five_times() -> None:
    loser = {**LOSER, "declared": [pung("B7")]}
    with pytest.raises(LedgerError, match="B7 lies on the table 5 times"):
        settle_deal(Deal(1, {0: Rack(loser), 1: Rack(WIN)}), State(), "european", {})


def test_contradictions_are_refused() -> None:
    for wrong in (
        lambda: Deal(1, {1: Rack(WIN)}, 1),
        lambda: Deal(1, {0: Rack(WIN)}),
        lambda: Deal(1, {1: Rack(WIN)}, 4),
        lambda: Deal(1, {1: Rack(WIN)}, None, {}, (1,)),
    ):
        with pytest.raises(LedgerError):
            wrong()


# --- what is kept ------------------------------------------------------------------------------


def test_a_hand_is_kept_whole(ledger: Ledger, game: int) -> None:
    read = {"width": 9, "height": 9, "groups": [], "tiles": [{"code": "B8", "quad": [[0, 0]]}]}
    mended = {**read, "tiles": [{"code": "B7", "quad": [[0, 0]]}]}
    photo = ledger.add_photo(b"picture", "image/jpeg", read)
    ledger.add_hand(game, hand("a", 1, 0, shown={1: Shown(mended, photo)}, note="first"))
    kept = ledger.game(game)
    entry = kept["entries"][0]
    rack = entry["hands"]["1"]
    assert entry["winner"] == 1
    assert entry["discarder"] == 0
    assert entry["note"] == "first"
    assert entry["scores"] == [None, 1344, None, None]
    assert entry["deltas"] == [-2688, 5376, -1344, -1344]
    assert kept["totals"] == entry["deltas"]
    assert rack["hand"] == WIN
    assert rack["sheet"]["total"] == 1344
    assert rack["reading"] == mended
    assert rack["corrections"] == [{"tile": 0, "was": "B8", "now": "B7"}]
    assert ledger.photo(photo) == ("image/jpeg", b"picture")
    assert kept["seats"] == {"E": 1, "S": 2, "W": 3, "N": 0}


def test_a_refused_hand_leaves_nothing_behind(ledger: Ledger, game: int) -> None:
    before = ledger.game(game)
    broken = {**WIN, "concealed_tiles": ["B1", *WIN["concealed_tiles"][1:-1], "WE"]}
    with pytest.raises(ScoringError):
        ledger.add_hand(game, HandIn("a", Deal(1, {1: Rack(broken)})))
    with pytest.raises(NotFound):
        ledger.add_hand(game, hand("a", 1, shown={1: Shown({}, 99)}))
    assert ledger.game(game) == before


def test_a_preview_writes_nothing(ledger: Ledger, game: int) -> None:
    before = ledger.game(game)
    preview = ledger.preview_hand(game, hand("a", 1))
    assert preview["game"]["hand_number"] == 2
    assert ledger.game(game) == before
    assert ledger.add_hand(game, hand("a", 1))["entry"]["deltas"] == preview["entry"]["deltas"]


def test_a_request_sent_twice_is_written_once(ledger: Ledger, game: int) -> None:
    first = ledger.add_hand(game, hand("a", 1, hand_number=1))
    again = ledger.add_hand(game, hand("a", 1, hand_number=1))
    assert again == first
    with pytest.raises(Moved, match="the game is at hand 2"):
        ledger.add_hand(game, hand("b", 1, hand_number=1))


def test_undo_and_redo(ledger: Ledger, game: int) -> None:
    ledger.add_hand(game, hand("a", 0))
    one = ledger.game(game)
    two = ledger.add_hand(game, hand("b", 2))["game"]
    assert ledger.undo(game)["game"]["totals"] == one["totals"]
    back = ledger.redo(game)["game"]
    assert {**back, "changed": ""} == {**two, "changed": ""}
    ledger.undo(game)
    with pytest.raises(Moved, match="undone"):
        ledger.add_hand(game, hand("b", 2))
    ledger.add_draw(game, "c")
    with pytest.raises(Moved):
        ledger.redo(game)
    assert [entry["kind"] for entry in ledger.game(game)["entries"]] == ["hand", "draw"]
    ledger.undo(game)
    ledger.undo(game)
    with pytest.raises(Moved):
        ledger.undo(game)
    assert ledger.game(game)["totals"] == [0, 0, 0, 0]


def test_events_and_agreed_payments(ledger: Ledger, game: int) -> None:
    wrong = ledger.add_event(game, "a", {"type": "wrong_mahjong", "player": 2})
    assert wrong["entry"]["deltas"] == [500, 500, -1500, 500]
    assert wrong["game"]["hand_number"] == 1
    ledger.add_payments(game, "b", [Transfer(0, 3, 50, "late")], "house rule")
    assert ledger.game(game)["totals"] == [450, 500, -1500, 550]
    with pytest.raises(ScoringError):
        ledger.add_event(game, "c", {"type": "kong", "player": 0})


def test_a_finished_game_takes_no_more_hands(ledger: Ledger, game: int) -> None:
    for number in range(16):
        ledger.add_draw(game, f"d{number}")
    assert ledger.game(game)["finished"]
    with pytest.raises(Moved, match="over"):
        ledger.add_hand(game, hand("late", 1))
    ledger.undo(game)
    assert not ledger.add_hand(game, hand("east", 3))["game"]["finished"]


def test_an_old_game_is_taken_up_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "games.sqlite"
    with Ledger(path) as first:
        number = first.create_game(NAMES, "goulash", {"clean_doubles": 1})["id"]
        before = first.add_hand(number, hand("a", 1))["game"]
        other = first.create_game(("E", "F", "G", "H"), "european")["id"]
    with Ledger(path) as second:
        assert second.game(number) == before
        assert [game["id"] for game in second.games()] == [other, number]
        second.add_draw(number, "b")
        assert [game["id"] for game in second.games()] == [number, other]
        second.delete_game(other)
        with pytest.raises(NotFound):
            second.game(other)


def test_unknown_rules_and_options_are_refused(ledger: Ledger) -> None:
    with pytest.raises(ScoringError):
        ledger.create_game(NAMES, "bridge")
    with pytest.raises(ScoringError):
        ledger.create_game(NAMES, "goulash", {"trumps": True})
    assert ledger.games() == []


def test_photos_no_hand_needs_are_tidied_and_others_stay(ledger: Ledger, game: int) -> None:
    read: Json = {"width": 1, "height": 1, "tiles": [], "groups": []}
    used = ledger.add_photo(b"used", "image/png", read)
    given_away = ledger.add_photo(b"label", "image/png", read)
    loose = ledger.add_photo(b"loose", "image/png", read)
    ledger.add_hand(game, hand("a", 1, shown={1: Shown(None, used)}))
    ledger.label_photo(given_away, read)
    for number in range(photos.LOOSE_KEPT):
        ledger.add_photo(bytes([number]), "image/png", read)
    assert ledger.photo(used)[1] == b"used"
    assert [each.content for each in ledger.labelled_photos()] == [b"label"]
    with pytest.raises(NotFound):
        ledger.photo(loose)


def test_a_photo_becomes_a_label_only_with_consent(ledger: Ledger, game: int) -> None:
    read: Json = {"width": 1, "height": 1, "tiles": [], "groups": [], "file": "at home.jpg"}
    photo = ledger.add_photo(b"x", "image/png", read)
    ledger.add_hand(game, hand("a", 1, shown={1: Shown(read, photo)}))
    assert list(ledger.labelled_photos()) == []
    ledger.undo(game)
    ledger.add_hand(game, hand("b", 1, shown={1: Shown(read, photo, consent=True)}))
    (label,) = ledger.labelled_photos()
    assert label.reading == {"width": 1, "height": 1, "tiles": [], "groups": []}


@pytest.mark.parametrize(
    "spoilt",
    [
        {"width": 9000},
        {"tiles": [{"quad": [[0, 0], [1e6, 0], [1e6, 30], [0, 30]]}]},
        {"tiles": [{"quad": [[0, -500], [20, 0], [20, 30], [0, 30]]}]},
    ],
)
def test_a_label_lies_on_its_photo(ledger: Ledger, game: int, spoilt: Json) -> None:
    """Else a page gone wrong could have crops cut that no memory holds."""
    read: Json = {"width": 90, "height": 60, "tiles": [], "groups": []}
    photo = ledger.add_photo(b"x", "image/png", read)
    with pytest.raises(LedgerError):
        ledger.label_photo(photo, {**read, **spoilt})
    shown = {1: Shown({**read, **spoilt}, photo, consent=True)}
    with pytest.raises(LedgerError):
        ledger.add_hand(game, hand("a", 1, shown=shown))
    assert ledger.game(game)["entries"] == []
    assert list(ledger.labelled_photos()) == []


def test_what_is_taken_back_is_nowhere_on_the_disk(ledger: Ledger, game: int) -> None:
    secret = b"not for anybody else " * 2000
    read: Json = {"width": 1, "height": 1, "tiles": [], "groups": []}
    photo = ledger.add_photo(secret, "image/png", read)
    ledger.add_hand(game, hand("a", 1, shown={1: Shown(read, photo, consent=True)}))
    before = ledger.game(game)["totals"]
    ledger.take_back(photo)
    with pytest.raises(NotFound):
        ledger.photo(photo)
    assert list(ledger.labelled_photos()) == []
    assert ledger.game(game)["totals"] == before
    for file in ledger.path.parent.glob(ledger.path.name + "*"):
        assert secret[:21] not in file.read_bytes(), file.name


def test_added_and_removed_tiles_are_corrections() -> None:
    def tile(code: str, x: int | None) -> Json:
        return {"code": code, "quad": None if x is None else [[x, 0]]}

    read = {"tiles": [tile("B1", 0), tile("B2", 1)]}
    now = {"tiles": [tile("B2", 1), tile("C9", None)]}
    assert photos.corrections(read, now) == [
        {"tile": 1, "was": None, "now": "C9"},
        {"tile": 0, "was": "B1", "now": None},
    ]


def test_phones_are_remembered_by_hash_only(ledger: Ledger) -> None:
    ledger.add_device("f" * 64)
    assert ledger.devices() == {"f" * 64}
    assert ledger.forget_devices() == 1
    assert ledger.devices() == set()


# --- the exports -------------------------------------------------------------------------------


def test_csv_has_a_row_for_each_entry_and_no_formula(ledger: Ledger) -> None:
    number = ledger.create_game(("=1+1", "Ben", "Cy", "Di"), "goulash")["id"]
    ledger.add_hand(number, hand("a", 1, 0, note="=cmd"))
    ledger.add_event(number, "b", {"type": "wrong_mahjong", "player": 0})
    rows = list(csv.reader(io.StringIO(export.to_csv(ledger.game(number)))))
    assert rows[0][8] == "'=1+1 gains"
    assert rows[1][4:12] == ["'=1+1", "Ben", "'=1+1", "1344", "-2688", "5376", "-1344", "-1344"]
    assert rows[2][12:16] == ["-4188", "5876", "-844", "-844"]
    assert rows[1][-1] == "'=cmd"
    assert not any(cell.startswith(("=", "@")) for row in rows for cell in row)


# --- the file ----------------------------------------------------------------------------------


def test_the_file_is_durable_and_private(ledger: Ledger) -> None:
    with ledger.transaction() as session:
        connection = session.connection()
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    assert ledger.path.stat().st_mode & 0o077 == 0


def test_the_migrations_make_what_the_models_say(ledger: Ledger) -> None:
    with ledger.transaction() as session:
        context = MigrationContext.configure(session.connection())
        assert compare_metadata(context, Base.metadata) == []
        assert context.get_current_revision() == schema.newest_revision()


def test_a_newer_or_foreign_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    newer = tmp_path / "newer.sqlite"
    Ledger(newer).close()
    connection = sqlite3.connect(newer)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(LedgerError, match="newer"):
        Ledger(newer)
    foreign = tmp_path / "letter.txt"
    foreign.write_text("Dear diary, this is not a database at all.\n" * 20)
    with pytest.raises(LedgerError, match="not a ledger"):
        Ledger(foreign)
    assert foreign.read_text().startswith("Dear diary")
    with pytest.raises(LedgerError, match="Cannot keep games"):
        Ledger(foreign / "games.sqlite")


def test_two_phones_saving_at_once_both_get_their_turn(ledger: Ledger, game: int) -> None:
    def save(number: int) -> None:
        ledger.add_payments(game, f"k{number}", [Transfer(0, 1, 1, "x")], "")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(save, range(40)))
    kept = ledger.game(game)
    assert kept["totals"] == [-40, 40, 0, 0]
    assert [entry["number"] for entry in kept["entries"]] == list(range(1, 41))
