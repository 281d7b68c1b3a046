"""The tile pictures on disk are what `faces` draws, and are sound, self-contained SVG."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from mahjonglens.web import faces
from scoring.errors import BadNotation
from vision.labels import FACES

TILES = Path(faces.__file__).parent / "static" / "tiles"


@pytest.mark.parametrize("face", faces.FILES)
def test_the_file_is_what_the_code_draws(face: str) -> None:
    assert (TILES / f"{faces.FILES[face]}.svg").read_text("utf-8") == faces.draw(face)


@pytest.mark.parametrize("face", faces.FILES)
def test_a_picture_is_sound_svg_that_needs_nothing_else(face: str) -> None:
    root = ElementTree.fromstring(faces.draw(face))
    assert root.get("viewBox") == "0 0 60 80"
    for element in root.iter():
        assert not element.tag.endswith(("script", "style", "image"))
        assert not {"style", "href", "onload"} & set(element.attrib)


def test_every_face_looks_different() -> None:
    assert set(FACES) < set(faces.FILES)
    assert len({faces.draw(face) for face in faces.FILES}) == 48


@pytest.mark.parametrize("rank", range(1, 10))
def test_dots_and_sticks_can_be_counted(rank: int) -> None:
    assert len(faces.DOTS[rank][1]) == rank
    if rank > 1:
        assert len(faces.STICKS[rank]) == rank


def test_an_unknown_face_is_refused() -> None:
    with pytest.raises(BadNotation):
        faces.draw("Q7")
