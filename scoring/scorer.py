"""Score a hand: lay it out every way, place the winning tile everywhere, keep the best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring import arrange, traits
from scoring.checks import refuse
from scoring.conditions import Because
from scoring.errors import NotAWin
from scoring.hand import Hand, Kind, Meld, Problem, meld
from scoring.numbers import Number
from scoring.options import Value, as_int, as_number
from scoring.ruleset import Line, Row, RuleSet, ScoreSheet, Unit, Worth
from scoring.tiles import Suit, Tile
from scoring.totals import Tally
from scoring.win import Context, Declaration, Rack, Win

UNDECLARED_KONG = "undeclared_kong"  # the option by which four alike in a losing hand are a kong


@dataclass(slots=True)
class _Candidate:
    """One arrangement with what it earns."""

    win: Win
    earned: list[tuple[Row, Because, Number]]
    points: Number
    doubles: int
    special: Row | None  # the limit or Moon Game row it earns
    tally: Tally

    @property
    def rank(self) -> tuple[bool, int, int, int, Number]:
        return (
            self.special is not None,
            self.tally.total,
            self.tally.paper,
            self.doubles,
            self.points,
        )


def score(
    hand: Hand,
    context: Context,
    rules: RuleSet,
    options: Mapping[str, object] | None = None,
) -> ScoreSheet:
    """The score sheet of the best arrangement.

    Raises `ImpossibleHand` or `ContradictoryContext` with all problems at once, `NotAWin` for a
    winner whose tiles are no complete hand, `ScoringError` for unknown options.
    """
    chosen = rules.resolve(options)
    refuse(_problems(hand, context, rules))
    if rules.same_as and context.declared:
        same = frozenset(rules.same_as.get(each, each) for each in context.declared)
        context = replace(context, declared=same)
    rack = Rack(hand, context, chosen, chows=rules.shape.chows)
    best: _Candidate | None = None
    best_rank: tuple[bool, int, int, int, Number] | None = None
    for win in _wins(rack, rules):
        candidate = _evaluate(win, rules)
        rank = candidate.rank
        if best_rank is None or rank > best_rank:
            best, best_rank = candidate, rank
    if best is None:
        raise NotAWin(_no_win(hand, rules))
    return _sheet(best, rules)


def _problems(hand: Hand, context: Context, rules: RuleSet) -> tuple[Problem, ...]:
    """What is impossible; beside contradictions also that possible tiles are no win."""
    found = rules.problems(hand, context)
    if not found or not context.is_winner or any(each.what != "context" for each in found):
        return found
    if any(_wins(Rack(hand, context, rules.defaults, chows=rules.shape.chows), rules)):
        return found
    return (*found, Problem("not_a_win", hand.tiles, _no_win(hand, rules)))


def _wins(rack: Rack, rules: RuleSet) -> Iterator[Win]:
    """Every arrangement of the rack with every place the winning tile could have."""
    hand, context = rack.hand, rack.context
    shared = context.traits
    if hand.bonus:
        shared |= _bonus_traits(hand.bonus)
    if not context.is_winner:
        kong = rack.options.get(UNDECLARED_KONG) == "kong"
        laid, rest = arrange.loose_layout(hand.counts, kong=kong, chows=rules.shape.chows)
        loose = shared
        for tile in rest:
            loose |= traits.of_tile(tile)
        yield _win(rack, hand.melds + laid, rest, None, loose)
        return
    for layout in arrange.layouts(hand.counts, chows=rules.shape.chows):
        for placed, melds in _placements(layout, hand.winning, drawn=context.self_drawn):
            yield _win(rack, hand.melds + melds, (), placed, shared)
    if rules.specials:
        yield from _special_wins(rack, rules, shared)


def _special_wins(rack: Rack, rules: RuleSet, shared: int) -> Iterator[Win]:
    hand = rack.hand
    if "seven_pairs" in rules.specials and arrange.is_seven_pairs(hand):
        pairs = tuple(meld(Kind.PAIR, tile) for tile in hand.concealed[::2])
        yield _win(rack, pairs, (), None, shared | traits.SEVEN_PAIRS)
    if "thirteen_orphans" in rules.specials and arrange.is_thirteen_orphans(hand):
        for tile in set(hand.concealed):
            shared |= traits.of_tile(tile)
        yield Win(rack, (), hand.concealed, None, shared | traits.ORPHANS)


def _placements(
    layout: tuple[Meld, ...], tile: Tile | None, *, drawn: bool
) -> Iterator[tuple[Meld | None, tuple[Meld, ...]]]:
    """Each meld the winning tile could have completed; a discard leaves that meld exposed."""
    if tile is None:
        yield None, layout
        return
    before: Meld | None = None
    for place, each in enumerate(layout):
        if tile in each.tiles and each is not before:  # equal melds are one object, side by side
            before = each
            if drawn:
                yield each, layout
            else:
                done = meld(each.kind, each.tile, False, True)
                yield done, (*layout[:place], done, *layout[place + 1 :])


def _win(
    rack: Rack, melds: tuple[Meld, ...], rest: tuple[Tile, ...], placed: Meld | None, bits: int
) -> Win:
    for each in melds:
        bits |= each.traits
    if placed is not None:
        bits |= traits.PLACED
    return Win(rack, melds, rest, placed, bits)


@lru_cache(maxsize=4096)
def _bonus_traits(bonus: tuple[Tile, ...]) -> int:
    bits = 0
    for tile in bonus:
        bits |= traits.BONUS | (traits.ANIMAL if tile.suit is Suit.ANIMAL else 0)
    return bits


def _evaluate(win: Win, rules: RuleSet) -> _Candidate:
    earned: list[tuple[Row, Because, Number]] = []
    absorbed: tuple[str, ...] = ()
    special: Row | None = None
    options = win.rack.options
    points: Number = 0
    doubles = 0
    for row in rules.rows_for(win.traits):
        entries = row.condition.earned(win)
        if not entries:
            continue
        worth = row.worth
        unit = worth.unit
        amount = as_number(options[row.amount_option]) if row.amount_option else worth.exposed
        if unit is Unit.POINTS:
            for because in entries:
                if worth.concealed is not None:
                    amount = _amount(worth, because)
                points += amount
                earned.append((row, because, amount))
        else:
            doubles += int(amount) * len(entries)  # 0 for rows that pay in something else
            earned += [(row, because, amount) for because in entries]
            if special is None and (unit is Unit.LIMIT or unit is Unit.MOON):
                special = row
        if row.absorbs:
            absorbed += row.absorbs
    if special is not None:
        kept = (special, *(row for row, _, _ in earned if row.worth.unit is Unit.PRICE))
        earned = [entry for entry in earned if any(entry[0] is row for row in kept)]
        return _Candidate(win, earned, 0, 0, special, _special_tally(special, options))
    if absorbed:
        earned = [entry for entry in earned if entry[0].id not in absorbed]
        points, doubles = _sums(earned)
    if rules.no_doubles_if is not None and _void(win, rules):
        earned = [entry for entry in earned if entry[0].worth.unit is not Unit.DOUBLES]
        points, doubles = _sums(earned)
    tally = rules.total(points, doubles, win.context.is_winner, options)
    return _Candidate(win, earned, points, doubles, None, tally)


def _sums(earned: list[tuple[Row, Because, Number]]) -> tuple[Number, int]:
    points: Number = 0
    doubles = 0
    for row, _, amount in earned:
        if row.worth.unit is Unit.POINTS:
            points += amount
        elif row.worth.unit is Unit.DOUBLES:
            doubles += int(amount)
    return points, doubles


def _amount(worth: Worth, because: Because) -> Number:
    first = because[0]
    concealed = worth.concealed
    if concealed is None or isinstance(first, Tile) or not first.concealed:
        return worth.exposed
    return concealed


def _void(win: Win, rules: RuleSet) -> bool:
    rule = rules.no_doubles_if
    return rule is not None and rule.possible(win.traits) and bool(rule.earned(win))


def _special_tally(row: Row, options: Mapping[str, Value]) -> Tally:
    if row.worth.unit is Unit.MOON:
        return Tally(0, 0, 0, False, (f"{row.name}: Moon Game, the winner takes the whole pot",))
    limit = as_int(options["limit"])
    return Tally(limit, limit, limit, False, (f"{row.name}: the limit, {limit:,}",))


def _sheet(best: _Candidate, rules: RuleSet) -> ScoreSheet:
    win, special = best.win, best.special
    lines = []
    priced = False
    for row, because, amount in best.earned:
        unit = row.worth.unit
        if amount or unit is not Unit.POINTS:
            lines.append(Line(row, _line_id(row, because, rules), amount, because))
            priced = priced or unit is Unit.PRICE
    rack = win.rack
    return ScoreSheet(
        rules=rules,
        hand=rack.hand,
        context=rack.context,
        options=rack.options,
        arrangement=win.melds,
        rest=win.rest,
        lines=tuple(lines),
        points=best.points,
        doubles=best.doubles,
        tally=best.tally,
        limit_hand=special.id if special and special.worth.unit is Unit.LIMIT else None,
        moon_game=special is not None and special.worth.unit is Unit.MOON,
        dealer_price=priced,
        notes=_notes(rack, rules),
    )


def _line_id(row: Row, because: Because, rules: RuleSet) -> str:
    if row.worth.concealed is None:
        return row.id
    first = because[0]
    return f"{row.id}.{rules.marks[isinstance(first, Meld) and first.concealed]}"


def _notes(rack: Rack, rules: RuleSet) -> tuple[str, ...]:
    if not rack.hand.bonus and rack.hand.winning is not None:
        return ()
    notes = []
    idle = [tile for tile in rack.hand.bonus if rules.idle(tile, rack.options)]
    if idle:
        notes.append(f"{' '.join(map(str, idle))}: these rules do not score such tiles")
    dealt = {Declaration.HEAVEN, Declaration.TIANHU} & rack.context.declared
    if rack.context.is_winner and rack.hand.winning is None and not dealt:
        notes.append("The winning tile is not named: no line about it is scored")
    return tuple(notes)


def _no_win(hand: Hand, rules: RuleSet) -> str:
    sets = f"{['no', 'one', 'two', 'three', 'four', 'five'][rules.shape.sets]} sets and a pair"
    if not rules.shape.chows:
        sets = sets.replace("sets", "pungs or kongs")
    return f"No complete hand: {hand} cannot be laid out as {sets}"
