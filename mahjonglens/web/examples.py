"""A hand for every printed line of every rule set, shown on the rules pages.

Each earns its line and little else; a test scores them all. Keys are the rows' refs and ids. A chi
is worth nothing, so it stands on no sheet; its example is a hand with one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring import Context, Declaration, Hand, Row, Seat, parse


@dataclass(frozen=True, slots=True)
class Example:
    """A hand, how it was won, and the options under which it earns its line."""

    hand: Hand
    context: Context
    options: Mapping[str, object] = field(default_factory=dict)


def example(rules: str, row: Row) -> Example | None:
    """The example of a line, None where a line is shown without one."""
    given = _EXAMPLES[rules].get(f"{row.ref} {row.id}")
    return None if given is None else _read(*given)


def _read(text: str, winds: str, drawn: bool, *declared: str) -> Example:
    """`winds` are the seat and the round; a name with ``=`` among `declared` is an option."""
    options = dict(name.split("=") for name in declared if "=" in name)
    context = Context(
        seat=Seat(winds[0]),
        round=Seat(winds[1]),
        self_drawn=drawn,
        declared=frozenset(Declaration(name) for name in declared if "=" not in name),
    )
    return Example(parse(text), context, options)


_Given = tuple[str, str, bool] | tuple[str, str, bool, str]

# fmt: off
_EXAMPLES: dict[str, dict[str, _Given]] = {
    "goulash": {
        "1.1 pung.minor": ("B11122 C44466 [D555] +C6", "SW", False),
        "1.2 pung.major": ("B11122 C44466 [D555] +C6", "SW", False),
        "1.3 kong.minor": ("B33555777 C44 (D5555) +B3", "SW", False),
        "1.4 kong.major": ("B5577 C222999 [D1111] +B7", "WN", False),
        "2.1 flower": ("C1113334477 [D5555] F4 +C7", "SE", False),
        "2.2 pair.dragon": ("B33777 C777 DGG [C2222] +B3", "SW", False),
        "2.3 pair.wind": ("B444 C999 D66 WWW [D333] +D6", "EE", False),
        "2.4 pair.terminal": ("B888999 D5599 [D333] +D5", "NS", False),
        "2.5 mahjong": ("B11122 C44466 [D555] +C6", "SW", False),
        "3.1 hand.pure": ("B1122233366 [B777] +B1", "EW", False),
        "3.2 hand.royal": ("WWWNN DRRR [WEEE] [DGGG] +WN", "SW", False),
        "3.3 hand.heads_tails": ("B11199 C999 D11 [C111] +B9", "SS", False),
        "3.4 hand.all_major": ("C99 WSSWWW [WNNN] [DWWW] +C9", "EE", False),
        "3.5 hand.clean": ("B4466888 [B333] [WSSS] +B6", "NN", False),
        "4.1 pungs_1_9": ("C888999 D7 (B8888) [C1111] +D7", "SW", False),
        "4.2 dragon": ("C555 D44488 DGG [WWWW] +DG", "NN", False),
        "4.3 three_dragons": ("C4 [D666] [DRRR] [DGGG] [DWWW] +C4", "NN", False),
        "4.4 three_winds": ("C4 [D666] [WEEE] [WSSS] [WWWW] +C4", "NN", False),
        "4.5 own_wind": ("B33444 C33 WEEE [D555] +B3", "EN", False),
        "4.6 round_wind": ("C111 D4446677 [WNNNN] +D7", "EN", False),
        "4.7 own_flower": ("B777 C2244777 [D333] F2 +C4", "SE", False),
        "4.8 round_flower": ("B888 C3366999 [D888] F3 +C6", "NW", False),
        "4.9 three_concealed_pungs": ("C888 D3355999 WWWW +D5", "EE", False),
        "5.1 four_concealed_pungs": ("B222555 C4 D333666 +C4", "WE", False),
        "5.2 three_exposed_kongs": ("C4 [B2222] [B5555] [D3333] [D666] +C4", "WE", False),
        "5.3 four_winds": ("C4 [WEEE] [WSSS] [WWWW] [WNNN] +C4", "SE", False),
        "6.1 three_concealed_kongs": ("C4 (B2222) (B5555) (D3333) [D666] +C4", "WE", False),
        "6.2 concealed_mahjong": ("B111888 D3344477 +D3", "ES", True),
        "6.3 four_exposed_kongs": ("C4 [B2222] [B5555] [D3333] [D6666] +C4", "WE", False),
        "6.4 bouquet": ("C4 [B222] [B555] [D333] [D666] F1234 +C4", "WE", False),
        "7.1 four_concealed_kongs": ("C4 (B2222) (B5555) (D3333) (D6666) +C4", "WE", False),
        "7.2 earth": ("B222 C4888 D333666 +C4", "SE", False, "earth"),
        "7.3 heaven": ("B222 C4888 D333666 +C4", "EE", True, "heaven"),
    },
    "taiwanese": {
        "1.1 three.simple": ("C345678 D4467888 [B123] +D8", "WS", False),
        "1.2 three.terminal": ("B999 C1233345678 [B234] +C3", "WW", False),
        "1.3 three.wind": ("B12356 D12223 [D567] [WWWW] +B7", "NE", False),
        "1.4 three.dragon": ("D78 WEE [B789] [C456] [D234] [DWWW] +D9", "WN", False),
        "1.5 four.simple": ("B12334567 WEE (C2222) [C456] +B2", "WN", False),
        "1.6 four.terminal": ("B1113789 C678 (C9999) [D678] +B3", "SN", False),
        "1.7 four.wind": ("B56 D22223455 [C234] [WWWWW] +B4", "SS", False),
        "1.8 four.dragon": ("B345 D3444789 [D123] (DWWWW) +D5", "EE", False),
        "1.9 season": ("C12233334 D34567 [B345] S1 +D8", "EN", False),
        "1.10 pair": ("B45 D122334 DGG [C234] [C789] +B6", "NW", False),
        "2.1 mahjongg": ("B456789 C345 D3467899 +D2", "WS", False),
        "2.2 no_score": ("B456789 C345 D3467899 +D2", "WS", False),
        "2.3 drawn": ("B1234567789999 [C234] +B7", "NS", True),
        "2.4 only_place": ("C456666 D2334457789 +D7", "WS", False),
        "2.5 loose": ("C4 [B2222] [B555] [C777] [D333] [D666] +C4", "SE", True, "loose_tile"),
        "2.6 no_runs": ("B666 D5558889 [B999] [WSSS] +D9", "EE", False),
        "3.1 own_wind": ("B23478 C44789 WWWW [B678] +B9", "WS", False),
        "3.2 dragon": ("B345 D3444789 [D123] (DWWWW) +D5", "EE", False),
        "3.3 one_suit_honours": ("B1123667788 [B345] [WSSS] +B1", "NE", False),
        "3.4 one_suit": ("B1112233445667999 +B8", "SE", False),
        "3.5 honours": ("WEESSS DRRGGG [WWWW] (DWWWW) +DR", "NW", False),
        "3.6 tianhu": ("B12456 C123567 D44678 +B3", "EE", True, "tianhu"),
    },
    "european": {
        "1.1 pung.simple": ("C23455578 D44 [D678] +C9", "NS", False),
        "1.2 pung.th": ("B2344789 C234 [WWWW] +B1", "EE", False),
        "1.3 kong.simple": ("B678 C345 D3477 [B5555] +D2", "SW", False),
        "1.4 kong.th": ("C33445 D55 [D123] (WSSSS) +C5", "EN", False),
        "1.5 pair.own": ("B56 C456 D234 WNN [D123] +B4", "NS", False),
        "1.5 pair.round": ("C45566 WNN [B789] [D567] +C7", "SN", False),
        "1.5 pair.dragon": ("B678 C67 DRR [B123] [B345] +C8", "SE", False),
        "2.1 out": ("C23455578 D44 [D678] +C9", "NS", False),
        "2.2 concealed": ("B122334 D4455578 +D9", "WS", False),
        "2.3 selfdrawn": ("C12377 D33334 [B123] +D2", "NW", True),
        "2.4 out_pair": ("C345 D2222348 [C789] +D8", "NS", False),
        "2.5 out_chow": ("C2334455568 [D888] +C7", "WE", False),
        "3.1 own_wind": ("C88 WEE [D123] [D345] [D567] +WE", "ES", False),
        "3.1 round_wind": ("B34 C11456789 [WNNN] +B2", "EN", False),
        "3.1 dragon": ("C77 D56677 [D234] [DRRR] +D8", "WN", False),
        "3.2 own_wind": ("B7899 [B789] [D567] (WEEEE) +B6", "EE", False),
        "3.2 round_wind": ("B7899 [B789] [D567] (WEEEE) +B6", "EE", False),
        "3.2 dragon": ("B45566 WWW [B567] (DGGGG) +B7", "SS", False),
        "4.1 fully_concealed": ("C56778889 D23499 +D9", "ES", True),
        "4.2 chow_hand": ("B789 C1234478 [D123] +C9", "NW", False),
        "4.3 pung_hand": ("C55 D11555666 [B888] +C5", "WW", False),
        "4.4 all_th": ("B11 WSS [C111] [D999] [WEEE] +WS", "WN", False),
        "4.5 suit_honours": ("C22234567 WWW [C234] +WW", "SN", False),
        "4.6 one_suit": ("B3344566688 [B123] +B2", "EE", False),
        "5.1 last_wall": ("B12 C567 D44 [B456] [C123] +B3", "SE", True, "last_wall"),
        "5.2 last_discard": ("B12 C567 D44 [B456] [C123] +B3", "SE", False, "last_discard"),
        "5.3 supplement": ("B12 D44 [B456] [C123] [C9999] +B3", "SE", True, "supplement"),
        "5.4 rob_kong": ("B12 C567 D44 [B456] [C123] +B3", "SE", False, "rob_kong"),
        "6.1 all_green": ("B2244466 [B333] (B8888) +B2", "WN", False),
        "6.2 four_kongs": ("C4 [B2222] [B5555] [D3333] [D6666] +C4", "SE", False),
        "6.3 hidden_treasure": ("B222 C4777 D333666 +C4", "SE", False),
        "6.4 three_great_scholars": ("WEEENN DRRRGG [DWWW] +DG", "WN", False),
        "6.5 big_four_winds": ("WEE DWW [WSSS] [WWWW] [WNNN] +WE", "NN", False),
        "6.6 little_four_winds": ("WEESSSWWWNN [D9999] +WE", "ES", False),
        "6.7 all_honours": ("WEEESSSNN DRRGGG +WN", "SW", False),
        "6.8 all_terminals": ("B11199 C11199 (D9999) +B9", "EE", False),
        "6.9 nine_gates": ("B1112345678999 +B5", "SE", False),
        "6.10 thirteen_orphans": ("B19 C19 D19 WESWN DRGW +DW", "SE", False),
        "6.11 heavenly": ("B12456 C123567 D44 +B3", "EE", True, "heaven"),
        "6.12 earthly": ("B12456 C123567 D44 +B3", "SE", False, "earth"),
        "d13 flower": ("B12 C567 D44 [B456] [C123] F1 +B3", "SE", False, "flowers=fourwinds"),
    },
    "singapore": {
        "1.1 chi": ("C34 B22 [B777] [D999] [WSSS] +C5", "NE", False),
        "1.2 pong.mid": ("B12334588 D33345 +B8", "NS", False),
        "1.3 kong.mid": ("C11789 D45689 (C5555) +D7", "EE", False),
        "1.4 pong.end": ("B5667788 C345 D999 +B5", "NE", False),
        "1.5 kong.end": ("C23445 D12388 [C1111] +C3", "SS", False),
        "1.6 pong.wind": ("C5556 [B123] [D678] [WNNN] +C4", "WS", False),
        "1.7 kong.wind": ("C12356 D33 [D234] [WSSSS] +C7", "WE", False),
        "1.8 pong.dragon": ("D7778 DRRR [B345] [B789] +D9", "SE", False),
        "1.9 kong.dragon": ("B5 C345 [B567] [D345] (DGGGG) +B5", "NN", False),
        "1.10 bonus": ("B11345789 C68 D234 F1 +C7", "SW", False),
        "1.11 pair": ("C55667 WNN [B789] [D567] +C4", "SN", False),
        "2.1 dragon": ("D7778 DRRR [B345] [B789] +D9", "SE", False),
        "2.2 wind_prevailing": ("B789 C33 D12 WWWW [D567] +D3", "SW", False),
        "2.2 wind_relative": ("B8 C567 [B123] [B456] (WEEEE) +B8", "EN", False),
        "2.3 animal": ("B678 C46678 D55 [B567] A2 +C5", "NN", False),
        "2.4 flower": ("B13567 C345 D99 [B678] S3 +B2", "WW", False),
        "2.5 flower_set": ("B12 C567 D44 [B456] [C123] F1234 +B3", "WE", False),
        "2.6 one_suit": ("D2333444558 [D123] +D8", "SW", False),
        "3.1 pong_pong": ("B55777 C44888 D666 +C4", "NW", False),
        "3.2 peng_hu": ("B2345678 C456 D567 +B2", "WE", False),
        "3.3 chi_mon": ("B3456778 [C234] [C234] +B7", "EN", True),
        "3.4 fa_seon": ("B12 D44 [B456] [C123] [C9999] +B3", "SE", True, "fa_seon"),
        "3.4 fa_seon_price": ("B12 D44 [B456] [C123] [C9999] +B3", "SE", True, "fa_seon"),
        "3.5 heavenly_twins": ("B3366667788999 +B9", "WE", True),
        "3.6 thirteen_wonders": ("B19 C19 D19 WESWN DRGW +DW", "SE", False),
    },
}
# fmt: on
