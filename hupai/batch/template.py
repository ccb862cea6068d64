"""An empty `hands.csv` for a folder of photos, ready to be filled in."""

import csv
import io
from pathlib import Path

from hupai.batch.listing import SHEET, listings
from hupai.batch.rows import encoded
from hupai.batch.sheets import COLUMNS, columns_of, csv_rows, same
from hupai.batch.storage import explained
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
    rows += [
        [photo if column == place else "" for column in range(len(rows[0]))] for photo in missing
    ]
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    with explained(str(path)):
        half = path.with_name(f".{SHEET}.new")
        half.write_bytes("\ufeff".encode() + encoded(buffer.getvalue()))
        half.replace(path)
    return path, len(missing)
