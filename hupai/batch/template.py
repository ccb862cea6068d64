"""An empty `hands.csv` for a folder of photos, ready to be filled in."""

import csv
import io
from pathlib import Path

from hupai.batch.listing import SHEET, listings
from hupai.batch.rows import encoded
from hupai.batch.sheets import COLUMNS, columns_of, csv_rows, same
from hupai.batch.storage import explained
from hupai.spreadsheet import BYTE_ORDER_MARK, safe_cell
from scoring.words import UserError, Words


def write_template(folder: str, language: str) -> tuple[Path, int]:
    """Write `hands.csv` into `folder`, with a row for every photo that has none yet.

    The path, and how many rows were added; what was filled in stays. Raises `UserError` for a
    folder that is not there, or a `hands.csv` that cannot be read.
    """
    path = Path(folder) / SHEET
    if not path.parent.is_dir():
        raise UserError(
            "no_such_folder",
            Words(
                f"找不到文件夹 {folder!r}：请检查名字。",
                f"There is no folder {folder!r}: check its name.",
            ),
        )
    rows = [[words.in_language(language) for words in COLUMNS.values()]]
    if path.exists():
        rows = [cells for _, cells in csv_rows(path.read_bytes(), str(path))]
    place = columns_of(list(enumerate(rows, 1)), str(path), [])["photo"]
    known = {same(cells[place]) for cells in rows[1:] if place < len(cells)}
    (listing,) = listings([folder])
    missing = [photo for photo in listing.photos if same(photo) not in known]
    width = range(len(rows[0]))
    rows += [[_cell(photo) if column == place else "" for column in width] for photo in missing]
    buffer = io.StringIO()
    csv.writer(buffer).writerows(rows)
    with explained(str(path)):
        half = path.with_name(f".{SHEET}.new")
        half.write_bytes(encoded(BYTE_ORDER_MARK) + encoded(buffer.getvalue()))
        half.replace(path)
    return path, len(missing)


def _cell(photo: str) -> str:
    """A photo's path that no spreadsheet takes for a formula and that names the photo all the same.

    >>> _cell("=1+1.jpg"), _cell("east/1.jpg")
    ('./=1+1.jpg', 'east/1.jpg')
    """
    return photo if safe_cell(photo) == photo else f"./{photo}"
