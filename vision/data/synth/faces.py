"""The faces of one photograph: a chosen design as pyramids ready to be warped on tiles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vision.data.synth.bodies import back_pattern
from vision.data.synth.designs import STRANGERS, Faces, choose_design, faces
from vision.data.synth.photo import UNKNOWN, Image, Rng
from vision.data.synth.solid import pyramid
from vision.labels import FACE_DOWN


class Inks:
    """Each face made once; `back` is what the backs bear, mostly nothing."""

    def __init__(self, drawn: Faces, back: tuple[Image, ...]) -> None:
        self._faces = drawn
        self._made: dict[str, tuple[Image, ...]] = {}
        self.back = back

    def front(self, face: str, rng: Rng) -> tuple[Image, ...]:
        """The pyramid of a face; of an unfamiliar one any of the design's."""
        if face == FACE_DOWN:
            return ()
        if face == UNKNOWN:
            number = int(rng.integers(STRANGERS))
            face = f"{UNKNOWN}{number}" if number else UNKNOWN
        if face not in self._made:
            self._made[face] = pyramid(self._faces[face])
        return self._made[face]


def choose_faces(
    rng: Rng, art: Sequence[Path] | None, *, split: str, dark: bool
) -> tuple[str, Inks]:
    """A design's name and its faces: a drawn design or one of the art folders."""
    design = choose_design(rng, tuple(art or ()), split=split, dark=dark)
    return design.name, Inks(faces(design, rng, dark=dark), back_pattern(rng))
