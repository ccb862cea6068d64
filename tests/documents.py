"""The documents as tests see them: blocks, commands, links, and a small place to run them."""

import json
import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

import hupai
from hupai.web.training_data import TrainingData
from vision.picture import Picture

ROOT = Path(__file__).parents[1]
PATTERNS = ("*.md", "docs/*.md", "models/*.md")
CODE = ("scoring", "vision", "hupai", "models", "benchmarks", "tests", "docs", "samples")
_FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_NAMED = re.compile(r"# (?P<append>append to )?(?P<name>[\w./-]+\.(?:toml|csv|py))\n")
_INLINE = re.compile(r"`([^`\n]+)`")


def documents() -> list[Path]:
    """Every Markdown file of the project."""
    return sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Fence:
    """A fenced block: its language and text."""

    language: str
    text: str

    @property
    def commands(self) -> list[str]:
        """The commands of a shell block, a line each, without comments."""
        lines = self.text.replace("\\\n", " ").splitlines()
        return [line for line in lines if shlex.split(line, comments=True)]


def fences(path: Path) -> list[Fence]:
    found = _FENCE.finditer(path.read_text("utf-8"))
    return [Fence(match["language"], match["text"]) for match in found]


def prose(path: Path) -> str:
    """A document without its fenced blocks."""
    return _FENCE.sub("", path.read_text("utf-8"))


def links(path: Path) -> list[str]:
    """The targets of links and pictures."""
    return _LINK.findall(prose(path))


def inline(path: Path) -> list[str]:
    """The pieces of code in running text."""
    return _INLINE.findall(prose(path))


def anchors(path: Path) -> set[str]:
    """The anchors that headings get: lower case, without punctuation, dashes for spaces."""
    headings = _HEADING.findall(_FENCE.sub("", path.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def write_named(path: Path, place: Path) -> None:
    """Write the blocks of a document that name their file, or append them to it."""
    for fence in fences(path):
        if match := _NAMED.match(fence.text):
            body = fence.text[match.end() :]
            target = place / match["name"]
            before = target.read_text("utf-8") + "\n\n" if match["append"] else ""
            target.write_text(before + body, "utf-8")


def make_place(place: Path) -> None:
    """A copy of the project in `place`/hupai with the small inputs that the documents name."""
    here = place / "hupai"
    kept_out = shutil.ignore_patterns("checkpoints", "__pycache__", "*.png", "golden*")
    for folder in CODE:
        shutil.copytree(ROOT / folder, here / folder, ignore=kept_out)
    shutil.copy(ROOT / "Makefile", here)
    photo = ROOT / "samples" / "all-pons.jpg"
    for name in ("photo.jpg", "照片.jpg", "hand.jpg", "c.jpg", "码.jpg"):
        shutil.copy(photo, here / name)
    for folder in ("photos", "照片", "a", "b"):
        (here / folder).mkdir()
        shutil.copy(photo, here / folder / "1.jpg")
    (here / "mine").mkdir()
    for kind in ("detector", "reader"):
        for suffix in ("onnx", "json"):
            shutil.copy(ROOT / "models" / f"{kind}.{suffix}", here / "mine")
    reading = hupai.read(photo)
    tiles = [{"tile": row["tile"], "box": row["box"]} for row in reading.tiles_json()]
    kept = TrainingData(place / "data" / "corrections")
    kept.add(Picture.load(photo), tiles)
    material = place / "shared" / "data"
    kept.export(material / "photos" / "dev", tuple(str(number) for number in range(43)))
    (image,) = (material / "photos" / "dev" / "images").iterdir()
    (material / "layouts").mkdir()
    row = json.dumps({"file": image.name, "hand": reading.hand.text})
    (material / "layouts" / "dev.jsonl").write_text(row + "\n", "utf-8")
