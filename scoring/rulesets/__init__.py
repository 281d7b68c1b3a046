"""The rule sets, one file per source document."""

from __future__ import annotations

from scoring.errors import ScoringError
from scoring.ruleset import RuleSet
from scoring.rulesets import european, goulash, singapore, taiwanese

RULESETS: dict[str, RuleSet] = {
    rules.name: rules for rules in (goulash.RULES, taiwanese.RULES, european.RULES, singapore.RULES)
}


def find(name: str) -> RuleSet:
    """The rule set of this name. Raises `ScoringError` naming those there are."""
    rules = RULESETS.get(name.strip().lower())
    if rules is None:
        raise ScoringError(f"There are no rules {name!r}; there are {', '.join(RULESETS)}")
    return rules
