"""Drawings on single tiles: the bird, flowers, seasons, animals, the white dragon, the back.

Plain SVG fragments in the 60 by 80 units of a face; see `faces` for how they are used.
"""

from __future__ import annotations

from scoring.tiles import Suit, Tile

_SUITS = {
    "B": Suit.BAMBOO,
    "C": Suit.CHARACTERS,
    "D": Suit.DOTS,
    "W": Suit.WIND,
    "F": Suit.FLOWER,
    "S": Suit.SEASON,
    "A": Suit.ANIMAL,
}


def suit_of(tile: Tile) -> Suit:
    """The suit, from the code: dragons share their letter with the dots."""
    letter, mark = tile.value
    return Suit.DRAGON if letter == "D" and mark.isalpha() else _SUITS[letter]


# the one of bamboo: a bird with a long tail on a twig
BIRD = (
    '<g stroke-linecap="round" stroke-linejoin="round">'
    '<path d="M13 68Q30 62 48 66" fill="none" stroke="#7a4a22" stroke-width="3"/>'
    '<g fill="none" stroke-width="4.2">'
    '<path d="M24 44Q14 50 10 63" stroke="#17713f"/>'
    '<path d="M26 46Q19 54 17 66" stroke="#1f4f96"/>'
    '<path d="M29 47Q25 57 25 68" stroke="#17713f"/></g>'
    '<g fill="#b3261e"><circle cx="10" cy="62" r="2.6"/><circle cx="17" cy="65.5" r="2.6"/>'
    '<circle cx="25" cy="68" r="2.6"/></g>'
    '<path d="M36 50V63M42 48L43 63" stroke="#b3261e" stroke-width="2" fill="none"/>'
    '<path d="M20 44Q22 28 36 25Q50 27 48 41Q46 52 35 53Q26 52 20 44Z" fill="#17713f"/>'
    '<path d="M23 43Q30 31 42 35Q39 47 29 48Z" fill="#1f4f96"/>'
    '<path d="M27 43Q33 37 39 38" stroke="#fffdf4" stroke-width="1.6" fill="none"/>'
    '<circle cx="41" cy="19" r="8" fill="#17713f"/>'
    '<path d="M36 26Q42 31 47 25L46 33H36Z" fill="#17713f"/>'
    '<path d="M48 16L56 19.500L48 22Z" fill="#b3261e"/>'
    '<path d="M38 12Q36 6 31 7M41 11Q41 5 37 4" stroke="#b3261e" stroke-width="2" fill="none"/>'
    '<circle cx="43" cy="17.500" r="2.5" fill="#fffdf4"/>'
    '<circle cx="43.400" cy="17.500" r="1.2" fill="#22262b"/></g>'
)

WHITE_FRAME = (
    '<rect x="11" y="14" width="38" height="48" rx="2" fill="none" stroke="#1f4f96" '
    'stroke-width="4"/><rect x="16.500" y="19.500" width="27" height="37" rx="1" fill="none" '
    'stroke="#1f4f96" stroke-width="1.4"/>'
)

QUESTION = (
    '<path d="M19 28Q19 15 30 15Q42 15 42 27Q42 34 35 38Q30 41 30 48" fill="none" '
    'stroke="#8a5200" stroke-width="6.5" stroke-linecap="round"/>'
    '<circle cx="30" cy="60" r="4.2" fill="#8a5200"/>'
)

BACK = (
    '<rect x=".75" y=".75" width="58.5" height="74.5" rx="7" fill="#1d6b46" stroke="#14543a" '
    'stroke-width="1.5"/><rect x="6.500" y="6.500" width="47" height="63" rx="4" fill="none" '
    'stroke="#5fae86" stroke-width="1.5"/><g fill="none" stroke="#3f9069" stroke-width="1.6">'
    + "".join(f'<path d="M{x} {y}l7 8-7 8-7-8z"/>' for y in (14, 30, 46) for x in (16, 30, 44))
    + "</g>"
)


def _blossom(x: float, y: float, size: float, colour: str, heart: str = "#f2b632") -> str:
    petals = "".join(
        f'<circle cx="{x}" cy="{round(y - size * 0.62, 2)}" r="{round(size * 0.5, 2)}" '
        f'transform="rotate({turn} {x} {y})"/>'
        for turn in range(0, 360, 72)
    )
    return (
        f'<g fill="{colour}">{petals}</g>'
        f'<circle cx="{x}" cy="{y}" r="{round(size * 0.32, 2)}" fill="{heart}"/>'
    )


def _rays(x: float, y: float, *, n: int, near: float, far: float, paint: str) -> str:
    lines = "".join(
        f'<path d="M{x} {y - near}V{y - far}" transform="rotate({360 * turn // n} {x} {y})"/>'
        for turn in range(n)
    )
    return f"<g {paint}>{lines}</g>"


_PLUM = (
    '<path d="M12 68Q22 60 24 48Q27 36 42 30M24 50Q34 52 44 60" fill="none" stroke="#6b4226" '
    'stroke-width="3.4" stroke-linecap="round"/>'
    + _blossom(20, 38, 8, "#d23c5b")
    + _blossom(40, 36, 7, "#d23c5b")
    + _blossom(42, 57, 8.5, "#d23c5b")
    + _blossom(21, 59, 5.5, "#e2708a")
)
_ORCHID = (
    '<g fill="none" stroke="#17713f" stroke-width="3" stroke-linecap="round">'
    '<path d="M30 69Q26 50 10 42M30 69Q28 46 20 30M30 69Q33 50 50 47M30 69Q38 58 52 60"/></g>'
    '<path d="M30 69Q31 52 36 42" fill="none" stroke="#17713f" stroke-width="2"/>'
    '<g fill="#7d4cb3"><ellipse cx="36" cy="32" rx="3.6" ry="8"/>'
    '<ellipse cx="28.500" cy="38" rx="3.4" ry="7.5" transform="rotate(-62 28.500 38)"/>'
    '<ellipse cx="44" cy="38" rx="3.4" ry="7.5" transform="rotate(62 44 38)"/></g>'
    '<path d="M36 38Q30 45 36 50Q42 45 36 38Z" fill="#d9a3e6"/>'
    '<circle cx="36" cy="39" r="2.2" fill="#f2b632"/>'
)
_MUM = (
    '<path d="M30 50Q31 60 27 70" fill="none" stroke="#17713f" stroke-width="3"/>'
    '<path d="M29 62Q16 60 12 50Q25 50 29 62ZM30 60Q44 62 49 53Q37 51 30 60Z" fill="#17713f"/>'
    + "".join(
        f'<ellipse cx="30" cy="{y}" rx="2.7" ry="{ry}" fill="{fill}" '
        f'transform="rotate({round(turn * step + shift, 1)} 30 41)"/>'
        for n, step, y, ry, fill, shift in (
            (14, 360 / 14, 31, 7.5, "#e08a1e", 0),
            (10, 36, 35, 5.5, "#f2b632", 18),
        )
        for turn in range(n)
    )
    + '<circle cx="30" cy="41" r="3.4" fill="#a85a12"/>'
)
_BAMBOO = (
    '<g fill="none" stroke="#17713f" stroke-width="5">'
    '<path d="M20 69V56M20 54V42M20 40V28M36 69V58M36 56V46M36 44V36"/></g>'
    '<g fill="#2f9a5a"><path d="M21 41Q30 30 33 26Q24 27 21 41ZM20 55Q11 50 7 42Q17 43 20 55Z"/>'
    '<path d="M37 46Q46 42 53 33Q41 33 37 46ZM37 57Q46 58 54 51Q43 46 37 57Z"/>'
    '<path d="M20 29Q13 26 8 27Q13 33 20 29Z"/></g>'
)
FLOWERS = {1: _PLUM, 2: _ORCHID, 3: _MUM, 4: _BAMBOO}

_SPRING = (
    '<path d="M8 66Q30 56 52 66" fill="none" stroke="#7a4a22" stroke-width="3.4" '
    'stroke-linecap="round"/><path d="M30 61V40" stroke="#17713f" stroke-width="3"/>'
    '<path d="M30 46Q14 46 11 30Q27 30 30 46ZM30 50Q31 36 48 34Q48 49 30 50Z" fill="#2f9a5a"/>'
    '<path d="M30 46Q21 40 16 34M30 50Q38 43 44 38" stroke="#17713f" stroke-width="1.4" '
    'fill="none"/>'
)
_SUMMER = (
    _rays(
        27,
        47,
        n=12,
        near=15,
        far=20,
        paint='stroke="#e08a1e" stroke-width="3.2" stroke-linecap="round"',
    )
    + '<circle cx="27" cy="47" r="11.500" fill="#f2b632"/>'
    '<circle cx="27" cy="47" r="11.500" fill="none" stroke="#e08a1e" stroke-width="2"/>'
)
_AUTUMN = (
    '<path d="M29 70Q30 60 29 50" stroke="#7a2e12" stroke-width="2.6" fill="none"/>'
    '<path d="M29 26L33 36L38 33L37 41L49 39L45 45L50 49L39 53L40 58L29 55L18 58L19 53L8 49'
    'L13 45L9 39L21 41L20 33L25 36Z" fill="#c8421f" stroke="#c8421f" stroke-width="1.5" '
    'stroke-linejoin="round"/>'
    '<path d="M29 33V56M29 54L15 44M29 54L43 44" stroke="#f2b632" stroke-width="1.5" '
    'fill="none"/>'
)
_WINTER = (
    '<g fill="none" stroke="#2f7fc1" stroke-width="3" stroke-linecap="round">'
    + "".join(
        f'<path d="M27 47V28M27 34l-5-4M27 34l5-4M27 40l-4-3M27 40l4-3" '
        f'transform="rotate({turn} 27 47)"/>'
        for turn in range(0, 360, 60)
    )
    + "</g>"
)
SEASONS = {1: _SPRING, 2: _SUMMER, 3: _AUTUMN, 4: _WINTER}

_CAT = (
    '<path d="M12 14L22 22H38L48 14L49 42Q48 58 30 60Q12 58 11 42Z" fill="#e08a1e" '
    'stroke="#9c5a0c" stroke-width="1.8" stroke-linejoin="round"/>'
    '<path d="M15 19L20 24L15 28ZM45 19L40 24L45 28Z" fill="#f7c9b6"/>'
    '<path d="M30 23V31M25 23V28M35 23V28" stroke="#9c5a0c" stroke-width="2.2" '
    'stroke-linecap="round"/>'
    '<ellipse cx="21" cy="38" rx="4" ry="4.6" fill="#fffdf4"/>'
    '<ellipse cx="39" cy="38" rx="4" ry="4.6" fill="#fffdf4"/>'
    '<ellipse cx="21.500" cy="38" rx="2" ry="3.8" fill="#22262b"/>'
    '<ellipse cx="38.500" cy="38" rx="2" ry="3.8" fill="#22262b"/>'
    '<path d="M27 45H33L30 48.500Z" fill="#b3261e"/>'
    '<path d="M30 48V51M30 51Q26 55 23 51.500M30 51Q34 55 37 51.500" stroke="#22262b" '
    'stroke-width="1.6" fill="none" stroke-linecap="round"/>'
    '<path d="M18 47L6 45M18 50L7 53M42 47L54 45M42 50L53 53" stroke="#22262b" '
    'stroke-width="1.2" stroke-linecap="round"/>'
)
_MOUSE = (
    '<circle cx="16" cy="25" r="10" fill="#8d949c"/><circle cx="16" cy="25" r="5.500" '
    'fill="#f2b3ae"/><circle cx="44" cy="25" r="10" fill="#8d949c"/>'
    '<circle cx="44" cy="25" r="5.500" fill="#f2b3ae"/>'
    '<path d="M13 36Q16 23 30 23Q44 23 47 36Q46 52 30 61Q14 52 13 36Z" fill="#aab1b8" '
    'stroke="#6d747c" stroke-width="1.5"/>'
    '<circle cx="23" cy="38" r="3" fill="#22262b"/><circle cx="37" cy="38" r="3" '
    'fill="#22262b"/><circle cx="24" cy="37" r="1" fill="#fff"/><circle cx="38" cy="37" r="1" '
    'fill="#fff"/><ellipse cx="30" cy="55" rx="4" ry="3.2" fill="#b3261e"/>'
    '<path d="M24 51L11 48M24 54L12 57M36 51L49 48M36 54L48 57" stroke="#4b5158" '
    'stroke-width="1.2" stroke-linecap="round"/>'
)
_ROOSTER = (
    '<path d="M32 50Q22 62 9 56Q20 52 17 44Q9 46 7 38Q16 40 22 32Z" fill="#17713f"/>'
    '<path d="M20 50Q17 34 33 32L37 20H47Q49 34 46 44Q41 58 30 58Q23 57 20 50Z" '
    'fill="#c8421f"/><path d="M24 46Q30 36 39 44Q34 54 26 52Z" fill="#8f2a10"/>'
    '<circle cx="42" cy="19" r="7" fill="#e08a1e"/>'
    '<path d="M35 14Q34 7 39 10Q40 4 44 9Q49 6 48 14Z" fill="#b3261e"/>'
    '<path d="M48 17L56 20L48 23Z" fill="#f2b632"/><path d="M46 24Q50 30 45 31Q43 27 44 24Z" '
    'fill="#b3261e"/><circle cx="44" cy="17.500" r="1.6" fill="#22262b"/>'
    '<path d="M29 58V67M36 56V67M25 68H33M32 68H40" stroke="#e08a1e" stroke-width="2.4" '
    'stroke-linecap="round"/>'
)
_CATERPILLAR = (
    '<g stroke="#17713f" stroke-width="1.500">'
    '<circle cx="15" cy="60" r="6.500" fill="#6fbf4a"/><circle cx="24" cy="54" r="7" '
    'fill="#4ea83a"/><circle cx="33" cy="48" r="7.500" fill="#6fbf4a"/>'
    '<circle cx="38" cy="37" r="8" fill="#4ea83a"/><circle cx="37" cy="24" r="10" '
    'fill="#8fd35f"/></g>'
    '<path d="M33 15Q30 8 25 8M40 14Q42 8 47 8" stroke="#17713f" stroke-width="2" fill="none" '
    'stroke-linecap="round"/><circle cx="25" cy="8" r="2.2" fill="#b3261e"/>'
    '<circle cx="47" cy="8" r="2.2" fill="#b3261e"/>'
    '<circle cx="33.500" cy="23" r="2.2" fill="#22262b"/><circle cx="41" cy="23" r="2.2" '
    'fill="#22262b"/><path d="M33 28.500Q37 32 41 28.500" stroke="#22262b" stroke-width="1.5" '
    'fill="none" stroke-linecap="round"/>'
    '<path d="M13 66V69M22 61V65M31 56V60M18 66V69M27 61V65" stroke="#17713f" '
    'stroke-width="2" stroke-linecap="round"/>'
)
ANIMALS = {1: _CAT, 2: _MOUSE, 3: _ROOSTER, 4: _CATERPILLAR}
