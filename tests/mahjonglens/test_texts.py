"""The words of the pages are in one place, all there and all used; the pages load nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mahjonglens.web import texts as module
from mahjonglens.web.texts import texts
from vision.labels import FACES, UNFAMILIAR
from vision.reading import GroupKind

WEB = Path(module.__file__).parent
SCRIPTS = sorted((WEB / "static").glob("*.js"))
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
SAID = re.compile(
    r"""\bt[(\[]\s*(?:[\w.?!()&|= ]+\?\s*)?["']([\w.]+)["'](?:\s*:\s*["']([\w.]+)["'])?"""
)
BUILT = re.compile(r"\bt\(`([\w.]*)\$\{")
QUOTED = re.compile(r"""["'`]([a-z]+(?:\.[A-Za-z]\w*)+)["'`]""")


def _all() -> str:
    return "\n".join(file.read_text("utf-8") for file in (*SCRIPTS, *TEMPLATES))


def test_every_text_that_is_asked_for_is_there() -> None:
    asked = {key for found in SAID.findall(_all()) for key in found if "." in key} - {"nav."}
    assert len(asked) > 100
    assert asked - set(texts()) == set()


def test_every_text_is_used() -> None:
    page = _all()
    prefixes = tuple({*BUILT.findall(page), "nav."})
    used = set(QUOTED.findall(page)) | {key for pair in SAID.findall(page) for key in pair}
    assert {k for k in texts() if k not in used and not k.startswith(prefixes)} == set()


def test_every_tile_and_kind_of_group_has_a_name() -> None:
    for face in (*FACES, UNFAMILIAR):
        suited = face[0] in "BCD" and face[-1].isdigit()
        assert texts()[f"suit.{face[0]}" if suited else f"tile.{face}"]
    for kind in GroupKind:
        assert texts()[f"kind.{kind}"]


def test_a_language_without_texts_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        texts("xx")


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_is_tame(file: Path) -> None:
    """No text becomes markup or code, and nothing is loaded from elsewhere."""
    code = file.read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", code)
    assert set(re.findall(r"https?://[^\s\"'`)]+", code)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"""import .* from ["'](?!\./)""", code)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_a_template_has_nothing_inline(file: Path) -> None:
    markup = file.read_text("utf-8")
    assert not re.search(r"<style|\bstyle=|\bon\w+=|https?://", markup)
    code = markup.replace('<script type="application/json"', "")  # texts, which nothing runs
    assert not re.search(r"<script(?![^>]*\bsrc=)", code)
