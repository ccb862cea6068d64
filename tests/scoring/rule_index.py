"""Which tests name which rule: the tables in docs/rules.md and its Chinese twin.

Run `python -m tests.scoring.rule_index` to write the tables again.
"""

import ast
import csv
import re
from functools import lru_cache
from pathlib import Path

from scoring.catalogue import items, options
from scoring.words import Words

CASES = Path(__file__).with_name("cases.csv")
FOLDER = Path(__file__).parents[2] / "docs"
DOCS = {"en": FOLDER / "rules.md", "zh": FOLDER / "rules.zh-CN.md"}
"""The documents by their language."""
_HEADS = Words("| 规则 | 内容 | 检验 |", "| rule | what | tests |")
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


def _names(language: str) -> dict[str, str]:
    """Rule id -> its name; assumptions without one have the names of their keys."""
    named = {item.rule_id: item.name.in_language(language) for item in items().values()}
    parts = {rule_id: [name] for rule_id, name in named.items()}
    for option in options().values():
        if option.rule_id.startswith("A-"):
            name = "" if option.rule_id in named else f"{option.name.in_language(language)} "
            parts.setdefault(option.rule_id, []).append(f"{name}`{option.key}`")
    between = "；" if language == "zh" else "; "
    return {rule_id: between.join(texts) for rule_id, texts in parts.items()}


def table(language: str) -> str:
    """The table of the document in `language`, in markdown."""
    names, tests = _names(language), rule_ids_in_tests()
    order = {rule_id: index for index, rule_id in enumerate(names)}
    ids = sorted(
        {*names, *tests} - {"0"}, key=lambda rule_id: (order.get(rule_id, 10_000), rule_id)
    )
    rows = [_HEADS.in_language(language), "|---|---|---|"]
    rows += [f"| {i} | {names.get(i, '')} | {', '.join(tests.get(i, []))} |" for i in ids]
    return "\n".join(rows) + "\n"


def with_table(text: str, language: str) -> str:
    """`text` (of a document) with the table as it should be now."""
    before, _, rest = text.partition(_START)
    _, _, after = rest.partition(_END)
    return f"{before}{_START}{table(language)}{_END}{after}"


if __name__ == "__main__":
    for language, path in DOCS.items():
        path.write_text(with_table(path.read_text("utf-8"), language), "utf-8")
