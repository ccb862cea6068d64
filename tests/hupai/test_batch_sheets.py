"""`hands.csv` and TOML files beside the photos: what they say, and what is wrong in them."""

import csv
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hupai.batch.photos import Batch, Photo, find
from hupai.batch.said import Said, merged
from hupai.batch.template import write_template
from scoring.words import UserError

GENERAL = Said(circumstances="dealer=2; self_draw")


def folder(tmp_path: Path, files: dict[str, str | bytes]) -> Path:
    """A folder with these files and three photos (which nobody opens here)."""
    for name in ("1.jpg", "2.jpg", "东/3.jpg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"\xff\xd8\xff")
    for name, content in files.items():
        data = content.encode("utf-8") if isinstance(content, str) else content
        (tmp_path / name).write_bytes(data)
    return tmp_path


def found(tmp_path: Path, files: dict[str, str | bytes]) -> tuple[Batch, dict[str, Photo]]:
    root = folder(tmp_path, files)
    batch = find([str(root)], GENERAL)
    return batch, {photo.name.removeprefix(f"{root}/"): photo for photo in batch.photos}


FULL = "photo,hand,winning_tile,winner,dealer,self_draw,from,circumstances,rules,set,drop,add\n"
SAID = {
    "nothing": ("photo\n1.jpg\n", GENERAL),
    "all": (
        FULL + "1.jpg,11p,8m,1,3,,2,last_tile,nanning-fan,3=5p 4=E,7 8,2s\n",
        Said(
            "last_tile; winner=1; dealer=3; discard_by=2",
            *("nanning-fan", "11p", "8m", ("3=5p", "4=E"), ("7", "8"), ("2s",)),
        ),
    ),
    "the manner replaces the manner": ("photo,from\n1.jpg,0\n", Said("dealer=2; discard_by=0")),
    "Chinese headings": ("照片,胡家,自摸\n1.jpg,3,是\n", Said("dealer=2; winner=3; self_draw")),
    "tabs": ("photo\twinner\n1.jpg\t3\n", Said("dealer=2; self_draw; winner=3")),
    "semicolons": ("photo;winner\n1.jpg;3\n", Said("dealer=2; self_draw; winner=3")),
    "backslashes": ("photo,winner\n.\\1.jpg,3\n", Said("dealer=2; self_draw; winner=3")),
    "empty lines": ("photo,winner\n\n,\n1.jpg,3\n", Said("dealer=2; self_draw; winner=3")),
    "short rows": ("photo,winner,dealer\n1.jpg,3\n", Said("dealer=2; self_draw; winner=3")),
}


@pytest.mark.parametrize(("sheet", "said"), SAID.values(), ids=SAID)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_what_a_sheet_says(tmp_path: Path, sheet: str, said: Said, encoding: str) -> None:
    batch, photos = found(tmp_path, {"hands.csv": sheet.encode(encoding)})
    assert photos["1.jpg"].said == said
    assert photos["1.jpg"].error is None
    assert photos["2.jpg"].said == GENERAL
    assert batch.notices == []


def test_a_sheet_speaks_for_the_folders_below_it(tmp_path: Path) -> None:
    _, photos = found(tmp_path, {"hands.csv": "photo,winner\n东/3.jpg,1\n"})
    assert photos["东/3.jpg"].said.circumstances == "dealer=2; self_draw; winner=1"


@pytest.mark.parametrize("name", ["1.toml", "1.jpg.toml"])
def test_what_a_note_says(tmp_path: Path, name: str) -> None:
    note = 'winner = 1\nfrom = 3\nset = ["3=5p", "4=E"]\ndrop = 7\nhand = "11p"\n'
    _, photos = found(tmp_path, {name: note})
    said = Said("dealer=2; winner=1; discard_by=3", hand="11p", renamed=("3=5p", "4=E"))
    assert photos["1.jpg"].said == Said(**{**said.to_json(), "dropped": ("7",)})


WRONG = {
    "unknown tile": ("hands.csv", "photo,hand\n1.jpg,345q\n", "'q'"),
    "seat": ("hands.csv", "photo,winner\n1.jpg,7\n", "'7'"),
    "yes or no": ("hands.csv", "photo,self_draw\n1.jpg,maybe\n", "'maybe'"),
    "number": ("hands.csv", "photo,drop\n1.jpg,last\n", "'last'"),
    "correction": ("hands.csv", "photo,set\n1.jpg,3-5p\n", "'3-5p'"),
    "rules": ("hands.csv", "photo,rules\n1.jpg,hongkong\n", "'hongkong'"),
    "rule file": ("hands.csv", "photo,rules\n1.jpg,ours.toml\n", "ours.toml"),
    "circumstances": ("hands.csv", "photo,circumstances\n1.jpg,moon\n", "'moon'"),
    "twice": ("hands.csv", "photo,winner\n1.jpg,1\n1.jpg,2\n", "Line 2"),
    "no photo column": ("hands.csv", "name,winner\n1.jpg,1\n", "'photo'"),
    "empty sheet": ("hands.csv", "", "'photo'"),
    "no text": ("hands.csv", b"\0\xff\xfe\0", "is not text"),
    "column twice": ("hands.csv", "photo,winner,winner\n1.jpg,1,2\n", "'winner'"),
    "no TOML": ("1.toml", "winner is me", "TOML"),
    "TOML key": ("1.toml", "winer = 1", "'winner'"),
    "TOML value": ("1.toml", 'winner = "me"', "'me'"),
}


@pytest.mark.parametrize(("name", "content", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_entry_is_a_row_with_the_reason(
    tmp_path: Path, name: str, content: str | bytes, words: str
) -> None:
    _, photos = found(tmp_path, {name: content})
    error = photos["1.jpg"].error
    assert error is not None
    assert name in str(error)
    assert words in str(error)


def test_a_photo_described_in_two_places(tmp_path: Path) -> None:
    _, photos = found(tmp_path, {"hands.csv": "photo\n1.jpg\n", "1.toml": "winner = 1"})
    assert "hands.csv" in str(photos["1.jpg"].error)
    assert "1.toml" in str(photos["1.jpg"].error)


def test_a_row_without_its_photo_is_a_row_with_the_reason(tmp_path: Path) -> None:
    _, photos = found(tmp_path, {"hands.csv": "photo\n1.jpg\n9.jpg\n"})
    assert "Line 3" in str(photos["9.jpg"].error)
    assert "no photo" in str(photos["9.jpg"].error)


def test_an_unknown_column_is_told_and_the_others_count(tmp_path: Path) -> None:
    batch, photos = found(tmp_path, {"hands.csv": "photo,winer,dealer,notes\n1.jpg,1,3,hm\n"})
    (notice,) = batch.notices
    assert "'winer'" in str(notice)
    assert "'winner'" in str(notice)
    assert photos["1.jpg"].said.circumstances == "self_draw; dealer=3"


def test_rules_beside_the_photos(tmp_path: Path) -> None:
    rules = 'extends = "nanning-points"\n[points]\nbase = 2\n'
    batch, photos = found(
        tmp_path, {"ours.toml": rules, "hands.csv": "photo,rules\n1.jpg,ours.toml\n"}
    )
    assert photos["1.jpg"].error is None
    assert batch.rules[photos["1.jpg"].said.rules].name == "ours"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_template(tmp_path: Path, language: str) -> None:
    root = folder(tmp_path, {})
    path, added = write_template(str(root), language)
    assert (path, added) == (root / "hands.csv", 3)
    batch = find([str(root)], GENERAL)
    assert [photo.error for photo in batch.photos] == [None] * 3
    assert batch.notices == []
    before = path.read_bytes()
    assert write_template(str(root), language) == (path, 0)
    assert path.read_bytes() == before


def test_template_keeps_what_is_filled_in(tmp_path: Path) -> None:
    root = folder(tmp_path, {"hands.csv": "winner;photo;mine\n2;1.jpg;a\n".encode("gb18030")})
    assert write_template(str(root), "en")[1] == 2
    rows = list(csv.reader((root / "hands.csv").read_text("utf-8-sig").splitlines()))
    assert rows[:2] == [["winner", "photo", "mine"], ["2", "1.jpg", "a"]]
    assert {row[1] for row in rows[2:]} == {"2.jpg", "东/3.jpg"}


def test_a_root_that_is_not_there() -> None:
    with pytest.raises(UserError, match="'not-there'"):
        find(["not-there"], GENERAL)


PARTS = st.lists(st.sampled_from(["dealer=1", "dealer=3", "self_draw", "last_tile", "winner=2"]))


@given(PARTS, PARTS)
def test_the_particular_wins(general: Sequence[str], particular: Sequence[str]) -> None:
    result = merged("; ".join(general), "; ".join(particular)).split("; ")
    assert [part for part in result if part in particular] or not particular
    keys = {part.partition("=")[0] for part in particular}
    for part in result:
        assert part in particular or part.partition("=")[0] not in keys or part == ""
