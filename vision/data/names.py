"""What other people's datasets call the tiles, and the face each name means."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vision.labels import FACES

# Suits as they are written before or after a rank; riichi shorthand has m, p and s.
SUITS = {
    "B": ("b", "bam", "bamboo", "bamboos", "s", "so", "sou", "souzu", "tiao", "stick", "sticks",
          "條", "条", "索"),
    "C": ("c", "char", "character", "characters", "crack", "cracks", "m", "man", "manzu", "wan",
          "萬", "万"),
    "D": ("d", "dot", "dots", "circle", "circles", "p", "pin", "pinzu", "tong", "筒", "餅"),
}  # fmt: skip
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
GLYPHS = "一二三四五六七八九"
SINGLE = {
    "WE": ("e", "ew", "1z", "ton", "east", "east wind", "wind east", "dong", "東", "东"),
    "WS": ("s", "sw", "2z", "nan", "south", "south wind", "wind south", "nan", "南"),
    "WW": ("w", "ww", "3z", "sha", "shaa", "west", "west wind", "wind west", "xi", "西"),
    "WN": ("n", "nw", "4z", "pei", "pe", "north", "north wind", "wind north", "bei", "北"),
    "DW": (
        "5z",
        "wd",
        "haku",
        "white",
        "white dragon",
        "dragon white",
        "blank",
        "bai",
        "bai ban",
        "baiban",
        "白",
        "白板",
    ),
    "DG": (
        "6z",
        "gd",
        "hatsu",
        "green",
        "green dragon",
        "dragon green",
        "fa",
        "fa cai",
        "facai",
        "發",
        "发",
    ),
    "DR": (
        "7z",
        "rd",
        "chun",
        "red",
        "red dragon",
        "dragon red",
        "zhong",
        "hong zhong",
        "hongzhong",
        "中",
        "紅中",
    ),
    "F1": ("plum", "flower 1", "1f", "梅"),
    "F2": ("orchid", "flower 2", "2f", "蘭", "兰"),
    "F3": ("chrysanthemum", "mum", "flower 3", "3f", "菊"),
    "F4": ("bamboo plant", "bamboo flower", "flower 4", "4f", "竹"),
    "S1": ("spring", "season 1", "1q", "春"),
    "S2": ("summer", "season 2", "2q", "夏"),
    "S3": ("autumn", "fall", "season 3", "3q", "秋"),
    "S4": ("winter", "season 4", "4q", "冬"),
    "A1": ("cat", "animal 1", "貓", "猫"),
    "A2": ("mouse", "rat", "animal 2", "鼠"),
    "A3": ("rooster", "cock", "chicken", "animal 3", "雞", "鸡"),
    "A4": ("caterpillar", "centipede", "worm", "animal 4", "蟲", "蜈蚣"),
    "X": ("back", "face down", "facedown", "hidden", "unknown back"),
}
# Red fives are plain fives to everything here.
REDS = {
    "B": ("0s", "5sr", "5s red", "red 5s"),
    "C": ("0m", "5mr", "5m red", "red 5m"),
    "D": ("0p", "5pr", "5p red", "red 5p"),
}


def plain(name: str) -> str:
    """Lower case, one space between words: what names are compared by."""
    return re.sub(r"[\s_\-./]+", " ", name.strip().casefold()).strip()


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for suit, words in SUITS.items():
        for rank in range(1, 10):
            for word in words:
                for number in (str(rank), NUMBERS[rank - 1], GLYPHS[rank - 1]):
                    written = [f"{number}{word}", f"{number} {word}", f"{number} of {word}"]
                    if len(word) > 1:  # but s1 is our own code for spring, not bamboo
                        written += [f"{word}{number}", f"{word} {number}"]
                    table.update(dict.fromkeys(written, f"{suit}{rank}"))
    for face, words in SINGLE.items():
        table.update(dict.fromkeys(words, face))
    for suit, words in REDS.items():
        table.update(dict.fromkeys(words, f"{suit}5"))
    table.update({face.casefold(): face for face in FACES})  # our own codes win
    return table


class Names:
    """Maps foreign class names to faces; `own` are the user's, name -> face, and come first."""

    def __init__(self, own: dict[str, str] | None = None) -> None:
        wrong = sorted({face for face in (own or {}).values() if face not in FACES})
        if wrong:
            raise ValueError(f"not a face: {', '.join(wrong)}; the faces are {' '.join(FACES)}")
        self._own = dict(own or {})
        self._table = _table()
        self._table.update({plain(name): face for name, face in (own or {}).items()})

    def among(self, classes: Iterable[str]) -> Names:
        """The names as they are meant in a list of classes.

        `1s` is a bamboo in riichi shorthand; but beside `1b`, and where there is no `5s`, it is
        the first season.
        """
        said = {plain(name) for name in classes}
        shorthand = {f"{rank}s" for rank in range(1, 10)} & said
        bamboos = {f"{rank}b" for rank in range(1, 10)} & said
        if not (bamboos and shorthand) or any(int(name[0]) > 4 for name in shorthand):
            return self
        return Names({name: f"S{name[0]}" for name in shorthand} | self._own)

    def face(self, name: str) -> str:
        """The face meant, or the name itself, unchanged, where nobody knows it."""
        return self._table.get(plain(name), name.strip())
