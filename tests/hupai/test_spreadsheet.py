"""No table that hupai writes holds a cell that a spreadsheet would run as a formula."""

import csv
import io
from pathlib import Path

import pytest

from hupai.batch.journal import Journal
from hupai.batch.outputs import csv_chunks
from hupai.batch.photos import Batch, Photo, find
from hupai.batch.rows import Rows
from hupai.batch.said import Said
from hupai.batch.template import write_template
from hupai.evening import Evening, KeptHand, PlayedHand
from hupai.evening.export import evening_csv
from scoring.words import UserError, Words

FORMULAS = ["=1+1", "+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠x"]
PAYMENTS = [-1, 3, -1, -1]


def cells(text: str) -> list[str]:
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    return [cell for row in rows for cell in row]


def check(found: list[str], text: str) -> None:
    """Every cell with `text` in it is there, with the mark that makes it text."""
    assert f"'{text}" in found
    assert text not in found


@pytest.mark.parametrize("text", FORMULAS)
def test_the_table_of_an_evening(text: str) -> None:
    outcome = {"score": {"payments": PAYMENTS, "result": "win"}}
    played = PlayedHand(1, "key", text, KeptHand(text, text, text, (), outcome))
    evening = Evening("id", "2025", (text,) * 4, text, (), 0, None, 1, (played,))
    found = cells(evening_csv(evening, "en"))
    check(found, text)
    assert found.count(f"'{text}") == 4 + 4
    assert [cell for cell in found if cell.lstrip("-").isdigit()] == ["1", *map(str, PAYMENTS * 2)]


@pytest.mark.parametrize("text", FORMULAS)
def test_the_table_of_a_batch(tmp_path: Path, text: str) -> None:
    said = Said(circumstances=text, rules=text)
    photo = Photo(text, "place", said, UserError("e", Words(text, text)))
    with Journal(tmp_path / "journal") as journal:
        rows = Rows(Batch([photo]), journal, {})
        found = cells(b"".join(csv_chunks(rows, "en")).decode())
    check(found, text)


@pytest.mark.parametrize("name", ["=1+1.jpg", "@x.jpg", "-1.jpg", "＝1.jpg"])
def test_the_template_still_names_its_photo(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"no photo")
    path, added = write_template(str(tmp_path), "en")
    assert added == 1
    assert f"./{name}" in cells(path.read_text("utf-8"))
    (photo,) = find([str(tmp_path)], Said()).photos
    assert (Path(photo.name).name, photo.error) == (name, None)
    assert write_template(str(tmp_path), "en")[1] == 0
