"""Photos that people corrected and gave to training: kept, exported as a YOLO data set, deleted."""

import json
import re
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.json_values import member, object_value, text_value
from scoring.words import UserError, Words
from vision.detections import class_id, read_box
from vision.picture import Picture

_ID = re.compile(r"[0-9a-f]{16}")
MOST_TILES = 200
MOST_PHOTOS = 5000


@dataclass(frozen=True)
class LabelledTile:
    """A tile of a photo: its class id, and its box left, top, right, bottom in pixels."""

    class_id: int
    box: tuple[float, float, float, float]

    @classmethod
    def from_json(cls, value: Mapping[str, Any], width: int, height: int) -> "LabelledTile":
        """A tile as a page sends it.

        Raises `UserError`: `bad_box` for a box outside of the photo, `bad_value`, `unknown_tile`.
        """
        row = object_value("tiles", value)
        left, top, right, bottom = read_box("box", member("tiles", row, "box"))
        if not (0 <= left < right <= width + 1 and 0 <= top < bottom <= height + 1):
            raise UserError(
                "bad_box",
                Words(
                    f"牌框 {row['box']!r} 不在照片里。",
                    f"The box {row['box']!r} is not inside the photo.",
                ),
            )
        tile = text_value("tile", member("tiles", row, "tile"))
        return cls(class_id(tile), (left, top, right, bottom))

    def yolo(self, width: int, height: int) -> str:
        """A row of a YOLO label file: class, centre x, centre y, width, height, 0 to 1."""
        left, top, right, bottom = self.box
        middle = ((left + right) / 2 / width, (top + bottom) / 2 / height)
        size = ((right - left) / width, (bottom - top) / height)
        return " ".join([str(self.class_id), *(f"{value:.5f}" for value in (*middle, *size))])


class TrainingData:
    """The corrected photos of one data folder, a JPEG and a JSON file each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, picture: Picture, tiles: Sequence[Mapping[str, Any]]) -> str:
        """Keep a photo with its tiles; the id by which it can be deleted.

        The photo is encoded anew, so that place and camera are not kept. Raises `UserError`.
        """
        if not 1 <= len(tiles) <= MOST_TILES:
            raise UserError(
                "bad_tiles",
                Words("这张照片没有可用的牌。", f"A photo needs 1 to {MOST_TILES} tiles."),
            )
        if len(self.ids()) >= MOST_PHOTOS:
            raise UserError(
                "too_many_corrections",
                Words(
                    f"已经存了 {MOST_PHOTOS} 张：请先用 hupai corrections 导出并删除。",
                    f"{MOST_PHOTOS} photos are kept already: export and delete them first with "
                    "'hupai corrections'.",
                ),
            )
        labelled = [LabelledTile.from_json(tile, picture.width, picture.height) for tile in tiles]
        new = secrets.token_hex(8)
        record = {
            "size": [picture.width, picture.height],
            "tiles": [{"class_id": one.class_id, "box": list(one.box)} for one in labelled],
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        self._photo(new).write_bytes(picture.encode(".jpg"))
        self._record(new).write_text(json.dumps(record), "utf-8")
        return new

    def ids(self) -> list[str]:
        """The ids of all photos kept, in a fixed order."""
        found = sorted(path.stem for path in self.folder.glob("*.json"))
        return [one for one in found if _ID.fullmatch(one) and self._photo(one).exists()]

    def delete(self, wanted: str) -> None:
        """Delete one photo and its boxes. Raises `UserError` where there is none."""
        if not _ID.fullmatch(wanted) or not self._record(wanted).exists():
            raise UserError(
                "no_such_correction",
                Words(
                    f"没有 {wanted!r} 这张更正过的照片。",
                    f"There is no corrected photo {wanted!r}: 'hupai corrections list' shows all.",
                ),
            )
        self._photo(wanted).unlink(missing_ok=True)
        self._record(wanted).unlink()

    def export(self, target: Path, names: tuple[str, ...]) -> int:
        """Write a YOLO data set into `target` (images/, labels/, data.yaml); the photo count.

        `names` are the classes in the networks' order. Raises `UserError` for a folder that
        cannot be written or holds something else already.
        """
        try:
            if target.exists() and (not target.is_dir() or any(target.iterdir())):
                raise _export_error(target, "已有别的内容", "it exists and is not empty")
            for part in ("images", "labels"):
                (target / part).mkdir(parents=True)
            for one in self.ids():
                shutil.copyfile(self._photo(one), target / "images" / f"{one}.jpg")
                rows = "".join(f"{row}\n" for row in self._rows(one))
                (target / "labels" / f"{one}.txt").write_text(rows, "utf-8")
            listed = "".join(f"  {number}: {name}\n" for number, name in enumerate(names))
            head = "path: .\ntrain: images\nval: images\nnames:\n"
            (target / "data.yaml").write_text(head + listed, "utf-8")
        except OSError as error:
            reason = error.strerror or str(error)
            raise _export_error(target, reason, reason) from error
        return len(self.ids())

    def _rows(self, one: str) -> Iterator[str]:
        record = json.loads(self._record(one).read_text("utf-8"))
        width, height = record["size"]
        for tile in record["tiles"]:
            left, top, right, bottom = tile["box"]
            yield LabelledTile(tile["class_id"], (left, top, right, bottom)).yolo(width, height)

    def _photo(self, one: str) -> Path:
        return self.folder / f"{one}.jpg"

    def _record(self, one: str) -> Path:
        return self.folder / f"{one}.json"


def _export_error(target: Path, zh: str, en: str) -> UserError:
    return UserError(
        "cannot_export",
        Words(
            f"不能导出到 {str(target)!r}（{zh}）：请给一个新文件夹。",
            f"Cannot export to {str(target)!r} ({en}): give a new folder.",
        ),
    )
