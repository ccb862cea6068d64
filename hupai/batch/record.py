"""One scored photo, and the work that makes it."""

import base64
import hashlib
import json
from collections.abc import Container, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import hupai
from hupai.batch.said import Said
from hupai.batch.storage import Output
from hupai.settling import Outcome, refused_json, settle
from scoring import Problem, RuleSet
from scoring.words import UserError, Words
from vision.opencv import cv2
from vision.picture import Picture
from vision.reading import Reading, read
from vision.recognizer import Recognizer

ROOT = Path(hupai.__file__).parents[1]
"""Where the packages lie."""
CODE = ("scoring/**/*.py", "scoring/**/*.toml", "vision/**/*.py", "models/*.py", "hupai/*.py")
"""The files that a photo's result depends on."""
THUMBNAIL_SIDE = 420
"""Pixels of a thumbnail's longer side."""
THUMBNAIL_QUALITY = 60
INTERNAL_ERROR = "internal_error"
_PASSING = (INTERNAL_ERROR, "unreadable_file", "no_such_file", "cannot_save")


@dataclass(frozen=True)
class Record:
    """What is known of one photo.

    key: the fingerprint of everything the result depends on. result: the object that
    `hupai score --json` prints, without the photo's name. size: width and height of the upright
    photo, None where it could not be read. settled: whether nothing is left to do. written:
    whether a person wrote the hand. notes: doubts of the layout and warnings of the score.
    thumbnail: the photo with its boxes, small, as JPEG.
    """

    key: str
    result: Mapping[str, Any]
    size: tuple[int, int] | None = None
    settled: bool = False
    written: bool = False
    notes: tuple[Problem, ...] = ()
    thumbnail: bytes = b""

    @classmethod
    def refused(cls, key: str, error: UserError) -> "Record":
        """The record of a photo that cannot be scored."""
        return cls(key, refused_json("", error))

    @property
    def is_refused(self) -> bool:
        return self.result["score"] is None

    @property
    def is_final(self) -> bool:
        """Whether the next run may trust this: what failed by chance is tried again."""
        return not self.is_refused or self.result["problems"][0]["name"] not in _PASSING

    @property
    def doubts(self) -> tuple[Mapping[str, Any], ...]:
        """The tiles to look at; none where a person wrote the hand."""
        tiles = () if self.written else self.result["tiles"]
        return tuple(tile for tile in tiles if tile["doubtful"])

    def result_of(self, name: str) -> dict[str, Any]:
        """The result as that of the photo `name`."""
        return {**self.result, "photo": name}

    def to_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "result": dict(self.result),
            "size": None if self.size is None else list(self.size),
            "settled": self.settled,
            "written": self.written,
            "notes": [note.to_json() for note in self.notes],
            "thumbnail": base64.b64encode(self.thumbnail).decode("ascii"),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Record":
        return cls(
            value["key"],
            value["result"],
            None if value["size"] is None else (value["size"][0], value["size"][1]),
            value["settled"],
            value["written"],
            tuple(Problem.from_json(note) for note in value["notes"]),
            base64.b64decode(value["thumbnail"]),
        )


@dataclass(frozen=True)
class Job:
    """One photo to score.

    image: where its numbered photo is saved; empty for not at all. drawn: the key of the
    numbered photo that is there already.
    """

    index: int
    name: str
    said: Said
    image: str = ""
    drawn: str = ""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Job":
        return cls(**{**value, "said": Said.from_json(value["said"])})


@dataclass(frozen=True)
class Recipe:
    """What a worker needs to know beside the photos. It can be sent to another process.

    rules: loaded rule sets by name or file. images: where numbered photos go.
    """

    rules: Mapping[str, RuleSet]
    version: str
    images: Output | None = None

    def key(self, said: Said, data: bytes) -> str:
        """The fingerprint of all that a photo's result depends on, its name apart."""
        digest = hashlib.sha256(data)
        digest.update(f"{said.digest(self.rules[said.rules])} {self.version}".encode())
        return digest.hexdigest()

    def refused_key(self, job: Job, key: str) -> str:
        """The key of a refusal, whose sentence names the photo."""
        return hashlib.sha256(f"{key} {job.name!r}".encode()).hexdigest()

    def finished(self, job: Job, key: str, known: Container[str]) -> str | None:
        """The key of the record that `known` holds for a photo, if nothing is left to do."""
        refused = self.refused_key(job, key)
        if refused in known:
            return refused
        return key if key in known and (not job.image or job.drawn == key) else None

    def unread(self, job: Job, error: UserError) -> Record:
        """The record of a photo whose bytes could not be had."""
        return Record.refused(self.refused_key(job, error.words.en), error)

    def scorer(self) -> "Scorer":
        """The work itself, with networks of its own."""
        return Scorer(self)


class Scorer:
    """Scores photos, one at a time, on one core."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        cv2.setNumThreads(1)
        self.recognizer = Recognizer.load(threads=1)

    def __call__(self, job: Job, data: bytes) -> Record:
        """The record of the photo `data`. Nothing that is wrong with a photo is raised."""
        key = self.recipe.key(job.said, data)
        try:
            return self._scored(job, key, data)
        except UserError as error:
            return Record.refused(self.recipe.refused_key(job, key), error)
        # One photo that trips a fault of ours must not stop the others.
        except Exception as error:
            refusal = internal_error(job.name, f"{type(error).__name__}: {error}")
            return Record.refused(self.recipe.refused_key(job, key), refusal)

    def _scored(self, job: Job, key: str, data: bytes) -> Record:
        request = job.said.request(self.recipe.rules)
        picture = Picture.load(data, job.name)
        outcome = settle(request, read(picture, self.recognizer))
        assert outcome.reading is not None
        if job.image and self.recipe.images is not None:
            drawn = outcome.reading.draw(picture)
            self.recipe.images.write(job.image, [drawn.encode(".jpg")])
        return _record(key, picture, outcome, outcome.reading)


def _record(key: str, picture: Picture, outcome: Outcome, reading: Reading) -> Record:
    return Record(
        key,
        {**outcome.to_json(), "photo": ""},
        (picture.width, picture.height),
        outcome.is_settled,
        outcome.written,
        (*(() if outcome.written else reading.layout.doubts), *outcome.score.warnings),
        thumbnail(picture, reading),
    )


def thumbnail(picture: Picture, reading: Reading) -> bytes:
    """The photo with its numbered boxes, small, as JPEG."""
    scale = min(1.0, THUMBNAIL_SIDE / max(picture.width, picture.height))
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    # Averaging is for strong shrinking alone: it takes ten times as long.
    how = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR
    pixels = cv2.resize(picture.pixels, size, interpolation=how)
    boxes = (reading.detections.boxes * scale).astype(np.float32)
    small = replace(reading, detections=replace(reading.detections, boxes=boxes))
    drawn = small.draw(Picture(np.asarray(pixels, np.uint8)))
    return drawn.encode(".jpg", THUMBNAIL_QUALITY)


def internal_error(name: str, what: str) -> UserError:
    return UserError(
        INTERNAL_ERROR,
        Words(
            f"{name!r} 算不出来，是程序的错（{what}）：请把照片和这一行发给我们。",
            f"{name!r} could not be scored through a fault in hupai ({what}): "
            "please report it with the photo.",
        ),
    )


def worker_died(name: str) -> UserError:
    return internal_error(name, "the process that read it died, or never ended")


def version() -> str:
    """The version of the program, by its code, and of its networks, whatever networks there are."""
    cards = sorted(
        (path.name, str(json.loads(path.read_text("utf-8"))["sha256"]))
        for path in (ROOT / "models").glob("*.json")
        if path.with_suffix(".onnx").exists()
    )
    networks = (f"{name}:{digest}" for name, digest in cards)
    return " ".join([hupai.__version__, _code(), *networks])


def _code() -> str:
    """A fingerprint of the code that reads and scores: a mended rule is a new version too."""
    digest = hashlib.sha256()
    paths = (path for pattern in CODE for path in ROOT.glob(pattern))
    for path in sorted(paths):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
