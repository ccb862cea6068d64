"""Tables of scored hands: reading them, and saying what differs."""

from pathlib import Path

import pytest

from scoring import RuleSet, UserError
from scoring.table import COLUMNS, Row, check_rows, read_table

HEADER = ",".join(COLUMNS)
GOOD = "a1,PT,123m567p34s88p,[pon FFF from 2],5s,dealer=0; winner=1; discard_by=3,0,2,0,-2,win"
WRONG = "a2,PT,123m567p34s88p,[pon FFF from 2],5s,dealer=0; winner=1; self_draw,-4,12,-4,-4,win"
NO_WIN = "a3,PT,123m567p34s88p,[pon FFF from 2],6s,dealer=0; winner=1; self_draw,,,,,not_a_win"
ERROR = "a4,PT,123m567p34s8p,[pon FFF from 2],5s,dealer=0; winner=1,,,,,error:tile_count"
TWO = (
    "a5,NN,1: 123m567p34s88p | 2: 444m66p55s555p,1: [pon FFF from 3] | 2: [pon EEE from 3],5s,"
    "dealer=0; winner=1+2; discard_by=3,0,2,9,-11,win"
)
AGAIN = GOOD.replace("a1", "a6").replace("0,2,0,-2", "0,3,0,-3")


def rows_of(folder: Path, *lines: str) -> list[Row]:
    path = folder / "table.csv"
    path.write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8")
    return read_table(path)


def test_rows_that_agree(tmp_path: Path) -> None:
    rows = rows_of(tmp_path, GOOD, NO_WIN, ERROR, TWO)
    assert [checked.agrees for checked in check_rows(rows)] == [True] * 4


def test_a_row_that_differs(tmp_path: Path) -> None:
    (checked,) = check_rows(rows_of(tmp_path, WRONG))
    assert not checked.agrees
    assert checked.row.expected == "win -4 +12 -4 -4"
    assert checked.got == "win -3 +9 -3 -3"


def test_rows_that_contradict_each_other(tmp_path: Path) -> None:
    first, second = check_rows(rows_of(tmp_path, GOOD, AGAIN))
    assert (first.agrees, first.same_as) == (True, None)
    assert (second.agrees, second.same_as) == (False, "a1")


def test_other_rules_for_the_whole_table(tmp_path: Path) -> None:
    house = RuleSet.load("nanning-points").with_options([("points.plain", "3/4")])
    (checked,) = check_rows(rows_of(tmp_path, GOOD), house)
    assert checked.got == "win +0 +3 +0 -3"


def test_a_rule_file_as_system(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('extends = "nanning-points"\npoints.plain = "3/4"\n', encoding="utf-8")
    (checked,) = check_rows(rows_of(tmp_path, GOOD.replace("PT", str(file))))
    assert checked.got == "win +0 +3 +0 -3"


NOT_AGREEING = [
    # a warning that is expected but not there, payments of a win where none are expected, ...
    (GOOD.replace(",win", ",win+warning"), "win +0 +2 +0 -2"),
    (GOOD.replace(",win", ",draw"), "win +0 +2 +0 -2"),
    (GOOD.replace("0,2,0,-2,win", ",,,,error:tile_count"), "win +0 +2 +0 -2"),
    (ERROR.replace("tile_count", "five_copies"), "error:tile_count"),
    (NO_WIN.replace("not_a_win", "win"), "not_a_win"),
    (GOOD.replace("; discard_by=3", ""), "win self_draw -3 +9 -3 -3"),
    (GOOD.replace("PT", "riichi"), "error:unknown_rules"),
]


@pytest.mark.parametrize(("line", "got"), NOT_AGREEING)
def test_what_does_not_agree(tmp_path: Path, line: str, got: str) -> None:
    (checked,) = check_rows(rows_of(tmp_path, line))
    assert not checked.agrees
    assert checked.got == got


BAD_TABLES = [
    ("id,hand\n", ["lacks", "system"]),
    (f"{HEADER}\n{GOOD.replace(',win', ',won')}\n", ["line 2", "'won'"]),
    (f"{HEADER}\n{GOOD.replace('0,2,0,-2', '0,2,,')}\n", ["line 2", "seat0"]),
]


@pytest.mark.parametrize(("text", "named"), BAD_TABLES)
def test_a_bad_table_is_one_clear_error(tmp_path: Path, text: str, named: list[str]) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_table(path)
    assert caught.value.name == "bad_table"
    assert all(name in caught.value.words.en for name in named)


def test_a_table_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        read_table(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes(b"id,\xff\n")
    with pytest.raises(UserError, match="cannot be read"):
        read_table(tmp_path / "latin.csv")
