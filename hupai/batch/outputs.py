"""The files that a batch writes: tables, objects, labels; the report is in `webpage`."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from posixpath import splitext

from hupai.batch.photos import Photo
from hupai.batch.record import Record
from hupai.batch.rows import Row, Rows, amounts, doubt_text, encoded
from hupai.batch.storage import Output
from hupai.batch.webpage import pages
from hupai.spreadsheet import BYTE_ORDER_MARK, safe_cell
from scoring.words import UserError
from vision.detections import CLASS_COUNT, class_id, class_text

IMAGES, LABELS = "images", "labels"
COLUMNS = (
    *("photo", "status", "hand", "result", "self_draw", "discard"),
    *("seat_0", "seat_1", "seat_2", "seat_3", "doubts", "problems", "notes"),
    *("rules", "circumstances"),
)


def write_results(target: Output, rows: Rows, notices: Sequence[UserError], language: str) -> None:
    """Write `results.csv`, `results.jsonl` and the report's pages."""
    target.write("results.csv", csv_chunks(rows, language))
    target.write("results.jsonl", json_chunks(rows))
    for name, chunks in pages(rows, notices, language):
        target.write(name, chunks)


def json_chunks(rows: Iterable[Row]) -> Iterator[bytes]:
    """One object a line: what `hupai score --json` prints for the photo."""
    for row in rows:
        line = json.dumps(row.record.result_of(row.photo.name), ensure_ascii=False)
        yield encoded(f"{line}\n")


def csv_chunks(rows: Iterable[Row], language: str) -> Iterator[bytes]:
    """A table for spreadsheets, which begins with the mark by which Excel knows UTF-8."""
    yield encoded(BYTE_ORDER_MARK)
    yield _csv_line(COLUMNS)
    for row in rows:
        yield _csv_line(_cells(row, language))


def _csv_line(cells: Iterable[object]) -> bytes:
    buffer = io.StringIO()
    # The writer's own line ends: with others it would leave a lone \r unquoted, which ends a row.
    csv.writer(buffer).writerow([safe_cell(cell) for cell in cells])
    return encoded(buffer.getvalue())


def _cells(row: Row, language: str) -> list[object]:
    record, result = row.record, row.record.result
    score = result["score"] or {"result": "", "payments": None, "rules": row.photo.said.rules}
    payments = score["payments"]
    both = isinstance(payments, dict)
    seats = payments if isinstance(payments, list) else [""] * 4
    return [
        row.photo.name,
        row.status,
        result["hand"] or "",
        score["result"],
        amounts(payments["self_draw"]) if both else "",
        "; ".join(_discard(*item) for item in payments["discard"].items()) if both else "",
        *seats,
        ", ".join(doubt_text(tile) for tile in record.doubts),
        " / ".join(one["message"][language] for one in result["problems"]),
        " / ".join(note.words.in_language(language) for note in record.notes),
        score["rules"],
        row.photo.said.circumstances,
    ]


def _discard(seat: str, seats: Sequence[int]) -> str:
    return f"{seat}: {amounts(seats)}"


def write_labels(target: Output, rows: Iterable[Row], places: Mapping[str, str]) -> None:
    """Write YOLO labels to `places` of the photos, and `classes.txt` with the classes' names."""
    names = "".join(f"{class_text(number)}\n" for number in range(CLASS_COUNT))
    target.write(f"{LABELS}/classes.txt", [encoded(names)])
    for row in rows:
        if row.record.size is not None:
            target.write(places[row.photo.place], [encoded(label_text(row.record))])


def label_text(record: Record) -> str:
    """The boxes as YOLO has them: class, centre, width and height as parts of the photo's."""
    assert record.size is not None
    width, height = record.size
    lines = []
    for tile in record.result["tiles"]:
        if tile["box"] is None:
            continue
        left, top, right, bottom = tile["box"]
        box = (
            *((left + right) / 2 / width, (top + bottom) / 2 / height),
            *((right - left) / width, (bottom - top) / height),
        )
        lines.append(" ".join([str(class_id(tile["tile"])), *(f"{part:.6f}" for part in box)]))
    return "".join(f"{line}\n" for line in lines)


def places_below(folder: str, photos: Iterable[Photo], suffix: str) -> dict[str, str]:
    """For each photo's place the file made of it: the same name with `suffix` below `folder`.

    Photos that differ in their suffix alone keep it.
    """
    stems = Counter(splitext(photo.place)[0].casefold() for photo in photos)
    places = {}
    for photo in photos:
        stem = splitext(photo.place)[0]
        name = photo.place if stems[stem.casefold()] > 1 else stem
        places[photo.place] = f"{folder}/{name}{suffix}"
    return places
