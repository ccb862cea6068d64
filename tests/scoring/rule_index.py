"""Which tests name which rule: the table in docs/rules.md is written from this.

Run `python -m tests.scoring.rule_index` to write the table again.
"""

import ast
import csv
import re
from functools import lru_cache
from pathlib import Path

from scoring.catalogue import items, options

CASES = Path(__file__).with_name("cases.csv")
DOCS = Path(__file__).parents[2] / "docs" / "rules.md"
_RULE_ID = re.compile(r"\b(?:CODE-\d\d|NN-\d\d[a-e]?|PT-\d\d[a-c]?|VAL-\d\d|A-\d\d)\b")
_START, _END = "<!-- table -->\n", "<!-- /table -->\n"


@lru_cache(maxsize=1)
def rule_ids_in_tests() -> dict[str, list[str]]:
    """Rule id -> the cases (by id) and the test functions (by `file::name`) that name it."""
    found: dict[str, list[str]] = {}
    with CASES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for rule_id in _RULE_ID.findall(row["rule_ids"]):
                found.setdefault(rule_id, []).append(row["id"])
    for path in sorted(CASES.parent.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                code = ast.get_source_segment(text, node) or ""
                for rule_id in dict.fromkeys(_RULE_ID.findall(code)):
                    found.setdefault(rule_id, []).append(f"{path.name}::{node.name}")
    return found


def _names() -> dict[str, str]:
    names = {item.rule_id: f"{item.name.zh} / {item.name.en}" for item in items().values()}
    for option in options().values():
        text = f"`{option.key}`"
        if option.rule_id.startswith("A-"):
            shown = names.get(option.rule_id, "")
            names[option.rule_id] = f"{shown}, {text}" if shown else text
    return names


def table() -> str:
    """The table of docs/rules.md, in markdown."""
    names, tests = _names(), rule_ids_in_tests()
    order = {rule_id: index for index, rule_id in enumerate(names)}
    ids = sorted(
        {*names, *tests} - {"0"}, key=lambda rule_id: (order.get(rule_id, 10_000), rule_id)
    )
    rows = ["| rule | what | tests |", "|---|---|---|"]
    rows += [f"| {i} | {names.get(i, '')} | {', '.join(tests.get(i, []))} |" for i in ids]
    return "\n".join(rows) + "\n"


def with_table(text: str) -> str:
    """`text` (of docs/rules.md) with the table as it should be now."""
    before, _, rest = text.partition(_START)
    _, _, after = rest.partition(_END)
    return f"{before}{_START}{table()}{_END}{after}"


if __name__ == "__main__":
    DOCS.write_text(with_table(DOCS.read_text(encoding="utf-8")), encoding="utf-8")
