"""Every known complaint of such programs has a test, or a heading in docs/limits.md."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
COMPLAINTS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("complaints.toml").read_text("utf-8")
)


def functions(file: str) -> set[str]:
    path = ROOT / file
    tree = ast.parse(path.read_text("utf-8")) if path.exists() else ast.Module([], [])
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def headings(name: str) -> list[str]:
    return re.findall(r"^## (.+)$", (ROOT / "docs" / name).read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("number", COMPLAINTS)
def test_a_complaint_is_answered(number: str) -> None:
    complaint = COMPLAINTS[number]
    assert complaint["what"]
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+#\d+", thread) for thread in complaint["threads"])
    assert complaint["threads"]
    assert complaint.get("tests") or complaint.get("limits")
    for test in complaint.get("tests", []):
        file, _, name = test.partition("::")
        assert name in functions(file), test
    assert complaint.get("limits", headings("limits.md")[0]) in headings("limits.md")


def test_no_complaint_of_the_list_is_left_out(shared: Path) -> None:
    text = (shared / "known_complaints.md").read_text("utf-8")
    numbers = re.findall(r"^(\d+)\. ", text, re.MULTILINE)
    assert len(numbers) > 20
    assert set(numbers) <= set(COMPLAINTS)


def test_both_languages_tell_the_same_limits() -> None:
    assert len(headings("limits.md")) == len(headings("limits.zh-CN.md")) > 10
