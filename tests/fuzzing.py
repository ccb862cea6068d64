"""Everything that reads what others wrote, as targets for fuzzing (see `tests.fuzz`)."""

import io
import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image

from hupai.batch.said import Said
from hupai.batch.sheets import read_note, read_sheet
from hupai.web.training_data import LabelledTile
from models.evaluation.truth import load_truth
from scoring import Circumstances, Hand, RuleSet
from scoring.json_values import list_value
from scoring.table import COLUMNS, check_rows, read_table
from scoring.words import UserError
from vision.corrections import Corrections
from vision.detections import Detections
from vision.picture import Picture

MAX_PIXELS = 4_000_000
HANDS = [
    "345m678s46p99m [pon 222p from 3] | f1 z3 + 5p",
    "三万四万五万 东东东 发发 [X22Xp]",
    "[kan 2222p open from 1] [kan CCCC added from 2]",
]
CIRCUMSTANCES = [
    "dealer=0; winner=1+2; discard_by=3; last_tile; codes=1m2sN",
    "robbed=1; melds_of_1=[kan 2222p added from 3]; option:points.base=2",
    "self_draw; kong_flower_exposed; kong_fed_by=3; declared_ready=0",
]
RULES = [
    'extends = "nanning-points"\npoints.base = 2\n[limits]\ncap = 5\n',
    'zh = "家"\n[points]\npure = "10/7"\n[melds]\nallow_chow = true\n',
]
TABLE = (
    ",".join(COLUMNS)
    + "\na1,PT,123m567p34s88p,[pon FFF from 2],5s,dealer=0; winner=1; discard_by=3,0,2,0,-2,win\n"
)
SHEETS = [
    "photo,hand,winner,self_draw,set,notes\n1.jpg,222p777s,1,yes,3=5p 4=E,x\n",
    "照片;手牌;胡家;更正\n甲.jpg;三万;2;\n",
]
NOTES = [
    'hand = "222p777s333m88m99s + 8m"\nwinner = 1\nself_draw = true\n',
    'set = ["3=5p"]\ndrop = [7, 8]\nadd = "2s"\ncircumstances = "last_tile; codes=3m1s2pN"\n',
]
LAYOUTS = '{"file": "a.jpg", "hand": "345m678s46p99m + 5p", "all_tiles": "1m", "tile_set": "x"}\n'
TILES = [
    {"tile": "2p", "box": [60, 200.5, 130, 294], "confidence": 0.9}
    | {"runner_up": "X", "runner_up_confidence": 0},
    {"tile": "X", "box": [130, 200, 199, 294], "confidence": 1}
    | {"runner_up": "B", "runner_up_confidence": 0.25},
]
JSON: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
    "circumstances json": (
        Circumstances.from_json,
        [Circumstances.parse(text).to_json() for text in CIRCUMSTANCES],
    ),
    "rules json": (
        RuleSet.from_json,
        [{"name": "a", "title": {"zh": "家", "en": "Home"}, "values": {"points.pure": "10/7"}}],
    ),
    "detections json": (Detections.from_json, [TILES]),
    "corrected tiles json": (
        lambda value: [LabelledTile.from_json(one, 640, 480) for one in list_value("tiles", value)],
        [TILES],
    ),
}
"""What reads JSON values, with sound ones."""
JSON_TARGETS = (*JSON, "layouts")


def _file(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _sheet(data: bytes, _: Path) -> None:
    sheet = read_sheet(data, "hands.csv", Said())
    if sheet.error is not None:
        raise sheet.error


def _note(data: bytes, _: Path) -> None:
    entry = read_note(data, "1.toml", Said())
    if entry.error is not None:
        raise entry.error


def _corrections(data: bytes, _: Path) -> None:
    parts = _text(data).split(" ")
    for renamed, dropped, added in ((parts, [], []), ([], parts, []), ([], [], parts)):
        try:
            Corrections.parse(renamed, dropped, added)
        except UserError:
            continue


def _json(read: Callable[[Any], object]) -> Callable[[bytes, Path], object]:
    def target(data: bytes, _: Path) -> object:
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return None
        return read(value)

    return target


TARGETS: dict[str, Callable[[bytes, Path], object]] = {
    "picture": lambda data, _: Picture.load(data, max_pixels=MAX_PIXELS),
    "hand": lambda data, _: Hand.parse(_text(data)),
    "circumstances": lambda data, _: Circumstances.parse(_text(data)),
    "corrections": _corrections,
    "rules": lambda data, folder: RuleSet.load(str(_file(folder, "mine.toml", data))),
    "sheet": _sheet,
    "note": _note,
    "table": lambda data, folder: list(check_rows(read_table(_file(folder, "t.csv", data)))),
    "layouts": lambda data, folder: load_truth(folder, _file(folder, "hands.jsonl", data)),
    **{name: _json(read) for name, (read, _) in JSON.items()},
}


@lru_cache(maxsize=1)
def pictures() -> list[bytes]:
    """A small picture in each format."""
    image = Image.linear_gradient("L").resize((90, 64)).convert("RGB")
    exif = Image.Exif()
    exif[0x0112] = 6
    found = []
    for kind, mode in (
        *(("JPEG", "RGB"), ("JPEG", "CMYK"), ("PNG", "P"), ("PNG", "RGBA"), ("GIF", "P")),
        *(("BMP", "RGB"), ("TIFF", "RGB"), ("WEBP", "RGB")),
    ):
        buffer = io.BytesIO()
        image.convert(mode).save(buffer, kind, exif=exif.tobytes())
        found.append(buffer.getvalue())
    return found


def seeds(target: str) -> list[bytes]:
    """Sound inputs of a target, to start from."""
    texts = {
        "hand": HANDS,
        "circumstances": CIRCUMSTANCES,
        "corrections": ["3=5p 7 2s f1"],
        "rules": RULES,
        "sheet": SHEETS,
        "note": NOTES,
        "table": [TABLE],
        "layouts": [LAYOUTS],
    }
    if target == "picture":
        return pictures()
    if target in JSON:
        return [json.dumps(value).encode() for value in JSON[target][1]]
    return [text.encode() for text in texts[target]]


def attempt(target: str, data: bytes, folder: Path) -> None:
    """Run a target; anything but the documented error comes through."""
    try:
        TARGETS[target](data, folder)
    except UserError as error:
        if not (error.words.zh and error.words.en):
            raise AssertionError(f"{error.name} says nothing") from error
