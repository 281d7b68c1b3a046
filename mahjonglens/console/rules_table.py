"""A rule set, printed to hold beside its paper, and the questions its paper leaves open."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Group as Lines
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scoring.numbers import plain
from scoring.options import Option, show
from scoring.ruleset import EventRow, Row, RuleSet


def overview(rule_sets: Iterable[RuleSet]) -> RenderableType:
    """The rule sets there are, one a row."""
    table = _table("name", "rules", "lines", "source")
    for rules in rule_sets:
        table.add_row(rules.name, rules.title, str(len(rules.rows)), rules.source)
    return table


def rules_table(rules: RuleSet) -> RenderableType:
    """Every line in the source's order with its printed name and worth."""
    both = any(row.worth.concealed is not None for row in rules.rows)
    worth = "exposed / concealed" if both else "worth"
    table = _table("ref", "printed name", worth, "", "line")
    table.columns[2].justify = "right"
    for row in rules.rows:
        table.add_row(row.ref, row.name, str(row.worth), row.worth.unit.value, row.id)
    parts: list[RenderableType] = [_heading(rules), table]
    if rules.events:
        events = _table("ref", "paid at once", "amount", "line")
        for event in rules.events:
            events.add_row(event.ref, event.name, event.amount, event.id)
        parts.append(events)
    return Lines(*parts)


def options_list(rules: RuleSet) -> RenderableType:
    """Each open question: its answers, the default, and what speaks for it."""
    parts: list[RenderableType] = [_heading(rules)]
    for option in rules.options:
        parts.append(Text.assemble((f"{option.ref}  ", "dim"), (option.id, "bold")))
        parts.append(Padding(Text(option.question), (0, 0, 0, 5)))
        answers = Table.grid(padding=(0, 2))
        for choice in option.choices:
            chosen = choice.value == option.default and type(choice.value) is type(option.default)
            answers.add_row(
                Text(f"{option.id}={show(choice.value)}"),
                Text(choice.reading),
                Text("default" if chosen else "", style="green"),
            )
        parts.append(Padding(answers, (0, 0, 0, 7)))
        parts.append(Padding(Text(option.evidence, style="italic"), (0, 0, 1, 5)))
    return Lines(*parts)


def rules_document(rules: RuleSet) -> dict[str, object]:
    """All of it for machines."""
    return {
        "name": rules.name,
        "title": rules.title,
        "source": rules.source,
        "unit": rules.unit,
        "rows": [_row_document(row) for row in rules.rows],
        "events": [_event_document(event) for event in rules.events],
        "options": [_option_document(option) for option in rules.options],
    }


def _heading(rules: RuleSet) -> RenderableType:
    return Padding(
        Text.assemble((rules.title, "bold"), f"   source: {rules.source}, unit: {rules.unit}"),
        (0, 0, 1, 0),
    )


def _table(*names: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        table.add_column(name, overflow="fold")
    return table


def _row_document(row: Row) -> dict[str, object]:
    concealed = row.worth.concealed
    return {
        "ref": row.ref,
        "line": row.id,
        "name": row.name,
        "unit": row.worth.unit.value,
        "worth": str(row.worth),
        "exposed": plain(row.worth.exposed),
        "concealed": None if concealed is None else plain(concealed),
        "winner_only": row.winner,
        "absorbs": list(row.absorbs),
    }


def _event_document(event: EventRow) -> dict[str, object]:
    return {"ref": event.ref, "line": event.id, "name": event.name, "amount": event.amount}


def _option_document(option: Option) -> dict[str, object]:
    return {
        "ref": option.ref,
        "option": option.id,
        "question": option.question,
        "default": option.default,
        "choices": [{"value": c.value, "reading": c.reading} for c in option.choices],
        "evidence": option.evidence,
    }
