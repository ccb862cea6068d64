"""The training material without some tile sets, to measure how strange ones are read.

    python -m models.holdout FOLDER --photos boxset leomiura cam-1 --sets t01
    HUPAI_MATERIAL=FOLDER/data python -m models.train detector --out runs/held ...
    hupai evaluate FOLDER/held/boxset --weights ...

`--photos` names sources or sessions of the photo tables, `--sets` tile sets of the crops. Start the
training from `weights/coco_yolo11n.pt`: the other starting weights have seen every set.
"""

import argparse
import csv
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from models.data import DATA, read_labels, write_labels
from models.labels import mended

PARTS = ("train", "shop")
Row = dict[str, str]


def hold_out(data: Path, folder: Path, photos: set[str], sets: set[str]) -> dict[str, int]:
    """Write `folder/data`, the material without the named, and `folder/held`, their photos.

    Returns how many photos or crops of each name were left out. Raises ValueError where nothing
    has one of the names, OSError where a table is missing; then nothing is written.
    """
    tables = {Path("photos", f"{part}.csv"): photos for part in PARTS}
    tables[Path("crops", "labels.csv")] = sets
    rows = {table: _rows(data / table) for table in tables}
    counts = Counter(
        name
        for table, names in tables.items()
        for row in rows[table]
        for name in names & set(row.values())
    )
    unknown = sorted((photos | sets) - set(counts))
    if unknown:
        raise ValueError(f"no photo or crop is of {', '.join(unknown)}; see the tables in {data}")
    for table, names in tables.items():
        _write(folder / "data" / table, (r for r in rows[table] if not names & set(r.values())))
    for part in PARTS:
        for row in rows[Path("photos", f"{part}.csv")]:
            for name in photos & set(row.values()):
                _keep(data / "photos" / part, folder / "held" / name, row["file"])
    for place in (".", "photos", "crops"):
        _link_rest(data / place, folder / "data" / place)
    return {name: counts[name] for names in (photos, sets) for name in sorted(names)}


def _rows(table: Path) -> list[Row]:
    with table.open(encoding="utf-8", newline="") as content:
        return list(csv.DictReader(content))


def _write(table: Path, rows: Iterable[Row]) -> None:
    kept = list(rows)
    if not kept:
        raise ValueError(f"nothing is left of {table.name}; leave out less")
    table.parent.mkdir(parents=True, exist_ok=True)
    with table.open("w", encoding="utf-8", newline="") as content:
        writer = csv.DictWriter(content, list(kept[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)


def _keep(part: Path, target: Path, file: str) -> None:
    """A photo with its mended labels, as `hupai evaluate` reads them."""
    image = part / "images" / file
    for name in ("images", "labels"):
        (target / name).mkdir(parents=True, exist_ok=True)
    (target / "images" / file).symlink_to(image.resolve())
    labels = read_labels(part / "labels" / f"{image.stem}.txt")
    write_labels(target / "labels" / f"{image.stem}.txt", mended(image.stem, labels))


def _link_rest(data: Path, target: Path) -> None:
    """Link everything in a folder of the material that `target` does not have."""
    for path in data.iterdir():
        if not (target / path.name).exists():
            (target / path.name).symlink_to(path.resolve())


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and write the folder."""
    parser = argparse.ArgumentParser(description="Leave tile sets out of the training material.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", nargs="*", default=[], metavar="SOURCE_OR_SESSION")
    parser.add_argument("--sets", nargs="*", default=[], metavar="TILE_SET")
    options = parser.parse_args(arguments)
    if options.folder.exists():
        raise SystemExit(f"{str(options.folder)!r} exists already; name a new folder")
    try:
        counts = hold_out(DATA, options.folder, set(options.photos), set(options.sets))
    except (OSError, ValueError) as error:
        raise SystemExit(f"nothing was left out: {error}") from error
    for name, count in counts.items():
        print(f"{name}: {count} left out")


if __name__ == "__main__":
    main()
