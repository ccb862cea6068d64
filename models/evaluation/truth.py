"""Labelled photos: YOLO boxes, and the hands that people wrote down."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.hand import Hand
from scoring.words import UserError, Words
from vision.detections import CLASS_COUNT

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")


def _bad(zh: str, en: str) -> UserError:
    return UserError("bad_truth", Words(zh, en))


@dataclass(frozen=True, eq=False)
class TruePhoto:
    """One photo and what is known to be in it.

    class_ids: (n,) and boxes: (n, 4) centre x, centre y, width, height, as shares of the photo;
    empty where there is no label file. hand: the whole hand, where it is known.
    all_tiles: every face-up tile of the photo, where that is known without boxes.
    complete: whether every face-up tile has a box, so that further ones found are wrong.
    """

    path: Path
    class_ids: NDArray[np.int64]
    boxes: NDArray[np.float64]
    hand: Hand | None = None
    all_tiles: Hand | None = None
    tile_set: str = ""
    complete: bool = True

    def corners(self, width: int, height: int) -> NDArray[np.float32]:
        """The boxes (n, 4) as left, top, right, bottom in pixels of a photo of this size."""
        centre, half = self.boxes[:, :2], self.boxes[:, 2:] / 2
        shares = np.concatenate([centre - half, centre + half], axis=1)
        return np.asarray(shares * [width, height, width, height], dtype=np.float32)


def load_truth(folder: Path, hands_file: Path | None = None) -> list[TruePhoto]:
    """The labelled photos of `folder` (YOLO: `images/` and `labels/`), in order of their names.

    With `hands_file` (JSON lines with `file` and `hand`, optionally `all_tiles`, `tile_set` and
    `unlabelled_faceup`) only the photos that it names; they may lie in `folder` itself and need
    no label file. Raises `UserError`, which names file and line.
    """
    pictures = folder / "images" if (folder / "images").is_dir() else folder
    if not pictures.is_dir():
        raise _bad(f"没有文件夹 {str(folder)!r}。", f"There is no folder {str(folder)!r}.")
    if hands_file is not None:
        rows = _rows(hands_file)
        return [_photo(pictures / row["file"], folder, row) for row in rows if row["hand"]]
    paths = sorted(path for path in pictures.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES)
    labelled = [path for path in paths if _label_path(path, folder).is_file()]
    if not labelled:
        raise _bad(
            f"{str(folder)!r} 里没有带标注的照片：需要 images/ 和 labels/，或用 --hands。",
            f"{str(folder)!r} has no labelled photos: it needs images/ and labels/, or --hands.",
        )
    return [_photo(path, folder, {}) for path in labelled]


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _bad(
            f"无法读取 {str(path)!r}（{error}）。", f"{str(path)!r} cannot be read ({error})."
        ) from error
    rows = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            rows.append({**row, **{key: _text(row, key) for key in ("file", "hand")}})
            _text({"all_tiles": "", **row}, "all_tiles")
        # Too many digits are a plain ValueError.
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise _bad(
                f"{str(path)!r} 第 {number} 行不是带 file 和 hand 的 JSON（{error}）。",
                f"Line {number} of {str(path)!r} is no JSON object with file and hand ({error}).",
            ) from error
    return rows


def _text(row: dict[str, Any], key: str) -> str:
    if not isinstance(row[key], str):
        raise TypeError(f"{key!r} is no text")
    return str(row[key])


def _photo(path: Path, folder: Path, row: dict[str, Any]) -> TruePhoto:
    class_ids, boxes = _labels(_label_path(path, folder))
    return TruePhoto(
        path=path,
        class_ids=class_ids,
        boxes=boxes,
        hand=Hand.parse(row["hand"]) if row else None,
        all_tiles=Hand.parse(row["all_tiles"]) if row.get("all_tiles") else None,
        tile_set=str(row.get("tile_set", "")),
        complete=not row.get("unlabelled_faceup", False),
    )


def _label_path(path: Path, folder: Path) -> Path:
    return folder / "labels" / f"{path.stem}.txt"


def _labels(path: Path) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    rows: list[list[float]] = []
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        try:
            row = [float(part) for part in line.split()]
        except ValueError:
            row = [-1.0]
        if row and (len(row) < 5 or not 0 <= row[0] < CLASS_COUNT):
            raise _bad(
                f"{str(path)!r} 第 {number} 行不是 YOLO 标注：{line!r}。",
                f"Line {number} of {str(path)!r} is no YOLO label: {line!r}.",
            )
        rows += [row[:5]] if row else []
    table = np.array(rows, dtype=np.float64).reshape(-1, 5)
    return table[:, 0].astype(np.int64), table[:, 1:]
