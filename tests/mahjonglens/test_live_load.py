"""The load program itself, with little of everything: nothing lost, and it would notice a loss."""

from __future__ import annotations

import pytest

from mahjonglens.web import load


def test_a_short_run_loses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--reader", "none", "--rounds", "1", "--photos", "12", "--frames", "40"]
    load.main(arguments)  # its status also judges memory, which so short a run says nothing about
    said = capsys.readouterr().out
    assert "8 phones at once" in said
    assert "92 requests and frames, 0 lost" in said


def test_a_loss_is_noticed() -> None:
    run = load.Load(port=9, process=0, photo=b"")  # nobody listens there
    run.ask("GET", "/api/status")
    assert len(run.lost) == 1
