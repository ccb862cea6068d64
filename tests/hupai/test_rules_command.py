"""`hupai rules`."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from hupai.commands.rules import app
from scoring import RuleSet, UserError
from scoring.table import COLUMNS

CASES = Path(__file__).parents[1] / "scoring" / "cases.csv"


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=True)
    if isinstance(result.exception, UserError):
        raise result.exception
    return result.exit_code, result.output


@pytest.mark.parametrize("arguments", [[], ["list"]])
@pytest.mark.parametrize(("language", "word"), [("zh", "默认"), ("en", "default")])
def test_list(arguments: list[str], language: str, word: str) -> None:
    status, output = run(*arguments, "--lang", language)
    assert status == 0
    assert all(name in output for name in RuleSet.names())
    assert word in output


def test_show_has_each_item_with_value_and_source() -> None:
    status, output = run("show", "nanning-points", "--lang", "zh")
    assert status == 0
    assert "points.pure = 9/6" in output
    assert "清一色：放炮为9分,自摸为6分" in output
    assert "A-16  points.menqing_on_events = none" in output
    assert "可以是：none、add" in output


def test_show_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('en = "My [table]"\nextends = "nanning-fan"\nnn.floor = 6\n', encoding="utf-8")
    status, output = run("show", str(path), "--lang", "en")
    assert status == 0
    assert "My [table] (mine)" in output
    assert "nn.floor = 6" in output


def test_check_a_table_that_agrees() -> None:
    status, output = run("check", str(CASES), "--lang", "en")
    assert status == 0
    rows = len(CASES.read_text(encoding="utf-8").splitlines()) - 1
    assert output.strip() == f"{rows} of {rows} rows agree."


def test_check_prints_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    row = "x1,PT,123m567p34s88p,[pon FFF from 2],5s,dealer=0; winner=1; discard_by=3,0,3,0,-3,win"
    path.write_text(f"{','.join(COLUMNS)}\n{row}\n", encoding="utf-8")
    status, output = run("check", str(path), "--lang", "en")
    assert status == 1
    assert "x1 PT: expected win +0 +3 +0 -3, got win +0 +2 +0 -2" in output
    assert "[pon FFF from 2] + 5s" in output
    assert "0 of 1 rows agree." in output
    status, output = run("check", str(path), "--rules", "nanning-fan", "--lang", "zh")
    assert status == 1
    assert "1 行中 0 行一致。" in output


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["show", "riichi"], "riichi"),
        (["check", "none.csv"], "none.csv"),
        (["--lang", "fr"], "fr"),
        (["check", str(CASES), "--rules", "riichi"], "nanning-points"),
    ],
)
def test_bad_input_is_one_clear_error(arguments: list[str], named: str) -> None:
    with pytest.raises(UserError, match=named):
        run(*arguments)
