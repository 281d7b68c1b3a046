"""The commands doing their work, in process: what they print, as tables and as JSON."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from mahjonglens.cli import run
from scoring.numbers import shown
from scoring.rulesets import RULESETS

SAMPLE = Path(__file__).resolve().parents[2] / "datasets" / "samples" / "hand.jpg"
HAND = "B666 DRRR C9 [DGGG] [DWWW] +C9"
CLEAN = [*["B2"] * 3, *["B3"] * 3, *["B5"] * 3, *["WE"] * 3, *["WS"] * 2]
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "600")


@pytest.mark.parametrize("name", RULESETS)
def test_rules_print_every_line_and_every_option(capsys: Captured, name: str) -> None:
    rules = RULESETS[name]
    assert run(["rules", name]) == 0
    table = [line.split() for line in capsys.readouterr().out.splitlines()]
    printed = [line for line in table if line and line[-1] in {row.id for row in rules.rows}]
    assert [line[0] for line in printed[: len(rules.rows)]] == [row.ref for row in rules.rows]

    assert run(["rules", name, "--options"]) == 0
    told = capsys.readouterr().out
    for option in rules.options:
        assert option.question in told
        assert option.evidence in told
    assert told.count("default") >= len(rules.options)

    assert run(["rules", name, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [row["line"] for row in document["rows"]] == [row.id for row in rules.rows]
    assert len(document["options"]) == len(rules.options)


def test_rules_lists_the_rule_sets(capsys: Captured) -> None:
    assert run(["rules"]) == 0
    told = capsys.readouterr().out
    assert all(rules.title in told for rules in RULESETS.values())


def test_a_text_hand_prints_its_sheet_and_payments(capsys: Captured) -> None:
    assert run(["score", "--rules", "goulash", HAND, "--seat", "s", "--round", "west"]) == 0
    told = capsys.readouterr().out
    assert "South in the West round, won on a discard" in told
    assert "42 × 16 = 672" in told
    assert "Total 672" in told
    assert next(line.split() for line in told.splitlines() if " pays " in line)[:4] == [
        "East",
        "pays",
        "South",
        shown(1344),
    ]


def test_circumstances_and_options_reach_the_scorer(capsys: Captured) -> None:
    heaven = ["B222 D333 C444 B666 C77", "--self-drawn", "--with", "heaven", "--json"]
    assert run(["score", "--rules", "goulash", *heaven]) == 0
    plain = json.loads(capsys.readouterr().out)["total"]
    stacked = ["--option", "heaven_stacks_concealed=true"]
    assert run(["score", "--rules", "goulash", *heaven, *stacked]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 8 * plain


def test_a_losing_rack_is_scored_without_payments(capsys: Captured) -> None:
    assert (
        run(["score", "--rules", "european", "--lost", "B111 C5 D9 WE WS WW DR DG DW C1 C2"]) == 0
    )
    told = capsys.readouterr().out
    assert "not the winner" in told
    assert " pays " not in told


def test_an_impossible_text_hand_is_a_document_too(capsys: Captured) -> None:
    assert run(["score", "--rules", "goulash", "--json", "B11111"]) == 2
    captured = capsys.readouterr()
    assert set(json.loads(captured.out)) == {"id", "error"}
    assert captured.err.count("\n") == 1


def test_a_settlement_says_who_pays_whom(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"kind": "event", "event": "wrong_mahjong", "player": "S"}
    lines = (json.dumps(told) + "\n" + json.dumps({**told, "id": "e2"})).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    assert run(["score", "--rules", "goulash", "-"]) == 0
    said = "S pays E 500, S pays W 500, S pays N 500; E +500 S -1,500 W +500 N +500"
    assert capsys.readouterr().out.splitlines() == [said, f"e2: {said}"]


def test_payments_for_machines_are_those_of_the_contract(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"kind": "event", "event": "wrong_mahjong", "player": "E"}
    line = json.dumps(told).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert run(["score", "--rules", "goulash", "--json", "-"]) == 0
    payments = json.loads(capsys.readouterr().out)["payments"]
    assert payments == [{"payer": "E", "receiver": other, "amount": 500} for other in "SWN"]


def test_a_stream_takes_options_of_the_command_line_as_defaults(
    capsys: Captured, tmp_path: Path
) -> None:
    record = {
        "id": "clean",
        "hand": {"concealed_tiles": CLEAN},
        "context": {"seat_wind": "N", "round_wind": "W"},
    }
    own = {**record, "id": "own", "options": {"clean_doubles": 0}}
    path = tmp_path / "hands.jsonl"
    path.write_text(f"{json.dumps(record)}\n{json.dumps(own)}\n")
    arguments = ["score", "--rules", "goulash", "--option", "clean_doubles=1", str(path)]
    assert run([*arguments, "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["doubles"] == second["doubles"] + 1

    assert run(arguments) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == ["clean", "own"]


def test_a_photo_is_read_shown_and_painted(capsys: Captured, tmp_path: Path) -> None:
    folder = tmp_path / "painted"
    assert run(["read", str(SAMPLE), str(SAMPLE), "--save", str(folder)]) == 0
    captured = capsys.readouterr()
    assert captured.out.count("14 tiles") == 2
    assert captured.err == ""
    assert sorted(path.name for path in folder.iterdir()) == ["hand-read-2.jpg", "hand-read.jpg"]
    assert (folder / "hand-read.jpg").read_bytes() != SAMPLE.read_bytes()


def test_read_json_follows_the_contract(capsys: Captured) -> None:
    assert run(["read", "--json", str(SAMPLE)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["file", "width", "height", "tiles", "groups", "doubts", "elapsed_ms"]
    assert set(document["elapsed_ms"]) == {"detect", "classify", "group", "total"}
    for tile in document["tiles"]:
        assert list(tile) == ["code", "confidence", "quad", "alternatives", "group", "in_hand"]
        assert len(tile["quad"]) == 4
    listed = [place for group in document["groups"] for place in group["tiles"]]
    assert sorted(listed) == list(range(len(document["tiles"])))


@pytest.mark.parametrize(
    ("photos", "target"),
    [
        ((SAMPLE, SAMPLE), "one.jpg"),
        ((SAMPLE,), str(SAMPLE)),
        ((SAMPLE,), str(SAMPLE.parent.parent / "render_sample.py")),
        ((SAMPLE,), "/dev/null/x.jpg"),
    ],
    ids=["two photos one file", "the photo itself", "a file that is no picture", "nowhere"],
)
def test_save_refuses_what_it_cannot_do(
    capsys: Captured, photos: tuple[Path, ...], target: str
) -> None:
    before = SAMPLE.read_bytes()
    assert run(["read", *map(str, photos), "--save", target]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert SAMPLE.read_bytes() == before


def test_the_main_job(capsys: Captured, tmp_path: Path) -> None:
    painted = tmp_path / "painted.png"
    arguments = ["score", "--rules", "goulash", str(SAMPLE), "--yes", "--save", str(painted)]
    assert run(arguments) == 0
    assert "Total 672" in capsys.readouterr().out
    assert painted.stat().st_size > 10_000

    assert run([*arguments, "--json", "--seat", "N"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["reading"]["file"] == document["score"]["id"] == str(SAMPLE)
    assert document["score"]["total"] == 672


def test_the_player_is_asked_about_the_reading_and_the_circumstances(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mahjonglens.console import photo_command

    answers = iter(["1 DR", "undo", "", "oops", "S", "", "y"])

    def ask(question: str) -> str:
        asked.append(question)
        return "" if "Enter keeps" in question or "y takes it" in question else next(answers)

    asked: list[str] = []
    monkeypatch.setattr(photo_command, "ask_on_stderr", ask)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert run(["score", "--rules", "goulash", str(SAMPLE)]) == 0
    captured = capsys.readouterr()
    assert "South in the East round, self-drawn" in captured.out
    assert "'oops' is no wind" in captured.err
    assert next(answers, None) is None
