"""Records of the machine contract: one JSON value in, one document out.

A record is a hand, a settlement, an event or a deal, in the format of the worked cases. Whatever is
wrong with it is a `ScoringError` with one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring import instant, settle
from scoring.checks import refuse
from scoring.documents import Document, document_of, payments_of
from scoring.errors import ContradictoryContext, ScoringError, brief
from scoring.fields import Fields, event_of, fields_of
from scoring.hand import Hand, Problem
from scoring.ruleset import RuleSet, ScoreSheet
from scoring.rulesets import find
from scoring.scorer import score
from scoring.settle import Table
from scoring.tiles import Tile
from scoring.win import SEATS, Context, Seat


def score_record(record: object, rules: str | RuleSet) -> Document:
    """The contract document of one record. Raises `ScoringError`; never anything else."""
    table = find(rules) if isinstance(rules, str) else rules
    fields = fields_of(record, "The record")
    kind = fields.text("kind", "deal" if "hands" in fields.raw else "hand")
    answer = _KINDS.get(kind)
    if answer is None:
        raise ScoringError(f"A record's kind is hand, settlement, event or deal, not {brief(kind)}")
    name = fields.raw.get("id")
    if name is not None and not isinstance(name, str | int):
        raise ScoringError(f"The record: id should be a text or a whole number, not {brief(name)}")
    document: Document = {"id": name}
    document.update(answer(fields, table))
    return document


def to_winner(sheet: ScoreSheet, *, east: Seat = Seat.EAST, fields: Fields | None = None) -> Table:
    """The table that a winner's sheet alone lets us settle: the losers count as nothing."""
    scores = dict.fromkeys(SEATS, 0)
    scores[sheet.context.seat] = sheet.total or 0
    return _table(scores, sheet, east, fields)


def _hand(fields: Fields, rules: RuleSet) -> Document:
    options = fields.mapping("options")
    hand = fields.hand()
    context = fields.context(hand, rules.shape)
    if fields.context_fields().flag("dead"):
        return _dead(context, rules)
    sheet = score(hand, context, rules, options)
    document = document_of(sheet)
    if not sheet.context.is_winner:
        return document
    document["winner"] = str(sheet.context.seat)
    if sheet.moon_game:
        return {**document, **_moon(sheet, fields)}
    table = to_winner(sheet, east=fields.seat("east", Seat.EAST), fields=fields)
    settlement = rules.pay(table, sheet.options)
    document.update(payments_of(settlement))
    received: dict[str, int] = {}
    for payment in settlement.payments:
        if payment.receiver is sheet.context.seat:
            payer = str(payment.payer)
            received[payer] = received.get(payer, 0) + payment.amount
    document["payments_to_winner"] = received
    document["winner_receives"] = sum(received.values())
    return document


def _dead(context: Context, rules: RuleSet) -> Document:
    """A rack that the table has declared dead counts as nothing."""
    if not rules.dead_hands:
        raise ScoringError(f"{rules.title} has no rule for a dead hand")
    if context.is_winner:
        raise ContradictoryContext(f"{context.seat} has a dead hand and cannot win")
    nothing: Document = {"base_lines": [], "base_total": 0, "double_lines": [], "doubles": 0}
    return {"dead": True, **nothing, "paper_total": 0, "total": 0}


def _moon(sheet: ScoreSheet, fields: Fields) -> Document:
    """The pot is the table's affair unless the record names it and the option asks for it."""
    if sheet.options["moon"] != "pot":
        return {"payments": [], "net": {str(seat): 0 for seat in SEATS}, "takes_pot": True}
    pot = fields.context_fields().count("pot", None)
    if pot is None:
        pot = fields.count("pot", None)
    if pot is None:
        raise ScoringError("Option moon=pot needs the pot's amount in context.pot")
    nobody = {str(seat): 0 for seat in SEATS}  # the pot is no player's
    return {"payments": [], "net": nobody, "takes_pot": True, "pot": pot, "total": pot}


def _settlement(fields: Fields, rules: RuleSet) -> Document:
    given = fields.nested("input") if "input" in fields.raw else fields
    options = rules.resolve(fields.mapping("options"))
    scores = given.scores()
    winner = given.seat_or_none("winner")
    drawn = any(given.flag(name) for name in ("self_drawn", "chi_mon", "fa_seon", "dealer_price"))
    table = Table(
        scores=scores,
        winner=winner,
        east=fields.seat("east", given.seat("east", Seat.EAST)),
        dead=given.seats("dead"),
        dealer_price=drawn and rules.has_dealer_price,
        discarder=given.seat_or_none("discarder"),
        three_exposed=given.flag("three_exposed"),
    )
    return _settled(table, rules, options)


def _settled(table: Table, rules: RuleSet, options: Mapping[str, Any]) -> Document:
    if table.dead and not rules.dead_hands:
        raise ScoringError(f"{rules.title} has no rule for a dead hand")
    document = payments_of(rules.pay(table, options))
    document["winner"] = None if table.winner is None else str(table.winner)
    if rules.dead_hands:
        document["dead"] = [str(seat) for seat in SEATS if seat in table.dead]
        document["next_east"] = str(settle.next_east(table))
        document["east_retains"] = settle.next_east(table) is table.east
    return document


def _event(fields: Fields, rules: RuleSet) -> Document:
    event = event_of(fields)
    options = rules.resolve(fields.mapping("options"))
    return payments_of(instant.pay(event, rules, options))


def _deal(fields: Fields, rules: RuleSet) -> Document:
    options = fields.mapping("options")
    rules.resolve(options)
    winner = fields.seat_or_none("winner")
    east = fields.seat("east", Seat.EAST)
    racks = dict(fields.racks())
    missing = [str(seat) for seat in SEATS if seat not in racks]
    if missing:
        raise ScoringError(f"A deal has four hands; {', '.join(missing)} is missing")
    if winner is None:
        winner = _winner_among(racks)
    dead = set(fields.seats("dead"))
    sheets: dict[Seat, ScoreSheet] = {}
    documents: Document = {}
    hands = {
        seat: (rack.hand(), rack.context(rack.hand(), rules.shape, seat=seat, won=seat is winner))
        for seat, rack in racks.items()
    }
    errors: list[ScoringError] = []
    for seat in SEATS:
        hand, context = hands[seat]
        named_dead = seat in dead or racks[seat].context_fields().flag("dead")
        if named_dead or (rules.dead_hands and _wrong_count(hand, context, rules)):
            dead.add(seat)
            documents[str(seat)] = _dead(context, rules)
            continue
        try:
            sheets[seat] = score(hand, context, rules, options)
        except ScoringError as error:
            named = type(error)(f"{seat}: {error}")
            named.problems = error.problems
            errors.append(named)
        else:
            documents[str(seat)] = document_of(sheets[seat])
    _refuse_deal(errors, tuple(hand for hand, _ in hands.values()))
    return {
        **_deal_result(fields, rules, winner, east, frozenset(dead), sheets),
        "hands": documents,
    }


def _winner_among(racks: Mapping[Seat, Fields]) -> Seat | None:
    """Whose context says that he won; where none speaks of it, who names a winning tile."""
    said = {s: rack.context_fields().flag_or_none("is_winner") for s, rack in racks.items()}
    winners = [seat for seat in racks if said[seat]]
    if not winners:
        silent = (seat for seat in racks if said[seat] is None)
        winners = [seat for seat in silent if racks[seat].hand().winning is not None]
    if len(winners) > 1:
        raise ContradictoryContext(f"Several hands won: {', '.join(map(str, winners))}")
    return winners[0] if winners else None


def _deal_result(
    fields: Fields,
    rules: RuleSet,
    winner: Seat | None,
    east: Seat,
    dead: frozenset[Seat],
    sheets: Mapping[Seat, ScoreSheet],
) -> Document:
    scores = {seat: (sheets[seat].total or 0) if seat in sheets else 0 for seat in SEATS}
    document: Document = {"scores": {str(seat): scores[seat] for seat in SEATS}}
    options = rules.resolve(fields.mapping("options"))
    won = None if winner is None else sheets.get(winner)
    document["moon_game"] = won is not None and won.moon_game
    if won is not None and won.moon_game:
        document["scores"][str(winner)] = None
        return {**document, **_moon(won, fields), "winner": str(winner)}
    if won is None:
        table = Table(scores, winner, east, dead)
    else:
        table = _table(scores, won, east, fields, dead)
    return {**document, **_settled(table, rules, options)}


def _table(
    scores: Mapping[Seat, int],
    won: ScoreSheet,
    east: Seat,
    fields: Fields | None,
    dead: frozenset[Seat] = frozenset(),
) -> Table:
    context = won.context
    open_sets = sum(not meld.concealed for meld in won.hand.melds)
    discarder = fishing = None
    if fields is not None:
        own = fields.context_fields()
        discarder = fields.seat_or_none("discarder") or own.seat_or_none("discarder")
        fishing = own.flag("no_choice") or fields.flag("no_choice")
    if discarder is not None and context.self_drawn:
        raise ContradictoryContext(f"{discarder} discarded the winning tile, yet it was self-drawn")
    return Table(
        scores=scores,
        winner=context.seat,
        east=east,
        dead=dead,
        dealer_price=won.dealer_price,
        discarder=discarder,
        three_exposed=open_sets >= 3 and not context.self_drawn and not fishing,
    )


def _wrong_count(hand: Hand, context: Context, rules: RuleSet) -> bool:
    """A loser's rack whose only fault is its number of tiles is dead."""
    if context.is_winner:
        return False
    return {problem.what for problem in rules.problems(hand, context)} == {"tile_count"}


def _refuse_deal(errors: list[ScoringError], hands: tuple[Hand, ...]) -> None:
    """Raise one error for all that is wrong in four hands, which share one set of tiles."""
    of_hands = tuple(problem for error in errors for problem in error.problems)
    told = {tile for problem in of_hands if problem.what == "copies" for tile in problem.tiles}
    shared = tuple(p for p in _shared_problems(hands) if told.isdisjoint(p.tiles))
    if not errors:
        refuse(shared)
        return
    texts = (*map(str, errors), *map(str, shared))
    error = type(errors[0])("; ".join(texts))
    error.problems = (*of_hands, *shared)
    raise error


def _shared_problems(hands: tuple[Hand, ...]) -> tuple[Problem, ...]:
    every: list[Tile] = [tile for hand in hands for tile in hand.tiles]
    whole = Hand(
        tuple(t for t in every if not t.is_bonus), (), tuple(t for t in every if t.is_bonus)
    )
    return whole.problems()


_KINDS = {"hand": _hand, "settlement": _settlement, "event": _event, "deal": _deal}
