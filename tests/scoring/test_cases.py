"""Whole hands with known payments: the project's own table, and the one the rules came with."""

import re
from pathlib import Path

import pytest

from scoring import Circumstances, Hand, score
from scoring.catalogue import items, options, value_text
from scoring.ruleset import RuleSet
from scoring.table import Row, check_rows, read_table
from tests.scoring.rule_index import CASES, DOCS, rule_ids_in_tests, with_table

SHARED = Path(__file__).parents[2].parent / "shared" / "rules"
OWN_ROWS = read_table(CASES)


@pytest.mark.parametrize("row", OWN_ROWS, ids=lambda row: row.id)
def test_own_case(row: Row) -> None:
    (checked,) = check_rows([row])
    assert checked.agrees, f"{row.text}: expected {row.expected}, got {checked.got}"


def test_cases_of_the_rule_text() -> None:
    """Every row but one that contradicts an earlier row (the same hand with another outcome)."""
    table = SHARED / "cases.csv"
    if not table.exists():
        pytest.skip(f"the table of the rule text is not here: {table.name}")
    checked = list(check_rows(read_table(table)))
    differing = [row for row in checked if not row.agrees]
    assert [row.row.id for row in differing if row.same_as is None] == []
    assert len(differing) <= 1
    assert len(checked) == 120


@pytest.mark.parametrize("rule_id", items())
def test_every_rule_is_named_in_a_test(rule_id: str) -> None:
    assert rule_ids_in_tests().get(rule_id), f"{rule_id} is in no test"


def test_every_ambiguity_of_the_catalogue_is_named_in_a_test() -> None:
    catalogue = SHARED / "catalogue.md"
    if not catalogue.exists():
        pytest.skip(f"the catalogue is not here: {catalogue.name}")
    ids = set(re.findall(r"\*\*((?:A|VAL)-\d+)\*\*", catalogue.read_text(encoding="utf-8")))
    assert len(ids) > 40
    assert sorted(ids - set(rule_ids_in_tests())) == []


def test_every_choice_of_every_option_is_in_a_case() -> None:
    used = {
        part.strip().removeprefix("option:")
        for row in OWN_ROWS
        for part in row.circumstances.split(";")
        if part.strip().startswith("option:")
    }
    choices = {
        f"{option.key}={value_text(choice)}"
        for option in options().values()
        for choice in (*option.choices, *option.examples)
        if option.key != "system" and choice != "unset"
    }
    assert sorted(choices - used) == []


@pytest.mark.parametrize("name", RuleSet.names())
def test_every_rule_set_scores_the_example(name: str) -> None:
    hand = Hand.parse("222p777s333m88m99s + 8m")
    result = score(hand, Circumstances(self_draw=True), RuleSet.load(name))
    expected = {
        "nanning-points": (30, -10, -10, -10),
        "nanning-fan": (30, -10, -10, -10),
        "guangxi-codes": (3, -1, -1, -1),
    }
    assert result.payments == expected[name]


@pytest.mark.parametrize("language", DOCS)
def test_the_table_in_the_documentation_is_up_to_date(language: str) -> None:
    """Else: python -m tests.scoring.rule_index."""
    text = DOCS[language].read_text(encoding="utf-8")
    assert with_table(text, language) == text
    assert "| PT-10a | " in text
